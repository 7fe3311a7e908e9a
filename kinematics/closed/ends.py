"""Ends of a loop where it closes, seen from one of its joints, and the turn that joins them."""

import numpy as np
from numpy.typing import NDArray

from kinematics.closed.linkage import Linkage
from kinematics.poses.transforms import Array
from kinematics.tolerances import NEVER_ZERO

STRETCHED = 1e-12  # of a cosine: a triangle this near to flat is flat


def ends_of(linkage: Linkage, closing: int, joint: int, frames: Array) -> tuple[Array, Array]:
    """The points (N, 3) of a closing in the base: that on the side of the joint first."""
    links, points = linkage.closings[closing].links, linkage.closings[closing].points
    ends = [
        frames[:, link, :3, :3] @ point + frames[:, link, :3, 3]
        for link, point in zip(links, points, strict=True)
    ]
    first = joint in linkage.paths[links[0]]
    return (ends[0], ends[1]) if first else (ends[1], ends[0])


def seen_from(frames: Array, joint: int, points: Array) -> Array:
    """Points (N, 3) of the base in the frame of a joint, (N, 3)."""
    T = frames[:, joint + 1]
    return np.asarray(((points - T[:, :3, 3])[:, None] @ T[:, :3, :3])[:, 0])


def azimuth(v: Array) -> Array:
    """Angle of vectors (N, 3) about z, rad, (N,)."""
    return np.asarray(np.arctan2(v[:, 1], v[:, 0]))


def turned_onto(v: Array, t: Array, length: Array, sign: Array) -> tuple[Array, NDArray[np.bool_]]:
    """The angle theta (N,) at which |Rz(theta) v - t| = length, and whether there is one.

        theta = az(t) - az(v) +- arccos((v^2 + t^2 - L^2 - 2 v_z t_z) / (2 |v_xy| |t_xy|))

    v, t: (N, 3). The sign, (N,), says on which side of t the turned v lies.
    """
    near, far = np.hypot(*v[:, :2].T), np.hypot(*t[:, :2].T)
    square = near**2 + far**2 + (v[:, 2] - t[:, 2]) ** 2 - length**2
    share = square / np.maximum(2.0 * near * far, NEVER_ZERO)
    exists = np.abs(share) <= 1.0 + STRETCHED
    return azimuth(t) - azimuth(v) + sign * np.arccos(np.clip(share, -1.0, 1.0)), exists
