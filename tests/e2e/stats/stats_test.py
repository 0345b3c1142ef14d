#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Every line of statistics that programs of all adapters write is valid: by our schema, and by the rules of the tools
that read the format. That includes properties that kill their process, whose file must still be complete; texts that
break careless writers, which must be read back unchanged; and values of 10 MB, which must be cut and marked as cut.

OPENPBTSTATS_SCHEMA=<file> checks each line against one more JSON schema: that of another tool.
"""

import json
import math
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import adapter_support as support  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCHEMA = json.loads((ROOT / "schema" / "openpbtstats.schema.json").read_text("utf-8"))
FIELDS = {"type": str, "run_start": (int, float), "property": str, "status": str, "status_reason": str,
          "representation": str, "arguments": dict, "how_generated": str, "features": dict,
          "coverage": (dict, type(None)),
          "timing": dict, "metadata": dict}
MESSAGE = {"type": str, "run_start": (int, float), "property": str, "title": str, "content": str}

try:
    import jsonschema
    VALIDATORS = [jsonschema.Draft7Validator(SCHEMA)]
    if "OPENPBTSTATS_SCHEMA" in os.environ:
        upstream = pathlib.Path(os.environ["OPENPBTSTATS_SCHEMA"]).read_text("utf-8")
        VALIDATORS.append(jsonschema.Draft7Validator(json.loads(upstream)))
except ImportError:
    VALIDATORS = []


def no_constant(name):
    raise ValueError(f"{name} is not JSON")


def unique_keys(pairs):
    keys = [k for k, _ in pairs]
    assert len(keys) == len(set(keys)), f"a name twice: {keys}"
    return dict(pairs)


def check_line(line):
    """The rules of the tools that read the format; returns the object."""
    case = json.loads(line, parse_constant=no_constant, object_pairs_hook=unique_keys)
    fields = FIELDS if case["type"] == "test_case" else MESSAGE
    assert case["type"] in ("test_case", "info", "alert"), case["type"]
    assert set(case) == set(fields), sorted(set(case) ^ set(fields))
    for name, kind in fields.items():
        assert isinstance(case[name], kind), (name, case[name])
    if case["type"] != "test_case":
        return case
    assert case["status"] in ("passed", "failed", "gave_up"), case["status"]
    assert case["representation"].startswith(case["property"] + "("), case["representation"]
    for name, seconds in case["timing"].items():
        assert isinstance(seconds, (int, float)) and seconds >= 0 and math.isfinite(seconds), (name, seconds)
    for file, covered in (case["coverage"] or {}).items():
        assert all(isinstance(n, int) and n >= 1 for n in covered), (file, covered)
        assert len(covered) == len(set(covered)), (file, covered)
    for name, value in case["features"].items():
        assert not isinstance(value, bool), (name, value)
    return case


def same_text(text, raw):
    """Whether a text is those bytes. Invalid UTF-8 is one replacement character or several, depending on the reader."""
    once = re.compile("\ufffd+")
    return once.sub("\ufffd", text) == once.sub("\ufffd", raw.decode("utf-8", "replace"))


def check_hostile(name, cases, lengths):
    """Texts in every place are read back unchanged; huge ones are cut and marked as cut."""
    seen = set()
    compared = 0
    for c, length in zip(cases, lengths):
        if c["type"] != "test_case":
            continue
        if c["property"].endswith("huge"):
            # n, a value of 10 MB, and a feature, a label, a note and a reason of 100 KB each
            assert length < 200_000, f"{name}: a line of {length} bytes"
            assert c["metadata"]["truncated"] is True, f"{name}: no mark in {c['metadata']}"
            described = c["how_generated"] == "shrinking"  # its events are not reported again
            texts = [c["representation"], c["status_reason"], *c["arguments"].values()]
            texts += [] if described else [c["features"]["payload"], *c["features"], *c["metadata"]["notes"]]
            cut = [t for t in texts if isinstance(t, str) and len(t) > 500]
            assert len(cut) >= (3 if described else 6), f"{name}: {[len(str(t)) for t in texts]}"
            for text in cut:
                assert "…" in text[-40:], f"{name}: cut without a mark: {text[-60:]!r}"
            seen.add(f"huge {c['status']}")
            continue
        seen.add(c["status"])
        if "bytes" not in c["features"]:
            continue
        raw = bytes.fromhex(c["features"]["bytes"])
        (argument,) = c["arguments"].values()
        assert same_text(argument, raw), (name, argument, raw)
        compared += 1
        if c["status"] == "failed":
            text = re.sub(r"^std::runtime_error: ", "", c["status_reason"])
            assert same_text(text, raw), (name, text, raw)
            continue
        if c["property"].endswith("fails"):
            continue
        assert '"name"' in c["property"] and "\ufffd" in c["property"], (name, c["property"])
        assert same_text(c["features"]["echo"], raw), (name, c["features"]["echo"], raw)
        assert not raw or any(same_text(k, raw) for k in c["features"]), (name, c["features"], raw)
        assert same_text(c["metadata"]["notes"][0], raw), (name, c["metadata"]["notes"], raw)
        if c["status"] == "gave_up":
            assert same_text(c["status_reason"], raw), (name, c["status_reason"], raw)
    assert seen == {"passed", "failed", "gave_up", "huge failed", "huge gave_up"}, f"{name}: {seen}"
    assert compared > 300, f"{name}: {compared}"


def main():
    programs = ["adapter_gtest", "adapter_catch2", "adapter_doctest", "deaths_gtest", "deaths_main", "kept_cases",
                "hostile_gtest", "hostile_catch2", "hostile_doctest", "hostile_main"]
    lines = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in programs:
            if name.startswith("deaths") and not support.ISOLATION:
                continue
            if not (support.PROGRAMS / name).exists():
                print(f"{name}: not built, its framework is not installed")
                continue
            file = pathlib.Path(folder) / f"{name}.jsonl"
            support.run([str(support.PROGRAMS / name)], TALI_STATS=str(file), TALI_SEED="1",
                        TALI_CASES="400" if name.startswith("hostile") else "60", TALI_DEADLINE="1s", TALI_SHRINK="200",
                        TALI_EXPLAIN="0")
            text = file.read_bytes()
            assert text.endswith(b"\n") and b"\r" not in text, name
            cases = []
            raw_lines = text.decode("utf-8").splitlines()  # at every separator that any reader may know
            for number, line in enumerate(raw_lines, 1):
                try:
                    cases.append(check_line(line))
                    for validator in VALIDATORS:
                        validator.validate(cases[-1])
                except Exception as e:  # for any error, report its location
                    sys.exit(f"{name}, line {number}: {e}\n{line[:2000]}")
            lines += len(cases)
            if name.startswith("hostile"):
                check_hostile(name, cases, [len(line.encode("utf-8")) for line in raw_lines])
            if name.startswith("deaths"):
                died = [c for c in cases if c["type"] == "test_case" and c["status"] == "failed"
                        and c["status_reason"].startswith("SIG")]
                assert died, f"{name}: no case that killed its process"
                # The events before the crash are present too.
                for c in died:
                    before = {d["metadata"]["case"] for d in cases if d["type"] == "test_case"
                              and d["how_generated"] == "random" and d["property"] == c["property"]}
                    if c["how_generated"] == "random":
                        missing = set(range(c["metadata"]["case"] + 1)) - before
                        assert not missing, f"{name}, {c['property']}: no lines of the cases {sorted(missing)}"
            print(f"{name}: {len(cases)} lines")
    assert lines > 500, lines
    if not VALIDATORS:
        print("python3-jsonschema is not installed: lines were checked by the rules in this file only")


if __name__ == "__main__":
    main()
