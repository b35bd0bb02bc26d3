#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# What compiling costs.   measure.py: a table of seconds and memory, with g++ (and nvcc where there is one).
# measure.py --check: what a test run guards: instantiation counts of clang, equal from run to run, within the bands of
# budget.json, and ratios of processor time within this run.   measure.py --record: writes the counts of today.
import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import programs

BUDGET = pathlib.Path(__file__).with_name("budget.json")
COUNTED = ["core", "umbrella", "statements", "digits", *(f"layers_{depth}" for depth in programs.DEPTHS)]
BAND = (0.75, 1.10)  # of the recorded count: a fall must be recorded too, or it could be lost unseen
SKIPPED = 77  # CTest reads it as "not run"
EXTRA = [f"-I{folder}" for folder in os.environ.get("WELLFORMED_INCLUDES", "").split(":") if folder]
FLAGS = ["-std=c++20", f"-I{programs.ROOT / 'include'}", *EXTRA]

cost = collections.namedtuple("cost", "seconds processor mebibytes")


def write(folder, name, suffix=".cpp"):
    make, optimised, compiles = programs.PROGRAMS[name]
    source = pathlib.Path(folder) / (name + suffix)
    try:
        source.write_text(make(), encoding="utf-8")
    except FileNotFoundError as missing:
        sys.exit(f"{name} cannot be measured: {missing}")
    return source, ["-O2", "-c", "-o", os.devnull] if optimised else ["-fsyntax-only"], compiles


def run_once(command, name, compiles):
    """Wall and processor seconds and peak memory of one compilation."""
    with tempfile.TemporaryFile() as output:
        begin = time.monotonic()
        with subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - begin
        if (process.returncode == 0) != compiles:
            output.seek(0)
            said = output.read().decode("utf-8", "replace")
            sys.exit(f"{name} must {'' if compiles else 'not '}compile:\n{' '.join(command)}\n{said[:3000]}")
    return cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def measure(compiler, name, folder, repeats):
    """The least of `repeats` compilations: noise only adds."""
    source, mode, compiles = write(folder, name)
    runs = [run_once([compiler, *FLAGS, *mode, str(source)], name, compiles) for _ in range(repeats)]
    return cost(*(min(column) for column in zip(*runs)))


def instantiations(compiler, name, folder):
    """Class and function templates that clang instantiates for the program."""
    source, _, _ = write(folder, name)
    product = source.with_suffix(".o")
    trace = ["-ftime-trace", "-ftime-trace-granularity=0", "-O0", "-c", "-o", str(product)]
    done = subprocess.run([compiler, *FLAGS, *trace, str(source)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{name} does not compile with {compiler}:\n{done.stderr[:3000]}")
    events = json.loads(product.with_suffix(".json").read_text(encoding="utf-8"))["traceEvents"]
    return sum(event["name"] in ("InstantiateClass", "InstantiateFunction") for event in events)


def clang_version(compiler):
    text = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"version (\d+)", text).group(1))


def print_table(compiler, folder, repeats):
    goals = {"core": "0.4 over empty", "umbrella": "0.8 over empty", "digits": "5 s, 1024 MiB", "refusal": "2 s",
             "layers_40": "1.2 over umbrella_o2"}
    print(f"{'program':14}{'seconds':>9}{'processor':>11}{'MiB':>7}  {'over base':>9}  goal")
    costs = {}
    for name, (_, optimised, _) in programs.PROGRAMS.items():
        costs[name] = now = measure(compiler, name, folder, repeats)
        base = costs["empty_o2" if optimised else "empty"] if not name.startswith("layers") else costs["umbrella_o2"]
        print(f"{name:14}{now.seconds:9.2f}{now.processor:11.2f}{now.mebibytes:7.0f}  {now.seconds - base.seconds:9.2f}  "
              f"{goals.get(name, '')}", flush=True)
    each = 1000 * (costs["statements"].seconds - costs["umbrella"].seconds) / programs.STATEMENTS
    print(f"a further fused statement: {each:.0f} ms (goal 20)")
    if nvcc := shutil.which("nvcc"):
        spent = []
        for name in ("empty", "umbrella"):
            source, _, _ = write(folder, name, ".cu")
            spent.append(run_once([nvcc, *FLAGS, "-c", "-o", os.devnull, str(source)], name, True).seconds)
        print(f"umbrella with nvcc: {spent[1]:.2f} s, {spent[1] - spent[0]:.2f} over an empty file (goal 3)")


def check_counts(compiler, folder, budget):
    problems = []
    found = {name: instantiations(compiler, name, folder) for name in COUNTED}
    for name in COUNTED:
        recorded = budget["instantiations"].get(name)
        if recorded is None:
            problems.append(f"{name}: nothing is recorded; run tests/cost/measure.py --record")
            continue
        low, high = (round(recorded * bound) for bound in BAND)
        verdict = "more than" if found[name] > high else "less than" if found[name] < low else "within"
        print(f"{name:12}{found[name]:8} instantiations, {verdict} the band {low} to {high}")
        if verdict != "within":
            problems.append(f"{name}: {found[name]} instantiations, the band is {low} to {high}; if that is meant, "
                            "run tests/cost/measure.py --record and say why in the commit")
    # From 20 to 40 layers must cost twice what 10 to 20 cost: deterministic, so the bound is tight.
    small, large = found["layers_20"] - found["layers_10"], found["layers_40"] - found["layers_20"]
    print(f"layers: 10 more add {small}, 20 more add {large}")
    if large > 2 * budget["layers_growth"] * small:
        problems.append(f"layers: 20 more add {large} instantiations, 10 more {small}: not linear")
    return problems


def check_ratios(compiler, folder, budget, repeats):
    """Processor time of a program over that of another in this run, so that a slow machine does not matter."""
    problems, costs = [], {}
    for entry, most in budget["ratios"].items():
        upper, lower = entry.split("/")
        for name in (upper, lower):
            if name not in costs:
                costs[name] = measure(compiler, name, folder, repeats).processor
        ratio = costs[upper] / costs[lower]
        print(f"{entry:28}{ratio:6.2f}, at most {most}")
        if ratio > most:
            problems.append(f"{entry}: {ratio:.2f} times the processor time, at most {most}")
    return problems


def arguments():
    parser = argparse.ArgumentParser(description="What compiling costs")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--compiler", default="g++", help="of seconds and ratios")
    parser.add_argument("--clang", default="clang++", help="of instantiation counts")
    parser.add_argument("--repeats", type=int, default=3)
    return parser.parse_args()


def main():
    options = arguments()
    compiler = shutil.which(options.compiler) or sys.exit(f"{options.compiler} is not installed")
    budget = json.loads(BUDGET.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        if not options.check and not options.record:
            print_table(compiler, folder, options.repeats)
            return 0
        clang = shutil.which(options.clang)
        version = clang_version(clang) if clang else 0
        if options.record:
            clang or sys.exit(f"{options.clang} is not installed")
            budget["clang"] = version
            budget["instantiations"] = {name: instantiations(clang, name, folder) for name in COUNTED}
            BUDGET.write_text(json.dumps(budget, indent=2) + "\n", encoding="utf-8")
            print(json.dumps(budget["instantiations"], indent=2))
            return 0
        problems = check_ratios(compiler, folder, budget, options.repeats)
        if version == budget["clang"]:
            problems += check_counts(clang, folder, budget)
        elif not problems:
            print(f"The counts were recorded with clang {budget['clang']}, here is {version or 'none'}: not compared")
            return SKIPPED
    for problem in problems:
        print(f"FAILED {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
