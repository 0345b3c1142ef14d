# SPDX-License-Identifier: BSL-1.0
"""tools/check_functions reports long functions without a reason, and distinguishes functions from other braces."""

import unittest

from tree import TreeTest

TOOL = "tools/check_functions"
LONG = "  f();\n" * 60  # with a head and a closing brace, 62 lines


class CheckFunctions(TreeTest):
    def check(self, text, path="src/a.cpp"):
        self.write(path, text)

    def refuses(self, message, text):
        self.check(text)
        return self.assert_fails(message, TOOL, "--root", self.root)

    def accepts(self, text):
        self.check(text)
        return self.assert_passes(TOOL, "--root", self.root)

    def test_length(self):
        self.refuses("src/a.cpp:2: a::f has 62 lines", f"int x;\nvoid a::f() {{\n{LONG}}}\n")
        self.accepts(f"void f() {{\n{LONG[14:]}}}\n")

    def test_headers_count(self):
        self.check(f"#pragma once\ninline void f() {{\n{LONG}}}\n", "include/tali/a.hpp")
        self.assert_fails("include/tali/a.hpp:2: f has 62 lines", TOOL, "--root", self.root)

    def test_other_folders_do_not_count(self):
        self.check(f"void f() {{\n{LONG}}}\n", "tests/a.cpp")
        self.assert_passes(TOOL, "--root", self.root)

    def test_a_reason_above(self):
        output = self.accepts(f"// What it does.\n// long: a table of calls.\n// More.\nvoid f() {{\n{LONG}}}\n")
        self.assertIn("1 functions, 1 of them long", output)
        self.refuses("f has", f"// long: of another function.\n\nvoid f() {{\n{LONG}}}\n")

    def test_a_reason_inside(self):
        self.accepts(f"void f() {{\n  // long: a table of calls.\n{LONG}}}\n")
        self.refuses("f has", f"void f() {{\n{LONG}  // long: too late.\n}}\n")

    def test_the_reason_must_be_given(self):
        self.refuses("f has", f"// long:\nvoid f() {{\n{LONG}}}\n")
        self.refuses("f has", f"// This is long.\nvoid f() {{\n{LONG}}}\n")

    def test_scopes_are_no_functions(self):
        members = "  int f() { return 1; }\n" * 70
        self.accepts(f"namespace a {{\nclass b final : public c<int> {{\npublic:\n{members}}};\n}}\n")
        self.accepts("enum class a : int {\n" + "  b,\n" * 70 + "};\n")
        self.accepts("constexpr int a[] = {\n" + "  1,\n" * 70 + "};\n")
        self.accepts("const std::vector<a> b{\n" + "  {f(1), 2},\n" * 70 + "};\n")
        self.accepts("template <class T>\nconcept a = requires(T t) {\n" + "  t.f();\n" * 70 + "};\n")

    def test_functions_of_all_kinds(self):
        for head, name in (("template <class T = b<(1)>>\nstruct a {\npublic:\n  void f() const noexcept {", "f"),
                           ("struct a {\n  a() : b_{1}, c_(2) {", "a"), ("struct a {\n  ~a() {", "~a"),
                           ("struct a {\n  bool operator==(const a& o) const {", "operator=="),
                           ("struct a {\n  void operator()(int x = b{1}.c) {", "operator()"),
                           ("struct a {\n  auto f() -> std::vector<int> {", "f"),
                           ("struct a {\n  template <class T>\n"
                            "    requires requires(T t) { t.g(); }\n  void f(T t) {", "f"),
                           ("namespace a {\n  struct b f(struct c d) {", "f"),
                           ("namespace a {\n  constexpr auto f = [](int x) {", "")):
            with self.subTest(head=head):
                end = "};" if head.endswith("(int x) {") or not head.startswith("namespace") else "}"
                self.refuses(f"{name} has ", f"{head}\n{LONG}}}\n{end}\n")

    def test_the_rest_of_the_file_is_read_after_a_function(self):
        self.refuses("src/a.cpp:4: g has", f"struct a {{\n  a() : b_{{1}} {{ f(); }}\n}};\nvoid g() {{\n{LONG}}}\n")

    def test_text_is_not_code(self):
        self.accepts("void f() {\n  g(\"{\"); // {\n  g('{'); /* { */\n  g(R\"x({)\" {)x\");\n  h(1'000, '\\'');\n}\n"
                     "#define A {\nvoid i() {}\n" + "int x;\n" * 70)

    def test_lambdas_are_part_of_their_function(self):
        output = self.refuses("f has", f"void f() {{\n  const auto g = [] {{\n{LONG}  }};\n}}\n")
        self.assertEqual(output.count(" lines, more than"), 1)


if __name__ == "__main__":
    unittest.main()
