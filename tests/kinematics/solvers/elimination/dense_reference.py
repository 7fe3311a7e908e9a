"""All roots of a pose by brute force, as an independent reference for the solvers.

It is a damped Newton iteration from random starts, compiled by numba, with its own forward
kinematics and Jacobian. From the product it takes only the fixed poses of a mechanism and the kinds
of its joints. A pose is finished when every root has been found HITS times, so that even a root
whose basin is a tenth of the smallest known one is hardly missed. Roots closer than SAME are one.
"""

import numpy as np
from numba import njit

HITS = 12  # number of times that each root is found before a pose counts as searched
FEWEST, MOST = 240, 20_000  # random starts for one pose
ROUNDS = 60  # the most steps from one start
PATIENCE = 6  # steps without gain after which a start is given up
ROOT = 1e-11  # residual of a root, lengths by the size of the arm
SAME = 1e-4  # rad, or lengths by the size of the arm
SLOTS = 64


def all_roots(mechanism, Ts, seed=0, fewest=FEWEST, most=MOST):
    """The roots (m, 6) of each pose Ts (N, 4, 4), mm, and whether the pose is finished, (N,)."""
    links = np.ascontiguousarray(
        np.concatenate([mechanism.T_link_joint, mechanism.T_last_flange[None]])
    )
    turning = mechanism.revolute > 0.0
    # The frames of base and flange are no links: their place must not change the scale.
    extent = np.linalg.norm(links[1:-1, :3, 3], axis=1).sum() + 1.0
    size = extent / 5.0
    links[:, :3, 3] /= size
    found, searched = [], []
    for i, T in enumerate(np.asarray(Ts, float)):
        pose = T.copy()
        pose[:3, 3] /= size
        span = 2.0 * (np.linalg.norm(pose[:3, 3]) + 5.0) / 5.0 * 2.5
        roots, hits, count = _searched(links, turning, pose, span, seed + i, fewest, most)
        found.append(roots[:count] * np.where(turning, 1.0, size))
        searched.append(bool((hits[:count] >= HITS).all()))
    return found, np.array(searched)


def differences(mechanism, q_a, q_b):
    """Largest difference of joint values, angles modulo turns; 1 mm counts as 1 mrad."""
    gap = q_a - q_b
    turned = gap - 2 * np.pi * np.round(gap / (2 * np.pi))
    return np.abs(np.where(mechanism.revolute > 0, turned, gap / 1000)).max(axis=-1)


def unmatched(mechanism, wanted, given, within=SAME):
    """The rows of wanted (m, 6) that are not near to any row of given (k, 6)."""
    if len(wanted) == 0 or len(given) == 0:
        return wanted
    return wanted[differences(mechanism, wanted[:, None], given[None]).min(axis=1) > within]


@njit(cache=True)
def _searched(links, turning, pose, span, seed, fewest, most):
    np.random.seed(seed)
    roots, hits, count = np.zeros((SLOTS, 6)), np.zeros(SLOTS, np.int64), 0
    q = np.zeros(6)
    for start in range(most):
        if start >= fewest and (count == 0 or hits[:count].min() >= HITS):
            break
        for j in range(6):
            q[j] = np.random.uniform(-1.0, 1.0) * (np.pi if turning[j] else span)
        if not _descended(links, turning, pose, q):
            continue
        at = -1
        for k in range(count):
            if _apart(turning, roots[k], q) < SAME:
                at = k
                break
        if at < 0 and count < SLOTS:
            at, count = count, count + 1
            roots[at] = q
        if at >= 0:
            hits[at] += 1
    return roots, hits, count


@njit(cache=True)
def _apart(turning, a, b):
    worst = 0.0
    for j in range(6):
        gap = a[j] - b[j]
        if turning[j]:
            gap -= 2.0 * np.pi * np.round(gap / (2.0 * np.pi))
        worst = max(worst, abs(gap))
    return worst


@njit(cache=True)
def _descended(links, turning, pose, q):
    """Whether damped Newton from q (6,), changed in place, ends at a root."""
    J, error, trial = np.empty((6, 6)), np.empty(6), np.empty(6)
    other, gaps, step, work = np.empty((6, 6)), np.empty(6), np.empty(6), np.empty((12, 3))
    cost, damping = _measured(links, turning, pose, q, J, error, work), 1e-2
    failures = 0
    for _ in range(ROUNDS):
        if cost < 1e-30 or failures > PATIENCE:
            break
        if not _step(J, error, damping * cost + 1e-15, step, other):
            return False
        shorter = 1.0 / max(1.0, np.abs(step).max())
        for j in range(6):
            trial[j] = q[j] + step[j] * shorter
        worth = _measured(links, turning, pose, trial, other, gaps, work)
        if worth < cost:
            failures = failures + 1 if worth > 0.9 * cost and cost > 1e-4 else 0
            q[:], error[:], cost = trial, gaps, worth
            J, other = other, J
            damping = max(0.2 * damping, 1e-6)
        elif cost < ROOT * ROOT:
            break
        else:
            damping, failures = min(10.0 * damping, 1e10), failures + 1
    for j in range(6):
        if turning[j]:
            q[j] -= 2.0 * np.pi * np.round(q[j] / (2.0 * np.pi))
    return cost < ROOT * ROOT


