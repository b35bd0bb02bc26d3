#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The shipped digits are the published ones: columns, ranges and rows per class.
import collections
import pathlib

folder = pathlib.Path(__file__).resolve().parents[2] / "examples" / "data"
lines = (folder / "digits.csv").read_text(encoding="ascii").splitlines()
rows = [[int(field) for field in line.split(",")] for line in lines[1:]]
assert lines[0] == ",".join([f"p{i}" for i in range(64)] + ["digit"]), "header"
assert len(rows) == 1797, f"{len(rows)} rows"
assert all(len(row) == 65 for row in rows), "a row has not 65 fields"
assert all(0 <= pixel <= 16 for row in rows for pixel in row[:64]), "a pixel is outside 0 to 16"
per_class = collections.Counter(row[64] for row in rows)
assert sorted(per_class) == list(range(10)) and min(per_class.values()) >= 174, per_class
print("1797 rows")
