#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Forces every rule true, one at a time, and demands that a case notices: a program that must be refused now compiles.
# Not part of a test run (minutes).   mutate.py [--compiler g++] [--jobs 2] [code ...]
import argparse
import concurrent.futures
import re
import sys

import cases

RULE = re.compile(r"WF_RULE\(\s*(\d{3})\b|struct wf(\d{3})\b|\[WF(\d{3})\]")


def rule_codes():
    """Codes of all rules that the refusal headers define, with the header of each."""
    found = {}
    for header in sorted((cases.ROOT / "include" / "wellformed" / "refuse").glob("*.hpp")):
        for line in header.read_text(encoding="utf-8").splitlines():
            if line.lstrip().startswith("//"):
                continue
            for match in RULE.finditer(line):
                found[int(next(group for group in match.groups() if group))] = header.name
    return found


def asserted_codes():
    """Codes of plain assertions of other headers, as on the members of a label set: nothing there can be forced."""
    headers = (cases.ROOT / "include" / "wellformed").rglob("*.hpp")
    return {int(code) for header in headers if header.parent.name != "refuse"
            for code in re.findall(r'"\[WF(\d{3})\]', header.read_text(encoding="utf-8"))}


def main():
    parser = argparse.ArgumentParser(description="Force each rule true; some case must notice")
    parser.add_argument("codes", nargs="*", type=int)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    compiler = cases.compiler(options.compiler)
    rules = rule_codes()
    if unknown := set(options.codes) - set(rules):
        sys.exit(f"no rule has the code {', '.join(map(str, sorted(unknown)))}")
    codes = options.codes or sorted(rules)
    every = cases.all_cases()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = {code: [(case, pool.submit(compiler.parse, case.path, [f"-DWF_MUTATE={code}"]))
                       for case in every if case.code == code] for code in codes}
        noticed = {code: [case.name for case, run in cases_of if run.result().returncode == 0]
                   for code, cases_of in runs.items()}
    for code in codes:
        number = len(runs[code])
        state = ("NO CASE" if number == 0 else "UNNOTICED" if not noticed[code] else "noticed")
        print(f"WF{code} {rules[code]:14} {state:10} {len(noticed[code])} of {number} cases compile when it is forced")
    missed = [code for code in codes if not noticed[code]]
    print(f"{len(codes) - len(missed)} of {len(codes)} rules are noticed")
    if strangers := sorted({case.code for case in every} - set(rules) - asserted_codes()):
        print("codes of cases that no rule has: " + ", ".join(f"WF{code}" for code in strangers))
    return 1 if missed or strangers else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except cases.malformed as problem:
        sys.exit(str(problem))
