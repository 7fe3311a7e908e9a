"""Arms with wrists that are not spherical, beside ssik's compiled solvers; asserts nothing.

Run: python tests/benchmarks/bench_named_arms.py [--poses 10000] [--seed 1] [--checked 40] [--own]

Nine named arms, one batch of poses each through `inverse_batch`, distinct roots and certificate
included; ssik solves the first of the same poses one by one, since it takes no batch, in turns with
ours. `fk`: largest difference of forward kinematics from ssik's, m. `roots`: how many both find at
those poses. `made`: share of all poses whose roots hold the joints that made them. `dense`: roots
of the tests' dense reference that we give. --own: also a random arm of one's own against ssik's
own path for it, which keeps its preparation of some minutes on disk for the next time.
"""

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "kinematics/solvers/elimination"))

from dense_reference import all_roots, unmatched
from ik_arms import NamedArm, named_arms, random_joints, random_tables, standard
from measuring import Row, fastest, holds, in_metres, optional, paired, worst_residual

from kinematics import Mechanism, forward, inverse, inverse_batch
from kinematics.solvers.elimination import recognise
from kinematics.solving.choice import chosen

PEER_POSES = 200
FALSE = 1e-7  # residual above which a root of the peer is none
OPTIONS = {"respect_limits": False, "enumerate_windings": False}


def set_up_time(mechanism: Mechanism) -> float:
    """Time from a mechanism nobody has seen to a solver that needs only poses, s."""

    def work() -> None:
        recognise.cache_clear()
        chosen.cache_clear()
        chosen(mechanism)

    return fastest(work, 3)


def one_arm(arm: NamedArm, rng: np.random.Generator, poses: int, checked: int) -> list[Row]:
    mechanism, peer = arm.mechanism, optional(arm.peer)
    rows = [Row(f"{arm.name}, set-up", set_up_time(mechanism), most=0.15)]
    q = random_joints(rng, mechanism, poses)
    Ts = forward(mechanism, q)
    answer = inverse_batch(mechanism, Ts)
    told = [
        f"{answer.count.mean():.2f} roots a pose, at most {answer.count.max()}",
        f"made {100 * holds(mechanism, answer.q, q).mean():.2f} %",
        f"residual {worst_residual(mechanism, answer.q, Ts):.1e}",
        f"certified {'all' if answer.complete else 'not all'}",
    ]
    batch = "a pose of a batch"
    if peer is None:
        ours = fastest(lambda: inverse_batch(mechanism, Ts), 3) / poses
        rows.append(Row(f"{arm.name}, {batch}", ours, "ssik", None, 0.25))
    else:
        few = list(in_metres(Ts[:PEER_POSES]))
        both = paired(
            lambda: inverse_batch(mechanism, Ts),
            lambda: [peer.solve(T, **OPTIONS) for T in few],
            3,
        )
        ours, theirs = both[0] / poses, both[1] / len(few)
        rows.append(Row(f"{arm.name}, {batch}", ours, "ssik", theirs, 0.25))
        told += compared(peer, mechanism, q[:PEER_POSES], few, answer.q, answer.count)
    rows.append(single(arm.name, mechanism, Ts))
    known, _ = all_roots(mechanism, Ts[:checked])
    lost = [len(unmatched(mechanism, r, answer.q[i])) for i, r in enumerate(known)]
    told.append(f"dense {sum(map(len, known)) - sum(lost)} of {sum(map(len, known))}")
    print(f"{arm.name}: " + ", ".join(told), flush=True)
    return rows


def compared(
    peer: Any, mechanism: Mechanism, q: np.ndarray, few: list, ours: np.ndarray, count: np.ndarray
) -> list[str]:
    """How far the two forward kinematics differ, and who finds which roots."""
    fk = max(float(np.abs(peer.fk(row) - T).max()) for row, T in zip(q, few, strict=True))
    both = only_ours = only_theirs = false = 0
    for i, T in enumerate(few):
        found = peer.solve(T, **OPTIONS)
        false += sum(s.fk_residual > FALSE for s in found)
        theirs = np.array([s.q for s in found if s.fk_residual <= FALSE]).reshape(-1, 6)
        mine = ours[i, : count[i]]
        without = len(unmatched(mechanism, theirs, mine, 1e-3))
        only_theirs += without
        only_ours += len(unmatched(mechanism, mine, theirs, 1e-3))
        both += len(theirs) - without
    told = f"roots {both} both, {only_ours} only ours, {only_theirs} only ssik"
    return [f"fk {fk:.0e}", told + (f" and {false} that miss the pose" if false else "")]


def single(name: str, mechanism: Mechanism, Ts: np.ndarray) -> Row:
    """The median over poses of the least time of a call."""
    times = [fastest(lambda T=T: inverse(mechanism, T), 3) for T in Ts[:100]]
    return Row(f"{name}, one pose", float(np.median(times)), most=5e-4)


def own_arm(seed: int, poses: int) -> list[Row]:
    """A user's own arm, of which no compiled module is shipped."""
    rng = np.random.default_rng(seed)  # the same arm each time: ssik keeps its preparation
    table, ssik = random_tables(rng), optional("ssik")
    mechanism = standard(table, "own arm")
    Ts = forward(mechanism, random_joints(rng, mechanism, poses))
    set_up = set_up_time(mechanism)
    if ssik is None:
        ours = fastest(lambda: inverse_batch(mechanism, Ts), 3) / poses
        return [
            Row("own arm, set-up", set_up, "ssik", None),
            Row("own arm, a pose of a batch", ours, "ssik", None, 0.1),
        ]
    theirs = ssik.Manipulator.from_dh(table["alpha"], table["a"] / 1000, table["d"] / 1000)
    start = time.process_time()
    theirs.prepare()
    rows = [Row("own arm, set-up", set_up, "ssik", time.process_time() - start, most=0.15)]
    few = list(in_metres(Ts[:30]))
    both = paired(
        lambda: inverse_batch(mechanism, Ts),
        lambda: [theirs.solve(T, **OPTIONS) for T in few],
        3,
    )
    what = "own arm, a pose of a batch"
    return [*rows, Row(what, both[0] / poses, "ssik", both[1] / len(few), 0.1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--poses", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checked", type=int, default=40, help="poses for the dense reference")
    parser.add_argument("--own", action="store_true", help="an own arm too: takes minutes")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    rows = []
    for arm in named_arms():
        rows += one_arm(arm, rng, options.poses, options.checked)
    if options.own:
        rows += own_arm(options.seed, options.poses)
    elif optional("ssik"):
        print("own arm: left out, since ssik prepares it for minutes; --own measures it")
    for row in rows:
        print(row.text)


if __name__ == "__main__":
    main()
