"""Inverse kinematics side by side with peers: ours, theirs, the ratio, all in one run.

Run:  OPENBLAS_NUM_THREADS=1 python tests/benchmarks/bench_ik_peers.py [--poses 100000]

EAIK and roboticstoolbox-python are used where they are installed (pip install EAIK
roboticstoolbox-python); without them only our own figures are printed. Both sides solve the same
poses and give all solutions of each; residuals are those of forward kinematics (Frobenius norm
over 3x4, lengths in metres).
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kinematics import (
    Mechanism,
    elbow_angle,
    forward,
    inverse,
    inverse_batch,
    inverse_from_seed,
    sweep,
    track,
    translation,
)

RIGHT = np.pi / 2
TABLES: dict[str, dict[str, list[float]]] = {
    "PUMA 560": {
        "alpha": [RIGHT, 0, -RIGHT, RIGHT, -RIGHT, 0],
        "a": [0, 431.8, 20.3, 0, 0, 0],
        "d": [671.83, 0, 150.05, 431.8, 0, 0],
    },
    "UR5e": {
        "alpha": [RIGHT, 0, 0, RIGHT, -RIGHT, 0],
        "a": [0, -425.0, -392.2, 0, 0, 0],
        "d": [162.5, 0, 0, 133.3, 99.7, 99.6],
    },
}
Row = tuple[str, float, float | None]


def seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """Median time of a call, s, after one that warms up."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def eaik_robot(table: dict[str, list[float]]) -> Any:
    """The arm in EAIK, in metres; None where EAIK is not installed."""
    try:
        from eaik.IK_DH import DhRobot  # type: ignore[import-not-found]
    except ImportError:
        return None
    metres = [np.array(table[key]) * 1e-3 for key in ("a", "d")]
    return DhRobot(np.array(table["alpha"]), *metres)


def in_metres(Ts: np.ndarray) -> list[np.ndarray]:
    Ts = Ts.copy()
    Ts[:, :3, 3] *= 1e-3
    return list(Ts)


def six_axes(name: str, poses: int, rng: np.random.Generator) -> list[Row]:
    arm, robot = Mechanism.from_standard_dh(**TABLES[name], name=name), eaik_robot(TABLES[name])
    Ts = forward(arm, rng.uniform(-np.pi, np.pi, (poses, 6)))
    few = in_metres(Ts[: min(poses, 20_000)])
    batch = seconds(lambda: inverse_batch(arm, Ts)) / poses
    single = seconds(lambda: inverse(arm, Ts[0]), 500)
    theirs = theirs_single = None
    if robot is not None:
        theirs = seconds(lambda: robot.IK_batched(few, 1), 3) / len(few)
        theirs_single = seconds(lambda: robot.IK(few[0]), 500)
    answer = inverse_batch(arm, Ts)
    pose, slot = np.nonzero(np.isfinite(answer.q[..., 0]))
    gap = forward(arm, answer.q[pose, slot]) - Ts[pose]
    gap[:, :3, 3] *= 1e-3
    worst = float(np.linalg.norm(gap[:, :3], axis=(1, 2)).max())
    print(f"{name}: {answer.count.mean():.3f} solutions a pose, worst residual {worst:.1e}")
    return [
        (f"{name}, batch of {poses}, a pose (EAIK)", batch, theirs),
        (f"{name}, one pose (EAIK)", single, theirs_single),
    ]


