# SPDX-License-Identifier: BSL-1.0
"""Every kind of body of a property passes through the adapter of every framework."""

import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from adapter_support import PROGRAMS, SOURCES, run  # noqa: E402

BODIES = set(re.findall(r'^  way\("([^"]+)"', (SOURCES / "bodies.hpp").read_text(encoding="utf-8"), re.M))


class Bodies(unittest.TestCase):
    def test_all_pass(self):
        self.assertGreater(len(BODIES), 30)
        for framework in ("gtest", "catch2", "doctest"):
            program = PROGRAMS / f"adapter_{framework}_bodies"
            if not program.exists():
                print(f"{program.name}: not built, its framework is not installed")
                continue
            with self.subTest(framework):
                done = run([str(program)])
                self.assertEqual(done.status, 0, done.text)
                self.assertEqual(set(re.findall(r"^passed: (.*)$", done.text, re.M)), BODIES)


if __name__ == "__main__":
    unittest.main()