@njit(cache=True)
def _measured(links, turning, pose, q, J, error, work):
    """Squared norm of the error of the pose at q; fills the Jacobian J (6, 6) and the error (6,).

    The error is the shift of the flange, then its turn, in base axes. work: (12, 3), filled with
    the axes of the joints, then their places.
    """
    R, p = _chain(links, turning, q, work)
    for j in range(6):
        zx, zy, zz = work[j, 0], work[j, 1], work[j, 2]
        if turning[j]:
            x, y, z = p[0] - work[6 + j, 0], p[1] - work[6 + j, 1], p[2] - work[6 + j, 2]
            J[0, j], J[1, j], J[2, j] = zy * z - zz * y, zz * x - zx * z, zx * y - zy * x
            J[3, j], J[4, j], J[5, j] = zx, zy, zz
        else:
            J[0, j], J[1, j], J[2, j] = zx, zy, zz
            J[3, j], J[4, j], J[5, j] = 0.0, 0.0, 0.0
    trace, tx, ty, tz = 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        error[k] = pose[k, 3] - p[k]
        trace += pose[0, k] * R[0, k] + pose[1, k] * R[1, k] + pose[2, k] * R[2, k]
        tx += pose[2, k] * R[1, k] - pose[1, k] * R[2, k]
        ty += pose[0, k] * R[2, k] - pose[2, k] * R[0, k]
        tz += pose[1, k] * R[0, k] - pose[0, k] * R[1, k]
    sine = 0.5 * np.sqrt(tx * tx + ty * ty + tz * tz)
    angle = np.arctan2(sine, 0.5 * (trace - 1.0))
    factor = 0.5 * (angle / sine if sine > 1e-9 else 1.0)
    error[3], error[4], error[5] = factor * tx, factor * ty, factor * tz
    total = 0.0 if sine > 1e-9 or angle < 1.0 else angle * angle
    for k in range(6):
        total += error[k] * error[k]
    return total


@njit(cache=True)
def _chain(links, turning, q, work):
    """Rotation (3, 3) and place (3,) of the flange; fills work with axes and places of joints."""
    R, old, p = np.eye(3), np.empty((3, 3)), np.zeros(3)
    for j in range(7):
        for i in range(3):
            for k in range(3):
                p[i] += R[i, k] * links[j, k, 3]
                old[i, k] = R[i, k]
        for i in range(3):
            for k in range(3):
                R[i, k] = (
                    old[i, 0] * links[j, 0, k]
                    + old[i, 1] * links[j, 1, k]
                    + old[i, 2] * links[j, 2, k]
                )
        if j == 6:
            break
        c, s = np.cos(q[j]), np.sin(q[j])
        for i in range(3):
            work[j, i], work[6 + j, i] = R[i, 2], p[i]
            if turning[j]:
                x, y = R[i, 0], R[i, 1]
                R[i, 0], R[i, 1] = c * x + s * y, c * y - s * x
            else:
                p[i] += q[j] * R[i, 2]
    return R, p


@njit(cache=True)
def _step(J, error, damping, step, A):
    """Solves (J^T J + damping) step = J^T error by Cholesky in A (6, 6); gives whether it could."""
    for i in range(6):
        for j in range(i + 1):
            A[i, j] = damping if i == j else 0.0
            for k in range(6):
                A[i, j] += J[k, i] * J[k, j]
    for i in range(6):
        for j in range(i + 1):
            total = A[i, j]
            for k in range(j):
                total -= A[i, k] * A[j, k]
            if i == j:
                if total <= 0.0:
                    return False
                A[i, i] = np.sqrt(total)
            else:
                A[i, j] = total / A[j, j]
    for i in range(6):
        total = 0.0
        for k in range(6):
            total += J[k, i] * error[k]
        for k in range(i):
            total -= A[i, k] * step[k]
        step[i] = total / A[i, i]
    for i in range(5, -1, -1):
        total = step[i]
        for k in range(i + 1, 6):
            total -= A[k, i] * step[k]
        step[i] = total / A[i, i]
    return True
