"""How well a pose determines joint values: singular values, error bounds, near singularities.

J is the Jacobian without units: lengths are divided by the size of the arm (`size_of`), and a slide
counts by that size. Its smallest singular value s is the least motion of the flange per unit motion
of the joints. All bounds are for poses T' that differ from the pose T by at most e_p in position
and e_r in angle.

1. On the way from T to T' the flange has the constant rates xi = (v, w), |v| <= e_p and |w| <= e_r,
   and the joints follow q' = J(q)^+ xi. At the start this is q' = J_0^+ xi, at most

       beta = |J_0^+ v part| e_p + |J_0^+ w part| e_r    (spectral norms)

2. J changes by at most L |q - q_0| (step 4). So J_0^+ (J - J_0) is at most L |q - q_0| / s, and
   r(t) = |q - q_0| grows no faster than r' = beta / (1 - L r / s). This ends at

       r = 2 beta / (1 + sqrt(1 - h)),    h = 2 L beta / s

   if h < 1; else J may become singular on the way, and there is no bound. It is the condition of
   Kantorovich's theorem.
3. Joint i moves by at most what row i of J_0^+ gives for e_p and e_r, as in step 1, and |row i| L
   r^2 / 2 more for the change of J.
4. L is the Frobenius norm of bounds of the second derivatives. When joint i turns, the column of
   joint j turns by at most 1 rad per rad, and its linear part has at most the length of the chain
   from the later of both joints to the flange; slides lengthen the chain.

An arm of six joints has in each T' one solution that continues this one; the bound is for that. A
redundant arm has a range of solutions: one of them lies within the bound. An arm of fewer joints
reaches only some of the poses T'; there the mean of J between both solutions takes the place of the
way, and the turn of the flange is not quite the sum of the turns w dt, which adds a little to L.
"""

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.dependent_joints import dependence_names, dependent_joints
from kinematics.differential.velocity import singular_names, weighted_jacobian
from kinematics.poses.transforms import Array
from kinematics.tolerances import NEVER_ZERO

NEAR = 1e-2  # of the largest singular value: below this a solution is near a singular pose. Ready
# poses of the shipped arms have 0.05 to 0.4; a PUMA with its wrist bent by 1.5 deg has 0.01.
FARTHEST = (
    0.2  # rad, or of the size: a bound farther out is given up, for slides lengthen the chain
)
SUMMED = 0.4  # a third, and a little: |w x the turn so far| / 2, integrated, per L sqrt(n) r^3
ROUNDING = 1e-14  # of the size, and rad: by how much the residual of a solution may itself be off

Held = tuple[int, ...]


def smallest_singular_values(mechanism: Mechanism, q: Array, held: Held = ()) -> Array:
    """The smallest singular value (K,) of J at each row of q (K, n), without unit.

    held: the joints (from 0) of a redundant arm that a condition holds; J is then that of the
    others.
    """
    return _sizes(_free_jacobian(mechanism, q, held))[:, -1]


def joint_bounds(
    mechanism: Mechanism, q: Array, shift_mm: Array, turn_rad: Array, held: Held = ()
) -> Array:
    """Bounds (K, n), rad or mm, of the joint errors at rows q (K, n); inf where there is none.

    shift_mm, turn_rad: (K,), how far a pose may lie from forward(q). held: as in
    `smallest_singular_values`; a held joint has the bound 0.
    """
    bounds = np.full(q.shape, np.inf)
    bounds[:, list(held)] = 0.0
    if mechanism.has_loops or not len(q):  # how the closings change J has no bound here
        return bounds
    free = _free(mechanism, held)
    J, weight = weighted_jacobian(mechanism, q)
    U, sizes, Vt = np.linalg.svd(J[..., free], full_matrices=False)
    least = np.maximum(sizes[:, -1], NEVER_ZERO)
    lengths = shift_mm / size_of(mechanism) + ROUNDING
    angles = turn_rad + ROUNDING if mechanism.task_rows == 6 else np.zeros(len(q))
    with np.errstate(over="ignore", invalid="ignore"):  # where s is 0, which gives no bound
        inverses = np.swapaxes(Vt, -1, -2) / np.maximum(sizes, NEVER_ZERO)[:, None]
        back = inverses @ np.swapaxes(U, -1, -2)
        first = _applied(np.linalg.norm(back[..., :3], axis=-1), lengths)
        first += _applied(np.linalg.norm(back[..., 3:], axis=-1), angles)
        beta = lengths * _spectral(back[..., :3]) + angles * _spectral(back[..., 3:])
        L = _lipschitz(mechanism, q, held)
        h = 2.0 * L * beta / least
        r = 2.0 * beta / (1.0 + np.sqrt(np.maximum(1.0 - h, 0.0)))
        bent = np.linalg.norm(back, axis=-1) * (0.5 * L * r * r)[:, None]
    sure = (h < 1.0) & (r <= FARTHEST)
    bounds[np.ix_(sure, free)] = ((first + bent) * weight[free])[sure]
    return bounds


