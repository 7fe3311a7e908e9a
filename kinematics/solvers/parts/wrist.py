"""Three revolute axes through one point that make a given orientation: two solutions.

Seen from the link before the wrist, the last basis of the wrist has to be
M = Rot(axis 4, q4) Rot(axis 5, q5) Rot(axis 6, q6), in the fore basis of `WristGeometry`.
The last column m of M is axis 6. It gives the opening angle of axes 4 and 6, hence
q5 = nearest +- opening, and its azimuth about axis 4 gives q4. The rest gives q6:
M^T (axis 5) = Rot(axis 6, -q6)(axis 5). Near a straight wrist q4 is uncertain, but q6 makes up for
it, so that the residual is rounding however near the singular pose is.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kinematics.families.anthropomorphic import WristGeometry
from kinematics.poses.transforms import Array, cos_sin, length_of, rotation_about

BAND = 1e-12  # of the size: rounding can push a pose on the boundary out of reach by this much
SNAP = 5e-13  # of the size: an arm this near to stretched is stretched, for poses have such errors
STRAIGHT = 5e-13  # sine between axes 4 and 6: with less a wrist is straight, to rounding
SUSPECT = 1e-5  # sine: only a wrist with less may be straight where the arm multiplies rounding

IsStraight = Callable[[Array], NDArray[np.bool_]]


def turn_wrist(
    wrist: WristGeometry,
    M: Array,
    is_straight: IsStraight,
    held: Array,
    q: Array,
    valid: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Writes the turns of axes 4, 5 and 6, rad, for NOFLIP and FLIP into q (3, ..., 2, m).

    The angles may be outside (-pi, pi]. M: (3, 3, ..., m), as at the head of this file.
    is_straight: a function of the sine (..., m) between axes 4 and 6 that says where it is
    rounding, (..., m); it is called only if a sine is small. held: (m,), the value of joint 4 where
    the wrist is straight. valid: (..., 2, m), set to False where an oblique wrist cannot turn so
    far. The result says where the wrist is straight, (..., m); there slot 0 holds the one
    representative.
    """
    turn = _orthogonal_wrist if wrist.orthogonal else _oblique_wrist
    return turn(wrist, M, is_straight, held, q, valid)


def is_rounding(sine: Array) -> NDArray[np.bool_]:
    """Whether a sine (..., m) between axes 4 and 6 is the rounding of a pose alone."""
    return np.asarray(sine <= STRAIGHT)


def _straight(sine: Array, is_straight: IsStraight) -> NDArray[np.bool_]:
    """Whether axes 4 and 6 coincide to within rounding, for the sine (..., m) between them."""
    small = np.asarray(sine <= SUSPECT)
    return is_straight(sine) if small.any() else small


def _orthogonal_wrist(
    wrist: WristGeometry,
    M: Array,
    is_straight: IsStraight,
    held: Array,
    q: Array,
    valid: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """`turn_wrist` for a wrist whose axis 5 is perpendicular to axes 4 and 6.

    If axis 5 has the azimuth b about axis 4, a turn about axis 5 moves axis 6 away from axis 4
    towards the azimuth b - 90 deg. So axis 5 has to be perpendicular to the azimuth of m.
    """
    mx, my = M[0, 2], M[1, 2]
    sine = length_of(mx, my)
    straight = _straight(sine, is_straight)
    some = bool(straight.any())
    opening = np.arctan2(np.where(straight, 0.0, sine) if some else sine, M[2, 2])
    if some:
        mx = np.where(straight, np.sin(held + wrist.azimuth_5), mx)
        my = np.where(straight, -np.cos(held + wrist.azimuth_5), my)
    swing = np.arctan2(my, mx) + (np.pi / 2 - wrist.azimuth_5)
    roll = np.arctan2(my * M[0, 1] - mx * M[1, 1], mx * M[1, 0] - my * M[0, 0])
    np.add(swing[..., None, :], wrist.half_turns, out=q[0])
    np.add(wrist.nearest, opening[..., None, :] * wrist.signs, out=q[1])
    np.add(roll[..., None, :], wrist.half_turns, out=q[2])
    if some:
        q[0][..., 0, :] = np.where(straight, held, q[0][..., 0, :])
        q[2][..., 0, :] = np.where(straight, roll, q[2][..., 0, :])
    return straight


def _oblique_wrist(
    wrist: WristGeometry,
    M: Array,
    is_straight: IsStraight,
    held: Array,
    q: Array,
    valid: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """`turn_wrist` for any angles between the axes, by the spherical triangle of axes 4, 5, 6.

    Its sides are lean_4, lean_6 and mu, the angle between axes 4 and 6. Its angle at axis 5 is the
    opening; the half-angle formula for it keeps its digits near 0 and near pi.
    """
    mx, my = M[0, 2], M[1, 2]
    sine = length_of(mx, my)
    mu = np.arctan2(sine, M[2, 2])
    apart, together = wrist.lean_4 - wrist.lean_6, wrist.lean_4 + wrist.lean_6
    over = np.sin((mu + apart) / 2) * np.sin((mu - apart) / 2)
    under = np.sin((together + mu) / 2) * np.sin((together - mu) / 2)
    opening = 2.0 * np.arctan2(np.sqrt(np.maximum(over, 0)), np.sqrt(np.maximum(under, 0)))
    straight = _straight(sine, is_straight) & (np.minimum(over, under) >= -BAND)
    valid &= (np.minimum(over, under) >= -BAND)[..., None, :]
    for slot, sign in enumerate(wrist.signs[:, 0]):
        q5 = wrist.nearest + sign * np.where(straight & (M[2, 2] > 0), 0.0, opening)
        axis_6 = rotation_about(wrist.axis_5, q5) @ wrist.axis_6
        q4 = np.arctan2(my, mx) - np.arctan2(axis_6[..., 1], axis_6[..., 0])
        q4 = np.where(straight, held, q4)
        c, s = cos_sin(q4)
        x = c * wrist.axis_5[0] - s * wrist.axis_5[1]
        y = s * wrist.axis_5[0] + c * wrist.axis_5[1]
        z = wrist.axis_5[2]
        first, second = (x * M[0, k] + y * M[1, k] + z * M[2, k] for k in (0, 1))
        q[0][..., slot, :], q[1][..., slot, :] = q4, q5
        q[2][..., slot, :] = -np.arctan2(second, first)
    return straight
