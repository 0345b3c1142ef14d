#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""tali train: models are written, used under a small budget, and refused when they no longer fit."""

import os
import pathlib
import re
import subprocess
import tempfile

TALI = pathlib.Path(os.environ["TALI_BUILD_DIR"]) / "bin" / "tali"
PROGRAM = pathlib.Path(os.environ["TALI_PROGRAM_DIR"]) / "trains_valid"


def run(*command, status=0, **environment):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("TALI_")}
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=120,
                          env={**clean, **environment})
    assert done.returncode == status, (command, done.returncode, done.stdout, done.stderr)
    return done


def main():
    if not TALI.exists():
        print("skipped: there is no command tali in this build")
        return
    with tempfile.TemporaryDirectory() as name:
        model = pathlib.Path(name) / "sorted.model"

        # Without a model it learns, and writes nothing.
        run(PROGRAM, model, TALI_CASES="50")
        assert not model.exists()

        out = run(TALI, "train", "--seconds", "1", PROGRAM, model)
        assert f"written:\n{model}: " in out.stdout, out.stdout
        learned = int(re.search(r"model: (\d+) attempts", out.stdout)[1])
        assert learned > 1000
        assert model.read_bytes().startswith(b"tali-valid\n")

        # With it, a small budget is spent almost entirely on cases; repeated, because other processes may use the
        # processor.
        for _ in range(20):
            out = run(PROGRAM, model, TALI_TIME_BUDGET="50ms", TALI_SEED="1")
            cases, longest = (int(n) for n in re.search(r"(\d+) cases, longest (\d+)", out.stdout).groups())
            if cases >= 100 and longest >= 8:
                break
        else:
            raise AssertionError(out.stdout)
        assert f"learned from {learned} attempts" in out.stdout, out.stdout

        # Stale, foreign, of another version, damaged: refused, with the remedy.
        for changed, words in (("generator", "makes different choices"), ("predicate", "predicate has changed")):
            out = run(PROGRAM, model, status=1, CHANGED=changed)
            assert words in out.stdout and "tali train" in out.stdout, out.stdout
        good = model.read_bytes()
        for content, words in ((good[:11] + b"\x63" + good[12:],
                                "it has format 99, but this version of tali reads format 2"),
                               (good[:-20] + bytes([good[-20] ^ 1]) + good[-19:], "it is damaged"),
                               (good[:len(good) // 2], "it is damaged"),
                               (b"something else entirely, but long enough", "it is not a tali model file")):
            model.write_bytes(content)
            out = run(PROGRAM, model, status=1)
            assert words in out.stdout, (words, out.stdout)

        # Trained again, it fits.
        run(TALI, "train", "--seconds", "0.5", PROGRAM, model, CHANGED="predicate")
        run(PROGRAM, model, CHANGED="predicate")

        # Without anything to train, with nothing to run, and without a place to write.
        out = run(TALI, "train", "true", status=1)
        assert "no model was written" in out.stderr, out.stderr
        out = run(TALI, "train", "/nowhere/program", status=2)
        assert "cannot run /nowhere/program" in out.stderr, out.stderr
        out = run(TALI, "train", "--seconds", "0.1", PROGRAM, "/nowhere/model", status=1)
        assert "cannot write the model '/nowhere/model'" in out.stdout, out.stdout
        run(TALI, "train", status=2)


if __name__ == "__main__":
    main()
