#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Hypothesis on the shrinking challenges, one line each: name, found, evaluations, ms, size, distinct results.

    bench/shrink/hypothesis_peer.py [seeds]

Evaluations are runs of the property after the first failing one, times from there to the end of shrinking; means over
the seeds that found the failure. Exits with 3 where Hypothesis is not installed.
"""
import sys
import time

try:
    from hypothesis import HealthCheck, Phase, assume, given, seed, settings
    from hypothesis import strategies as st
except ImportError:
    sys.exit(3)


def sum16(xs):
    return (sum(xs) + 0x8000) % 0x10000 - 0x8000


class Div(tuple):
    pass


class Add(tuple):
    pass


def literal_zero_divisor(e):
    if isinstance(e, int):
        return False
    return (isinstance(e, Div) and isinstance(e[1], int) and e[1] == 0) or any(map(literal_zero_divisor, e))


def evaluate(e):
    if isinstance(e, int):
        return e
    left, right = map(evaluate, e)
    return left + right if isinstance(e, Add) else left // right


def never_divides_by_zero(e):
    assume(not literal_zero_divisor(e))
    try:
        evaluate(e)
    except ZeroDivisionError:
        return False
    return True


def nodes(e):
    return 1 if isinstance(e, int) else 1 + sum(map(nodes, e))


@st.composite
def heaps(draw, least=0, most=30, size=30):
    if size <= 0 or draw(st.integers(0, 7)) == 0:
        return None
    key = draw(st.integers(least, most))
    return key, draw(heaps(key, most, size // 2)), draw(heaps(key, most, size // 2))


def merge(a, b):
    if a is None or b is None:
        return a or b
    if a[0] <= b[0]:
        return a[0], merge(a[2], b), a[1]
    return b[0], merge(b[2], a), b[1]


def preorder(h):
    return [] if h is None else [h[0]] + preorder(h[1]) + preorder(h[2])


def sorts_well(h):
    return (preorder(h)[:1] + preorder(merge(h[1], h[2])) if h else []) == sorted(preorder(h))


def parts(h):
    return 1 if h is None else 1 + parts(h[1]) + parts(h[2])


def uncoupled(xs):
    assume(all(x < len(xs) for x in xs))
    return not any(i != j and xs[j] == i for i, j in enumerate(xs))


def deletes(p):
    xs, i = list(p[0]), p[1]
    assume(i < len(xs))
    x = xs[i]
    xs.remove(x)
    return x not in xs


def elements(lists):
    return sum(map(len, lists))


INT = st.integers(-(2**31), 2**31 - 1)
POSITIVE = st.integers(1, 2**31 - 1)
SHORT = st.lists(st.integers(-(2**15), 2**15 - 1), max_size=10).filter(lambda xs: sum16(xs) < 256)
TWO = st.tuples(POSITIVE, POSITIVE)
EXPRESSION = st.deferred(
    lambda: INT
    | st.builds(lambda *x: Add(x), EXPRESSION, EXPRESSION)
    | st.builds(lambda *x: Div(x), EXPRESSION, EXPRESSION)
)
FIXED = st.integers(1, 100).flatmap(lambda n: st.lists(st.integers(0, 1000), min_size=n, max_size=n))

CHALLENGES = [
    ("bound5", st.tuples(*[SHORT] * 5), lambda ls: sum16([x for l in ls for x in l]) < 5 * 256, elements),
    ("large_union_list", st.lists(st.lists(INT)), lambda ls: len({x for l in ls for x in l}) <= 4, len),
    ("reverse", st.lists(INT), lambda xs: xs == xs[::-1], len),
    ("calculator", EXPRESSION, never_divides_by_zero, nodes),
    ("lengthlist", FIXED, lambda xs: max(xs) < 900, len),
    ("difference-1", TWO, lambda p: p[0] < 10 or p[0] != p[1], len),
    ("difference-2", TWO, lambda p: p[0] < 10 or not 1 <= abs(p[0] - p[1]) <= 4, len),
    ("difference-3", TWO, lambda p: p[0] < 10 or abs(p[0] - p[1]) != 1, len),
    ("binheap", heaps(), sorts_well, parts),
    ("coupling", st.lists(st.integers(0, 10)), uncoupled, len),
    ("deletion", st.tuples(st.lists(INT), st.integers(0, 10)), deletes, lambda p: len(p[0])),
    ("distinct", st.lists(INT), lambda xs: len(set(xs)) < 3, len),
    ("nestedlists", st.lists(st.lists(st.just(0))), lambda ls: elements(ls) <= 10, len),
]


def attempt(strategy, holds, number):
    state = {"last": None, "failed": False, "evaluations": 0, "start": 0.0}

    @seed(number)
    @settings(database=None, deadline=None, max_examples=1000, phases=[Phase.generate, Phase.shrink],
              suppress_health_check=list(HealthCheck), report_multiple_bugs=False, print_blob=False)
    @given(strategy)
    def run(value):
        state["evaluations"] += state["failed"]
        if not holds(value):
            if not state["failed"]:
                state["failed"], state["start"] = True, time.perf_counter()
            state["last"] = value
            raise AssertionError

    try:
        run()
    except AssertionError:
        pass
    return state, time.perf_counter() - state["start"]


def main():
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    sys.setrecursionlimit(10000)
    for name, strategy, holds, size in CHALLENGES:
        found, evaluations, seconds, sizes, results = 0, 0, 0.0, 0, set()
        for number in range(seeds):
            state, took = attempt(strategy, holds, number)
            if state["failed"]:
                found += 1
                evaluations += state["evaluations"]
                seconds += took
                sizes += size(state["last"])
                results.add(repr(state["last"]))
        n = max(found, 1)
        print(name, found, evaluations / n, 1000 * seconds / n, sizes / n, len(results), flush=True)


main()
