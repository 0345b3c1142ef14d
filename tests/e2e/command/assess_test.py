#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""tali assess: makes a suite, writes it in three forms, grades programs with it."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

TALI = pathlib.Path(os.environ["TALI_BUILD_DIR"]) / "bin" / "tali"

PREDICATE = """
import json, sys
for line in sys.stdin:
    test = json.loads(line)
    place = {v: i for i, v in enumerate(test["output"])}
    vertices = {v for edge in test["input"] for v in edge}
    ok = set(test["output"]) == vertices and all(place[a] < place[b] for a, b in test["input"])
    print(json.dumps(ok and (%s or len(place) == len(test["output"]))), flush=True)
"""


def tali(*arguments, status=0):
    done = subprocess.run([TALI, "assess", *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def main():
    if not TALI.exists():
        print("skipped: there is no command tali in this build")
        return
    if "without CaDiCaL" in subprocess.run([TALI, "--help"], capture_output=True, text=True).stdout:
        print("skipped: this build has no assessment")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        suite, header, text = folder / "suite.json", folder / "suite.hpp", folder / "suite.txt"
        out = tali("suite", "toposortacle", "--tests", "2", "--engine", "sat",
                   "--json", suite, "--cpp", header, "--text", text)
        assert "37 buckets with 74 tests (2 to accept, 72 to reject), 27 impossible" in out.stdout, out.stdout
        assert "no-new and none-dropped and unique -> same-number" in out.stdout
        tests = json.loads(suite.read_text())
        assert len(tests["tests"]) == 74 and len(tests["impossible"]) == 27
        assert "Impossible within these bounds" in text.read_text()
        # The header is C++ for types that are independent of tali.
        program = folder / "use.cpp"
        program.write_text('#include "suite.hpp"\n#include <utility>\n'
                           "int main() { int n = 0; "
                           "for (const auto& t : toposortacle_tests<std::vector<std::pair<int, int>>, "
                           "std::vector<int>>()) n += t.valid ? 1 : 0; return n; }\n")
        compiler = os.environ.get("CXX", "c++")
        subprocess.run([compiler, "-std=c++20", "-Wall", "-Werror", str(program), "-o", str(folder / "use")],
                       check=True)
        assert subprocess.run([folder / "use"]).returncode == 2

        (folder / "right.py").write_text(PREDICATE % "False")
        (folder / "twice.py").write_text(PREDICATE % "True")
        report, page = folder / "report.json", folder / "report.html"
        python = sys.executable  # not a script that starts it
        out = tali("grade", suite, f"{python} {folder}/right.py", f"{python} {folder}/twice.py",
                   "--seconds", "10", "--json",
                   report, "--html", page, status=1)
        assert "right on every test" in out.stdout, out.stdout
        found = {p["name"]: p for p in json.loads(report.read_text())["predicates"]}
        assert found["right.py"]["right"] and "unique" in found["twice.py"]["seems"]["omits"], found
        assert "none-dropped" in found["twice.py"]["seems"]["checks"], found
        assert "<table" in page.read_text()
        assert tali("grade", suite, f"{python} {folder}/right.py", "--seconds", "10").stdout

        # A reference is compared with the subproperties, on the tests and on random pairs.
        for program, status, says in ((folder / "right.py", 0, "agrees with the subproperties on 74 tests and 1000"),
                                      (folder / "twice.py", 1, "the subproperties reject it (not unique")):
            out = tali("suite", "toposortacle", "--tests", "2", "--engine", "sat", "--seconds", "10",
                       "--total-seconds", "100", "--reference", f"{python} {program}", status=status)
            assert says in out.stdout, out.stdout
        out = tali("grade", suite, f"{python} {folder}/right.py", "--reference", f"{python} {folder}/twice.py",
                   "--seconds", "10", status=1)
        assert "differs from the subproperties on" in out.stdout, out.stdout

        assert "neither an assignment" in tali("grade", folder / "none.json", "x", status=2).stderr
        (folder / "bad.json").write_text("{}")
        assert "not a suite" in tali("grade", folder / "bad.json", "x", status=2).stderr
        assert "nothing to grade" in tali("grade", suite, status=2).stderr
        assert "unknown assignment" in tali("suite", "sorting", status=2).stderr


if __name__ == "__main__":
    main()
