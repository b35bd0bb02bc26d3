#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# An installed copy serves a project that knows find_package(wellformed) only, and one that knows pkg-config only; also
# after it was moved.
import os
import pathlib
import shutil
import sys
import tempfile

from built import BUILD, COMPILER, CONSUMER, SANITIZED, call, consume

with tempfile.TemporaryDirectory() as folder:
    prefix, made = f"{folder}/prefix", f"{folder}/build"
    call("cmake", "--install", BUILD, "--prefix", f"{folder}/first")
    pathlib.Path(folder, "first").rename(prefix)
    consume(prefix, made)
    if pathlib.Path(made, "consumer_gpu").exists():
        call(f"{made}/consumer_gpu")
        if not pathlib.Path(prefix, "include/wellformed/cuda/map.cuh").exists():
            sys.exit("the headers for nvcc are not installed")
    elif list(pathlib.Path(prefix).rglob("wellformed_cuda_targets.cmake")):
        sys.exit("the kernels are installed, but find_package gives no wellformed::cuda")

    if shutil.which("pkg-config") and not SANITIZED:
        found = next(pathlib.Path(prefix).rglob("wellformed.pc"))
        flags = call("pkg-config", "--cflags", "--libs", "wellformed >= 0.1",
                     env={**os.environ, "PKG_CONFIG_PATH": str(found.parent)}).split()
        call(COMPILER, "-std=c++20", CONSUMER / "main.cpp", "-o", f"{folder}/by_pkg_config", *flags)
        call(f"{folder}/by_pkg_config")
print("installed, moved, found, built and run")
