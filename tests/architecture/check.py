#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The architecture as rules about files: who may include whom, what may stand where, how long a file may be.
# Reads text only, takes a second.   check.py [root of the checkout]
import pathlib
import re
import statistics
import sys

# Each layer with the layers whose headers it may include, besides its own. Siblings never see each other.
BASE = ["core", "refuse", "types", "tensor"]
OPS = [*BASE, "backend", "expr", "op"]
LAYERS = {
    "core": [],
    "refuse": ["core"],
    "types": ["core", "refuse"],
    "tensor": ["core", "refuse", "types"],
    "backend": BASE,
    "expr": [*BASE, "backend"],
    "op": [*BASE, "backend", "expr"],
    "loss": OPS,
    "nn": OPS,
    "optim": OPS,
    "metrics": OPS,
    "train": [*OPS, "loss", "nn", "optim", "metrics"],
    "data": BASE,
}
LAYERS["testing"] = list(LAYERS)  # wellformed/testing.hpp, which programs do not need: the umbrella leaves it out

# Device code: kernels/ sees backend and what is below; of it, wellformed/cuda/ is what users' files include, so it is
# light, names no file of kernels/, and stands behind __CUDACC__ in the headers that know it.
BELOW_KERNELS = [*BASE, "backend"]
KNOW_KERNELS = {"backend"}
FOR_CUDA = {"cuda_runtime.h", "cuda_runtime_api.h", "cuda_fp16.h", "cuda_bf16.h"}

# Standard headers that every user pays for. The rest (memory alone costs 0.7 s a file) belongs in src/.
LIGHT = set("array bit compare concepts cstddef cstdint cstring exception initializer_list limits new optional tuple "
            "type_traits utility".split())
FOR_DATA = set("string string_view vector span".split())  # data, metrics and train only
DATA_LAYERS = {"data", "metrics", "train", "testing"}

MACROS = {"WF_HD", "WF_RULE", "WF_MUTATE"}
FILE_CAP, MEDIAN_CAP = 400, 120
FORBIDDEN_FOLDERS = {"utils", "util", "common", "detail", "details", "misc", "helpers"}
TOP_LEVEL = set("""include src kernels tests examples cmake .ci CMakeLists.txt CMakePresets.json README.md CHANGELOG.md
                   CONTRIBUTING.md LICENSE .clang-format .clang-tidy .gitignore .gitattributes""".split())
NOT_OURS = {".git", "build", "CMakeUserPresets.json", ".cache", ".vscode", ".idea", "compile_commands.json", "shared"}
CODE = {".hpp", ".cpp", ".cuh", ".cu", ".py"}
DOOR = "wellformed/cuda/"
INCLUDE = re.compile(r"^\s*#\s*include\s*([<\"])([^>\"]+)[>\"]")

problems = []


def refuse(path, line, text):
    problems.append(f"{path}:{line}: {text}")


