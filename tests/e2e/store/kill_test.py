#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Processes that share a store are killed at random moments: no stored case is lost, and nothing becomes unreadable.

Several threads start a program repeatedly and kill most of its processes with SIGKILL, at a random moment. The store is
checked during and after that: every file is complete; every case seen before is still present if the property always
fails and is not shrunk; and once a property that is shrunk has stored a case, it always has one.
"""

import base64
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = pathlib.Path(os.environ.get("TALI_PROGRAM_DIR", ".")) / "kept_cases"
KILLS = int(os.environ.get("KILLS", "200"))
PROCESSES = 4
VALUES = 24  # below the limit of a property, so that none has to go
WHOLE = re.compile(r"tali stored case, format 1\nproperty: ([^\n]+)\nreplay: (t1-[-\w]+)\nstate: (shrunk|as found)\n"
                   r"found: [^\n]+\ncause: [^\n]+\nargument: argument 1\ntype: [^\n]+\nvalue: (?s:.+)\n\Z")


def checksum(data):
    crc = 0xB704CE
    for byte in data:
        crc ^= byte << 16
        for _ in range(8):
            crc <<= 1
            if crc & 0x1000000:
                crc ^= 0x1864CFB
    return crc


def replay_text(value):
    """The case with one integer choice, as docs/reference/replay-text.md describes it."""
    rest = value >> 5
    choice = [(0x80 if rest else 0) | (value & 31) << 2]
    while rest:
        rest, part = rest >> 7, rest & 127
        choice.append((0x80 if rest else 0) | part)
    data = bytes([1, 10, 1, *choice])
    data += checksum(data).to_bytes(3, "big")
    return "t1-" + base64.urlsafe_b64encode(data[1:]).decode().rstrip("=")


class Watch:
    """The contents of the store observed so far."""

    def __init__(self, store):
        self.store = store
        self.lock = threading.Lock()
        self.ever = set()
        self.shrunk_seen = False
        self.problems = []
        self.looks = 0

    def look(self):
        with self.lock:
            self.looks += 1
            now = {path.name for path in self.store.glob("no_value_is_right-*/*.case")}
            for name in sorted(self.ever - now):
                self.problems.append(f"the case {name} is lost")
            self.ever |= now
            lists = any(self.store.glob("lists_are_short-*/*.case"))
            if self.shrunk_seen and not lists and not any(self.store.glob("lists_are_short-*/*.case")):
                self.problems.append("the case of 'lists are short' is lost")
            self.shrunk_seen = self.shrunk_seen or lists
            for path in self.store.glob("*/*.case"):
                try:
                    text = path.read_text(encoding="utf-8")
                except FileNotFoundError:
                    continue  # dropped in between
                if not WHOLE.match(text):
                    self.problems.append(f"{path} is not whole:\n{text}")


def main():
    rng = random.Random(1)
    folder = tempfile.TemporaryDirectory(prefix="tali_kill_")
    store = pathlib.Path(folder.name) / ".tali"
    clean = {k: v for k, v in os.environ.items() if not k.startswith("TALI_")}
    watch = Watch(store)
    kills = 0
    count_lock = threading.Lock()

    def start(kind, mine):
        command = [str(PROGRAM), "--store", str(store), "--seed", str(mine.getrandbits(32))]
        environment = dict(clean)
        if kind == 0:
            command += ["--only", "lists are short"]
        elif kind == 1:
            command += ["--only", "no value is right", "--replay", replay_text(mine.randrange(VALUES) * 997)]
        elif kind == 2:
            command += ["--only", "comes and goes"]
            if mine.randrange(2):
                environment["FIXED"] = "1"
        # A separate process group: the program may have copies of itself, which must be killed with it.
        return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                start_new_session=True)

    # The duration of a run depends on the machine, on sanitizers and on other load; kills are spread over it.
    takes = []
    for kind in range(4):
        began = time.monotonic()
        start(kind, rng).wait()
        takes.append(time.monotonic() - began)
    watch.look()

    def runs(seed):
        nonlocal kills
        mine = random.Random(seed)
        longer = 2.0  # they share the machine
        while kills < KILLS and not watch.problems:
            kind = mine.randrange(4)
            process = start(kind, mine)
            time.sleep(mine.random() * longer * takes[kind])
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            killed = process.wait() == -signal.SIGKILL
            longer = min(50.0, longer * 1.1) if killed else max(1.0, longer / 1.1)  # half of them come to their end
            if killed:
                with count_lock:
                    kills += 1
            watch.look()

    threads = [threading.Thread(target=runs, args=(rng.getrandbits(32),)) for _ in range(PROCESSES)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    watch.look()
    problems = watch.problems

    # The store as the next run finds it: every stored case fails again, and there are no warnings.
    for name in ("lists are short", "no value is right"):
        done = subprocess.run([str(PROGRAM), "--store", str(store), "--only", name], env=clean, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
        if done.returncode != 1 or "stored case from an earlier run" not in done.stdout:
            problems.append(f"{name}: status {done.returncode}:\n{done.stdout}")
        if "warning" in done.stdout:
            problems.append(f"{name}: a warning in\n{done.stdout}")
    watch.look()  # all of them were tried, all fail, none was dropped
    if len(watch.ever) < 2:
        problems.append("too few cases were kept for anything to be lost")
    unfinished = len(list(store.glob("*/.new-*")))
    print(f"{kills} kills in {time.monotonic() - began:.1f} s, {watch.looks} looks, {len(watch.ever)} cases kept, "
          f"{unfinished} unfinished files left behind")
    for problem in problems:
        print(problem, file=sys.stderr)
    if kills < KILLS and not problems:
        problems.append("too few kills")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
