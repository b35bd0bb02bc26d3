#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The shipped digits are the published ones: checksum, columns, ranges and rows per class.
import collections
import hashlib
import pathlib
import re
import sys

folder = pathlib.Path(__file__).resolve().parents[2] / "examples" / "data"
content = (folder / "digits.csv").read_bytes()
documented = re.search(r"SHA-256: `([0-9a-f]{64})`", (folder / "README.md").read_text(encoding="utf-8"))
found = hashlib.sha256(content).hexdigest()

if documented is None:
    sys.exit("examples/data/README.md names no SHA-256")
if found != documented.group(1):
    sys.exit(f"examples/data/digits.csv has SHA-256 {found}, its README says {documented.group(1)}")

lines = content.decode("ascii").splitlines()
rows = [[int(field) for field in line.split(",")] for line in lines[1:]]
assert lines[0] == ",".join([f"p{i}" for i in range(64)] + ["digit"]), "header"
assert len(rows) == 1797, f"{len(rows)} rows"
assert all(len(row) == 65 for row in rows), "a row has not 65 fields"
assert all(0 <= pixel <= 16 for row in rows for pixel in row[:64]), "a pixel is outside 0 to 16"
per_class = collections.Counter(row[64] for row in rows)
assert sorted(per_class) == list(range(10)) and min(per_class.values()) >= 174, per_class
print(f"1797 rows, SHA-256 {found}")
