#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# How many kernels a call launches, and how many PTX instructions its threads execute per element, as gpusim counts them.
# The budget is half of what an H200 can issue while it moves the element's bytes: 7.8 instructions a byte (132
# multiprocessors, 128 a clock of 1.98 GHz, 4.3 TB/s). PTX has moves that machine code has not.
#   test_executed.py GPUSIM_RUN PROGRAM [NAME ...]
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

PER_BYTE = 7.8 / 2
ELEMENTS = 9 << 20  # of the smaller of two calls, whose difference counts: enough for every block to walk on
# Work -> launches of one call, where it is not one.
LAUNCHES = {"layer_norm_backward_1024": 2}
# Work -> instructions an element that it may take beyond the half, and why.
MORE = {
    "cross_entropy_10": 53,  # a row a thread: its way through shared memory costs more than its ten exponentials
    "cross_entropy_bfloat16_2048": 21,  # two bytes an element are moved in the time of half as many instructions
    "cross_entropy_bfloat16_32000": 22,
}
SKIPPED = 77


def executed(gpusim, program, name, rows):
    """Instructions of all threads, and the names of the kernels launched. One thread of the host runs the blocks in turn:
    with two, a block that waits for another counts its polls."""
    environment = {**os.environ, "GPUSIM_STATS": "1", "GPUSIM_TRACE": "1", "GPUSIM_DECIMALS": "0", "GPUSIM_THREADS": "1"}
    done = subprocess.run([gpusim, program, name, str(rows)], env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=True)
    kernels = re.findall(r"gpusim: launch \d+: (?:void )?([\w:()<> ]*?)[<(]", done.stdout)
    total = re.search(r"launches, ([\d.e+]+) (million )?thread-instructions", done.stdout)
    return float(total.group(1)) * (1e6 if total.group(2) else 1), kernels


def main():
    gpusim, program, *names = sys.argv[1:]
    if not pathlib.Path(gpusim).exists():
        print("skipped: gpusim was not found")
        return SKIPPED
    works = [line.split() for line in subprocess.run([program], stdout=subprocess.PIPE, text=True,
                                                     check=True).stdout.splitlines()]
    problems = 0
    for name, width, columns in works:
        if names and name not in names:
            continue
        columns, budget = int(columns), PER_BYTE * int(width)
        rows = ELEMENTS // columns
        with concurrent.futures.ThreadPoolExecutor(2) as both:
            (few, kernels), (many, _) = both.map(lambda n: executed(gpusim, program, name, n), (rows, 2 * rows))
        share = (many - few) / (rows * columns)
        budget = max(budget, MORE.get(name, 0))
        wrong = share > budget or len(kernels) != LAUNCHES.get(name, 1)
        problems += wrong
        print(f"{name:32} {len(kernels)} launches, {share:6.1f} instructions an element of {budget:5.1f}"
              f"{'   too many' if wrong else ''}")
    print(f"{problems} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
