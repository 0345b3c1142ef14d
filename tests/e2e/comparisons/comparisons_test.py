#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Values that the code under test compares with are drawn, enabled by the CMake function tali_comparisons."""

import os
import pathlib
import subprocess
import sys

PROGRAM = pathlib.Path(os.environ.get("TALI_PROGRAM_DIR", ".")) / "compared"


def main():
    if not PROGRAM.exists():
        print("not tried: the program is not built here (sanitizers)")
        return
    subprocess.run([str(PROGRAM)], check=True, timeout=300)


if __name__ == "__main__":
    sys.exit(main())
