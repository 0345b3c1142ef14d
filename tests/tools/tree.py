# SPDX-License-Identifier: BSL-1.0
"""A throwaway source tree and a way to run our scripts on it, for the tests of the scripts."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPDX = "SPDX-License-Identifier: BSL-1.0"


class TreeTest(unittest.TestCase):
    """self.root is an empty folder that is removed after the test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run_tool(self, tool, *arguments):
        """(exit status, standard output and error) of a script of ours."""
        interpreter = ["bash"] if tool.endswith(".sh") else [sys.executable]
        done = subprocess.run([*interpreter, str(ROOT / tool), *map(str, arguments)], capture_output=True, text=True,
                              cwd=self.root, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout + done.stderr

    def assert_passes(self, tool, *arguments):
        status, output = self.run_tool(tool, *arguments)
        self.assertEqual(status, 0, output)
        return output

    def assert_fails(self, text, tool, *arguments):
        """The script exits with an error that contains the text."""
        status, output = self.run_tool(tool, *arguments)
        self.assertNotEqual(status, 0, output)
        self.assertIn(text, output)
        return output
