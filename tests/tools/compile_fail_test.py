# SPDX-License-Identifier: BSL-1.0
"""The harness of tests/compile_fail accepts a compile error for the stated reason only."""

import unittest

from tree import SPDX, TreeTest

HARNESS = "tests/compile_fail/check.py"
REFUSED = '#ifndef TALI_FIXED\nstatic_assert(false, "the reason");\n#endif\n'


class CompileFail(TreeTest):
    def case(self, text):
        return self.write("case.cpp", text)

    def test_refused_as_stated(self):
        self.assert_passes(HARNESS, self.case(f"// {SPDX}\n// expect: the r.ason\n{REFUSED}"))

    def test_refused_for_another_reason(self):
        self.assert_fails("another reason", HARNESS, self.case(f"// expect: no such text\n{REFUSED}"))

    def test_text_of_the_file_does_not_count(self):
        code = "#ifndef TALI_FIXED\nint x = nothing_here; // quoted by the compiler\n#endif\n"
        self.assert_fails("another reason", HARNESS, self.case(f"// expect: quoted by the compiler\n{code}"))

    def test_compiles(self):
        self.assert_fails("compiles, but must not", HARNESS, self.case("// expect: x\nint x;\n"))

    def test_fixed_branch_does_not_compile(self):
        self.assert_fails("does not compile with -DTALI_FIXED", HARNESS, self.case("// expect: x\nint x = y;\n"))

    def test_nothing_stated(self):
        self.assert_fails("no `// expect:", HARNESS, self.case(REFUSED))


if __name__ == "__main__":
    unittest.main()
