#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The cost of compiling properties: CPU time and object size of a file with one and with ten, with tali and with
RapidCheck, at -O0 and -O2, beside the standard headers alone; and of tali/tali.hpp with one registered property, as a
multiple of a fixed set of standard headers. Programs take turns; times are medians, of the umbrella minima.

  properties.py [--rounds N] [compiler ...]

Fails if tali costs more than RapidCheck for the same properties in time or in object size, or if the umbrella is over
its budget (docs/decisions/0012-umbrella.md)."""
import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))

# The time to compile programs/umbrella.cc over that of programs/umbrella_budget.cc, both at -O0: what the umbrella and
# the header of TALI_PROPERTY took before the umbrella included more (with GCC counted in instructions).
UMBRELLA_BUDGET = {"g++": 2.27, "clang++": 2.38}


def compile_once(compiler, program, flags, out):
    """CPU seconds and bytes of one compilation."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [compiler, "-std=c++20", "-w", "-I", os.path.join(root, "include"), *flags, "-x", "c++", "-c",
               os.path.join(here, "programs", program), "-o", out]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr[:4000]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    text = subprocess.run(["size", out], capture_output=True, text=True, check=True).stdout.splitlines()[1].split()
    return seconds, os.path.getsize(out), int(text[0]) + int(text[1])


def check_umbrella(compiler, rounds):
    """Compares the umbrella with its budget; returns the missed bound or None."""
    budget = next((b for name, b in UMBRELLA_BUDGET.items() if os.path.basename(compiler).startswith(name)), None)
    if budget is None:
        return None
    programs = ("umbrella_budget.cc", "umbrella.cc")
    times = {p: [] for p in programs}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2 * rounds):
            for p in programs:
                times[p].append(compile_once(compiler, p, ["-O0"], os.path.join(folder, "out.o"))[0])
    unit, umbrella = (min(times[p]) for p in programs)
    print(f"  umbrella: {umbrella:.2f}s, {umbrella / unit:.2f} times the fixed standard headers ({unit:.2f}s), "
          f"bound <= {budget}", flush=True)
    if umbrella / unit > budget:
        return f"{compiler} umbrella: {umbrella / unit:.2f} times the fixed standard headers, bound <= {budget}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("compilers", nargs="*", default=["g++", "clang++-19"])
    options = parser.parse_args()
    if not os.path.exists("/usr/include/rapidcheck.h"):
        sys.exit("compile: RapidCheck, the library to compare with, is not installed (Debian: librapidcheck-dev)")
    missed = []
    for compiler in options.compilers:
        if shutil.which(compiler) is None:
            print(f"{compiler}: not installed, left out")
            continue
        print(f"{compiler}")
        print(f"  {'':6} {'':5} {'std only':>9} {'tali':>9} {'RapidCheck':>11} {'ratio':>7} "
              f"{'object':>9} {'RapidCheck':>11}"
              f" {'ratio':>7} {'bound':>7}")
        for count in ("one", "ten"):
            for level in ("-O0", "-O2"):
                flags = [level] + (["-DTEN"] if count == "ten" else [])
                programs = ("std_only.cc", "tali.cc", "rapidcheck.cc")
                times = {p: [] for p in programs}
                sizes = {}
                with tempfile.TemporaryDirectory() as folder:
                    for _ in range(options.rounds):
                        for p in programs:
                            seconds, size, _loaded = compile_once(compiler, p, flags, os.path.join(folder, "out.o"))
                            times[p].append(seconds)
                            sizes[p] = size
                t = {p: statistics.median(times[p]) for p in programs}
                time_ratio = t["tali.cc"] / t["rapidcheck.cc"]
                size_ratio = sizes["tali.cc"] / sizes["rapidcheck.cc"]
                print(f"  {count:6} {level:5} {t['std_only.cc']:8.2f}s {t['tali.cc']:8.2f}s {t['rapidcheck.cc']:10.2f}s"
                      f" {time_ratio:7.2f} {sizes['tali.cc'] // 1024:6d} kB {sizes['rapidcheck.cc'] // 1024:8d} kB"
                      f" {size_ratio:7.2f} {'<= 1':>7}", flush=True)
                for what, ratio in (("time", time_ratio), ("object size", size_ratio)):
                    if ratio > 1:
                        missed.append(f"{compiler} {count} {level}: {what} {ratio:.2f} of RapidCheck's, bound <= 1")
        if over := check_umbrella(compiler, options.rounds):
            missed.append(over)
    for line in missed:
        print(line)
    print("all bounds hold" if not missed else f"{len(missed)} bounds missed")
    return 1 if missed else 0


sys.exit(main())
