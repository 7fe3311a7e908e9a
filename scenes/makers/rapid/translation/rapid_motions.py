"""Motions of RAPID as motions of our language, with their tool, speed and corner."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from kinematics import invert
from language.foreign.draft import NotSaidError
from scenes.execution.statements.reach import Choice, joint_values_of
from scenes.execution.values.impossible import FAULTS
from scenes.makers.known_values import UnknownError
from scenes.makers.rapid.predefined import FULL_MM_S, TURN_DEG_S
from scenes.makers.rapid.rapid_frames import numbers_of
from scenes.makers.rapid.rapid_speeds import (
    full_seconds,
    joint_speeds,
    joint_way,
    seconds_at,
)
from scenes.makers.rapid.rapid_trees import Arguments, Name, Tree
from scenes.makers.rapid.rapid_values import value_of
from scenes.makers.rapid.translation.rapid_points import Goal, Points
from scenes.world.frozen import Array


@dataclass(frozen=True)
class Form:
    """What a motion instruction takes. targets: Number of places. skipped: Arguments between speed
    and zone, of a process. behind: Arguments behind the tool. goes: joints, line or arc.
    differs: What of it is not carried out, "" for nothing."""

    goes: str
    targets: int = 1
    skipped: int = 0
    behind: int = 0
    differs: str = ""


TIMED = "the time is kept without what the motion takes to start and stop"
SHARE, HIGHEST = "VELSET_SHARE", "VELSET_MOST"  # our variables of VelSet: 0 to 1, and mm/s
LEAST_MM_S = 0.1  # of a line with a time
WELD = "the motion is carried out, its weld is not"
TRIGGER = "the motion is carried out, what its triggers do is not"
SPRAY = "the motion is carried out, its process is not"
FORMS = {
    "MOVEJ": Form("joints"),
    "MOVEL": Form("line"),
    "MOVEC": Form("arc", 2),
    "MOVEABSJ": Form("absolute"),
    "MOVEJDO": Form("joints", behind=2),
    "MOVELDO": Form("line", behind=2),
    "MOVECDO": Form("arc", 2, behind=2),
}
FORMS |= {f"ARCL{end}": Form("line", skipped=2, differs=WELD) for end in ("", "START", "END")}
FORMS |= {f"ARCC{end}": Form("arc", 2, 2, differs=WELD) for end in ("", "START", "END")}
FORMS |= {"TRIGGJ": Form("joints", skipped=1, differs=TRIGGER)}
FORMS |= {"TRIGGL": Form("line", skipped=1, differs=TRIGGER)}
FORMS |= {"PAINTL": Form("line", differs=SPRAY), "DISPL": Form("line", skipped=1, differs=SPRAY)}
# Optional arguments that change nothing of a motion here.
_QUIET = "CONC ID INPOS NOEOFFS CORR WEAVE WOBJ V Z T TLOAD TRACK SEAMNAME ON OFF MULTIMOVE"
QUIET = frozenset(_QUIET.split())


@dataclass
class Motions:
    """Says motions. say: Takes a line of our language. differs: Takes what the controller does in
    another way."""

    points: Points
    say: Callable[[str], None]
    differs: Callable[[str], None]
    tool: str = ""
    near: Array | None = None  # joint values of the last motion in the text that has some
    is_rounded: bool = False
    # Behind a line from there: T_base_tool at its end, and T_flange_tool.
    _line_end: tuple[Array, Array] | None = None

    def take(self, key: str, arguments: Arguments, name: str) -> tuple[Tree, ...]:
        """Says a motion; gives the arguments behind its tool. Raises NotSaidError."""
        form, given = FORMS[key], arguments.given
        fixed = form.targets + form.skipped + 3 + form.behind
        if len(given) == fixed - form.skipped and form.skipped:  # without its process
            form = Form(form.goes, form.targets, 0, form.behind, form.differs)
            fixed = len(given)
        if len(given) < fixed:
            raise NotSaidError(f"{fixed} arguments are expected, not {len(given)}")
        unknown = arguments.names - QUIET
        if unknown:
            raise NotSaidError(f"\\{min(unknown).capitalize()} is not read")
        places, speed = given[: form.targets], given[form.targets]
        zone, tool = given[form.targets + form.skipped + 1 : form.targets + form.skipped + 3]
        is_held = self.points.is_changing(tool, "TOOLDATA")
        T_tool = None if is_held else self.points.tool(tool)
        goals = self._goals(form, places, arguments, name, T_tool)
        size = self._zone(zone, arguments.option("Z"))
        rate = self._speed(speed, arguments.option("V"))
        tool_text = self.points.variable("TOOLDATA", tool, name)
        if tool_text != self.tool:
            self.tool = "" if is_held else tool_text
            self.say(f"TOOL {tool_text}")
        if "T" in arguments.names:
            rate = self._timed(form, goals, rate, arguments.option("T"))
        self._say_motion(form, goals, rate, size)
        self.is_rounded = size != "0"
        self._is_at(goals[-1], T_tool)
        return given[form.targets + form.skipped + 3 :]

    def _is_at(self, goal: Goal, T_flange_tool: Array | None) -> None:
        """Notes where the arm is behind a motion, as far as it is known."""
        if goal.q is not None:
            self.near, self._line_end = goal.q, None
        elif goal.T is not None and T_flange_tool is not None:
            self._line_end = goal.T, T_flange_tool

    def _start(self) -> Array | None:
        """The joint values (n,) from which a motion goes, at least near them; None where unknown.

        Behind a line they are those of its end that lie nearest to the ones before it.
        """
        if self.near is not None and self._line_end is not None:
            mechanism, (T_base_tool, T_flange_tool) = self.points.robot.mechanism, self._line_end
            T = T_base_tool @ invert(T_flange_tool)
            with suppress(*FAULTS):
                self.near = joint_values_of(mechanism, T, self.near, Choice(), "the line")
            self._line_end = None
        return self.near

    def forget(self) -> None:
        """From here on the arm may come from several places."""
        self.tool, self.is_rounded, self.points.object_now = "", False, None

    def _goals(
        self,
        form: Form,
        places: tuple[Tree, ...],
        arguments: Arguments,
        name: str,
        T_tool: Array | None,
    ) -> list[Goal]:
        points, wobj = self.points, arguments.option("WOBJ")
        if form.goes == "absolute":
            goal = points.absolute(places[0], name, np.eye(4) if T_tool is None else T_tool)
            points.object_now = None if wobj is not None else points.work_object(None)
            return [goal]
        T_object: Array | str
        if points.is_changing(wobj, "WOBJDATA") and wobj is not None:
            T_object = points.variable("WOBJDATA", wobj, name)
        else:
            T_object = points.work_object(wobj)
        if form.goes == "joints":
            goals = [points.joints_goal(places[0], name, T_object, T_tool)]
        else:
            goals = [points.place(place, name, T_object) for place in places]
        points.object_now = T_object
        return goals

    def _timed(
        self,
        form: Form,
        goals: list[Goal],
        rate: tuple[float, float] | str | None,
        tree: Tree | None,
    ) -> tuple[float, float] | str | None:
        """The speed at which a motion takes a time, s: mm/s for a line; the joints take the rate
        that their way needs, which is known where their start is."""
        if tree is None:
            raise NotSaidError("a time is missing")
        goal, start = goals[-1], self._start()
        if form.goes == "line":
            self.differs(TIMED)
            seconds = self.points.expressions.told(tree)
            return f"(MAX(DISTANCE(DEST, {goal.text}) / ({seconds}), {LEAST_MM_S}))"
        wanted = self._value(tree) if form.goes != "arc" and start is not None else None
        if type(wanted) is not float or start is None or goal.q is None or goal.T is None:
            self.differs("the time of this motion is not kept here, its speed is")
            return rate
        self.differs(TIMED)
        way = joint_way(self.points.robot.mechanism, (start, goal.q), goal.T)
        return joint_speeds(wanted, way) or rate

    def _say_motion(
        self, form: Form, goals: list[Goal], rate: tuple[float, float] | str | None, size: str
    ) -> None:
        goal, slows = goals[-1], self.points.facts.slows
        if form.goes in ("absolute", "joints"):
            percent = self._percent(goal, rate)
            if slows:
                self.say(f"SPEED ({percent:.6g} * {SHARE})")
            elif percent < 99.95:
                self.say(f"SPEED {percent:.6g}")
        elif rate is not None or slows:
            full = f"{FULL_MM_S:.6g}"
            mm_s = full if rate is None else rate if isinstance(rate, str) else f"{rate[0]:.6g}"
            self.say(f"SPEED {f'(MIN({mm_s} * {SHARE}, {HIGHEST}))' if slows else mm_s} MMPS")
        if size != "0":
            self.say(f"ACCURACY {size}")
        if form.goes == "arc":
            self.say(f"C1MOVE {goals[0].text}")
            self.say(f"C2MOVE {goal.text}")
        elif form.goes == "line":
            self.say(f"MOVES {goal.text}")
        else:
            self.say(f"MOVE {goal.text}")

    def _percent(self, goal: Goal, rate: tuple[float, float] | str | None) -> float:
        """The share of joint speed at which a motion takes as long as its tool's speed says; the
        full one where it is not known from where the arm comes."""
        if rate is None or isinstance(rate, str) or goal.q is None or goal.T is None:
            return 100.0
        start, mechanism = self._start(), self.points.robot.mechanism
        if start is None:
            return 100.0
        full = full_seconds(mechanism, start, goal.q)
        seconds = seconds_at(rate, joint_way(mechanism, (start, goal.q), goal.T))
        return 100.0 if seconds <= full else 100.0 * full / seconds

    def _zone(self, tree: Tree, given: Tree | None) -> str:
        """The size of a zone for the tool, mm; 0 for a stop."""
        if given is None or self.points.is_changing(tree, "ZONEDATA"):
            return self.points.variable("ZONEDATA", tree, "")
        size = self._value(given)
        if type(size) is not float or not 0.0 <= size < np.inf:
            raise NotSaidError("this is no size of a zone")
        is_stop = self.points.variable("ZONEDATA", tree, "") == "0"
        return "0" if is_stop else f"{size:.6g}"

    def _speed(self, tree: Tree, given: Tree | None) -> tuple[float, float] | str | None:
        """mm/s and deg/s; None for vmax, and a name of ours for what changes."""
        if given is None and self.points.is_changing(tree, "SPEEDDATA"):
            return self.points.variable("SPEEDDATA", tree, "")
        if isinstance(tree, Name) and tree.key == "VMAX" and given is None:
            return None
        speed = numbers_of(self._value(tree))
        if speed is None or len(speed) != 4:
            raise NotSaidError("this is no speed")
        if given is not None:
            mm_s = self._value(given)
            if type(mm_s) is not float:
                raise NotSaidError("\\V is no speed")
            return mm_s, TURN_DEG_S
        if speed[0] <= 0.0:
            raise NotSaidError("a speed is more than 0")
        return speed[0], speed[1]

    def _value(self, tree: Tree) -> object:
        try:
            return value_of(tree, self.points.values)
        except UnknownError as why:
            raise NotSaidError(str(why)) from why
