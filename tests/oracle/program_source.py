# SPDX-License-Identifier: Apache-2.0
# The C++ side of a random program.

TENSOR = "wf::tensor<{}, {}, wf::axes<{}>>"


def layer_source(layer):
    kind = layer["kind"]
    if kind == "linear":
        out = {"set": "set", "positive": "wf::binary<answer>"}.get(layer.get("axis"), layer["out"])
        return f'wf::nn::linear<{layer["in"]}, {out}>({"" if layer["bias"] else "wf::nn::no_bias{}"})'
    if kind == "tied":
        return f'wf::nn::tied<tag_{layer["tag"]}>({layer_source(layer["inner"])})'
    if kind == "tied_transposed":
        back = dict(layer["inner"], **{"in": layer["inner"]["out"], "out": layer["inner"]["in"]})
        return f'wf::nn::tied_transposed<tag_{layer["tag"]}>({layer_source(back)})'
    if kind == "batch_norm":
        return f'wf::nn::batch_norm<{layer["width"]}>({layer["momentum"]}, {layer["eps"]})'
    if kind == "layer_norm":
        return f'wf::nn::layer_norm<{layer["width"]}>({layer["eps"]})'
    if kind == "residual":
        return f'wf::nn::residual({layers_source(layer["inner"])})'
    if kind == "embedding":
        return f'wf::nn::embedding<words, {layer["width"]}>()'
    return f"wf::nn::{kind}()"


def layers_source(layers):
    return ",\n      ".join(map(layer_source, layers))


def model_source(p):
    if p["second"] is None:
        return layers_source(p["layers"] + p["end"])
    ends = [f"wf::nn::sequential({layers_source(end)})" for end in (p["end"], p["second"]["layers"])]
    return ",\n      ".join([layer_source(l) for l in p["layers"]] + [f'wf::nn::heads({", ".join(ends)})'])


def refined(name, element, meaning, axes, values, extents):
    """A constant that holds drawn numbers, and its dump."""
    return (f"  auto const {name} = wf::refine<{TENSOR.format(element, meaning, axes)}>(draw.{values}, "
            f"{{{extents}}}).value();\n  dump(\"{name}\", {name}.data(), {name}.size());\n")


def input_source(p, name, rows):
    extents, words = p["input"]["extents"], p["input"]["words"]
    axes = ", ".join(["rows"] + [f"wf::dim<{e}>" for e in extents])
    count = rows
    for e in extents:
        count *= e
    shape = ", ".join(map(str, [rows] + extents))
    if words:
        return refined(name, "std::int64_t", "wf::token_id<words>", axes, f"ids({count}, {words}, false)", shape)
    return refined(name, "double", "wf::real", axes, f"normal({count}, 1)", shape)


def label_source(p, name, rows):
    loss, classes = p["loss"], p["classes"]
    if loss in ("cross_entropy", "nll_loss"):
        kind = "wf::class_index<set, wf::ignore<-1>>" if p["ignore"] else "wf::class_index<set>"
        return refined(name, "std::int64_t", kind, "rows", f"ids({rows}, {classes}, {str(p['ignore']).lower()})", rows)
    if loss in ("cross_entropy_probs", "kl_div"):
        return refined(name, "double", "wf::class_probs<set>", "rows, wf::classes<set>", f"shares({rows}, {classes})",
                       f"{rows}, {classes}")
    if loss.startswith("binary"):
        return refined(name, "double", "wf::multi_hot<set>", "rows, wf::classes<set>", f"bits({rows * classes})",
                       f"{rows}, {classes}")
    if loss.startswith("column"):
        return refined(name, "double", "wf::binary<answer>", "rows", f"bits({rows})", rows)
    return target_source(name, rows, classes)


def target_source(name, rows, width):
    return refined(name, "double", f"wf::regression<{width}>", f"rows, wf::dim<{width}>",
                   f"normal({rows * width}, 3)", f"{rows}, {width}")


def option_source(p):
    options = ["wf::reduction::none{}" if p["by_row"] else f'wf::reduction::{p["reduction"]}{{}}']
    if p["smoothing"]:
        options.append(f'wf::label_smoothing{{{p["smoothing"]}}}')
    if p["weights"]:
        options.append("wf::class_weights<set>::of({" + ", ".join(map(str, p["weights"])) + "})")
    if p["pos_weight"]:
        columns = "wf::binary<answer>" if p["loss"].startswith("column") else "set"
        options.append(f"wf::pos_weight<{columns}>::of({{" + ", ".join(map(str, p["pos_weight"])) + "})")
    if p["ignore"] and p["reduction"] == "mean" and not p["by_row"]:
        options.append("wf::all_ignored::fails{}")
    if p["loss"] == "huber_loss":
        options.append(f'wf::huber_delta{{{p["delta"]}}}')
    return ", ".join(options)