def near_names(mechanism: Mechanism, q: Array, held: Held = ()) -> tuple[tuple[str, ...], ...]:
    """What makes each row of q (K, n) nearly singular, as in `Singularity.names`; () elsewhere."""
    J = _free_jacobian(mechanism, q, held)
    sizes = _sizes(J)
    near = sizes[:, -1] < NEAR * sizes[:, 0]
    free = _free(mechanism, held)
    found: list[tuple[str, ...]] = []
    for row, is_near in zip(range(len(q)), near, strict=True):
        loops = mechanism.singular_loops(q[row])
        if loops or not is_near:
            found.append(loops)
        elif held:
            lost = int((sizes[row] < NEAR * sizes[row, 0]).sum())
            sets = tuple(
                tuple(free[i] for i in joints) for joints in dependent_joints(J[row], lost)
            )
            nearness = float(sizes[row, -lost] / sizes[row, 0])
            found.append(dependence_names(mechanism, q[row], sets, nearness))
        else:
            found.append(singular_names(mechanism, q[row], J[row], sizes[row], NEAR))
    return tuple(found)


def _free(mechanism: Mechanism, held: Held) -> list[int]:
    return [joint for joint in range(mechanism.n) if joint not in held]


def _free_jacobian(mechanism: Mechanism, q: Array, held: Held) -> Array:
    return weighted_jacobian(mechanism, q)[0][..., _free(mechanism, held)]


def _sizes(J: Array) -> Array:
    return np.asarray(np.linalg.svd(J, compute_uv=False), float)


def _applied(rows: Array, amounts: Array) -> Array:
    """Norms of rows (K, n) times amounts (K,)."""
    return np.asarray(rows * amounts[:, None])


def _spectral(matrices: Array) -> Array:
    """The spectral norms (K,) of matrices (K, n, r); 0 of those without columns."""
    if not matrices.shape[-1]:
        return np.zeros(len(matrices))
    return np.asarray(np.linalg.norm(matrices, ord=2, axis=(-2, -1)))


def _lipschitz(mechanism: Mechanism, q: Array, held: Held) -> Array:
    """L of step 4 at rows q (K, n), (K,), good for joints that move by FARTHEST at most."""
    size = size_of(mechanism)
    turns = mechanism.revolute > 0.0
    links = np.linalg.norm(mechanism.T_link_joint[1:, :3, 3], axis=-1)
    links = np.append(links, np.linalg.norm(mechanism.T_last_flange[:3, 3]))
    slides = np.where(turns, 0.0, np.abs(q) + FARTHEST * size)
    # Chain from joint j to the flange: the links behind it, and the slides, its own among them.
    reach = np.cumsum((links + slides)[:, ::-1], axis=1)[:, ::-1] / size
    free = _free(mechanism, held)
    total = np.zeros(len(q))
    for i in free:
        for j in free:
            if turns[i] and turns[j]:
                total += reach[:, max(i, j)] ** 2 + (i < j and mechanism.task_rows == 6)
            elif turns[min(i, j)] and i != j:  # a slide behind a turning joint: its axis turns
                total += 1.0
    L = np.sqrt(total)
    if len(free) < mechanism.task_rows:
        L *= 1.0 + SUMMED * np.sqrt(len(free)) * FARTHEST
    return np.asarray(L)
