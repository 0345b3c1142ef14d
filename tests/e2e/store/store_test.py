#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The store from outside: where programs store cases by default, and full disks."""

import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from adapter_support import PROGRAMS, clean_environment, rerun_command  # noqa: E402

EARLIER = "a stored case from an earlier run"


class Store(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tali_store_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, command, **more):
        environment = {k: v for k, v in clean_environment().items() if k != "TALI_STORE"}
        done = subprocess.run(command, shell=isinstance(command, str), cwd=self.folder, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False, **more)
        self.assertEqual(done.returncode, 1, done.stdout)
        return done.stdout

    def cases(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if p.is_file())

    def test_stand_alone(self):
        program = [str(PROGRAMS.resolve() / "kept_cases"), "--only", "lists are short"]
        first = self.run_it(program)
        self.assertNotIn(EARLIER, first)
        self.assertEqual([c.split("/")[0] for c in self.cases()], [".tali"])
        self.assertIn(EARLIER, self.run_it(program))
        self.assertIn("the replayed case", self.run_it(rerun_command(first)))
        self.assertEqual(len(self.cases()), 1)

    def test_in_a_test_framework(self):
        program = [str(PROGRAMS.resolve() / "adapter_gtest"), "--gtest_filter=fails.expect_eq"]
        self.assertNotIn(EARLIER, self.run_it(program))
        kept = self.cases()
        self.assertEqual(len(kept), 1)
        self.assertIn(EARLIER, self.run_it(program))
        self.assertEqual(self.cases(), kept)

    def test_a_disk_that_takes_no_more(self):
        program = [str(PROGRAMS.resolve() / "kept_cases"), "--only", "lists are short"]
        # Python ignores SIGXFSZ, and with restore_signals=False its children inherit that.
        said = self.run_it(program, restore_signals=False,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
        self.assertIn("[10, 0, 0]", said)
        self.assertRegex(
            said, r"warning: cannot store a failing case in '\.tali/lists_are_short-[0-9a-f]+': File too large")
        self.assertEqual(self.cases(), [])


if __name__ == "__main__":
    unittest.main()