def loss_source(p, i):
    function = p["loss"].replace("_probs", "").replace("column", "binary_cross_entropy")
    own = f"wf::{function}(std::move(z{i}), y{i}, {option_source(p)})"
    if p["by_row"]:
        return f'wf::loss_of(wf::square({own}), wf::reduction::{p["reduction"]}{{}})'
    if p["second"]:
        own += f' + {p["second"]["factor"]} * wf::mse_loss(std::move(w{i}), t{i}, wf::reduction::{p["reduction"]}{{}})'
    return own


def optimizer_source(p):
    nesterov = "true" if p["nesterov"] and p["momentum"] > 0 else "false"
    own = f'.momentum = {p["momentum"]}, .nesterov = {nesterov}, ' if p["optimizer"] == "sgd" else ""
    text = (f'  auto opt = wf::optim::{p["optimizer"]}(net, {{.lr = {p["lr"]}, {own}'
            f'.weight_decay = {p["weight_decay"]}}});\n')
    if p["clip"]:
        text += f'  opt.clip_global_norm({p["clip"]});\n'
    if p["schedule"]:
        fields = ", ".join(f".{name} = {value}" for name, value in p["schedule"].items() if name != "kind")
        text += f'  opt.schedule(wf::optim::{p["schedule"]["kind"]}{{{fields}}});\n'
    return text


def pass_source(p, i):
    """The pass of micro-batch i, up to gradients `g`."""
    results = [("z", "output")] + ([("w", "second")] if p["second"] else [])
    bound = f"[z{i}, w{i}]" if p["second"] else f"z{i}"
    text = f"    auto {bound} = net.train(x{i});\n"
    for name, what in results:
        text += f'    dump(step, "{what}{i}", {name}{i}.value().data(), {name}{i}.value().size());\n'
    text += f"    auto loss{i} = {loss_source(p, i)};\n"
    return text + (f"    g += std::move(loss{i}).backward();\n" if i else "    auto g = std::move(loss0).backward();\n")


def eval_source(p):
    if p["second"]:
        return ('  auto const [e, f] = net.eval(x0);\n  dump("eval.output", e.data(), e.size());\n'
                '  dump("eval.second", f.data(), f.size());\n')
    return '  auto const e = net.eval(x0);\n  dump("eval.output", e.data(), e.size());\n'


def program_source(p):
    tags = sorted({l["tag"] for l in p["layers"] if "tag" in l})
    names = "".join(f"  struct tag_{tag};\n" for tag in tags)
    if p["input"]["words"]:
        names += f'  struct words : wf::label_set<{p["input"]["words"]}> {{}};\n'
    if p["loss"].startswith("column"):
        names += "  struct answer : wf::label_set<2> {};\n"
    elif any(l.get("axis") == "set" for l in p["end"]):
        names += f'  struct set : wf::label_set<{p["classes"]}> {{}};\n'
    data = ""
    for i, rows in enumerate(p["rows"]):
        data += input_source(p, f"x{i}", rows) + label_source(p, f"y{i}", rows)
        if p["second"]:
            data += target_source(f"t{i}", rows, p["second"]["out"])
    passes = "".join(pass_source(p, i) for i in range(len(p["rows"])))
    return f'''
void program_{p["number"]}() {{
{names}  struct source;
  using rows = wf::batch<source, {p["rows"][0] if p["static_rows"] else "2, 64"}>;
  numbers draw{{{p["number"]}}};
  auto net = wf::nn::sequential<double>(
      {model_source(p)});
  wf::nn::initialise(net, wf::seed{{{p["number"]}}});
{optimizer_source(p)}  begin({p["number"]});
{data}  dump_state("start", net);
  for (char const* step : {{"first", "second", "third"}}) {{
{passes}    dump_one(step, "loss", g.total() / g.divisor());
    dump_gradients(step, g, net);
    opt.step(std::move(g));
    dump_state(step, net);
  }}
{eval_source(p)}}}
'''


def file_source(programs):
    return ('// Generated by tests/oracle/program_source.py.\n#include "dump.hpp"\n\nnamespace {\n'
            + "".join(program_source(p) for p in programs) + "\n}  // namespace\n\nint main() {\n"
            + "".join(f'  program_{p["number"]}();\n' for p in programs) + "}\n")
