#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes one header of the library for the CPU: all public headers, the parts of Boost.Hana that they use, and, behind
# WELLFORMED_IMPLEMENTATION, the sources.   amalgamate.py [--boost FOLDER] > wellformed.hpp
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
INCLUDE = re.compile(r"^\s*#\s*include\s*([<\"])([^>\"]+)[>\"]")
LEVELS = ("rows", "update", "product")  # of src/level, compiled for one level of the processor here

HEAD = """// SPDX-License-Identifier: Apache-2.0
// Wellformed {version} for the CPU in one file, made by cmake/amalgamate.py; do not edit it.
// One source file of a program says
//   #define WELLFORMED_IMPLEMENTATION
//   #include <wellformed/wellformed.hpp>
// and is compiled with -O3, for the processor that it is to run on (such as -march=native). All other files only include
// this one. Parts of Boost.Hana stand in it, under the Boost Software License 1.0, as their heads say.
#pragma once
"""

LEVEL = """#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define LEVEL_BYTES 64
#elif defined(__AVX2__) && defined(__FMA__)
#define LEVEL_BYTES 32
#else
#define LEVEL_BYTES 16
#endif
#define LEVEL baseline
"""


class writer:
    def __init__(self, boost):
        self.boost, self.done, self.lines = boost, set(), []

    def find(self, quote, name, source):
        """The file that an include names, if it goes into the header."""
        if name.startswith("wellformed/cuda/"):
            return None
        places = [ROOT / "include"] if name.startswith("wellformed/") else []
        if quote == '"':
            places = [source.parent, ROOT / "src"]
        if name.startswith("boost/hana"):
            places = [self.boost]
        found = next((place / name for place in places if (place / name).is_file()), None)
        if found is None and places:
            sys.exit(f"{source}: {name} was not found in {', '.join(map(str, places))}")
        return found.resolve() if found else None

    def add(self, path):
        """Appends a file once, with what it includes in the places of the includes."""
        if path in self.done:
            return
        self.done.add(path)
        for line in path.read_text(encoding="utf-8").splitlines():
            match = INCLUDE.match(line)
            found = self.find(*match.groups(), path) if match else None
            if found:
                self.add(found)
            elif line != "// SPDX-License-Identifier: Apache-2.0" and not re.match(r"\s*#\s*pragma once", line):
                self.lines.append(line)


def main():
    parser = argparse.ArgumentParser(description="Make the single header")
    parser.add_argument("--boost", type=pathlib.Path, default=pathlib.Path("/usr/include"), help="folder that holds boost/")
    options = parser.parse_args()
    if not (options.boost / "boost" / "hana" / "tuple.hpp").is_file():
        sys.exit(f"{options.boost} holds no boost/hana: install Boost's headers, or give --boost")
    version = re.search(r"project\(wellformed VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text("utf-8"))[1]
    out = writer(options.boost)
    for name in ("wellformed.hpp", "testing.hpp"):
        out.add(ROOT / "include" / "wellformed" / name)
    out.lines.append("#ifdef WELLFORMED_IMPLEMENTATION")
    levels = [ROOT / "src" / "level" / f"{name}.cpp" for name in LEVELS]
    for source in sorted((ROOT / "src").rglob("*.cpp")):
        if source not in levels and source.name != "eigen_product.cpp":
            out.add(source)
    out.lines += LEVEL.splitlines()
    for source in levels:
        out.add(source)
    out.lines += ["#undef LEVEL", "#undef LEVEL_BYTES", "#endif  // WELLFORMED_IMPLEMENTATION"]
    sys.stdout.reconfigure(encoding="utf-8")
    print(HEAD.format(version=version) + "\n".join(out.lines))


main()
