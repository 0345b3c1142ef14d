# SPDX-License-Identifier: BSL-1.0
"""The names after `tali::` and `tali::gen::` are the approved ones, and any other name is reported."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "tools" / "public_names"


def run(*arguments, **environment):
    return subprocess.run([sys.executable, str(TOOL), *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True,
                          env={**os.environ, **environment}, check=False)


class PublicNames(unittest.TestCase):
    def test_names_are_approved(self):
        done = run("--check")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_difference_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            clang = pathlib.Path(folder) / "clang"
            clang.write_text("#!/bin/sh\necho 'COMPLETION: newcomer : [#int#]newcomer()'\n", encoding="utf-8")
            clang.chmod(0o755)
            done = run("--check", CLANG=str(clang))
        self.assertEqual(done.returncode, 1)
        self.assertIn("not approved: tali::newcomer", done.stdout)
        self.assertIn("no longer there: tali::check", done.stdout)


if __name__ == "__main__":
    unittest.main()
