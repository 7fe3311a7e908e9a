"""Statements of FANUC that are no motions: signals, waits, timers, registers, messages, frames."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from language.foreign.draft import NotSaidError
from language.foreign.limited_waits import limited_wait
from scenes.makers.fanuc.ls_points import NUMBER
from scenes.makers.fanuc.ls_signals import KINDS, OUTPUTS
from scenes.makers.fanuc.ls_trees import Item, Tree, Word, constant_of
from scenes.makers.fanuc.translation.ls_expressions import (
    CLOCK,
    CLOCK_FROM,
    CLOCK_RUNS,
    Expressions,
)
from scenes.makers.fanuc.translation.ls_motions import BRACKETS, Motions
from scenes.makers.fanuc.translation.ls_registers import FRAMES, Registers
from scenes.makers.fanuc.translation.ls_work import NOT_GIVEN, WAIT_TIME, Work

# Loads, accelerations, supervision and displays: they change nothing of the motions here.
SILENT = re.compile(
    r"PAYLOAD\b.*|COL\s+(?:DETECT|GUARD).*|COLL?\.?\s*GUARD.*|TOOL_?OFFSET\s+CONDITION\s*|"
    r"\$WAITTMOUT\s*=.*|LOCK PREG|UNLOCK PREG|RSR\b.*|DIAG_REC.*|AVOID_SINGULARITY.*|"
    r"SR\[\d+\]\s*=.*|Clear User Page.*|User Page.*|DISPLAY\b.*|SINGULARITY AVOID.*|"
    r"STOP_TRACKING.*|RESUME_PROG.*|POINT_LOGIC.*|MONITOR\b.*|MONITOR END.*|TC_ONLINE.*|"
    r"OVERRIDE\s*=\s*100\s*%|--eg:.*",
    re.IGNORECASE,
)
WELD = re.compile(r"(Arc|Weave|Track|Touch|SPOT|Seal)\b.*", re.IGNORECASE)
PULSE = "the output goes on and off at once: its pulse has no length here"
OVERRIDE = "a slower override is not carried out: motions are as fast as they are written"
MOST_SPEED = "a limit of all speeds is not carried out: motions are as fast as they are written"
WAIT_SECONDS = 30.0  # how long a WAIT with TIMEOUT waits, $WAITTMOUT as delivered
ASSIGNMENT = re.compile(rf"([A-Z]+{BRACKETS})\s*=\s*(.+)", re.IGNORECASE)


@dataclass
class Actions:
    """Says statements that are no motions."""

    work: Work
    expressions: Expressions
    registers: Registers
    motions: Motions

    def forms(self) -> tuple[tuple[re.Pattern[str], Callable[..., None]], ...]:
        """What statements look like, and what says them."""
        table: dict[str, Callable[..., None]] = {
            r"(UFRAME|UTOOL)_NUM(?:\[GP1\])?\s*=\s*(.+)": self.choose_frame,
            rf"WAIT\s+(R{BRACKETS}|{NUMBER})\s*(?:\(sec\))?": self.stand,
            r"WAIT\s+(.+?)(?:\s+TIMEOUT\s*,\s*LBL\[(\d+)\])?": self.wait,
            r"(?:TOOL_)?OFFSET\s+CONDITION\s+(.+)": self.offset_condition,
            r"SKIP\s+CONDITION\s+(.+)": self.skip_condition,
            r"TIMER\[(\d+)\]\s*=\s*(START|STOP|RESET)": self.timer,
            r"(?:MESSAGE|PROMPT)\s*\[(.*)\]": self.show,
            r"UALM\[(.*)\]": self.alarm,
            r"PAUSE": lambda: self.work.say("PAUSE"),
            r"ABORT": lambda: self.work.say("HALT"),
            r"END": lambda: self.work.say("RETURN"),
            r"OVERRIDE\s*=.*": lambda: self._partly("override", OVERRIDE),
            r"(?:JOINT|LINEAR)_MAX_SPEED.*": lambda: self._partly("most", MOST_SPEED),
            ASSIGNMENT.pattern: self.assign,
        }
        return tuple((re.compile(form, re.IGNORECASE), act) for form, act in table.items())

    def _partly(self, key: str, why: str) -> None:
        self.work.draft.ignore()
        self.work.partly_once(key, why)

    # Settings.

    def choose_frame(self, kind: str, value: str) -> None:
        """UFRAME_NUM and UTOOL_NUM."""
        number = constant_of(self.expressions.tree(value))
        if kind.upper() == "UFRAME":
            self.work.frames.frame = None if number is None else int(number)
        else:
            self.work.frames.tool = None if number is None else int(number)
        if number is None:
            raise NotSaidError("only a run knows the number of this frame")

    # What conditions hold at a motion is followed along the ways of a run, by `ls_ways`.

    def offset_condition(self, value: str) -> None:
        """OFFSET CONDITION PR[n] and TOOL_OFFSET CONDITION PR[n]."""
        self.motions.offset_of(value)

    def skip_condition(self, value: str) -> None:
        """SKIP CONDITION condition."""
        self.expressions.told_text(value)

    # Waits and timers.

    def stand(self, seconds: str) -> None:
        """WAIT seconds."""
        self.work.say(f"DELAY {self.expressions.told_text(seconds)}")

    def wait(self, condition: str, label: str | None) -> None:
        """WAIT condition, perhaps not for ever."""
        told = self.expressions.told_text(condition)
        if label is None:
            self.work.say(f"WAIT {told}")
            return
        seconds = self._seconds()
        for line in limited_wait(told, f"{seconds:.10g}"):
            self.work.say(line)
        self.work.say(f"IF NOT ({told}) GOTO {label}")

    def _seconds(self) -> float:
        """How long a WAIT with TIMEOUT waits here, s. Raises NotSaidError where it is not known."""
        given = self.work.given_here(WAIT_TIME)
        if given == {NOT_GIVEN}:
            return WAIT_SECONDS
        (hundredths,) = given if len(given) == 1 else ("",)
        if not hundredths.isdecimal():
            raise NotSaidError(f"only a run knows {WAIT_TIME} here")
        return 0.01 * float(hundredths)

    def timer(self, number: str, does: str) -> None:
        """TIMER[n] = START, STOP or RESET."""
        self.work.shared.clocks.add(int(number))
        count, since, runs = (f"{name}[{number}]" for name in (CLOCK, CLOCK_FROM, CLOCK_RUNS))
        if does.upper() == "RESET":
            self.work.say(f"{count} = 0")
        else:
            self.work.say(f"{count} = {count} + {runs} * (TIME - {since})")
            self.work.say(f"{runs} = {int(does.upper() == 'START')}")
        self.work.say(f"{since} = TIME")

    # Messages.

    def show(self, text: str) -> None:
        """MESSAGE and PROMPT."""
        plain = "".join(c if c.isprintable() and c != '"' else "'" for c in text)
        self.work.say(f'TYPE "{plain}"')

    def alarm(self, number: str) -> None:
        """UALM[n] stops the program until somebody goes on."""
        self.work.say(f'TYPE "alarm {number}"')
        self.work.say("PAUSE")

    # Assignments.

    def assign(self, target: str, value: str) -> None:
        """A register, an output or a frame gets a value."""
        item = self.expressions.tree(target)
        if not isinstance(item, Item):
            raise NotSaidError("this is no register and no output")
        if item.kind in KINDS:
            self._switch(item, value)
            return
        tree = self.expressions.tree(value)
        if item.kind == "PR" or item.kind in FRAMES:
            self.registers.assign(item, tree)
        elif item.kind in ("R", "GO", "AO"):
            self._number(item, tree)
        elif item.kind == "P":
            raise NotSaidError("a point that gets another value while the program runs is not read")
        else:
            raise NotSaidError(f"{item.kind}[..] is not read here")

    def _number(self, item: Item, tree: Tree) -> None:
        """A number gets a value; a signal counts as 1 or 0."""
        target = self.expressions.told(item)
        if self.expressions.is_truth(tree):
            self.work.say(f"{target} = ABS({self.expressions.told(tree)})")
        else:
            self.work.say(f"{target} = {self.expressions.told(tree)}")

    def _switch(self, item: Item, value: str) -> None:
        """An output goes on or off, for a moment, or as a condition says."""
        if item.kind not in OUTPUTS:
            raise NotSaidError("an input is not set by a program")
        number = self.expressions.signal(item)
        plain = number if number.isdecimal() else f"({number})"
        if value.upper().startswith("PULSE"):
            self.work.partly_once("pulse", PULSE)
            self.work.say(f"SIGNAL {plain}")
            self.work.say(f"SIGNAL -{plain}")
            return
        tree = self.expressions.tree(value)
        if isinstance(tree, Word) and tree.key in ("ON", "OFF"):
            self.work.say(f"SIGNAL {'' if tree.key == 'ON' else '-'}{plain}")
            return
        told = self.expressions.told(tree)
        for line in (f"IF {told} THEN", f"  SIGNAL {plain}", "ELSE", f"  SIGNAL -{plain}", "END"):
            self.work.say(line)
