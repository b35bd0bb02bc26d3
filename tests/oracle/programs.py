# SPDX-License-Identifier: Apache-2.0
# Random typed programs: each a specification from which both sides are made, C++ source here and a PyTorch model in
# replay.py. A program trains for two steps in float64 and dumps everything that PyTorch must agree with.
import random

ACTIVATIONS = ["relu", "leaky_relu", "gelu", "tanh", "sigmoid", "silu", "softplus"]
LOSSES = ["cross_entropy", "cross_entropy_probs", "nll_loss", "kl_div", "binary_cross_entropy",
          "binary_cross_entropy_with_logits", "mse_loss", "l1_loss", "huber_loss"]
OPTIMIZERS = ["sgd", "adam", "adamw"]
CLASSIFYING = {"cross_entropy", "cross_entropy_probs", "nll_loss", "kl_div", "binary_cross_entropy",
               "binary_cross_entropy_with_logits"}


def body(pick, width, depth):
    """Layers from `width` features on; returns them with the width they end in."""
    layers = []
    for _ in range(depth):
        kind = pick.choice(["linear", "linear", "activation", "activation", "batch_norm", "layer_norm", "residual"])
        if kind == "linear":
            out = pick.choice([1, 2, 3, 5, 8, 13])
            layers.append({"kind": "linear", "in": width, "out": out, "bias": pick.random() < 0.8})
            width = out
        elif kind == "activation":
            layers.append({"kind": pick.choice(ACTIVATIONS)})
        elif kind == "batch_norm":
            layers.append({"kind": "batch_norm", "width": width, "eps": pick.choice([1e-5, 0.1]),
                           "momentum": pick.choice([0.1, 0.3])})
        elif kind == "layer_norm" and width > 1:
            layers.append({"kind": "layer_norm", "width": width, "eps": pick.choice([1e-5, 0.1])})
        elif kind == "residual":
            layers.append({"kind": "residual", "inner": [
                {"kind": "linear", "in": width, "out": width, "bias": True}, {"kind": pick.choice(ACTIVATIONS)}]})
    return layers, width


def program(number, seed):
    """One specification, drawn from (seed, number)."""
    pick = random.Random(seed * 1000003 + number)
    loss = LOSSES[number % len(LOSSES)]
    inputs = pick.choice([1, 2, 4, 7])
    layers, width = body(pick, inputs, pick.randint(1, 5))
    classes = pick.choice([2, 3, 5, 10])
    layers.append({"kind": "linear", "in": width, "out": classes, "bias": True,
                   "head": loss in CLASSIFYING})
    if loss in ("nll_loss", "kl_div"):
        layers.append({"kind": "log_softmax"})
    if loss == "binary_cross_entropy":
        layers.append({"kind": "sigmoid"})
    # Two rows and eps 1e-5 make batch norm a sign function, whose rounding nobody can compare.
    eps_small = any(l["kind"] == "batch_norm" and l["eps"] < 0.01 for l in layers)
    rows = pick.choice([5, 8, 17] if eps_small else [2, 3, 5, 8, 17])
    weighted = loss in ("cross_entropy", "nll_loss") and pick.random() < 0.4
    return {
        "number": number, "loss": loss, "inputs": inputs, "layers": layers, "classes": classes, "rows": rows,
        "static_rows": pick.random() < 0.5, "reduction": pick.choice(["mean", "mean", "sum"]),
        "smoothing": pick.choice([0.0, 0.1]) if loss.startswith("cross_entropy") else 0.0,
        "weights": [round(pick.uniform(0.2, 3.0), 3) for _ in range(classes)] if weighted else None,
        "pos_weight": [round(pick.uniform(0.2, 3.0), 3) for _ in range(classes)]
        if loss == "binary_cross_entropy_with_logits" and pick.random() < 0.5 else None,
        "ignore": loss in ("cross_entropy", "nll_loss") and pick.random() < 0.3,
        "delta": pick.choice([0.3, 1.0]),
        "optimizer": OPTIMIZERS[pick.randrange(3)], "lr": pick.choice([0.1, 0.01]),
        "momentum": pick.choice([0.0, 0.9]), "nesterov": pick.random() < 0.5,
        "weight_decay": pick.choice([0.0, 0.05]),
    }


def layer_source(layer):
    kind = layer["kind"]
    if kind == "linear":
        out = "set" if layer.get("head") else layer["out"]
        return f'wf::nn::linear<{layer["in"]}, {out}>({"" if layer["bias"] else "wf::nn::no_bias{}"})'
    if kind == "batch_norm":
        return f'wf::nn::batch_norm<{layer["width"]}>({layer["momentum"]}, {layer["eps"]})'
    if kind == "layer_norm":
        return f'wf::nn::layer_norm<{layer["width"]}>({layer["eps"]})'
    if kind == "residual":
        return "wf::nn::residual(" + ", ".join(layer_source(l) for l in layer["inner"]) + ")"
    return f"wf::nn::{kind}()"


