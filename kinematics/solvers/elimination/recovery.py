"""From the three half-angles of an eigenpair to all six joint values.

1. Places 0, 4 and 5 are known. The ring M0 G0 M1 G1 M2 G2 M3 G3 M4 G4 M5 G5 = 1 leaves

       M1 G1 M2 G2 M3 = K,     K = (G3 M4 G4 M5 G5 M0 G0)^-1

2. The axis of place 3 does not feel M3: rho(M1) rho(G1) rho(M2) v(G2) = v(K). Rows that a turn
   M1 does not change (z components, p.l and p.p: six) are linear in cos q2 and sin q2; least
   squares give q2. Where G1 and G2 are the arm's own the 6x2 matrix is constant.
3. The four pairs that M1 does turn give q1 as the angle between them, all weighted together.
4. What is left of K is M3.

Places 1 to 3 must be revolute. If axes 1 and 2 are parallel step 2 has rank one; probing then
prefers another loop.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kinematics.poses.transforms import Array, inverted
from kinematics.solvers.elimination.loops import Chain, Loop, ring
from kinematics.solvers.elimination.reduction import Candidates
from kinematics.solvers.elimination.representation import (
    BASIS,
    TERMS,
    features,
    line_coordinates,
)
from kinematics.solvers.elimination.stages import StageTwo

STILL = np.array([2, 5, 8, 11, 12, 13])  # functions that a turn about z leaves alone
FIRST, SECOND = np.array([0, 3, 6, 9]), np.array([1, 4, 7, 10])  # the pairs it turns


@dataclass(frozen=True, eq=False)
class Fixed:
    """What a loop's recovery needs of the arm alone.

    links: G0..G5, (1, 4, 4), that of the pose empty. second: (7, 2), step 2 where it is the arm's
    own: from the six still functions and 1 to multiples of cos q2 and sin q2. Else empty.
    """

    links: tuple[Array, ...]
    second: Array


@lru_cache(maxsize=256)
def _fixed(chain: Chain, loop: Loop) -> Fixed:
    links = ring(chain, loop, np.eye(4)[None])
    second = np.empty((0, 2))
    if loop.pose_place not in (1, 2):
        columns = _columns(links[1], links[2])
        second = np.stack(_cosine_sine(columns, np.eye(7)[:, :6]), axis=1)
        second[:6] -= second[6]  # the last row, of zeros, gives the constant
    links[loop.pose_place] = np.empty((0, 4, 4))
    return Fixed(tuple(links), second)


def recovered(chain: Chain, stage: StageTwo, S: Array, found: Candidates) -> Array:
    """Joint values of the candidates (K, 6), in the chain's units."""
    loop, kinds = stage.loop, stage.kinds
    fixed = _fixed(chain, loop)
    links = list(fixed.links)
    T = S[found.pose]
    links[loop.pose_place] = T if loop.backwards else inverted(T)
    values = np.empty((len(found.pose), 6))
    for place, half, sign in ((0, 0, 1.0), (4, 1, -1.0), (5, 2, -1.0)):
        h = found.halves[:, half]
        values[:, place] = sign * (2.0 * h if kinds[place] == "R" else np.tan(h))
    known = links[3] @ motion(kinds[4], values[:, 4]) @ links[4]
    known = known @ motion(kinds[5], values[:, 5]) @ links[5]
    K = inverted(known @ motion(kinds[0], values[:, 0]) @ links[0])
    seen = line_coordinates(K)
    if len(fixed.second):
        cosine, sine = (seen[:, STILL] @ fixed.second[:6] + fixed.second[6]).T
    else:
        cosine, sine = _cosine_sine(_columns(links[1], links[2]), seen[:, STILL])
    values[:, 2] = np.arctan2(sine, cosine)
    rest = links[1] @ motion("R", values[:, 2]) @ links[2]
    line = line_coordinates(rest)
    across = line[:, FIRST] * seen[:, SECOND] - line[:, SECOND] * seen[:, FIRST]
    along = line[:, FIRST] * seen[:, FIRST] + line[:, SECOND] * seen[:, SECOND]
    values[:, 1] = np.arctan2(across.sum(axis=1), along.sum(axis=1))
    rest = motion("R", values[:, 1]) @ rest
    x, y = rest[:, :3, 0], rest[:, :3, 1]
    values[:, 3] = np.arctan2((y * K[:, :3, 0]).sum(axis=1), (x * K[:, :3, 0]).sum(axis=1))
    q = np.empty_like(values)
    q[:, list(loop.order)] = -values if loop.backwards else values
    return q


def motion(kind: str, values: Array) -> Array:
    """The motions (K, 4, 4) of one joint along its z."""
    T = np.zeros((len(values), 4, 4))
    T[:, 2, 2] = T[:, 3, 3] = 1.0
    if kind == "P":
        T[:, 0, 0] = T[:, 1, 1] = 1.0
        T[:, 2, 3] = values
        return T
    T[:, 0, 0] = T[:, 1, 1] = np.cos(values)
    T[:, 1, 0] = np.sin(values)
    T[:, 0, 1] = -T[:, 1, 0]
    return T


def _columns(between: Array, beyond: Array) -> Array:
    """The still functions on (1, cos q2, sin q2), (1 or K, 6, 3), step 2."""
    rows = np.tensordot(features(between), BASIS[:, STILL], axes=1)
    moved = line_coordinates(beyond)[:, None, None, :] @ np.swapaxes(TERMS[0], 1, 2)
    return rows @ np.swapaxes(moved[:, :, 0], 1, 2)


def _cosine_sine(columns: Array, still: Array) -> tuple[Array, Array]:
    """Least squares of step 2: equal multiples of cos q2 and sin q2, (K,) each.

    The determinant cc ss - cs^2 is not negative: atan2 of the two needs no division by it.
    """
    offset, cosine, sine = columns[..., 0], columns[..., 1], columns[..., 2]
    cc, ss = (cosine * cosine).sum(axis=1), (sine * sine).sum(axis=1)
    cs = (cosine * sine).sum(axis=1)
    wanted = still - offset
    c, s = (cosine * wanted).sum(axis=1), (sine * wanted).sum(axis=1)
    return ss * c - cs * s, cc * s - cs * c
