"""Inverse kinematics side by side with peers: ours, theirs, the ratio, all in one run.

Run:  python tests/benchmarks/bench_ik_peers.py [--poses 100000] [--seed 1]

EAIK and roboticstoolbox-python are used where they are installed (`make bench` installs them), and
shown as absent where they are not. Both sides solve the same poses in turns and give all solutions
of each; residuals are those of forward kinematics (Frobenius norm over 3x4, lengths in metres).
Asserts nothing.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from figures import Figure, arguments, most, ratio, show, timed
from ik_arms import PUMA, UR5E, named_arms, random_mechanism, seven_axis_arms, standard
from measuring import fastest, in_metres, optional, paired, wide_vectors, worst_residual

from kinematics import (
    Mechanism,
    elbow_angle,
    forward,
    inverse,
    inverse_batch,
    inverse_from_seed,
    jacobian,
    sweep,
    track,
    translation,
)
from kinematics.families.seven_axis import recognise_elbow
from kinematics.solvers.seven.elbow_search import searched
from kinematics.solving.choice import solver_of

TABLES = {"PUMA 560": PUMA, "UR5e": UR5E}
PATH = 10_000  # poses of a path


def eaik_robot(table: dict[str, np.ndarray]) -> Any:
    """The arm in EAIK, in metres; None where EAIK is not installed."""
    module = optional("eaik.IK_DH")
    if module is None:
        return None
    return module.DhRobot(table["alpha"], table["a"] * 1e-3, table["d"] * 1e-3)


def six_axes(name: str, poses: int, rng: np.random.Generator) -> Iterator[Figure]:
    arm, robot = standard(TABLES[name], name), eaik_robot(TABLES[name])
    q = rng.uniform(-np.pi, np.pi, (poses, 6))
    Ts = forward(arm, q)
    answer = inverse_batch(arm, Ts)
    word = "called complete" if answer.complete else "not called complete"
    yield Figure(f"{name}, solutions of a pose, mean, {word}", float(answer.count.mean()))
    eight = 100 * float((answer.count == 8).mean())
    yield Figure(f"{name}, poses with 8 solutions", eight, "%")
    yield Figure(f"{name}, worst residual", worst_residual(arm, answer.q, Ts), "m")
    limit = ratio(0.15 if wide_vectors() or name.startswith("UR") else 0.25)
    few = list(in_metres(Ts[: min(poses, 20_000)]))
    whole, alone = None, None
    if robot is None:
        batch = fastest(lambda: inverse_batch(arm, Ts), 7)
        single = fastest(lambda: inverse(arm, Ts[0]), 500)
    else:
        batch, whole = paired(lambda: inverse_batch(arm, Ts), lambda: robot.IK_batched(few, 1), 7)
        single, alone = paired(lambda: inverse(arm, Ts[0]), lambda: robot.IK(few[0]), 500)
    theirs = None if whole is None else whole / len(few)
    yield timed(f"{name}, a pose in a batch of {poses}", batch / poses, "us", "EAIK", theirs, limit)
    yield timed(f"{name}, one pose", single, "us", "EAIK", alone, most(20.0))


def seven_axes(rng: np.random.Generator) -> Iterator[Figure]:
    """A sweep of 36 elbow angles against EAIK with joint 3 locked anew 36 times."""
    angles = np.linspace(-np.pi, np.pi, 36, endpoint=False)
    for name, offset, limit in (("S-R-S arm", 0.0, 0.3), ("offset shoulder", 145.0, 0.5)):
        z, y = [0.0, 0, 1], [0.0, 1, 0]
        points = [[0.0, 0, 0], *[[offset, 0, 540]] * 2, [offset, 0, 1100], *[[offset, 0, 1600]] * 3]
        arm = Mechanism.from_axes(
            axes=[z, y, z, y, z, y, z],
            points=points,
            T_base_flange_zero=translation(offset, 0, 1780),
        )
        T = forward(arm, np.array([0.2, 0.6, -0.3, 1.2, 0.4, 0.7, 0.1]))
        theirs, one, peer = relocked(points, T), None, "EAIK relocked"
        if theirs is None:
            ours = fastest(lambda arm=arm, T=T: sweep(arm, T, angles), 50)
        else:
            ours, one = paired(lambda arm=arm, T=T: sweep(arm, T, angles), theirs, 20)
        yield timed(f"{name}, sweep of 36 elbow angles", ours, "us", peer, one, ratio(limit))
        many = rng.uniform(-2, 2, (2000, 7))
        Ts, psi = forward(arm, many), elbow_angle(arm, many)
        each = fastest(lambda a=arm, Ts=Ts, p=psi: inverse_batch(a, Ts, elbow_angle=p), 3) / 2000
        yield timed(f"{name}, one elbow angle in a batch of 2000", each)
        pairs = 200 * len(angles)
        swept = fastest(lambda a=arm, Ts=Ts: sweep(a, Ts[:200], angles), 3) / pairs
        share = None if one is None else one / len(angles)
        yield timed(f"{name}, 200 poses x 36 angles, a pair", swept, "us", peer, share, ratio(0.1))


def elbow_equations(rng: np.random.Generator) -> Iterator[Figure]:
    """All solutions at an elbow angle of arms with an offset wrist; the peer is our own search."""
    angles = np.linspace(-np.pi, np.pi, 36, endpoint=False)
    limits = {"Panda": (2.5, 10.0), "xArm7": (2.5, 10.0), "Gen3": (3.0, 45.0)}
    for name, arm in seven_axis_arms().items():
        geometry, points = solver_of(arm)[1], recognise_elbow(arm)
        q = rng.uniform(-2, 2, 7)
        T, psi = forward(arm, q), elbow_angle(arm, q)
        at = np.array([psi])
        one, searched_one = paired(
            lambda a=arm, T=T, p=float(psi): inverse(a, T, elbow_angle=p),
            lambda g=geometry, P=points, T=T, p=at: searched(g, P, T[None], p),
            5,
        )
        swept = fastest(lambda a=arm, T=T: sweep(a, T, angles), 5)
        all_angles = fastest(lambda g=geometry, P=points, T=T: searched(g, P, T[None], angles), 1)
        limit, sweep_limit = limits[name]
        what, peer = f"{name}, all solutions at an elbow angle", "the search"
        yield timed(what, one, "ms", peer, searched_one, most(limit))
        what = f"{name}, sweep of 36 elbow angles"
        yield timed(what, swept, "ms", peer, all_angles, most(sweep_limit))
        Ts = forward(arm, many := rng.uniform(-np.pi, np.pi, (200, 7)))
        batch = inverse_batch(arm, Ts, elbow_angle=elbow_angle(arm, many))
        share = 100.0 * float(batch.certified.mean())
        yield Figure(f"{name}, random poses called complete at their elbow angle", share, "%")


def relocked(points: list[list[float]], T: np.ndarray) -> Any:
    """A call that makes EAIK solve a pose with 36 values of joint 3; None where it cannot."""
    module = optional("eaik.IK_HP")
    if module is None:
        return None
    z, y = [0.0, 0, 1], [0.0, 1, 0]
    H = np.array([z, y, z, y, z, y, z])
    places = np.array([[0.0, 0, 0], *points, [points[-1][0], 0, 1780]]) * 1e-3
    P = np.diff(places, axis=0)
    pose = in_metres(T)
    values = np.linspace(-np.pi, np.pi, 36, endpoint=False)

    def work() -> None:
        for value in values:
            module.HPRobot(H, P, fixed_axes=[(2, value)]).IK(pose)

    try:
        work()
    except (RuntimeError, TypeError, ValueError) as error:
        print(f"EAIK with a locked joint: {error}")
        return None
    return work


def numeric() -> Iterator[Figure]:
    """Newton's method from a seed against the toolbox's Levenberg-Marquardt in C++."""
    arm, rtb = standard(PUMA), optional("roboticstoolbox")
    q = np.array([0.1, 0.5, -2.0, 0.3, 0.8, 0.2])
    T = forward(arm, q)
    what, peer = "PUMA 560, Newton from a seed", "toolbox ik_LM"
    if rtb is None:
        ours = fastest(lambda: inverse_from_seed(arm, T, q + 0.1), 30)
        yield timed(what, ours, "us", peer, target=most(60.0))
        return
    links = [
        rtb.RevoluteDH(alpha=alpha, a=a * 1e-3, d=d * 1e-3)
        for alpha, a, d in zip(PUMA["alpha"], PUMA["a"], PUMA["d"], strict=True)
    ]
    ets, pose = rtb.DHRobot(links).ets(), in_metres(T)
    ours, theirs = paired(
        lambda: inverse_from_seed(arm, T, q + 0.1), lambda: ets.ik_LM(pose, q0=q + 0.1), 50
    )
    yield timed(what, ours, "us", peer, theirs, most(60.0))


def regular_path(arm: Mechanism, rng: np.random.Generator) -> np.ndarray:
    """Joint values (PATH, 6) of a smooth path that keeps away from singular postures.

    Where a path crosses one, two branches meet, and a tracker may follow either.
    """
    share = np.linspace(0, 1, PATH)[:, None]
    while True:
        start, along = rng.uniform(-2, 2, 6), rng.uniform(-0.6, 0.6, 6)
        q = start + share * [*along[:5], 5.0]
        J = jacobian(arm, q[::10])
        J[:, :3] /= 300.0
        sizes = np.linalg.svd(J, compute_uv=False)
        if (sizes[:, -1] > 0.05 * sizes[:, 0]).all():
            return q


def tracking(rng: np.random.Generator) -> Iterator[Figure]:
    """Following a path of poses in one branch and in all branches.

    Also the distance from the joint values that made the path.
    """
    arms = [(standard(table, name), 100.0) for name, table in TABLES.items()]
    arms += [(arm.mechanism, 700.0) for arm in named_arms() if arm.key in ("crx10ial", "m1013")]
    arms.append((random_mechanism(rng), 700.0))
    for arm, limit in arms:
        q = regular_path(arm, rng)
        Ts, start = forward(arm, q), q[0]
        result, name = track(arm, Ts, start), f"{arm.name or 'random 6R'}, track of {PATH} poses"
        if result.failed_at is not None:
            print(f"{name}: the path breaks off at pose {result.failed_at}: {result.reason}")
        yield Figure(f"{name}, off", float(np.nanmax(np.abs(result.q - q))), "rad")
        seconds = fastest(lambda a=arm, Ts=Ts, q=start: track(a, Ts, q), 3)
        yield timed(name, seconds, "ms", target=most(limit))


def figures(poses: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    for name in TABLES:
        yield from six_axes(name, poses, rng)
    yield from seven_axes(rng)
    yield from elbow_equations(rng)
    yield from numeric()
    yield from tracking(rng)


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--poses", type=int, default=100_000)
    options = parser.parse_args()
    show(figures(options.poses, options.seed), options)
