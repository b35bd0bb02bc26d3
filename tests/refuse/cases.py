# SPDX-License-Identifier: Apache-2.0
# A case of tests/refuse: what its comment expects, and the commands that compile it. Used by check.py and mutate.py.
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "refuse"
EXPECT = re.compile(r"^// expect: WF(\d{3})((?: \| [a-z]+: [^|]*)*)$")
FILE_NAME = re.compile(r"^wf(\d{3})_[a-z0-9_]+$")


class malformed(Exception):
    """A case that does not follow the form; the text says how."""


@dataclasses.dataclass(frozen=True)
class case:
    path: pathlib.Path
    code: int
    values: tuple  # words that the compiler must print
    lines: int  # of the whole compiler output, for a direct call
    depth: int  # levels of the user's own templates around the call

    @property
    def name(self):
        return f"{self.path.parent.name}/{self.path.stem}"

    def budget(self, compiler):
        return self.lines + self.depth * (3 if compiler.kind == "clang" else 1)


def read(path):
    """Reads `// expect: WF101 | values: simplex, logits | lines: 12 | depth: 0`; all after the code is optional."""
    text = path.read_text(encoding="utf-8").splitlines()
    found = next((match for line in text[:6] if (match := EXPECT.match(line.rstrip()))), None)
    if found is None:
        raise malformed(f"{path}: none of its first lines is `// expect: WF101 | values: a, b | lines: 12`")
    name = FILE_NAME.match(path.stem)
    if name is None or name.group(1) != found.group(1):
        raise malformed(f"{path}: the name must be wf{found.group(1)}_<what>.cpp, as it expects WF{found.group(1)}")
    keys = dict(part.split(": ", 1) for part in found.group(2).split(" | ") if part.strip())
    if unknown := set(keys) - {"values", "lines", "depth"}:
        raise malformed(f"{path}: unknown key {', '.join(sorted(unknown))} in its expectation")
    check_switch(path, text)
    values = tuple(word.strip() for word in keys.get("values", "").split(",") if word.strip())
    return case(path, int(found.group(1)), values, int(keys.get("lines", "12")), int(keys.get("depth", "0")))


def check_switch(path, text):
    """One `#ifdef FIXED`, at most two lines on either side: the fix is as small as the sentence promises."""
    switch = [number for number, line in enumerate(text) if re.match(r"\s*#\s*(ifdef|ifndef|else|endif)\b", line)]
    opening = [number for number in switch if re.match(r"\s*#\s*ifn?def FIXED\b", text[number])]
    if len(opening) != 1 or len(switch) not in (2, 3) or switch[0] != opening[0]:
        raise malformed(f"{path}: must hold one `#ifdef FIXED`, with or without #else, and no other switch")
    if any(later - earlier - 1 > 2 for earlier, later in zip(switch, switch[1:])):
        raise malformed(f"{path}: more than two lines between #ifdef FIXED, #else and #endif")


def all_cases(family=None):
    paths = sorted(FOLDER.glob(f"{family or '*'}/*.cpp"))
    if not paths:
        raise malformed(f"no case under {FOLDER / (family or '')}")
    return [read(path) for path in paths]


class compiler:
    """g++, clang++ or nvcc, with the flags under which cases are compiled."""

    def __init__(self, name):
        self.path = shutil.which(name)
        if self.path is None:
            raise malformed(f"compiler {name} is not installed")
        base = pathlib.Path(name).name
        self.kind = "nvcc" if base.startswith("nvcc") else "clang" if "clang" in base else "gcc"
        extra = [f"-I{folder}" for folder in os.environ.get("WELLFORMED_INCLUDES", "").split(":") if folder]
        self.flags = ["-std=c++20", f"-I{ROOT / 'include'}", *extra]
        self.flags += ["-x", "cu", "-Xcompiler", "-pthread"] if self.kind == "nvcc" else ["-pthread"]

    def parse(self, path, defines=()):
        """Only looks for errors: no code, no precompiled header, so that the output is what a user sees."""
        only = ["-cuda", "-o", os.devnull] if self.kind == "nvcc" else ["-fsyntax-only"]
        return self.call([*self.flags, *defines, *only, str(path)])

    def call(self, arguments, limit=300):
        environment = dict(os.environ, LC_ALL="C", COLUMNS="0")
        try:
            return subprocess.run([self.path, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  encoding="utf-8", errors="replace", env=environment, timeout=limit, check=False)
        except subprocess.TimeoutExpired as late:
            return subprocess.CompletedProcess(late.cmd, 124, f"error: no answer within {limit} s\n")
