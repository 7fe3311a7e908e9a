"""All complex solutions at the start of the lines, and how many an arm has.

At a pose taken at random an arm has always the same number of complex solutions, at most 16 with
six revolute joints (Primrose 1986). `plan_of` counts them once for an arm, at a few poses with
complex entries. At the start of a line there must be as many; then none is missed.

Solutions whose angles have a large imaginary part count without being exact: next to a special
pose or with an arm that is nearly special, some are almost at infinity and hard to compute. A root
at the end of the line, a hundredth away, cannot come from there.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array, Numbers
from kinematics.solvers.elimination.arm import EliminationArm
from kinematics.solvers.elimination.continuation.complex_solutions import complex_solutions
from kinematics.solvers.elimination.continuation.path_tracking import MET, corrected
from kinematics.solvers.elimination.continuation.pose_lines import PoseLine
from kinematics.solvers.elimination.loops import JOINTS, Chain
from kinematics.solvers.elimination.polish import joint_frames
from kinematics.solvers.elimination.probing import Probed, probe_joints
from kinematics.solvers.elimination.root_count import SLOTS

Complex = NDArray[np.complex128]
Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]

PROBES = 6  # complex poses at which the solutions of an arm are counted
IMAGINARY = 0.3  # rad and link lengths: imaginary part of the joint values of these poses
FAR = 14.0  # rad: with a larger imaginary part rounding leaves nothing of a solution
ONE = 1e-6  # rad or link lengths: rows nearer to each other are one solution
MOSTLY = 0.5  # share of the poses at which a loop, or all together, have to find all solutions
STEPS = 10  # Newton steps from an eigenvalue to a solution


@dataclass(frozen=True, eq=False)
class Plan:
    """count: complex solutions of an arm at a generic pose. loops: those that find all of them at
    most poses; none for an arm some of whose solutions are almost at infinity. pose: (4, 4), one
    with complex entries, and all of its solutions q (count, 6)."""

    count: int
    loops: tuple[Probed, ...]
    pose: Complex
    q: Complex


@dataclass(frozen=True, eq=False)
class Starts:
    """Complex solutions of N poses.

    pose: (K,), index of the pose of each row, sorted. q: (K, 6), chain units. count: (N,).
    """

    pose: Rows
    q: Complex
    count: NDArray[np.int64]


@lru_cache(maxsize=64)
def plan_of(arm: EliminationArm) -> Plan | None:
    """How many complex solutions the poses of an arm have; None where they cannot be counted."""
    rng = np.random.default_rng(3)
    q = probe_joints(arm.chain)[:PROBES] + 1j * rng.uniform(-IMAGINARY, IMAGINARY, (PROBES, JOINTS))
    S = np.tile(np.eye(4, dtype=complex), (PROBES, 1, 1))
    S[:, :3] = np.moveaxis(joint_frames(arm.affine, q)[-1], -1, 0)
    found = [solutions(arm, loop, S) for loop in arm.loops]
    both = united(arm.chain, found, PROBES)
    best = int(np.argmax(both.count))
    count = int(both.count[best])
    loops = tuple(
        loop
        for loop, each in zip(arm.loops, found, strict=True)
        if (each.count == count).mean() > MOSTLY
    )
    # More than are possible, or not as many at most poses: some are known to too few digits.
    if not 0 < count <= SLOTS or (both.count == count).mean() < MOSTLY:
        return None
    return Plan(count, loops, S[best], both.q[both.pose == best])


def united(chain: Chain, parts: list[Starts], poses: int) -> Starts:
    """The distinct solutions of several searches at the same poses, so many."""
    pose = np.concatenate([part.pose for part in parts])
    order = np.argsort(pose, kind="stable")
    pose, q = pose[order], np.concatenate([part.q for part in parts])[order]
    first = first_of_each(chain, pose, q)
    pose, q = pose[first], q[first]
    return Starts(pose, q, np.bincount(pose, minlength=poses))


def solutions(arm: EliminationArm, loop: Probed, S: Complex) -> Starts:
    """The solutions that one loop finds for complex poses S (N, 4, 4)."""
    pose, near = complex_solutions(arm.chain, loop.stage, S)
    kept = ~is_far(arm.chain, near)
    pose, near = pose[kept], near[kept]
    led = corrected(arm.affine, near, S[pose], STEPS)
    good = (led.residual <= MET) & ~is_far(arm.chain, led.q)
    pose, q = pose[good], led.q[good]
    first = first_of_each(arm.chain, pose, q)
    pose, q = pose[first], q[first]
    return Starts(pose, q, np.bincount(pose, minlength=len(S)))


def is_far(chain: Chain, q: Complex, far: float = FAR) -> Mask:
    """Whether an angle of q (K, 6) has an imaginary part larger than `far`, rad, (K,)."""
    return np.asarray((np.abs(q.imag) > far)[:, chain.turning].any(axis=1))


def first_of_each(chain: Chain, pose: Rows, q: Complex, within: float = ONE) -> Mask:
    """Whether each row q (K, 6) differs from those before it of its pose (K,), sorted, (K,)."""
    place = np.searchsorted(pose, pose)
    slot, group = np.arange(len(pose)) - place, np.cumsum(place == np.arange(len(pose))) - 1
    width = int(slot.max(initial=0)) + 1
    table = np.full((int(group.max(initial=-1)) + 1, width, JOINTS), np.nan, complex)
    table[group, slot] = q
    same = np.asarray(gaps(chain, table[:, :, None], table[:, None]) < within)
    twin = np.asarray(np.tril(same, -1).any(axis=2))
    return ~twin[group, slot]


def gaps(chain: Chain, q_a: Numbers, q_b: Numbers) -> Array:
    """The largest difference of joint values (..., 6), angles modulo a turn, (...)."""
    gap = q_a - q_b
    turns = np.where(chain.turning, 2.0 * np.pi * np.round(gap.real / (2.0 * np.pi)), 0.0)
    return np.asarray(np.abs(gap - turns).max(axis=-1))


def starts(arm: EliminationArm, plan: Plan, line: PoseLine, S: Array) -> tuple[Starts, Mask]:
    """The solutions at the starts of the lines to poses S (N, 4, 4), and whether all are found."""
    poses = line.poses(S, np.ones(len(S)))
    both = Starts(np.empty(0, np.int64), np.empty((0, JOINTS), complex), np.zeros(len(S), np.int64))
    for loop in plan.loops:
        left = np.flatnonzero(both.count < plan.count)
        if not len(left):
            break
        found = solutions(arm, loop, poses[left])
        more = Starts(left[found.pose], found.q, found.count)
        both = united(arm.chain, [both, more], len(S))
    return both, np.asarray(both.count == plan.count)
