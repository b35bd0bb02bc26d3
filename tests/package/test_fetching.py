#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# A project that fetches the library gets its targets, and neither tests nor flags. Its sources are compiled as one file
# here, which the single header relies on and which takes a third of the time.
import json
import pathlib
import re
import sys
import tempfile

from built import COMPILER, ROOT, SANITIZED, call, skip

if SANITIZED:
    skip("the sanitizers have a build of their own")
with tempfile.TemporaryDirectory() as folder:
    call("cmake", "-S", ROOT / "tests" / "package" / "fetching", "-B", folder, f"-DWELLFORMED_SOURCE={ROOT}",
         f"-DCMAKE_CXX_COMPILER={COMPILER}", "-DWELLFORMED_CUDA=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
         "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0")
    seen = dict(line.split("=", 1) for line in pathlib.Path(folder, "seen.txt").read_text("utf-8").splitlines())
    targets = seen.pop("targets").split(";")
    if seen != dict.fromkeys(("tests", "options", "flags", "type", "standard"), ""):
        sys.exit(f"the project that fetches has got {seen}")
    if not all(name == "wellformed" or re.fullmatch("wellformed_(dev|baseline|avx2|avx512)", name) for name in targets):
        sys.exit(f"the targets are {targets}")
    commands = json.loads(pathlib.Path(folder, "compile_commands.json").read_text("utf-8"))
    app = next(entry["command"] for entry in commands if "app.dir" in entry["command"])
    flags = {word for word in app.split()[1:] if word.startswith("-") and not re.match("-I|-isystem|-o|-c|-D", word)}
    if not flags <= {"-std=gnu++20", "-std=c++20"}:
        sys.exit(f"the project's own file is compiled with {flags}")
    call("cmake", "--build", folder, "--parallel", "2", "--target", "app")
    call(f"{folder}/app")
print("fetched, built and run")
