# SPDX-License-Identifier: BSL-1.0
"""tools/check_spdx, check_format, check_headers and check_nolint report violations, and accept valid files."""

import shutil
import unittest

from tree import ROOT, SPDX, TreeTest


class CheckSpdx(TreeTest):
    def test_line_is_found_where_it_may_stand(self):
        self.write("a.cpp", f"// {SPDX}\n")
        self.write("b.py", f"#!/usr/bin/env python3\n# {SPDX}\n")
        self.write("c.md", f"<!-- {SPDX} -->\n")
        self.assertIn("3 files", self.assert_passes("tools/check_spdx", "--root", self.root))

    def test_missing_line_is_named(self):
        self.write("src/a.cpp", "int a;\n")
        self.assert_fails("src/a.cpp:1: no licence line", "tools/check_spdx", "--root", self.root)

    def test_scripts_without_a_suffix_count(self):
        self.write("tool", "#!/bin/sh\n")
        self.assert_fails("tool:1", "tools/check_spdx", "--root", self.root)

    def test_data_does_not_count(self):
        self.write("x.json", "{}")
        self.write("tests/golden/out.md", "expected\n")
        self.write("build/y.cpp", "")
        self.assert_passes("tools/check_spdx", "--root", self.root)


@unittest.skipUnless(shutil.which("clang-format-19"), "clang-format 19 is not installed")
class CheckFormat(TreeTest):
    def setUp(self):
        super().setUp()
        shutil.copy(ROOT / ".clang-format", self.root)

    def test_layout(self):
        self.write("src/good.cpp", "int* f(int& x);\n")
        bad = self.write("src/bad.cpp", "int x;\nint *f( int &x );\n")
        self.assert_fails("src/bad.cpp:2: formatting differs", "tools/check_format", "--root", self.root)
        self.assert_passes("tools/check_format", "--root", self.root, "--fix")
        self.assertEqual(bad.read_text(), "int x;\nint* f(int& x);\n")
        self.assert_passes("tools/check_format", "--root", self.root)

    def test_lines_that_tools_read_are_not_wrapped(self):
        self.write("tests/compile_fail/a.cpp", f"// {SPDX}\n// expect: {'a b' * 60}\n")
        self.assert_passes("tools/check_format", "--root", self.root)


class CheckHeaders(TreeTest):
    def test_header_that_needs_another(self):
        self.write("include/tali/a.hpp", "#pragma once\n#include <string>\nstd::string a();\n")
        self.assert_passes("tools/check_headers", "--root", self.root)
        self.write("include/tali/b.hpp", "#pragma once\nstd::string b();\n")
        self.assert_fails("include/tali/b.hpp:1: does not compile alone", "tools/check_headers", "--root", self.root)

    def test_header_without_a_guard(self):
        self.write("include/tali/a.hpp", "struct a {};\n")
        self.assert_fails("include/tali/a.hpp:1", "tools/check_headers", "--root", self.root)

    def test_adapter_without_its_framework(self):
        self.write("include/tali/adapter/a.hpp", "#pragma once\n#include <no_such_framework.hpp>\n")
        self.assertIn("skipped", self.assert_passes("tools/check_headers", "--root", self.root))


class CheckNolint(TreeTest):
    def setUp(self):
        super().setUp()
        self.write(".clang-tidy",
                   "# a-check is explained here\nChecks: >\n  -*,\n  bugprone-*,\n  -bugprone-off\nUser: x\n")

    def refuses(self, text):
        self.assert_fails(text, "tools/check_nolint", "--root", self.root)

    def accepts(self):
        self.assert_passes("tools/check_nolint", "--root", self.root)

    def test_a_check_that_runs(self):
        self.write("src/a.cpp", "int a; // NOLINT(bugprone-on): a reason\n// NOLINTNEXTLINE(bugprone-a,bugprone-b)\n")
        self.accepts()

    def test_no_check_named(self):
        self.write("src/a.cpp", "int a;\nint b; // NOLINT\n")
        self.refuses("src/a.cpp:2: NOLINT: names no check")

    def test_a_check_that_is_off(self):
        self.write("include/a.hpp", "// NOLINTBEGIN(bugprone-on,bugprone-off)\n")
        self.refuses("include/a.hpp:1: NOLINT: bugprone-off does not run")
        self.write("include/a.hpp", "// NOLINTNEXTLINE(misc-thing)\n")
        self.refuses("misc-thing does not run")

    def test_folders_change_the_checks(self):
        self.write("tests/a.cpp", "// NOLINTNEXTLINE(bugprone-on)\n// NOLINTNEXTLINE(misc-thing)\n")
        self.write("tests/.clang-tidy", "InheritParentConfig: true\nChecks: 'misc-*'\n")
        self.accepts()
        self.write("tests/.clang-tidy", "Checks: 'misc-*'\n")
        self.refuses("bugprone-on does not run")


if __name__ == "__main__":
    unittest.main()
