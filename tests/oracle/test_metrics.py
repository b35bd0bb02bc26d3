#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The metrics against scikit-learn, on random rows with many equal scores: relative difference at most 1e-12. What
# scikit-learn has not, the error of calibration, is put together from its calibration_curve, and from numpy.
import os
import sys
import tempfile

try:
    import numpy
    import sklearn.calibration
    from sklearn import metrics
except ImportError:
    print("skipped: scikit-learn is not installed (python3-sklearn)")
    sys.exit(77)

from built import HERE, output_of

BINS = 10


def binned_error(probability, hit):
    """Mean over rows of |share of hits - mean probability| of the bin ((i - 1) / BINS, i / BINS]."""
    bins = numpy.clip(numpy.ceil(probability * BINS).astype(int) - 1, 0, BINS - 1)
    return sum(abs(hit[bins == b].sum() - probability[bins == b].sum()) for b in range(BINS)) / len(hit)


def curve_error(yes, score):
    share, mean = sklearn.calibration.calibration_curve(yes, score, n_bins=BINS)
    counts = numpy.histogram(numpy.clip(numpy.ceil(score * BINS) - 1, 0, BINS - 1), bins=range(BINS + 1))[0]
    return float((abs(share - mean) * counts[counts > 0]).sum() / len(yes))


def theirs(score, yes, x, ids, predicted, quantity):
    said = x.argmax(1)
    shares = numpy.exp(x - x.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    precision, recall, f1, _ = metrics.precision_recall_fscore_support(ids, said)
    values = {"auroc": metrics.roc_auc_score(yes, score), "average_precision": metrics.average_precision_score(yes, score),
              "calibration_binary": curve_error(yes, score), "calibration": binned_error(shares.max(1), said == ids),
              "macro_f1": metrics.f1_score(ids, said, average="macro"), "mse": metrics.mean_squared_error(quantity, predicted),
              "mae": metrics.mean_absolute_error(quantity, predicted), "r2": metrics.r2_score(quantity, predicted)}
    values["rmse"] = values["mse"] ** 0.5
    for name, of_class in (("precision", precision), ("recall", recall), ("f1", f1)):
        values.update({f"{name}{c}": of_class[c] for c in range(3)})
    return values


def main():
    random = numpy.random.default_rng(5)
    count, worst = 1003, 0.0
    with tempfile.TemporaryDirectory() as folder:
        for steps in (7, 64, 100000):  # different scores: 7 means many ties
            score = (random.integers(0, steps, count) + 0.37) / steps
            yes = (random.random(count) < 0.2 + 0.5 * score).astype(int)
            ids = random.integers(0, 3, count)
            x = random.normal(size=(count, 3)) + 1.2 * numpy.eye(3)[ids]
            quantity = 1000 + random.normal(size=count)
            predicted = quantity + 0.3 * random.normal(size=count)
            name = os.path.join(folder, "rows")
            numpy.savetxt(name, numpy.column_stack([score, yes, x, ids, predicted, quantity]), fmt="%.17g")
            said = output_of(os.path.join(HERE, "metrics.cpp"), os.path.join(folder, "metrics"), name)
            ours = {name: float(value) for name, value in map(str.split, said.splitlines())}
            wanted = theirs(score, yes, x, ids, predicted, quantity)
            if set(ours) != set(wanted):
                sys.exit(f"one side lacks {set(ours) ^ set(wanted)}")
            for name, value in wanted.items():
                off = abs(ours[name] - value) / abs(value)
                worst = max(worst, off)
                if not off <= 1e-12:
                    sys.exit(f"{name} with {steps} scores: {ours[name]!r}, scikit-learn says {value!r}")
    print(f"{len(wanted)} metrics agree with scikit-learn in 3 data sets; largest relative difference {worst:.1e}")


main()
