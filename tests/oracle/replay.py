# SPDX-License-Identifier: Apache-2.0
# The PyTorch side of the oracle: builds the same model, gives it the dumped numbers, and compares what follows.
import math

import torch
import torch.nn.functional as F

from built import disagreement
from modules import Model

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)


def first_loss(p, z, y, reduction):
    weights = torch.tensor(p["weights"]) if p["weights"] else None
    loss = p["loss"]
    if loss == "cross_entropy":
        return F.cross_entropy(z, y.long(), weight=weights, ignore_index=-1, reduction=reduction,
                               label_smoothing=p["smoothing"])
    if loss == "cross_entropy_probs":
        return F.cross_entropy(z, y.view_as(z), reduction=reduction, label_smoothing=p["smoothing"])
    if loss == "nll_loss":
        return F.nll_loss(z, y.long(), weight=weights, ignore_index=-1, reduction=reduction)
    if loss == "kl_div":
        if reduction == "none":
            return F.kl_div(z, y.view_as(z), reduction="none").sum(1)
        return F.kl_div(z, y.view_as(z), reduction="batchmean" if reduction == "mean" else "sum")
    if loss.endswith("with_logits"):
        pos = torch.tensor(p["pos_weight"]) if p["pos_weight"] else None
        return F.binary_cross_entropy_with_logits(z, y.view_as(z), reduction=reduction, pos_weight=pos)
    if loss in ("binary_cross_entropy", "column"):
        return F.binary_cross_entropy(z, y.view_as(z), reduction=reduction)
    if loss == "huber_loss":
        return F.huber_loss(z, y.view_as(z), reduction=reduction, delta=p["delta"])
    return {"mse_loss": F.mse_loss, "l1_loss": F.l1_loss}[loss](z, y.view_as(z), reduction=reduction)


def loss_of(p, results, labels, targets):
    if p["by_row"]:
        rows = first_loss(p, results[0], labels, "none").square()
        return rows.mean() if p["reduction"] == "mean" else rows.sum()
    loss = first_loss(p, results[0], labels, p["reduction"])
    if p["second"]:
        loss = loss + p["second"]["factor"] * F.mse_loss(results[1], targets.view_as(results[1]),
                                                         reduction=p["reduction"])
    return loss


def optimizer_of(p, parameters):
    if p["optimizer"] == "sgd":
        return torch.optim.SGD(parameters, lr=p["lr"], momentum=p["momentum"],
                               nesterov=p["nesterov"] and p["momentum"] > 0, weight_decay=p["weight_decay"])
    rule = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW}[p["optimizer"]]
    return rule(parameters, lr=p["lr"], weight_decay=p["weight_decay"])


def schedule_of(p, optimizer):
    s = p["schedule"]
    if s is None:
        return torch.optim.lr_scheduler.LambdaLR(optimizer, lambda done: 1.0)
    if s["kind"] == "step_decay":
        return torch.optim.lr_scheduler.StepLR(optimizer, s["every"], s["gamma"])
    total, warm_up, least = s["total_steps"], s["warm_up"], s["minimum"] / p["lr"]
    if warm_up == 0:
        return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, total, s["minimum"])
    return torch.optim.lr_scheduler.LambdaLR(optimizer, lambda done: (done + 1) / warm_up if done < warm_up else
                                             least + (1 - least) * (1 + math.cos(
                                                 math.pi * (done - warm_up) / (total - warm_up))) / 2)


def flat(tensors):
    tensors = [t.detach().reshape(-1).double() for t in tensors]
    return torch.cat(tensors) if tensors else torch.zeros(0)


def fill(tensors, values):
    at = 0
    for t in tensors:
        t.data.copy_(values[at:at + t.numel()].view_as(t))
        at += t.numel()
    assert at == values.numel(), "PyTorch's model has another number of parameters"


class Replay:
    """One program: its model, its data, and what was found so far as name: disagreement."""

    def __init__(self, p, dumped):
        self.p, self.dumped, self.found = p, dumped, {}
        self.net = Model(p).train()
        self.parameters = self.net.ordered_parameters()
        fill(self.parameters, dumped["start.parameters"])
        fill(self.net.statistics(), dumped["start.buffers"])
        self.optimizer = optimizer_of(p, self.parameters)
        self.schedule = schedule_of(p, self.optimizer)
        self.x = torch.cat([dumped[f"x{i}"].view(n, *p["input"]["extents"]) for i, n in enumerate(p["rows"])])
        if p["input"]["words"]:
            self.x = self.x.long()

    def all_of(self, name):
        """Labels of all micro-batches, row after row."""
        return torch.cat([self.dumped[f"{name}{i}"] for i in range(len(self.p["rows"]))])

    def note(self, name, theirs):
        self.found[name] = disagreement(self.dumped[name], theirs)

    def step(self, step):
        """One step on the batch of all rows. Both sides start each step from the same numbers, so that one step is
        compared, not the growth of rounding."""
        results = self.net(self.x)
        targets = self.all_of("t") if self.p["second"] else None
        loss = loss_of(self.p, results, self.all_of("y"), targets)
        self.optimizer.zero_grad()
        loss.backward()
        for name, result in zip(("output", "second"), results):
            for i, part in enumerate(result.split(self.p["rows"])):
                self.note(f"{step}.{name}{i}", flat([part]))
        self.note(step + ".loss", flat([loss]))
        self.note(step + ".gradients", flat(p.grad for p in self.parameters))
        # Adam divides by a gradient's size, so rounding in a gradient near zero would decide a step.
        fill([p.grad for p in self.parameters], self.dumped[step + ".gradients"])
        if self.p["clip"]:
            torch.nn.utils.clip_grad_norm_(self.parameters, self.p["clip"])
        self.optimizer.step()
        self.schedule.step()
        self.note(step + ".parameters", flat(self.parameters))
        self.note(step + ".buffers", flat(self.net.statistics()))
        fill(self.parameters, self.dumped[step + ".parameters"])
        fill(self.net.statistics(), self.dumped[step + ".buffers"])

    def evaluate(self):
        self.net.eval()
        for name, result in zip(("output", "second"), self.net(self.x[:self.p["rows"][0]])):
            self.note("eval." + name, flat([result]))


def compare(p, dumped):
    """name: disagreement of everything that the program computed."""
    replay = Replay(p, dumped)
    for step in ("first", "second", "third"):
        replay.step(step)
    replay.evaluate()
    given = {name for name in dumped if name.startswith("start.") or name[:-1] in ("x", "y", "t")}
    assert replay.found.keys() == dumped.keys() - given, "some comparisons are missing"
    return replay.found
