"""Ranges of an arm that misses its family by no more than the digits of its file.

Such an arm has no range of solutions at a singular pose, strictly speaking: where the drawn arm has
one, this arm has a few roots that depend on the last digits. Nobody who wrote 1.570796327 meant
them. So a pose within these digits of a singular pose of the nominal arm is answered with the
ranges of that pose:

1. The pose is moved to the singular one: a nearly straight wrist is straightened, a wrist centre
   almost on axis 1 is put on it.
2. The nominal arm is solved there; its roots stand for the ranges.
3. They are led to the pose as near as they come, by least motion: they miss it by the digits.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.forward import flange_poses
from kinematics.differential.damped_newton import Damping, Rule, damped_newton
from kinematics.differential.pose_equations import joints_of, pose_equations
from kinematics.families.anthropomorphic import ArmGeometry
from kinematics.families.corrected_arms import CorrectedArm
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.solver import Roots, Solver

PASSED_ON = 10.0  # how much larger an angle of the wrist is than what moved the pose
STILL = 1e-6  # damping: singular values below its root, 1e-3, move nothing
TO_POSE = Rule(steps=6, largest=0.1, settled=1e-15, damping=Damping(floor=STILL))


def at_ranges(
    arm: CorrectedArm, nominal: Solver, Ts: Array, seeds: Roots, reach: float, held: Array | None
) -> tuple[NDArray[np.bool_], Roots]:
    """Which poses (N, 4, 4) lie within `reach` of a range of the nominal arm, (N,), and the roots
    that stand for the ranges of these.

    seeds: the nominal roots of the poses. held: (N, 6), what free joints keep.
    """
    near = PASSED_ON * reach
    moved = _straightened(arm, Ts, seeds, near)
    geometry = arm.geometry
    if isinstance(geometry, ArmGeometry):
        moved = _on_axis_1(geometry, moved, near * arm.size)
    roots = nominal.solve(geometry, moved, held)
    ranged = np.asarray(roots.free.any(axis=1))
    where = np.flatnonzero(ranged)
    return ranged, _led(arm, Ts[where], roots.part(where))


def _straightened(arm: CorrectedArm, Ts: Array, seeds: Roots, near: float) -> Array:
    """Step 1 for the wrist: poses of the nominal arm with joint 5 where it is straight."""
    nearest = arm.geometry.wrist.nearest
    bend = np.where(seeds.valid, np.abs(wrapped(seeds.q[..., 4] - nearest)), np.inf)
    rows, slot = np.arange(len(Ts)), np.argmin(bend, axis=1)
    almost = bend[rows, slot] < near
    q = seeds.q[rows, slot][almost]
    q[:, 4] = nearest
    moved = Ts.copy()
    moved[almost] = flange_poses(arm.nominal, q)
    return moved


def _on_axis_1(geometry: ArmGeometry, Ts: Array, near: float) -> Array:
    """Step 1 for the shoulder of an arm whose wrist centre can stand on axis 1."""
    X, Y, _ = geometry.pose_map[9:] @ Ts.reshape(len(Ts), 16).T
    almost = np.hypot(X, Y) < near
    off = np.stack([X, Y, np.zeros(len(Ts))], axis=1) @ geometry.R_base_arm.T
    moved = Ts.copy()
    moved[almost, :3, 3] -= off[almost]
    return moved


def _led(arm: CorrectedArm, Ts: Array, roots: Roots) -> Roots:
    """Step 3."""
    pose, slot = np.nonzero(roots.valid)
    equations = pose_equations(arm.mechanism, Ts[pose])
    led = damped_newton(equations, roots.q[pose, slot], joints_of(arm.mechanism), TO_POSE)
    roots.q[pose, slot] = wrapped(led.q)
    sure, near = np.zeros(len(Ts), bool), np.ones(len(Ts), bool)
    return replace(roots, near=near, certified=sure)
