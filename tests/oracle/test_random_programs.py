#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Random typed programs against PyTorch in float64: forward, all gradients and optimiser steps agree within
# |a - b| <= 1e-12 max|b| + 1e-9 |b|. 200 programs, 20 to a file. Options: --seed N, --programs N, and --self-check,
# which tells PyTorch's side small lies (perturbations.py) and demands that the comparison notices each.
import argparse
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from built import output_of, parse

import perturbations
import program_source
import programs
import replay

PER_FILE = 20


def run_file(folder, number, chunk):
    """Builds and runs one file of programs; returns its output."""
    source = os.path.join(folder, f"programs_{number}.cpp")
    with open(source, "w") as f:
        f.write(program_source.file_source(chunk))
    return output_of(source, source[:-4])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=int(os.environ.get("WELLFORMED_SEED", "1")))
    options.add_argument("--programs", type=int, default=200)
    options.add_argument("--self-check", action="store_true")
    options = options.parse_args()
    all_programs = [programs.program(n, options.seed) for n in range(options.programs)]
    chunks = [all_programs[i:i + PER_FILE] for i in range(0, len(all_programs), PER_FILE)]
    failures, compared, pairs = [], 0, []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        outputs = pool.map(lambda job: run_file(folder, *job), enumerate(chunks))
        for chunk, output in zip(chunks, outputs):
            dumped = parse(output, "program")
            pairs += [(p, dumped[str(p["number"])]) for p in chunk]
    for p, dumped in pairs:
        for name, far in replay.compare(p, dumped).items():
            compared += 1
            if not far <= 1:
                failures.append(f"program {p['number']} {name}: {far:.3g} times the tolerance: {p}")
    print("\n".join(failures[:20]))
    print(f"{len(all_programs)} programs of seed {options.seed}, {compared} comparisons, {len(failures)} disagree")
    weak = perturbations.unnoticed(pairs, replay.compare) if options.self_check else []
    if weak:
        print(f"not noticed: {', '.join(weak)}")
    sys.exit(1 if failures or weak else 0)


if __name__ == "__main__":
    main()
