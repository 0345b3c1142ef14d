#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Every line of statistics that programs of all adapters write is valid: by our schema, and by the rules of the tools that
read the format. That includes properties that kill their process, whose file must still be whole.
"""

import json
import math
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import adapter_support as support  # noqa: E402

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[3] / "schema" / "openpbtstats.schema.json").read_text("utf-8"))
FIELDS = {"type": str, "run_start": (int, float), "property": str, "status": str, "status_reason": str,
          "representation": str, "arguments": dict, "how_generated": str, "features": dict, "coverage": (dict, type(None)),
          "timing": dict, "metadata": dict}
MESSAGE = {"type": str, "run_start": (int, float), "property": str, "title": str, "content": str}

try:
    import jsonschema
    VALIDATOR = jsonschema.Draft7Validator(SCHEMA)
except ImportError:
    VALIDATOR = None


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
    for name, value in case["features"].items():
        assert not isinstance(value, bool), (name, value)
    return case


def main():
    programs = ["adapter_gtest", "adapter_catch2", "adapter_doctest", "deaths_gtest", "deaths_main", "kept_cases"]
    lines = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in programs:
            if not (support.PROGRAMS / name).exists():
                print(f"{name}: not built, its framework is not installed")
                continue
            file = pathlib.Path(folder) / f"{name}.jsonl"
            support.run([str(support.PROGRAMS / name)], TALI_STATS=str(file), TALI_SEED="1", TALI_CASES="60",
                        TALI_DEADLINE="1s", TALI_SHRINK="200", TALI_EXPLAIN="0")
            text = file.read_bytes()
            assert text.endswith(b"\n") and b"\r" not in text, name
            cases = []
            for number, line in enumerate(text.decode("utf-8").splitlines(), 1):
                try:
                    cases.append(check_line(line))
                    if VALIDATOR is not None:
                        VALIDATOR.validate(cases[-1])
                except Exception as e:  # whatever is wrong, where it is matters
                    sys.exit(f"{name}, line {number}: {e}\n{line[:2000]}")
            lines += len(cases)
            if name.startswith("deaths"):
                died = [c for c in cases if c["type"] == "test_case" and c["status"] == "failed"
                        and c["status_reason"].startswith("SIG")]
                assert died, f"{name}: no case that killed its process"
                # What came before the death is there too.
                for c in died:
                    before = {d["metadata"]["case"] for d in cases if d["type"] == "test_case"
                              and d["how_generated"] == "random" and d["property"] == c["property"]}
                    if c["how_generated"] == "random":
                        missing = set(range(c["metadata"]["case"] + 1)) - before
                        assert not missing, f"{name}, {c['property']}: no lines of the cases {sorted(missing)}"
            print(f"{name}: {len(cases)} lines")
    assert lines > 500, lines
    if VALIDATOR is None:
        print("python3-jsonschema is not installed: lines were checked by the rules in this file only")


if __name__ == "__main__":
    main()
