#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The command tali, from outside: what it shows, exports and forgets, and its error messages.

The text output is compared with the files in tests/golden/store; with TALI_APPROVE set they are written instead.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TALI = pathlib.Path(os.environ.get("TALI_BUILD_DIR", "build/dev")).resolve() / "bin" / "tali"
KEPT = pathlib.Path(os.environ.get("TALI_PROGRAM_DIR", "build/dev/tests/programs")).resolve() / "kept_cases"
GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "golden" / "store"
APPROVE = bool(os.environ.get("TALI_APPROVE"))
EMPTY = "t1-AACm5vU"  # no choices, size 0

# A type, and the expression of it that a stored case contains and that export has to print.
VALUES = [
    ("int", "1"),
    ("int", "(-2147483647 - 1)"),
    ("long", "(-9223372036854775807L - 1)"),
    ("unsigned int", "4294967295U"),
    ("unsigned long long", "18446744073709551615ULL"),
    ("signed char", "static_cast<signed char>(-3)"),
    ("bool", "true"),
    ("char", r"'\n'"),
    ("double", "1e300"),
    ("double", "-0.0"),
    ("float", "0.33333334F"),
    ("std::byte", "std::byte{0x1f}"),
    ("std::string", r'std::string("\x01" "f\"é")'),
    ("std::string", r'std::string("a\x00" "b", 3)'),
    ("std::vector<int>", "std::vector<int>{1, 2, 3}"),
    ("std::list<std::vector<std::string>>",
     'std::list<std::vector<std::string>>{std::vector<std::string>{std::string("a")}, std::vector<std::string>{}}'),
    ("std::set<int>", "std::set<int>{1, 2}"),
    ("std::array<int, 2>", "std::array<int, 2>{1, 2}"),
    ("std::map<int, std::string>", 'std::map<int, std::string>{{1, std::string("x")}}'),
    ("std::pair<int, std::string>", 'std::pair<int, std::string>(1, std::string("a"))'),
    ("std::tuple<int, bool, char>", r"std::tuple<int, bool, char>(1, true, 'c')"),
    ("std::optional<int>", "std::optional<int>(3)"),
    ("std::optional<int>", "std::optional<int>(std::nullopt)"),
    ("std::optional<std::optional<int>>", "std::optional<std::optional<int>>(std::optional<int>(std::nullopt))"),
    ("std::variant<int, bool>", "std::variant<int, bool>(std::in_place_index<1>, true)"),
    ("std::unique_ptr<int>", "std::make_unique<int>(3)"),
    ("std::chrono::duration<long, std::ratio<1, 1000>>", "std::chrono::duration<long, std::ratio<1, 1000>>(5L)"),
    ("card", "card{.rank = static_cast<short>(7), .pips = {1, 2}}"),
]


