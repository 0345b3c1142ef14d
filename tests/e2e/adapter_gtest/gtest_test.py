# SPDX-License-Identifier: BSL-1.0
"""Properties in GoogleTest, seen from outside: one failure each, and GoogleTest's own options still work."""

import json
import pathlib
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from adapter_support import line_of, program, rerun_command, run  # noqa: E402

PROGRAM = program("adapter_gtest")
SOURCE = "adapter_gtest.cpp"

# For each failing property: the text of its one failure, and the text of the line it names.
FAILING = {
    "fails.expect_eq": (["n = ", "Expected equality of these values:", "n is "], "EXPECT_EQ(n / 50'000, 0)"),
    "fails.assert_lt": (["argument 1 = ", "Expected: (n) < (50'000), actual: "], "ASSERT_LT(n, 50'000)"),
    "fails.fail_macro": (["Failed\n", "as it should"], "FAIL() <<"),
    "fails.add_failure": (["once", "and again"], 'ADD_FAILURE() << "once"'),
    "fails.by_exception": (["threw std::runtime_error: thrown by the body"], None),
    "fails.returned_false": (["the property returned false"], None),
    "fails.expectation": (["n = ", "failed: too large"], "c.expect("),
    "fails.on_threads": (["with four threads"], "with four threads"),
    "fails.on_thread_of_body": (["on another thread"], "on another thread"),
    "fails.with_trace": (["Google Test trace:", "trace of the body"], None),
    "fails.second_of_two": (["failed: fails.second_of_two: not 'fine'", "TALI_ONLY='fails.second_of_two: not "], None),
    "fails.example": (["failed: kept property", "explicit example 1", "argument 1 = 7"], "EXPECT_NE(n, 7)"),
    "fails.nested": (["inner"], "<< \"inner\""),
    "others.gives_up": (["gave up: others.gives_up", "nothing is good enough: 10000"], None),
    "others.generator_error": (["error: others.generator_error", "gen::integer(3, 2)"], None),
}


def results(*arguments, **environment):
    """(the program, its tests in GoogleTest's XML: name -> element)"""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "results.xml"
        done = run([PROGRAM, f"--gtest_output=xml:{path}", *arguments], **environment)
        root = xml.etree.ElementTree.parse(path).getroot()
    return done, {f"{case.get('classname')}.{case.get('name')}": case for case in root.iter("testcase")}


def recorded(case):
    """The values that the test recorded with RecordProperty."""
    return {p.get("name"): p.get("value") for p in case.iter("property")}


class WholeRun(unittest.TestCase):
    """Several checks of one run of everything."""

    @classmethod
    def setUpClass(cls):
        cls.done, cls.cases = results()

    def test_exit_status(self):
        self.assertEqual(self.done.status, 1)

    def test_every_test_ran(self):
        self.assertEqual(len(self.cases), 27)
        for name, case in self.cases.items():
            self.assertEqual((name, case.get("status"), case.get("result")), (name, "run", "completed"))

    def test_one_failure_each(self):
        for name, case in self.cases.items():
            self.assertEqual((name, len(case.findall("failure"))), (name, 1 if name in FAILING else 0))
        self.assertEqual(len(re.findall(r": Failure$", self.done.text, re.M)), len(FAILING))

    def test_messages(self):
        for name, (parts, at) in FAILING.items():
            text = self.cases[name].find("failure").get("message")
            for part in parts:
                self.assertIn(part, text)
                self.assertIn(part, self.done.text)
            if at is not None:
                self.assertRegex(text, rf"at \S*{SOURCE}:{line_of(SOURCE, at)}\n")
            if name.startswith("fails."):
                self.assertIn("--gtest_filter=" + name, text)
                if name != "fails.example":
                    self.assertRegex(text, r"seed 0x[0-9a-f]+")
                    self.assertRegex(text, r"TALI_REPLAY=t1-[-\w]+ ")

    def test_fatal_assertion_ends_the_case(self):
        self.assertNotIn("only reached if", self.done.text)

    def test_statistics_are_recorded(self):
        fine = recorded(self.cases["passes.with_assertions"])
        self.assertEqual((fine["tali_cases"], fine["tali_discarded"]), ("1000", "0"))
        self.assertRegex(fine["tali_seed"], r"^0x[0-9a-f]+$")
        self.assertEqual(recorded(self.cases["passes.with_settings"])["tali_cases"], "50")
        two = recorded(self.cases["passes.two_with_names"])
        self.assertEqual({k for k in two if "cases" in k}, {"tali_cases_first_one", "tali_cases_second_one"})
        self.assertGreater(int(recorded(self.cases["others.discards_many"])["tali_discarded"]), 500)

    def test_warnings_are_seen(self):
        for name in ("others.discards_many", "others.skip_discards"):
            self.assertRegex(self.done.text, rf"{name}: warning: \d+ % of the cases were discarded")

    def test_nothing_else_is_said_of_what_passes(self):
        for line in self.done.text.splitlines():
            if "passes." in line:
                self.assertRegex(line, r"^\[")


