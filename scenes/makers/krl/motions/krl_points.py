"""Goals of KRL motions as points of our language, defined once at the head of the program."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from kinematics import forward, inverse, invert
from scenes.makers.defined_points import GOAL, DefinedPoints, is_no_frame, tool_argument
from scenes.makers.krl.krl_data import numbers_of
from scenes.makers.krl.krl_frames import FRAME_KEYS, frame_values, pose_of_frame
from scenes.makers.krl.motions.corner_percents import corner_zone
from scenes.makers.krl.motions.krl_posture import has_status, joints_of_point
from scenes.makers.krl.motions.motion_state import MotionState
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot


class NoGoalError(Exception):
    """A goal that cannot be said; its text says why."""


@dataclass
class Points:
    """The points of a program, and where the arm is in the order of the text.

    q, T: Joint values (n,) and T_base_tool (4, 4) behind the last motion; None where not known.
    near: Joint values of the last motion in the text that has some, for the size of corners.
    """

    robot: Robot
    controller: Controller
    q: Array | None = None
    T: Array | None = None
    near: Array | None = None
    defined: DefinedPoints = field(default_factory=DefinedPoints)
    _tool_texts: dict[bytes, str] = field(default_factory=dict)

    def joints_goal(self, name: str, given: dict[str, object], state: MotionState) -> str:
        """The point of a motion of all joints: joint values where they are known, else a pose."""
        numbers = numbers_of(given)
        mechanism = self.robot.mechanism
        axes = [f"A{i}" for i in range(1, mechanism.n + 1)]
        if any(axis in numbers for axis in axes):
            return self._at_joints(name, self._axis_values(numbers, axes), state)
        T = self._pose(numbers, state)
        if "S" not in numbers or "T" not in numbers:
            self.q, self.T = None, T
            return self.defined.at_pose(name, T)
        if not has_status(mechanism):
            raise NoGoalError("S and T are known only for six axes of which the last three meet")
        T_flange = T @ invert(self._T_flange_tool(state))
        turn, status = int(numbers["T"]), int(numbers["S"])
        q = joints_of_point(mechanism, self.controller, T_flange, status, turn)
        if q is None and not len(inverse(mechanism, T_flange)):
            self.q, self.T = None, T  # the run tells how far it is out of reach
            return self.defined.at_pose(name, T)
        if q is None:
            told = "this goal" if name == GOAL else name
            raise NoGoalError(f"the arm cannot be at {told} with S {status} and T {turn}")
        return self._at_joints(name, q, state)

    def pose_goal(self, name: str, given: dict[str, object], state: MotionState) -> str:
        """The point of a line or an arc."""
        numbers = numbers_of(given)
        if any(key.startswith("A") and key[1:].isdecimal() for key in numbers):
            raise NoGoalError("a line to axis values is not read")
        self.T = self._pose(numbers, state)
        self.q = None
        return self.defined.at_pose(name, self.T)

    def raw(self, name: str, values: dict[str, float]) -> str:
        """The point of a frame of KRL as it is written, X to C, in no base."""
        T = pose_of_frame(values)
        if is_no_frame(T):
            return "NULL"
        return self.defined.at_pose(name, T)

    def base_text(self, state: MotionState) -> str:
        """The base of motions in our words, in the axes of the arm's base; "" where it is these."""
        own = self.controller.T_base_controller
        if not state.base_said:
            T = own @ state.T_base
            return "" if is_no_frame(T) else self.defined.at_pose("KRL.BASE", T)
        first = self._constant("KRL.CONTROLLER", own)
        return f"{first}:{state.base_said}" if first else state.base_said

    def _constant(self, name: str, T: Array) -> str:
        return "" if is_no_frame(T) else self.defined.at_pose(name, T)

    def retool(self, state: MotionState) -> None:
        """The tool or the base has changed: the arm stays, and its tool is elsewhere."""
        self.T = None
        if self.q is not None and not state.tool_said:
            self.T = forward(self.robot.mechanism, self.q) @ self._T_flange_tool(state)

    def forget(self) -> None:
        """From here on it is not known where the arm is: it may come from several places."""
        self.q = self.T = None

    def zone_of(self, percent: float, before: Array | None) -> float:
        """The corner of the last motion of all joints, mm, at a percent of half of it.

        before: Joint values from which it comes, at least near them.
        """
        if before is None or self.q is None or self.T is None:
            return 0.0
        return corner_zone(self.robot.mechanism, (before, self.q), self.T, percent)

    def tool_text(self, state: MotionState) -> str:
        """The argument of TOOL: the tool as seen from the robot file's own tool frame."""
        if state.tool_said:
            between = invert(self.robot.T_flange_tool) @ self.controller.T_flange_controller
            first = self._constant("KRL.FLANGE", between)
            return f"{first}:{state.tool_said}" if first else state.tool_said
        key = state.T_tool.tobytes()
        if key not in self._tool_texts:
            T = invert(self.robot.T_flange_tool) @ self._T_flange_tool(state)
            self._tool_texts[key] = tool_argument(T)
        return self._tool_texts[key]

    def turned(self, vector: Array, state: MotionState) -> Array:
        """A vector (3,) of the present base, mm, in the axes of the arm's base."""
        T = self.controller.T_base_controller @ state.T_base
        return np.asarray(T[:3, :3] @ vector)

    def _axis_values(self, numbers: dict[str, float], axes: list[str]) -> Array:
        mechanism = self.robot.mechanism
        if not set(axes) <= set(numbers) and self.q is None:
            raise NoGoalError("the axes that it leaves out are not known here")
        shown = np.zeros(mechanism.n)
        if self.q is not None:
            shown = np.array(self.controller.shown(self.q))
        for i, axis in enumerate(axes):
            if axis in numbers:
                turns = mechanism.kinds[i] == "R"
                shown[i] = np.radians(numbers[axis]) if turns else numbers[axis]
        return self.controller.q_of(shown)

    def _at_joints(self, name: str, q: Array, state: MotionState) -> str:
        mechanism = self.robot.mechanism
        self.q, self.T = q, forward(mechanism, q) @ self._T_flange_tool(state)
        self.near = q
        return self.defined.at_joints(name, q, mechanism)

    def _pose(self, numbers: dict[str, float], state: MotionState) -> Array:
        T_base = self.controller.T_base_controller @ state.T_base
        values = {key: numbers[key] for key in FRAME_KEYS if key in numbers}
        if len(values) < len(FRAME_KEYS):
            if self.T is None:
                raise NoGoalError("the components that it leaves out are not known here")
            values = {**frame_values(invert(T_base) @ self.T), **values}
        return T_base @ pose_of_frame(values)

    def _T_flange_tool(self, state: MotionState) -> Array:
        return self.controller.T_flange_controller @ state.T_tool
