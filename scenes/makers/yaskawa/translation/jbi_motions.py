"""Motions of INFORM as motions of our language, with their tool, speed and corner."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from kinematics import inverse, invert
from language.foreign.draft import NotSaidError
from language.foreign.reading import Place
from scenes.makers.yaskawa.jbi_configuration import (
    AXES,
    configuration_from,
    has_configuration,
    joints_of_pose,
)
from scenes.makers.yaskawa.jbi_frames import pose_of_values, shown_of_pulses, zyz_values
from scenes.makers.yaskawa.jbi_levels import level_mm
from scenes.makers.yaskawa.jbi_positions import NUMBER, JbiPosition
from scenes.makers.yaskawa.translation.jbi_values import VARIABLE, told_number
from scenes.makers.yaskawa.translation.jbi_work import Work, place_name
from scenes.world.frozen import Array

MOTION = re.compile(r"(MOV[JLCS]|IMOV)\s+(\S+)(.*)", re.IGNORECASE)
MOVES = re.compile(r"(?:MOV[JLCS]|IMOV)\b.*", re.IGNORECASE)  # also one that is cut off
TARGET = re.compile(r"(C|P)(\d{1,5})", re.IGNORECASE)
TAG = re.compile(
    rf"\s*(?:(VJ|VR|VE|V|PL|CR|ACC|DEC)\s*=\s*({NUMBER}|L?[BIDR]\d+)|(NWAIT|FPT|BF|RF|TF)\b"
    r"|((?:EC|BC|EX|BP)\d+)|(UNTIL\b.*)|(UF#\(\d+\))|(\+MOV.*))",
    re.IGNORECASE,
)
LEVELS = "how wide a level (PL) is, is a parameter of the controller: it is assumed here"
OTHERS = "external axes and other groups are not moved here"
NO_LEVEL = "a motion without PL is taken to be a stop"
NO_SPEED = "the speed is not said: the full one is taken"
OF_TURN = "a speed by turn is not read: the full one is taken"
UNTIL = "the motion is not cut off where its condition (UNTIL) holds"
PLACE = "JBI.HERE"
REAR = "the arm reaches over its back: what RCONF calls upper arm there is not known"
NO_PULSES = "how many pulses a degree has is not known: give pulses_per_degree in the robot file"


@dataclass
class Tags:
    """What stands behind the goal of a motion. speed: The line of SPEED, "" for the full one."""

    speed: str = ""
    zone: str = ""
    ends_arc: bool = False
    frame: str = ""


@dataclass(frozen=True)
class Step:
    """A step of an arc that waits for the next one."""

    goal: str
    place: Place


@dataclass
class Motions:
    """Says motions. steps: Those of an arc that is not said yet, or was just said (three)."""

    work: Work
    steps: list[Step] = field(default_factory=list)
    _last: tuple[object, ...] = ()

    def take(self, found: re.Match[str]) -> None:
        """Says a motion. Raises NotSaidError."""
        code, goal = found[1].upper(), TARGET.fullmatch(found[2])
        if code == "MOVS":
            raise NotSaidError("splines are not read")
        if goal is None:
            raise NotSaidError(f"the goal {found[2]} is not read")
        tags = self._tags(code, found[3])
        if code != "MOVC":
            self.end_arc()
        if code == "IMOV":
            self._relative(int(goal[2]), tags)
            return
        is_variable = goal[1].upper() == "P"
        changes = is_variable and int(goal[2]) in self.work.shared.changed
        position = self._position(int(goal[2]), is_variable)
        name = f"{goal[1].upper()}{int(goal[2]):0{3 if is_variable else 5}}"
        text = self._changing(name) if changes else self._goal(position, name, code == "MOVJ")
        here = (position.values, position.tool, position.kind)
        if code == "MOVC":
            self._arc(text, position, tags, is_still=here == self._last)
        else:
            self._say("MOVE" if code == "MOVJ" else "MOVES", text, position, tags)
        self._last = () if changes else here

    def end_arc(self) -> None:
        """Forgets the steps of an arc. Raises NotSaidError where some of it are missing."""
        count = len(self.steps)
        self.steps.clear()
        if count not in (0, 3):
            raise NotSaidError("the arc before has no three steps (MOVC), and is not carried out")

    def forget(self) -> None:
        """From here on the arm may come from several places."""
        self._last = ()

    # Parts of a motion.

    def _tags(self, code: str, rest: str) -> Tags:
        tags, at, is_fast, has_level = Tags(), 0, True, False
        while at < len(rest.rstrip()):
            found = TAG.match(rest, at)
            if found is None:
                raise NotSaidError(f"{rest[at:].strip()[:40]} is not understood")
            at = found.end()
            key = (found[1] or found[3] or "").upper()
            if key.startswith("V"):
                tags.speed, is_fast = self._speed(key, found[2], code), False
            elif key in ("PL", "CR"):
                tags.zone, has_level = self._zone(key, found[2]), True
            elif key == "FPT":
                tags.ends_arc = True
            elif key in ("BF", "RF", "TF"):
                tags.frame = key
            elif key == "NWAIT":
                self.work.partly_once("NWAIT", "NWAIT: what stands behind is not done meanwhile")
            self._others(found)
        if is_fast:
            self.work.partly_once("speed", NO_SPEED)
        is_via = code == "MOVC" and len(self.steps) == 1
        if not has_level and not is_via and code != "IMOV":
            self.work.partly_once("level", NO_LEVEL)
        return tags

    def _others(self, found: re.Match[str]) -> None:
        if found[4] or found[7]:
            self.work.partly_once("others", OTHERS)
        if found[5]:
            self.work.partly_once("until", UNTIL)
        if found[6]:
            raise NotSaidError("a motion in a user frame by numbers is not read")

    def _speed(self, key: str, value: str, code: str) -> str:
        if key in ("VR", "VE") or (key == "VJ") is not (code == "MOVJ"):
            self.work.partly_once("turn", OF_TURN)
            return ""
        is_variable = VARIABLE.fullmatch(value) is not None
        if key == "VJ":
            if is_variable:
                return f"SPEED (0.01 * {told_number(self.work, value)})"
            return "" if float(value) == 100.0 else f"SPEED {float(value):.6g}"
        if is_variable:
            return f"SPEED (0.1 * {told_number(self.work, value)}) MMPS"
        return f"SPEED {float(value):.6g} MMPS"

    def _zone(self, key: str, value: str) -> str:
        try:
            size = float(value) if key == "CR" else level_mm(int(value))
        except ValueError as why:
            raise NotSaidError("only a run knows how the motion ends") from why
        if key == "PL" and size > 0.0:
            self.work.partly_once("PL", LEVELS)
        return f"ACCURACY {size:.6g}" if size > 0.0 else ""

    def _position(self, number: int, is_variable: bool) -> JbiPosition:
        table = self.work.shared.variables if is_variable else self.work.job.points
        found = table.get(number)
        if found is None:
            raise NotSaidError("the position has no value")
        return found

    # Goals.

    def _changing(self, name: str) -> str:
        """A position variable that instructions change: it lies in the robot's frame."""
        number = int(name[1:])
        if self.work.shared.variables[number].is_pulses:
            raise NotSaidError("pulses of a position variable that changes are not read")
        return f"{self.work.robot_frame()}{place_name(number)}"

    def _goal(self, position: JbiPosition, name: str, by_joints: bool) -> str:
        """The name of the point of a position. Raises NotSaidError."""
        work, shared = self.work, self.work.shared
        if len(position.values) > AXES:
            work.partly_once("others", OTHERS)
        if position.is_pulses:
            own = shared.controller
            if own is None or own.pulses_per_degree is None:
                raise NotSaidError(NO_PULSES)
            q = own.q_of(shown_of_pulses(own.pulses_per_degree, position.values[:AXES]))
            return shared.defined.at_joints(name, q, shared.robot.mechanism)
        T = work.T_base_frame(position) @ pose_of_values(position.values)
        if by_joints:
            return self._in_configuration(position, name, T)
        return shared.defined.at_numbers(name, zyz_values(T))

    def _in_configuration(self, position: JbiPosition, name: str, T: Array) -> str:
        """The goal of a motion of all joints: the joint values of the position's configuration."""
        shared, mechanism = self.work.shared, self.work.shared.robot.mechanism
        wanted = configuration_from(position.config)
        own = shared.controller
        if wanted is None or own is None or not has_configuration(mechanism):
            told = "which posture RCONF means is not known for this arm: the nearest one is taken"
            self.work.partly_once("RCONF", told)
            return shared.defined.at_numbers(name, zyz_values(T))
        if wanted.is_rear:
            raise NotSaidError(REAR)
        T_flange = T @ invert(self.work.T_flange_tool(position.tool))
        q = joints_of_pose(mechanism, own, T_flange, wanted)
        if q is None and len(inverse(mechanism, T_flange).q):
            raise NotSaidError(f"the arm cannot be there in RCONF {position.config[:11]}")
        if q is None:  # the run tells how far it is out of reach
            return shared.defined.at_numbers(name, zyz_values(T))
        return shared.defined.at_joints(name, q, mechanism)

    # What is said.

    def _say(self, word: str, goal: str, position: JbiPosition, tags: Tags) -> None:
        if not goal.startswith("#") or self._knows(position):
            self.work.say_tool(position.tool)
        for line in (tags.speed, tags.zone):
            if line:
                self.work.say(line)
        self.work.draft.motion()
        self.work.say(f"{word} {goal}")

    def _knows(self, position: JbiPosition) -> bool:
        """Whether a tool has numbers: motions to joint values need none."""
        try:
            self.work.T_flange_tool(position.tool)
        except NotSaidError:
            return False
        return True

    def _arc(self, goal: str, position: JbiPosition, tags: Tags, is_still: bool) -> None:
        """A step of an arc: a line leads to the first one, the second is a place on the arc."""
        if len(self.steps) == 3:
            self.steps.clear()
            raise NotSaidError("arcs of more than three steps (MOVC) without FPT are not read")
        if not self.steps and not is_still:
            self._say("MOVES", goal, position, tags)
        elif len(self.steps) == 2:
            self.work.say_tool(position.tool)
            for line in (tags.speed, tags.zone):
                if line:
                    self.work.say(line)
            self.work.draft.motion()
            via = self.steps[1]
            self.work.draft.say(f"C1MOVE {via.goal}", via.place)
            self.work.say(f"C2MOVE {goal}")
        self.work.draft.line_number()  # the place of the step is kept
        self.steps.append(Step(goal, self.work.draft.here))
        if len(self.steps) == 3 and tags.ends_arc:
            del self.steps[:2]

    def _relative(self, number: int, tags: Tags) -> None:
        """IMOV: the tool goes on by a shift in the robot's or in its own axes."""
        position = self._position(number, True)
        x, y, z, *turns = position.values[:AXES]
        if position.is_pulses or any(turns) or number in self.work.shared.changed:
            raise NotSaidError("this relative motion is not read")
        self._last = ()
        if tags.frame == "TF":
            self._say("MOVES", f"HERE:TRANS({x:.9g}, {y:.9g}, {z:.9g})", position, tags)
            return
        moved = self.work.shared.T_base_controller[:3, :3] @ np.array([x, y, z])
        listed = ", ".join(f"{value:.9g}" for value in moved)
        self.work.say_tool(position.tool)
        self.work.say(f"SET {PLACE} = HERE")
        self._say("MOVES", f"SHIFT({PLACE} BY {listed})", position, tags)
