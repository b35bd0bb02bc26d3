#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The files that a run of the digits writes, each read by a reader of its own: CSV, JSON lines, TensorBoard's records
# (with checksums) and the page hold the same numbers; the curve of the page is that of the log.
import csv
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

SOURCE = pathlib.Path(os.environ.get("WELLFORMED_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
PROGRAM = pathlib.Path(os.environ.get("WELLFORMED_BUILD", SOURCE / "build" / "dev")) / "examples" / "digits"
X, S = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"


def crc32c(data):
    """Bit by bit, RFC 3720."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def masked(data):
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def records(data):
    at = 0
    while at < len(data):
        length, check = struct.unpack_from("<QI", data, at)
        content = data[at + 12:at + 12 + length]
        if check != masked(data[at:at + 8]) or struct.unpack_from("<I", data, at + 12 + length)[0] != masked(content):
            raise AssertionError(f"checksum of the record at byte {at}")
        yield content
        at += 16 + length


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """Field number to value, of one protocol buffer without repeated fields."""
    found, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        else:
            form, size = {1: ("<d", 8), 5: ("<f", 4)}[kind]
            value, at = struct.unpack_from(form, data, at)[0], at + size
        found[key >> 3] = value
    return found


def text_of(element):
    return "".join(element.itertext()).strip()


class RunFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        shutil.copy(SOURCE / "examples" / "data" / "digits.csv", holder.name)
        done = subprocess.run([PROGRAM], cwd=holder.name, stdout=subprocess.PIPE, text=True, check=True, timeout=240)
        cls.printed, cls.folder = done.stdout, pathlib.Path(holder.name, "digits-run")
        cls.steps, cls.epochs = (list(csv.DictReader((cls.folder / name).read_text("utf-8").splitlines()))
                                 for name in ("metrics.csv", "epochs.csv"))
        cls.lines = [json.loads(line) for line in (cls.folder / "log.jsonl").read_text("utf-8").splitlines()]
        cls.page = xml.etree.ElementTree.parse(cls.folder / "report.html").getroot()

    def test_json_says_what_csv_says(self):
        for event, rows in (("step", self.steps), ("epoch", self.epochs)):
            lines = [line for line in self.lines if line["event"] == event]
            self.assertEqual(len(lines), len(rows))
            for line, row in zip(lines, rows):
                self.assertEqual(["event", *row], list(line))
                self.assertEqual([float(value) for value in row.values()], [float(line[name]) for name in row])

    def test_tensorboard_reads_the_same(self):
        self.assertEqual(crc32c(b"123456789"), 0xE3069283)
        data = (self.folder / "events.out.tfevents.0.wellformed").read_bytes()
        first, *events = [fields(record) for record in records(data)]
        self.assertEqual(first[3], b"brain.Event:2")
        found = {}
        for event in events:
            self.assertGreater(event[1], 1.6e9)
            value = fields(fields(event[5])[1])
            found.setdefault(value[1].decode(), []).append((event[2], value[2]))
        for tag, column in (("loss", "loss"), ("learning_rate", "lr"), ("gradient_norm", "gradient_norm")):
            written = [(int(row["step"]), float(row[column])) for row in self.steps]
            self.assertEqual([step for step, _ in found[f"step/{tag}"]], [step for step, _ in written])
            for (_, got), (_, wanted) in zip(found[f"step/{tag}"], written):
                self.assertAlmostEqual(got, wanted, delta=1e-6 * abs(wanted))
        self.assertEqual([step for step, _ in found["epoch/loss"]], list(range(23, 461, 23)))
        broken = bytearray(data)
        broken[len(data) // 2] ^= 1
        with self.assertRaises((AssertionError, struct.error)):
            list(records(bytes(broken)))

    def test_the_page_needs_nothing_else(self):
        text = (self.folder / "report.html").read_text("utf-8")
        self.assertTrue(text.startswith("<!DOCTYPE html>\n"))
        self.assertEqual({url for url in re.findall(r"\w+://[^\"'\s<>]*", text)},
                         {"http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"})
        names = {element.tag.split("}")[1] for element in self.page.iter()}
        self.assertFalse(names & {"script", "link", "img", "iframe", "object"})
        self.assertNotRegex(text, r"@import|url\(|\bon\w+=")
        self.assertIn("prefers-color-scheme:dark", text)
        self.assertEqual(text_of(self.page.find(f"{X}head/{X}title")), "digits-run")

    def test_the_table_of_epochs_is_the_log(self):
        rows = [[text_of(cell) for cell in row] for row in self.page.find(f".//{X}table[@class='epochs']")][1:]
        self.assertEqual(len(rows), 20)
        for cells, row in zip(rows, self.epochs):
            self.assertEqual(cells[:2], [row["epoch"], f"{float(row['loss']):.5f}"])

    def test_the_matrix_is_the_report(self):
        report = self.lines[-1]
        classes, counts = report["classes"], {(t, p): n for t, p, n in report["confusion"]}
        self.assertEqual(sum(counts.values()), report["rows"])
        self.assertEqual(sum(n for (t, p), n in counts.items() if t == p), report["hits"])
        self.assertIn(f"({report['hits']} of {report['rows']} rows)", self.printed)
        table = self.page.find(f".//{X}table[@class='matrix']")
        self.assertEqual([text_of(cell) for cell in table.find(f"{X}thead/{X}tr")], ["true class", *classes, "recall"])
        for truth, row in enumerate(table.find(f"{X}tbody")):
            name, *cells, recall = [text_of(cell) for cell in row]
            mine = [counts.get((truth, predicted), 0) for predicted in range(len(classes))]
            self.assertEqual(name, classes[truth])
            self.assertEqual(cells, [str(n) if n else "\u00b7" for n in mine])
            self.assertEqual(recall, f"{mine[truth] / sum(mine):.3f}")

    def test_the_curves_are_the_log(self):
        for svg in (self.page.find(f".//{S}svg"), xml.etree.ElementTree.parse(self.folder / "curves.svg").getroot()):
            up = [(float(t.get("y")), float(t.text)) for t in svg.iter(f"{S}text") if t.get("class") == "tick up"]
            across = [(float(t.get("x")), float(t.text)) for t in svg.iter(f"{S}text") if t.get("class") == "tick across"]
            self.assertGreaterEqual(min(len(up), len(across)), 3)
            line = svg.find(f"{S}polyline[@class='bold']")
            points = [tuple(map(float, pair.split(","))) for pair in line.get("points").split()]
            self.assertEqual(len(points), len(self.epochs))
            (y0, v0), (y1, v1) = up[0], up[-1]
            (x0, s0), (x1, s1) = across[0], across[-1]
            for number, ((x, y), row) in enumerate(zip(points, self.epochs), 1):
                value = v0 + (y + 4 - y0) / (y1 - y0) * (v1 - v0)  # a tick's text stands 4 below its line
                self.assertAlmostEqual(value, float(row["loss"]), delta=0.2 * abs((v1 - v0) / (y1 - y0)))
                self.assertAlmostEqual(s0 + (x - x0) / (x1 - x0) * (s1 - s0), 23 * number, delta=0.3)
            names = [t.text for t in svg.iter(f"{S}text") if t.get("class", "").startswith("name")]
            self.assertIn(f"epoch mean {float(self.epochs[-1]['loss']):.4g}", names)


unittest.main()
