"""Poses at and near singular ones: are the joints that made them found? Asserts nothing.

Run: python tests/benchmarks/bench_near_singular.py [--poses 200] [--seed 1]

Singular joint values are found where det J changes its sign along a random line in joint space, so
they are of every kind that the arm has; a random unit vector times `distance` (rad) leads away from
them. `found`: share of poses whose roots contain the joints that made them, to 1e-4 rad; the limit
is 99 % for distances from 1e-8 to 1e-4. At distance 0 a pose may have a whole range of solutions
(continuum), which is checked here by walking along it: there the flag is wanted, not the same
joints. `empty`: poses without any root; `flag`: continua that are flagged. Peers: EAIK, and ssik
without the arms that it takes minutes to prepare; a peer solves the first PEER_POSES poses.
"""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from figures import Figure, arguments, least, most, show
from ik_arms import PUMA, UR5, named_arms, random_tables, standard
from measuring import holds, in_metres, optional, worst_residual

from kinematics import Mechanism, forward, inverse_batch, jacobian, residuals

PEER_POSES = 100
DISTANCES = (0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4)
Roots = Callable[[np.ndarray], np.ndarray]  # from a pose (4, 4), m, to its roots


def determinants(mechanism: Mechanism, q: np.ndarray) -> np.ndarray:
    J = jacobian(mechanism, q)
    J[..., :3, :] /= 300.0
    return np.asarray(np.linalg.det(J))


def singular_joints(mechanism: Mechanism, rng: np.random.Generator, count: int) -> np.ndarray:
    """Joint values (count, 6) at which det J changes its sign, by bisection."""
    found: list[np.ndarray] = []
    while len(found) < count:
        low, high = rng.uniform(-np.pi, np.pi, (2, 500, 6))
        high = low + 0.3 * (high - low)
        sign = np.sign(determinants(mechanism, low))
        crossing = sign != np.sign(determinants(mechanism, high))
        low, high, sign = low[crossing], high[crossing], sign[crossing]
        for _ in range(60):
            middle = 0.5 * (low + high)
            same = (np.sign(determinants(mechanism, middle)) == sign)[:, None]
            low, high = np.where(same, middle, low), np.where(same, high, middle)
        found += list(0.5 * (low + high))
    return np.array(found[:count])


def on_continuum(mechanism: Mechanism, q: np.ndarray) -> np.ndarray:
    """Whether a range of solutions leads away from singular joint values (N, 6).

    It walks along the range to find out.
    """
    start, T = q.copy(), forward(mechanism, q)
    scale = np.array([1 / 300.0] * 3 + [1.0] * 3)
    ahead = None
    for _ in range(20):
        _, _, Vt = np.linalg.svd(jacobian(mechanism, q) * scale[:, None])
        null = Vt[:, -1]
        if ahead is not None:
            null = null * np.sign((null * ahead).sum(axis=1))[:, None]
        ahead = null
        q = q + 0.01 * null
        for _ in range(6):
            reached = forward(mechanism, q)
            R = T[:, :3, :3] @ np.swapaxes(reached[:, :3, :3], 1, 2)
            turn = 0.5 * np.stack(
                [R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], axis=1
            )
            gap = np.concatenate([T[:, :3, 3] - reached[:, :3, 3], turn], axis=1) * scale
            J = jacobian(mechanism, q) * scale[:, None]
            q = q + (np.linalg.pinv(J, rcond=1e-6) @ gap[..., None])[..., 0]
    distance, angle = residuals(mechanism, q, T)
    far = np.abs(q - start).max(axis=1) > 0.05
    return np.asarray((distance < 1e-8) & (angle < 1e-11) & far)


def eaik(table: dict[str, np.ndarray]) -> Roots | None:
    """EAIK's roots, without its least-squares answers that miss the pose by more than 1e-6."""
    module = optional("eaik.IK_DH")
    if module is None:
        return None
    robot = module.DhRobot(table["alpha"], table["a"] / 1000, table["d"] / 1000)
    own = standard(table)

    def solve(T: np.ndarray) -> np.ndarray:
        rows = np.array(robot.IK(T).Q).reshape(-1, 6)
        gap = (in_metres(forward(own, rows)) - T)[:, :3]
        return rows[np.sqrt((gap**2).sum(axis=(1, 2))) < 1e-6]

    return solve


