# SPDX-License-Identifier: Apache-2.0
# Small lies about a program: told to PyTorch's side, each must make the comparison fail.
import copy


def first_layer(p, fits, change):
    for layer in p["layers"] + p["end"]:
        if fits(layer):
            change(layer)
            return True
    return False


def scaled(place, name, factor, applies=True):
    if not applies or not place or not place.get(name):
        return False
    place[name] *= factor
    return True


def other_weights(p, name):
    if p[name]:
        p[name] = [w * (1 + 0.01 * k) for k, w in enumerate(p[name], 1)]
    return bool(p[name])


PERTURBATIONS = {
    "learning rate": lambda p: scaled(p, "lr", 1.001),
    "momentum": lambda p: scaled(p, "momentum", 1.001, p["optimizer"] == "sgd"),
    "weight decay": lambda p: scaled(p, "weight_decay", 1.01),
    "eps of a norm": lambda p: first_layer(p, lambda l: "eps" in l, lambda l: l.update(eps=l["eps"] * 1.01)),
    "momentum of a norm": lambda p: first_layer(p, lambda l: "momentum" in l, lambda l: l.update(momentum=0.11)),
    "bias dropped": lambda p: first_layer(p, lambda l: l.get("bias"), lambda l: l.update(forgets_bias=True)),
    "class weights": lambda p: other_weights(p, "weights"),
    "pos_weight": lambda p: other_weights(p, "pos_weight"),
    "label smoothing": lambda p: scaled(p, "smoothing", 1.01),
    "weight of the second loss": lambda p: scaled(p["second"], "factor", 1.001),
    # Adam's step does not depend on the size of its gradients.
    "clipping norm": lambda p: scaled(p, "clip", 1.001, p["optimizer"] == "sgd"),
    "decay of the rate": lambda p: scaled(p["schedule"], "gamma", 1.001),
    "length of the cosine": lambda p: scaled(p["schedule"], "total_steps", 2),
}


def unnoticed(programs, compare):
    """Runs every lie on every program that it applies to; describes the lies that too few comparisons notice."""
    weak = []
    for name, change in PERTURBATIONS.items():
        applied = noticed = 0
        for p, dumped in programs:
            changed = copy.deepcopy(p)
            if change(changed):
                applied += 1
                noticed += any(not far <= 1 for far in compare(changed, dumped).values())
        print(f"{name}: {noticed} of {applied} programs disagree")
        # Not all: a gradient may be too short to be clipped, and class weights cancel if all rows are of one class.
        if applied == 0 or noticed < 0.5 * applied:
            weak.append(name)
    return weak
