# SPDX-License-Identifier: BSL-1.0
"""Properties in doctest, seen from outside: one failure each, and doctest's own options still work."""

import pathlib
import re
import sys
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from adapter_support import line_of, program, rerun_command, run  # noqa: E402

PROGRAM = program("adapter_doctest")
SOURCE = "adapter_doctest.cpp"
TESTS = 25

# For each failing property: the text of its one failure, and the text of the line it names.
FAILING = {
    "fails: require": (["n = ", "REQUIRE( n / 50'000 == 0 )", "values: REQUIRE( 1 == 0 )", "logged: info of the body"],
                       "REQUIRE(n / 50'000 == 0)"),
    "fails: check": (["CHECK( n < 50'000 )"], None),
    "fails: check_eq": (["CHECK_EQ( n / 50'000, 0 )", "values: CHECK_EQ( 1, 0 )"], "CHECK_EQ(n / 50'000, 0)"),
    "fails: fail": (["FAIL: as it should"], 'FAIL("as it should")'),
    "fails: fail_check": (["FAIL_CHECK: once"], 'FAIL_CHECK("once")'),
    "fails: require_throws": (["threw nothing", "expected: std::runtime_error"],
                              'throw std::runtime_error("expected")'),
    "fails: exception in an assertion": (["threw: \"thrown by the expression\""], "thrown by the expression"),
    "fails: by exception": (["threw std::runtime_error: thrown by the body"], None),
    "fails: returned false": (["the property returned false"], None),
    "fails: a name, with 'quotes', [brackets]": (["argument 1 = "], None),
    "fails: second of two": (["failed: fails: second of two: not 'fine'", "TALI_ONLY="], None),
    "fails: nested": (["CHECK( n + m < 0 )"], None),
    "others: gives up": (["gave up: others: gives up", "nothing is good enough: 10000"], None),
    "others: generator error": (["error: others: generator error", "gen::integer(3, 2)"], None),
}
# Not exactly one failure, as the header documents.
SPECIAL = {"fails: subcase inside", "others: on a thread of the body"}


def results(*arguments, **environment):
    """(the program, its test cases in doctest's XML: name -> element)"""
    done = run([PROGRAM, "-r=xml", *arguments], **environment)
    root = xml.etree.ElementTree.fromstring(done.text)
    return done, {case.get("name"): case for case in root.iter("TestCase") if case.get("skipped") != "true"}


def failures_of(case):
    """The texts of all failures of a test case."""
    return ([m.find("Text").text for m in case.iter("Message") if m.get("type") != "WARNING"]
            + ["".join(e.itertext()) for e in case.iter("Expression") if e.get("success") != "true"])


class WholeRun(unittest.TestCase):
    """Several checks of one run of everything."""

    @classmethod
    def setUpClass(cls):
        cls.done, cls.cases = results()

    def test_exit_status(self):
        self.assertEqual(self.done.status, 1)

    def test_every_test_ran(self):
        self.assertEqual(len(self.cases), TESTS)
        self.assertEqual(self.cases["after: ordinary test"].find("OverallResultsAsserts").get("failures"), "0")

    def test_one_failure_each(self):
        for name, case in self.cases.items():
            if name not in SPECIAL:
                self.assertEqual((name, len(failures_of(case))), (name, 1 if name in FAILING else 0))
                self.assertEqual(case.find("OverallResultsAsserts").get("failures"), "1" if name in FAILING else "0")

    def test_messages(self):
        for name, (parts, at) in FAILING.items():
            text = failures_of(self.cases[name])[0]
            for part in parts:
                self.assertIn(part, text)
            if at is not None:
                self.assertRegex(text, rf"at \S*{SOURCE}:{line_of(SOURCE, at)}\n")
            if name.startswith("fails:"):
                self.assertRegex(text, r"seed 0x[0-9a-f]+")
                self.assertRegex(text, r"TALI_REPLAY=t1-[-\w]+ ")

    def test_subcase_inside_is_refused(self):
        texts = failures_of(self.cases["fails: subcase inside"])
        self.assertEqual(len(texts), 2) # doctest runs the test case once for each of its subcases
        for text in texts:
            self.assertIn("SUBCASE inside the body of a property", text)

    def test_warnings_are_seen(self):
        for name, text in (("others: discards many", "% of the cases were discarded"),
                           ("others: threads", "ran on one thread, not 4")):
            warnings = [m.find("Text").text for m in self.cases[name].iter("Message") if m.get("type") == "WARNING"]
            self.assertEqual(len(warnings), 1)
            self.assertIn(text, warnings[0])


