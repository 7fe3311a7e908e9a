"""Newton polish of a root: forward kinematics of the tight chain and its Jacobian.

1. Each joint with its link, Mi(q) Gi, mixes two rows of Gi or lifts it, so all six are formed at
   once; their products P0 = 1, P1, ... carry axis i as the z column and origin of P_i.
2. Error: translation of S minus that of the arm, and half the skew part of S R^T, both in the
   frame of joint 1. Column i of J is (z x (p - p_i), z), or (z, 0) of a slide.
3. Steps are those of `damped_newton.py`, with mu = 1e-3 r^2 + 1e-14, r the size of the gap.
4. Squaring J hides singular values below 1e-7. The few roots that lie at or next to a singular
   posture go by careful steps. Between two roots that nearly meet Newton throws far: a step
   that makes things worse is taken back and tried with a hundred times the damping. It goes on
   as long as the residual falls: at a cusp one of 1e-13 leaves the joints 1e-4 away.
5. A fold is the point midway between two such roots: J is singular, its left null vector sees
   all the error, and no step of the kind above leads away. Along the null direction the error
   is a parabola; three samples of it give its two zeros.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.differential.damped_newton import (
    Damping,
    Equations,
    Joints,
    Linearised,
    Rule,
    Takes,
    damped_newton,
)
from kinematics.poses.transforms import Array
from kinematics.solvers.elimination.loops import JOINTS, Chain

ONES = np.ones(JOINTS)
LONGEST_STEP = 0.5  # rad or link lengths
# Settled is the rounding of the pose itself; rows next to a root end as soon as they gain nothing.
POLISH = Rule(
    steps=60,
    largest=LONGEST_STEP,
    damping=Damping(1e-14, factor=1e-3),
    settled=4e-15,
    near=1e-9,
    still=0.0,
)
SHARPEN = Rule(
    steps=60,
    largest=LONGEST_STEP,
    damping=Damping(1e-26, factor=1e-3, closer=0.1, farther=100.0, most=1.0),
    settled=1e-16,
    takes=Takes.CLOSER,
    careful=True,
    near=np.inf,
    patience=6,
    still=0.0,
)
FEW = 48  # roots below which calls cost more than arithmetic
FOLD = 1e-4  # rad or link lengths: distance of the samples of step 5


@dataclass(frozen=True, eq=False)
class Affine:
    """T_base_end = base M1(q1) links[0] M2(q2) links[1] ... M6(q6) links[5].

    revolute: (6,), 1.0 where the joint turns, else 0.0.
    """

    base: Array
    links: Array
    revolute: Array


def affine(chain: Chain) -> Affine:
    """The tight chain; it ends in the frame of joint 6."""
    revolute = np.array([float(kind == "R") for kind in chain.kinds])
    return Affine(np.eye(4), np.concatenate([chain.gaps, np.eye(4)[None]]), revolute)


def affine_of(mechanism: Mechanism) -> Affine:
    """The mechanism as it was given, in mm, to its flange."""
    links = np.concatenate([mechanism.T_link_joint[1:], mechanism.T_last_flange[None]])
    return Affine(mechanism.T_link_joint[0], links, mechanism.revolute)


def joint_frames(arm: Affine, q: Array) -> Array:
    """Frames of joint values (K, 6), (7, 3, 4, K): the joints before they move, and the end.

    The number of the root is the last axis: many roots are summed along it in long rows.
    """
    turned = q * arm.revolute
    if len(q) < FEW:
        return _few_frames(arm, q, turned)
    c, s, slide = np.cos(turned.T), np.sin(turned.T), (q - turned).T
    columns = np.swapaxes(arm.links, 1, 2)
    frames = np.empty((JOINTS + 1, 3, 4, len(q)))
    frames[0] = arm.base[:3, :, None]
    moved = np.empty((3, 4, len(q)))
    for joint in range(JOINTS):
        here = frames[joint]
        x, y = here[:, 0], here[:, 1]
        moved[:, 0] = c[joint] * x + s[joint] * y
        moved[:, 1] = c[joint] * y - s[joint] * x
        moved[:, 2:] = here[:, 2:]
        if not arm.revolute[joint]:
            moved[:, 3] += slide[joint] * here[:, 2]
        np.matmul(columns[joint], moved, out=frames[joint + 1])
    return frames


def _few_frames(arm: Affine, q: Array, turned: Array) -> Array:
    """joint_frames in fewer calls, better for few roots."""
    c, s = np.cos(turned)[:, :, None], np.sin(turned)[:, :, None]
    x, y = arm.links[:, 0], arm.links[:, 1]
    steps = np.empty((len(q), JOINTS, 4, 4))
    steps[:, :, 0] = c * x - s * y
    steps[:, :, 1] = s * x + c * y
    steps[:, :, 2:] = arm.links[:, 2:]
    steps[:, :, 2, 3] += q - turned
    frames = np.empty((len(q), JOINTS + 1, 4, 4))
    frames[:, 0] = arm.base
    for joint in range(JOINTS):
        np.matmul(frames[:, joint], steps[:, joint], out=frames[:, joint + 1])
    return frames[:, :, :3].transpose(1, 2, 3, 0)


def jacobian_of(arm: Affine, frames: Array) -> Array:
    """J (K, 6, 6) of joint frames, step 2."""
    z = frames[:JOINTS, :, 2]
    reach = frames[JOINTS, :, 3] - frames[:JOINTS, :, 3]
    J = np.empty((6, JOINTS, frames.shape[-1]))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        J[i] = z[:, j] * reach[:, k] - z[:, k] * reach[:, j]
        J[3 + i] = z[:, i]
    for joint in np.flatnonzero(arm.revolute == 0.0):
        J[:3, joint], J[3:, joint] = z[joint], 0.0
    return np.ascontiguousarray(J.transpose(2, 0, 1))


def gaps_of(frames: Array, S: Array) -> tuple[Array, Array]:
    """Error (K, 6) of step 2 against poses S (3, 4, K), and residual (K,), Frobenius over 3x4."""
    T = frames[JOINTS]
    gap = S - T
    residual = np.sqrt(np.einsum("ijk,ijk->k", gap, gap))
    error = np.empty((frames.shape[-1], 6))
    error[:, :3] = gap[:, 3].T
    turn, R = 0.5 * gap[:, :3], T[:, :3]
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        error[:, 3 + i] = (R[j] * turn[k] - R[k] * turn[j]).sum(axis=0)
    return error, residual


def planes(S: Array) -> Array:
    """Poses (K, 4, 4) with the number of the pose last, (3, 4, K)."""
    return np.ascontiguousarray(S[:, :3].transpose(1, 2, 0))


def polished(arm: Affine, q: Array, S: Array, steps: int) -> tuple[Array, Array, Array]:
    """Roots near q (K, 6) for poses S (K, 4, 4), their residuals, and those of q itself.

    At most `steps` steps; the best point met is returned, whether or not it is a root.
    """
    out = damped_newton(_equations(arm, S), q, _joints(arm), replace(POLISH, steps=steps))
    return out.q, out.residual, out.start


def sharpened(
    arm: Affine, q: Array, S: Array, held: NDArray[np.bool_] | None = None
) -> tuple[Array, Array]:
    """Roots near q (K, 6) as sharp as rounding allows, singular ones too, and their residuals.

    held: joints (K, 6) that must keep their values.
    """
    out = damped_newton(_equations(arm, S, held), q, _joints(arm), SHARPEN)
    return out.q, out.residual


def _joints(arm: Affine) -> Joints:
    return Joints(arm.revolute, ONES)


def _equations(arm: Affine, S: Array, held: NDArray[np.bool_] | None = None) -> Equations:
    """Step 2 for poses S (K, 4, 4). held: joints (K, 6) that must keep their values."""
    target = planes(S)

    def equations(q: Array, which: NDArray[np.int64]) -> Linearised:
        frames = joint_frames(arm, q)
        whole = len(which) == target.shape[-1]
        error, residual = gaps_of(frames, target if whole else target[..., which])

        def jacobian(where: NDArray[np.bool_]) -> Array:
            J = jacobian_of(arm, frames if where.all() else frames[..., where])
            return J if held is None else J * ~held[which[where]][:, None, :]

        return Linearised(error, residual, jacobian)

    return equations


def unfolded(arm: Affine, q: Array, S: Array, side: Array) -> tuple[Array, Array]:
    """Roots next to folds q (K, 6), on the given side (+1 or -1), and their residuals; step 5."""
    target = planes(S)
    U, _, Vt = np.linalg.svd(jacobian_of(arm, joint_frames(arm, q)))
    weak, null = U[:, :, -1], Vt[:, -1]
    still, plus, minus = (
        (gaps_of(joint_frames(arm, q + step * null), target)[0] * weak).sum(axis=1)
        for step in (0.0, FOLD, -FOLD)
    )
    slope, bend = (plus - minus) / (2.0 * FOLD), (plus + minus - 2.0 * still) / (2.0 * FOLD**2)
    with np.errstate(invalid="ignore", divide="ignore"):
        middle = -slope / (2.0 * bend)
        width = np.sqrt(middle**2 - still / bend)
    there = middle + side * np.nan_to_num(width)
    there = np.clip(np.nan_to_num(there), -LONGEST_STEP, LONGEST_STEP)
    return sharpened(arm, q + there[:, None] * null, S)