def includes(text):
    for number, line in enumerate(text.splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match.group(1), match.group(2)


def layer_of(name):
    """Layer of a header as it is included: wellformed/nn/linear.hpp -> nn; the umbrella has none."""
    parts = name.split("/")
    if name == "wellformed/testing.hpp":
        return "testing"
    return parts[1] if len(parts) > 2 and parts[0] == "wellformed" else None


def check_public_include(path, layer, number, quote, name):
    if quote == '"':
        return refuse(path, number, f'"{name}": public headers are included as <wellformed/...>')
    if name.startswith("wellformed/"):
        other = layer_of(name)
        if other is None:
            return refuse(path, number, f"<{name}> is the umbrella; include what is used")
        if name.startswith(DOOR):
            if layer not in KNOW_KERNELS:
                return refuse(path, number, f"<{name}>: device code is known to layer backend only")
            return None
        if layer is not None and other != layer and other not in LAYERS[layer]:
            allowed = ", ".join(LAYERS[layer]) or "no layer"
            return refuse(path, number, f"<{name}>: layer {layer} may include {allowed} only")
    elif name.startswith("boost/"):
        if not name.startswith("boost/hana") or path.as_posix() != "include/wellformed/core/meta.hpp":
            return refuse(path, number, f"<{name}>: Hana is included by core/meta.hpp only, the rest of Boost by none")
    elif name not in LIGHT and not (name in FOR_DATA and layer in DATA_LAYERS):
        return refuse(path, number, f"<{name}> is too heavy for a public header (or not for layer {layer}); use src/")
    return None


def check_public(root):
    """Include edges, light headers, macros and the umbrella of include/wellformed."""
    folder = root / "include" / "wellformed"
    headers = sorted(folder.rglob("*.hpp"))
    umbrella = folder / "wellformed.hpp"
    for stray in sorted(set(folder.parent.rglob("*.*")) - set(headers)):
        refuse(stray.relative_to(root), 1, "only .hpp files below include/wellformed are public headers")
    for header in headers:
        path, text = header.relative_to(root), header.read_text(encoding="utf-8")
        layer = layer_of(header.relative_to(folder.parent).as_posix())
        if layer is not None and layer not in LAYERS:
            refuse(path, 1, f"folder {layer} is no layer; the layers are {', '.join(LAYERS)}")
            continue
        if "#pragma once" not in text:
            refuse(path, 1, "no #pragma once")
        if header != umbrella:
            for number, quote, name in includes(text):
                check_public_include(path, layer, number, quote, name)
        check_macros(path, text)
    check_umbrella(root, umbrella, headers)
    return headers


def check_kernels(root):
    """Include edges of kernels/, and the lightness of what users' files take from it."""
    folder = root / "kernels"
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        path, text = file.relative_to(root), file.read_text(encoding="utf-8")
        is_door = file.relative_to(folder).as_posix().startswith(DOOR)
        if file.suffix not in ({".cuh"} if is_door else {".cu", ".cuh"}):
            refuse(path, 1, "kernels/ holds .cu and .cuh, its folder wellformed/cuda .cuh only")
        if file.suffix == ".cuh" and "#pragma once" not in text:
            refuse(path, 1, "no #pragma once")
        for number, quote, name in includes(text):
            if name.startswith("wellformed/") and not name.startswith(DOOR):
                if layer_of(name) not in BELOW_KERNELS:
                    refuse(path, number, f"<{name}>: kernels may include {', '.join(BELOW_KERNELS)} only")
            elif is_door and quote == '"':
                refuse(path, number, f'"{name}": what is installed includes <wellformed/...> only')
            elif is_door and not name.startswith(DOOR) and name not in LIGHT | FOR_CUDA:
                refuse(path, number, f"<{name}> is too heavy for a header that users include")
        check_macros(path, text)


def check_umbrella(root, umbrella, headers):
    if not umbrella.exists():
        return refuse(umbrella.relative_to(root), 1, "is missing")
    direct = {header.relative_to(root / "include").as_posix(): [name for _, _, name in includes(header.read_text("utf-8"))]
              for header in headers}
    reached, open_ends = set(), [umbrella.relative_to(root / "include").as_posix()]
    while open_ends:
        name = open_ends.pop()
        if name not in reached:
            reached.add(name)
            open_ends += [other for other in direct.get(name, []) if other.startswith("wellformed/")]
    for name in sorted(name for name in set(direct) - reached if layer_of(name) != "testing"):
        refuse(umbrella.relative_to(root), 1, f"does not reach <{name}>")
    for name in sorted(name for name in reached - set(direct) if not name.startswith(DOOR)):
        refuse(umbrella.relative_to(root), 1, f"reaches <{name}>, which is no public header")
    return None


def check_macros(path, text):
    lines = list(enumerate(text.splitlines(), 1))
    undone = {match.group(1) for _, line in lines if (match := re.match(r"\s*#\s*undef\s+(\w+)", line))}
    for number, line in lines:
        match = re.match(r"\s*#\s*define\s+(\w+)", line)
        name = match.group(1) if match else None
        if name and name not in MACROS and not (name.startswith("WF_") and name in undone):
            refuse(path, number, f"macro {name}: public are {', '.join(sorted(MACROS))} only; "
                                 "a table's macro is named WF_ and undefined where the table ends")


def check_places(path, text):
    """What may stand in one part of the tree only: Eigen in src, device code in kernels."""
    top = path.parts[0]
    for number, _, name in includes(text):
        if name.startswith(("Eigen/", "unsupported/Eigen")) and top not in ("src", "tests"):
            refuse(path, number, f"<{name}>: Eigen is used in src/ only")
        if name.startswith("boost/") and top not in ("include", "tests"):  # include/ has its own rule
            refuse(path, number, f"<{name}>: Hana is included by core/meta.hpp only, the rest of Boost by none")
        if name.startswith(("cub/", "thrust/", "cublas", "cudnn")) and top != "kernels":
            refuse(path, number, f"<{name}>: CUDA libraries are used in kernels/ only")
    # A test and an example may have kernels of their own, to show how users' kernels meet the library.
    may_launch = top == "kernels" or path.suffix in (".cu", ".cuh", ".py") and top in ("tests", "examples")
    for number, line in enumerate(text.splitlines(), 1):
        if not may_launch and re.search(r"^[^/]*(\b__global__\b|<<<)", line):
            refuse(path, number, "device code stands in kernels/, and in the .cu and .cuh of tests and examples")


def check_file(root, file):
    path, text = file.relative_to(root), file.read_text(encoding="utf-8")
    lines = text.splitlines()
    mark = "#" if file.suffix == ".py" else "//"
    head = lines[1:3] if lines and lines[0].startswith("#!") else lines[:2]
    if head[:1] != [f"{mark} SPDX-License-Identifier: Apache-2.0"]:
        refuse(path, 1, f"the first line must be `{mark} SPDX-License-Identifier: Apache-2.0`")
    elif not head[-1].startswith(mark) or len(head) < 2:
        refuse(path, 2, "a comment must say in one to three lines what the file is for")
    if len(lines) > FILE_CAP:
        refuse(path, len(lines), f"{len(lines)} lines, the cap is {FILE_CAP}")
    check_places(path, text)
    return len(lines)


def check_layout(root, files):
    for entry in sorted(root.iterdir()):
        if entry.name not in TOP_LEVEL | NOT_OURS:
            refuse(entry.name, 1, "is not part of the top level; see the folder map of the README")
    for folder in sorted({folder for file in files for folder in file.relative_to(root).parents}):
        if folder.name in FORBIDDEN_FOLDERS:
            refuse(folder, 1, "a folder is named after a noun of the domain")


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
    if not (root / "include" / "wellformed").is_dir():
        sys.exit(f"{root} is no checkout: it has no include/wellformed")
    files = sorted(file for top in ("include", "src", "kernels", "tests", "examples", "cmake")
                   for file in (root / top).rglob("*") if file.suffix in CODE and "__pycache__" not in file.parts)
    lengths = {file: check_file(root, file) for file in files}
    headers = check_public(root)
    check_kernels(root)
    check_layout(root, files)
    product = [length for file, length in lengths.items()
               if file.relative_to(root).parts[0] in ("include", "src", "kernels")]
    median = statistics.median(product)
    if median > MEDIAN_CAP:
        problems.append(f"the median file has {median:.0f} lines, the cap is {MEDIAN_CAP}")
    print("\n".join(problems))
    print(f"{len(headers)} public headers, {len(product)} files of the library: median {median:.0f} lines, "
          f"longest {max(product)}; {len(files)} files in all; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
