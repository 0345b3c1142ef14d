# SPDX-License-Identifier: BSL-1.0
"""Every kind of crash, under every framework: it is found, named and shrunk, and the rest of the program runs."""

import json
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from adapter_support import PROGRAMS, needs_isolation, run  # noqa: E402

# For each crash: its kind and its message; with a sanitizer, the message may be the sanitizer's.
DEATHS = {
    "bad_access": ("signal", r"killed by SIGSEGV: access through a null pointer"),
    "abortion": ("signal", r"aborted \(SIGABRT\)"),
    "division": ("signal", r"killed by SIGFPE: division by zero"),
    "stack_overflow": ("signal", r"stack overflow \(SIGSEGV\)"),
    "exit_status": ("exited", r"ended the process with exit status 3"),
    "quick_exit": ("exited", r"ended the process with exit status 0"),
    "thread_end": ("exited", r"ended its thread \(pthread_exit or cancellation\)"),
    "hang": ("hang", r"timeout: did not end within 300 ms"),
    "memory": ("memory", r"out of memory: used more than 300 MB"),
    "left_thread": ("signal", r"killed by SIGSEGV: access through a null pointer"),
    "uncaught": ("signal", r"aborted \(SIGABRT\)"),
    "exception": ("exception", r"threw std::out_of_range: too large"),
}
SANITIZER = {
    "bad_access": r"AddressSanitizer: SEGV|UndefinedBehaviorSanitizer",
    "abortion": r"killed by SIGABRT",
    "division": r"AddressSanitizer: FPE|UndefinedBehaviorSanitizer: integer-divide-by-zero|runtime error: division",
    "stack_overflow": r"AddressSanitizer: (stack-overflow|SEGV)",  # it distinguishes them by the distance to the stack
    "left_thread": r"AddressSanitizer: SEGV|UndefinedBehaviorSanitizer",
    "uncaught": r"killed by SIGABRT",
    "bad_index": r"AddressSanitizer: heap-buffer-overflow",
}
FINE = [f"fine_{i}" for i in range(1, 11)]


def unwrapped(text):
    """Without white space: Catch2 wraps lines at a fixed width, so the breaks depend on the path of the checkout."""
    return re.sub(r"\s", "", text)


def sections(text, names):
    """The part of the output that belongs to each property that failed: from its heading to the next."""
    starts = {name: m.start() for name in names
              if (m := re.search(rf"failed: (deaths\.)?{name} ", text))}
    order = sorted(starts.values()) + [len(text)]
    return {name: text[at:order[order.index(at) + 1]] for name, at in starts.items()}


@needs_isolation
class Deaths(unittest.TestCase):
    def check(self, name, arguments):
        path = PROGRAMS / name
        if not path.exists():
            self.skipTest(f"{name} is not built: its framework is not installed")
        listing = run([str(PROGRAMS / "deaths_main"), "--list"]).text.split()
        sanitized = "bad_index" in listing
        expected = {d: story for d, (_, story) in DEATHS.items()}
        if sanitized:
            expected |= SANITIZER
        done = run([str(path), *arguments], TALI_SEED="7", TALI_COLOR="never")
        # Frameworks add their own margins to the text.
        text = re.sub(r"\n[ ]+", "\n", done.text)
        self.assertNotEqual(done.status, 0, text)
        self.assertGreater(done.status, 0, f"died of a signal:\n{text}")
        found = sections(text, expected)
        for death, story in expected.items():
            with self.subTest(death=death):
                self.assertIn(death, found, text)
                self.assertRegex(unwrapped(found[death]), unwrapped(story))
                self.assertRegex(found[death], r"argument 1 = 11\n", "the simplest input that crashes")
        self.assertFalse(sections(text, FINE))
        return text, len(expected)

    def test_stand_alone(self):
        text, deaths = self.check("deaths_main", [])
        for name in FINE:
            self.assertIn(f"passed: {name} ", text)
        self.assertRegex(text, rf"{deaths + 10} properties: 10 passed, {deaths} failed")

    def test_stand_alone_on_threads(self):
        text, _ = self.check("deaths_main", ["--threads", "2"])
        for name in FINE:
            self.assertIn(f"passed: {name} ", text)

    def test_stand_alone_always_isolated(self):
        text, _ = self.check("deaths_main", ["--isolation", "always", "--cases", "200"])
        for name in FINE:
            self.assertIn(f"passed: {name} ", text)

    def test_gtest(self):
        text, deaths = self.check("deaths_gtest", [])
        for name in FINE:
            self.assertRegex(text, rf"\[       OK \] deaths.{name} ")
        self.assertIn(f"[  FAILED  ] {deaths} tests, listed below", text)

    def test_catch2(self):
        text, deaths = self.check("deaths_catch2", [])
        self.assertRegex(text, rf"test cases: +{deaths + 10} \| +10 passed \| +{deaths} failed")

    def test_doctest(self):
        text, deaths = self.check("deaths_doctest", [])
        self.assertRegex(text, rf"test cases: +{deaths + 10} \| +10 passed \| +{deaths} failed")

    def test_lines_and_kinds(self):
        path = PROGRAMS / "deaths_main"
        done = run([str(path), "--seed", "7", "--json", "-", "--only", "*a*"])
        summary = json.loads(done.text[done.text.index('{\n  "format"'):])
        kinds = {p["name"]: p["failures"][0]["kind"] for p in summary["properties"] if p.get("failures")}
        if "bad_index" in kinds:
            self.assertEqual(kinds["bad_index"], "sanitizer")
            return
        for death, (kind, _) in DEATHS.items():
            if "a" in death:
                self.assertEqual(kinds[death], kind)
        stack = next(p for p in summary["properties"] if p["name"] == "bad_access")["failures"][0]["stack"]
        self.assertRegex(stack[0], r"read_through\(.*deaths(\.hpp|_main\.cpp):\d+")

    def test_a_death_outside_of_properties_is_the_programs_own(self):
        done = run([str(PROGRAMS / "deaths_main"), "--only", "fine_1", "--isolation", "none"])
        self.assertEqual(done.status, 0, done.text)
        died = run([str(PROGRAMS / "deaths_main"), "--only", "abortion", "--isolation", "none", "--seed", "7"])
        self.assertEqual(died.status, -6, died.text)

    def test_a_name_that_dies_can_be_replayed(self):
        path = str(PROGRAMS / "deaths_main")
        first = run([path, "--seed", "7", "--only", "exit_status"])
        replay = re.search(r"--replay (\S+)", first.text)
        self.assertTrue(replay, first.text)
        again = run([path, "--only", "exit_status", "--replay", replay.group(1)])
        self.assertEqual(again.status, 1)
        self.assertIn("argument 1 = 11\n", again.text)
        self.assertIn("ended the process with exit status 3", again.text)


if __name__ == "__main__":
    unittest.main()
