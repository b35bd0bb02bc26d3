#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The digits model from PyTorch's initial weights, in PyTorch's order: 100 losses of sgd and adamw agree within 1e-9 in
# float64 and 1e-4 in float32.
import os
import sys
import tempfile

from built import HERE, SOURCE, output_of

import torch

DATA = os.path.join(SOURCE, "examples", "data", "digits.csv")


def model(dtype):
    torch.manual_seed(7)
    torch.set_default_dtype(torch.float64)
    net = torch.nn.Sequential(torch.nn.Linear(64, 128), torch.nn.BatchNorm1d(128), torch.nn.ReLU(),
                              torch.nn.Linear(128, 10))
    return net.to(dtype)


def curve(dtype, make_optimizer):
    with open(DATA) as f:
        rows = [list(map(float, line.split(","))) for line in f.read().splitlines()[1:]]
    table = torch.tensor(rows, dtype=torch.float64)
    x, y = (table[:, :64] / 16).to(dtype), table[:, 64].long()
    net = model(dtype)
    optimizer = make_optimizer(net.parameters())
    losses = []
    while len(losses) < 100:
        for at in range(0, len(x) - 63, 64):
            if len(losses) == 100:
                break
            loss = torch.nn.functional.cross_entropy(net(x[at:at + 64]), y[at:at + 64])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    return losses


def main():
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        initial, binary = os.path.join(folder, "initial"), os.path.join(folder, "digits_curve")
        with open(initial, "w") as f:
            for p in model(torch.float64).parameters():
                f.write("\n".join(float(v).hex() for v in p.detach().reshape(-1)) + "\n")
        output = output_of(os.path.join(HERE, "digits_curve.cpp"), binary, DATA, initial, optimise="-O2")
    ours = {line.split()[0]: [float.fromhex(v) for v in line.split()[1:]] for line in output.splitlines()}
    sgd = lambda p: torch.optim.SGD(p, lr=1e-3)
    adamw = lambda p: torch.optim.AdamW(p, lr=1e-3)
    failed = False
    for name, dtype, make, tolerance in [("f64.sgd", torch.float64, sgd, 1e-9), ("f64.adamw", torch.float64, adamw, 1e-9),
                                         ("f32.sgd", torch.float32, sgd, 1e-4), ("f32.adamw", torch.float32, adamw, 1e-4)]:
        theirs = curve(dtype, make)
        worst = max(abs(a - b) for a, b in zip(ours[name], theirs, strict=True))
        print(f"{name}: {theirs[0]:.4f} to {theirs[-1]:.4f}, largest difference {worst:.3g} (allowed {tolerance:g})")
        failed = failed or not worst <= tolerance
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
