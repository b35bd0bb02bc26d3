#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Every C++ file is formatted as clang-format 19 formats it.   format.py [--fix] [file ...]
import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77  # CTest reads it as "not run"


def formatter():
    """clang-format 19: other versions format otherwise."""
    for name in ("clang-format-19", "clang-format"):
        if path := shutil.which(name):
            version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
            if " 19." in version:
                return path
    return None


def main():
    parser = argparse.ArgumentParser(description="Check the format of every C++ file")
    parser.add_argument("--fix", action="store_true", help="rewrite the files")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    tool = formatter()
    if tool is None:
        print("clang-format 19 is not installed (Debian: clang-format-19): the format is not checked")
        return SKIPPED
    files = options.files or sorted(
        file for top in ("include", "src", "kernels", "tests", "examples", "cmake")
        for file in (ROOT / top).rglob("*") if file.suffix in {".hpp", ".cpp", ".cuh", ".cu"})
    # Cases are exempt: a formatter may break the two lines that a switch may hold.
    files = [file for file in files if "refuse" not in file.parent.parent.name]
    mode = ["-i"] if options.fix else ["--dry-run"]
    done = subprocess.run([tool, *mode, *map(str, files)], capture_output=True, text=True, cwd=ROOT, check=False)
    wrong = sorted({line.split(":", 1)[0] for line in done.stderr.splitlines() if "clang-format-violations" in line})
    for name in wrong:
        print(f"{pathlib.Path(name).resolve().relative_to(ROOT)}: not as clang-format 19 formats it")
    if done.returncode != 0:
        print(done.stderr)
    print(f"{len(files)} files, {len(wrong)} to format" + ("; run tests/architecture/format.py --fix" if wrong else ""))
    return 1 if wrong or done.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
