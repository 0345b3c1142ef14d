#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The compile-time cost of aggregate reflection, and the aggregates it supports: tali beside Boost.PFR.

Prints, for each compiler, the time to include the header, the time for one more type of eight fields, both as the best
of several runs, and whether each of a number of awkward aggregates is counted rightly. The decision that rests on these
numbers is docs/decisions/0003-aggregate-reflection.md.
"""

import argparse
import pathlib
import resource
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

PRELUDE = """#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
"""
FIELDS = "int a; std::string b; std::vector<int> c; double d; std::optional<int> e; std::unique_ptr<int> f; bool g; " \
         "std::map<int, int> h;"

LIBRARIES = {
    "none": ("", "int f{i}(s{i}& v) {{ return static_cast<int>(sizeof v); }}"),
    "tali": ("tali/value/fields.hpp",
             "int f{i}(s{i}& v) {{ int r = 0; tali::for_each_field(v, [&](const auto& x) "
             "{{ r += static_cast<int>(sizeof x); }}); return r; }}"),
    "tali, with names": ("tali/value/fields.hpp",
                         "int f{i}(s{i}& v) {{ int r = 0; tali::for_each_named_field(v, [&](std::string_view n, "
                         "const auto& x) {{ r += static_cast<int>(sizeof x + n.size()); }}); return r; }}"),
    "Boost.PFR": ("boost/pfr/core.hpp",
                  "int f{i}(s{i}& v) {{ int r = 0; boost::pfr::for_each_field(v, [&](const auto& x) "
                  "{{ r += static_cast<int>(sizeof x); }}); return r; }}"),
}

# An aggregate, how many fields it has.
AWKWARD = [
    ("C array", "struct t { int a[3]; std::string b; };", 2),
    ("array of arrays", "struct t { int a[2][3]; int b; };", 2),
    ("char[256]", "struct t { int a; char b[256]; int c; };", 3),
    ("nested aggregate", "struct u { int x, y; }; struct t { u a; u b[2]; u c; };", 3),
    ("move-only", "struct t { std::unique_ptr<int> a; int b; };", 2),
    ("immovable", "struct u { u() = default; u(const u&) = delete; }; struct t { u a; int b; };", 2),
    ("no default constructor", "struct u { explicit u(int); }; struct t { int a; u b; int c; };", 3),
    ("empty base", "struct u {}; struct t : u { int a; int b; };", 2),
    ("bit-fields", "struct t { unsigned a : 3; unsigned b : 5; };", 2),
    ("const fields", "struct t { const int a; const std::string b; };", 2),
    ("64 fields", "struct t { int " + ", ".join(f"a{i}" for i in range(64)) + "; };", 64),
]
COUNT = {
    "tali": ("tali/value/fields.hpp", "tali::field_count<t>",
             "int f(const t& v) { int n = 0; tali::for_each_field(v, [&](const auto&) { ++n; }); return n; }"),
    "Boost.PFR": ("boost/pfr/core.hpp", "boost::pfr::tuple_size_v<t>",
                  "int f(const t& v) "
                  "{ int n = 0; boost::pfr::for_each_field(v, [&](const auto&) { ++n; }); return n; }"),
}


def include(header):
    return f'#include "{header}"\n' if header else ""


def compile_file(compiler, text, folder, optimise=True):
    """The user time of the compiler, None if it fails."""
    source = folder / "case.cpp"
    source.write_text(text)
    command = [compiler, "-std=c++20", "-O1" if optimise else "-O0", "-w", f"-I{ROOT / 'include'}", "-c", str(source),
               "-o", str(folder / "case.o")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before if done.returncode == 0 else None


def best_times(compiler, texts, folder, runs):
    """The best time of each text. They take turns, so that other load on the machine affects all of them."""
    best = {}
    for _ in range(runs):
        for name, text in texts.items():
            best[name] = min(best.get(name, 1e9), compile_file(compiler, text, folder))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--types", type=int, default=40, help="how many types to take apart")
    parser.add_argument("--runs", type=int, default=5, help="of which the best counts")
    parser.add_argument("--compilers", nargs="*", default=[c for c in ("g++", "clang++-19") if shutil.which(c)])
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for compiler in args.compilers:
            print(f"\n{compiler}: milliseconds (ratio to tali)")
            texts = {}
            for library, (header, use) in LIBRARIES.items():
                types = "".join(f"struct s{i} {{ {FIELDS} }};\n{use.format(i=i)}\n" for i in range(args.types))
                texts[library, "alone"] = include(header)
                texts[library, "start"] = PRELUDE + include(header)
                texts[library, "whole"] = PRELUDE + include(header) + types
            best = best_times(compiler, texts, folder, args.runs)
            rows = {}
            for library in LIBRARIES:
                start = best[library, "start"]
                rows[library] = (1000 * best[library, "alone"], 1000 * start,
                                 1000 * (best[library, "whole"] - start) / args.types)
            base = rows["none"]
            print(f"  {'':18} {'header alone':>18} {'beside <map> ...':>18} {'one more type':>18}")
            for library, row in rows.items():
                cells = []
                for i in range(3):
                    own = rows["tali"][i] - base[i]
                    ratio = f"({(row[i] - base[i]) / own:.1f})" if library != "none" and i != 1 else ""
                    cells.append(f"{row[i] - (base[i] if library != 'none' else 0):8.1f} {ratio:>9}")
                print(f"  {library:18} {' '.join(cells)}" + ("   <- taken off the others" if library == "none" else ""))

            print(f"\n{compiler}: what is counted and visited rightly")
            print(f"  {'':24}" + "".join(f"{library:>12}" for library in COUNT))
            for what, declaration, number in AWKWARD:
                cells = []
                for header, count, visit in COUNT.values():
                    text = PRELUDE + include(header) + declaration + f"\nstatic_assert({count} == {number});\n" + visit
                    cells.append("yes" if compile_file(compiler, text, folder, False) is not None else "no")
                print(f"  {what:24}" + "".join(f"{cell:>12}" for cell in cells))


if __name__ == "__main__":
    main()
