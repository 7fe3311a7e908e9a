"""Instructions that are no motions: signals, waits, variables, tools, messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from language.foreign.draft import NotSaidError
from language.foreign.limited_waits import limited_wait
from scenes.makers.yaskawa.jbi_positions import NUMBER
from scenes.makers.yaskawa.translation.jbi_motions import Motions
from scenes.makers.yaskawa.translation.jbi_values import (
    signal_number,
    target,
    told_condition,
    told_number,
)
from scenes.makers.yaskawa.translation.jbi_work import (
    ROBOT_KINDS,
    Work,
    place_name,
)

# They change nothing of the motions here: loads, supervision, displays, synchronising.
SILENT = re.compile(
    r"NOP|(?:ADVINIT|ADVSTOP|CLS|MSG|SHCKSET|SHCKRST|CONTACT|REFP|SETUALM|VWAIT|CWAIT|SYNC|TSYNC|"
    r"PRINT|DIALOG|CALLFUNC|BRAKE|HSEN|CV)\b.*",
    re.IGNORECASE,
)
PROCESS = re.compile(
    r"(?:ARC(?:ON|OF|SET|CUR|VOL)|WV(?:ON|OF)|SVSPOT\w*|GUN\w*|SPYON|SPYOF|TOOLON|TOOLOF|HAND|AWELD"
    r"|VWELD|LASER\w*|CUT\w*|COMARCON|COMARCOF)\b.*",
    re.IGNORECASE,
)
NAME = r"(L?[BIDR]\d{1,4})"
SIGNAL = r"#\(\s*(\d{1,5}|L?[BI]\d{1,4})\s*\)"
SUMS = {"ADD": "+", "SUB": "-", "MUL": "*", "DIV": "/"}
PULSE = "the output goes on and off at once: its pulse has no length here"
ARGUMENT = "IARG"
GROUPS = "a group of signals is a number here: its single signals stay as they are"
MOST_CLEARED = 500


@dataclass
class Actions:
    """Says instructions that are no motions. job_calls: Says CALL of a job."""

    work: Work
    motions: Motions
    job_calls: Callable[[str, str], None]

    def forms(self) -> tuple[tuple[re.Pattern[str], Callable[..., None]], ...]:
        """What instructions look like, and what says them."""
        table: dict[str, Callable[..., None]] = {
            rf"DOUT\s+OT{SIGNAL}\s+(?:=\s*)?(ON|OFF|L?B\d+)": self.switch,
            r"DOUT\s+(OGH?)#\(\s*(\d{1,5})\s*\)\s+(.+)": self.switch_group,
            rf"DIN\s+{NAME}\s+(IGH?#\(.*\)|OGH?#\(.*\))": self.assign,
            rf"PULSE\s+OT{SIGNAL}(?:\s+T\s*=\s*\S+)?": self.pulse,
            rf"DIN\s+{NAME}\s+(IN|OT){SIGNAL}": self.read_signal,
            rf"TIMER\s+T\s*=\s*({NUMBER}|L?[BIDR]\d+)": self.stand,
            r"WAIT\s+(.+?)(?:\s+T\s*=\s*(\S+))?(?:\s+L?B\d+)?": self.wait,
            rf"SET\s+{NAME}\s+(?:EXPRESS\s+|=\s*)?(.+)": self.assign,
            r"SET\s+P(\d+)\s+P(\d+)": self.copy_place,
            rf"(INC|DEC)\s+{NAME}": self.count,
            rf"(ADD|SUB|MUL|DIV)\s+{NAME}\s+(.+)": self.sum,
            r"(ADD|SUB)\s+P(\d+)\s+P(\d+)": self.shift_place,
            r"CLEAR\s+(L?[BIDR])(\d+)\s+(\d+)": self.clear,
            rf"(SIN|COS|SQRT)\s+{NAME}\s+(.+)": self.function,
            r"GETS\s+P(?:X)?(\d+)\s+\$PX?\d+": self.here,
            r"SETTOOL\s+TL#\((\d+)\)\s+P(\d+)": self.fill_tool,
            r"CALL\s+JOB:(\S+?)((?:\s+ARGF\S+)*)(?:\s+IF\s+(.+))?": self.call,
            rf"GETARG\s+{NAME}\s+IARG#\((\d+)\)": self.take_argument,
            r"RET(?:URN)?(?:\s+IF\s+(.+))?": self.go_back,
            r"PAUSE(?:\s+IF\s+(.+))?": lambda why=None: self._if(why, "PAUSE"),
            r"ABORT(?:\s+.*)?": lambda: self.work.say("HALT"),
            r"END": lambda: self.work.say("RETURN"),
            r"SPEED\s+.*": lambda: self._partly("SPEED", "SPEED is not carried out: see V and VJ"),
        }
        return tuple((re.compile(form, re.IGNORECASE), act) for form, act in table.items())

    def _partly(self, key: str, why: str) -> None:
        self.work.draft.ignore()
        self.work.partly_once(key, why)

    def _if(self, condition: str | None, line: str) -> None:
        """A line that is run where a condition holds."""
        if condition is None:
            self.work.say(line)
            return
        for said in (f"IF {told_condition(self.work, condition)} THEN", f"  {line}", "END"):
            self.work.say(said)

    # Signals and waits.

    def switch(self, number: str, state: str) -> None:
        """DOUT."""
        told = signal_number(self.work, "OT", number)
        plain = told if told.isdecimal() else f"({told})"
        if state.upper() in ("ON", "OFF"):
            self.work.say(f"SIGNAL {'' if state.upper() == 'ON' else '-'}{plain}")
            return
        head = f"IF {told_number(self.work, state)} <> 0 THEN"
        for line in (head, f"  SIGNAL {plain}", "ELSE", f"  SIGNAL -{plain}", "END"):
            self.work.say(line)

    def switch_group(self, kind: str, number: str, value: str) -> None:
        """DOUT of a group of outputs."""
        self.work.partly_once("group", GROUPS)
        self.work.say(f"{kind.upper()}[{int(number)}] = {told_number(self.work, value)}")

    def pulse(self, number: str) -> None:
        """PULSE."""
        self.work.partly_once("pulse", PULSE)
        self.switch(number, "ON")
        self.switch(number, "OFF")

    def read_signal(self, name: str, kind: str, number: str) -> None:
        """DIN: a signal counts as 1 or 0."""
        told = signal_number(self.work, kind, number)
        self.work.say(f"{target(self.work, name)} = ABS(SIG({told}))")

    def stand(self, seconds: str) -> None:
        """TIMER; a variable counts hundredths of a second."""
        if seconds[0].isalpha():
            self.work.say(f"DELAY (0.01 * {told_number(self.work, seconds)})")
        else:
            self.work.say(f"DELAY {float(seconds):.9g}")

    def wait(self, condition: str, seconds: str | None) -> None:
        """WAIT, perhaps not for ever."""
        told = told_condition(self.work, condition)
        if seconds is None:
            self.work.say(f"WAIT {told}")
            return
        most = told_number(self.work, seconds)
        most = f"0.01 * {most}" if most[0].isalpha() else most
        for line in limited_wait(told, most):
            self.work.say(line)

    # Variables.

    def assign(self, name: str, value: str) -> None:
        """SET of a number."""
        whole = name.upper().lstrip("L")[0] != "R" and "/" in value
        told = told_number(self.work, value)
        self.work.say(f"{target(self.work, name)} = {f'INT({told})' if whole else told}")

    def count(self, does: str, name: str) -> None:
        """INC and DEC."""
        told = target(self.work, name)
        self.work.say(f"{told} = {told} {'+' if does.upper() == 'INC' else '-'} 1")

    def sum(self, does: str, name: str, value: str) -> None:
        """ADD, SUB, MUL, DIV of numbers; those of whole numbers are whole."""
        told, sign = target(self.work, name), SUMS[does.upper()]
        found = f"{told} {sign} ({told_number(self.work, value)})"
        whole = sign == "/" and name.upper().lstrip("L")[0] != "R"
        self.work.say(f"{told} = {f'INT({found})' if whole else found}")

    def function(self, does: str, name: str, value: str) -> None:
        """SIN, COS, SQRT of a number."""
        told = told_number(self.work, value)
        self.work.say(f"{target(self.work, name)} = {does.upper()}({told})")

    def clear(self, kind: str, first: str, count: str) -> None:
        """CLEAR: some variables from one on become 0."""
        if int(count) > MOST_CLEARED:
            raise NotSaidError("so many variables are not cleared")
        for number in range(int(first), int(first) + int(count)):
            self.work.say(f"{target(self.work, f'{kind}{number:0{len(first)}}')} = 0")

    # Places and tools.

    def _place(self, number: str) -> str:
        """A position variable that instructions change. Raises NotSaidError."""
        known = self.work.shared.variables.get(int(number))
        if known is not None and known.is_pulses:
            raise NotSaidError("pulses of a position variable that changes are not read")
        if known is not None and known.kind not in ROBOT_KINDS:
            raise NotSaidError(f"a position variable that changes is not read in {known.kind}")
        return place_name(int(number))

    def copy_place(self, to: str, of: str) -> None:
        """SET of a position variable."""
        source = self._place(of)
        if int(of) not in self.work.shared.variables:
            raise NotSaidError(f"P{int(of):03} has no value")
        self.work.say(f"SET {self._place(to)} = {source}")

    def shift_place(self, does: str, to: str, by: str) -> None:
        """ADD and SUB of position variables, number by number: shifts along X, Y, Z."""
        shift = self.work.shared.variables.get(int(by))
        if shift is None or shift.is_pulses or int(by) in self.work.shared.changed:
            raise NotSaidError(f"the numbers of P{int(by):03} are not known here")
        if any(shift.values[3:6]):
            raise NotSaidError("angles of position variables are not added")
        sign = 1.0 if does.upper() == "ADD" else -1.0
        listed = ", ".join(f"{sign * value:.9g}" for value in shift.values[:3])
        place = self._place(to)
        self.work.say(f"SET {place} = SHIFT({place} BY {listed})")

    def here(self, number: str) -> None:
        """GETS of the present place."""
        frame = self.work.robot_frame()
        told = f"INVERSE({frame.removesuffix(':')}):HERE" if frame else "HERE"
        self.work.say(f"SET {self._place(number)} = {told}")

    def fill_tool(self, tool: str, number: str) -> None:
        """SETTOOL: a tool gets the numbers of a position variable."""
        position = self.work.shared.variables.get(int(number))
        if position is None or position.is_pulses or int(number) in self.work.shared.changed:
            raise NotSaidError(f"the numbers of P{int(number):03} are not known here")
        self.work.fill_tool(int(tool), position.values)

    # Flow.

    def take_argument(self, name: str, number: str) -> None:
        """GETARG: a variable gets an argument of the job."""
        self.work.say(f"{target(self.work, name)} = {ARGUMENT}{int(number)}")

    def call(self, name: str, given: str, condition: str | None) -> None:
        """CALL of a job with its arguments, perhaps where a condition holds."""
        if condition is None:
            self.job_calls(name, given)
            return
        self.work.say(f"IF {told_condition(self.work, condition)} THEN")
        try:
            self.job_calls(name, given)
        finally:
            self.work.say("END")

    def go_back(self, condition: str | None = None) -> None:
        """RET."""
        self._if(condition, "RETURN")