def seven_axes(rng: np.random.Generator) -> list[Row]:
    """A sweep of 36 elbow angles against EAIK with joint 3 locked anew 36 times."""
    rows = []
    angles = np.linspace(-np.pi, np.pi, 36, endpoint=False)
    for name, offset in (("S-R-S arm", 0.0), ("offset shoulder", 145.0)):
        z, y = [0.0, 0, 1], [0.0, 1, 0]
        points = [[0.0, 0, 0], *[[offset, 0, 540]] * 2, [offset, 0, 1100], *[[offset, 0, 1600]] * 3]
        arm = Mechanism.from_axes(
            axes=[z, y, z, y, z, y, z],
            points=points,
            T_base_flange_zero=translation(offset, 0, 1780),
        )
        q = np.array([0.2, 0.6, -0.3, 1.2, 0.4, 0.7, 0.1])
        T = forward(arm, q)
        rows.append(
            (
                f"{name}, 36 elbow angles (EAIK relocked)",
                seconds(lambda arm=arm, T=T: sweep(arm, T, angles), 50),
                relocked(points, T),
            )
        )
        many = rng.uniform(-2, 2, (2000, 7))
        Ts, psi = forward(arm, many), elbow_angle(arm, many)
        each = seconds(lambda a=arm, Ts=Ts, p=psi: inverse_batch(a, Ts, elbow_angle=p), 3) / 2000
        rows.append((f"{name}, one angle in a batch of 2000", each, None))
    return rows


def relocked(points: list[list[float]], T: np.ndarray) -> float | None:
    """Time of 36 solutions by EAIK, each with another value of joint 3, s."""
    try:
        from eaik.IK_HP import HPRobot  # type: ignore[import-not-found]
    except ImportError:
        return None
    z, y = [0.0, 0, 1], [0.0, 1, 0]
    H = np.array([z, y, z, y, z, y, z])
    places = np.array([[0.0, 0, 0], *points, [points[-1][0], 0, 1780]]) * 1e-3
    P = np.diff(places, axis=0)
    pose = in_metres(T[None])[0]
    values = np.linspace(-np.pi, np.pi, 36, endpoint=False)

    def work() -> None:
        for value in values:
            HPRobot(H, P, fixed_axes=[(2, value)]).IK(pose)

    try:
        return seconds(work, 5)
    except (RuntimeError, TypeError, ValueError) as error:
        print(f"EAIK with a locked joint: {error}")
        return None


def numeric(rng: np.random.Generator) -> list[Row]:
    """Newton from a seed against the toolbox's Levenberg-Marquardt in C++."""
    arm = Mechanism.from_standard_dh(**TABLES["PUMA 560"])
    q = np.array([0.1, 0.5, -2.0, 0.3, 0.8, 0.2])
    T = forward(arm, q)
    ours = seconds(lambda: inverse_from_seed(arm, T, q + 0.1), 30)
    try:
        import roboticstoolbox as rtb  # type: ignore[import-not-found]
    except ImportError:
        return [("PUMA 560, Newton from a seed (toolbox ik_LM)", ours, None)]
    ets, pose = rtb.models.DH.Puma560().ets(), in_metres(T[None])[0]
    theirs = seconds(lambda: ets.ik_LM(pose, q0=q + 0.1), 30)
    return [("PUMA 560, Newton from a seed (toolbox ik_LM)", ours, theirs)]


def tracking() -> list[Row]:
    """Following a path of 10,000 poses, in all."""
    rows: list[Row] = []
    start = np.array([0.2, 0.4, -1.6, 0.5, 0.8, 0.1])
    q = start + np.linspace(0, 1, 10_000)[:, None] * [0.5, 0.2, -0.3, 0.6, 0.3, 5.0]
    for name, table in TABLES.items():
        arm = Mechanism.from_standard_dh(**table)
        Ts = forward(arm, q)
        result = track(arm, Ts, start)
        assert result.failed_at is None, result.reason
        rows.append(
            (
                f"{name}, track of 10,000 poses",
                seconds(lambda a=arm, Ts=Ts: track(a, Ts, start), 3),
                None,
            )
        )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description="Inverse kinematics beside its peers.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--poses", type=int, default=100_000)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    rows = [row for name in TABLES for row in six_axes(name, options.poses, rng)]
    rows += seven_axes(rng) + numeric(rng) + tracking()
    print(f"{'':58}{'ours':>12}{'peer':>12}{'ratio':>8}")
    for what, ours, theirs in rows:
        peer = "-" if theirs is None else f"{1e6 * theirs:.2f} us"
        ratio = "-" if theirs is None else f"{ours / theirs:.3f}"
        print(f"{what:58}{1e6 * ours:>9.2f} us{peer:>12}{ratio:>8}")


if __name__ == "__main__":
    main()
