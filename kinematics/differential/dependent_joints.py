"""Which joints make a pose singular: the smallest sets of joints whose motions cancel.

In a singular pose of an arm without spare joints some of its joints can move while the flange
stands still, to first order: the columns of these joints in the Jacobian are linearly dependent. A
smallest such set is found by trying all sets of joints, small ones first. The axes of the joints
then often lie in a way that has been known to line geometry since Pluecker to make them dependent:

    2 axes in one line              3 axes in one plane that are parallel or meet in one point
    4 axes in one plane             4 axes that are parallel or meet in one point

A joint of an arm whose goals are positions moves nothing if the place of the flange is on its axis.
Any other set of joints is said to cancel.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.axes import meeting_point, miss
from kinematics.arm.forward import link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.poses.transforms import Array
from kinematics.tolerances import NAMES_A_SINGULARITY

MOST = 9  # joints: of a longer arm only the joints of its null motions are told
SLACK = 3.0  # times the relative singular value of the pose: a set this near to dependent is
MANY = 4  # joints: larger sets are left out where smaller ones explain the pose, but not of a
# redundant arm
TAKES_PART = 1e-3  # of the largest motion: a joint that moves less takes no part in it

Joints = tuple[int, ...]


def dependent_joints(J: Array, lost: int) -> tuple[Joints, ...]:
    """Sets of joints (from 0), no larger than needed, that explain a singular Jacobian (r, n).

    J: without units. lost: how many of its singular values count as 0. At most one set for each
    direction of joint motion that leaves the flange at rest, the smallest first. Of a redundant arm
    these are all such sets, which together leave too few joints to move it in every direction.
    """
    n = J.shape[1]
    _, values, directions = np.linalg.svd(J)
    kept = len(values) - lost
    spare = n - kept
    if n > MOST:
        part = np.abs(directions[kept:]).max(axis=0)
        return (tuple(np.flatnonzero(part > TAKES_PART * part.max()).tolist()),)
    limit = max(SLACK * values[kept], NAMES_A_SINGULARITY * values[0])
    found = _smallest_sets(J, spare, limit)
    if spare > lost:  # a redundant arm has such sets in regular poses too: all make the cause
        return found
    small = tuple(joints for joints in found if len(joints) <= MANY)
    return small or found[:1]


def _smallest_sets(J: Array, count: int, limit: float) -> tuple[Joints, ...]:
    """So many minimal sets of columns of J (r, n) that are dependent, independent of one another.

    limit: the smallest singular value of a set up to which it counts as dependent.
    """
    n = J.shape[1]
    found: list[Joints] = []
    ways = np.zeros((0, n))
    for size in range(1, n + 1):
        for joints in combinations(range(n), size):
            if len(found) == count or any(set(known) <= set(joints) for known in found):
                continue
            _, values, directions = np.linalg.svd(J[:, joints])
            if len(values) == size and values[-1] > limit:
                continue
            way = np.zeros(n)
            way[list(joints)] = directions[-1]
            more = np.vstack([ways, way])
            if np.linalg.svd(more, compute_uv=False)[-1] > TAKES_PART:
                found.append(joints)
                ways = more
    return tuple(found)


def dependence_names(
    mechanism: Mechanism, q: Array, sets: tuple[Joints, ...], nearness: float = 0.0
) -> tuple[str, ...]:
    """How the axes of sets of dependent joints lie at q (n,): "axes 2, 3 and 5 in one plane".

    Sets that lie in one plane are told together. nearness: relative singular value of the pose;
    axes may miss such a position by as much.
    """
    near = max(SLACK * nearness, NAMES_A_SINGULARITY)
    if mechanism.has_loops:  # a driven joint moves several axes
        return tuple(f"{_listed('joint', joints)} cancel" for joints in sets)
    frames = link_poses(mechanism, q)[1:]
    z, p = frames[:, :3, 2], frames[:, :3, 3] / size_of(mechanism)
    turning: NDArray[np.bool_] = mechanism.revolute > 0.0
    in_plane: list[Joints] = []
    names = []
    for joints in sets:
        rows = list(joints)
        if len(rows) < 3 or not turning[rows].all() or not _coplanar(z[rows], p[rows], near):
            names.append(_lie(z[rows], p[rows], joints, bool(turning[rows].all()), near))
            continue
        for k, known in enumerate(in_plane):
            both = sorted({*known, *joints})
            if _coplanar(z[both], p[both], near):
                in_plane[k] = tuple(both)
                break
        else:
            in_plane.append(joints)
    names += [f"{_listed('axis', joints)} in one plane" for joints in in_plane]
    return tuple(dict.fromkeys(names))


def _lie(z: Array, p: Array, joints: Joints, turning: bool, near: float) -> str:
    """How axes z, p (k, 3), lengths by the size of the arm, of dependent joints lie."""
    if turning and len(joints) == 1:
        return f"the flange on {_listed('axis', joints)}"
    if turning and len(joints) == 2:
        return f"{_listed('axis', joints)} in one line"
    if turning and np.linalg.norm(np.cross(z[:1], z), axis=1).max() < near:
        return f"{_listed('axis', joints)} parallel"
    if turning and miss(meeting_point(z, p), z, p) < near:
        return f"{_listed('axis', joints)} through one point"
    return f"{_listed('joint', joints)} cancel"


def _coplanar(z: Array, p: Array, near: float) -> bool:
    """Whether lines z, p (k, 3), lengths by the size of the arm, lie in one plane."""
    sides = np.concatenate([z, p - p[0]])
    return bool(np.linalg.svd(sides, compute_uv=False)[-1] < near)


def _listed(kind: str, joints: Joints) -> str:
    numbers = [str(joint + 1) for joint in joints]
    if len(numbers) == 1:
        return f"{kind} {numbers[0]}"
    many = {"axis": "axes", "joint": "joints"}[kind]
    return f"{many} {', '.join(numbers[:-1])} and {numbers[-1]}"
