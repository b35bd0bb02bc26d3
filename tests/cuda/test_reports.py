#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# What the compilers report of kernels/*.cu: no spills, no stack, no local memory, no trap; few special functions and
# accesses of 16 bytes in the kernels that tests/cuda/report_plan.py lists.   test_reports.py [--compiler nvcc] [--jobs 2] [--only scan] [--list]
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

from report_plan import ALLOWED, PLANNED, resident_bytes

ROOT = pathlib.Path(__file__).resolve().parents[2]
# PTX of the oldest architecture that a machine code is made from, as the driver does it with the PTX of a program.
TARGETS = {"compute_75": ["sm_75"], "compute_80": ["sm_80", "sm_90"]}
# Low 12 bits of an instruction of 16 bytes, sm_75 to sm_90.
LOCAL_OPCODES = {0x983: "LDL", 0x387: "STL"}
SPECIAL_OPCODES = {0x308: "MUFU"}  # exponential, logarithm, reciprocal, square root
SPECIAL_PER_BYTE = 0.97 / 2  # half of what an H200 computes of them while it moves a byte (16 a clock, 4.3 TB/s)
WIDE = r"(?:\.[\w:]+)*\.(?:v4\.[busf]32|v2\.[busf]64)\b"


def call(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} returned {done.returncode}\n{done.stdout[-3000:]}")
    return done.stdout


def demangled(names):
    if not names or not shutil.which("c++filt"):
        return dict(zip(names, names))
    text = subprocess.run(["c++filt"], input="\n".join(names), stdout=subprocess.PIPE, text=True, check=True).stdout
    return dict(zip(names, text.splitlines()))


def resources(log):
    """Of what ptxas -v says: kernel -> registers, stack, spills, shared."""
    found = {}
    for block in re.split(r"Compiling entry function '", log)[1:]:
        name = block.split("'", 1)[0]
        numbers = {what: int(match.group(1)) if (match := re.search(pattern, block)) else 0 for what, pattern in {
            "stack": r"(\d+) bytes stack frame", "stores": r"(\d+) bytes spill stores",
            "loads": r"(\d+) bytes spill loads", "registers": r"Used (\d+) registers",
            "shared": r"(\d+) bytes smem"}.items()}
        found[name] = numbers
    return found


def machine_code(cubin):
    """Kernel -> opcodes of its instructions, read from the sections of machine code."""
    data = pathlib.Path(cubin).read_bytes()
    start, = struct.unpack_from("<Q", data, 40)
    size, count, names_at = struct.unpack_from("<HHH", data, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, start + i * size) for i in range(count)]
    texts = {}
    for section in sections:
        at = sections[names_at][4] + section[0]
        name = data[at:data.index(b"\0", at)].decode()
        if name.startswith(".text."):
            code = data[section[4]:section[4] + section[5]]
            texts[name[6:]] = [struct.unpack_from("<H", code, i)[0] & 0xfff for i in range(0, len(code), 16)]
    return texts


def bodies(ptx):
    """Kernel -> its text in PTX."""
    entry = re.compile(r"^(?:\.visible |\.weak )?\.entry (\w+)\((.*?)^\}", re.MULTILINE | re.DOTALL)
    return {match.group(1): match.group(2) for match in entry.finditer(ptx)}


def report(nvcc, source, folder, virtual):
    """Kernel -> facts for each machine of one virtual architecture; and the file's text of PTX."""
    stem = pathlib.Path(folder) / f"{source.stem}.{virtual}"
    ptx = pathlib.Path(f"{stem}.ptx")
    extra = [f"-I{name}" for name in os.environ.get("WELLFORMED_INCLUDES", "").split(":") if name]
    call(nvcc, "-std=c++20", "-O3", "-ptx", f"-arch={virtual}", f"-I{ROOT}/include", f"-I{ROOT}/kernels", *extra, source,
         "-o", ptx)
    text = ptx.read_text(encoding="utf-8")
    ptxas = pathlib.Path(nvcc).with_name("ptxas")
    facts = {}
    for machine in TARGETS[virtual]:
        log = call(ptxas if ptxas.exists() else "ptxas", "-v", f"-arch={machine}", ptx, "-o", f"{stem}.{machine}.cubin")
        code = machine_code(f"{stem}.{machine}.cubin")
        for kernel, numbers in resources(log).items():
            opcodes = code.get(kernel, [])
            facts[kernel, machine] = {**numbers, "local": sum(code in LOCAL_OPCODES for code in opcodes),
                                      "special": sum(code in SPECIAL_OPCODES for code in opcodes)}
    return text, facts


