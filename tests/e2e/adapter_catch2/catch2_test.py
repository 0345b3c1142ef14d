# SPDX-License-Identifier: BSL-1.0
"""Properties in Catch2, seen from outside: one failure each, and Catch2's own options still work."""

import pathlib
import re
import sys
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from adapter_support import line_of, program, rerun_command, run  # noqa: E402

PROGRAM = program("adapter_catch2")
SOURCE = "adapter_catch2.cpp"
TESTS = 24

# For each failing property: the text of its one failure, and the text of the line it names.
FAILING = {
    "fails: require": (["n = ", "REQUIRE( n / 50'000 == 0 )", "with expansion:", "1 == 0",
                        "with message: info of the body"],
                       "REQUIRE(n / 50'000 == 0)"),
    "fails: check": (["CHECK( n < 50'000 )", "and at ", "CHECK( n <= 49'999 )"], None),
    "fails: fail": (["FAIL: as it should"], 'FAIL("as it should")'),
    "fails: fail_check": (["FAIL_CHECK: once", "FAIL_CHECK: and again"], 'FAIL_CHECK("once")'),
    "fails: require_throws": (["because no exception was thrown where one was expected"],
                              'throw std::runtime_error("expected")'),
    "fails: exception in an assertion": (["due to unexpected exception with message:", "thrown by the expression"],
                                         "thrown by the expression"),
    "fails: by exception": (["threw std::runtime_error: thrown by the body"], None),
    "fails: returned false": (["the property returned false"], None),
    "fails: a name, with 'quotes', [brackets]": (["argument 1 = "], None),
    "fails: second of two": (["failed: fails: second of two: not 'fine'", "TALI_ONLY="], None),
    "fails: section inside": (["SECTION inside the body of a property"], 'SECTION("no")'),
    "fails: generate inside": (["GENERATE inside the body of a property"], "GENERATE(1, 2) > 0"),
    "fails: nested": (["CHECK( n + m < 0 )"], None),
    "others: gives up": (["gave up: others: gives up", "nothing is good enough: 10000"], None),
    "others: generator error": (["error: others: generator error", "gen::integer(3, 2)"], None),
}


def results(*arguments, **environment):
    """(the program, its test cases in Catch2's XML: name -> element)"""
    done = run([PROGRAM, "-r", "xml", *arguments], **environment)
    root = xml.etree.ElementTree.fromstring(done.text)
    return done, {case.get("name"): case for case in root.iter("TestCase")}


class WholeRun(unittest.TestCase):
    """Several checks of one run of everything."""

    @classmethod
    def setUpClass(cls):
        cls.done, cls.cases = results()

    def test_exit_status(self):
        self.assertNotEqual(self.done.status, 0)

    def test_every_test_ran(self):
        self.assertEqual(len(self.cases), TESTS)
        self.assertEqual(self.cases["after: ordinary test"].find("OverallResult").get("success"), "true")

    def test_one_failure_each(self):
        for name, case in self.cases.items():
            failures = len(list(case.iter("Failure"))) + len(list(case.iter("Expression")))
            self.assertEqual((name, failures), (name, 1 if name in FAILING else 0))

    def test_messages(self):
        for name, (parts, at) in FAILING.items():
            text = next(self.cases[name].iter("Failure")).text
            for part in parts:
                self.assertIn(part, text)
            if at is not None:
                self.assertRegex(text, rf"at \S*{SOURCE}:{line_of(SOURCE, at)}\n")
            if name.startswith("fails:"):
                self.assertRegex(text, r"seed 0x[0-9a-f]+")
                self.assertRegex(text, r"TALI_REPLAY=t1-[-\w]+ ")

    def test_warnings_are_seen(self):
        for name, text in (("others: discards many", "% of the cases were discarded"),
                           ("others: threads", "ran on one thread, not 4")):
            warnings = [w.text for w in self.cases[name].iter("Warning")]
            self.assertEqual(len(warnings), 1)
            self.assertIn(text, warnings[0])


class Options(unittest.TestCase):
    """Catch2's options, and tali's settings."""

    def test_tags_and_names(self):
        done, cases = results("[passes],[after]")
        self.assertEqual((done.status, len(cases)), (0, 7))
        done, cases = results("passes: in*")
        self.assertEqual((done.status, len(cases)), (0, 2))

    def test_sections_and_generators_around_a_property(self):
        done, cases = results("passes: in sections")
        self.assertEqual(done.status, 0)
        # Section one, and section two once for each value.
        self.assertEqual(cases["passes: in sections"].find("OverallResult").get("success"), "true")
        self.assertEqual(sum(int(s.find("OverallResults").get("successes"))
                             for s in cases["passes: in sections"].iter("Section")), 3)

    def test_statistics_are_shown_with_successes(self):
        done = run([PROGRAM, "passes: with assertions"])
        self.assertNotIn("1000 cases", done.text)
        done = run([PROGRAM, "-s", "passes: with assertions"])
        self.assertIn("passed: passes: with assertions — 1000 cases", done.text)
        self.assertIn("1 assertion", done.text)

    def test_junit(self):
        done = run([PROGRAM, "-r", "junit"])
        root = xml.etree.ElementTree.fromstring(done.text)
        failures = [case for case in root.iter("testcase") if case.find("failure") is not None]
        self.assertEqual(len(failures), len(FAILING))
        self.assertIn("to run this case again", xml.etree.ElementTree.tostring(root, encoding="unicode"))

    def test_order_and_abort(self):
        done = run([PROGRAM, "--order", "rand", "-a", "[fails]"])
        self.assertNotEqual(done.status, 0)
        self.assertEqual(done.text.count("to run this case again"), 1)

    def test_cases_can_be_run_again(self):
        _, cases = results()
        for name in ("fails: require", "fails: second of two", "fails: a name, with 'quotes', [brackets]"):
            first = next(cases[name].iter("Failure")).text
            again = run(rerun_command(first))
            self.assertNotEqual(again.status, 0, again.text)
            value = re.search(r"^ *(?:n|argument 1) = .*$", first, re.M).group()
            self.assertIn(value.strip(), again.text)
            self.assertIn("test cases: 1 | 1 failed", again.text)

    def test_environment_and_flags(self):
        done = run([PROGRAM, "-s", "passes: with assertions"], TALI_CASES="17")
        self.assertIn(" 17 cases", done.text)
        done = run([PROGRAM, "-s", "passes: with assertions", "--tali-cases=5"], TALI_CASES="17")
        self.assertIn(" 5 cases", done.text)
        done = run([PROGRAM, "passes: derived,after: *"], TALI_CASES="many")
        # Catch2 breaks lines at 80 columns.
        self.assertIn("environment variable TALI_CASES: invalid value 'many'", " ".join(done.text.split()))
        self.assertIn("test cases: 2 | 1 passed | 1 failed", re.sub(" +", " ", done.text))


if __name__ == "__main__":
    unittest.main()
