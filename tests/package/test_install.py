#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# An installed copy serves a project that knows find_package(wellformed) only.
import os
import pathlib
import subprocess
import sys
import tempfile

consumer = pathlib.Path(__file__).resolve().parent / "consumer"
build = pathlib.Path(os.environ.get("WELLFORMED_BUILD", consumer.parents[2] / "build" / "dev"))


def call(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} returned {done.returncode}\n{done.stdout[-4000:]}")


if not (build / "CMakeCache.txt").exists():
    sys.exit(f"{build} is not configured: run tests/run")
cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
compiler = next(line.split("=", 1)[1] for line in cache.splitlines() if line.startswith("CMAKE_CXX_COMPILER:"))
with tempfile.TemporaryDirectory() as folder:
    prefix, made = f"{folder}/prefix", f"{folder}/build"
    call("cmake", "--install", str(build), "--prefix", prefix)
    call("cmake", "-S", str(consumer), "-B", made, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}",
         *(["-DCMAKE_CXX_FLAGS=-fsanitize=address,undefined"] if "WELLFORMED_SANITIZE:STRING=a" in cache else []))
    call("cmake", "--build", made, "--parallel", "2")
    call(f"{made}/consumer")
    call("ctest", "--test-dir", made, "--output-on-failure", "--no-tests=error")
    if pathlib.Path(made, "consumer_gpu").exists():
        call(f"{made}/consumer_gpu")
        if not pathlib.Path(prefix, "include/wellformed/cuda/map.cuh").exists():
            sys.exit("the headers for nvcc are not installed")
    elif "CUDA::" in "".join(file.read_text("utf-8") for file in pathlib.Path(prefix).rglob("wellformed_targets.cmake")):
        sys.exit("the kernels are installed, but find_package gives no wellformed::cuda")
print("installed, found, built and run")
