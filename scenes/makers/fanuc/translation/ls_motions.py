"""Motions of FANUC as motions of our language, with their tool, speed and corner."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from kinematics import forward, inverse, invert
from language.foreign.draft import NotSaidError
from scenes.makers.fanuc.ls_configuration import (
    configuration_from,
    has_configuration,
    joints_of_pose,
)
from scenes.makers.fanuc.ls_corners import corner_mm
from scenes.makers.fanuc.ls_frames import pose_of_values
from scenes.makers.fanuc.ls_points import LsPoint
from scenes.makers.fanuc.ls_trees import Item
from scenes.makers.fanuc.translation.ls_expressions import Expressions
from scenes.makers.fanuc.translation.ls_registers import Registers
from scenes.makers.fanuc.translation.ls_work import SEVERAL, Work
from scenes.world.frozen import Array

BRACKETS = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
MOTION = re.compile(rf"([JLCAS])\s*(PR?{BRACKETS})\s*(PR?{BRACKETS})?\s*(.*)")
SPEED = re.compile(
    rf"(?:(R{BRACKETS}|AR{BRACKETS}|[\d.]+)\s*(%|mm/sec|cm/min|inch/min|deg/sec|msec|sec)"
    r"|(WELD_SPEED)|(max_speed))\s*",
    re.IGNORECASE,
)
END = re.compile(rf"(FINE|CNT\s*(\d+|R{BRACKETS})|CR\s*(\d+))\s*", re.IGNORECASE)
OPTION = re.compile(
    rf"\s*(Tool_Offset|Offset|VOFFSET|Skip|INC|T[AB]|DB|ACC|[A-Za-z_.]+)\s*,?\s*"
    rf"((?:(?:PR|VR|LBL|AR|R){BRACKETS}|-?[\d.]+\s*(?:sec|mm)?)?)\s*",
    re.IGNORECASE,
)
MM_S = {"mm/sec": 1.0, "cm/min": 10.0 / 60.0, "inch/min": 25.4 / 60.0}
# Options that change nothing of a motion here.
_QUIET = "ACC COORD PTH RT_LD AP_LD WJNT EV IND.EV MROT BREAK AL_BK RTCP FPTH PSPD ELC OFS EXTP"
QUIET = frozenset(_QUIET.split())
CORNERS = "CNT has no distance on a controller: how near the tool comes to the point is assumed"
OTHERS = "positions of other groups and external axes are not moved here"


@dataclass(frozen=True)
class Goal:
    """Where a motion goes. text: In our words. T: T_base_tool (4, 4), where it is known."""

    text: str
    T: Array | None = None


@dataclass
class Options:
    """What stands behind the end of a motion. skip: A label, `stops`: The condition of Skip."""

    offset: Item | None = None
    tool_offset: Item | None = None
    is_relative: bool = False
    skip: str = ""
    stops: str = ""
    rest: str = ""


@dataclass
class Motions:
    """Says motions."""

    work: Work
    expressions: Expressions
    registers: Registers

    def take(self, found: re.Match[str]) -> str:
        """Says a motion; gives an action that stands behind it (TB), or "". Raises NotSaidError."""
        way, first, second, rest = found[1], found[2], found[3], found[4]
        if way in "AS":
            raise NotSaidError("arcs by single points and splines are not read")
        if (way == "C") is not bool(second):
            raise NotSaidError("an arc has a place on it and a goal, other motions only a goal")
        speed, rest = self._speed(rest, way)
        zone, rest = self._zone(rest, way, speed)
        options = self._options(rest)
        targets = [self._item(each) for each in (first, second) if each]
        if options.is_relative:
            self._relative(way, targets[-1], (speed, zone), options)
            return options.rest
        goals = [self._goal(each, way, options) for each in targets]
        tool = self._tool_of(targets[-1])
        self._say(way, goals, tool, (speed, zone))
        if options.skip:
            self.work.partly_once(
                "skip", "the motion is not cut off where its skip condition holds"
            )
            self.work.say(f"IF NOT ({options.stops}) GOTO {options.skip}")
        return options.rest

    # Parts of a motion.

    def _item(self, text: str) -> Item:
        tree = self.expressions.tree(text)
        assert isinstance(tree, Item)
        return tree

    def _speed(self, rest: str, way: str) -> tuple[str, str]:
        """The line of SPEED, "" for the full one, and what stands behind."""
        found = SPEED.match(rest)
        if found is None:
            raise NotSaidError("the speed is not understood")
        after = rest[found.end() :]
        value, unit = found[1], (found[2] or "").lower()
        if found[3] or found[4]:
            if found[3]:
                self.work.partly_once(
                    "weld", "the speed of the weld is not known: the full one is taken"
                )
            return "", after
        number = float(value) if re.fullmatch(r"[\d.]+", value) else None
        told = f"{number:.10g}" if number is not None else f"({self.expressions.told_text(value)})"
        if unit == "%":
            return ("" if number == 100.0 else f"SPEED {told}"), after
        if unit not in MM_S or way == "J":
            self.work.partly_once(
                unit, "a speed by time or by turn is not read: the full one is taken"
            )
            return "", after
        if number is not None:
            return f"SPEED {MM_S[unit] * number:.10g} MMPS", after
        factor = "" if unit == "mm/sec" else f"{MM_S[unit]:.9g} * "
        return f"SPEED ({factor}{told}) MMPS", after

    def _zone(self, rest: str, way: str, speed: str) -> tuple[str, str]:
        """The line of ACCURACY, "" for a stop, and what stands behind."""
        found = END.match(rest)
        if found is None:
            raise NotSaidError("how the motion ends is not understood")
        after = rest[found.end() :]
        if found[3]:
            return f"ACCURACY {found[3]}", after
        if found[2] is None or found[2] == "0":
            return "", after
        self.work.partly_once("CNT", CORNERS)
        robot = self.work.shared.robot
        share = re.match(r"SPEED ([\d.eE+-]+)( MMPS)?$", speed)
        mm_s = robot.tool_speed_mm_s
        if share is not None:
            mm_s = float(share[1]) if share[2] else 0.01 * float(share[1]) * mm_s
        percent = float(found[2]) if found[2].isdecimal() else 50.0
        size = corner_mm(robot.mechanism, min(percent, 100.0), mm_s)
        return (f"ACCURACY {size:.6g}" if size > 0.0 else ""), after

    def _options(self, rest: str) -> Options:
        options = Options()
        while rest.strip():
            found = OPTION.match(rest)
            if found is None:
                raise NotSaidError(f"{rest.strip()} is not understood")
            word, value, rest = found[1].upper(), found[2], rest[found.end() :]
            if word in ("TA", "TB", "DB"):
                self.work.partly_once("TB", "what is done beside the motion is done behind it here")
                options.rest = rest.lstrip(" ,")
                return options
            self._option(options, word, value)
        return options

    def _option(self, options: Options, word: str, value: str) -> None:
        if word == "OFFSET":
            told = value or self.work.condition("OFFSET CONDITION")
            options.offset = self.offset_of(told)
        elif word == "TOOL_OFFSET":
            told = value or self.work.condition("TOOL_OFFSET CONDITION")
            options.tool_offset = self.offset_of(told)
        elif word == "INC":
            options.is_relative = True
        elif word == "SKIP":
            label = re.fullmatch(r"LBL\[\s*(\d+)\s*\]", value, re.IGNORECASE)
            if label is None:
                raise NotSaidError("the label of Skip is not a number, which only a run knows")
            options.skip = label[1]
            options.stops = self.expressions.told_text(self.work.condition("SKIP CONDITION"))
        elif word not in QUIET:
            raise NotSaidError(f"{word.capitalize()} is not read")

    def offset_of(self, value: str) -> Item:
        """The register of an offset. Raises NotSaidError."""
        register, comma, _ = value.partition(",")
        tree = self.expressions.tree(register)
        if not isinstance(tree, Item) or tree.kind != "PR":
            raise NotSaidError("an offset is a position register")
        if comma:
            raise NotSaidError("an offset in a frame of its own is not read")
        return tree

    # Goals.

    def _frame_number(self, point: LsPoint) -> int | None:
        return self.work.frames.frame if point.frame is None else point.frame

    def _tool_number(self, point: LsPoint) -> int | None:
        return self.work.frames.tool if point.tool is None else point.tool

    def _tool_of(self, target: Item) -> int | None:
        """The number of the tool of a motion."""
        if target.kind == "P":
            return self._tool_number(self.registers.point(target))
        return self.work.frames.tool

    def _goal(self, target: Item, way: str, options: Options) -> Goal:
        """Where a motion goes, with its offsets. Raises NotSaidError."""
        is_plain = options.offset is None and options.tool_offset is None
        if target.kind == "PR":
            return self._register_goal(target, options)
        point = self.registers.point(target)
        self._check(point)
        if point.is_joints:
            return self._joints_point(point, options, is_plain)
        name, T_point = self._named(point), pose_of_values(self.registers.point_values(point))
        base = self.work.T_base_frame(self._frame_number(point))
        if is_plain and not isinstance(base, str):
            T = np.asarray(base @ T_point)
            if way == "J":
                return self._in_configuration(point, name, T)
            return Goal(self.work.shared.defined.at_pose(name, T), T)
        inside = self.work.shared.defined.at_pose(f"{name}_IN", T_point)
        return self._shifted(self.work.frame_text(self._frame_number(point)), inside, options)

    def _joints_point(self, point: LsPoint, options: Options, is_plain: bool) -> Goal:
        shared = self.work.shared
        shown = np.radians(self.registers.point_values(point))
        q = shared.controller.q_of(shown)
        name = self._named(point)
        if is_plain:
            return Goal(shared.defined.at_joints(name, q, shared.robot.mechanism))
        tool = self.work.T_flange_tool(self._tool_number(point))
        base = self.work.T_base_frame(self._frame_number(point))
        if isinstance(tool, str) or isinstance(base, str):
            raise NotSaidError("only a run knows the frames of this point")
        T = invert(base) @ forward(shared.robot.mechanism, q) @ tool
        inside = shared.defined.at_pose(f"{name}_IN", T)
        return self._shifted(self.work.frame_text(self._frame_number(point)), inside, options)

    def _register_goal(self, target: Item, options: Options) -> Goal:
        index = self.registers.index(target)
        if self.registers.holds_joints(target):
            if options.offset is not None or options.tool_offset is not None:
                raise NotSaidError("an offset of joint values is not read")
            self.work.say(f"SET #LS.GOAL = {self.registers.joint_values(index)}")
            return Goal("#LS.GOAL")
        base = self.work.frame_text(self.work.frames.frame)
        return self._shifted(base, self.registers.place(index), options)

    def _shifted(self, base: str, inside: str, options: Options) -> Goal:
        """A place in its frame with offsets: one in the frame stands before, one in the tool
        behind."""
        parts = [base] if base else []
        for offset in (options.offset, options.tool_offset):
            if offset is not None and self.registers.holds_joints(offset):
                raise NotSaidError("an offset by joint values is not read")
        if options.offset is not None:
            parts.append(self.registers.place(self.registers.index(options.offset)))
        parts.append(inside)
        if options.tool_offset is not None:
            parts.append(self.registers.place(self.registers.index(options.tool_offset)))
        return Goal(":".join(parts))

    def _check(self, point: LsPoint) -> None:
        """Tells where the controller would stop: a point of other frames than those in use."""
        frames, taught = self.work.frames, (point.frame, point.tool)
        if point.others:
            self.work.partly_once("groups", OTHERS)
        for word, active, own in (
            ("UFRAME_NUM", frames.frame, taught[0]),
            ("UTOOL_NUM", frames.tool, taught[1]),
        ):
            if own is not None and active not in (None, SEVERAL, own):
                told = (
                    f"P[{point.number}] belongs to {word} {own}: the controller stops at {active}"
                )
                self.work.draft.partly(told)

    def _named(self, point: LsPoint) -> str:
        return f"P{point.number}"

    def _in_configuration(self, point: LsPoint, name: str, T: Array) -> Goal:
        """The goal of a motion of all joints: the joint values of the point's configuration."""
        shared, mechanism = self.work.shared, self.work.shared.robot.mechanism
        wanted = configuration_from(point.config)
        tool = self.work.T_flange_tool(self._tool_number(point))
        if wanted is None or isinstance(tool, str) or not has_configuration(mechanism):
            return Goal(shared.defined.at_pose(name, T), T)
        T_flange = T @ invert(tool)
        q = joints_of_pose(mechanism, shared.controller, T_flange, wanted)
        if q is None and len(inverse(mechanism, T_flange).q):
            raise NotSaidError(f"the arm cannot be at P[{point.number}] in '{point.config}'")
        if q is None:  # the run tells how far it is out of reach
            return Goal(shared.defined.at_pose(name, T), T)
        return Goal(shared.defined.at_joints(name, q, mechanism), T)

    # What is said.

    def _say(
        self, way: str, goals: list[Goal], tool: int | None, settings: tuple[str, str]
    ) -> None:
        self._say_tool(tool, goals[-1])
        self._say_settings(settings)
        self.work.draft.motion()
        if way == "C":
            self.work.say(f"C1MOVE {goals[0].text}")
            self.work.say(f"C2MOVE {goals[1].text}")
        else:
            self.work.say(f"MOVE{'S' if way == 'L' else ''} {goals[-1].text}")

    def _say_tool(self, number: int | None, goal: Goal) -> None:
        """TOOL, where it changes; joint values need none."""
        try:
            told = self.work.tool_text(number)
        except NotSaidError:
            if goal.text.startswith("#"):
                return
            raise
        if told != self.work.told_tool:
            self.work.told_tool = told
            self.work.say(f"TOOL {told}")

    def _say_settings(self, settings: tuple[str, str]) -> None:
        for line in settings:
            if line:
                self.work.say(line)

    def _relative(
        self, way: str, target: Item, settings: tuple[str, str], options: Options
    ) -> None:
        """INC: the numbers of the point are added to where the arm is."""
        if way == "C" or target.kind != "P" or options.offset or options.tool_offset:
            raise NotSaidError("this relative motion is not read")
        point = self.registers.point(target)
        values = self.registers.point_values(point)
        if point.is_joints:
            shown = np.radians(values)
            own = self.work.shared.controller
            change = np.degrees(own.q_of(shown) - own.q_of(np.zeros(len(values))))
            self.work.say("HERE #LS.Q")
            self.work.say("DECOMPOSE LS.V[] = #LS.Q")
            parts = [f"LS.V[{at}] + {value:.9g}" for at, value in enumerate(change, start=1)]
            self.work.say(f"SET #LS.GOAL = #PPOINT({', '.join(parts)})")
            self._say(way, [Goal("#LS.GOAL")], self._tool_number(point), settings)
            return
        if any(values[3:]):
            raise NotSaidError("a relative motion that turns the tool is not read")
        number = self._tool_number(point)
        self._say_tool(number, Goal(""))
        base = self.work.frame_text(self._frame_number(point))
        self.work.say("SET LS.P = " + (f"INVERSE({base}):HERE" if base else "HERE"))
        shift = f"SHIFT(LS.P BY {', '.join(f'{value:.9g}' for value in values[:3])})"
        self._say(way, [Goal(f"{base}:{shift}" if base else shift)], number, settings)
