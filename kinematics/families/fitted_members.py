"""The member of a family that fits an arm best: least squares over joint values all round.

1. A member of the family changes in these ways and stays a member: its base and its flange move
   (6 each); neighbouring axes move together, or one turns about another (`_motions`).
2. A small motion xi (a twist, base axes at q = 0) of axes i to k changes the flange by
   (Ad(P_(i-1)) - Ad(P_k)) xi, where P_j is the motion that joints 1 to j make. So the derivative
   of the flange is known in closed form; Gauss and Newton's method takes ROUNDS steps.
3. The least squares of place (in sizes of the arm) and turn over POSES joint values are sought.
   Some ways change nothing, as a turn of the base about axis 1 is a turn of joint 1: of all
   answers the least is taken.
"""

from dataclasses import dataclass, replace

import numpy as np

from kinematics.arm.forward import flange_poses, frames_of
from kinematics.arm.mechanism import Mechanism
from kinematics.families.nearest_members import Axes, member_of
from kinematics.poses.transforms import Array, inverted, rotation_about, rotation_vectors

POSES, ROUNDS, SEED = 300, 3, 4
LEAST_VALUE = 1e-8  # of the largest singular value: ways that change nothing


@dataclass(frozen=True, eq=False)
class Motion:
    """One way in which axes first..last (from 0) move: along `slide`, or about `turn` at `centre`.

    turn: a unit vector, or zeros for a slide.

    The base moves with all axes and the flange (first = 0, last = 6); the flange alone is 6..6.
    """

    first: int
    last: int
    slide: Array
    turn: Array
    centre: Array


def fitted(mechanism: Mechanism, axes: Axes, size: float, parallel: bool) -> Axes:
    """Axes of a better member than `axes`. parallel: whether axes 2 to 4 are parallel; else the arm
    has a spherical wrist."""
    q = np.random.default_rng(SEED).uniform(-np.pi, np.pi, (POSES, 6))
    wanted = flange_poses(mechanism, q)
    for _ in range(ROUNDS):
        motions = _motions(axes, size, parallel)
        columns, missed = _linear(member_of(mechanism, axes), q, wanted, motions, size)
        amounts = np.linalg.lstsq(columns, missed, rcond=LEAST_VALUE)[0]
        # The inner motions come first: the outer ones then carry them along.
        for motion, amount in zip(motions[::-1], amounts[::-1], strict=True):
            axes = _moved(axes, motion, float(amount))
    return axes


def _motions(axes: Axes, size: float, parallel: bool) -> list[Motion]:
    """The ways in which a member changes and stays one, the outer ones first."""
    z, p = axes.z, axes.p
    along, across = z[0], np.cross(z[1], z[0])
    across = across / np.linalg.norm(across)
    centre = p[5]
    found = _free(0, 6, p[1], size) + _free(6, 6, axes.T_flange[:3, 3], size)
    if parallel:
        found += [_turning(1, 5, across, p[1])]
        found += [m for i in (1, 2, 3) for m in _slides(i, i, np.eye(3), size)]
        found += _slides(4, 5, np.eye(3), size)
    else:
        found += _slides(1, 1, across[None], size)
        found += _slides(2, 2, np.stack([across, along]), size)
        found += _free(3, 5, centre, size)
    if axes.is_square:
        if parallel:
            found += [_turning(4, 5, z[1], centre)]
        return [*found, _turning(5, 5, z[4], centre)]
    return found + [_turning(i, 5, v, centre) for i in (4, 5) for v in np.eye(3)]


def _free(first: int, last: int, centre: Array, size: float) -> list[Motion]:
    turns = [_turning(first, last, v, centre) for v in np.eye(3)]
    return turns + _slides(first, last, np.eye(3), size)


def _slides(first: int, last: int, directions: Array, size: float) -> list[Motion]:
    none = np.zeros(3)
    return [Motion(first, last, size * v, none, none) for v in directions]


def _turning(first: int, last: int, axis: Array, centre: Array) -> Motion:
    return Motion(first, last, np.zeros(3), axis, centre)


def _linear(
    member: Mechanism, q: Array, wanted: Array, motions: list[Motion], size: float
) -> tuple[Array, Array]:
    """Step 2: the change of place and turn (6 N, k) by each motion, and what is missed, (6 N,)."""
    frames = frames_of(member, q)
    rest = inverted(frames_of(member, np.zeros((1, 6)))[0])
    moved = frames @ rest  # P_0 to P_6, (N, 7, 4, 4)
    R, t = moved[..., :3, :3], moved[..., :3, 3]
    T = frames[:, -1] @ member.T_last_flange
    rows = np.empty((len(q), 6, len(motions)))
    for k, motion in enumerate(motions):
        linear, angular = np.zeros((2, len(q), 3))
        for place, sign in ((motion.first, 1.0), (motion.last + 1, -1.0)):
            if place > 6:
                continue  # behind the flange nothing moves
            turn = R[:, place] @ motion.turn
            slide = R[:, place] @ (motion.slide + np.cross(motion.centre, motion.turn))
            slide += np.cross(t[:, place], turn)
            linear += sign * (slide + np.cross(turn, T[:, :3, 3]))
            angular += sign * turn
        rows[:, :3, k], rows[:, 3:, k] = linear / size, angular
    missed = np.empty((len(q), 6))
    missed[:, :3] = (wanted[:, :3, 3] - T[:, :3, 3]) / size
    missed[:, 3:] = rotation_vectors(wanted[:, :3, :3] @ np.swapaxes(T[:, :3, :3], 1, 2))
    return rows.reshape(-1, len(motions)), missed.ravel()


def _moved(axes: Axes, motion: Motion, amount: float) -> Axes:
    """The axes after one motion."""
    R = rotation_about(motion.turn, amount)
    shift = motion.centre - R @ motion.centre + amount * motion.slide
    z, p, T_flange = axes.z.copy(), axes.p.copy(), axes.T_flange
    part = slice(motion.first, motion.last + 1)
    z[part] = z[part] @ R.T
    p[part] = p[part] @ R.T + shift
    if motion.last == 6:
        motion_of_flange = np.eye(4)
        motion_of_flange[:3, :3], motion_of_flange[:3, 3] = R, shift
        T_flange = motion_of_flange @ T_flange
    return replace(axes, z=z, p=p, T_flange=T_flange)
