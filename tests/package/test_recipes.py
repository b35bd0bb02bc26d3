#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The recipes of Conan and vcpkg, as far as can be told without them and without a network: they name this version,
# options that exist, and folders that suffice: a copy of what Conan exports configures, with the recipe's options.
import ast
import json
import pathlib
import re
import shutil
import sys
import tempfile

from built import COMPILER, ROOT, call

cmake = (ROOT / "CMakeLists.txt").read_text("utf-8")
options = set(re.findall(r"WELLFORMED_[A-Z]+", cmake + (ROOT / "cmake" / "cuda.cmake").read_text("utf-8")))
version = re.search(r"project\(wellformed VERSION ([\d.]+)", cmake)[1]
port = json.loads((ROOT / "cmake" / "vcpkg" / "wellformed" / "vcpkg.json").read_text("utf-8"))
if port["version"] != version:
    sys.exit(f"vcpkg.json says {port['version']}, CMakeLists.txt {version}")

recipe = (ROOT / "cmake" / "conan" / "conanfile.py").read_text("utf-8")
tree = ast.parse(recipe)
parts = next(ast.literal_eval(node.value) for node in tree.body
             if isinstance(node, ast.Assign) and node.targets[0].id == "PARTS")
portfile = (ROOT / "cmake" / "vcpkg" / "wellformed" / "portfile.cmake").read_text("utf-8")
for name in re.findall(r"WELLFORMED_[A-Z]+", recipe + portfile):
    if name not in options:
        sys.exit(f"a recipe sets {name}, which is no option")

with tempfile.TemporaryDirectory() as folder:
    copy = pathlib.Path(folder, "copy")
    for part in parts:
        for path in ROOT.glob(part.replace("*", "**/*")):
            place = copy / path.relative_to(ROOT)
            if path.is_file():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, place)
    call("cmake", "-S", copy, "-B", f"{folder}/build", f"-DCMAKE_CXX_COMPILER={COMPILER}",
         *re.findall(r"-DWELLFORMED_[A-Z]+=O[NF]+", portfile))
    said = call("cmake", "--build", f"{folder}/build", "--target", "help")
    if "wellformed" not in said or "install" not in said:
        sys.exit("the copy has no target to build, or none to install")
print("the recipes fit this checkout")
