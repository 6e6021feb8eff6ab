"""The same figures by numpy, as a base for speed and as an oracle. Reads one JSON request a line, answers with one.

{"load": name, "shape": [...], "data": base64 of float64}   {"measure": workload, "ms": n}   {"result": workload}
"""
import base64
import json
import os
import sys
import time

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402  (after the number of threads is set)

held = {}


def value_at_risk(pnl, alpha=0.05):
    """Type-7 quantile, and the mean of the worst alpha of the days with the last of them in part."""
    ordered = np.sort(pnl)
    count = len(ordered)
    whole = int(np.floor(count * alpha + 1e-12))
    tail = ordered[:whole].sum() + (count * alpha - whole) * ordered[whole]
    return np.array([-np.quantile(pnl, alpha), -tail / (count * alpha)])


def historical():
    return value_at_risk(held["returns"] @ held["exposure"])


def component_es(alpha=0.05):
    parts = held["returns"] * held["exposure"]
    order = np.argsort(parts.sum(axis=1), kind="stable")
    count = len(order)
    whole = int(np.floor(count * alpha + 1e-12))
    tail = parts[order[:whole]].sum(axis=0) + (count * alpha - whole) * parts[order[whole]]
    return -tail / (count * alpha)


def revaluation():
    """Every position by itself: linear s Q P r, inverse s N (1/A - 1/P') P' - s N (1/A - 1/P) P."""
    r = held["returns"][:, held["asset"].astype(int)]
    size, sign, entry, mark = held["size"], held["sign"], held["entry"], held["mark"]
    after = mark * (1 + r)
    linear = sign * size * (after - mark)
    inverse = sign * size * ((1 / entry - 1 / after) * after - (1 / entry - 1 / mark) * mark)
    return np.where(held["inverse"] > 0, inverse, linear).sum(axis=1) + held["returns"] @ held["coins"]


def stress():
    """Change of equity, requirement, and how many margin units are liquidated, under every shock of all prices."""
    shock = held["shocks"][:, None]
    size, mark, starts = held["size"], held["mark"], held["starts"].astype(int)
    is_inverse = held["inverse"] > 0
    after = mark * (1 + shock)
    gain = held["sign"] * size * np.where(is_inverse, 1 / mark - 1 / after, after - mark)
    equity = held["equity"] + np.add.reduceat(gain, starts, axis=1)
    required = held["kappa"] * size * np.where(is_inverse, 1 / after, after)
    requirement = np.add.reduceat(required, starts, axis=1)
    price = held["price"] * (1 + held["moves"] * shock)
    change = (equity * price).sum(axis=1) - (held["equity"] * held["price"]).sum()
    return np.concatenate([change, (requirement * price).sum(axis=1), (equity <= requirement).sum(axis=1)])


def correlation():
    return np.corrcoef(held["returns"], rowvar=False).ravel()


WORKLOADS = {
    "historical": historical,
    "componentEs": component_es,
    "revaluation": revaluation,
    "stress": stress,
    "correlation": correlation,
}


def answer(request):
    if "load" in request:
        data = np.frombuffer(base64.b64decode(request["data"]), dtype="<f8")
        held[request["load"]] = data.reshape(request["shape"]).copy()
        return {"version": np.__version__}
    if "result" in request:
        return {"values": np.asarray(WORKLOADS[request["result"]]()).tolist()}
    work, until, calls = WORKLOADS[request["measure"]], request["ms"] / 1000, 0
    start = time.perf_counter()
    while True:
        work()
        calls += 1
        spent = time.perf_counter() - start
        if spent >= until:
            return {"us": spent / calls * 1e6}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
