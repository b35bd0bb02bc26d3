#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The README shows what is true: its program is examples/digits.cpp and its gallery is what the compiler says about
# tests/refuse. `--write` renews them. (The table of losses is checked by tests/unit/loss/test_table.cpp.)
import os
import re
import subprocess
import sys

SOURCE = os.environ.get("WELLFORMED_SOURCE", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
COMPILER = os.environ.get("WELLFORMED_CXX", "g++")
INCLUDES = [f"-I{i}" for i in os.environ.get("WELLFORMED_INCLUDES", "").split(":") if i]
GALLERY = ["loss/wf101_softmax_twice", "loss/wf140_sigmoid_twice", "label/wf240_other_label_set",
           "label/wf241_head_without_classes", "axes/wf314_layers_that_do_not_fit", "axes/wf341_column_against_row",
           "batch/wf401_labels_of_other_loader", "batch/wf420_tail_of_1041_by_8", "mode/wf703_metric_in_train_mode",
           "mode/wf704_backward_on_a_named_loss"]


def path(*parts):
    return os.path.join(SOURCE, *parts)


def read(*parts):
    with open(path(*parts)) as f:
        return f.read()


def program():
    code = read("examples", "digits.cpp")
    return "```cpp\n" + code[code.index("#include <wellformed"):].rstrip() + "\n```"


def wrong_line(code):
    """The line of a refusal case that stands where FIXED is not defined."""
    with_else = re.search(r"#ifdef FIXED\n.*?#else\n(.*?)\n#endif", code, re.S)
    without = re.search(r"#ifndef FIXED\n(.*?)\n(?:#else|#endif)", code, re.S)
    found = with_else or without
    return "\n".join(line.strip() for line in found.group(1).splitlines()) if found else ""


def first_error(case):
    ran = subprocess.run([COMPILER, "-std=c++20", f"-I{path('include')}", *INCLUDES, "-fsyntax-only", case],
                         capture_output=True, text=True)
    found = re.search(r"(\[WF\d+\].*)", ran.stderr)
    return found.group(1).strip().rstrip('"') if ran.returncode != 0 and found else None


def gallery():
    shown = []
    for entry in GALLERY:
        folder, _, prefix = entry.partition("/")
        cases = sorted(f for f in os.listdir(path("tests", "refuse", folder)) if f.startswith(prefix or "wf"))
        if not cases:
            sys.exit(f"tests/refuse/{entry}*: no such case for the gallery")
        case = path("tests", "refuse", folder, cases[0])
        error, line = first_error(case), wrong_line(read(case))
        if not error or not line:
            sys.exit(f"{case}: is not refused, or has no wrong line between #else and #endif")
        shown.append(f"```cpp\n{line}\n```\n> {error}")
    return "\n\n".join(shown)


def main():
    text = read("README.md")
    renewed = text
    for name, make in [("program", program), ("gallery", gallery)]:
        block = re.compile(rf"(<!-- {name} -->\n)(?:(?!<!--).)*?(\n<!-- end -->)", re.S)
        if not block.search(renewed):
            sys.exit(f"README.md has no block <!-- {name} -->")
        content = make()
        renewed = block.sub(lambda m: m.group(1) + content + m.group(2), renewed)
    if "--write" in sys.argv:
        with open(path("README.md"), "w") as f:
            f.write(renewed)
    elif renewed != text:
        sys.exit("README.md is out of date: run tests/docs/test_readme.py --write and read the difference")
    print("README.md shows what is true")


if __name__ == "__main__":
    main()
