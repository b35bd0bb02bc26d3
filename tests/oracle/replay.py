# SPDX-License-Identifier: Apache-2.0
# The PyTorch side of the oracle: builds the same model, gives it the dumped numbers, and compares what follows.
import torch
from torch import nn
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)


class Residual(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return x + self.inner(x)


def module(layer):
    kind = layer["kind"]
    if kind == "linear":
        return nn.Linear(layer["in"], layer["out"], bias=layer["bias"])
    if kind == "batch_norm":
        return nn.BatchNorm1d(layer["width"], eps=layer["eps"], momentum=layer["momentum"])
    if kind == "layer_norm":
        return nn.LayerNorm(layer["width"], eps=layer["eps"])
    if kind == "residual":
        return Residual(nn.Sequential(*map(module, layer["inner"])))
    if kind == "log_softmax":
        return nn.LogSoftmax(dim=1)
    return {"relu": nn.ReLU, "leaky_relu": nn.LeakyReLU, "gelu": nn.GELU, "tanh": nn.Tanh, "sigmoid": nn.Sigmoid,
            "silu": nn.SiLU, "softplus": nn.Softplus}[kind]()


def loss_of(p, z, y):
    weights = torch.tensor(p["weights"]) if p["weights"] else None
    loss, reduction = p["loss"], p["reduction"]
    if loss == "cross_entropy":
        return F.cross_entropy(z, y.long(), weight=weights, ignore_index=-1, reduction=reduction,
                               label_smoothing=p["smoothing"])
    if loss == "cross_entropy_probs":
        return F.cross_entropy(z, y.view_as(z), reduction=reduction, label_smoothing=p["smoothing"])
    if loss == "nll_loss":
        return F.nll_loss(z, y.long(), weight=weights, ignore_index=-1, reduction=reduction)
    if loss == "kl_div":
        return F.kl_div(z, y.view_as(z), reduction="batchmean" if reduction == "mean" else "sum")
    if loss == "binary_cross_entropy":
        return F.binary_cross_entropy(z, y.view_as(z), reduction=reduction)
    if loss == "binary_cross_entropy_with_logits":
        pos = torch.tensor(p["pos_weight"]) if p["pos_weight"] else None
        return F.binary_cross_entropy_with_logits(z, y.view_as(z), reduction=reduction, pos_weight=pos)
    if loss == "huber_loss":
        return F.huber_loss(z, y.view_as(z), reduction=reduction, delta=p["delta"])
    return {"mse_loss": F.mse_loss, "l1_loss": F.l1_loss}[loss](z, y.view_as(z), reduction=reduction)


def optimizer_of(p, parameters):
    if p["optimizer"] == "sgd":
        return torch.optim.SGD(parameters, lr=p["lr"], momentum=p["momentum"],
                               nesterov=p["nesterov"] and p["momentum"] > 0, weight_decay=p["weight_decay"])
    rule = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW}[p["optimizer"]]
    return rule(parameters, lr=p["lr"], weight_decay=p["weight_decay"])


def flat(tensors):
    tensors = [t.detach().reshape(-1).double() for t in tensors]
    return torch.cat(tensors) if tensors else torch.zeros(0)


def statistics(net):
    return [b for name, b in net.named_buffers() if not name.endswith("num_batches_tracked")]


def fill(tensors, values):
    at = 0
    for t in tensors:
        t.data.copy_(values[at:at + t.numel()].view_as(t))
        at += t.numel()
    assert at == values.numel(), "PyTorch's model has another number of parameters"


def disagreement(ours, theirs):
    """By how much the largest difference is over the tolerance: at most 1 is agreement."""
    if ours.numel() != theirs.numel():
        return float("inf")
    if ours.numel() == 0:
        return 0.0
    tolerance = 1e-12 * theirs.abs().max() + 1e-9 * theirs.abs() + 1e-300
    return float(((ours - theirs).abs() / tolerance).nan_to_num(float("inf")).max())


def compare(p, dumped):
    """(name, disagreement) of everything the program dumped."""
    net = nn.Sequential(*map(module, p["layers"])).train()
    fill(list(net.parameters()), dumped["start.parameters"])
    fill(statistics(net), dumped["start.buffers"])
    x = dumped["x"].view(p["rows"], p["inputs"])
    optimizer = optimizer_of(p, net.parameters())
    found = []
    for step in ("first", "second"):
        # Both sides start each step from the same numbers, so that one step is compared, not the growth of rounding.
        z = net(x)
        loss = loss_of(p, z, dumped["y"])
        optimizer.zero_grad()
        loss.backward()
        found.append((step + ".output", disagreement(dumped[step + ".output"], flat([z]))))
        found.append((step + ".loss", disagreement(dumped[step + ".loss"], flat([loss]))))
        found.append((step + ".gradients", gradient_disagreement(dumped[step + ".gradients"], net)))
        fill_gradients(net, dumped[step + ".gradients"])
        optimizer.step()
        found.append((step + ".parameters", disagreement(dumped[step + ".parameters"], flat(net.parameters()))))
        found.append((step + ".buffers", disagreement(dumped[step + ".buffers"], flat(statistics(net)))))
        fill(list(net.parameters()), dumped[step + ".parameters"])
        fill(statistics(net), dumped[step + ".buffers"])
    net.eval()
    found.append(("eval", disagreement(dumped["eval"], flat([net(x)]))))
    return found


def gradient_disagreement(ours, net):
    return disagreement(ours, flat(p.grad for p in net.parameters()))


def fill_gradients(net, values):
    """Adam divides by a gradient's size, so rounding in a gradient near zero would decide a step."""
    at = 0
    for p in net.parameters():
        p.grad.copy_(values[at:at + p.numel()].view_as(p))
        at += p.numel()
