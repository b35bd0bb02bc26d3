#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# What compiling costs.   measure.py: the table of RESULTS.md, with g++ (and nvcc where there is one).
# measure.py --check: what a test run guards: instantiation counts of clang, equal from run to run, within the bands of
# budget.json, the bytes of code of a statement, and ratios of processor time within this run.   measure.py --record: writes the counts of today.
import argparse
import collections
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time

import programs

BUDGET = pathlib.Path(__file__).with_name("budget.json")
COUNTED = ["core", "umbrella", "statements", "digits", *(f"layers_{depth}" for depth in programs.DEPTHS)]
BAND = (0.75, 1.15)  # of the recorded count: a fall must be recorded too, or it could be lost unseen
SKIPPED = 77  # CTest reads it as "not run"
EXTRA = [f"-I{folder}" for folder in os.environ.get("WELLFORMED_INCLUDES", "").split(":") if folder]
FLAGS = ["-std=c++20", f"-I{programs.ROOT / 'include'}", f"-I{programs.ROOT / 'kernels'}", *EXTRA]

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


def measure(compiler, names, folder, rounds, suffix=".cpp"):
    """The least cost of each program. The rounds go through all programs, so that a slow minute meets every one."""
    least = {}
    for _ in range(rounds):
        for name in names:
            source, mode, compiles = write(folder, name, suffix)
            if suffix == ".cu":
                mode = ["-O2", "-arch=sm_90", "-c", "-o", os.devnull]
            now = run_once([compiler, *FLAGS, *mode, str(source)], name, compiles)
            least[name] = cost(*map(min, least.get(name, now), now))
    return least


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


def code_bytes(compiler, name, folder):
    """Bytes of code and constants that the optimiser leaves of the program: equal from run to run, unlike its time."""
    source, _, _ = write(folder, name)
    product = source.with_suffix(".o")
    subprocess.run([compiler, *FLAGS, "-O2", "-c", "-o", str(product), str(source)], check=True)
    done = subprocess.run(["size", str(product)], capture_output=True, text=True, check=True)
    return int(done.stdout.splitlines()[1].split()[0])


def clang_version(compiler):
    text = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"version (\d+)", text).group(1))


def machine():
    """The processor in words, and how many of its cores this is run on."""
    named = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return f"{named.group(1) if named else platform.machine()}, {os.cpu_count()} cores"


def rows_of(costs, nvcc):
    """Lines of the table: what, seconds, memory, goal."""
    def over(name, base):
        return costs[name].processor - costs[base].processor

    def further(costs, name):
        """Of the statements after the first ones, which bring functions of the library with them."""
        count = programs.MORE_STATEMENTS - programs.STATEMENTS
        return f"{1000 * (costs[f'more_{name}'].processor - costs[name].processor) / count:.0f} ms"

    yield "every header of `core`, over an empty file", f"{over('core', 'empty'):.2f} s", costs["core"], "0.4 s"
    yield "the umbrella, over an empty file", f"{over('umbrella', 'empty'):.2f} s", costs["umbrella"], "0.8 s"
    yield ("a further fused statement, checked, after 20", further(costs, "statements"), costs["more_statements"],
           "20 ms")
    yield ("a further fused statement at -O2, after 20", further(costs, "statements_o2"), costs["more_statements_o2"],
           "20 ms")
    yield "a refusal, whole", f"{costs['refusal'].processor:.2f} s", costs["refusal"], "2 s"
    yield "the digits program at -O2, whole", f"{costs['digits'].processor:.2f} s", costs["digits"], "5 s, 1024 MiB"
    for depth in programs.DEPTHS:
        name = f"layers_{depth}"
        yield (f"a training step of {depth} layers at -O2, over the umbrella", f"{over(name, 'umbrella_o2'):.2f} s",
               costs[name], "1.2 s" if depth == programs.DEPTHS[-1] else "")
    if nvcc:
        header = nvcc["umbrella"].processor - nvcc["empty"].processor
        yield "nvcc: the umbrella, over an empty file", f"{header:.2f} s", nvcc["umbrella"], "3 s"
        yield ("nvcc: a further fused statement on cuda, after 20", further(nvcc, "statements_cuda"),
               nvcc["more_statements_cuda"], "60 ms")
        yield ("nvcc: the digits program on cuda, whole", f"{nvcc['digits_cuda'].processor:.2f} s",
               nvcc["digits_cuda"], "25 s")


def table(compiler, folder, rounds):
    """Markdown: processor seconds, the least of the rounds."""
    costs = measure(compiler, [name for name in programs.PROGRAMS if name not in programs.CUDA], folder, rounds)
    nvcc = shutil.which("nvcc")
    device = measure(nvcc, ["empty", "umbrella", *programs.CUDA], folder, rounds, ".cu") if nvcc else None
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    yield f"{datetime.date.today()}, {version}; {machine()}; processor time, the least of {rounds} rounds.\n"
    yield "| what | cost | peak MiB | goal |"
    yield "| --- | --- | --- | --- |"
    for what, spent, whole, goal in rows_of(costs, device):
        yield f"| {what} | {spent} | {whole.mebibytes:.0f} | {goal} |"


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
    each = (found["statements"] - found["umbrella"]) / programs.STATEMENTS
    print(f"a further fused statement: {each:.0f} instantiations, at most {budget['statement']}")
    if each > budget["statement"]:
        problems.append(f"a further fused statement: {each:.0f} instantiations, at most {budget['statement']}")
    # From 20 to 40 layers must cost twice what 10 to 20 cost: deterministic, so the bound is tight.
    small, large = found["layers_20"] - found["layers_10"], found["layers_40"] - found["layers_20"]
    print(f"layers: 10 more add {small}, 20 more add {large}")
    if large > 2 * budget["layers_growth"] * small:
        problems.append(f"layers: 20 more add {large} instantiations, 10 more {small}: not linear")
    return problems


def check_code(compiler, folder, budget):
    """The time of the optimiser follows what it has to build, so the code of a statement stands for its time."""
    whole, headers = (code_bytes(compiler, name, folder) for name in ("statements_o2", "umbrella_o2"))
    each = (whole - headers) // programs.STATEMENTS
    print(f"a further fused statement: {each} bytes of code, at most {budget['statement_code']}")
    if each > budget["statement_code"]:
        return [f"a further fused statement: {each} bytes of code, at most {budget['statement_code']}"]
    return []


def check_ratios(compiler, folder, budget, rounds):
    """Processor time of a program over that of another in this run, so that a slow machine does not matter."""
    problems = []
    names = {name for entry in budget["ratios"] for name in entry.split("/")}
    costs = measure(compiler, sorted(names), folder, rounds)
    for entry, most in budget["ratios"].items():
        upper, lower = entry.split("/")
        ratio = costs[upper].processor / costs[lower].processor
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
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


def main():
    options = arguments()
    compiler = shutil.which(options.compiler) or sys.exit(f"{options.compiler} is not installed")
    budget = json.loads(BUDGET.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        if not options.check and not options.record:
            for line in table(compiler, folder, options.rounds):
                print(line, flush=True)
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
        problems = check_ratios(compiler, folder, budget, options.rounds)
        problems += check_code(compiler, folder, budget)
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
