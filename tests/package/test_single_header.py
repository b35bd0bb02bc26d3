#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The single header, alone in a folder, serves the example of the digits: it includes nothing but the standard library,
# and its implementation compiles without a warning.
import os
import pathlib
import re
import shutil
import sys
import tempfile

from built import COMPILER, ROOT, SANITIZED, call, skip

if SANITIZED:
    skip("the sanitizers have a build of their own")
boost = next((folder for folder in os.environ.get("WELLFORMED_INCLUDES", "").split(":") if folder), "/usr/include")
with tempfile.TemporaryDirectory() as folder:
    header = pathlib.Path(folder, "wellformed", "wellformed.hpp")
    header.parent.mkdir()
    text = call(sys.executable, ROOT / "cmake" / "amalgamate.py", "--boost", boost)
    header.write_text(text, encoding="utf-8")
    left = [line for line in text.splitlines() if re.match(r'\s*#\s*include\s*("|<(boost|wellformed|Eigen)/)', line)]
    if [line for line in left if "<wellformed/cuda/" not in line]:
        sys.exit(f"these are still included: {left}")
    source = pathlib.Path(folder, "implementation.cpp")
    source.write_text("#define WELLFORMED_IMPLEMENTATION\n#include <wellformed/wellformed.hpp>\n", encoding="utf-8")
    common = [COMPILER, "-std=c++20", "-O1", f"-I{folder}"]
    call(*common, "-Wall", "-Wextra", "-Werror", "-Wno-psabi", "-c", source, "-o", f"{folder}/implementation.o")
    call(*common, "-c", ROOT / "examples" / "digits.cpp", "-o", f"{folder}/digits.o")
    call(COMPILER, f"{folder}/digits.o", f"{folder}/implementation.o", "-o", f"{folder}/digits")
    shutil.copy(ROOT / "examples" / "data" / "digits.csv", folder)
    said = call(f"{folder}/digits", cwd=folder)
    accuracy = float(re.search(r"test accuracy ([\d.]+)", said)[1])
    if accuracy < 0.96:
        sys.exit(f"trained by the single header, the accuracy is {accuracy}")
print(f"{len(text.splitlines())} lines in one header; accuracy {accuracy}")
