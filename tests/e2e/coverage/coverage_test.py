#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Lines that cases reached, enabled by the CMake function tali_coverage: each case has those of its branch, in every
framework and isolation mode, and a program with several properties comes to its end."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(os.environ.get("TALI_PROGRAM_DIR", ".")) / "covered"
SOURCE = pathlib.Path(__file__).resolve().parents[2] / "programs" / "covered_code" / "code.cpp"


PROGRAMS = ("covered_session", "covered_gtest", "covered_catch2", "covered_doctest")
MODES = ("none", "on-demand", "always")


def check_lines(cases, place):
    """Checks the lines of each case against its value, and returns how many cases have the line of each branch."""
    seen = dict.fromkeys(place, 0)
    for case in cases:
        if case["type"] != "test_case" or case["how_generated"] == "shrinking":
            continue
        x = case["arguments"]["argument 1"]
        files = case["coverage"]
        assert len(files) == 1 and next(iter(files)).endswith("code.cpp"), files
        lines = next(iter(files.values()))
        expected = "below" if x < 0 else "wrong" if x == 1000 else "above" if x > 255 else "between"
        for word, line in place.items():
            # Lines of branches that were not taken never appear; those taken do, unless the compiler merged them.
            assert word == expected or line not in lines, (x, word, lines)
        seen[expected] += place[expected] in lines
        assert case["metadata"]["edges"] >= len(lines) > 0
    return seen


def check_threads(place):
    for threads in ([], ["2"]):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "stats.jsonl"
            subprocess.run([str(PROGRAM), str(file), *threads], check=True, timeout=60)
            cases = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        seen = check_lines(cases, place)
        assert seen["below"] > 0 and seen["wrong"] > 0, seen
        print(f"{len(cases)} lines: {seen}")


def check_frameworks(place):
    for name in PROGRAMS:
        program = PROGRAM.parent / name
        if not program.exists():
            print(f"not tried: {name} is not built here")
            continue
        for mode in MODES:
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "stats.jsonl"
                settings = {"TALI_STATS": str(file), "TALI_ISOLATION": mode, "TALI_SEED": "3", "TALI_STORE": "off"}
                # The limit is for a program that hangs; the run takes about a second.
                ended = subprocess.run([str(program)], env=os.environ | settings, capture_output=True, timeout=300)
                assert ended.returncode == 1, (name, mode, ended)
                cases = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
            seen = check_lines(cases, place)
            properties = {case["property"] for case in cases}
            assert len(properties) == 5 and all(n > 0 for n in seen.values()), (name, mode, properties, seen)
            print(f"{name}, isolation {mode}: {seen}")


def main():
    if not PROGRAM.exists() or not shutil.which("addr2line"):
        print("not tried: the program is not built here (sanitizers), or there is no addr2line")
        return
    place = {}
    for number, line in enumerate(SOURCE.read_text("utf-8").splitlines(), 1):
        for word in ("below", "above", "between", "wrong"):
            if line.endswith(f"// {word}"):
                place[word] = number
    check_threads(place)
    check_frameworks(place)


if __name__ == "__main__":
    sys.exit(main())
