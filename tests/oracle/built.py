# SPDX-License-Identifier: Apache-2.0
# How the oracle's C++ programs are built, and what counts as agreement with PyTorch.
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.environ.get("WELLFORMED_SOURCE", os.path.join(HERE, "..", ".."))
LIBRARY = os.environ.get("WELLFORMED_LIBRARY", os.path.join(SOURCE, "build", "libwellformed.a"))
COMPILER = os.environ.get("WELLFORMED_CXX", "g++")
INCLUDES = [i for i in os.environ.get("WELLFORMED_INCLUDES", "").split(":") if i]

try:
    import torch
except ImportError:
    sys.exit("PyTorch is missing: install python3-torch, and run this with the system's python3")


def output_of(source, binary, *arguments, optimise="-O0"):
    """Builds a program, runs it, and returns what it printed."""
    command = [COMPILER, "-std=c++20", optimise, "-I", os.path.join(SOURCE, "include"), "-I", HERE,
               *[f"-I{i}" for i in INCLUDES], source, LIBRARY, "-pthread", "-o", binary]
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode != 0:
        sys.exit(f"{source} does not compile:\n{' '.join(command)}\n{built.stderr[:6000]}")
    ran = subprocess.run([binary, *arguments], capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{source} failed: {ran.stderr[-2000:]}{ran.stdout[-500:]}")
    return ran.stdout


def parse(text, heading):
    """The dumped numbers by what the program named after `heading`, then by name."""
    result, current = {}, None
    for line in text.splitlines():
        name, *values = line.split()
        if name == heading:
            if values[0] in result:
                sys.exit(f"{heading} {values[0]} was dumped twice")
            current = result.setdefault(values[0], {})
        elif name.endswith(".shape"):
            current[name] = tuple(map(int, values))
        else:
            current[name] = torch.tensor([float.fromhex(v) for v in values], dtype=torch.float64)
    return result


def disagreement(ours, theirs):
    """By how much the largest |a - b| is over 1e-12 max|b| + 1e-9 |b|: at most 1 is agreement."""
    if ours.numel() != theirs.numel():
        return float("inf")
    if ours.numel() == 0:
        return 0.0
    tolerance = 1e-12 * theirs.abs().max() + 1e-9 * theirs.abs() + 1e-300
    return float(((ours - theirs).abs() / tolerance).nan_to_num(float("inf")).max())
