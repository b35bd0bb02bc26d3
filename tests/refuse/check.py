#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Every case of tests/refuse/<family>: as written, the compiler refuses it with one error that begins with its code,
# shows its values and stays within its lines; with -DFIXED it compiles, links and returns 0.
#   check.py --compiler clang++ --family loss [--fixed all|first|none] [--jobs 2] [case ...]
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import time

import cases

ERROR = re.compile(r"\b(fatal )?error\b ?(#[\w-]+)?: |\): (catastrophic )?error")
GUTTER = re.compile(r"^\s*\d* \|")
CARET = re.compile(r"^\s*[\^~|][\^~|\s]*$")


def without_echo(lines):
    """Drops the source lines that compilers repeat: a word in a comment of the case must not count as printed."""
    keep = [not GUTTER.match(line) for line in lines]
    for number, line in enumerate(lines):
        if CARET.match(line) and line.strip():
            keep[number] = False
            if number > 0 and not ERROR.search(lines[number - 1]):
                keep[number - 1] = False
    return [line for line, kept in zip(lines, keep) if kept]


def judge_refusal(case, compiler):
    """What is wrong with how the compiler refuses the case; nothing if all is right."""
    done = compiler.parse(case.path)
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    if done.returncode == 0:
        return [f"compiles, but WF{case.code} must refuse it"]
    said = without_echo(lines)
    errors = [line for line in said if ERROR.search(line)]
    problems = []
    if len(errors) != 1:
        problems.append(f"{len(errors)} errors instead of one")
    if not errors or f"[WF{case.code}]" not in errors[0]:
        problems.append(f"the first error does not hold [WF{case.code}]")
    problems += [f"does not show '{word}'" for word in case.values if not any(word in line for line in said)]
    if len(lines) > case.budget(compiler):
        problems.append(f"{len(lines)} lines, the budget is {case.budget(compiler)}")
    return problems + ["the compiler said:", *("  " + line for line in lines[:40])] if problems else []


def precompiled(compiler, build):
    """Precompiles the umbrella header once for all fixed twins; remade when any header is newer."""
    folder = build / "refuse" / compiler.kind
    folder.mkdir(parents=True, exist_ok=True)
    header, suffix = folder / "wellformed.hpp", ".pch" if compiler.kind == "clang" else ".gch"
    product = header.with_name(header.name + suffix)
    newest = max(path.stat().st_mtime for path in (cases.ROOT / "include").rglob("*.hpp"))
    if not product.exists() or product.stat().st_mtime <= newest:
        header.write_text("#include <wellformed/wellformed.hpp>\n", encoding="utf-8")
        fresh = product.with_name(f"{product.name}.{os.getpid()}")
        done = compiler.call([*compiler.flags, "-O0", "-x", "c++-header", str(header), "-o", str(fresh)])
        if done.returncode != 0:
            sys.exit(f"the umbrella header does not compile with {compiler.path}:\n{done.stdout}")
        fresh.replace(product)
    return ["-include-pch", str(product)] if compiler.kind == "clang" else ["-include", str(header)]


def judge_fixed(case, compiler, start, library, build):
    """What is wrong with the fixed twin; nothing if it compiles, links and returns 0."""
    program = build / "refuse" / compiler.kind / f"{case.path.parent.name}_{case.path.stem}"
    link = ["-Xlinker", str(library)] if compiler.kind == "nvcc" else [str(library)]
    done = compiler.call([*compiler.flags, *start, "-O0", "-DFIXED", str(case.path), *link, "-o", str(program)])
    if done.returncode != 0:
        return ["its fixed twin does not build:", *("  " + line for line in done.stdout.splitlines()[:12])]
    try:
        ran = subprocess.run([str(program)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
                             cwd=program.parent, check=False)
    except subprocess.TimeoutExpired:
        return ["its fixed twin does not end within 60 s"]
    finally:
        program.unlink(missing_ok=True)
    return [f"its fixed twin returns {ran.returncode}:", ran.stdout] if ran.returncode != 0 else []


def arguments():
    parser = argparse.ArgumentParser(description="Check the refusals with one compiler")
    parser.add_argument("names", nargs="*", help="cases, such as loss/wf101_softmax_twice; default: all")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--family")
    parser.add_argument("--fixed", choices=["all", "first", "none"], default="all")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--build", type=pathlib.Path, default=cases.ROOT / "build" / "dev")
    parser.add_argument("--library", type=pathlib.Path, help="default: libwellformed.a of the build folder")
    return parser.parse_args()


def main():
    options = arguments()
    compiler = cases.compiler(options.compiler)
    library = (options.library or options.build / "libwellformed.a").resolve()
    build = options.build.resolve()
    chosen = [case for case in cases.all_cases(options.family) if not options.names or case.name in options.names]
    twins = {"all": chosen, "first": chosen[:1], "none": []}[options.fixed]
    if twins and not library.exists():
        sys.exit(f"{library} is missing: build the library first, or pass --fixed none")
    begin = time.monotonic()
    start = precompiled(compiler, build) if twins and compiler.kind != "nvcc" else []
    (build / "refuse" / compiler.kind).mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = [(case, pool.submit(judge_refusal, case, compiler)) for case in chosen]
        jobs += [(case, pool.submit(judge_fixed, case, compiler, start, library, build)) for case in twins]
        judged = [(case, job.result()) for case, job in jobs]
    failed = [(case, problems) for case, problems in judged if problems]
    for case, problems in failed:
        print(f"FAILED {case.name} ({options.compiler}): " + "\n  ".join(problems))
    print(f"{len(chosen)} refusals and {len(twins)} fixed twins with {options.compiler} in "
          f"{time.monotonic() - begin:.0f} s, {len(failed)} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except cases.malformed as problem:
        sys.exit(str(problem))
