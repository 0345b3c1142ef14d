#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Check that a file does not compile, and fails for the reason it states.

One of the first five lines of the file has the regular expression that the compiler's error must match:

    // expect: reflect.*map.*inverse

    // expect-gcc: ...     instead of it, where the two compilers
    // expect-clang: ...   word it differently

Compiled as it is, it must fail and an error must match. Compiled with -DTALI_FIXED, the same file must compile, so
that the failure comes from the code under test and not from a typing error.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default=os.environ.get("CXX", "c++"), help="the compiler (default: $CXX or c++)")
    parser.add_argument("--include", action="append", default=[], help="an include folder; may be repeated")
    parser.add_argument("file", type=pathlib.Path)
    args = parser.parse_args()

    is_clang = "clang" in subprocess.run([args.compiler, "--version"], capture_output=True, text=True).stdout.lower()
    head = args.file.read_text(encoding="utf-8").splitlines()[:5]
    stated = dict(m.groups() for line in head if (m := re.match(r"// (expect(?:-gcc|-clang)?):\s*(.+?)\s*$", line)))
    pattern = stated.get("expect-clang" if is_clang else "expect-gcc") or stated.get("expect")
    if not pattern:
        sys.exit(f"{args.file}:1: no `// expect: <regex>` among the first five lines: say what the error must match")

    def compile_with(*flags):
        # Without the quoted source lines; otherwise a pattern could match the text of the file itself.
        no_quotes = "-fno-caret-diagnostics" if is_clang else "-fno-diagnostics-show-caret"
        command = [args.compiler, "-std=c++20", "-fsyntax-only", "-fdiagnostics-color=never", no_quotes,
                   *(f"-I{folder}" for folder in args.include), *flags, str(args.file)]
        # Messages in English, independent of the user's language.
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})

    fixed = compile_with("-DTALI_FIXED")
    if fixed.returncode != 0:
        sys.exit(f"{args.file}:1: does not compile with -DTALI_FIXED, so its failure proves nothing: "
                 f"correct the #ifdef TALI_FIXED branch\n{fixed.stderr}")
    broken = compile_with()
    if broken.returncode == 0:
        sys.exit(f"{args.file}:1: compiles, but must not: the check it is about is gone (expected: {pattern})")
    if not re.search(pattern, broken.stderr):
        sys.exit(f"{args.file}:1: fails for another reason: nothing in the errors matches: {pattern}\n{broken.stderr}")
    print(f"{args.file.name}: refused as expected")


if __name__ == "__main__":
    main()
