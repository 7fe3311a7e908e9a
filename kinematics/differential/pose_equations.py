"""The equations forward(q) = T in the form that the damped Newton iteration takes."""

from dataclasses import dataclass

import numpy as np

from kinematics.arm.forward import flange_poses, frames_of
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.damped_newton import Equations, Joints, Linearised, Mask, Rows
from kinematics.differential.jacobian import columns_at
from kinematics.poses.transforms import Array, rotation_vectors

OPEN = 1e3  # the residual of joint values at which loops stay open: worse than any pose


@dataclass(frozen=True, eq=False)
class Drive:
    """Joint values of a chain from those of its driven joints: ratios @ driven + offsets.

    revolute: (m,), 1.0 where a driven joint turns, else 0.0. ratios: (n, m). offsets: (n,).
    """

    revolute: Array
    ratios: Array
    offsets: Array


def pose_error(mechanism: Mechanism, Ts: Array, q: Array, size: float = 1.0) -> Array:
    """Errors (N, 6) from forward(q), q (N, n), to poses Ts (N or 1, 4, 4).

    Three linear ones, mm divided by size, then the rotation vector, rad, both in base axes.
    """
    return _gap(Ts, flange_poses(mechanism, q), size)


def joints_of(mechanism: Mechanism, revolute: Array | None = None) -> Joints:
    """The joints of the mechanism, as `damped_newton` takes them; a slide has the size as its unit.

    revolute: (m,), replaces the mechanism's own where other joints are driven.
    """
    turns = mechanism.revolute if revolute is None else revolute
    return Joints(turns, np.where(turns > 0.0, 1.0, size_of(mechanism)))


def pose_equations(
    mechanism: Mechanism, Ts: Array, rows: int | None = None, drive: Drive | None = None
) -> Equations:
    """The equations forward(q) = T for poses Ts (N or 1, 4, 4), mm.

    rows: 6, or 3 for the position of the flange alone; None: `Mechanism.task_rows`. drive: q holds
    the values of the driven joints.
    """
    rows = mechanism.task_rows if rows is None else rows
    size = size_of(mechanism)
    units = joints_of(mechanism, None if drive is None else drive.revolute).units

    def equations(q: Array, which: Rows) -> Linearised:
        whole = q if drive is None else q @ drive.ratios.T + drive.offsets
        chain = mechanism.chain
        on_chain, closes = mechanism.chain_values_where_closed(whole)
        frames = frames_of(chain, on_chain)
        poses = Ts if len(Ts) in (1, len(which)) else Ts[which]
        error = _gap(poses, frames[:, -1] @ chain.T_last_flange, size)[:, :rows]

        def jacobian(where: Mask) -> Array:
            J = columns_at(chain, frames if where.all() else frames[where])
            if mechanism.has_loops:
                J = J @ mechanism.chain_rates(whole[where])
            J = (J if drive is None else J @ drive.ratios) * units
            J[:, :3] /= size
            return J[:, :rows]

        residual = np.sqrt(np.vecdot(error, error))
        return Linearised(error, np.where(closes, residual, OPEN), jacobian)

    return equations


def _gap(Ts: Array, reached: Array, size: float) -> Array:
    """Errors (N, 6) from poses `reached` (N, 4, 4) to poses Ts; see `pose_error`."""
    linear = (Ts[..., :3, 3] - reached[..., :3, 3]) / size
    R_gap = Ts[..., :3, :3] @ np.swapaxes(reached[..., :3, :3], -1, -2)
    return np.concatenate([linear, rotation_vectors(R_gap)], axis=-1)
