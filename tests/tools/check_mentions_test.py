# SPDX-License-Identifier: BSL-1.0
"""tools/check_mentions reports mentions of things that do not exist."""
# mentions: off

import unittest

from tree import TreeTest

TOOL = "tools/check_mentions"


class CheckMentions(TreeTest):
    def setUp(self):
        super().setUp()
        self.write("src/gen/text.cpp", "int text();\n")
        self.write("tools/look", "#!/bin/sh\n")

    def accepts(self):
        self.assert_passes(TOOL, "--root", self.root)

    def refuses(self, text):
        self.assert_fails(text, TOOL, "--root", self.root)

    def test_what_is_there(self):
        self.write("src/gen/a.cpp", "// As in src/gen/text.cpp, gen/text.cpp and text.cpp; see tools/look, src/gen/ and src/*.cpp.\n")
        self.write("README.md", "Run `tools/look`, or put a file into `src/<layer>/`.\n")
        self.accepts()

    def test_path_in_a_comment(self):
        self.write("src/a.cpp", "int a; // see src/gen/gone.cpp\n")
        self.refuses("src/a.cpp:1: there is no src/gen/gone.cpp")

    def test_name_in_a_comment(self):
        self.write("src/a.cpp", "\n/// gone.hpp says why\n")
        self.refuses("src/a.cpp:2: there is no file gone.hpp")
        self.write("src/a.cpp", '// "gone.hpp:12" is how a place is shown\nconst char* s = "gone.hpp";\n')
        self.accepts()

    def test_path_in_markdown(self):
        self.write("README.md", "Look into `src/generators/`.\n")
        self.refuses("README.md:1: there is no src/generators/")

    def test_links(self):
        self.write("docs/a.md", "# One: `two`!\n\n[here](#one-two), [there](../docs/b.md#part), [out](https://example.com)\n")
        self.write("docs/b.md", "```sh\n# Part\n```\n\n## Part\n")
        self.accepts()
        self.write("docs/b.md", "```sh\n# Part\n```\n")
        self.refuses("docs/a.md:3: docs/b.md has no heading #part")
        self.write("docs/a.md", "[gone](c.md)\n")
        self.refuses("docs/a.md:1: broken link: c.md")

    def test_decisions_are_listed(self):
        self.write("docs/decisions/0001-one.md", "# One\n")
        self.write("docs/README.md", "[One](decisions/0001-one.md)\n")
        self.accepts()
        self.write("docs/decisions/0002-two.md", "# Two\n")
        self.refuses("docs/decisions/0002-two.md is not listed")

    def test_presets(self):
        self.write("CMakePresets.json", '{"configurePresets": [{"name": "dev"}]}')
        self.write("README.md", "```sh\ncmake --preset dev\n```\n")
        self.accepts()
        self.write("README.md", "```sh\ncmake --preset fast\n```\n")
        self.refuses("README.md:2: there is no preset fast")

    def test_macros(self):
        self.write("src/a.hpp", "#define TALI_THING 1\n")
        self.refuses("src/a.hpp:1: TALI_THING occurs nowhere else")
        self.write("src/b.cpp", "int b = TALI_THING;\n")
        self.accepts()

    def test_variables_of_settings(self):
        self.write("README.md", "`TALI_TIME_BUDGET=1s`\n")
        self.refuses("TALI_TIME_BUDGET occurs nowhere else")
        self.write("src/property/settings/settings.cpp", 'f("time-budget");\n')
        self.accepts()

    def test_columns(self):
        self.write("src/a.cpp", f"// {'ab ' * 39}\n")
        self.write("README.md", f"| {'ab ' * 60} |\n\n```text\n{'ab ' * 60}\n```\n")
        self.accepts()
        self.write("src/a.cpp", f"// {'ab ' * 40}\n")
        self.refuses("src/a.cpp:1: 123 columns")
        self.write("src/a.cpp", "")
        self.write("README.md", "ab " * 60)
        self.refuses("README.md:1: 180 columns")

    def test_columns_of_scripts(self):
        for name in ["a.py", "a.sh", "tools/a", "cmake/A.cmake", "src/CMakeLists.txt"]:
            self.write(name, f"# {'ab ' * 39}\n")
            self.accepts()
            self.write(name, f"# {'ab ' * 40}\n")
            self.refuses(f"{name}:1: 122 columns")
            self.write(name, "")


if __name__ == "__main__":
    unittest.main()
