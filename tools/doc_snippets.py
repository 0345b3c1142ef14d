#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compile and run the C++ code in the documentation.

It checks every fenced ```cpp block of README.md and docs/**/*.md. The words after `cpp` select the mode:

    ```cpp              a whole program (with `int main`): compiled alone, run, must exit with 0
    ```cpp decl         declarations: compiled at namespace scope
    ```cpp body         statements: compiled in a function, which is run
    ```cpp continues    continues the program of the previous cpp block, in the same mode (or with
                        `decl` or `body`, in that mode)

and in addition:

    gtest               tests for GoogleTest: at namespace scope, linked with it and its main, run
    catch2, doctest     the same for these frameworks
    exit=N              must exit with status N, for code that shows a failure
    norun               compiled, not run
    fails               must not compile; if the block has a comment `// error: text`, the errors must contain that text

A block

    ```text output [arguments]

shows what the program before it prints when it is run with these arguments (or with those of its first line, if that is
a command: `$ ./name arguments`). The lines must occur in the output in this order. `…` in a line stands for any text,
`…` alone for any lines.

Lines with #include move to the top of their program. Nothing else is added: no include, no using. A block inside an
HTML comment is checked but not shown, for setup code. Code that is
not meant to compile (a sketch, a grammar) is a ```text block. Blocks in other languages are ignored.

To save compile time, the `decl` and `body` programs of one page are compiled as one file, each in its own namespace,
and so are its `gtest` programs. A program with a macro, a namespace, a specialisation, `exit=`, `norun` or `fails` is
compiled alone, at global scope.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import textwrap

WORDS = {"decl", "body", "continues", "gtest", "catch2", "doctest", "norun", "fails"}
FRAMEWORKS = ("gtest", "catch2", "doctest")
MAIN_OF = {"catch2": "#define CATCH_CONFIG_MAIN\n", "doctest": "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n"}
FENCE = re.compile(r"^(\s*)(`{3,}|~{3,})\s*([^`]*)$")
HAS_MAIN = re.compile(r"^\s*(int|auto)\s+main\s*\(", re.M)
INCLUDE = re.compile(r"^\s*#\s*include\b")
# Code whose meaning would change inside a namespace.
NEEDS_GLOBAL_SCOPE = re.compile(
    r"^\s*#(?!\s*include)|^\s*(inline\s+)?namespace\b|^\s*template\s*<>|\bstd::\w+<.*>\s*\{", re.M)


class DocError(Exception):
    """An error in a page."""


@dataclasses.dataclass
class Chunk:
    """One block: its location, how it is compiled ('whole', 'decl' or 'body'), its text."""
    page: str
    line: int
    mode: str
    text: str

    def includes(self):
        return [line.strip() for line in self.text.splitlines() if INCLUDE.match(line)]

    def code(self, as_file=False):
        """The text without its includes, numbered so that an error names the page and its line (or as_file the file
        that a comment in its first line names, for reports of failures that name it)."""
        kept = ("" if INCLUDE.match(line) else line for line in self.text.splitlines())
        name, first = self.page, self.line
        if as_file and (match := re.match(r"// (\w+\.cpp)\n", self.text)):
            name, first = match.group(1), 1
        return f'#line {first} "{name}"\n' + "\n".join(kept) + "\n"


