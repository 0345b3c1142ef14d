#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""tali tune, from outside: weights from files of examples, used by a run, and the errors for invalid files."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TALI = pathlib.Path(os.environ.get("TALI_BUILD_DIR", "build/dev")).resolve() / "bin" / "tali"
PROGRAMS = pathlib.Path(os.environ.get("TALI_PROGRAM_DIR", "build/dev/tests/programs")).resolve()
TUNABLE = PROGRAMS / "tunable"


class Tune(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tali_tune_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, *arguments, program=TALI, status=0):
        clean = {k: v for k, v in os.environ.items() if not k.startswith("TALI_")}
        done = subprocess.run([str(program), *map(str, arguments)], cwd=self.folder, env=clean, text=True,
                              capture_output=True, timeout=60)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def tune(self, *arguments, status=0):
        return self.run_it("tune", TUNABLE, *arguments, status=status)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def counts(self, name="weights.json"):
        weights = json.loads((self.folder / name).read_text())
        self.assertEqual(weights["format"], "tali weights")
        return {tuple(w.get("context", []) + [w["label"]]): w["count"] for w in weights["weights"]}

    def test_each_file_is_a_text(self):
        self.write("one.txt", "abba\n")
        self.write("two.txt", "cab")
        done = self.tune("-g", "words", "one.txt", "two.txt")
        self.assertEqual(done.stderr, "words: 2 examples used, 0 skipped\n")
        self.assertEqual(self.counts(), {("a",): 3, ("b",): 3, ("c",): 1, ("letter",): 7, ("end",): 2})
        self.assertIn("weights written to weights.json\n", done.stdout)
        self.assertEqual(done.stdout.splitlines()[0].split(), ["letter", "7"])

    def test_each_line_is_a_text_and_a_run_draws_by_them(self):
        self.write("words.txt", "abba\nbad\nxyz\ncab\n\n")
        done = self.tune("-g", "words", "--as", "lines", "words.txt", "-o", "w.json")
        self.assertEqual(done.stderr, "words.txt: line 3: the generator cannot produce this value\n"
                                      "words: 4 examples used, 1 skipped\n")
        self.assertEqual(self.counts("w.json")[("a",)], 4)
        self.assertNotIn(("e",), self.counts("w.json"))
        drawn = self.run_it("--only", "words are like*", "--weights", "w.json", "--seed", "1", "--cases", "300",
                            program=TUNABLE).stdout
        self.assertIn("only abc", drawn)
        self.write("c.txt", "cccc")
        self.tune("-g", "words", "c.txt", "-o", "c.json")
        self.run_it("--only", "no word has an a", "--weights", "c.json", "--cases", "300", program=TUNABLE)
        self.run_it("--only", "no word has an a", "--cases", "300", "--store", "off", program=TUNABLE, status=1)

    def test_values_in_json(self):
        self.write("drawings.json", '{"shapes": [{"radius": 1}, {"width": 1, "height": 2}], "title": null}\n'
                                    '[[[1, 2], [2, 3]], "x"]')
        self.tune("--generator", "draw*", "drawings.json")
        counts = self.counts()
        shapes = {k[-1].split("::")[-1]: v for k, v in counts.items()}
        self.assertEqual((shapes["circle"], shapes["box"]), (1, 3))
        self.assertEqual((shapes["none"], shapes["some"]), (1, 1))
        self.write("all.json", '[[[], null], [[[5]], null]]')
        done = self.tune("-g", "drawings", "--as", "elements", "all.json")
        self.assertEqual(done.stderr, "drawings: 2 examples used, 0 skipped\n")
        words = self.write("words.json", '"ab" "ba"')
        self.tune("-g", "words", "--as", "json", words)
        self.assertEqual(self.counts()[("a",)], 2)

    def test_what_is_wrong_in_json_is_said(self):
        self.write("bad.json", '[[[true]], null]\n[[[1]], null]\n{"title": "x"}')
        done = self.tune("-g", "drawings", "bad.json")
        lines = done.stderr.splitlines()
        self.assertTrue(lines[0].startswith("bad.json: line 1: no alternative of "), lines)
        self.assertTrue(lines[1].startswith('bad.json: line 3: member "shapes" of '), lines)
        self.assertEqual(lines[2], "drawings: 1 example used, 2 skipped")
        self.write("cut.json", '[[[1]], null] [[[1]')
        done = self.tune("-g", "drawings", "cut.json")
        self.assertIn("cut.json: line 1: expected ']'; the rest of the file is skipped\n", done.stderr)
        self.assertIn("1 example used, 1 skipped\n", done.stderr)

    def test_a_reader_of_the_program(self):
        self.write("dice.txt", "6\n20\nsix\n6\n7\n")
        done = self.tune("-g", "dice", "--as", "lines", "dice.txt")
        self.assertEqual(done.stderr.splitlines(), [
            "dice.txt: line 3: the reader of the generator rejects this text",
            "dice.txt: line 5: the generator cannot produce this value", "dice: 3 examples used, 2 skipped"])
        self.assertEqual(self.counts(), {("six",): 2, ("twenty",): 1})
        done = self.tune("-g", "dice", "--as", "json", "dice.txt", status=2)
        self.assertIn("'dice' has a reader of text: use --as text or lines", done.stderr)

    def test_context_merge_inverted_and_folders(self):
        self.write("chain.json", "[1, [2, [3, null]]]")
        self.tune("-g", "chains", "--context", "1", "chain.json")
        self.assertEqual(self.counts(), {("some",): 2, ("none",): 1, ("some", "some"): 1, ("some", "none"): 1})
        self.write("a.txt", "ab")
        self.tune("-g", "words", "a.txt")
        self.tune("-g", "words", "a.txt", "--merge", "weights.json", "-o", "more.json")
        self.assertEqual(self.counts("more.json")[("a",)], 2)
        done = self.tune("-g", "words", "a.txt", "--inverted", "-o", "-")
        self.assertTrue(json.loads(done.stdout)["inverted"])
        self.tune("-g", "words", "a.txt", "--property", "no word has an a", "-o", "folder")
        self.assertEqual(len(list((self.folder / "folder").glob("no_word_has_an_a-*.json"))), 1)
        self.run_it("--only", "no word has an a", "--weights", "folder", "--store", "off", program=TUNABLE, status=1)

    def test_what_is_asked_wrongly(self):
        self.write("a.txt", "ab")
        self.assertEqual(self.tune("--list").stdout, "words\ndrawings\ndice\nchains\nnumbers\n")
        self.assertIn("'*' matches several generators; select one of 'words', 'drawings', 'dice', 'chains', 'numbers'",
                      self.tune("a.txt", status=2).stderr)
        self.assertIn("no generator matches 'word'; registered are 'words'",
                      self.tune("-g", "word", "a.txt", status=2).stderr)
        self.assertIn("pass files of examples", self.tune("-g", "words", status=2).stderr)
        self.assertIn("cannot read 'none.txt'", self.tune("-g", "words", "none.txt", status=2).stderr)
        self.assertIn("use --as json or elements",
                      self.tune("-g", "drawings", "--as", "lines", "a.txt", status=2).stderr)
        self.write("no.txt", "xyz")
        self.assertIn("0 examples used, 1 skipped", self.tune("-g", "words", "no.txt", status=1).stderr)
        self.assertFalse((self.folder / "weights.json").exists())
        self.write("n.json", "3")
        self.assertIn("no choice of this generator has a label", self.tune("-g", "numbers", "n.json", status=1).stderr)
        self.assertIn("cannot start './no_such'",
                      self.run_it("tune", "./no_such", "a.txt", status=2).stderr)
        self.assertIn("did not return weights", self.run_it("tune", "true", "a.txt", status=2).stderr)
        self.assertIn("no generator is registered",
                      self.run_it("tune", PROGRAMS / "kept_cases", "a.txt", status=2).stderr)
        self.assertIn("cannot write 'no/w.json'", self.tune("-g", "words", "a.txt", "-o", "no/w.json", status=2).stderr)
        self.assertIn("cannot read 'none.json'",
                      self.tune("-g", "words", "a.txt", "--merge", "none.json", status=2).stderr)


if __name__ == "__main__":
    if not TALI.exists():
        print(f"{TALI}: not built, CLI11 is not installed")
        sys.exit(0)
    unittest.main()