def label_source(p):
    """The labels' type and the expression that makes them."""
    loss, classes = p["loss"], p["classes"]
    if loss in ("cross_entropy", "nll_loss"):
        kind = "wf::class_index<set, wf::ignore<-1>>" if p["ignore"] else "wf::class_index<set>"
        return f"wf::tensor<std::int64_t, {kind}, wf::axes<rows>>", f"ids(n, {classes}, {str(p['ignore']).lower()})", "n"
    if loss in ("cross_entropy_probs", "kl_div"):
        return f"wf::tensor<double, wf::class_probs<set>, wf::axes<rows, wf::classes<set>>>", f"shares(n, {classes})", f"n, {classes}"
    if loss.startswith("binary"):
        return f"wf::tensor<double, wf::multi_hot<set>, wf::axes<rows, wf::classes<set>>>", f"bits(n * {classes})", f"n, {classes}"
    return (f"wf::tensor<double, wf::regression<{classes}>, wf::axes<rows, wf::dim<{classes}>>>",
            f"normal(n * {classes}, 3)", f"n, {classes}")


def option_source(p):
    options = [f'wf::reduction::{p["reduction"]}{{}}']
    if p["smoothing"]:
        options.append(f'wf::label_smoothing{{{p["smoothing"]}}}')
    if p["weights"]:
        options.append("wf::class_weights<set>::of({" + ", ".join(map(str, p["weights"])) + "})")
    if p["pos_weight"]:
        options.append("wf::pos_weight<set>::of({" + ", ".join(map(str, p["pos_weight"])) + "})")
    if p["ignore"] and p["reduction"] == "mean":
        options.append("wf::all_ignored::fails{}")
    if p["loss"] == "huber_loss":
        options.append(f'wf::huber_delta{{{p["delta"]}}}')
    return ", ".join(options)


def optimizer_source(p):
    if p["optimizer"] == "sgd":
        nesterov = "true" if p["nesterov"] and p["momentum"] > 0 else "false"
        return (f'wf::optim::sgd(net, {{.lr = {p["lr"]}, .momentum = {p["momentum"]}, .nesterov = {nesterov}, '
                f'.weight_decay = {p["weight_decay"]}}})')
    return f'wf::optim::{p["optimizer"]}(net, {{.lr = {p["lr"]}, .weight_decay = {p["weight_decay"]}}})'


def program_source(p):
    function = p["loss"].replace("_probs", "")
    label_type, label_values, extents = label_source(p)
    rows = p["rows"]
    axis = f'wf::batch<source, {rows}>' if p["static_rows"] else f'wf::batch<source, 2, 64>'
    layers = ",\n      ".join(layer_source(l) for l in p["layers"])
    return f'''
void program_{p["number"]}() {{
  struct set : wf::label_set<{p["classes"]}> {{}};
  struct source;
  using rows = {axis};
  constexpr wf::index_t n = {rows};
  numbers draw{{{p["number"]}}};
  auto net = wf::nn::sequential<double>(
      {layers});
  wf::nn::initialise(net, wf::seed{{{p["number"]}}});
  auto const x = wf::refine<wf::tensor<double, wf::real, wf::axes<rows, wf::dim<{p["inputs"]}>>>>(
      draw.normal(n * {p["inputs"]}, 1), {{n, {p["inputs"]}}}).value();
  auto const labels = draw.{label_values};
  auto const y = wf::refine<{label_type}>(labels, {{{extents}}}).value();
  auto opt = {optimizer_source(p)};
  begin({p["number"]});
  dump("x", x.data(), x.size());
  dump("y", y.data(), y.size());
  dump_state("start", net);
  for (char const* step : {{"first", "second"}}) {{
    auto z = net.train(x);
    dump(step, "output", z.value().data(), z.value().size());
    auto loss = wf::{function}(std::move(z), y, {option_source(p)});
    dump_one(step, "loss", loss.item());
    auto g = std::move(loss).backward();
    dump_gradients(step, g, net);
    opt.step(std::move(g));
    dump_state(step, net);
  }}
  auto const e = net.eval(x);
  dump("eval", e.data(), e.size());
}}
'''


def file_source(programs):
    return ('// Generated by tests/oracle/programs.py.\n#include "dump.hpp"\n\nnamespace {\n'
            + "".join(program_source(p) for p in programs) + "\n}  // namespace\n\nint main() {\n"
            + "".join(f'  program_{p["number"]}();\n' for p in programs) + "}\n")