def is_allowed(name, text):
    return any(file == name and re.search(pattern, text) for file, pattern, _ in ALLOWED)


def problems_of(source, ptx, facts, names):
    for word in ("trap;", "brkpt;", "__assertfail", "vprintf"):
        if re.search(rf"^\s.*\b{re.escape(word)}", ptx, re.MULTILINE):
            yield f"{source.name}: the PTX holds {word}"
    for (kernel, machine), f in sorted(facts.items()):
        if f["stack"] + f["stores"] + f["loads"] + f["local"] > 0 and not is_allowed(source.name, names[kernel]):
            yield (f"{source.name}, {machine}: stack {f['stack']}, spills {f['stores']}+{f['loads']} bytes, "
                   f"{f['local']} local accesses in {names[kernel]}")


def planned_problems(source, ptx, facts, names):
    texts = bodies(ptx)
    for plan in (plan for plan in PLANNED if plan.file == source.name):
        found = [kernel for kernel in texts if re.search(plan.kernel, names.get(kernel, kernel))]
        if not found:
            yield f"{source.name}: no kernel fits {plan.kernel}, which report_plan.py lists"
        for kernel in found:
            for what, wanted in (("ld", plan.loads), ("st", plan.stores)):
                there = len(re.findall(rf"\b{what}\.global{WIDE}", texts[kernel]))
                if there < wanted:
                    yield f"{source.name}: {there} of {wanted} wide {what}.global in {names.get(kernel, kernel)}"
            for (other, machine), f in facts.items():
                if other == kernel and f["special"] > SPECIAL_PER_BYTE * 16 * (plan.loads + plan.stores):
                    yield f"{source.name}, {machine}: {f['special']} special functions in {names[kernel]}"
                if other == kernel and plan.bytes and machine == "sm_90":
                    bytes_held = resident_bytes(plan, f)
                    if bytes_held < 48 * 1024:
                        yield f"{source.name}: {bytes_held} bytes in flight per multiprocessor in {names[kernel]}"


def check(nvcc, source, folder, virtual):
    try:
        ptx, facts = report(nvcc, source, folder, virtual)
    except RuntimeError as error:
        return [], [str(error)]
    names = demangled(sorted({kernel for kernel, _ in facts}))
    lines = [f"{source.name:26} {machine} {f['registers']:4} registers {f['shared']:6} shared  {names[kernel]}"
             for (kernel, machine), f in sorted(facts.items())]
    found = list(problems_of(source, ptx, facts, names))
    if virtual == "compute_80":
        found += planned_problems(source, ptx, facts, names)
    return lines, found


def main():
    parser = argparse.ArgumentParser(description="Check what the compilers report of the kernels")
    parser.add_argument("--compiler", default="nvcc")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="files whose name holds this")
    parser.add_argument("--list", action="store_true", help="print the registers of each kernel")
    options = parser.parse_args()
    nvcc = shutil.which(options.compiler)
    if nvcc is None:
        print(f"skipped: {options.compiler} is not installed")
        return 77
    sources = sorted(file for file in (ROOT / "kernels").glob("*.cu") if options.only in file.name)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tasks = [(source, virtual) for virtual in TARGETS for source in sources]
        results = list(pool.map(lambda task: check(nvcc, task[0], folder, task[1]), tasks))
    lines = [line for said, _ in results for line in said]
    problems = [problem for _, found in results for problem in found]
    print("\n".join((lines if options.list else []) + problems))
    machines = ", ".join(machine for group in TARGETS.values() for machine in group)
    print(f"{len(sources)} files, {len(lines)} kernels for {machines}: {len(problems)} problems")
    return 1 if problems or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
