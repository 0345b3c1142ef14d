#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""tali report on valid and invalid files: the counts are right, and no file can break the page or inject code."""

import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

TALI = pathlib.Path(os.environ.get("TALI_BUILD_DIR", ".")) / "bin" / "tali"


def report(*arguments):
    return subprocess.run([str(TALI), "report", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=120,
                          check=False)


def case(**fields):
    return {"type": "test_case", "run_start": 1.5, "property": "p", "status": "passed", "status_reason": "",
            "representation": "p(1)", "arguments": {}, "how_generated": "random", "features": {}, "coverage": None,
            "timing": {}, "metadata": {}, **fields}


def column(run, key):
    data = next(c for c in run["columns"] if c["key"] == key)["data"]
    return zlib.decompress(base64.b64decode(data["z"])) if "z" in data else base64.b64decode(data["b"])


def counts(folder):
    """Statuses, duplicates, reasons, features and samples are those of the file."""
    file = folder / "good.jsonl"
    lines = []
    for i in range(5000):
        status = "failed" if i % 1000 == 999 else "gave_up" if i % 5 == 0 else "passed"
        lines.append(case(status=status, status_reason="odd" if status == "gave_up" else "",
                          representation=f"p({i % 1500})",
                          features={"n": i % 37, "kind": "abc"[i % 3], "real": i / 7,
                                    "xy": [["x", i % 10], ["y", i % 4]],
                                    **({"big": ""} if i > 4000 else {})},
                          timing={"generate:x": 1e-6, "execute:test": 2e-6}, metadata={"choices": ["leaf", 3, "node"]},
                          coverage={"f.cpp": [1, 2 + i // 1000]} if i % 2 else None))
    lines.append({"type": "alert", "run_start": 1.5, "property": "p", "title": "t", "content": "c"})
    lines.append(case(property="q", run_start=2.0, how_generated=None))
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    done = report("--json", str(file))
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    p, q = data["runs"]
    assert (p["rows"], p["failed"], p["gave_up"]) == (5000, 5, 1000), p
    assert p["distinct"] == 1500 and data["bad"]["count"] == 0
    kinds = column(p, "kind")
    assert sum(k & 3 == 2 for k in kinds) == 1000 and sum(k & 4 == 0 for k in kinds) == 1500
    n = next(c for c in p["columns"] if c["name"] == "n")
    assert n["type"] == "ordinal" and n["scale"]["low"] == 0 and n["scale"]["width"] == 1
    assert list(column(p, n["key"]))[:5] == [0, 1, 2, 3, 4]
    types = {c["name"]: c["type"] for c in p["columns"]}
    assert types["kind"] == "nominal" and types["real"] == "continuous" and types["big"] == "nominal", types
    assert column(p, next(c for c in p["columns"] if c["name"] == "big")["key"]).count(0) == 999
    assert p["coverage"]["series"][-1][1] == 6 and p["choices"]["labels"] == ["leaf", "node"]
    assert p["choices"]["pairs"] == [[0, 1, 5000]] and p["messages"][0]["title"] == "t"
    statuses = [json.loads(e["line"])["status"] for e in p["examples"]]
    assert statuses.count("failed") == 5 and 600 < len(statuses) < 1500, len(statuses)
    assert max(e["n"] for e in p["examples"]) == 4
    assert q["rows"] == 1


def hostile(folder):
    """Bad lines are counted; no part of a value becomes markup; a huge line needs little memory."""
    file = folder / "bad.jsonl"
    script = "</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>"
    with file.open("wb") as f:
        f.write((json.dumps(case(representation=script, property=script, features={script: script})) + "\n").encode())
        f.write(b'{"type":"test_case"\n')  # cut
        f.write(b"\n\r\nnull\n[]\n42\n\"text\"\n")
        f.write((json.dumps(case(status="maybe")) + "\n").encode())
        f.write((json.dumps(case(status=3)) + "\n").encode())
        f.write((json.dumps(case(features=[1])) + "\n").encode())
        f.write((json.dumps(case(features={"a": None, "b": {"c": 1}, "d": [1, 2, 3], "e": True})) + "\n").encode())
        f.write((json.dumps(case(coverage={"../../etc/passwd": [1], "/etc/passwd": [2]})) + "\n").encode())
        f.write((json.dumps(case(coverage={"f": ["x"]})) + "\n").encode())
        f.write(b'{"type":"test_case","property":"\xff","status":"passed","representation":"x"}\n')
        f.write(json.dumps({"type": "mystery"}).encode() + b"\n")
        f.write(b'{"type":"test_case","property":"p","status":"passed",'
                b'"representation":"' + b"x" * 100_000_000 + b'"}\n')
        f.write(b"[" * 5000 + b"\n")
        f.write((json.dumps(case(features={"huge": 1e308, "tiny": -1e-308})) + "\n").encode())
        f.write(json.dumps(case(representation="the last one")).encode())  # without its end
    page = folder / "bad.html"
    done = report(str(file), "-o", str(page))
    assert done.returncode == 0, done.stderr
    text = page.read_text("utf-8")
    assert text.count("<script") == 2 and "<img" not in text and "<!--<" not in text
    assert len(text) < 1_000_000, len(text)
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.S).group(1))
    assert data["bad"]["count"] == 13, data["bad"]
    assert sum(r["rows"] for r in data["runs"]) == 5, [(r["property"], r["rows"]) for r in data["runs"]]
    assert "root:x:" not in text, "a file outside of the sources got into the page"
    assert any("longer than" in b["why"] for b in data["bad"]["samples"])


def other_tools(folder):
    """Names that the format had before."""
    file = folder / "old.jsonl"
    file.write_text(json.dumps({"type": "test_case", "run_start": 1, "property": "p", "status": "discarded",
                                "representation": "x"}) + "\n", "utf-8")
    data = json.loads(report("--json", str(file)).stdout)
    assert data["runs"][0]["gave_up"] == 1


def wrong_usage(folder):
    assert report(str(folder / "none.jsonl")).returncode == 2
    (folder / "empty").mkdir()
    assert report(str(folder / "empty")).returncode == 1
    (folder / "nothing.jsonl").write_text("", "utf-8")
    assert report(str(folder / "nothing.jsonl")).returncode == 1


def main():
    if not TALI.exists():
        print("tali was not built (CLI11 is not installed)")
        return
    if b"without simdjson" in report("x").stderr:
        print("tali was built without simdjson: nothing to see")
        return
    with tempfile.TemporaryDirectory() as folder:
        for check in (counts, hostile, other_tools, wrong_usage):
            check(pathlib.Path(folder))
            print(f"{check.__name__}: ok")


if __name__ == "__main__":
    sys.exit(main())
