"""Seven axes at a given elbow angle, in closed form: all solutions.

Arms whose shoulder is a point (S-R-S, elbow offsets allowed) are solved in `point_elbow.py`, arms
with an offset shoulder in `offset_elbow.py`; a few poses and angles are solved by the shipped loops
of `ready_elbow.py`, which take the same steps.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.families.elbow_angle import angle_about, elbow_state
from kinematics.families.seven_axis import SevenAxisArm, recognise_seven
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.shortfall import shortfall
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers.seven.offset_elbow import offset_shoulder
from kinematics.solvers.seven.point_elbow import bent, elbow_bends, point_shoulder
from kinematics.solvers.seven.ready_elbow import ready_roots

CHUNK = 1024  # pairs of pose and angle solved at once: they fit into the processor's cache


def solve_at(arm: SevenAxisArm, Ts: Array, psi: Array, held: Array | None = None) -> Roots:
    """All roots of poses (N, 4, 4), mm, at one elbow angle each, psi (N,), rad."""
    kept = np.zeros((1, 7)) if held is None else wrapped(held)
    return _solved(arm, Ts, psi[:, None], kept)


def sweep_over(arm: SevenAxisArm, Ts: Array, psi: Array) -> Roots:
    """All roots of poses (N, 4, 4), mm, at all elbow angles psi (m,), rad; N m rows by pose."""
    return _solved(arm, Ts, psi[None], np.zeros((1, 7)))


def solve(arm: SevenAxisArm, Ts: Array, held: Array | None = None) -> Roots:
    """All roots of poses (N, 4, 4), mm, at the elbow angles of `held` (N, 7), or at 0."""
    if held is None:
        return solve_at(arm, Ts, np.zeros(len(Ts)))
    E, W, _ = elbow_state(arm, np.asarray(held, float))
    return solve_at(arm, Ts, angle_about(arm, E, W), held)


def _solved(arm: SevenAxisArm, Ts: Array, psi: Array, held: Array) -> Roots:
    """The roots of poses (N, 4, 4) at angles psi (N or 1, m), rad; held: (N m or 1, 7)."""
    roots = ready_roots(arm, Ts, psi, held)
    if roots is not None:
        return roots
    family = point_shoulder if arm.offset == 0.0 else offset_shoulder
    step = max(1, CHUNK // max(1, psi.shape[1]))
    if len(Ts) <= step:
        return family(arm, Ts, psi, held)
    parts = []
    for start in range(0, len(Ts), step):
        part = slice(start, start + step)
        angles = psi[part] if len(psi) > 1 else psi
        kept = held[part] if len(held) > 1 else held
        parts.append(family(arm, Ts[part], angles, kept))
    return Roots.joined(parts)


def barred(arm: SevenAxisArm, Ts: Array) -> NDArray[np.bool_]:
    """Whether no value of joint 4 brings the wrist to its place, at any elbow angle, (N,)."""
    if arm.offset != 0.0:
        return np.zeros(len(Ts), bool)
    return ~elbow_bends(arm, np.linalg.norm(arm.wrist_places(Ts) - arm.S, axis=1))[1]


def explain(arm: SevenAxisArm, T: Array) -> str:
    """Why one pose (4, 4) has no solution, with figures."""
    W = arm.wrist_places(T[None])
    if arm.offset == 0.0:
        distance = float(np.linalg.norm(W - arm.S))
        ends = np.linalg.norm(bent(arm, np.linspace(-np.pi, np.pi, 721)) - arm.S, axis=1)
        near, far = float(ends.min()), float(ends.max())
        if not near <= distance <= far:
            limit, how = (far, "too far") if distance > far else (near, "too near")
            return (
                f"out of reach: wrist {distance:.1f} mm from the shoulder, limit {limit:.1f} mm "
                f"({abs(distance - limit):.1f} mm {how})"
            )
    sentence = shortfall(arm.mechanism, T, arm.centre, "wrist")
    return sentence or "the elbow cannot stand at this angle with the wrist at its place"


SOLVER = Solver(
    "elbow angle",
    recognise_seven,
    solve,
    explain,
    complete=True,
    at_elbow=solve_at,
    over_elbow=sweep_over,
    barred=barred,
)
