# SPDX-License-Identifier: BSL-1.0
"""include/tali/value/detail/bind_fields.hpp is what tools/write_bind_fields writes."""

import unittest

from tree import TreeTest

TOOL = "tools/write_bind_fields"
FILE = "include/tali/value/detail/bind_fields.hpp"


class BindFields(TreeTest):
    def test_current(self):
        self.assert_passes(TOOL, "--check")

    def test_an_edit_is_found(self):
        self.assert_passes(TOOL, "--root", self.root)
        self.assert_passes(TOOL, "--root", self.root, "--check")
        self.write(FILE, (self.root / FILE).read_text() + "// by hand\n")
        self.assert_fails("run it", TOOL, "--root", self.root, "--check")


if __name__ == "__main__":
    unittest.main()
