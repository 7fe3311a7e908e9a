"""Three revolute axes through one point, turned to a given orientation: two solutions.

Seen from the link before it, the last basis of the wrist has to stand at
M = Rot(axis 4, q4) Rot(axis 5, q5) Rot(axis 6, q6), all in the fore basis of `WristGeometry`.
Its last column m, axis 6 itself, gives the opening angle of axes 4 and 6 and so
q5 = nearest +- opening, then q4 by its azimuth about axis 4. q6 is read from what is left:
M^T (axis 5) = Rot(axis 6, -q6)(axis 5). So an uncertain q4 near a straight wrist is made good
by q6, and the residual stays at rounding however near the singular pose is.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kinematics.families.anthropomorphic import WristGeometry
from kinematics.poses.transforms import Array, cos_sin, length_of, rotation_about

BAND = 1e-12  # of the arm's size: what rounding can push a boundary pose out of reach
STRAIGHT = 1e-15  # sine between axes 4 and 6 that is rounding, per amplification by the arm
LEAST_STRAIGHT, MOST_STRAIGHT = 1e-14, 5e-13  # bounds of that: rounding of a pose, of a residual


def turn_wrist(
    wrist: WristGeometry,
    M: Array,
    noise: Callable[[], Array],
    held: Array,
    q: Array,
    valid: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Fill q (3, ..., 2, m) with the turns of axes 4, 5, 6 for NOFLIP and FLIP.

    The angles may lie beyond a half turn. M: (3, 3, ..., m). noise: gives (..., m), which sine
    between axes 4 and 6 is rounding; it is only called where one is small enough to ask.
    held: (m,), what joint 4 keeps where the wrist is straight. valid: (..., 2, m), cleared
    where an oblique wrist cannot turn so far. Gives where the wrist is straight,
    (..., m): slot 0 holds the one representative there.
    """
    turn = _orthogonal_wrist if wrist.orthogonal else _oblique_wrist
    return turn(wrist, M, noise, held, q, valid)


def _straight(sine: Array, noise: Callable[[], Array]) -> NDArray[np.bool_]:
    """Where axes 4 and 6 coincide to rounding."""
    small = np.asarray(sine <= MOST_STRAIGHT)
    return small & (sine <= noise()) if small.any() else small


def _orthogonal_wrist(
    wrist: WristGeometry,
    M: Array,
    noise: Callable[[], Array],
    held: Array,
    q: Array,
    valid: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """The wrist with axis 5 square to axes 4 and 6.

    Opened by an angle about axis 5 (azimuth b), axis 6 leaves axis 4 towards b - 90 deg; so
    axis 5 has to stand square to the azimuth of m.
    """
    mx, my = M[0, 2], M[1, 2]
    sine = length_of(mx, my)
    straight = _straight(sine, noise)
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
    noise: Callable[[], Array],
    held: Array,
    q: Array,
    valid: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """The wrist with any angles between its axes: the spherical triangle of axes 4, 5, 6.

    Its sides are lean_4, lean_6 and mu, the angle between axes 4 and 6; the angle at axis 5 is
    the opening, from the half-angle formula, which keeps its digits at both ends.
    """
    mx, my = M[0, 2], M[1, 2]
    sine = length_of(mx, my)
    mu = np.arctan2(sine, M[2, 2])
    apart, together = wrist.lean_4 - wrist.lean_6, wrist.lean_4 + wrist.lean_6
    over = np.sin((mu + apart) / 2) * np.sin((mu - apart) / 2)
    under = np.sin((together + mu) / 2) * np.sin((together - mu) / 2)
    opening = 2.0 * np.arctan2(np.sqrt(np.maximum(over, 0)), np.sqrt(np.maximum(under, 0)))
    straight = _straight(sine, noise) & (np.minimum(over, under) >= -BAND)
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
