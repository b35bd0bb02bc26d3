# SPDX-License-Identifier: Apache-2.0
# Random typed programs: each a specification from which both sides are made, C++ in program_source.py and a PyTorch
# model in replay.py. A program trains for three steps in float64 and dumps everything that PyTorch must agree with.
import random

ACTIVATIONS = ["relu", "leaky_relu", "gelu", "tanh", "sigmoid", "silu", "softplus"]
LOSSES = ["cross_entropy", "cross_entropy_probs", "nll_loss", "kl_div", "binary_cross_entropy",
          "binary_cross_entropy_with_logits", "mse_loss", "l1_loss", "huber_loss", "column", "column_with_logits"]
OPTIMIZERS = ["sgd", "adam", "adamw"]
REGRESSION = {"mse_loss", "l1_loss", "huber_loss"}
COLUMN = {"column", "column_with_logits"}  # binary cross entropy of binary<S> labels, one column
WIDTHS = [1, 2, 3, 5, 8, 13]


def linear(width, out, bias=True):
    return {"kind": "linear", "in": width, "out": out, "bias": bias}


def step_of_body(pick, width, tag):
    """A layer, or a few that belong together, and the width they end in."""
    kind = pick.choice(["linear", "linear", "activation", "activation", "batch_norm", "layer_norm", "residual",
                        "tied", "coder", "softmax"])
    activation = {"kind": pick.choice(ACTIVATIONS)}
    out = pick.choice(WIDTHS)
    if kind == "linear":
        return [linear(width, out, pick.random() < 0.8)], out
    if kind == "activation":
        return [activation], width
    if kind == "batch_norm":
        return [{"kind": "batch_norm", "width": width, "eps": pick.choice([1e-5, 0.1]),
                 "momentum": pick.choice([0.1, 0.3])}], width
    if kind == "layer_norm" and width > 1:
        return [{"kind": "layer_norm", "width": width, "eps": pick.choice([1e-5, 0.1])}], width
    if kind == "residual":
        return [{"kind": "residual", "inner": [linear(width, width), activation]}], width
    if kind == "tied":
        twice = {"kind": "tied", "tag": tag, "inner": linear(width, width, pick.random() < 0.8)}
        return [twice, activation, twice], width
    if kind == "coder":
        bias = pick.random() < 0.8
        return [{"kind": "tied", "tag": tag, "inner": linear(width, out, bias)}, activation,
                {"kind": "tied_transposed", "tag": tag, "inner": linear(width, out, bias)}], width
    if kind == "softmax" and out > 1:
        return [linear(width, out), {"kind": pick.choice(["softmax", "log_softmax"])}], out
    return [], width


def entrance(pick):
    """What a program reads, the layers that make a row of numbers of it, and their width."""
    kind = pick.choice(["row", "row", "row", "image", "ids"])
    if kind == "row":
        width = pick.choice([1, 2, 4, 7])
        return {"extents": [width], "words": None}, [], width
    if kind == "image":
        height, width = pick.choice([1, 2, 3]), pick.choice([2, 3])
        out = pick.choice([1, 2, 4])
        layers = pick.choice([[], [linear(width, out)], [linear(width, out), {"kind": pick.choice(ACTIVATIONS)}]])
        return ({"extents": [height, width], "words": None}, layers + [{"kind": "flatten"}],
                height * (out if layers else width))
    words, width, length = pick.choice([2, 5, 9]), pick.choice([1, 2, 5]), pick.choice([0, 3])
    layers = [{"kind": "embedding", "words": words, "width": width}]
    if length:
        layers.append({"kind": "flatten"})
    return {"extents": [length] if length else [], "words": words}, layers, width * max(length, 1)


def exit_of(pick, loss, width, classes):
    """The layers that end in what the loss takes."""
    out = classes if loss in REGRESSION else "one" if loss in COLUMN and pick.random() < 0.3 else \
        "positive" if loss in COLUMN else "set"
    layers = [{"kind": "linear", "in": width, "out": classes, "bias": True, "axis": out}]
    if loss in ("nll_loss", "kl_div"):
        layers.append({"kind": "log_softmax"})
    if loss in ("binary_cross_entropy", "column"):
        layers.append({"kind": "sigmoid"})
    return layers


def schedule_of(pick, lr):
    kind = pick.choice([None, None, "step_decay", "cosine"])
    if kind == "step_decay":
        return {"kind": kind, "every": pick.choice([1, 2]), "gamma": pick.choice([0.5, 0.1])}
    if kind == "cosine":
        return {"kind": kind, "total_steps": pick.choice([3, 7]), "warm_up": pick.choice([0, 0, 1, 2]),
                "minimum": pick.choice([0.0, lr / 8])}
    return None


def rows_of(pick, layers):
    """Rows of each micro-batch: two of them only without batch norm, which would see other rows."""
    norms = [layer for layer in layers if layer["kind"] == "batch_norm"]
    if not norms and pick.random() < 0.3:
        return [pick.choice([2, 3, 5]), pick.choice([2, 4, 9])]
    # Two rows and eps 1e-5 make batch norm a sign function, whose rounding nobody can compare.
    return [pick.choice([5, 8, 17] if any(n["eps"] < 0.01 for n in norms) else [2, 3, 5, 8, 17])]


def weights(pick, count):
    return [round(pick.uniform(0.2, 3.0), 3) for _ in range(count)]


def program(number, seed):
    """One specification, drawn from (seed, number)."""
    pick = random.Random(seed * 1000003 + number)
    loss = LOSSES[number % len(LOSSES)]
    entered, layers, width = entrance(pick)
    for tag in range(pick.randint(1, 4)):
        more, width = step_of_body(pick, width, tag)
        layers += more
    classes = 1 if loss in COLUMN else pick.choice([2, 3, 5, 10])
    end = exit_of(pick, loss, width, classes)
    second = None
    if pick.random() < 0.25:
        out = pick.choice([1, 2, 4])
        second = {"factor": pick.choice([0.5, 2.0]), "out": out, "layers": pick.choice(
            [[linear(width, out)], [linear(width, 3), {"kind": "tanh"}, linear(3, out)]])}
    rows, lr = rows_of(pick, layers), pick.choice([0.1, 0.01])
    weighted = loss in ("cross_entropy", "nll_loss") and pick.random() < 0.4
    positive = loss.endswith("with_logits") and pick.random() < 0.5
    return {
        "number": number, "loss": loss, "input": entered, "layers": layers, "end": end, "second": second,
        "classes": classes, "rows": rows, "static_rows": len(rows) == 1 and pick.random() < 0.5,
        # Means of two losses with different counts are not accumulated (WF705).
        "reduction": "sum" if second and len(rows) > 1 else pick.choice(["mean", "mean", "sum"]),
        "by_row": second is None and pick.random() < 0.15,
        "smoothing": pick.choice([0.0, 0.1]) if loss.startswith("cross_entropy") else 0.0,
        "weights": weights(pick, classes) if weighted else None,
        "pos_weight": weights(pick, classes) if positive else None,
        "ignore": loss in ("cross_entropy", "nll_loss") and pick.random() < 0.3, "delta": pick.choice([0.3, 1.0]),
        "optimizer": OPTIMIZERS[pick.randrange(3)], "lr": lr, "momentum": pick.choice([0.0, 0.9]),
        "nesterov": pick.random() < 0.5, "weight_decay": pick.choice([0.0, 0.05]),
        "clip": pick.choice([0.05, 0.5]) if pick.random() < 0.25 else None, "schedule": schedule_of(pick, lr),
    }
