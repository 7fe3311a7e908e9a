"""Two lists of orders side by side: whether a written program says what it was made of."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kinematics import forward
from kinematics.poses.transforms import rotation_angle
from scenes.errors import SceneError
from scenes.makers.writing.orders import Go, Order, Say, Switch, TakeTool, Way
from scenes.makers.writing.unrolled import Orders
from scenes.world.frozen import Array
from scenes.world.robot import Robot

SAME_SPEED = 1e-4  # share of a speed in mm/s
ROUNDING = 1e-9  # mm or degrees
SAME_PERCENT = 1.0  # percents are written whole, and from 1 on


@dataclass(frozen=True)
class Deviation:
    """How far two programs are apart at most.

    mm, deg: Of the tool at the ends and via points of all motions. joint_deg, joint_mm: Of joint
    values at the ends of motions of all joints. motions: Number of motions compared.
    """

    mm: float = 0.0
    deg: float = 0.0
    joint_deg: float = 0.0
    joint_mm: float = 0.0
    motions: int = 0

    @property
    def words(self) -> str:
        """The deviation in a sentence."""
        slid = f" and {_shown(self.joint_mm)} mm" if self.joint_mm > 0.0 else ""
        return (
            f"the tool within {_shown(self.mm)} mm and {_shown(self.deg)} deg, "
            f"joints within {_shown(self.joint_deg)} deg{slid}"
        )

    def with_poses(self, T_a: Array, T_b: Array) -> Deviation:
        """The deviation with two more poses (4, 4) of the tool."""
        mm = float(np.linalg.norm(T_a[:3, 3] - T_b[:3, 3]))
        deg = float(np.degrees(rotation_angle(T_a[:3, :3].T @ T_b[:3, :3])))
        return replace(self, mm=max(self.mm, mm), deg=max(self.deg, deg))

    def with_joints(self, robot: Robot, q_a: Array, q_b: Array) -> Deviation:
        """The deviation with two more sets of joint values (n,)."""
        in_mm = np.array([kind == "P" for kind in robot.mechanism.kinds])
        off = np.abs(q_a - q_b)
        turned = float(np.degrees(off[~in_mm]).max(initial=0.0))
        slid = float(off[in_mm].max(initial=0.0))
        return replace(
            self, joint_deg=max(self.joint_deg, turned), joint_mm=max(self.joint_mm, slid)
        )


def _shown(value: float) -> str:
    """A deviation in two digits; 0 for rounding."""
    return f"{value:.2g}" if value > ROUNDING else "0"


def deviation(made_of: Orders, read: Orders, robot: Robot) -> Deviation:
    """How far the orders that were read back are from those that a text was made of.

    Raises SceneError with the place where the two say different things.
    """
    ours, theirs = _compared(made_of), _compared(read)
    if len(ours) != len(theirs):
        raise SceneError(f"read back it has {len(theirs)} orders, not {len(ours)}")
    found = Deviation().with_joints(robot, made_of.start, read.start)
    for a, b in zip(ours, theirs, strict=True):
        found = _joined(found, a, b, robot)
    return found


def _compared(orders: Orders) -> list[Order]:
    """The orders that a controller acts on: a tool counts where a motion first uses it."""
    found, waiting = list[Order](), None
    tool: TakeTool | None = None
    for order in orders.orders:
        if isinstance(order, TakeTool):
            waiting = order
            continue
        if isinstance(order, Go) and waiting is not None:
            if tool is None or not np.array_equal(tool.T_flange_tool, waiting.T_flange_tool):
                found.append(waiting)
            tool, waiting = waiting, None
        if not isinstance(order, Say):
            found.append(order)
    return found


def _joined(found: Deviation, a: Order, b: Order, robot: Robot) -> Deviation:
    """The deviation with one more pair of orders."""
    if isinstance(a, TakeTool) and isinstance(b, TakeTool):
        return found.with_poses(a.T_flange_tool, b.T_flange_tool)
    if not isinstance(a, Go) or not isinstance(b, Go):
        same = type(a) is type(b) and _values(a) == _values(b)
        if not same:
            raise SceneError(f"read back, line {a.line} says something else: {b}")
        return found
    if a.way is not b.way or (a.zone_mm > 0.0) is not (b.zone_mm > 0.0):
        raise SceneError(f"read back, line {a.line} is another motion")
    if not _same_speed(a, b):
        raise SceneError(f"read back, line {a.line} has another speed")
    found = replace(found, motions=found.motions + 1).with_poses(a.T_base_tool, b.T_base_tool)
    if a.T_via is not None and b.T_via is not None:
        found = found.with_poses(a.T_via, b.T_via)
    if a.q is not None and b.q is not None:
        T_tool = np.linalg.inv(forward(robot.mechanism, a.q)) @ a.T_base_tool
        found = found.with_joints(robot, a.q, b.q)
        found = found.with_poses(a.T_base_tool, forward(robot.mechanism, b.q) @ T_tool)
    return found


def _same_speed(a: Go, b: Go) -> bool:
    """Whether two motions are as fast, up to the digits of a text; None is any speed."""
    if a.way is not Way.JOINTS:
        return abs(a.mm_s - b.mm_s) <= SAME_SPEED * a.mm_s
    return a.percent is None or b.percent is None or abs(a.percent - b.percent) <= SAME_PERCENT


def _values(order: Order) -> tuple[object, ...]:
    """What an order says, without its line and its remark."""
    if isinstance(order, Switch):
        return order.output, order.on
    seconds = getattr(order, "seconds", None)
    return getattr(order, "input", None), getattr(order, "on", None), seconds and round(seconds, 3)
