"""Motions of VAL3 as motions of our language, with their tool, speeds, corner and configuration."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from kinematics import Mechanism
from kinematics.families.posture import posture_of
from language.foreign.draft import NotSaidError, literal
from scenes.makers.defined_points import GOAL, is_no_frame
from scenes.makers.staubli.translation.val3_places import Places, Point
from scenes.makers.staubli.translation.val3_trees import Access, Call, Tree
from scenes.makers.staubli.translation.val3_values import Values
from scenes.makers.staubli.translation.val3_work import BLEND, Work
from scenes.makers.staubli.val3_application import BLENDS
from scenes.makers.staubli.val3_configuration import (
    FREE,
    WORDS,
    Configuration,
    configuration_of,
    has_configuration,
)
from scenes.world.robot import Controller

MOVES = {"movej": 3, "movel": 3, "movec": 4}  # and how many things stand in their brackets
SAMPLES_DEG = (25.0, 60.0, 100.0)
NO_ZERO = 1e-9  # degrees: rounding of a zero that is none
ANY = 'CONFIG "---"'
TOOL_SPEED = "the limit of the tool's speed is not kept in motions of all joints (movej)"
UNEQUAL = "leave and reach of a corner differ: the smaller one is taken"
UNKNOWN_BLEND = "this way to join motions (blend) is not known: the arm stops at the point here"
CARTESIAN = "cartesian"
CARTESIAN_JOINTS = "the corner of a motion of all joints (movej) is rounded in joint values here"
OPEN = "which posture of ours the configuration is, is not known for this arm: the present is kept"
FRAME_NAME = "VAL3.FRAME"


@lru_cache(maxsize=64)
def posture_letters(mechanism: Mechanism, controller: Controller, wanted: Configuration) -> str:
    """The letters of CONFIG for a configuration; - for a part that it leaves open.

    The configuration of many joint values and their posture are laid side by side.
    """
    found: list[set[str]] = [set(), set(), set()]
    signed = [sign * size for size in SAMPLES_DEG for sign in (1.0, -1.0)]
    for j2, j3, j5 in product(signed, signed, signed[:2]):
        q = controller.q_of(np.radians([0.0, j2, j3, 0.0, j5, 0.0]))
        has = configuration_of(mechanism, controller, q)
        pairs = zip(wanted, has, WORDS.values(), strict=True)
        if any(want not in words[FREE - 1 :] and want != is_so for want, is_so, words in pairs):
            continue
        posture = posture_of(mechanism, q)
        parts = (posture.shoulder, posture.elbow, posture.wrist)
        for letters, part in zip(found, parts, strict=True):
            letters.add("-" if part is None else part.value[0])
    return "".join(next(iter(each)) if len(each) == 1 else "-" for each in found)


@dataclass
class Motions:
    """Says motions."""

    work: Work
    values: Values
    places: Places

    def take(self, call: Call) -> None:
        """Says a motion. Raises NotSaidError."""
        word = call.name.lower()
        if len(call.given) != MOVES[word]:
            raise NotSaidError(f"{word} takes {MOVES[word]} things")
        *goals, tool, descriptor = call.given
        if word == "movej":
            self._joint_motion(goals[0], tool, descriptor)
            return
        points = [self.places.point(goal) for goal in goals]
        self.places.configuration(points[-1])
        told = [self._goal(point) for point in points]
        self._say_tool(tool)
        speeds = self._speeds(descriptor, is_line=True)
        self._motion(speeds)
        if word == "movel":
            self.work.say(f"MOVES {told[0]}")
        else:
            self.work.say(f"C1MOVE {told[0]}")
            self.work.say(f"C2MOVE {told[1]}")

    def _joint_motion(self, goal: Tree, tool: Tree, descriptor: Tree) -> None:
        if self.places.is_joints(goal):
            told = self._joints(goal)
            try:
                self._say_tool(tool)
            except NotSaidError:
                self.work.told_tool = ""  # motions to joint values need no tool
            self._motion(self._speeds(descriptor, is_line=False))
            self.work.say(f"MOVE {told}")
            return
        point = self.places.point(goal)
        letters = self._letters(point)
        told = self._goal(point)
        self._say_tool(tool)
        self._motion(self._speeds(descriptor, is_line=False))
        if letters:
            self.work.say(f'CONFIG "{letters}"')
        self.work.say(f"MOVE {told}")
        if letters:
            self.work.say(ANY)

    def _motion(self, speeds: list[str]) -> None:
        for line in speeds:
            self.work.say(line)
        self.work.draft.motion()
        self.work.is_ahead = True

    # Goals.

    def _letters(self, point: Point) -> str:
        shared = self.work.shared
        wanted = self.places.configuration(point)
        is_asked = any(
            word not in WORDS[key][FREE - 1 :] for key, word in zip(WORDS, wanted, strict=True)
        )
        if not is_asked:
            return ""
        if not has_configuration(shared.robot.mechanism):
            self.work.tell_once("config", OPEN)
            return ""
        letters = posture_letters(shared.robot.mechanism, shared.controller, wanted)
        pairs = zip(WORDS, wanted, letters, strict=True)
        if any(word not in WORDS[key][FREE - 1 :] and one == "-" for key, word, one in pairs):
            self.work.tell_once("config", OPEN)
        return "" if letters == "---" else letters

    def _goal(self, point: Point) -> str:
        """The location of a point in the base of the arm."""
        whole, shared = self.places.in_base(point), self.work.shared
        if whole.T is not None:
            return shared.defined.at_pose(self._own(point.name), whole.T)
        T_base_frame = shared.controller.T_base_controller @ self.places.father(point.father)
        if is_no_frame(T_base_frame):
            return point.pose.text
        return f"{shared.defined.at_pose(FRAME_NAME, T_base_frame)}:{point.pose.text}"

    def _joints(self, goal: Tree) -> str:
        shared = self.work.shared
        own, mechanism = shared.controller, shared.robot.mechanism
        values = self.places.joints(goal)
        if all(isinstance(value, float) for value in values):
            q = own.q_of(np.radians([float(value) for value in values]))
            return shared.defined.at_joints(self._own(self._label(goal)), q, mechanism)
        if own.axis_2_in_3 or own.has_parallelogram:
            raise NotSaidError("joint values that only a run knows are not read for this arm")
        zeros = np.degrees(own.q_of(np.zeros(mechanism.n)))
        signs = np.degrees(own.q_of(np.radians(np.ones(mechanism.n)))) - zeros
        words = [value if isinstance(value, str) else literal(value) for value in values]
        counted = zip(words, signs.tolist(), zeros.tolist(), strict=True)
        told = [_counted(word, sign, zero) for word, sign, zero in counted]
        return f"#PPOINT({', '.join(told)})"

    def _label(self, goal: Tree) -> str:
        """A variable of joint values as the program names it; "" for another expression."""
        if not isinstance(goal, Access):
            return ""
        known = None if goal.at is None else self.values.known(goal.at)
        return goal.name if known is None else f"{goal.name}[{int(known)}]"

    def _own(self, name: str) -> str:
        """A name for a point: that of its variable, with a dot, since points and numbers differ."""
        plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in name).rstrip("_")
        return f"P.{plain.upper() or GOAL}"

    # Tool, speeds, corner.

    def _say_tool(self, tool: Tree) -> None:
        told = self.places.tool_argument(tool)
        if told != self.work.told_tool:
            self.work.told_tool = told
            self.work.say(f"TOOL {told}")

    def _speeds(self, descriptor: Tree, is_line: bool) -> list[str]:
        """SPEED and ACCURACY of a motion."""
        element = self.values.element(descriptor)
        if element.kind != "mdesc":
            raise NotSaidError("this is no descriptor of a motion")
        vel, tvel, leave, reach = self.work.numbers_in(element, ["vel", "tvel", "leave", "reach"])
        lines = [self._line_speed(vel, tvel) if is_line else self._joint_speed(vel, tvel)]
        if isinstance(vel, str) or not self.work.is_constant(element):
            blend = self.work.kept(element, BLEND)
            lines.append(f"ACCURACY ({blend} * MIN({leave}, {reach}))")
            return [line for line in lines if line]
        assert isinstance(element.index, int)
        values = element.variable.values.get(element.index, {})
        blend = values.get(BLEND, "off").lower()
        if blend not in BLENDS:
            self.work.tell_once("blend", UNKNOWN_BLEND)
        elif BLENDS[blend]:
            lines += self._corner(min(float(leave), float(reach)), blend, is_line)
            if leave != reach:
                self.work.tell_once("reach", UNEQUAL)
        return [line for line in lines if line]

    def _corner(self, zone: float, blend: str, is_line: bool) -> list[str]:
        """The corner behind a motion, which is left at a distance from the goal, mm."""
        if zone > 0.0 and blend == CARTESIAN and not is_line:
            self.work.tell_once("cartesian", CARTESIAN_JOINTS)
        return [f"ACCURACY {literal(zone)}"] if zone > 0.0 else []

    def _joint_speed(self, vel: float | str, tvel: float | str) -> str:
        if isinstance(vel, str) or isinstance(tvel, str):
            return f"SPEED (MIN({vel}, 100))"
        if tvel < self.work.shared.robot.tool_speed_mm_s * vel / 100.0:
            self.work.tell_once("tvel", TOOL_SPEED)
        return f"SPEED {literal(_least(vel))}" if vel < 100.0 else ""

    def _line_speed(self, vel: float | str, tvel: float | str) -> str:
        """The speed of a line: at most so many mm/s, and so many percent of that of the tool."""
        full = self.work.shared.robot.tool_speed_mm_s
        if isinstance(vel, str) or isinstance(tvel, str):
            return f"SPEED (MIN({tvel}, {literal(full / 100.0)} * {vel}, {literal(full)})) MMPS"
        least = min(tvel, full * vel / 100.0)
        return f"SPEED {literal(_least(least))} MMPS" if least < full else ""


def _least(value: float) -> float:
    if value <= 0.0:
        raise NotSaidError("a speed is zero: the arm would not move")
    return value


def _counted(told: str, sign: float, zero: float) -> str:
    """Our joint value where the controller shows a number: sign * number + zero, degrees."""
    turned = told if sign > 0.0 else f"-({told})"
    return turned if abs(zero) < NO_ZERO else f"{turned} + {literal(zero)}"
