"""Bounds of how the point of a tool moves when joints move, for all joint values of an arm at once.

A point at most r_i from the axis of joint i moves by at most sum r_i |dq_i|. Along a path q(u) its
second derivative is at most

    sum_k r_k |q_k''| + sum_k r_k |q_k'| (|q_k'| + 2 sum_(i < k) |q_i'|),

where the sums of products leave out joints i that slide, and k itself where it slides: a joint
turns the directions in which the later joints move the point, and a slide turns nothing. A slide
moves the point by its own way: r = 1.
"""

from functools import lru_cache

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array


def levers(mechanism: Mechanism, T_flange_tool: Array) -> Array:
    """Upper bounds r (n,), mm for each rad or mm for each mm, of an arm without loops."""
    return _levers(mechanism, T_flange_tool.tobytes())


@lru_cache(maxsize=256)
def _levers(mechanism: Mechanism, tool: bytes) -> Array:
    T_tool = np.frombuffer(tool).reshape(4, 4)
    slides = 1.0 - mechanism.revolute
    strokes = slides * np.maximum(np.abs(mechanism.lower), np.abs(mechanism.upper))
    links = np.linalg.norm(mechanism.T_link_joint[1:, :3, 3], axis=1)
    last = np.linalg.norm((mechanism.T_last_flange @ T_tool)[:3, 3])
    # What lies between the axis of a joint and the point: the links behind it, and their strokes.
    between = np.append(links, last) + np.append(np.where(slides > 0.0, strokes, 0.0)[1:], 0.0)
    behind = np.cumsum(between[::-1])[::-1]
    return np.where(slides > 0.0, 1.0, behind)


def bend_of_point(mechanism: Mechanism, r: Array, first: Array, second: Array) -> float:
    """A bound, mm, of the second derivative of the point, from those of |q'| and |q''|, (n,)."""
    turns = mechanism.revolute * first
    before = np.cumsum(turns) - turns
    return float(r @ second + (r * first) @ (turns + 2.0 * before))