class Options(unittest.TestCase):
    """GoogleTest's options, and tali's settings."""

    def test_filter(self):
        done, cases = results("--gtest_filter=passes.*:after.*-*one_line")
        self.assertEqual(done.status, 0, done.text)
        ran = {name for name, case in cases.items() if case.get("status") == "run"}
        self.assertEqual(len(ran), 6)
        self.assertTrue(all(name.startswith(("passes.", "after.")) for name in ran))

    def test_shards(self):
        seen = []
        for shard in range(3):
            _, cases = results(GTEST_TOTAL_SHARDS="3", GTEST_SHARD_INDEX=str(shard))
            ran = [name for name, case in cases.items() if case.get("status") == "run"]
            self.assertEqual(len(ran), 9)
            seen += ran
            for name in ran:
                self.assertEqual((name, len(cases[name].findall("failure"))), (name, 1 if name in FAILING else 0))
        self.assertEqual(len(set(seen)), 27)

    def test_repeat_takes_fresh_seeds(self):
        done = run([PROGRAM, "--gtest_repeat=3", "--gtest_filter=fails.returned_false"])
        self.assertEqual(done.status, 1)
        self.assertEqual(len(re.findall(r": Failure$", done.text, re.M)), 3)
        self.assertEqual(len(set(re.findall(r" seed (0x\w+)", done.text))), 3)

    def test_shuffle(self):
        done = run([PROGRAM, "--gtest_shuffle"])
        self.assertEqual(done.status, 1)
        for name in FAILING:
            self.assertRegex(done.text, rf"(?m)^\[  FAILED  \] {re.escape(name)} ")

    def test_json(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "results.json"
            run([PROGRAM, f"--gtest_output=json:{path}"])
            report = json.loads(path.read_text(encoding="utf-8"))
        self.assertEqual((report["tests"], report["failures"]), (27, len(FAILING)))

    def test_cases_can_be_run_again(self):
        for name in ("fails.expect_eq", "fails.second_of_two", "fails.on_threads", "fails.example"):
            first = run([PROGRAM, f"--gtest_filter={name}"])
            again = run(rerun_command(first.text))
            self.assertEqual(again.status, 1, again.text)
            value = re.search(r"^  (?:n|argument 1) = .*$", first.text, re.M).group()
            self.assertIn(value, again.text)
            self.assertEqual(len(re.findall(r": Failure$", again.text, re.M)), 1)

    def test_environment_overrides_code_and_flags_override_environment(self):
        _, cases = results("--gtest_filter=passes.with_*", TALI_CASES="17")
        self.assertEqual([recorded(case)["tali_cases"] for case in cases.values() if case.get("status") == "run"],
                         ["17", "17"])
        _, cases = results("--tali-cases=5", "--tali-seed", "0x2a", "--gtest_filter=passes.with_*", TALI_CASES="17")
        for case in cases.values():
            if case.get("status") == "run":
                self.assertEqual((recorded(case)["tali_cases"], recorded(case)["tali_seed"]), ("5", "0x2a"))

    def test_wrong_settings_fail_every_property(self):
        for arguments, environment, message in (
            ([], {"TALI_CASES": "many"}, "environment variable TALI_CASES: invalid value 'many'"),
            (["--tali-caes=3"], {}, "--tali-caes: there is no setting 'caes'"),
            (["--tali-cases"], {}, "--tali-cases needs a value")):
            _, cases = results(*arguments, **environment)
            for name, case in cases.items():
                failures = case.findall("failure")
                if name.startswith(("passes.in_one", "after.")):
                    self.assertEqual(len(failures), 0 if name.startswith("after.") else 1)
                for failure in failures:
                    if "EXPECT" not in failure.text and "Value of" not in failure.text:
                        self.assertIn(message, failure.get("message"))

    def test_only(self):
        done, cases = results("--gtest_filter=passes.*", TALI_ONLY="passes.derived")
        self.assertEqual(done.status, 0, done.text)
        self.assertEqual(cases["passes.derived"].get("result"), "completed")
        self.assertEqual(cases["passes.in_one_line"].get("result"), "skipped")

    def test_verbosity(self):
        done = run([PROGRAM, "--gtest_filter=passes.with_assertions:others.discards_many"], TALI_VERBOSITY="verbose")
        self.assertRegex(done.text, r"(?m)^passed: passes.with_assertions — 1000 cases")
        self.assertRegex(done.text, r"  warning: \d+ % of the cases were discarded")
        done = run([PROGRAM, "--gtest_filter=others.discards_many:fails.expect_eq"], TALI_VERBOSITY="quiet")
        self.assertNotIn("warning:", done.text)
        self.assertIn("n = ", done.text)


if __name__ == "__main__":
    unittest.main()
