# SPDX-License-Identifier: BSL-1.0
"""Predicates of gen::valid that misbehave: a clear outcome in bounded time, and the other properties run."""

import pathlib
import re
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from adapter_support import needs_isolation, program, run  # noqa: E402

PROGRAM = program("valid_deaths")
SIMPLEST = "--replay t1-ZAIELO6ejg"  # the choices of a list of one number, 11


class Misbehaving(unittest.TestCase):
    def check_question(self, text):
        """There is no drawn value yet, but the value passed to the predicate, and the progress of the search."""
        self.assertIn(SIMPLEST, text)
        self.assertIn("in the predicate of gen::valid, called with: [11]\n", text)
        seen = re.search(r"earlier calls: (\d+) values?, of which (\d+) valid \(([\d.e-]+) %\)", text)
        self.assertIsNotNone(seen, text)
        self.assertLessEqual(int(seen.group(2)), int(seen.group(1)))
        self.assertNotIn("flaky", text)

    def outcome(self, name, *arguments, within=60):
        start = time.monotonic()
        done = run([PROGRAM, "--only", name, "--seed", "7", "--color", "never", *arguments])
        self.assertLess(time.monotonic() - start, within, done.text)
        return done.text

    def test_never_true(self):
        text = self.outcome("never")
        self.assertRegex(text, r"gave up: never — 0 cases, \d+ discarded \(gen::valid: no valid value found after "
                               r"training with 20000 attempts, 0 valid \(0 %\)")

    def test_never_true_within_a_budget(self):
        # All of its attempts, or as many as half of the budget allows.
        text = self.outcome("never", "--time-budget", "100ms", within=20)
        seen = re.search(r"gave up: never .*training with (\d+) attempts, 0 valid", text)
        self.assertIsNotNone(seen, text)
        self.assertLessEqual(int(seen.group(1)), 20000)
        self.assertGreater(int(seen.group(1)), 0)

    def test_extremely_rare(self):
        # One list of 8 numbers among 21^8: not found, and reported as such.
        text = self.outcome("rare")
        self.assertRegex(text, r"gave up: rare .*training with 20000 attempts, 0 valid \(0 %\)")

    def test_throws(self):
        text = self.outcome("throws")
        self.assertRegex(text, r"failed: throws ")
        self.assertRegex(text, r"threw std::runtime_error: too large")
        self.check_question(text)

    def test_throws_on_what_training_has_not_seen(self):
        text = self.outcome("throws_late", "--cases", "20000")
        self.assertRegex(text, r"failed: throws_late ")
        self.assertRegex(text, r"threw std::runtime_error: met at last")
        self.assertRegex(text, r"in the predicate of gen::valid, called with: \[")
        self.assertRegex(text, r"earlier calls: \d+ values, of which \d+ valid")
        self.assertNotIn("flaky", text)

    def test_throws_in_every_method(self):
        for name in "throws_gradient", "throws_rejection":
            with self.subTest(name):
                text = self.outcome(name)
                self.assertRegex(text, r"threw std::runtime_error: too large")
                self.check_question(text)

    @needs_isolation
    def test_crashes(self):
        text = self.outcome("crashes")
        self.assertRegex(
            text, r"killed by SIGSEGV: access through a null pointer|AddressSanitizer: SEGV|UndefinedBehavior")
        self.check_question(text)

    @needs_isolation
    def test_aborts(self):
        text = self.outcome("aborts")
        self.assertRegex(text, r"SIGABRT")
        self.check_question(text)

    @needs_isolation
    def test_hangs(self):
        text = self.outcome("hangs", "--deadline", "2s", within=100)
        self.assertRegex(text, r"failed: hangs ")
        self.assertRegex(text, r"did not end within 2 s")
        self.check_question(text)

    def test_slow(self):
        # 10 ms per call: learning ends by time, and the budget is exact to within a case.
        text = self.outcome("slow", "--time-budget", "3s", within=30)
        self.assertRegex(text, r"passed|ok")

    def test_learning_leaves_half_of_the_budget(self):
        # By default it would learn for 2 s, and the case that waits for it would be the only one.
        text = self.outcome("slow_by_default", "--time-budget", "1200ms", within=30)
        cases = re.search(r"passed: slow_by_default — (\d+) cases", text)
        self.assertIsNotNone(cases, text)
        self.assertGreater(int(cases.group(1)), 1)
        text = self.outcome("never_by_default", "--time-budget", "50ms", within=30)
        self.assertRegex(text, r"gave up: never_by_default .*training with \d+ attempts, 0 valid \(0 %\)")

    @needs_isolation
    def test_replays_without_the_model(self):
        text = self.outcome("crashes")
        replay = re.search(r"t1-[A-Za-z0-9_-]+", text)
        self.assertIsNotNone(replay, text)
        again = self.outcome("crashes", "--replay", replay.group(0))
        self.assertRegex(again, r"SIGSEGV|AddressSanitizer|UndefinedBehavior")

    @needs_isolation
    def test_the_others_run(self):
        done = run([PROGRAM, "--seed", "7", "--color", "never", "--deadline", "2s", "--time-budget", "2s"])
        self.assertRegex(done.text, r"13 properties: .*failed, 3 gave up")
        self.assertNotRegex(done.text, r"failed: fine")


if __name__ == "__main__":
    unittest.main()
