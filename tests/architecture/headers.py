#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Every public header compiles alone, without a warning.   headers.py [--compiler nvcc] [--together] [--jobs 2]
# With --together one file includes all of them, which is what a test run has time for with nvcc.
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Werror"]


def command(compiler):
    name = pathlib.Path(compiler).name
    extra = [f"-I{folder}" for folder in os.environ.get("WELLFORMED_INCLUDES", "").split(":") if folder]
    flags = [compiler, "-std=c++20", f"-I{ROOT / 'include'}", *extra]
    if name.startswith("nvcc"):
        return [*flags, "-Werror", "all-warnings", "-c", "-o", os.devnull], ".cu"
    return [*flags, *WARNINGS, "-fsyntax-only"], ".cpp"


def compile_source(folder, number, names, arguments, suffix):
    """Compiles a file that includes the named headers; what the compiler said, or nothing."""
    source = pathlib.Path(folder) / f"header_{number}{suffix}"
    source.write_text("".join(f"#include <{name}>\n" for name in names), encoding="utf-8")
    try:
        done = subprocess.run([*arguments, str(source)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=300, check=False)
    except subprocess.TimeoutExpired:
        return "no answer within 300 s"
    return done.stdout or "no message" if done.returncode != 0 else ""


def main():
    parser = argparse.ArgumentParser(description="Compile each public header alone")
    parser.add_argument("--compiler", default=os.environ.get("WELLFORMED_CXX", "g++"))
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    compiler = shutil.which(options.compiler) or sys.exit(f"compiler {options.compiler} is not installed")
    include = ROOT / "include"
    names = sorted(header.relative_to(include).as_posix() for header in include.rglob("*.hpp"))
    if not names:
        sys.exit(f"no header under {include}")
    groups = [names] if options.together else [[name] for name in names]
    arguments, suffix = command(compiler)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        said = list(pool.map(lambda item: compile_source(folder, item[0], item[1], arguments, suffix), enumerate(groups)))
    failed = [(group, text) for group, text in zip(groups, said) if text]
    for group, text in failed:
        print(f"FAILED {group[0] if len(group) == 1 else 'all headers together'}\n" + "\n".join(text.splitlines()[:30]))
    print(f"{len(names)} headers, {len(groups)} files with {options.compiler}: {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
