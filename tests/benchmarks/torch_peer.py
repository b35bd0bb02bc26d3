#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The works by PyTorch, one thread: a contestant of tests/benchmarks/run.
import sys
import time

import torch
import torch.nn.functional as F

torch.set_num_threads(1)
torch.manual_seed(0)


def leaf(*shape):
    return torch.randn(*shape, requires_grad=True)


def cross_entropy(rows, classes):
    x, y = leaf(rows, classes), torch.randint(0, classes, (rows,))

    def call():
        x.grad = None
        F.cross_entropy(x, y).backward()
    return call


def bce(rows, columns):
    x, y = leaf(rows, columns), (torch.rand(rows, columns) > 0.5).float()

    def call():
        x.grad = None
        F.binary_cross_entropy_with_logits(x, y).backward()
    return call


def chain():
    a, b = torch.randn(1 << 24), torch.randn(1 << 24)
    return lambda: torch.abs(torch.relu(a * b + a) * 0.5 - b)


def layer_norm(rows, columns):
    x, layer, gradient = leaf(rows, columns), torch.nn.LayerNorm(columns), torch.randn(rows, columns)

    def call():
        x.grad = layer.weight.grad = layer.bias.grad = None
        layer(x).backward(gradient)
    return call


def adamw(count):
    x = leaf(count)
    x.grad = torch.randn(count)
    return torch.optim.AdamW([x], lr=1e-4).step


def step(rows, inputs, hidden):
    net = torch.nn.Sequential(torch.nn.Linear(inputs, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, 10))
    x, y, opt = torch.randn(rows, inputs), torch.randint(0, 10, (rows,)), torch.optim.SGD(net.parameters(), lr=1e-3)

    def call():
        opt.zero_grad(set_to_none=True)
        F.cross_entropy(net(x), y).backward()
        opt.step()
    return call


def product(m, n, k):
    x, w, y = torch.randn(m, k), torch.randn(n, k), torch.empty(m, n)
    return lambda: torch.mm(x, w.t(), out=y)


WORKS = {
    "cross_entropy 64x10": lambda: cross_entropy(64, 10),
    "cross_entropy 4096x1000": lambda: cross_entropy(4096, 1000),
    "cross_entropy 512x32000": lambda: cross_entropy(512, 32000),
    "bce_with_logits 4096x1000": lambda: bce(4096, 1000),
    "chain of 6, 16M": chain,
    "layer_norm 4096x1024": lambda: layer_norm(4096, 1024),
    "adamw 10M": lambda: adamw(10000000),
    "step 64-32-10, batch 32": lambda: step(32, 64, 32),
    "step 784-128-10, batch 64": lambda: step(64, 784, 128),
    **{f"product {m}x{n}x{k}": lambda m=m, n=n, k=k: product(m, n, k)
       for m, n, k in ((8, 8, 8), (16, 16, 16), (32, 32, 64), (64, 10, 128), (64, 128, 784), (256, 256, 256),
                       (1024, 1024, 1024))},
}


def least_time(call, seconds):
    """The least microseconds of a call, of at least three and of about `seconds`."""
    begin, least, rounds, inner = time.perf_counter(), 1e30, 0, 1
    while rounds < 3 or time.perf_counter() - begin < seconds:
        start = time.perf_counter()
        for _ in range(inner):
            call()
        spent = (time.perf_counter() - start) * 1e6
        rounds += 1
        if spent < 20:
            inner = int(40 * inner / max(spent, 0.01)) + 1
            continue
        least = min(least, spent / inner)
    return least


def main():
    last, call = None, None
    for line in sys.stdin:
        name = line.rstrip("\n")
        if name not in WORKS:
            print("none", flush=True)
            continue
        if name != last:
            call = WORKS[name]()
            call()
            last = name
        print(least_time(call, 0.06), flush=True)


if __name__ == "__main__":
    main()
