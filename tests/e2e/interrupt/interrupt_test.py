#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Ctrl-C while a failure is being shrunk: the first reports the best so far, the second ends the program."""

import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import adapter_support  # noqa: E402  (the folder above is on no path)


def started():
    """The program, shrinking."""
    p = subprocess.Popen([adapter_support.program("slow_shrink")], env=adapter_support.clean_environment(), text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                         preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert p.stdout.readline() == "failed for the first time\n"
    time.sleep(0.5)  # it is found, confirmed and described in a few runs of 50 ms
    return p


def test_once():
    p = started()
    began = time.monotonic()
    os.killpg(p.pid, signal.SIGINT)  # as the keyboard does
    text, _ = p.communicate(timeout=60)
    assert time.monotonic() - began < 5, "it went on shrinking"
    assert "failed: slow to shrink" in text and "interrupted" in text and "numbers = [" in text, text
    assert "passed: comes after it" in text, text
    assert p.returncode == 1, p.returncode


def test_twice():
    p = started()
    for _ in range(40):  # whenever the first one was noted, the next one ends the program
        os.killpg(p.pid, signal.SIGINT)  # as the keyboard does
        time.sleep(0.01)
        if p.poll() is not None:
            break
    p.communicate(timeout=60)
    assert p.returncode == -signal.SIGINT, p.returncode


test_once()
test_twice()
print("ok", os.path.basename(__file__))
