# SPDX-License-Identifier: Apache-2.0
# A random program's model in PyTorch.
import torch
from torch import nn
import torch.nn.functional as F

PLAIN = {"relu": nn.ReLU, "leaky_relu": nn.LeakyReLU, "gelu": nn.GELU, "tanh": nn.Tanh, "sigmoid": nn.Sigmoid,
         "silu": nn.SiLU, "softplus": nn.Softplus, "flatten": nn.Flatten}


class Residual(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return x + self.inner(x)


class Transposed(nn.Module):
    """The way back through a linear layer's weight, with a bias of its own."""

    def __init__(self, there):
        super().__init__()
        self.there = there
        self.bias = None if there.bias is None else nn.Parameter(torch.zeros(there.in_features))

    def forward(self, x):
        return F.linear(x, self.there.weight.t(), self.bias)


class Forgetful(nn.Linear):
    """A linear layer that forgets its bias: to see that the comparison notices."""

    def forward(self, x):
        return F.linear(x, self.weight, 0 * self.bias)


class Model(nn.Module):
    """The layers of a program; gives a list of one result a head."""

    def __init__(self, p):
        super().__init__()
        self.tied = {}  # a plain dictionary: the layers own these modules
        self.body = self.chain(p["layers"])
        ends = [p["end"]] + ([p["second"]["layers"]] if p["second"] else [])
        self.ends = nn.ModuleList(map(self.chain, ends))

    def chain(self, layers):
        return nn.Sequential(*map(self.module, layers))

    def module(self, layer):
        kind = layer["kind"]
        if kind == "linear":
            made = Forgetful if layer.get("forgets_bias") else nn.Linear
            return made(layer["in"], layer["out"], bias=layer["bias"])
        if kind in ("tied", "tied_transposed"):
            if layer["tag"] not in self.tied:
                self.tied[layer["tag"]] = self.module(layer["inner"])
            there = self.tied[layer["tag"]]
            return there if kind == "tied" else Transposed(there)
        if kind == "batch_norm":
            return nn.BatchNorm1d(layer["width"], eps=layer["eps"], momentum=layer["momentum"])
        if kind == "layer_norm":
            return nn.LayerNorm(layer["width"], eps=layer["eps"])
        if kind == "residual":
            return Residual(self.chain(layer["inner"]))
        if kind == "embedding":
            return nn.Embedding(layer["words"], layer["width"])
        if kind in ("softmax", "log_softmax"):
            return {"softmax": nn.Softmax, "log_softmax": nn.LogSoftmax}[kind](dim=-1)
        return PLAIN[kind]()

    def forward(self, x):
        x = self.body(x)
        return [end(x) for end in self.ends]

    def ordered_parameters(self):
        """As Wellformed lays them: those that layers share lie behind the others."""
        shared = [p for layer in self.tied.values() for p in layer.parameters()]
        return [p for p in self.parameters() if not any(p is q for q in shared)] + shared

    def statistics(self):
        return [b for name, b in self.named_buffers() if not name.endswith("num_batches_tracked")]