@dataclasses.dataclass
class Output:
    """What a page shows of a run: the location, the name and arguments of the command, the lines."""
    page: str
    line: int
    name: str
    arguments: list
    lines: list

    def error(self, printed):
        """None if the lines occur in what was printed, otherwise the error."""
        printed = [line.rstrip() for line in printed.splitlines()]
        start = 0
        for part in self.parts():
            for at in range(start, len(printed) - len(part) + 1):
                if all(re.fullmatch(expected, line) for expected, line in zip(part, printed[at:])):
                    start = at + len(part)
                    break
            else:
                return (f"{self.page}:{self.line}: the program prints something else (--update writes it to the page)"
                        ":\n" + "\n".join(printed))
        return None

    def update(self, printed, root):
        """Writes what was printed to the page: from the line like the first one to the one like the last one. A block
        that leaves text out is not changed."""
        printed = [line.rstrip() for line in printed.splitlines()]
        if any("…" in line for line in self.lines):
            return
        first, last = self.start_of(self.lines[0]), self.start_of(self.lines[-1])
        begin = next((i for i, line in enumerate(printed) if self.start_of(line) == first), None)
        end = next((i for i in reversed(range(len(printed))) if self.start_of(printed[i]) == last), None)
        if begin is None or end is None or end < begin:
            return
        page = root / self.page
        lines = page.read_text(encoding="utf-8").splitlines()
        block = next(i for i in range(self.line, len(lines)) if lines[i].strip() == self.lines[0].strip())
        lines[block:block + len(self.lines)] = printed[begin:end + 1]
        page.write_text("\n".join(lines) + "\n", encoding="utf-8")

    @staticmethod
    def start_of(line):
        """The part of a line that stays when figures change."""
        return re.split(r"\d| — ", line.strip())[0]

    def parts(self):
        """The lines between `…` lines, as regular expressions. A block may be indented less than the output."""
        parts = [[]]
        for line in self.lines:
            if line.strip() == "…":
                parts.append([])
            else:
                parts[-1].append(" *" + ".*".join(re.escape(text) for text in line.rstrip().split("…")))
        return parts


@dataclasses.dataclass
class Program:
    """One or more blocks that make a program."""
    chunks: list
    words: set
    exit_status: int = 0
    outputs: list = dataclasses.field(default_factory=list)

    @property
    def where(self):
        return f"{self.chunks[0].page}:{self.chunks[0].line - 1}"

    @property
    def text(self):
        return "\n".join(chunk.text for chunk in self.chunks)

    @property
    def has_main(self):
        return bool(HAS_MAIN.search(self.text))

    @property
    def framework(self):
        return next((word for word in FRAMEWORKS if word in self.words), "")

    def alone(self):
        return (self.has_main or self.exit_status or self.words & {"fails", "norun", "catch2", "doctest"}
                or self.outputs or NEEDS_GLOBAL_SCOPE.search(self.text))

    def includes(self):
        return list(dict.fromkeys(line for chunk in self.chunks for line in chunk.includes()))

    def declarations(self):
        return "".join(chunk.code(bool(self.outputs)) for chunk in self.chunks if chunk.mode != "body")

    def statements(self):
        return "".join(chunk.code() for chunk in self.chunks if chunk.mode == "body")


