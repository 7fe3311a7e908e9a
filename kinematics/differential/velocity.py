"""Velocities of the flange and of the joints, and how near a pose is to being singular.

Measures that mix lengths and angles divide lengths by the size of the arm (`size_of`), so that the
two can be compared; determinants and singular values are those of a Jacobian without units. Its
rows are those of the goals (`Mechanism.task_rows`): an arm whose goals are positions has the three
linear ones, and its flange turns as it turns.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.damped_newton import damped_inverse
from kinematics.differential.dependent_joints import dependence_names, dependent_joints
from kinematics.differential.jacobian import jacobian
from kinematics.differential.singular_parts import singular_parts
from kinematics.errors import KinematicsError
from kinematics.poses.numbers import finite_number, reals, rows_together
from kinematics.poses.transforms import Array

RANK = 1e-12  # of the largest singular value: below this the exact inverse takes one as 0
NULL = 1e-10  # of the largest singular value: below this a motion leaves the flange at rest
SINGULAR = 1e-6  # of the largest singular value: below this a pose counts as singular


def flange_velocity(mechanism: Mechanism, q: ArrayLike, q_rate: ArrayLike) -> Array:
    """Velocity of the flange (..., 6): linear (mm/s), then angular (rad/s), base axes.

    q: (..., n), rad or mm. q_rate: (..., n), rad/s or mm/s.
    """
    rates, values = mechanism.check_q(q_rate), mechanism.check_q(q)
    rows_together(values.shape, rates.shape, "joint values and joint rates")
    return (jacobian(mechanism, values) @ rates[..., None])[..., 0]


def joint_rates(
    mechanism: Mechanism,
    q: ArrayLike,
    velocity: ArrayLike,
    *,
    damping: float = 0.0,
    wish: ArrayLike | None = None,
) -> Array:
    """Joint rates (..., n), rad/s or mm/s, for a velocity (..., 6) as `flange_velocity` gives it.

    A six-joint arm takes J^-1 v; a redundant arm the least rates, J^T (J J^T)^-1 v; an arm of fewer
    joints the rates of least squares. An arm whose goals are positions takes the rates that give
    the linear velocity; the angular one does not count and may be left out, (..., 3). damping:
    without unit; above 0 the rates are damped and stay finite in singular poses. wish: (n,), rates
    that a redundant arm follows in its null space, which leaves the flange velocity unchanged.
    Raises KinematicsError for shapes that do not fit.
    """
    given = _velocities(mechanism, velocity)
    values = mechanism.check_q(q)
    rows_together(values.shape, given.shape, "joint values and velocities")
    damping = finite_number(damping, "damping is a number from 0 on", 0.0)
    J, weight = weighted_jacobian(mechanism, values)
    v = np.concatenate([given[..., :3] / size_of(mechanism), given[..., 3:]], axis=-1)
    exact = damping == 0.0
    back = np.asarray(np.linalg.pinv(J, rcond=RANK) if exact else damped_inverse(J, damping**2))
    rates = (back @ v[..., None])[..., 0]
    if wish is not None:
        wanted = mechanism.check_q(wish) / weight
        rows_together(wanted.shape, rates.shape, "wish and the joint rates")
        rates = rates + wanted - (back @ (J @ wanted[..., None]))[..., 0]
    return rates * weight


def _velocities(mechanism: Mechanism, velocity: ArrayLike) -> Array:
    """The rows of velocities that goals decide, (..., 6) or (..., 3), checked."""
    given = reals(velocity, "a velocity is six numbers")
    rows = mechanism.task_rows
    if given.shape[-1:] not in ((6,), (rows,)) or not np.isfinite(given).all():
        fewer = "" if rows == 6 else "; the angular ones may be left out"
        raise KinematicsError(
            f"a velocity is six finite numbers: linear (mm/s), angular (rad/s){fewer}"
        )
    return given[..., :rows]


def null_motions(mechanism: Mechanism, q: ArrayLike) -> Array:
    """Joint rates (k, n), unit vectors as rows, that leave the flange at rest at q (n,).

    Of an arm whose goals are positions they leave the place of the flange at rest.
    """
    J, weight = weighted_jacobian(mechanism, mechanism.check_one_q(q))
    _, values, directions = np.linalg.svd(J)
    rank = int((values > NULL * values[0]).sum())
    motions = directions[rank:] * weight
    return motions / np.linalg.norm(motions, axis=1, keepdims=True)


def weighted_jacobian(mechanism: Mechanism, q: ArrayLike) -> tuple[Array, Array]:
    """Jacobian without units (..., r, n), and the joint rates (n,) that count as 1 in it.

    r: `Mechanism.task_rows`.
    """
    size = size_of(mechanism)
    weight = np.where(mechanism.revolute > 0.0, 1.0, size)
    J = jacobian(mechanism, q)[..., : mechanism.task_rows, :] * weight
    J[..., :3, :] /= size
    return J, weight


@dataclass(frozen=True)
class Singularity:
    """How near one pose is to being singular, by its Jacobian without units.

    determinant: det(J), or sqrt(det(J J^T)) for a redundant arm and sqrt(det(J^T J)) for an arm of
    fewer joints. smallest, largest: singular values. names: the causes of the singularity; empty if
    the pose is not singular. They are the singular parts of the arm, "wrist", "shoulder", "elbow"
    and "arm" (`singular_parts`); where it has no such parts, how the axes of dependent joints lie,
    as in "axes 3, 4, 5 and 6 in one plane" or "joints 2, 3 and 4 cancel" (`dependent_joints`). Of
    an arm with closed loops: "loop NAME" and "dead centre of loop NAME", as of
    `loop_singularities`.
    """

    determinant: float
    smallest: float
    largest: float
    names: tuple[str, ...]

    @property
    def distance(self) -> float:
        """Smallest divided by largest singular value: 0 in a singular pose, 1 at best."""
        return self.smallest / self.largest if self.largest > 0.0 else 0.0

    @property
    def singular(self) -> bool:
        """Whether the pose is singular for every practical use."""
        return self.distance < SINGULAR


def singularity(mechanism: Mechanism, q: ArrayLike) -> Singularity:
    """The measures of singularity at joint values q (n,), and the names of its causes."""
    values_q = mechanism.check_one_q(q)
    J, _ = weighted_jacobian(mechanism, values_q)
    values: Array = np.asarray(np.linalg.svd(J, compute_uv=False), float)
    least = float(values[-1])
    square = J.shape[0] == J.shape[1]
    determinant = float(np.linalg.det(J)) if square else float(np.prod(values))
    loops = mechanism.singular_loops(values_q)
    if loops:
        return Singularity(determinant, 0.0, float(values[0]), loops)
    names = singular_names(mechanism, values_q, J, values) if least < SINGULAR * values[0] else ()
    return Singularity(determinant, least, float(values[0]), names)


def singular_names(
    mechanism: Mechanism, q: Array, J: Array, values: Array, within: float = SINGULAR
) -> tuple[str, ...]:
    """The causes of a singular pose q (n,), as in `Singularity.names`.

    J, values: its Jacobian without units and the singular values. within: of the largest singular
    value: those below this count as 0.
    """
    lost = max(1, int((values < within * values[0]).sum()))
    parts = singular_parts(mechanism, q, lost)
    if parts:
        return parts
    nearness = float(values[len(values) - lost] / values[0])
    return dependence_names(mechanism, q, dependent_joints(J, lost), nearness)