def ssik(table: dict[str, np.ndarray]) -> Roots | None:
    module = optional("ssik")
    if module is None:
        return None
    arm = module.Manipulator.from_dh(table["alpha"], table["a"] / 1000, table["d"] / 1000)

    return compiled(arm)


def by_peer(solve: Roots, mechanism: Mechanism, q: np.ndarray, Ts: np.ndarray) -> tuple[float, int]:
    """Share, %, of poses whose generating joints a peer returns; number of poses without roots."""
    answers = [solve(T) for T in in_metres(Ts)]
    found = [
        len(rows) > 0 and bool(holds(mechanism, rows[None], row[None])[0])
        for rows, row in zip(answers, q, strict=True)
    ]
    return 100 * float(np.mean(found)), sum(len(rows) == 0 for rows in answers)


def figures_of(
    name: str,
    mechanism: Mechanism,
    peers: dict[str, Roots | None],
    rng: np.random.Generator,
    poses: int,
) -> Iterator[Figure]:
    singular = singular_joints(mechanism, rng, poses)
    ranges = on_continuum(mechanism, singular)
    for distance in DISTANCES:
        away = rng.normal(size=singular.shape)
        q = singular + distance * away / np.linalg.norm(away, axis=1, keepdims=True)
        Ts = forward(mechanism, q)
        answer = inverse_batch(mechanism, Ts)
        found, empty = holds(mechanism, answer.q, q), int((answer.count == 0).sum())
        what = f"{name}, {distance:.0e} rad from singular"
        share, others = 100 * float(found.mean()), {}
        for peer, solve in peers.items():
            few = slice(0, PEER_POSES)
            others[peer] = None if solve is None else by_peer(solve, mechanism, q[few], Ts[few])
        wanted = None if distance == 0.0 else least(99.0)
        first, *rest = others or {"": None}
        theirs = others.get(first)
        yield Figure(f"{what}: found", share, "%", first, theirs and theirs[0], wanted)
        for peer in rest:
            theirs = others[peer]
            yield Figure(f"{what}: found", share, "%", peer, theirs and theirs[0])
        yield Figure(f"{what}: nothing found", empty, f"of {poses}", target=most(0))
        for peer, theirs in others.items():
            if theirs is not None:
                yield Figure(
                    f"{what}: {peer} finds nothing", theirs[1], f"of {min(poses, PEER_POSES)}"
                )
        if distance == 0.0:
            flagged = int((answer.continuum & ranges).sum())
            off = found[~ranges].mean() if (~ranges).any() else 1.0
            yield Figure(f"{what}: continua flagged", flagged, f"of {ranges.sum()}")
            yield Figure(f"{what}: found off continua", 100 * float(off), "%")
        yield Figure(f"{what}: worst residual", worst_residual(mechanism, answer.q, Ts), "m")


def compiled(module: Any) -> Roots | None:
    """ssik's compiled solver of an arm."""
    if module is None:
        return None

    def solve(T: np.ndarray) -> np.ndarray:
        found = module.solve(T, respect_limits=False, enumerate_windings=False)
        return np.array([s.q for s in found]).reshape(-1, 6)

    return solve


def figures(poses: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    for name, table in (("PUMA 560", PUMA), ("UR5", UR5)):
        peers = {"EAIK": eaik(table), "ssik": ssik(table)}
        yield from figures_of(name, standard(table, name), peers, rng, poses)
    for number in range(3):
        arm = standard(random_tables(rng))
        yield from figures_of(f"random 6R {number}", arm, {}, rng, poses)
    for arm in named_arms():
        peers = {"ssik": compiled(optional(arm.peer))}
        yield from figures_of(arm.name, arm.mechanism, peers, rng, poses)


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--poses", type=int, default=200)
    options = parser.parse_args()
    show(figures(options.poses, options.seed), options)
