"""Structural singularity: mechanisms for which no pose has a finite number of solutions."""

import numpy as np

from kinematics.arm.axes import all_parallel, axes_at_zero, meet, parallel
from kinematics.arm.forward import link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.jacobian import jacobian
from kinematics.poses.transforms import Array
from kinematics.tolerances import MEETING

RANK = 1e-9  # of the largest singular value: a singular value below this is 0 and rounding
PROBES = 6  # random poses that are tried


def mobility(mechanism: Mechanism) -> int:
    """Number of independent directions, at most 6, in which the flange can move.

    The largest rank of the Jacobian in several random poses.
    """
    return _ways(_probed(mechanism))


def _ways(J: Array) -> int:
    values = np.linalg.svd(J, compute_uv=False)
    return int((values > RANK * values[:, :1]).sum(axis=1).max())


def _probed(mechanism: Mechanism) -> Array:
    """Jacobians (PROBES, 6, n) of random poses, lengths divided by the size of the arm."""
    rng = np.random.default_rng(6)
    q = rng.uniform(-2.5, 2.5, (PROBES, mechanism.n))
    size = size_of(mechanism)
    q = np.where(mechanism.revolute > 0.0, q, q * size)
    J = jacobian(mechanism, q)
    J[:, :3] /= size
    # A slide moves by multiples of the size, so that its column compares with that of a turn.
    return np.asarray(J * np.where(mechanism.revolute > 0.0, 1.0, size))


def structural_fault(mechanism: Mechanism) -> str:
    """A clause that says why no pose has a finite number of solutions; "" if poses do."""
    moves = mobility(mechanism)
    if moves >= min(6, mechanism.n):
        return ""
    why = _why(mechanism)
    ways = "way" if moves == 1 else "ways"
    return (
        f"it is structurally singular: its {mechanism.n} joints move the flange in only {moves} "
        f"independent {ways}{why}, so that every pose has none or a whole range of solutions"
    )


def _why(mechanism: Mechanism) -> str:
    """The reason why the joints are dependent, in brackets; "" if it has no name."""
    frames = link_poses(mechanism, np.zeros(mechanism.n))[1:]
    z = frames[:, :3, 2]
    turning = mechanism.revolute > 0.0
    for first in range(mechanism.n - 3):
        four = slice(first, first + 4)
        if turning[four].all() and all_parallel(z[four]):
            return f" (axes {first + 1} to {first + 4} are parallel)"
    for i in range(mechanism.n - 1):
        if turning[i] and turning[i + 1] and _one_line(frames[i], frames[i + 1]):
            return (
                f" (axes {i + 1} and {i + 2} are one line; in a table of links, a row that is no "
                "joint has the kind `-`, in a robot file `kind: fixed`)"
            )
    if (~turning).sum() > 3:
        return f" ({(~turning).sum()} sliding joints)"
    return _dependent_run(mechanism)


def _dependent_run(mechanism: Mechanism) -> str:
    """The shortest run of neighbouring joints that move the flange in fewer ways than they are.

    Such joints have something in common in every pose: their axes meet in one point, or they move
    in one plane. The text is in brackets, or "" if only all joints together are dependent.
    """
    J = _probed(mechanism)
    z, p = axes_at_zero(mechanism)
    for count in range(2, mechanism.n):
        for first in range(mechanism.n - count + 1):
            run = slice(first, first + count)
            ways = _ways(J[:, :, run])
            if ways == min(count, 6):
                continue
            last = first + count
            if (mechanism.revolute[run] > 0.0).all() and meet(z[run], p[run], size_of(mechanism)):
                return f" (axes {first + 1} to {last} meet in one point)"
            return f" (joints {first + 1} to {last} alone make only {ways} of them)"
    return ""


def _one_line(a: Array, b: Array) -> bool:
    gap = b[:3, 3] - a[:3, 3]
    off = np.linalg.norm(np.cross(a[:3, 2], gap))
    return parallel(a[:3, 2], b[:3, 2]) and bool(off < MEETING * (1.0 + abs(gap).max()))