def stored(property_name, values, replay=EMPTY, role="argument"):
    name = property_name.replace("\n", "\n  ")
    text = f"tali stored case, format 1\nproperty: {name}\nreplay: {replay}\nstate: shrunk\ncause: it failed\n"
    for number, (kind, value, *source) in enumerate(values, 1):
        text += f"{role}: argument {number}\ntype: {kind}\nvalue: " + value.replace("\n", "\n  ") + "\n"
        text += "".join(f"cpp: {one}\n" for one in source)
    return text


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tali_command_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, *arguments, program=TALI, **environment):
        clean = {k: v for k, v in os.environ.items() if not k.startswith("TALI_")}
        return subprocess.run([str(program), *arguments], cwd=self.folder, env={**clean, **environment}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)

    def tali(self, *arguments, status=0, **environment):
        done = self.run_it(*arguments, **environment)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def keep(self, name, text, folder=".tali/some-1"):
        path = self.folder / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def keep_three(self):
        done = self.run_it("--seed", "3", program=KEPT)
        self.assertEqual(done.returncode, 1, done.stdout)

    def approved(self, name, text):
        path = GOLDEN / name
        if APPROVE:
            path.write_text(text, encoding="utf-8")
        self.assertEqual(text, path.read_text(encoding="utf-8"),
                         f"differs from {path}; run again with TALI_APPROVE=1 if it is better so")

    def test_show(self):
        self.assertIn("no stored cases in '.tali'", self.tali("show").stdout)
        self.keep("0123456789abcdef.case", (GOLDEN / "case.txt").read_text(encoding="utf-8"))
        self.keep("1123456789abcdef.case", stored("two\nlines", [("int", "1"), ("bool", "true")]), ".tali/some-2")
        self.keep("2123456789abcdef.case", stored("two\nlines", [], replay="t1-ZAUIBAQABKvzTA"), ".tali/some-2")
        self.approved("show.txt", self.tali("show").stdout)
        self.approved("show.json", self.tali("show", "--json").stdout)

    def test_show_some(self):
        self.keep_three()
        some = json.loads(self.tali("show", "--json", "lists*").stdout)
        self.assertEqual([c["property"] for c in some["cases"]], ["lists are short"])
        for which in (some["cases"][0]["id"], some["cases"][0]["id"][:6], some["cases"][0]["file"]):
            self.assertIn("1 case of 1 property", self.tali("show", which).stdout)
        moved = self.folder / "elsewhere"
        (self.folder / ".tali").rename(moved)
        self.assertIn("3 cases of 3 properties", self.tali("show", "--store", str(moved)).stdout)
        self.assertIn("3 cases of 3 properties", self.tali("show", TALI_STORE=str(moved)).stdout)

    def test_show_is_safe_for_a_terminal(self):
        self.keep("a.case", stored("evil \x1b[31m name", [("int", "1\x07")]))
        shown = self.tali("show").stdout
        self.assertIn(r"evil \x1b[31m name", shown)
        self.assertNotRegex(shown, r"[\x00-\x09\x0b-\x1f]")

    def test_strange_files_are_named(self):
        self.keep_three()
        self.keep("newer.case", "tali stored case, format 9\n")
        self.keep("foreign.case", "hello")
        self.keep("notes.txt", "hello", folder=".tali")
        done = self.tali("show")
        for name in ("newer.case", "foreign.case", "notes.txt"):
            self.assertRegex(done.stderr, rf"tali: warning: .*{name}")
        self.assertIn("3 cases", done.stdout)
        self.assertEqual(len(json.loads(self.tali("show", "--json").stdout)["warnings"]), 3)

    def test_forget(self):
        self.keep_three()
        self.assertIn("would forget", self.tali("forget", "--dry-run", "*").stdout)
        self.assertIn("3 cases", self.tali("show").stdout)
        self.assertIn("(lists are short)", self.tali("forget", "lists*").stdout)
        left = json.loads(self.tali("show", "--json").stdout)["cases"]
        self.assertEqual(len(left), 2)
        self.tali("forget", left[0]["file"])
        self.assertIn("1 case of", self.tali("show").stdout)

    def test_a_forgotten_case_is_not_tried_again(self):
        self.keep_three()
        self.assertIn("stored case from an earlier run", self.run_it("--only", "lists*", program=KEPT).stdout)
        self.tali("forget", "*")
        self.assertNotIn("stored case from an earlier run", self.run_it("--only", "lists*", program=KEPT).stdout)

    def test_export_values(self):
        for kind, source in VALUES:
            self.keep("a.case", stored("p", [(kind, "as shown", source), ("bool", "false", "false")]))
            out = self.tali("export", "p").stdout
            self.assertEqual(out, f"// p: it failed\n.example({source}, false)\n")

    def test_exported_values_are_cpp_of_their_type(self):
        program = "#include <array>\n#include <chrono>\n#include <cstddef>\n#include <list>\n#include <map>\n" \
                  "#include <memory>\n#include <optional>\n#include <set>\n#include <string>\n#include <tuple>\n" \
                  "#include <type_traits>\n#include <variant>\n#include <vector>\n" \
                  "struct card { short rank; int pips[2]; };\nint main() {\n"
        for kind, source in VALUES:
            check = f"static_assert(std::is_same_v<decltype(value), {kind}>);"
            program += f"{{ auto value = {source}; {check} (void)value; }}\n"
        (self.folder / "values.cpp").write_text(program + "}\n", encoding="utf-8")
        done = self.run_it("-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "values.cpp",
                           program=os.environ.get("CXX", "c++"))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_export_falls_back_to_the_replay_text(self):
        # As older versions have written it, or a value that has no expression.
        self.keep("a.case", stored("p", [("int", "1", "1"), ("double", "nan")]))
        out = self.tali("export", "p").stdout
        self.assertTrue(out.endswith(f'.replayed("{EMPTY}")\n'), out)
        self.assertTrue(all(line.startswith("//") for line in out.splitlines()[:-1]), out)
        self.assertIn("no C++ expression for 'argument 2'", self.tali("export", "--as", "values", "p", status=2).stderr)
        self.keep("a.case", stored("p", [("int", "1", "1")], role="drawn"))
        self.assertIn(".replayed(", self.tali("export", "p").stdout)
        self.keep("a.case", stored("p", [("int", "1", "1")]))
        self.assertIn(".replayed(", self.tali("export", "--as", "replay", "p").stdout)

    def test_export_of_what_was_found(self):
        self.keep_three()
        out = self.tali("export", "*").stdout
        self.assertIn(".example(std::vector<int>{10, 0, 0})\n", out)
        self.assertIn(".example(1000)\n", out)

    def test_replay_text(self):
        done = self.tali("replay-text", "--decode", "t1-KgYIFQr_yZuz5syZs-oE_P__________B_3__________wctfqc")
        self.approved("replay_text.txt", done.stdout)
        for text, words in (("t1-KgYIFQr", "truncated"), ("nonsense", "does not start with t1-"),
                            ("t7-AA", "newer tali")):
            self.assertIn(words, self.tali("replay-text", "--decode", text, status=2).stderr)

    def test_wrong_usage(self):
        alone = self.tali(status=2).stderr
        self.assertIn("replay-text", alone)
        self.assertIn("Exit status", alone)
        self.assertIn("did you mean 'show'?", self.tali("shwo", status=2).stderr)
        self.assertIn("--nonsense", self.tali("show", "--nonsense", status=2).stderr)
        self.assertIn("which", self.tali("forget", status=2).stderr)
        self.assertIn("values", self.tali("export", "--as", "poetry", "p", status=2).stderr)
        self.assertIn("no stored cases", self.tali("export", "p", status=1).stderr)
        self.keep_three()
        self.assertIn("did you mean 'lists are short'?", self.tali("show", "list are short", status=1).stderr)
        (self.folder / "file").write_text("", encoding="utf-8")
        self.assertIn("is not a folder", self.tali("show", "--store", "file", status=2).stderr)
        self.assertIn("is not a stored case", self.tali("show", "./file", status=2).stderr)

    def test_help_and_version(self):
        self.assertRegex(self.tali("--version").stdout, r"^tali \d+\.\d+\.\d+(-\w+)?\n$")
        for arguments in ([], ["show"], ["export"], ["forget"], ["replay-text"]):
            text = self.tali(*arguments, "--help").stdout
            self.assertIn("Exit status", text)
            self.assertIn("Usage: tali", text)


if __name__ == "__main__":
    if not TALI.exists():
        print(f"{TALI}: not built, CLI11 is not installed")
        sys.exit(0)
    unittest.main()
