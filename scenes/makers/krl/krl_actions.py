"""Signals, waits, values and calls of KRL, and settings that hold for the motions that follow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import isfinite

import numpy as np

from scenes.makers.krl.krl_data import aggregate_of, numbers_of, value_of
from scenes.makers.krl.krl_frames import FRAME_KEYS, kept_values, pose_of_frame
from scenes.makers.krl.krl_work import Work
from scenes.makers.krl.motions.krl_points import NoGoalError
from scenes.makers.krl.motions.motion_state import AXIS_SPEED, BASE, CORNER, SPEED, TOOL
from scenes.makers.krl.terms.krl_assignments import (
    assignment_lines,
    component_lines,
    result_lines,
)
from scenes.makers.krl.terms.krl_trees import Aggregate, Call, tree_of
from scenes.makers.krl.terms.krl_types import FRAME, INT, NUMBER
from scenes.makers.krl.terms.krl_values import HIGHEST, Said

SWITCHED = re.compile(r"\$OUT\[(.+?)\]\s*=\s*(.+)", re.IGNORECASE)
PULSED = re.compile(
    r"PULSE\s*\(\s*\$OUT\[(.+?)\]\s*,\s*(TRUE|FALSE)\s*,\s*(.+?)\s*\)", re.IGNORECASE
)
# What BAS does that takes a tool or a base.
FRAMING = frozenset({"FRAMES", "PTP_PARAMS", "CP_PARAMS", "TOOL", "BASE"})
TECHNOLOGY = re.compile(r"(?:A10|A20|A50|H50|H70|USERSPOT|USER_GRP|TM_USERACTION)\b", re.IGNORECASE)


class Actions:
    """Says the statements of a program that move nothing."""

    def __init__(self, work: Work) -> None:
        self._work = work

    # Settings.

    def bas(self, what: str, value: str | None) -> None:
        """BAS(#what, value)."""
        if what.upper() in FRAMING:
            self._check_program()
        number = value_of(value) if value else None
        given = number if isinstance(number, float) else None
        fault = self._work.state.bas(what, given, self._work.data)
        if fault:
            raise NoGoalError(fault)

    def take_set(self, which: str, given: str) -> None:
        """PDAT_ACT=.. and its like wait for BAS."""
        data = self._work.data
        values = aggregate_of(given) if given.startswith("{") else data.aggregate(given)
        if values is None:
            raise NoGoalError(f"{given} has no value: give its .dat")
        self._work.state.wait(which.upper(), values)

    def speed(self, m_s: str) -> None:
        """$VEL.CP = m/s, perhaps a value that only a run knows."""
        number = value_of(m_s)
        state = self._work.state
        if isinstance(number, float):
            state.give(SPEED, m_s=number, speed_said="")
        else:
            state.give(SPEED, speed_said=self._work.frame_of(m_s).within(20))

    def axis_speed(self, percent: str) -> None:
        """$VEL_AXIS[n] = %."""
        self._work.state.give(AXIS_SPEED, percent=_finite(percent))

    def corner(self, which: str, value: str) -> None:
        """$APO.CDIS = mm, $APO.CPTP = %."""
        state = self._work.state
        if which.upper() == "CDIS":
            state.give(CORNER, cdis=_finite(value))
        else:
            state.give(CORNER, cptp=_finite(value), ptp_in_mm=False)

    def frame(self, which: str, part: str | None, given: str) -> None:
        """$TOOL and $BASE, or one component of them."""
        self._check_program()
        state, group = self._work.state, TOOL if which.upper() == "TOOL" else BASE
        if part is None:
            self._whole_frame(group, given)
        else:
            self._components(group, {part.upper(): self._work.frame_of(given)})
        self._work.points.retool(state)

    def _whole_frame(self, group: str, given: str) -> None:
        """A frame; an aggregate may leave out components of it, which stay."""
        work, name = self._work, re.sub(r"\s+", "", given).upper()
        values = aggregate_of(given) if given.startswith("{") else None
        if values is None and name not in work.values.changed:
            values = work.data.aggregate(name)
        tree = tree_of(given)
        has_all = isinstance(tree, Aggregate) and {*dict(tree.fields)} >= {*FRAME_KEYS}
        if name == "$NULLFRAME":
            work.state.take(group, np.eye(4))
        elif values is not None:
            numbers = numbers_of(values).items()
            self._components(group, {k: Said(f"{v!r}", NUMBER, 30) for k, v in numbers})
        elif isinstance(tree, Aggregate) and not has_all:
            self._components(group, {key: work.said_of(each) for key, each in tree.fields})
        else:
            said = work.frame_of(given)
            if said.kind != FRAME or (said.text.isidentifier() and not work.is_given(said.text)):
                raise NoGoalError(f"the {group} frame {given} has no value")
            own = work.values.own(f"${group.upper()}")  # a copy: the value may change later
            self._take_said(group, own, (f"SET {own} = {said.text}",))

    def _components(self, group: str, given: Mapping[str, Said]) -> None:
        """Components of the tool or the base; those left out keep their values."""
        work, state = self._work, self._work.state
        numbers = {key: value_of(given[key].text) for key in FRAME_KEYS if key in given}
        known = {key: each for key, each in numbers.items() if isinstance(each, float)}
        is_whole = len(known) == len(FRAME_KEYS)
        if not numbers:
            raise NoGoalError("this value is no frame")
        if group in state.mixed and not is_whole:
            kept = " ".join(key for key in FRAME_KEYS if key not in numbers)
            raise NoGoalError(f"only a run knows {kept} of the {group}, which stay here")
        now = kept_values(state.frame_of(group))
        if len(known) == len(numbers) and (is_whole or not state.said_of(group)):
            state.take(group, pose_of_frame({**now, **known}))
            return
        name, lines = work.values.own(f"${group.upper()}"), list[str]()
        if not state.said_of(group):
            lines.append(f"SET {name} = {work.points.raw('KRL.FRAME', now)}")
        self._take_said(group, name, (*lines, *component_lines(name, given)))

    def _take_said(self, group: str, name: str, lines: Iterable[str]) -> None:
        """Takes a tool or a base that only a run knows. lines: They give a name of it its value."""
        for line in lines:
            self._work.say(line)
        self._work.state.say(group, name)
        if group == TOOL:
            self._work.tool = ""  # its name is the same, and its value another

    def _check_program(self) -> None:
        """Raises NoGoalError in a function: what it leaves behind it is not followed."""
        if self._work.blocks.program in self._work.types.functions:
            raise NoGoalError("a function that sets the tool or the base is not followed")

    # Signals.

    def output(self, number: str, value: str) -> None:
        """$OUT[n] = value."""
        for line in self.output_lines(number, value):
            self._work.say(line)

    def output_lines(self, number: str, value: str) -> list[str]:
        """The lines that switch an output."""
        index, on = self._work.text(number), self._work.text(value)
        if index.isdecimal() and on in ("TRUE", "FALSE"):
            return [f"SIGNAL {'' if on == 'TRUE' else '-'}{index}"]
        return [f"IF {on} THEN", f"  SIGNAL {index}", "ELSE", f"  SIGNAL -({index})", "END"]

    def pulse(self, number: str, on: str, seconds: str) -> None:
        """PULSE($OUT[n], TRUE, s): on and off at once; the time holds nobody up."""
        index = self._work.text(number)
        signs = ("", "-") if on.upper() == "TRUE" else ("-", "")
        for sign in signs:
            self._work.say(f"SIGNAL {sign}{index}")
        self._work.draft.partly(f"the output changes back at once here, not after {seconds} s")

    def trigger(self, when: str, what: str) -> None:
        """TRIGGER WHEN DISTANCE=0 or PATH=0: at the start or the end of the next motion."""
        what = re.sub(r"\s*PRIO\s*=\s*-?\d+\s*$", "", what, flags=re.IGNORECASE)
        found = re.fullmatch(
            r"(?:DISTANCE\s*=\s*([01])|PATH\s*=\s*0(\s+ONSTART)?)\s+DELAY\s*=\s*0",
            when,
            re.IGNORECASE,
        )
        if found is None:
            raise NoGoalError("a trigger at another place than an end of the motion is not read")
        at_end = found[1] == "1" or (found[1] is None and found[2] is None)
        switched = SWITCHED.fullmatch(what)
        lines = self.output_lines(switched[1], switched[2]) if switched else self._called(what)
        for line in lines:
            if at_end:
                self._work.draft.line_number()  # its place is kept for a later line
                self._work.after_motion.append((line, self._work.draft.here))
            else:
                self._work.say(line)

    def _called(self, what: str) -> list[str]:
        tree = tree_of(what)
        if not isinstance(tree, Call) or TECHNOLOGY.match(what):
            raise NoGoalError("this action of a trigger is not read")
        given = self._work.values.given(tree.name, tree.arguments)
        self._work.say_before()
        self._work.called(tree.name)
        return [f"CALL {tree.name}({', '.join(given)})" if given else f"CALL {tree.name}"]

    # Waits.

    def wait(self, condition: str) -> None:
        """WAIT FOR condition."""
        told = self._work.plain(condition)
        if told is None:
            raise NoGoalError("this condition is not read")
        self._work.say(f"WAIT {told}")

    def stand(self, seconds: str) -> None:
        """WAIT SEC time; a negative time is none."""
        told = self._work.frame_of(seconds)
        if told.kind not in (INT, NUMBER):
            raise NoGoalError("a time is a number")
        self._work.say(f"DELAY {told.within(HIGHEST)}")

    # Values and calls.

    def timer(self, number: str, value: str) -> None:
        """$TIMER[n] = ms."""
        told = self._work.frame_of(value).within(20)
        self._work.say(f"TIMER {number} = {told} / 1000")

    def assign(self, target: str, value: str) -> None:
        """A variable, a field or a component gets a value."""
        work = self._work
        signal = work.data.signals.get(target.strip().upper())
        if signal is not None:
            self.output(str(signal[1]), value)
            return
        work.values.before.clear()
        lines = assignment_lines(work.values, target, value)
        work.say_before()
        if not lines:
            work.draft.ignore()
        for line in lines:
            work.say(line)

    def give_back(self, value: str) -> None:
        """RETURN value, at the end of a function."""
        work = self._work
        if work.values.program not in work.types.functions:
            raise NoGoalError("only a function gives a value back")
        work.values.before.clear()
        lines = result_lines(work.values, work.values.program, value)
        work.say_before()
        for line in (*lines, "RETURN"):
            work.say(line)

    def call(self, text: str) -> None:
        """name(arguments)."""
        work = self._work
        if TECHNOLOGY.match(text):
            raise NoGoalError("a call of a technology package is not read")
        tree = tree_of(text)
        if not isinstance(tree, Call):
            raise NoGoalError("not understood")
        message = re.search(r'\(\s*("[^"]*")', text)
        if message and tree.name.startswith("MSG"):
            work.say(f"TYPE {message[1]}")
            return
        if tree.name in work.types.functions:
            work.values.before.clear()
            work.values.of(tree)
            work.say_before()
        else:
            given = work.values.given(tree.name, tree.arguments)
            work.say_before()
            work.say(f"CALL {tree.name}({', '.join(given)})" if given else f"CALL {tree.name}")
        work.called(tree.name)
        work.points.forget()


def _finite(text: str) -> float:
    """A number; NoGoalError for one that is beyond all numbers or only known in a run."""
    value = value_of(text)
    if not isinstance(value, float) or not isfinite(value):
        raise NoGoalError(f"{text} is no number here")
    return value
