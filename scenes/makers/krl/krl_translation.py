"""A KRL program as a program of our language, statement by statement, its remarks kept.

Settings (tool, base, speed, corner) are followed in the order of the text. What is not understood
stays in the program as a remark and is told with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isfinite

import numpy as np

from language.foreign.draft import Draft
from language.foreign.reading import Place, Reading
from language.instructions.block_words import PROGRAM_HEAD
from scenes.makers.krl.advance_run import MOTION, stops_before_next
from scenes.makers.krl.krl_blocks import Blocks
from scenes.makers.krl.krl_data import NUMBER, Declarations, aggregate_of, numbers_of, value_of
from scenes.makers.krl.krl_expressions import INPUTS_FROM, Names, inputs_from, translated
from scenes.makers.krl.krl_frames import pose_of_frame
from scenes.makers.krl.krl_points import DIALECT, NoGoalError, Points
from scenes.makers.krl.motion_state import MotionState
from scenes.makers.krl.spline_words import spline_state
from scenes.world.cell import Controller, Robot
from scenes.world.frozen import Array

CORNER = r"((?:\s+C_(?:PTP|DIS|VEL|ORI))*)"
GOAL = r"(\{[^}]*\}|[A-Za-z_]\w*)"
SILENT = re.compile(
    r"&.*|EXT\s+.*|\$BWDSTART\s*=.*|\$IPO_MODE\s*=\s*#BASE|\$VEL\.ORI[12]\s*=.*|\$ACC\..*=.*|"
    r"\$ADVANCE\s*=.*|\$ACC_AXIS.*=.*|\$ORI_TYPE\s*=\s*#VAR|\$LOAD\s*=.*|\$H_POS\s*=.*|"
    r"INTERRUPT\s+(DECL|ON)\s+3\b.*|GLOBAL INTERRUPT DECL 3\b.*|CONTINUE|"
    r"(?:GLOBAL\s+)?(?:DECL\s+)?(?:INT|REAL|BOOL|CHAR|E6POS|E6AXIS|POS|AXIS|FRAME|FDAT|PDAT|LDAT)\s+"
    r"[\w,\s\[\]]+",
    re.IGNORECASE,
)


def krl_translated(
    source: str, data: Sequence[tuple[str, str]], robot: Robot, controller: Controller
) -> Reading:
    """The program of a `.src` text. data: Name and text of its `.dat` and of `$config.dat`."""
    return _Translator(source, data, robot, controller).reading()


class _Translator:
    def __init__(
        self, source: str, data: Iterable[tuple[str, str]], robot: Robot, controller: Controller
    ) -> None:
        self._lines, self._at = source.split("\n"), 0
        self._codes = [line.partition(";")[0].strip() for line in self._lines]
        self._data = Declarations()
        for name, text in data:
            self._data.read(text.split("\n"), name)
        self._in_data = dict(self._data.values)
        self._names = Names(self._data.signals, inputs_from(self._codes))
        self._state = MotionState()
        self._points = Points(robot, controller)
        self._blocks = Blocks()
        self._draft = Draft()
        self._tool = ""
        self._after_motion = list[tuple[str, Place]]()  # statements that wait for the next motion
        self._forms = self._known_forms()

    def _known_forms(self) -> tuple[tuple[re.Pattern[str], Callable[..., None]], ...]:
        forms: dict[str, Callable[..., None]] = {
            r"BAS\s*\(\s*#(\w+)\s*(?:,\s*(.*?))?\s*\)": self._bas,
            r"(PDAT_ACT|LDAT_ACT|FDAT_ACT)\s*=\s*(\w+|\{.*\})": self._take_set,
            rf"\$VEL\.CP\s*=\s*({NUMBER})": self._speed,
            rf"\$APO\.(CDIS|CPTP)\s*=\s*({NUMBER})": self._corner,
            rf"\$VEL_AXIS\[\s*\d+\s*\]\s*=\s*({NUMBER})": self._axis_speed,
            r"\$(BASE|TOOL)\s*=\s*(.+)": self._frame,
            rf"(PTP|LIN)\s+{GOAL}{CORNER}": self._motion,
            rf"S(PTP|LIN)\s+{GOAL}(\s+C_SPL)?(?:\s+WITH\s+(.+?))?(\s+C_SPL)?": self._spline,
            rf"CIRC\s+{GOAL}\s*,\s*{GOAL}{CORNER}": self._arc,
            rf"(PTP|LIN)_REL\s+(\{{[^}}]*\}})(?:\s+(#TOOL|#BASE))?{CORNER}": self._relative,
            r"\$OUT\[\s*(.+?)\s*\]\s*=\s*(.+)": self._output,
            r"TRIGGER\s+WHEN\s+DISTANCE\s*=\s*([01])\s+DELAY\s*=\s*0\s+DO\s+"
            r"\$OUT\[\s*(\d+)\s*\]\s*=\s*(TRUE|FALSE)": self._trigger,
            r"WAIT\s+FOR\s+(.+)": self._wait,
            r"WAIT\s+SEC\s+(.+)": self._stand,
            r"HALT": self._halt,
            r"RETURN": self._return,
            r"(\w+(?:\[[^\]]*\])?)\s*=\s*(.+)": self._assign,
            r"(\w+)\s*\(\s*(.*?)\s*\)": self._call,
        }
        return tuple((re.compile(form, re.IGNORECASE), act) for form, act in forms.items())

    def reading(self) -> Reading:
        """The whole text."""
        head = [";! dialect " + DIALECT, ";! language 2"]
        if self._names.inputs_from:
            head.append(
                f"; Inputs are signals from {INPUTS_FROM} on: input 1 is {INPUTS_FROM + 1}."
            )
        for line in head:
            self._draft.say(line)
        for at, (line, code) in enumerate(zip(self._lines, self._codes, strict=True)):
            self._at = at
            remark = line.partition(";")[2].strip()
            first = len(line) - len(line.lstrip()) + 1
            place = Place(at + 1, first, first + len(code))
            if code:
                self._draft.begin(place)
                self._with_remark(code, remark)
                continue
            self._draft.at(place)
            if remark and not re.match(r"ENDFOLD", remark, re.IGNORECASE):
                self._say("; " + re.sub(r"^FOLD\s*", "", remark, flags=re.IGNORECASE))
            elif not line.strip() and self._draft.lines[-1]:
                self._draft.say("")
        self._put_values()
        return self._draft.reading(self._origins())

    def _put_values(self) -> None:
        """Puts values and points behind the first .PROGRAM, as if they stood in its line."""
        lines = self._draft.lines
        heads = (at for at, line in enumerate(lines) if line.startswith(PROGRAM_HEAD))
        at = next(heads, None)
        place = Place(1) if at is None else self._draft.places[at]
        given = [f"{name} = {value:g}" for name, value in self._first_values()]
        given += [f"POINT {name} {values}" for name, values in self._points.defined.items()]
        rows = ((f"  {line}" if at is not None else line, place) for line in given)
        self._draft.insert(2 if at is None else at + 1, rows)

    def _origins(self) -> dict[str, str]:
        """Where the values of points and numbers come from, by their names here."""
        told = {
            name: f"{where}, value of the last run" for name, where in self._data.origins.items()
        }
        return told | {name: told[of] for name, of in self._points.made_of.items() if of in told}

    def _first_values(self) -> Iterator[tuple[str, float]]:
        """The numbers of the data that the program uses: those of the last run."""
        words = {word.upper() for code in self._codes for word in re.findall(r"[A-Za-z_]\w*", code)}
        for name, value in self._in_data.items():
            if isinstance(value, float) and name.partition("[")[0] in words:
                yield name, value

    def _with_remark(self, code: str, remark: str) -> None:
        """Translates one line of code; the remark behind it stays behind its last statement."""
        lines = self._draft.lines
        before = len(lines)
        self._code(code)
        if remark and len(lines) > before and not lines[-1].lstrip().startswith(";"):
            lines[-1] += f" ; {remark}"
        elif remark:
            self._say(f"; {remark}")

    def _code(self, code: str) -> None:
        """Translates one line of code."""
        block = self._blocks.take(code, lambda text: translated(text, self._names))
        if block is not None:
            if block.fault:
                self._lose(code, block.fault)
            for line in block.lines:
                self._draft.say(line)
            self._points.forget()
            return
        if SILENT.fullmatch(code):
            self._draft.ignore()
            return
        if re.match(r"(GLOBAL\s+)?(DECL|SIGNAL|INT|REAL|BOOL)\b", code, re.IGNORECASE):
            self._declare(code)
            return
        for form, act in self._forms:
            found = form.fullmatch(code)
            if found:
                try:
                    act(*found.groups())
                except NoGoalError as why:
                    self._lose(code, str(why))
                return
        self._lose(code, "not understood")

    def _say(self, line: str, place: Place | None = None) -> None:
        self._draft.say("  " * self._blocks.depth + line if line else "", place)

    def _lose(self, code: str, why: str) -> None:
        """Keeps a statement as a remark, and tells why."""
        if MOTION.match(code):
            self._draft.not_carried_out(code, why)
        else:
            self._draft.not_understood(code, why)
        self._say(f"; KRL {self._at + 1}: {' '.join(code.split())}")

    def _declare(self, code: str) -> None:
        """A declaration in the program: its value is given where it stands."""
        if not self._data.take(code):
            self._lose(code, "a declaration that is not read")
            return
        found = re.search(r"(\w+(?:\[[^\]]*\])?)\s*=\s*(.+)", code)
        value = None if found is None else value_of(found[2])
        if found is not None and isinstance(value, float):
            self._say(f"{found[1].upper()} = {value:g}")

    # Settings.

    def _bas(self, what: str, value: str | None) -> None:
        number = value_of(value) if value else None
        given = number if isinstance(number, float) else None
        fault = self._state.bas(what, given, self._data)
        if fault:
            raise NoGoalError(fault)

    def _take_set(self, which: str, given: str) -> None:
        values = aggregate_of(given) if given.startswith("{") else self._data.aggregate(given)
        if values is None:
            raise NoGoalError(f"{given} has no value: give its .dat")
        self._state.waiting[which.upper()] = values

    def _speed(self, m_s: str) -> None:
        self._state.m_s = _finite(m_s)

    def _axis_speed(self, percent: str) -> None:
        self._state.percent = _finite(percent)

    def _corner(self, which: str, value: str) -> None:
        if which.upper() == "CDIS":
            self._state.cdis = _finite(value)
        else:
            self._state.cptp, self._state.ptp_in_mm = _finite(value), False

    def _frame(self, which: str, given: str) -> None:
        kind = "tool" if which.upper() == "TOOL" else "base"
        numbered = re.fullmatch(r"(TOOL_DATA|BASE_DATA)\[\s*(\d+)\s*\]", given, re.IGNORECASE)
        if given.upper() == "$NULLFRAME":
            T: Array = np.eye(4)
        else:
            name = f"{numbered[1]}[{numbered[2]}]" if numbered else given
            values = aggregate_of(given) if given.startswith("{") else self._data.aggregate(name)
            zeros = dict.fromkeys(("X", "Y", "Z", "A", "B", "C"), 0.0)
            if values is None:
                raise NoGoalError(f"the {kind} frame {given} has no value")
            T = pose_of_frame({**zeros, **numbers_of(values)})
        if kind == "tool":
            self._state.T_tool = T
        else:
            self._state.T_base = T

    # Motions.

    def _goal(self, text: str) -> tuple[str, dict[str, object]]:
        """The name of a goal and its components."""
        if text.startswith("{"):
            values = aggregate_of(text)
            name = f"P{self._at + 1}"
        else:
            values, name = self._data.aggregate(text), text.upper()
        if values is None:
            raise NoGoalError(f"{text} has no value: give its .dat")
        return name, values

    def _spline(
        self, way: str, goal: str, corner: str | None, words: str | None, last: str | None
    ) -> None:
        """A motion with its own settings, which are forgotten behind it."""
        state = spline_state(words, self._state, self._data) if words else self._state
        if isinstance(state, str):
            raise NoGoalError(state)
        self._motion(way, goal, (corner or last or ""), state)

    def _motion(self, way: str, goal: str, corner: str, state: MotionState | None = None) -> None:
        name, values = self._goal(goal)
        before, state = self._points.near, state or self._state
        if way.upper() == "PTP":
            point = self._points.joints_goal(name, values, state)
            zone = state.cdis if state.ptp_in_mm else 0.0
            if not state.ptp_in_mm:
                zone = self._points.zone_of(state.cptp, before)
            self._go(f"MOVE {point}", corner, zone, f"SPEED {state.percent:g}", state)
        else:
            point = self._points.pose_goal(name, values, state)
            speed = f"SPEED {1000 * state.m_s:g} MMPS"
            self._go(f"MOVES {point}", corner, state.cdis, speed, state)

    def _arc(self, via: str, goal: str, corner: str) -> None:
        state = self._state
        middle = self._points.pose_goal(*self._goal(via), state)
        name, values = self._goal(goal)
        point = self._points.pose_goal(
            f"{name}_END" if goal.startswith("{") else name, values, state
        )
        speed = f"SPEED {1000 * state.m_s:g} MMPS"
        self._go(f"C1MOVE {middle}\nC2MOVE {point}", corner, state.cdis, speed)

    def _relative(self, way: str, given: str, axes: str | None, corner: str) -> None:
        numbers = numbers_of(aggregate_of(given))
        state = self._state
        if way.upper() == "PTP" and len(numbers) == 1:
            ((axis, change),) = numbers.items()
            number = axis[1:]
            if axis.startswith("A") and number.isdecimal():
                sign = self._points.controller.signs[int(number) - 1]
                self._points.forget()
                self._go(
                    f"DRIVE {number}, {sign * change:g}", corner, 0.0, f"SPEED {state.percent:g}"
                )
                return
        if way.upper() == "PTP" or not numbers or not set(numbers) <= {"X", "Y", "Z"}:
            raise NoGoalError("only a shift of a line and a turn of one axis are read")
        vector = np.array([numbers.get(key, 0.0) for key in "XYZ"])
        word = "TDRAW" if axes and axes.upper() == "#TOOL" else "DRAW"
        if word == "DRAW":
            vector = self._points.turned(vector, state)
        told = ", ".join(f"{value:.6g}" for value in vector + 0.0)
        self._points.forget()
        self._go(f"{word} {told}", corner, state.cdis, f"SPEED {1000 * state.m_s:g} MMPS")

    def _go(
        self, motion: str, corner: str, zone: float, speed: str, state: MotionState | None = None
    ) -> None:
        """A motion with its tool, its speed and its corner, and what waits for it."""
        tool = self._points.tool_text(state or self._state)
        if tool != self._tool:
            self._tool = tool
            self._say(f"TOOL {tool}")
        if speed != "SPEED 100":
            self._say(speed)
        if corner.strip() and zone > 0.0 and not stops_before_next(self._codes, self._at):
            self._say(f"ACCURACY {zone:.6g}")
        self._draft.motion()
        for line in motion.split("\n"):
            self._say(line)
        for line, place in self._after_motion:
            self._say(line, place)
        self._after_motion.clear()

    # Signals and values.

    def _halt(self) -> None:
        self._say("PAUSE")

    def _return(self) -> None:
        self._say("RETURN")

    def _output(self, number: str, value: str) -> None:
        index, on = translated(number, self._names), translated(value, self._names)
        if index is None or on is None:
            raise NoGoalError("this output is not read")
        if index.isdecimal() and on in ("TRUE", "FALSE"):
            self._say(f"SIGNAL {'' if on == 'TRUE' else '-'}{index}")
            return
        for line in (f"IF {on} THEN", f"  SIGNAL {index}", "ELSE", f"  SIGNAL -({index})", "END"):
            self._say(line)

    def _trigger(self, where: str, number: str, on: str) -> None:
        line = f"SIGNAL {'' if on.upper() == 'TRUE' else '-'}{number}"
        if where == "1":
            self._after_motion.append((line, self._draft.here))
        else:
            self._say(line)

    def _wait(self, condition: str) -> None:
        told = translated(condition, self._names)
        if told is None:
            raise NoGoalError("this condition is not read")
        self._say(f"WAIT {told}")

    def _stand(self, seconds: str) -> None:
        told = translated(seconds, self._names)
        if told is None:
            raise NoGoalError("this time is not read")
        self._say(f"DELAY {told}")

    def _assign(self, name: str, value: str) -> None:
        told = translated(value, self._names)
        if name.upper() in self._data.signals:
            self._output(str(self._data.signals[name.upper()][1]), value)
        elif told is None or self._data.aggregate(name) is not None:
            raise NoGoalError("this value is not read")
        else:
            self._say(f"{translated(name, self._names)} = {told}")

    def _call(self, name: str, arguments: str) -> None:
        message = re.match(r'"[^"]*"', arguments)
        if message and name.upper().startswith("MSG"):
            self._say(f"TYPE {message[0]}")
            return
        told = translated(arguments, self._names) if arguments else ""
        if told is None:
            raise NoGoalError("these arguments are not read")
        self._points.forget()
        self._say(f"CALL {name.upper()}({told})" if told else f"CALL {name.upper()}")


def _finite(text: str) -> float:
    """A number; NoGoalError for one that is beyond all numbers."""
    value = float(text)
    if not isfinite(value):
        raise NoGoalError(f"{text} is no number")
    return value