class Options(unittest.TestCase):
    """doctest's options, and tali's settings."""

    def test_filters(self):
        done, cases = results("-tc=passes*,after*")
        self.assertEqual((done.status, len(cases)), (0, 7))
        done, cases = results("-tc=passes*", "-tce=*derived")
        self.assertEqual((done.status, len(cases)), (0, 5))

    def test_parts(self):
        seen = []
        for first, last in ((1, 10), (11, 20), (21, 30)):
            _, cases = results(f"-first={first}", f"-last={last}")
            seen += cases
        self.assertEqual((len(seen), len(set(seen))), (TESTS, TESTS))

    def test_subcases_around_a_property(self):
        done = run([PROGRAM, "-s", "-tc=passes: in subcases"])
        self.assertEqual(done.status, 0)
        self.assertEqual(re.findall(r"all (\d) inputs", done.text), ["2", "3"])

    def test_statistics_are_shown_with_successes(self):
        done = run([PROGRAM, "-tc=passes: with assertions"])
        self.assertNotIn("1000 cases", done.text)
        done = run([PROGRAM, "-s", "-tc=passes: with assertions"])
        self.assertIn("passed: passes: with assertions — 1000 cases", done.text)
        self.assertLess(len(done.text.splitlines()), 20) # not a line for each assertion of each case

    def test_junit(self):
        done = run([PROGRAM, "-r=junit", "-tce=others: on*"])
        root = xml.etree.ElementTree.fromstring(done.text)
        names = {case.get("name").split("/")[0] for case in root.iter("testcase") if case.find("failure") is not None}
        self.assertEqual(names, FAILING.keys() | {"fails: subcase inside"})
        self.assertIn("to run this case again", xml.etree.ElementTree.tostring(root, encoding="unicode"))

    def test_order_and_abort(self):
        done = run([PROGRAM, "-ob=rand", "-aa=1", "-tc=fails*"])
        self.assertEqual(done.status, 1)
        self.assertEqual(done.text.count("to run this case again"), 1)

    def test_cases_can_be_run_again(self):
        _, cases = results()
        for name in ("fails: require", "fails: second of two", "fails: a name, with 'quotes', [brackets]"):
            first = failures_of(cases[name])[0]
            again = run(rerun_command(first))
            self.assertEqual(again.status, 1, again.text)
            value = re.search(r"^ *(?:n|argument 1) = .*$", first, re.M).group()
            self.assertIn(value.strip(), again.text)
            self.assertRegex(again.text, r"test cases:\s*1 \|\s*0 passed \|\s*1 failed")

    def test_environment_and_flags(self):
        done = run([PROGRAM, "-s", "-tc=passes: with assertions"], TALI_CASES="17")
        self.assertIn(" 17 cases", done.text)
        done = run([PROGRAM, "-s", "-tc=passes: with assertions", "--tali-cases=5"], TALI_CASES="17")
        self.assertIn(" 5 cases", done.text)
        done = run([PROGRAM, "-tc=passes: derived,after*"], TALI_CASES="many")
        self.assertIn("environment variable TALI_CASES: invalid value 'many'", done.text)
        self.assertRegex(done.text, r"test cases:\s*2 \|\s*1 passed \|\s*1 failed")


if __name__ == "__main__":
    unittest.main()
