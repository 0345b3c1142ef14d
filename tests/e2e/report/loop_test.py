#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The loop from the page to the next run: examples selected to occur more often are sent to tali serve, which writes
weights; the next run uses them, and such cases have about the requested share. The property's name is not a valid file
name.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import adapter_support as support  # noqa: E402

TALI = pathlib.Path(os.environ.get("TALI_BUILD_DIR", ".")) / "bin" / "tali"


def ask(address, body=None):
    request = urllib.request.Request(address, data=None if body is None else json.dumps(body).encode(),
                                     headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.loads(answer.read())


def cases_of(file):
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [c for c in lines if c["type"] == "test_case" and '"name"' in c["property"] and c["status"] == "passed"]


def is_known(case):
    return "known" in case["metadata"]["choices"]


def newest_run(address, start):
    """The run of the property with that start, once the server has read all of it."""
    for _ in range(100):
        for run in ask(address + "list")["runs"]:
            if '"name"' in run["property"] and abs(run["start"] - start) < 1e-6 and run["rows"] > 300:
                return run
        time.sleep(0.1)
    sys.exit("the server does not list the run")


def main():
    program = support.program("hostile_main")
    output = subprocess.run([str(TALI), "report", os.devnull], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, check=False).stdout
    if "without simdjson" in output:
        print("skipped: tali was built without simdjson")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server = subprocess.Popen([str(TALI), "serve", str(folder), "--weights", str(folder / "weights")],
                                  stdout=subprocess.PIPE, text=True)
        try:
            address = server.stdout.readline().strip()
            shares = {}
            for wanted in (None, 0.9, 0.05):
                file = folder / f"{wanted}.jsonl"
                weights = {} if wanted is None else {"TALI_WEIGHTS": str(folder / "weights")}
                support.run([program], TALI_STATS=str(file), TALI_SEED="1", TALI_CASES="400", **weights)
                cases = cases_of(file)
                shares[wanted] = sum(map(is_known, cases)) / len(cases)
                how = {c["how_generated"] for c in cases}
                assert how == {"random" if wanted is None else "example-based"}, how
                run = newest_run(address, cases[0]["run_start"])
                whole = ask(f"{address}run?id={run['id']}&from=0&epochs=&examples=1")
                rows = [e["row"] for e in whole["examples"] if is_known(json.loads(e["line"]))]
                assert rows, "no example of what is wanted"
                next_wanted = {None: 0.9, 0.9: 0.05, 0.05: None}[wanted]
                if next_wanted is not None:
                    said = ask(address + "weights", {"run": run["id"], "share": next_wanted, "rows": rows})
                    assert "weights written" in said["text"], said
            print(shares)
            assert 0.2 < shares[None] < 0.5, shares
            assert shares[0.9] > 0.7, shares
            assert shares[0.05] < 0.15, shares
            # Invalid requests are rejected, and change nothing.
            for body in ({"run": 10_000, "share": 0.5, "rows": [1]}, {"run": 0, "share": 7, "rows": [1]}, {"rows": 3}):
                try:
                    ask(address + "weights", body)
                    sys.exit(f"taken: {body}")
                except urllib.error.HTTPError as e:
                    assert e.code in (400, 404), e.code
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
