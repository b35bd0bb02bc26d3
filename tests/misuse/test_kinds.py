#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The table of misuse: which rule stops each kind of mistake that was reported of other libraries, and which test
# shows it. Every rule exists, every proof exists and names a rule of its row, every case stands in one row.
import collections
import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = pathlib.Path(__file__).with_name("kinds.tsv")
COLUMNS = ["kind", "what goes wrong", "stopped", "rules", "proof", "note", "cases"]
# compile: refused by the compiler; entry: an error where the data enters; run: an error of the call, after which the
# program goes on; later: not stopped yet, the note says what is missing.
STOPS = {"compile", "entry", "run", "later"}
CASES = 308


def defined_rules():
    """Numbers of the rules that the library can speak: compile-time sentences and run-time messages."""
    found = set()
    for folder in ("include", "src"):
        for path in (ROOT / folder).rglob("*.?pp"):
            text = path.read_text(encoding="utf-8")
            found |= set(re.findall(r"\[WF(\d+)\]", text))
            found |= set(re.findall(r"\b(?:message|fail)(?: \w+)?\((\d{3})\b", text))
            found |= set(re.findall(r"\b\w+_?\((\d{3}), ", text))
            found |= set(re.findall(r"(?:[=?:]|\bcase) (\d{3})\b", text))
    return found


def names_rule(path, rules):
    text = path.read_text(encoding="utf-8")
    return not rules or any(re.search(rf"(?<!\d){rule}(?!\d)", path.name + text) for rule in rules)


def problems_of(row, rules):
    wanted = re.findall(r"WF(\d+)", row["rules"])
    proofs = row["proof"].split()
    if row["stopped"] not in STOPS:
        yield f"stopped is '{row['stopped']}'"
    if row["stopped"] == "later" and (wanted or not row["note"]):
        yield "later needs a note and no rule"
    if row["stopped"] != "later" and not proofs:
        yield "no proof"
    yield from (f"WF{rule} is not defined" for rule in wanted if rule not in rules)
    for proof in proofs:
        if not (ROOT / proof).is_file():
            yield f"{proof} does not exist"
        elif not names_rule(ROOT / proof, wanted):
            yield f"{proof} names none of {row['rules']}"


def main():
    with TABLE.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        rows = list(reader)
    problems = [] if reader.fieldnames == COLUMNS else [f"columns are {reader.fieldnames}"]
    rules = defined_rules()
    for row in rows:
        problems += [f"{row['kind']}: {problem}" for problem in problems_of(row, rules)]
    kinds = collections.Counter(row["kind"] for row in rows)
    cases = collections.Counter(case for row in rows for case in row["cases"].split())
    problems += [f"{name} stands twice" for name, count in (kinds + cases).items() if count > 1]
    if len(cases) != CASES:
        problems.append(f"{len(cases)} cases, not {CASES}")
    for problem in problems:
        print(problem)
    stops = collections.Counter()
    for row in rows:
        stops[row["stopped"]] += len(row["cases"].split())
    print(f"{len(rows)} kinds, {len(cases)} cases: " + ", ".join(f"{count} {stop}" for stop, count in stops.items()))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
