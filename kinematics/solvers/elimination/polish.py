"""Newton polish of roots, with forward kinematics of the tight chain and its Jacobian.

1. Mi(q) Gi mixes two rows of Gi or shifts Gi, so all six are formed at once. The products P0 = 1,
   P1, ... hold axis i in the z column and the origin of P_i.
2. The error is the translation of S minus that of the arm, and half the skew part of S R^T, both
   in the frame of joint 1. Column i of J is (z x (p - p_i), z), or (z, 0) for a slide.
3. The steps are those of `damped_newton.py`, with mu = 1e-3 r^2 + 1e-14, r the norm of the gap.
4. J J^T loses singular values below 1e-7, so the few roots at or next to a singular pose take
   careful steps. Between two roots that nearly meet a Newton step is far too long; a step that
   increases the residual is undone and tried with a hundred times the damping. Steps go on as long
   as the residual falls: at a cusp, a residual of 1e-13 leaves the joints 1e-4 away.
5. A fold is the point midway between two such roots: J is singular, the error lies along its left
   null vector, and no step of the kinds above leads away from it. Along the null direction the
   error is a parabola; three samples of it give its two zeros.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

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
from kinematics.differential.pose_newton import damping_of, numbers_of
from kinematics.loops.chain_kernel import CHAIN
from kinematics.loops.newton_kernel import NOTES, descend_rows
from kinematics.loops.singular_kernel import write_least_sizes
from kinematics.poses.transforms import Array, Numbers
from kinematics.solvers.elimination.loops import JOINTS, Chain
from resources.loops import Block, block_of

ONES = np.ones(JOINTS)
NO_REST, NO_TRACE, NONE_HELD = np.empty(0), np.empty((0, 1)), np.empty((0, JOINTS), bool)
LONGEST_STEP = 0.5  # rad or link lengths
# `settled` is the rounding of the pose itself; rows next to a root end as soon as nothing is
# gained.
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
FEW = 48  # roots: below so many, the NumPy calls take longer than the arithmetic
FOLD = 1e-4  # rad or link lengths: distance of the samples of step 5 from the fold


@dataclass(frozen=True, eq=False)
class Affine:
    """The chain T_base_end = base M1(q1) links[0] M2(q2) links[1] ... M6(q6) links[5].

    base: (4, 4). links: (6, 4, 4). revolute: (6,), 1.0 where the joint turns, else 0.0.
    """

    base: Array
    links: Array
    revolute: Array


def affine(chain: Chain) -> Affine:
    """The tight chain, which begins and ends in the frames of joints 1 and 6, in chain units."""
    revolute = np.array([float(kind == "R") for kind in chain.kinds])
    return Affine(np.eye(4), np.concatenate([chain.gaps, np.eye(4)[None]]), revolute)


def affine_of(mechanism: Mechanism) -> Affine:
    """The mechanism as it was given, from its base to its flange, in mm."""
    links = np.concatenate([mechanism.T_link_joint[1:], mechanism.T_last_flange[None]])
    return Affine(mechanism.T_link_joint[0], links, mechanism.revolute)


def joint_frames(arm: Affine, q: Numbers) -> Numbers:
    """The upper rows of joint frames, (7, 3, 4, K), for joint values q (K, 6).

    They are the six frames before their joints move, and the end of the chain. The index of the
    root is the last axis, so that arithmetic runs over many roots in long rows.
    """
    turned = q * arm.revolute
    if len(q) < FEW:
        return _few_frames(arm, q, turned)
    c, s, slide = np.cos(turned.T), np.sin(turned.T), (q - turned).T
    columns = np.swapaxes(arm.links, 1, 2)
    frames = np.empty((JOINTS + 1, 3, 4, len(q)), q.dtype)
    frames[0] = arm.base[:3, :, None]
    moved = np.empty((3, 4, len(q)), q.dtype)
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


def _few_frames(arm: Affine, q: Numbers, turned: Numbers) -> Numbers:
    """`joint_frames` with fewer NumPy calls, which is faster for few roots."""
    c, s = np.cos(turned)[:, :, None], np.sin(turned)[:, :, None]
    x, y = arm.links[:, 0], arm.links[:, 1]
    steps = np.empty((len(q), JOINTS, 4, 4), q.dtype)
    steps[:, :, 0] = c * x - s * y
    steps[:, :, 1] = s * x + c * y
    steps[:, :, 2:] = arm.links[:, 2:]
    steps[:, :, 2, 3] += q - turned
    frames = np.empty((len(q), JOINTS + 1, 4, 4), q.dtype)
    frames[:, 0] = arm.base
    for joint in range(JOINTS):
        np.matmul(frames[:, joint], steps[:, joint], out=frames[:, joint + 1])
    return frames[:, :, :3].transpose(1, 2, 3, 0)


def jacobian_of(arm: Affine, frames: Numbers) -> Numbers:
    """Step 2: J (K, 6, 6) for `joint_frames` (7, 3, 4, K)."""
    z = frames[:JOINTS, :, 2]
    reach = frames[JOINTS, :, 3] - frames[:JOINTS, :, 3]
    J = np.empty((6, JOINTS, frames.shape[-1]), frames.dtype)
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        J[i] = z[:, j] * reach[:, k] - z[:, k] * reach[:, j]
        J[3 + i] = z[:, i]
    for joint in np.flatnonzero(arm.revolute == 0.0):
        J[:3, joint], J[3:, joint] = z[joint], 0.0
    return np.ascontiguousarray(J.transpose(2, 0, 1))


def least_sizes(arm: Affine, q: Array, limit: float = np.inf) -> tuple[Array, Array]:
    """The smallest singular value of the Jacobian at joint values q (K, 6), and |det J|, (K,).

    limit: where the former is larger, as the determinant shows, any number above it will do.
    """
    if write_least_sizes.is_ready:
        sizes = np.empty((len(q), 2))
        scratch = np.empty((JOINTS + 1, 12)), np.empty((6, 6)), np.empty((6, 6))
        write_least_sizes(chain_of_affine(arm), q, limit, sizes, scratch)
        return sizes[:, 0], sizes[:, 1]
    J = jacobian_of(arm, joint_frames(arm, q))
    determinant = np.abs(np.linalg.det(J))
    most = ((J * J).sum(axis=(1, 2)) / 5.0) ** 2.5
    # The product of all singular values but the least is at most (F^2 / 5)^(5/2), F the norm of
    # Frobenius.
    doubtful = ~(determinant >= limit * most)
    least = np.full(len(q), np.inf)
    least[doubtful] = np.linalg.svd(J[doubtful], compute_uv=False)[:, -1]
    return least, determinant


def gaps_of(frames: Array, S: Array) -> tuple[Array, Array]:
    """Step 2: error (K, 6) from joint frames to poses S (3, 4, K), and residual (K,).

    The residual is the Frobenius norm of the difference of the 3x4 matrices.
    """
    gap = S - frames[JOINTS]
    residual = np.sqrt(np.einsum("ijk,ijk->k", gap, gap))
    return _twist(frames, gap), residual


def twist_between(frames: Numbers, S: Numbers) -> tuple[Numbers, Array]:
    """`gaps_of` for poses S (K, 4, 4) whose entries may be complex; the residual is real."""
    gap = planes(S) - frames[JOINTS]
    return _twist(frames, gap), np.sqrt((np.abs(gap) ** 2).sum(axis=(0, 1)))


def _twist(frames: Numbers, gap: Numbers) -> Numbers:
    """Step 2: the error (K, 6) that belongs to the difference of two poses, gap (3, 4, K)."""
    error = np.empty((frames.shape[-1], 6), frames.dtype)
    error[:, :3] = gap[:, 3].T
    turn, R = 0.5 * gap[:, :3], frames[JOINTS, :, :3]
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        error[:, 3 + i] = (R[j] * turn[k] - R[k] * turn[j]).sum(axis=0)
    return error


def planes(S: Numbers) -> Numbers:
    """The upper rows of poses S (K, 4, 4) with the index of the pose last, (3, 4, K)."""
    return np.ascontiguousarray(S[:, :3].transpose(1, 2, 0))


def polished(arm: Affine, q: Array, S: Array, steps: int) -> tuple[Array, Array, Array]:
    """Joint values polished from q (K, 6) for poses S (K, 4, 4), their residuals, and those of q.

    They take at most `steps` steps. The joint values with the least residual are given back,
    whether or not they are a root.
    """
    return _led(arm, q, S, _polish_of(steps))


def sharpened(
    arm: Affine, q: Array, S: Array, held: NDArray[np.bool_] | None = None
) -> tuple[Array, Array]:
    """Roots near q (K, 6), singular ones too, as exact as rounding allows, and their residuals.

    held: (K, 6), whether a joint must keep its value.
    """
    return _led(arm, q, S, SHARPEN, held)[:2]


def _led(
    arm: Affine, q: Array, S: Array, rule: Rule, held: NDArray[np.bool_] | None = None
) -> tuple[Array, Array, Array]:
    """Rows q (K, 6) led by a rule, their residuals, and those of q: by the shipped loop if it
    loads, else by NumPy."""
    if not descend_rows.is_ready:
        return led_by_numpy(arm, q, S, rule, held)
    count = len(q)
    at, ends = np.array(q), np.empty((count, 4))
    own = np.empty((count, 6)), np.empty((count, 6)), np.empty((count, NOTES))
    rooms = np.empty((count, 6, 6)), np.empty((7, 12)), np.empty((9, 6)), np.empty((12, 6))
    kept = NONE_HELD if held is None else held
    aim, numbers = (6, True, rule.careful), (numbers_of(rule), damping_of(rule))
    arm_numbers = chain_of_affine(arm), ONES, 1.0
    descend_rows(*arm_numbers, S, aim, *numbers, NO_REST, kept, at, ends, NO_TRACE, (*own, *rooms))
    return at, ends[:, 0], ends[:, 1]


def led_by_numpy(
    arm: Affine, q: Array, S: Array, rule: Rule, held: NDArray[np.bool_] | None = None
) -> tuple[Array, Array, Array]:
    """`polished` or `sharpened` without the loop."""
    joints = Joints(arm.revolute, ONES)
    out = damped_newton(_equations(arm, S, held), q, joints, rule)
    return out.q, out.residual, out.start


@lru_cache(maxsize=8)
def _polish_of(steps: int) -> Rule:
    return replace(POLISH, steps=steps)


@lru_cache(maxsize=64)
def chain_of_affine(arm: Affine) -> Block:
    """The arm as loops take a chain; see `chain_kernel.py`."""
    links = np.concatenate([arm.base[None], arm.links[:-1]])
    return block_of(CHAIN, (links, arm.links[-1], arm.revolute))


def _equations(arm: Affine, S: Array, held: NDArray[np.bool_] | None = None) -> Equations:
    """The equations of step 2 for poses S (K, 4, 4); held: (K, 6), joints that keep their value."""
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
    """Step 5: roots next to folds q (K, 6), on the given side (+1 or -1), and their residuals."""
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
