# SPDX-License-Identifier: BSL-1.0
"""Helpers of the tests of the adapters: starting their programs and reading their output."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

PROGRAMS = pathlib.Path(os.environ.get("TALI_PROGRAM_DIR", "."))
SOURCES = pathlib.Path(__file__).resolve().parent.parent / "programs"
RERUN = re.compile(r"to run this (?:case )?again: ((?:[^\n]*\\\n)*[^\n]*)")

# ThreadSanitizer does not support forks, so crash isolation is disabled under it.
ISOLATION = os.environ.get("TALI_SANITIZE") != "thread"
needs_isolation = unittest.skipUnless(ISOLATION, "no isolation under the thread sanitizer")


def program(name):
    """The path of a program; ends the test successfully if its framework is not installed."""
    path = PROGRAMS / name
    if not path.exists():
        print(f"{name}: not built, its framework is not installed")
        sys.exit(0)
    return str(path)


def clean_environment(**extra):
    """This environment without settings of tali and GoogleTest; nothing is stored between runs."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("TALI_", "GTEST_"))}
    return {**kept, "TALI_STORE": "off", **extra}


class Done:
    """A program that has ended."""

    def __init__(self, done):
        self.status = done.returncode
        self.text = done.stdout


def run(command, **environment):
    """Runs a command, a list or a line for the shell."""
    return Done(subprocess.run(command, shell=isinstance(command, str), env=clean_environment(**environment),
                               text=True, errors="replace",
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False))


def line_of(source, text):
    """The number of the only line of a program's source that contains this text."""
    lines = [number for number, line in enumerate((SOURCES / source).read_text(encoding="utf-8").splitlines(), 1)
             if text in line]
    assert len(lines) == 1, f"{source}: '{text}' is on lines {lines}"
    return lines[0]


def rerun_command(text):
    """The command in a report that reruns its case."""
    match = RERUN.search(text)
    assert match, f"no line to run the case again in:\n{text}"
    return match.group(1)
