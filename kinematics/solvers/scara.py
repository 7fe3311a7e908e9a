"""Closed form for planar arms, with or without a slide (SCARA: RRPR, RRRP, PRRR ...).

The notation is that of `families/planar.py`.

1. The pose turns the flange by s about h and lifts it along h; the slide makes the lift. A pose
   that tilts the tool, or that is off the plane of an arm without a slide, has no solution.
2. The last axis is at P3 = flange - e^(i s) tail, and t = P3 - P1 is the sum of the two bars:
   |t|^2 = upper^2 + fore^2 + 2 upper fore cos(bend), so that bend = +-acos(...). The sine is a
   product of factors, as in `spherical_wrist.py`, so that a stretched arm keeps its digits.
3. The angle from t back to the upper bar is atan2(fore sin(bend), upper + fore cos(bend)). The
   third joint makes the rest of s. With two revolute joints, s is the turn of the fore bar and
   determines the elbow.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.families.planar import PlanarArm, recognise_planar
from kinematics.families.posture import SCARA_POSTURES
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers.parts.wrist import BAND
from kinematics.tolerances import ON_AXIS

NEAR_ROOTS = 1e-4  # rad: with a bend nearer to straight, the two roots may count as one
MET = 1e-6  # rad, or of the size: a pose missed by no more counts as reached


def solve(arm: PlanarArm, Ts: Array, held: Array | None = None) -> Roots:
    """Both roots of poses T_base_flange (N, 4, 4), mm; slot 0 RIGHTY, slot 1 LEFTY."""
    count = len(Ts)
    turn, lift, flange, level = _seen(arm, Ts)
    to = flange - np.exp(1j * turn) * arm.tail - arm.first
    upper, fore, length = abs(arm.upper), abs(arm.fore), np.abs(to)
    outside, inside = upper + fore - length, length - abs(upper - fore)
    inner = np.minimum(outside, inside)
    sine = outside * (upper + fore + length) * inside * (length + abs(upper - fore))
    sine = np.sqrt(np.where(inner > 0.0, sine, 0.0))
    bend = np.arctan2(sine, length**2 - upper**2 - fore**2)
    lead = np.arctan2(sine, length**2 + (upper - fore) * (upper + fore))
    azimuth = np.angle(to) - np.angle(arm.upper)
    side = arm.sense[1] * np.array([1.0, -1.0])[:, None]
    q = np.zeros((arm.n, 2, count))
    turn_1 = azimuth - side * lead
    turn_2 = side * bend - arm.bend_zero
    on_axis = length <= ON_AXIS * arm.size
    if held is not None and on_axis.any():
        turn_1 = np.where(on_axis, arm.sense[0] * held[:, arm.turns[0]], turn_1)
    valid = np.broadcast_to(level & (inner >= -BAND * arm.size), (2, count))
    if len(arm.turns) == 3:
        q[arm.turns[2]] = arm.sense[2] * (turn - turn_1 - turn_2)
    else:
        turn_1, turn_2, valid = _of_two_turns(arm, turn, flange, level)
    q[arm.turns[0]], q[arm.turns[1]] = arm.sense[0] * turn_1, arm.sense[1] * turn_2
    for joint in arm.turns:
        q[joint] = wrapped(q[joint])
    if arm.slide is not None:
        q[arm.slide] = arm.slide_sense * lift
    free = np.zeros((count, arm.n), bool)
    free[:, arm.turns[0]] = on_axis
    near = np.minimum(bend, np.pi - bend) < NEAR_ROOTS
    return Roots(
        q=q.transpose(2, 1, 0),
        valid=np.array(valid.T),
        free=free,
        doubled=np.zeros((count, 2), np.int64),
        near=near,
    )


def _of_two_turns(
    arm: PlanarArm, turn: Array, flange: Array, level: NDArray[np.bool_]
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Turns (N,) of both joints of an arm without a third, and the slot (2, N) they belong to.

    The turn of the flange is that of the fore bar, which gives the place of the elbow; its distance
    from axis 1 has to be the length of the upper bar. Angles from this place keep their digits when
    the arm is stretched.
    """
    elbow = flange - np.exp(1j * turn) * arm.fore - arm.first
    turn_1 = np.angle(elbow / arm.upper)
    turn_2 = wrapped(turn - turn_1)
    met = level & (np.abs(np.abs(elbow) - abs(arm.upper)) <= MET * arm.size)
    righty = np.sin(turn_2 + arm.bend_zero) * arm.sense[1] >= 0.0
    return turn_1, turn_2, np.stack([met & righty, met & ~righty])


def _seen(arm: PlanarArm, Ts: Array) -> tuple[Array, Array, Array, NDArray[np.bool_]]:
    """Turn about h (rad), lift along h (mm), flange in the plane, and whether a pose is level.

    Each (N,), for poses Ts (N, 4, 4). Level: not tilted, and in the plane if there is no slide.
    """
    R = arm.basis.T @ Ts[:, :3, :3] @ (arm.T_zero[:3, :3].T @ arm.basis)
    p = Ts[:, :3, 3] @ arm.basis
    turn = np.arctan2(R[:, 1, 0] - R[:, 0, 1], R[:, 0, 0] + R[:, 1, 1])
    lift = p[:, 2] - arm.T_zero[:3, 3] @ arm.basis[:, 2]
    fits = (np.hypot(R[:, 0, 2], R[:, 1, 2]) <= MET) & (R[:, 2, 2] > 0.0)
    if arm.slide is None:
        fits &= np.abs(lift) <= MET * arm.size
    return turn, lift, p[:, 0] + 1j * p[:, 1], fits


def explain(arm: PlanarArm, T: Array) -> str:
    """Why one pose (4, 4) has no solution, with figures."""
    turn, lift, flange, _ = _seen(arm, T[None])
    lean = arm.basis[:, 2] @ T[:3, :3] @ arm.T_zero[:3, :3].T @ arm.basis[:, 2]
    lean_deg = float(np.degrees(np.arccos(np.clip(lean, -1.0, 1.0))))
    if lean_deg > np.degrees(MET):
        return (
            f"orientation not reachable: the tool leans by {lean_deg:.1f} deg, and all axes of "
            "this arm are parallel"
        )
    if arm.slide is None and abs(lift[0]) > MET * arm.size:
        return f"out of reach: {abs(lift[0]):.1f} mm off the plane in which this arm moves"
    length = float(abs(flange - np.exp(1j * turn) * arm.tail - arm.first)[0])
    far, near = abs(arm.upper) + abs(arm.fore), abs(abs(arm.upper) - abs(arm.fore))
    if near - BAND * arm.size <= length <= far + BAND * arm.size:
        return "orientation not reachable: two turning joints set the place, not the angle as well"
    limit, how = (far, "too far") if length > far else (near, "too near")
    return (
        f"out of reach: last axis {length:.1f} mm from axis 1, limit {limit:.1f} mm "
        f"({abs(length - limit):.1f} mm {how})"
    )


SOLVER = Solver(
    "SCARA",
    recognise_planar,
    solve,
    explain,
    complete=True,
    postures=SCARA_POSTURES,
    in_slot_order=True,
)
