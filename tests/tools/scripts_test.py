# SPDX-License-Identifier: BSL-1.0
"""test.sh, demo.sh, bench.sh and their common functions: arguments, counting, progress. Nothing is built here."""

import subprocess
import unittest

from tree import ROOT, TreeTest


def shell(code, text=""):
    """Output of a bash fragment that has read tools/common.sh."""
    done = subprocess.run(["bash", "-c", f"source '{ROOT}/tools/common.sh'; {code}"], input=text, capture_output=True,
                          text=True)
    return done.stdout + done.stderr


class Scripts(TreeTest):
    def test_help(self):
        for script in ("test.sh", "demo.sh", "bench.sh", "tests/consumer/run.sh"):
            self.assertIn("--help" if "/" not in script else "run.sh install", self.assert_passes(script, "--help"))
        for tool in ("check_layers", "check_spdx", "check_format", "check_functions", "check_headers", "check_mentions",
                     "check_nolint", "check_page", "count_junit", "tidy", "write_bind_fields", "doc_snippets.py"):
            self.assertIn("usage:", self.assert_passes(f"tools/{tool}", "--help"))

    def test_wrong_arguments(self):
        self.assert_fails("see --help", "test.sh", "--qiuck")
        self.assert_fails("one of lint tidy gcc clang19 asan tsan quick asan-all tsan-all (got 'gc')",
                          "test.sh", "--only", "gc")
        self.assert_fails("--only takes a stage", "test.sh", "--only")
        self.assert_fails("see --help", "demo.sh", "now")
        self.assert_fails("unknown topic 'nothing'", "bench.sh", "nothing")

    def test_every_topic_describes_itself(self):
        listed = self.assert_passes("bench.sh").splitlines()
        for topic in (ROOT / "bench" / "topics").glob("*.sh"):
            lines = [line.split(maxsplit=1) for line in listed if line.split()[:1] == [topic.stem]]
            self.assertEqual(len(lines), 1, listed)
            self.assertEqual(len(lines[0]), 2, f"{topic.name} has no line `# topic: description`")

    def test_count_junit(self):
        cases = ['status="run"/>', 'status="run"/>', 'status="disabled"/>', 'status="fail"><failure/></testcase>',
                 'status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>',
                 'status="notrun"><skipped message="Unable to find executable"/></testcase>']
        report = self.write("r.xml", f"<testsuite>{''.join('<testcase ' + case for case in cases)}</testsuite>")
        self.assertEqual(self.assert_passes("tools/count_junit", report), "2 2\n")
        self.assertEqual(self.assert_passes("tools/count_junit", self.root / "absent.xml"), "0 1\n")
        self.assertEqual(self.assert_passes("tools/count_junit", self.write("b.xml", "<testsui")), "0 1\n")

    def test_missing_packages(self):
        self.assertEqual(shell("missing_packages bash=bash vector.h=none cstdio.hpp=a-b1.2 no_such_command=c+d"),
                         "c+d\nnone\na-b1.2\n")
        self.assertEqual(shell("missing_packages bash=bash stdio.h=libc6-dev"), "")

    def test_progress_keeps_what_matters(self):
        lines = [f"{i}/100 Test #{i}: name ..... Passed" for i in range(1, 101)]
        lines[54] = "55/100 Test #55: name .....***Failed"
        lines.insert(55, "why it failed")
        kept = shell("progress", "\n".join(lines)).splitlines()
        self.assertIn("55/100 Test #55: name .....***Failed", kept)
        self.assertIn("why it failed", kept)
        self.assertLess(len(kept), 15)


if __name__ == "__main__":
    unittest.main()
