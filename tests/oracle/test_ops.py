#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Each operation of op/ against PyTorch in float64, value, shape and gradients, over the cases that ops.cpp dumps:
# |a - b| <= 1e-12 max|b| + 1e-9 |b|. An operation that has no case, and a case that PyTorch does not know here, fail.
# softplus stays under PyTorch's threshold of 20, above which it is the identity there; gelu is the exact one.
import os
import re
import sys
import tempfile

from built import HERE, SOURCE, disagreement, output_of, parse

import torch
import torch.nn.functional as F

ROWS, KEY, CLASS = 0, 1, 2  # axes of (rows, key, classes)


def relabelled(ids):
    return torch.where(ids < 0, ids, torch.tensor([2.0, 0.0, 1.0])[ids.clamp(min=0).long()])


def rounded(dtype):
    return lambda x: x.to(torch.float32).to(dtype).double()


TORCH = {
    "negate": torch.neg, "exp": torch.exp, "log": torch.log, "log1p": torch.log1p, "sqrt": torch.sqrt,
    "square": torch.square, "reciprocal": torch.reciprocal, "abs": torch.abs, "sin": torch.sin, "cos": torch.cos,
    "tanh": torch.tanh, "sigmoid": torch.sigmoid, "relu": torch.relu, "softplus": F.softplus, "silu": F.silu,
    "gelu": F.gelu, "complement": lambda x: 1 - x,
    "add": torch.add, "subtract": torch.sub, "multiply": torch.mul, "divide": torch.div,
    "minimum": torch.minimum, "maximum": torch.maximum, "pow": torch.pow,
    "negate.operator": torch.neg, "add.number": lambda x: x + 2.5, "subtract.number": lambda x: 2.5 - x,
    "multiply.number": lambda x: 2.5 * x, "divide.number": lambda x: 2.5 / x, "pow.number": lambda x: x ** 3.0,
    "pow.zeroth": lambda x: x ** 0.0, "maximum.number": lambda x: torch.maximum(x, torch.tensor(0.5)),
    "chain": lambda x: torch.exp(-torch.square(torch.tanh(x * 2.0) + 1.0)),
    "assume_logits": lambda x: x * 1, "assume_simplex": lambda x: x * 1,
    "softmax": lambda x: x.softmax(CLASS), "softmax.key": lambda x: x.softmax(KEY),
    "log_softmax": lambda x: x.log_softmax(CLASS), "log_softmax.key": lambda x: x.log_softmax(KEY),
    "log_softmax.large": lambda x: (x * 1e4).log_softmax(1),
    "sum.rows": lambda x: x.sum(ROWS), "sum.key": lambda x: x.sum(KEY), "sum.three": lambda x: x.sum(CLASS),
    "mean.rows": lambda x: x.mean(ROWS), "mean.key": lambda x: x.mean(KEY),
    "max.key": lambda x: x.max(KEY).values, "max.three": lambda x: x.max(CLASS).values,
    "max.equal": lambda x: x.max(1).values,
    "variance.biased": lambda x: x.var(KEY, unbiased=False), "variance.unbiased": lambda x: x.var(KEY, unbiased=True),
    "variance.rows": lambda x: x.var(ROWS, unbiased=True),
    "variance.shifted": lambda x: (x + 1e4).var(KEY, unbiased=False),
    "sum_all": torch.sum, "mean_all": torch.mean,
    "argmax.key": lambda x: x.argmax(KEY), "argmax.three": lambda x: x.argmax(CLASS),
    "permute": lambda x: x.permute(ROWS, CLASS, KEY), "permute.matrix": torch.t,
    "merge_axes": lambda x: x.reshape(5, 12), "split_axis": lambda x: x.reshape(5, 2, 2, 3),
    "flatten": lambda x: x.flatten(1), "squeeze": lambda x: x.squeeze(1), "unsqueeze": lambda x: x.unsqueeze(-1),
    "slice.key": lambda x: x[:, 1:3], "slice.rows": lambda x: x[1:2], "slice.three": lambda x: x[:, :, 2:3],
    "concat.key": lambda x, y: torch.cat([x, y], KEY), "concat.three": lambda x, y: torch.cat([x, y], CLASS),
    "concat.first": lambda x, y: torch.cat([x, y], 0),
    "matmul": torch.matmul, "matmul.key": lambda x, y: torch.einsum("bkc,kd->bcd", x, y),
    "matmul.rows": lambda x, y: torch.einsum("bkc,bpj->kcpj", x, y),
    "broadcast_like.row": lambda x, y: x[None, :, None] * y, "broadcast_like.matrix": torch.mul,
    "gather.rows": lambda x, at: x[at.long()], "gather.several": lambda x, at: x[at.long()],
    "gather.three": lambda x, at: x[:, at.long()], "gather.words": lambda x, at: F.embedding(at.long(), x),
    "masked_fill": lambda x, mask: x.masked_fill(mask.bool(), 0.5), "invert": lambda mask: ~mask.bool(),
    "to_one_hot": lambda ids: F.one_hot(ids.long(), 3), "relabel": relabelled, "relabel.ignored": relabelled,
    "smooth": lambda x: 0.7 * x + 0.3 / 3, "mixup": lambda x, y: torch.lerp(y, x, 0.25),
    "cast.half": rounded(torch.float16), "cast.bfloat16": rounded(torch.bfloat16), "cast.float": rounded(torch.float32),
    "cast.from_half": rounded(torch.float16), "cast.from_bfloat16": rounded(torch.bfloat16),
    "round_to": torch.round,
}


