"""All six joint values from the three half-angles of an eigenpair.

1. The joints in places 0, 4 and 5 are known. The ring
   M0 G0 M1 G1 M2 G2 M3 G3 M4 G4 M5 G5 = 1 then gives

       M1 G1 M2 G2 M3 = K,     K = (G3 M4 G4 M5 G5 M0 G0)^-1

2. M3 does not move the axis of place 3: rho(M1) rho(G1) rho(M2) v(G2) = v(K). The six rows that
   a turn M1 does not change (z components, p.l and p.p) are linear in cos q2 and sin q2; least
   squares give q2. If the pose is in neither G1 nor G2, the 6x2 matrix is constant.
3. The four pairs of rows that M1 turns give q1 as the angle by which it turns them, by their
   weighted sum.
4. The rest of K is M3.

Places 1 to 3 must be revolute. If the axes in places 1 and 2 are parallel, step 2 has rank one;
probing then prefers another loop.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kinematics.loops.recovery_kernel import recover
from kinematics.poses.transforms import Array, Numbers, inverted
from kinematics.solvers.elimination.loops import Chain, Loop, ring
from kinematics.solvers.elimination.reduction import Candidates
from kinematics.solvers.elimination.representation import (
    BASIS,
    TERMS,
    features,
    line_coordinates,
)
from kinematics.solvers.elimination.stages import StageTwo
from resources.loops import Block, block_of, flags, reals, wholes

STILL = np.array([2, 5, 8, 11, 12, 13])  # rows of v that a turn about z does not change
FIRST, SECOND = np.array([0, 3, 6, 9]), np.array([1, 4, 7, 10])  # pairs of rows that it turns


@dataclass(frozen=True, eq=False)
class Fixed:
    """Constants of one arm and one loop for the recovery of joint values.

    links: G0..G5, each (1, 4, 4); the one that holds the pose is empty. second: (7, 2), the
    constant matrix of step 2, from the six still rows and 1 to multiples of cos q2 and sin q2;
    empty if the pose is in G1 or G2.
    """

    links: tuple[Array, ...]
    second: Array


@lru_cache(maxsize=256)
def _fixed(chain: Chain, loop: Loop) -> Fixed:
    links = ring(chain, loop, np.eye(4)[None])
    second = np.empty((0, 2))
    if loop.pose_place not in (1, 2):
        columns = still_columns(links[1], links[2])
        second = np.stack(_cosine_sine(columns, np.eye(7)[:, :6]), axis=1)
        second[:6] -= second[6]  # the last input row was zeros: it gave the constant
    links[loop.pose_place] = np.empty((0, 4, 4))
    return Fixed(tuple(links), second)


def recovered(chain: Chain, stage: StageTwo, S: Array, found: Candidates) -> Array:
    """Joint values (K, 6) of the candidates for poses S (N, 4, 4), in the units of the chain.

    By the shipped loop if it loads, else by NumPy.
    """
    if not recover.is_ready:
        return recovered_by_numpy(chain, stage, S, found)
    q = np.empty((len(found.pose), 6))
    scratch = np.empty((4, 12)), np.empty((5, 14))
    recover(*_numbers(chain, stage), S, found.pose, found.halves, q, np.empty((4, 4)), scratch)
    return q


@lru_cache(maxsize=256)
def _numbers(chain: Chain, stage: StageTwo) -> tuple[Block | tuple[int, bool], ...]:
    """What the loop knows of an arm and of a reading of its ring."""
    loop = stage.loop
    links = np.concatenate(ring(chain, loop, np.eye(4)[None]))
    turning = np.array([kind == "R" for kind in stage.kinds])
    return (
        block_of(reals(3), links),
        block_of(flags(1), turning),
        block_of(wholes(1), np.array(loop.order, np.int64)),
        (loop.pose_place, loop.backwards),
    )


def recovered_by_numpy(chain: Chain, stage: StageTwo, S: Array, found: Candidates) -> Array:
    """`recovered` without the loop."""
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
        cosine, sine = _cosine_sine(still_columns(links[1], links[2]), seen[:, STILL])
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


def motion(kind: str, values: Numbers) -> Numbers:
    """Poses (K, 4, 4) by which a joint of the kind R or P moves at real or complex values (K,)."""
    T = np.zeros((len(values), 4, 4), values.dtype)
    T[:, 2, 2] = T[:, 3, 3] = 1.0
    if kind == "P":
        T[:, 0, 0] = T[:, 1, 1] = 1.0
        T[:, 2, 3] = values
        return T
    T[:, 0, 0] = T[:, 1, 1] = np.cos(values)
    T[:, 1, 0] = np.sin(values)
    T[:, 0, 1] = -T[:, 1, 0]
    return T


def still_columns(between: Numbers, beyond: Numbers) -> Numbers:
    """Step 2: coefficients (1 or K, 6, 3) of the still rows for (1, cos q2, sin q2)."""
    rows = np.tensordot(features(between), BASIS[:, STILL], axes=1)
    moved = line_coordinates(beyond)[:, None, None, :] @ np.swapaxes(TERMS[0], 1, 2)
    return rows @ np.swapaxes(moved[:, :, 0], 1, 2)


def _cosine_sine(columns: Array, still: Array) -> tuple[Array, Array]:
    """Least squares of step 2: cos q2 and sin q2, each (K,), times one common factor.

    The factor is the determinant cc ss - cs^2, which is never negative, so that atan2 of the two
    needs no division by it.
    """
    offset, cosine, sine = columns[..., 0], columns[..., 1], columns[..., 2]
    cc, ss = (cosine * cosine).sum(axis=1), (sine * sine).sum(axis=1)
    cs = (cosine * sine).sum(axis=1)
    wanted = still - offset
    c, s = (cosine * wanted).sum(axis=1), (sine * wanted).sum(axis=1)
    return ss * c - cs * s, cc * s - cs * c
