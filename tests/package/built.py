# SPDX-License-Identifier: Apache-2.0
# What the tests of packages share: the build folder, and commands that must succeed.
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONSUMER = ROOT / "tests" / "package" / "consumer"
BUILD = pathlib.Path(os.environ.get("WELLFORMED_BUILD", ROOT / "build" / "dev"))
if not (BUILD / "CMakeCache.txt").exists():
    sys.exit(f"{BUILD} is not configured: run tests/run")
CACHE = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
SANITIZED = "WELLFORMED_SANITIZE:STRING=a" in CACHE
COMPILER = next(line.split("=", 1)[1] for line in CACHE.splitlines() if line.startswith("CMAKE_CXX_COMPILER:"))


def call(*command, **options):
    """What the command printed."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} returned {done.returncode}\n{done.stdout[-4000:]}")
    return done.stdout


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def consume(prefix, made):
    """Configures, builds and tests the project that knows find_package(wellformed) only."""
    call("cmake", "-S", CONSUMER, "-B", made, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={COMPILER}",
         *(["-DCMAKE_CXX_FLAGS=-fsanitize=address,undefined"] if SANITIZED else []))
    call("cmake", "--build", made, "--parallel", "2")
    call(f"{made}/consumer")
    call("ctest", "--test-dir", made, "--output-on-failure", "--no-tests=error")
