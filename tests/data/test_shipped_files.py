#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Every file of examples/data has a section in its README with licence and checksum, and every section has its file.
import hashlib
import pathlib
import re
import sys

folder = pathlib.Path(__file__).resolve().parents[2] / "examples" / "data"
sections = dict(re.findall(r"^# (\S+)\n(.*?)(?=^# |\Z)", (folder / "README.md").read_text(encoding="utf-8"), re.M | re.S))
files = {file.name: file for file in folder.iterdir() if file.name != "README.md"}

problems = [f"{name}: a file without a section, or a section without a file" for name in sorted(set(sections) ^ set(files))]
for name in sorted(set(sections) & set(files)):
    documented = re.search(r"SHA-256: `([0-9a-f]{64})`", sections[name])
    found = hashlib.sha256(files[name].read_bytes()).hexdigest()
    if documented is None or documented.group(1) != found:
        problems.append(f"{name}: its SHA-256 is {found}, which its section does not say")
    if "- Licence: " not in sections[name]:
        problems.append(f"{name}: its section names no licence")
print("\n".join(problems) or f"{len(files)} files")
sys.exit(bool(problems) or not files)
