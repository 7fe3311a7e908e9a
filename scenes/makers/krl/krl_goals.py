"""Motions of KRL: goals that are known here or only in a run, relative motions, corners, speeds."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from language.foreign.commas import between_commas
from language.foreign.draft import NotSaidError
from scenes.makers.defined_points import GOAL
from scenes.makers.krl.krl_data import aggregate_of, numbers_of
from scenes.makers.krl.krl_frames import FRAME_KEYS
from scenes.makers.krl.krl_work import Work
from scenes.makers.krl.motions.advance_run import stops_before_next
from scenes.makers.krl.motions.kept_components import HERE, lines_from_here
from scenes.makers.krl.motions.krl_points import NoGoalError
from scenes.makers.krl.motions.motion_state import (
    AXIS_SPEED,
    BASE,
    CORNER,
    SPEED,
    TOOL,
    MotionState,
)
from scenes.makers.krl.motions.spline_words import spline_state
from scenes.makers.krl.terms.krl_trees import Aggregate, tree_of
from scenes.makers.krl.terms.krl_types import FRAME, NUMBER
from scenes.makers.krl.terms.krl_values import HIGHEST, Said

WITH = re.compile(r"\s+WITH\s+", re.IGNORECASE)
CORNERS = frozenset({"C_PTP", "C_DIS", "C_VEL", "C_ORI", "C_SPL"})
AXES = re.compile(r"A[1-9]")
JOINTS = "KRL.Q"


class Goals:
    """Says the motions of a program."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def motion(self, way: str, rest: str) -> None:
        """`PTP goal corners`, `SLIN goal WITH settings` and the like."""
        goal, corner, state = self._split(rest)
        is_joints = way.upper().endswith("PTP")
        if goal.upper() in ("$POS_ACT", "$AXIS_ACT", "$POS_FOR", "$AXIS_FOR"):
            self._work.draft.ignore()  # to where the arm is
            return
        try:
            name, values = self._known(goal, state)
        except NoGoalError as why:
            self._unknown(goal, corner, state, is_joints, str(why))
            return
        before = self._work.points.near
        if not any(AXES.fullmatch(key) for key in numbers_of(values)):
            _need(state, BASE, TOOL)
        try:
            if is_joints:
                point = self._work.points.joints_goal(name, values, state)
            else:
                point = self._work.points.pose_goal(name, values, state)
        except NoGoalError as why:
            if "leaves out" not in str(why):
                raise
            self._partial(_said(numbers_of(values)), corner, state, is_joints)
            return
        zone = self._zone(state, is_joints, before)
        self.go(f"MOVE{'' if is_joints else 'S'} {point}", corner, zone, is_joints, state)

    def arc(self, rest: str) -> None:
        """`CIRC via, goal`: the orientation of the via point says nothing."""
        goal, corner, state = self._split(rest)
        parts = [part.strip() for part in between_commas(goal)]
        if len(parts) == 3 and parts[2].upper().startswith("CA"):
            raise NoGoalError("an arc with an angle (CA) is not read")
        if len(parts) != 2:
            raise NoGoalError("an arc has a place on it and a goal")
        points = self._work.points
        place = points.q, points.T
        via = self._place_of_arc(parts[0], state, is_via=True)
        points.q, points.T = place  # what the goal leaves out is that of the start
        end = self._place_of_arc(parts[1], state, has_here=HERE in via)
        self.go(f"C1MOVE {via}\nC2MOVE {end}", corner, state.cdis, False, state)

    def _place_of_arc(
        self, part: str, state: MotionState, *, is_via: bool = False, has_here: bool = False
    ) -> str:
        """A place of an arc in our words; what it leaves out is that of the start.

        has_here: Whether the start is said already.
        """
        points = self._work.points
        try:
            name, values = self._known(part, state)
            _need(state, BASE, TOOL)
            if is_via and points.T is None:
                values = {"A": 0.0, "B": 0.0, "C": 0.0, **values}
            return points.pose_goal(name, values, state)
        except NoGoalError:
            given = self._components(part)
        if given is None:
            return self._frame_said(part, state)
        kept = {key: said for key, said in given.items() if not is_via or key not in "ABC"}
        return self._said_from_here(kept, state, has_here)

    def relative(self, way: str, rest: str) -> None:
        """`LIN_REL {Z 100} #TOOL`: from where the arm is, in the base or in the tool."""
        goal, corner, state = self._split(rest)
        in_tool = bool(re.search(r"#TOOL$", goal, re.IGNORECASE))
        goal = re.sub(r"\s*#(TOOL|BASE)$", "", goal, flags=re.IGNORECASE)
        is_joints = way.upper().startswith(("PTP", "SPTP"))
        tree = tree_of(goal)
        if not isinstance(tree, Aggregate):
            raise NoGoalError("only components are read here")
        said = {key: self._work.said_of(value) for key, value in tree.fields}
        self._work.points.forget()
        if is_joints and all(AXES.fullmatch(key) for key in said):
            self._turned_axes(said, corner, state)
            return
        given = {key: value.text for key, value in said.items()}
        if not given or not set(given) <= {"X", "Y", "Z"}:
            raise NoGoalError("only shifts and turns of axes are read in relative motions")
        shift = ", ".join(given.get(key, "0") for key in "XYZ")
        _need(state, *((TOOL,) if in_tool else (BASE, TOOL)))
        base = self._work.points.base_text(state)
        if in_tool:
            line = f"MOVE HERE:TRANS({shift})" if is_joints else f"TDRAW {shift}"
        elif not is_joints and not state.base_said and (turned := self._turned(given, state)):
            line = f"DRAW {turned}"
        elif is_joints or base:
            self._say_here(state)
            goal = f"SHIFT({HERE} BY {shift})"
            line = f"MOVE{'' if is_joints else 'S'} {base + ':' if base else ''}{goal}"
        else:
            line = f"DRAW {shift}"
        self.go(line, corner, 0.0 if is_joints else state.cdis, is_joints, state)

    def _turned(self, given: dict[str, str], state: MotionState) -> str:
        """A shift in the axes of the arm's base; "" where only a run knows it."""
        try:
            vector = np.array([float(given.get(key, "0")) for key in "XYZ"])
        except ValueError:
            return ""
        told = self._work.points.turned(vector, state) + 0.0
        return ", ".join(f"{value:.10g}" for value in told)

    def _turned_axes(self, given: dict[str, Said], corner: str, state: MotionState) -> None:
        signs = self._work.points.controller.signs
        if len(given) == 1:
            ((axis, change),) = given.items()
            sign = "" if signs[int(axis[1:]) - 1] > 0 else "-"
            self.go(f"DRIVE {axis[1:]}, {sign}{change.within(HIGHEST)}", corner, 0.0, True, state)
            return
        self._say_joints()
        parts = list[str]()
        for number in range(1, self._work.points.robot.mechanism.n + 1):
            now = f"{JOINTS}[{number}]"
            turn = given.get(f"A{number}")
            sign = "+" if signs[number - 1] > 0 else "-"
            parts.append(now if turn is None else f"{now} {sign} {turn.within(HIGHEST)}")
        self._go_to_joints(parts, corner, state)

    # Goals that only a run knows.

    def _unknown(
        self, goal: str, corner: str, state: MotionState, is_joints: bool, why: str
    ) -> None:
        """A goal that is a value of the run: a frame, or some components of one."""
        given = self._components(goal)
        if given is not None:
            self._partial(given, corner, state, is_joints)
            return
        try:
            point = self._frame_said(goal, state)
        except NotSaidError as fault:
            simple = re.fullmatch(r"[A-Za-z_]\w*", goal)
            raise NoGoalError(why if simple else str(fault)) from fault
        zone = state.cdis if not is_joints or state.ptp_in_mm else 0.0
        self.go(f"MOVE{'' if is_joints else 'S'} {point}", corner, zone, is_joints, state)

    def _frame_said(self, goal: str, state: MotionState) -> str:
        """A frame of the base as a location of the arm's base."""
        work = self._work
        work.values.before.clear()
        said = work.values.said(goal)
        if said.kind != FRAME:
            raise NotSaidError(f"{goal} is no frame here")
        if re.fullmatch(r"[A-Z_]\w*", said.text) and not work.is_given(said.text):
            raise NotSaidError(f"{goal} has no value: give its .dat")
        _need(state, BASE, TOOL)
        work.say_before()
        work.points.forget()
        base = work.points.base_text(state)
        return f"{base}:{said.text}" if base else said.text

    def _components(self, goal: str) -> dict[str, Said] | None:
        """The components of a goal that leaves out some, or of axis values; None for others."""
        tree = tree_of(goal)
        if not isinstance(tree, Aggregate):
            if goal.upper() in self._work.values.changed:
                return None
            values = _said(numbers_of(self._work.data.aggregate(goal)))
            return None if not values or set(values) >= set(FRAME_KEYS) else values
        if set(dict(tree.fields)) >= set(FRAME_KEYS):
            return None
        return {key: self._work.said_of(value) for key, value in tree.fields}

    def _partial(
        self, given: Mapping[str, Said], corner: str, state: MotionState, joints: bool
    ) -> None:
        """Some components; the others keep their values, which only the run knows."""
        work = self._work
        if joints and any(AXES.fullmatch(key) for key in given):
            work.points.forget()
            self._say_joints()
            parts = list[str]()
            for number in range(1, work.points.robot.mechanism.n + 1):
                value = given.get(f"A{number}")
                own = f"{JOINTS}[{number}]"
                parts.append(own if value is None else self._own_joint(number, value))
            self._go_to_joints(parts, corner, state)
            return
        point = self._said_from_here(given, state)
        zone = 0.0 if joints else state.cdis
        self.go(f"MOVE{'' if joints else 'S'} {point}", corner, zone, joints, state)

    def _said_from_here(
        self, given: Mapping[str, Said], state: MotionState, has_here: bool = False
    ) -> str:
        """A place with some components, in our words; the others are those of the place here."""
        work = self._work
        work.points.forget()
        if any(AXES.fullmatch(key) for key in given):
            raise NoGoalError("a line to axis values is not read")
        if not any(key in FRAME_KEYS for key in given):
            raise NoGoalError("this goal has no component of a frame")
        _need(state, BASE, TOOL)
        base = work.points.base_text(state)
        if not has_here:
            self._say_here(state)
        lines, place = lines_from_here(given)
        for line in lines:
            work.say(line)
        return f"{base}:{place}" if base else place

    def _own_joint(self, number: int, value: Said) -> str:
        """The joint value of ours for a value that the controller shows, degrees or mm."""
        controller, kinds = self._work.points.controller, self._work.points.robot.mechanism.kinds
        zero = float(controller.zeros[number - 1])
        zero = float(np.degrees(zero)) if kinds[number - 1] == "R" else zero
        sign = float(controller.signs[number - 1])
        if sign > 0 and zero == 0.0:
            return value.text
        return f"{sign:g} * ({value.text} - ({zero:.10g}))"

    def _say_here(self, state: MotionState) -> None:
        """Says where the arm is in the base, with the tool of the motion that follows."""
        self.say_tool(state)
        base = self._work.points.base_text(state)
        self._work.say(f"SET {HERE} = " + (f"INVERSE({base}):HERE" if base else "HERE"))

    def _say_joints(self) -> None:
        self._work.say(f"HERE #{HERE}")
        self._work.say(f"DECOMPOSE {JOINTS}[] = #{HERE}")

    def _go_to_joints(self, parts: list[str], corner: str, state: MotionState) -> None:
        self._work.say(f"SET #KRL.GOAL = #PPOINT({', '.join(parts)})")
        self.go("MOVE #KRL.GOAL", corner, 0.0, True, state)

    # Parts of a motion.

    def _split(self, rest: str) -> tuple[str, str, MotionState]:
        """Goal, words of corners and the state of a motion."""
        found = WITH.search(rest)
        goal, corners = _without_corners(rest[: found.start()] if found else rest)
        state = self._work.state
        if found is not None:
            words, later = _without_corners(rest[found.end() :])
            own = spline_state(words, state, self._work.data, self._work.frame_of)
            if isinstance(own, str):
                raise NoGoalError(own)
            state, corners = own, corners or later
            if not state.is_alike(self._work.state, TOOL):
                self._work.points.retool(state)  # another tool is elsewhere while the arm stays
        return goal, corners, state

    def _known(self, goal: str, state: MotionState) -> tuple[str, dict[str, object]]:
        """The name of a goal and its components, where these are known here."""
        work = self._work
        if goal.startswith("{"):
            values, name = aggregate_of(goal), GOAL
        else:
            name = goal.upper()
            values = None if name in work.values.changed else work.data.aggregate(goal)
        if values is None:
            raise NoGoalError(f"{goal} has no value: give its .dat")
        if state.base_said or state.tool_said:
            raise NoGoalError("only a run knows the frame of this goal")
        return name, values

    def _zone(self, state: MotionState, is_joints: bool, before: np.ndarray | None) -> float:
        if not is_joints or state.ptp_in_mm:
            return state.cdis
        return self._work.points.zone_of(state.cptp, before)

    def go(
        self, motion: str, corner: str, zone: float, is_joints: bool, state: MotionState
    ) -> None:
        """A motion with its tool, its speed and its corner, and what waits for it."""
        work = self._work
        self.say_tool(state)
        self._need_rates(state, is_joints, corner)
        speed = (
            f"SPEED {state.percent:.10g}" if is_joints else f"SPEED {1000 * state.m_s:.10g} MMPS"
        )
        if state.speed_said and not is_joints:
            speed = f"SPEED (1000 * {state.speed_said}) MMPS"
        if speed != "SPEED 100":
            work.say(speed)
        if corner.strip() and zone > 0.0 and not stops_before_next(work.codes, work.at, work.ahead):
            work.say(f"ACCURACY {zone:.6g}")
        work.draft.motion()
        for line in motion.split("\n"):
            work.say(line)
        for line, place in work.after_motion:
            work.say(line, place)
        work.after_motion.clear()
        if not state.is_alike(work.state, TOOL):  # the tool of this motion alone
            work.points.retool(work.state)

    def say_tool(self, state: MotionState) -> None:
        """Says the tool, where another one was said last; none where only a run knows it."""
        work = self._work
        if TOOL in state.mixed:
            work.tool = ""
            return
        tool = work.points.tool_text(state)
        is_kept = state.tool_said in ("", "NULL", work.values.own("$TOOL"))
        if tool != work.tool or not is_kept:  # the values of others may have changed
            work.tool = tool
            work.say(f"TOOL {tool}")

    def _need_rates(self, state: MotionState, is_joints: bool, corner: str) -> None:
        """Tells of a speed or a corner that only a run knows: that of the text holds here."""
        for group in (AXIS_SPEED if is_joints else SPEED, *((CORNER,) if corner.strip() else ())):
            if group in state.mixed:
                told = f"only a run knows the {group} here: the one given last in the text holds"
                self._work.draft.partly(told)


def _need(state: MotionState, *groups: str) -> None:
    """A motion needs settings of these groups. Raises NoGoalError where only a run knows them."""
    for group in groups:
        if group in state.mixed:
            raise NoGoalError(
                f"only a run knows the {group} here: branches, turns or calls leave several"
            )


def _without_corners(text: str) -> tuple[str, str]:
    """A text without the words of corners at its end, and the first of them; "" for none."""
    words, found = text.split(), ""
    while words and words[-1].upper() in CORNERS:
        found = words.pop()
    return " ".join(words), found


def _said(numbers: Mapping[str, float]) -> dict[str, Said]:
    """Components that are known, in our words."""
    return {key: Said(f"{value:.10g}", NUMBER, 30) for key, value in numbers.items()}
