#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Random typed programs against PyTorch in float64: forward, all gradients and optimiser steps agree within
# |a - b| <= 1e-12 max|b| + 1e-9 |b|. 200 programs, 20 to a file. Options: --seed N, --programs N.
import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import programs

SOURCE = os.environ.get("WELLFORMED_SOURCE", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
LIBRARY = os.environ.get("WELLFORMED_LIBRARY", os.path.join(SOURCE, "build", "libwellformed.a"))
COMPILER = os.environ.get("WELLFORMED_CXX", "g++")
INCLUDES = [i for i in os.environ.get("WELLFORMED_INCLUDES", "").split(":") if i]
PER_FILE = 20


def run_file(folder, number, chunk):
    """Builds and runs one file of programs; returns its output."""
    source = os.path.join(folder, f"programs_{number}.cpp")
    binary = source[:-4]
    with open(source, "w") as f:
        f.write(programs.file_source(chunk))
    command = [COMPILER, "-std=c++20", "-O0", "-I", os.path.join(SOURCE, "include"), "-I", os.path.dirname(
        os.path.abspath(__file__)), *[f"-I{i}" for i in INCLUDES], source, LIBRARY, "-pthread", "-o", binary]
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode != 0:
        sys.exit(f"a program does not compile:\n{' '.join(command)}\n{built.stderr[:6000]}")
    ran = subprocess.run([binary], capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{source} failed: {ran.stderr[-2000:]}{ran.stdout[-500:]}")
    return ran.stdout


def parse(text):
    import torch
    result, current = {}, None
    for line in text.splitlines():
        name, *values = line.split()
        if name == "program":
            current = result.setdefault(int(values[0]), {})
        else:
            current[name] = torch.tensor([float.fromhex(v) for v in values], dtype=torch.float64)
    return result


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=int(os.environ.get("WELLFORMED_SEED", "1")))
    options.add_argument("--programs", type=int, default=200)
    options = options.parse_args()
    try:
        import replay
    except ImportError:
        sys.exit("PyTorch is missing: install python3-torch, and run this with the system's python3")
    all_programs = [programs.program(n, options.seed) for n in range(options.programs)]
    chunks = [all_programs[i:i + PER_FILE] for i in range(0, len(all_programs), PER_FILE)]
    failures, compared = [], 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        outputs = pool.map(lambda job: run_file(folder, *job), enumerate(chunks))
        for chunk, output in zip(chunks, outputs):
            dumped = parse(output)
            for p in chunk:
                for name, far in replay.compare(p, dumped[p["number"]]):
                    compared += 1
                    if not far <= 1:
                        failures.append(f"program {p['number']} {name}: {far:.3g} times the tolerance: {p}")
    for failure in failures[:20]:
        print(failure)
    print(f"{len(all_programs)} programs of seed {options.seed}, {compared} comparisons, {len(failures)} disagree")
    if compared != 12 * len(all_programs) - len(all_programs):
        sys.exit("some comparisons are missing")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