def operations():
    """What the headers of op/ offer: lines of the tables, and functions in namespace wellformed."""
    names = set()
    folder = os.path.join(SOURCE, "include", "wellformed", "op")
    for header in os.listdir(folder):
        ours = False
        with open(os.path.join(folder, header)) as f:
            for line in f:
                if line.startswith(("namespace ", "}  // namespace ")):
                    ours = line.startswith("}") or line == "namespace wellformed {\n"
                if found := re.match(r"  op\((\w+),", line) or (ours and re.match(r"auto ([a-z_0-9]+)\(", line)):
                    names.add(found[1])
    return names


def inputs_of(dumped):
    inputs = []
    while f"input{len(inputs)}" in dumped:
        name = f"input{len(inputs)}"
        inputs.append(dumped[name].reshape(dumped[name + ".shape"]))
    return inputs


def compare(name, dumped):
    """(what, disagreement) of a case's value and gradients."""
    inputs = [x.requires_grad_(f"gradient{k}" in dumped) for k, x in enumerate(inputs_of(dumped))]
    value = TORCH[name](*inputs)
    if tuple(value.shape) != dumped["value.shape"]:
        yield f"shape {dumped['value.shape']}, PyTorch has {tuple(value.shape)}", float("inf")
        return
    yield "value", disagreement(dumped["value"], value.detach().double().reshape(-1))
    if "weights" not in dumped:
        return
    (value.reshape(-1) * dumped["weights"]).sum().backward()
    for k, x in enumerate(inputs):
        if x.requires_grad:
            yield f"gradient{k}", disagreement(dumped[f"gradient{k}"], x.grad.reshape(-1))


def main():
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        cases = parse(output_of(os.path.join(HERE, "ops.cpp"), os.path.join(folder, "ops")), "case")
    dumped, offered = {name.split(".")[0] for name in cases}, operations()
    failures = [f"{name}: no case in ops.cpp" for name in sorted(offered - dumped)]
    failures += [f"{name}: PyTorch's counterpart is not named here" for name in cases if name not in TORCH]
    failures += [f"{name}: named here, not in ops.cpp" for name in TORCH if name not in cases]
    compared = 0
    for name in cases.keys() & TORCH.keys():
        for what, far in compare(name, cases[name]):
            compared += 1
            if not far <= 1:
                failures.append(f"{name} {what}: {far:.3g} times the tolerance")
    print("\n".join(failures))
    print(f"{len(offered)} operations, {len(cases)} cases, {compared} comparisons, {len(failures)} failures")
    sys.exit(1 if failures or len(offered) < 50 else 0)


if __name__ == "__main__":
    main()
