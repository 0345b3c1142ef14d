# SPDX-License-Identifier: BSL-1.0
"""tools/doc_snippets.py reads pages by the rules at its top."""

import unittest

from tree import TreeTest


class DocSnippets(TreeTest):
    def page(self, *blocks):
        """A page with these blocks, each (words after the fence, code)."""
        (self.root / "include").mkdir(exist_ok=True)
        return self.write("docs/page.md", "".join(f"Some text.\n\n```{info}\n{code}\n```\n\n" for info, code in blocks))

    def holds(self, *blocks):
        self.page(*blocks)
        return self.assert_passes("tools/doc_snippets.py", "--root", self.root, "--out", self.root / "out")

    def fails(self, text, *blocks):
        self.page(*blocks)
        return self.assert_fails(text, "tools/doc_snippets.py", "--root", self.root, "--out", self.root / "out")

    def test_whole_program_runs(self):
        self.holds(("cpp", "#include <cstdio>\nint main() { std::puts(\"hi\"); }"))
        self.fails("docs/page.md:3: ended with status 3", ("cpp", "int main() { return 3; }"))
        self.holds(("cpp exit=3", "int main() { return 3; }"))
        self.holds(("cpp norun", "int main() { return 3; }"))

    def test_declarations_and_statements_share_a_file(self):
        output = self.holds(("cpp decl", "#include <string>\nstruct a { std::string s; };"),
                            ("cpp body", "int a = 1;\n(void)a;"), ("cpp body", "int a = 2;\n(void)a;"))
        self.assertIn("3 blocks of 1 pages hold, in 1 programs", output)

    def test_statements_run(self):
        self.fails("docs/page.md", ("cpp body", "#include <cstdlib>\nstd::abort();"))

    def test_error_names_the_line_of_the_page(self):
        self.fails("docs/page.md:5:", ("cpp decl", "int a;\nint b = nothing;"))

    def test_continues(self):
        self.holds(("cpp decl", "struct a { int x; };"), ("sh", "ls"), ("cpp continues", "struct b { a y; };"),
                   ("cpp continues body", "b z{};\n(void)z;"), ("cpp body", "int z;"))
        self.holds(("cpp decl", "struct a {};"), ("cpp continues", "int main() { a x; (void)x; }"))
        self.fails("`continues` needs", ("cpp continues", "int x;"))

    def test_code_that_must_not_compile(self):
        self.holds(("cpp decl fails", "int a = nothing; // error: was not declared"))
        self.fails("compiles, but the page says", ("cpp decl fails", "int a;"))
        self.fails("do not hold 'quite else'", ("cpp decl fails", "int a = nothing; // error: quite else"))

    def test_nothing_is_added(self):
        self.fails("does not compile", ("cpp body", "string s;"))
        self.fails("does not compile", ("cpp body", "std::string s;"))

    def test_specialisations_stay_at_global_scope(self):
        self.holds(("cpp decl", "#include <functional>\nstruct k {};\n"
                                "template <> struct std::hash<k> { int operator()(k) const { return 0; } };"))

    def test_macros_stay_in_their_program(self):
        self.holds(("cpp decl", "#define X 1\nint a = X;"), ("cpp decl", "int X;"))

    def test_gtest(self):
        self.holds(("cpp gtest", "#include <gtest/gtest.h>\nTEST(a, b) { EXPECT_EQ(1, 1); }"))
        self.fails("ended with status 1", ("cpp gtest", "#include <gtest/gtest.h>\nTEST(a, b) { EXPECT_EQ(1, 2); }"))

    def test_block_without_a_word(self):
        self.fails("docs/page.md:3: this ```cpp block is no whole program", ("cpp", "int x;"))
        self.fails("unknown word 'boddy'", ("cpp boddy", "int x;"))
        self.fails("write ```cpp", ("c++", "int x;"))
        self.holds(("text", "a := b"), ("", "whatever"))

    def test_hidden_and_indented_blocks(self):
        (self.root / "include").mkdir()
        self.write("README.md", "<!--\n```cpp decl\nint hidden;\n```\n-->\n\n- item\n\n  ```cpp continues body\n"
                                "  ++hidden;\n  ```\n")
        output = self.assert_passes("tools/doc_snippets.py", "--root", self.root, "--out", self.root / "out")
        self.assertIn("2 blocks", output)

    def test_block_that_is_not_closed(self):
        (self.root / "include").mkdir()
        self.write("README.md", "```cpp decl\nint x;\n")
        self.assert_fails("README.md:1: the block is not closed", "tools/doc_snippets.py", "--root", self.root, "--out",
                          self.root / "out")


if __name__ == "__main__":
    unittest.main()
