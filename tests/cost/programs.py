# SPDX-License-Identifier: Apache-2.0
# The programs whose compile cost is measured: headers alone, models of growing depth, one more fused statement.
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPTHS = (5, 10, 20, 40)
STATEMENTS, MORE_STATEMENTS = 20, 100

PROLOGUE = """#include <wellformed/wellformed.hpp>
#include <utility>
namespace wf = wellformed;
struct digit : wf::label_set<10> {};
"""


def headers(layer):
    """A file that includes every header of a layer."""
    found = sorted((ROOT / "include" / "wellformed" / layer).glob("*.hpp"))
    if not found:
        raise FileNotFoundError(f"include/wellformed/{layer} holds no header")
    return "".join(f"#include <wellformed/{layer}/{header.name}>\n" for header in found)


def layers(depth):
    """One training step of a chain of `depth` layers; each has its own width, so that no type is used twice."""
    widths = [16 + step for step in range(depth // 2 + 1)]
    chain = [f"wf::nn::linear<{a}, {b}>(), wf::nn::relu()" for a, b in zip(widths, widths[1:])]
    rest = [f"wf::nn::linear<{widths[-1]}, {widths[-1]}>()"] * (depth % 2)
    return PROLOGUE + f"""
using input = wf::tensor<float, wf::real, wf::axes<wf::dim<8>, wf::dim<16>>>;
using target = wf::tensor<std::int64_t, wf::class_index<digit>, wf::axes<wf::dim<8>>>;
void train(input const& x, target const& y) {{
  auto net = wf::nn::sequential({", ".join([*chain, *rest, f"wf::nn::linear<{widths[-1]}, digit>()"])});
  auto opt = wf::optim::sgd(net, {{.lr = 0.1}});
  auto loss = wf::cross_entropy(net.train(x), y);
  opt.step(std::move(loss).backward());
}}
"""


def statements(count, device="host"):
    """`count` different fused element-wise statements over one tensor type; at most 112."""
    first, second = ("exp", "tanh", "sigmoid", "abs", "square", "sin", "cos"), ("sin", "exp", "square", "tanh")
    operators = (("*", "+"), ("*", "-"), ("+", "*"), ("-", "*"))
    parts = []
    for i in range(count):
        f, g, (inner, outer) = first[i % 7], second[i % 4], operators[i // 28]
        parts.append(f"auto fused_{i}(matrix const& a, matrix const& b) "
                     f"{{ return wf::eval((wf::{f}(a) {inner} b) {outer} wf::{g}(b)); }}\n")
    shape = f"using matrix = wf::tensor<float, wf::real, wf::axes<wf::dim<8>, wf::dim<16>>, wf::{device}>;\n"
    return PROLOGUE + shape + "".join(parts)


def refusal():
    """The first program of examples/refused, else the first case of tests/refuse."""
    found = sorted((ROOT / "examples" / "refused").glob("*.cpp")) or sorted((ROOT / "tests" / "refuse").glob("*/*.cpp"))
    if not found:
        raise FileNotFoundError("neither examples/refused nor tests/refuse holds a program")
    return found[0].read_text(encoding="utf-8")


def digits():
    return (ROOT / "examples" / "digits.cpp").read_text(encoding="utf-8")


def digits_cuda():
    """The same program with its model on a GPU."""
    text, found = re.subn(r"wf::nn::sequential\((.*?)\);", r"wf::move_to<wf::cuda>(wf::nn::sequential(\1));", digits(),
                          flags=re.DOTALL)
    assert found == 1, "examples/digits.cpp builds its net by one call of sequential"
    return text


LIGHT = ("array", "concepts", "optional", "tuple", "type_traits", "utility")


def light():
    """Standard headers that nearly every header needs: a unit for ratios; an empty file vanishes in the noise."""
    return "".join(f"#include <{name}>\n" for name in LIGHT)


# Name -> (how to make its text, optimised, must compile).
PROGRAMS = {
    "empty": (lambda: "\n", False, True),
    "light": (light, False, True),
    "core": (lambda: headers("core"), False, True),
    "umbrella": (lambda: PROLOGUE, False, True),
    "statements": (lambda: statements(STATEMENTS), False, True),
    "refusal": (refusal, False, False),
    "empty_o2": (lambda: "int main() {}\n", True, True),
    "umbrella_o2": (lambda: PROLOGUE, True, True),
    "statements_o2": (lambda: statements(STATEMENTS), True, True),
    "more_statements": (lambda: statements(MORE_STATEMENTS), False, True),
    "more_statements_o2": (lambda: statements(MORE_STATEMENTS), True, True),
    "digits": (digits, True, True),
    "statements_cuda": (lambda: statements(STATEMENTS, "cuda"), True, True),
    "more_statements_cuda": (lambda: statements(MORE_STATEMENTS, "cuda"), True, True),
    "digits_cuda": (digits_cuda, True, True),
    **{f"layers_{depth}": (lambda depth=depth: layers(depth), True, True) for depth in DEPTHS},
}
# Those that only nvcc compiles, to machine code of one architecture.
CUDA = ("statements_cuda", "more_statements_cuda", "digits_cuda")