def blocks_of(text):
    """(first line number, info string, code) of each fenced block."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if fence is None:
            if match:
                fence, info, start, code = match.group(2), match.group(3).strip(), number + 1, []
        elif match and not match.group(3) and match.group(2).startswith(fence):
            yield start, info, textwrap.dedent("\n".join(code))
            fence = None
        else:
            code.append(line)
    if fence is not None:
        raise DocError(f"{start - 1}: the block is not closed: end it with {fence}")


def output_of(page, line, words, text):
    """The output that a block shows."""
    lines = text.splitlines()
    name, arguments = "program", words
    if lines and (match := re.fullmatch(r"\$ \./(\S+)(.*)", lines[0])):
        name, arguments, lines = match.group(1), shlex.split(match.group(2)), lines[1:]
    return Output(page, line - 1, name, arguments, lines)


def programs_of(page, text):
    """The programs of one page."""
    programs = []
    for line, info, code in blocks_of(text):
        language, *words = info.split() or [""]
        if language.lower() in ("c++", "cc", "cxx"):
            raise DocError(f"{line - 1}: write ```cpp, not ```{language}")
        if language == "text" and words[:1] == ["output"]:
            if not programs:
                raise DocError(f"{line - 1}: `output` needs a cpp block before it")
            programs[-1].outputs.append(output_of(page, line, words[1:], code))
        if language != "cpp":
            continue
        status = 0
        for word in list(words):
            if match := re.fullmatch(r"exit=(\d+)", word):
                status = int(match.group(1))
                words.remove(word)
        if unknown := set(words) - WORDS:
            raise DocError(f"{line - 1}: unknown word '{unknown.pop()}' after ```cpp: known are "
                           f"{', '.join(sorted(WORDS))}, exit=N")
        words = set(words)
        mode = ("body" if "body" in words else "decl" if "decl" in words or words & set(FRAMEWORKS)
                else "whole" if HAS_MAIN.search(code) else "")
        if "continues" in words:
            if not programs:
                raise DocError(f"{line - 1}: `continues` needs a cpp block before it")
            program = programs[-1]
            program.chunks.append(Chunk(page, line, mode or program.chunks[-1].mode, code))
            program.words |= words - {"continues", "decl", "body"}
            program.exit_status = status or program.exit_status
        else:
            if not mode:
                raise DocError(f"{line - 1}: this ```cpp block is no whole program: say ```cpp decl, ```cpp body or "
                               "```cpp continues, or use ```text if it is not meant to compile")
            programs.append(Program([Chunk(page, line, mode, code)], words - {"decl", "body"}, status))
    for program in programs:
        if program.has_main and program.statements():
            raise DocError(f"{program.chunks[0].line - 1}: a program with `int main` cannot hold a `body` block")
    return programs


def source_of(program):
    """The text of a program that is compiled alone."""
    parts = [MAIN_OF.get(program.framework, ""), "\n".join(program.includes()) + "\n", program.declarations()]
    if not program.has_main and not program.framework:
        parts.append("int main() {\n" + program.statements() + "}\n")
    return "".join(parts)


def batch_source(programs):
    """The text of several programs compiled as one file, each in its own namespace; with a main unless a framework
    brings one."""
    includes = list(dict.fromkeys(line for program in programs for line in program.includes()))
    parts = ["#include <cstdio>\n", "\n".join(includes) + "\n"]
    for number, program in enumerate(programs):
        parts += [f"namespace snippet_{number} {{\n", program.declarations(), "void run() {\n", program.statements(),
                  "}\n}\n"]
    if not programs[0].framework:
        parts.append("int main() {\n")
        for number, program in enumerate(programs):
            # Printed first, so that a crash names its block.
            parts.append(f'  std::puts("{program.where}");\n  std::fflush(stdout);\n  snippet_{number}::run();\n')
        parts.append("}\n")
    return "".join(parts)


@dataclasses.dataclass
class Job:
    """One file to compile and, unless it must fail, to link and run."""
    name: str
    where: str
    source: str
    words: set
    exit_status: int
    blocks: int
    outputs: list = dataclasses.field(default_factory=list)


def jobs_of(pages):
    jobs = []
    for page, programs in pages:
        stem = re.sub(r"\W+", "_", page.removesuffix(".md"))
        batches = {}
        for program in programs:
            if program.alone():
                jobs.append(Job(f"{stem}_{program.chunks[0].line}", program.where, source_of(program), program.words,
                                program.exit_status, len(program.chunks), program.outputs))
            else:
                batches.setdefault(program.framework, []).append(program)
        for framework, batch in batches.items():
            jobs.append(Job(f"{stem}_{framework or 'all'}", page, batch_source(batch), {framework} - {""}, 0,
                            sum(len(program.chunks) for program in batch)))
    return jobs


def run_job(job, args):
    """None on success, otherwise the error."""
    source = args.out / f"{job.name}.cpp"
    program = args.out / job.name
    source.write_text(job.source, encoding="utf-8")
    command = [args.compiler, "-std=c++20", f"-I{args.root}/include", *shlex.split(args.flags)]
    if "fails" in job.words:
        done = subprocess.run([*command, "-fsyntax-only", "-fdiagnostics-color=never", str(source)],
                              capture_output=True,
                              text=True)
        if done.returncode == 0:
            return f"{job.where}: compiles, but the page says it does not"
        for text in re.findall(r"//\s*error:\s*(.+?)\s*$", job.source, re.M):
            # Not in the lines that quote the source, which contain the comment itself.
            if not any(text in line for line in done.stderr.splitlines() if "//" not in line):
                return f"{job.where}: the errors do not hold '{text}'\n{done.stderr}"
        return None
    compiler = [*shlex.split(args.launcher), *command]
    done = subprocess.run([*compiler, "-c", str(source), "-o", f"{program}.o"], capture_output=True, text=True)
    if done.returncode != 0:
        return f"{job.where}: does not compile\n{done.stderr}"
    libraries = [*(shlex.split(args.gtest_libraries) if "gtest" in job.words else []),
                 *(shlex.split(args.assess_libraries) if "<tali/assess/" in job.source else []), *args.library]
    done = subprocess.run([*command, f"{program}.o", *libraries, "-pthread", "-o", str(program)], capture_output=True,
                          text=True)
    if done.returncode != 0:
        return f"{job.where}: does not link\n{done.stderr}"
    if "norun" in job.words:
        return None
    try:
        done = run_program(program, program.name, [], args)
        if done.returncode != job.exit_status:
            return (f"{job.where}: ended with status {done.returncode}, not {job.exit_status}\n"
                    f"{done.stdout[-8000:]}")
        for output in job.outputs:
            printed = run_program(program, output.name, output.arguments, args).stdout
            if error := output.error(printed):
                if args.update:
                    output.update(printed, args.root)
                return error
    except subprocess.TimeoutExpired:
        return f"{job.where}: still running after {args.timeout} s"
    return None


def run_program(program, name, arguments, args):
    """Runs the program under a name, in a folder of its own: a program that writes files must neither see nor leave any
    elsewhere."""
    folder = program.with_suffix(".run")
    folder.mkdir(exist_ok=True)
    shutil.copy(program, folder / name)
    return subprocess.run([f"./{name}", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", timeout=args.timeout, cwd=folder,
                          env={**os.environ, "TALI_STORE": "off"})  # each run is the first one


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent,
                        help="the source tree (default: the one this script is in)")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="where to write sources and programs")
    parser.add_argument("--compiler", default=os.environ.get("CXX", "c++"), help="the compiler (default: $CXX or c++)")
    parser.add_argument("--flags", default="", help="further compiler flags, in one argument")
    parser.add_argument("--launcher", default="", help="a compiler launcher such as ccache")
    parser.add_argument("--library", action="append", default=[], help="a library to link; may be repeated")
    parser.add_argument("--gtest-libraries", default="-lgmock_main -lgmock -lgtest", help="libraries of `gtest` blocks")
    parser.add_argument("--assess-libraries", default="",
                        help="libraries of what includes <tali/assess/…>, which is left out without them")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="number of parallel compilers (default: one per core)")
    parser.add_argument("--timeout", type=int, default=60, help="seconds a program may run (default: 60)")
    parser.add_argument("--update", action="store_true",
                        help="write the output of programs to the `text output` blocks that show another one")
    parser.add_argument("pages", nargs="*", help="pages, relative to the source tree (default: all)")
    args = parser.parse_args()
    args.root = args.root.resolve()
    args.out = args.out.resolve()
    shutil.rmtree(args.out, ignore_errors=True)
    args.out.mkdir(parents=True)

    names = args.pages or [str(path.relative_to(args.root)) for path in
                           [args.root / "README.md", *sorted((args.root / "docs").rglob("*.md"))] if path.is_file()]
    errors, pages = [], []
    for name in names:
        try:
            pages.append((name, programs_of(name, (args.root / name).read_text(encoding="utf-8"))))
        except DocError as error:
            errors.append(f"{name}:{error}")
    jobs = jobs_of(pages)
    if not args.assess_libraries:
        jobs = [job for job in jobs if "<tali/assess/" not in job.source]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        errors += filter(None, pool.map(lambda job: run_job(job, args), jobs))
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        sys.exit(f"doc_snippets: {len(errors)} problem(s) in the code of {len(names)} pages")
    print(f"doc_snippets: {sum(job.blocks for job in jobs)} blocks of {len(names)} pages hold, in {len(jobs)} programs")


if __name__ == "__main__":
    main()
