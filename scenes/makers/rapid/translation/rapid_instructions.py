"""Instructions of RAPID that are no motions: signals, waits, messages, assignments, settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from language.foreign.draft import NotSaidError
from language.foreign.limited_waits import limited_wait
from scenes.makers.defined_points import pose_text
from scenes.makers.known_values import UnknownError
from scenes.makers.rapid.rapid_frames import pose_of_values
from scenes.makers.rapid.rapid_trees import Arguments, Call, Item, Literal, Name, Part, Tree
from scenes.makers.rapid.rapid_values import value_of
from scenes.makers.rapid.translation.rapid_expressions import Expressions, own_name
from scenes.makers.rapid.translation.rapid_module import MOVING, NUMBERS, TARGETS, TRUTHS
from scenes.makers.rapid.translation.rapid_motions import HIGHEST, SHARE, Motions
from scenes.makers.rapid.translation.rapid_points import DISPLACEMENT, Points

_QUIET = (
    "CONFL ACCSET MOTIONSUP GRIPLOAD TPERASE TPSHOW ACTUNIT DEACTUNIT "
    "EOFFSON EOFFSOFF EOFFSSET SINGAREA PATHRESOL WORLDACCLIM CIRPATHMODE OPEN "
    "CLOSE WRITE ERRWRITE ERRLOG BOOKERRNO STARTMOVE ACTEVENTBUFFER DEACTEVENTBUFFER TUNERESET "
    "CORRCLEAR CLEARIOBUFF WRITESTRBIN REWIND ISLEEP IWATCH"
)
IGNORED = frozenset(_QUIET.split())
ENTRY = "the controller changes an output where the corner begins, here it changes in the middle"
HIGHEST_KEPT = "the highest speed of VelSet holds for lines and arcs here, not for other motions"
PULSE = "the output goes on and off at once: its pulse has no length here"
TYPED = "The time of a wait is over."
OVER = "where the time is over the program ends here, and no error handler is run"


@dataclass
class Instructions:
    """Says instructions. say: Takes a line of our language. differs: Takes what the controller does
    in another way."""

    points: Points
    expressions: Expressions
    say: Callable[[str], None]
    differs: Callable[[str], None]
    is_rounded: bool = False

    def take(self, key: str, arguments: Arguments, motions: Motions) -> None:
        """Says an instruction of INSTRUCTIONS. Raises NotSaidError."""
        self.is_rounded = motions.is_rounded
        INSTRUCTIONS[key](self, arguments)
        if key in STOPPING:
            motions.is_rounded = False

    def switch(self, signal: Tree, value: Tree) -> None:
        """An output that goes to a value."""
        number = self._number(signal)
        told = self.expressions.told(value)
        if told in ("0", "1", "TRUE", "FALSE"):
            self.say(f"SIGNAL {'' if told in ('1', 'TRUE') else '-'}{number}")
            return
        for line in (f"IF {told} THEN", f"  SIGNAL {number}", "ELSE", f"  SIGNAL -{number}", "END"):
            self.say(line)

    def set_output(self, arguments: Arguments) -> None:
        """SetDO signal, value."""
        if len(arguments.given) != 2 or arguments.names - {"SYNC"}:
            raise NotSaidError("only an output and its value are read")
        self._tell_entry()
        self.switch(*arguments.given)

    def turn(self, arguments: Arguments, is_on: bool) -> None:
        """Set and Reset of a signal."""
        if len(arguments.given) != 1:
            raise NotSaidError("only one output is read")
        self._tell_entry()
        self.switch(arguments.given[0], Literal(float(is_on)))

    def pulse(self, arguments: Arguments) -> None:
        """PulseDO signal."""
        if len(arguments.given) != 1:
            raise NotSaidError("only one output is read")
        number = self._number(arguments.given[0])
        self.differs(PULSE)
        self.say(f"SIGNAL {number}")
        self.say(f"SIGNAL -{number}")

    def invert_output(self, arguments: Arguments) -> None:
        """InvertDO signal."""
        number = self._number(arguments.given[0]) if len(arguments.given) == 1 else 0
        if not number:
            raise NotSaidError("only one output is read")
        lines = (f"IF SIG({number}) THEN", f"  SIGNAL -{number}", "ELSE", f"  SIGNAL {number}")
        for line in (*lines, "END"):
            self.say(line)

    def wait_signal(self, arguments: Arguments) -> None:
        """WaitDI and WaitDO: a signal and its value."""
        if len(arguments.given) != 2:
            raise NotSaidError("only a signal and its value are read")
        number, told = self._number(arguments.given[0]), self.expressions.told(arguments.given[1])
        if told not in ("0", "1"):
            raise NotSaidError("only the values 0 and 1 of a signal are read")
        self._wait(f"{'' if told == '1' else 'NOT '}SIG({number})", arguments)

    def wait_until(self, arguments: Arguments) -> None:
        """WaitUntil a condition."""
        if len(arguments.given) != 1:
            raise NotSaidError("only one condition is read")
        self._wait(self.expressions.told(arguments.given[0]), arguments)

    def _wait(self, condition: str, arguments: Arguments) -> None:
        """Waits for a condition, perhaps not for ever."""
        unknown = arguments.names - {"INPOS", "POLLRATE", "MAXTIME", "TIMEFLAG"}
        if unknown:
            raise NotSaidError(f"\\{min(unknown).capitalize()} is not read")
        limit, flag = arguments.option("MAXTIME"), arguments.option("TIMEFLAG")
        over = "" if flag is None else self.expressions.variable(flag)
        if limit is None:
            self.say(f"WAIT {condition}")
        else:
            told = self.expressions.told(limit)
            seconds = f"({told})" if " " in told else told
            for line in limited_wait(condition, seconds):
                self.say(line)
        if over:
            self.say(f"{over} = NOT ({condition})")
        elif limit is not None:
            self.differs(OVER)
            ends = (f"IF NOT ({condition}) THEN", f'  TYPE "{TYPED}"', "  HALT", "END")
            for line in ends:
                self.say(line)

    def wait_time(self, arguments: Arguments) -> None:
        """WaitTime seconds."""
        if len(arguments.given) != 1:
            raise NotSaidError("a time is missing")
        if "INPOS" in arguments.names:
            self.say("BREAK")
        self.say(f"DELAY {self.expressions.told(arguments.given[0])}")

    def wait_stop(self, arguments: Arguments) -> None:
        """WaitRob, until the arm stands."""
        self.say("BREAK")

    def show(self, arguments: Arguments) -> None:
        """TPWrite a text and a number."""
        parts = [_quoted(each) for each in arguments.given]
        number = arguments.option("NUM") or arguments.option("BOOL")
        if number is not None:
            parts.append(self.expressions.told(number))
        self.say(f"TYPE {', '.join(parts)}" if parts else 'TYPE ""')

    def ask(self, arguments: Arguments) -> None:
        """TPReadNum and TPReadFK: a variable and a text."""
        if len(arguments.given) < 2 or not isinstance(arguments.given[0], Name):
            raise NotSaidError("this question is not read")
        name = self.expressions.variable(arguments.given[0])
        self.say(f"PROMPT {_quoted(arguments.given[1])}, {name}")

    def count(self, arguments: Arguments, sign: str) -> None:
        """Incr, Decr and Add."""
        if not arguments.given:
            raise NotSaidError("a variable is missing")
        name = self.expressions.variable(arguments.given[0])
        by = self.expressions.told(arguments.given[1]) if len(arguments.given) > 1 else "1"
        self.say(f"{name} = {name} {sign} {by}")

    def clear(self, arguments: Arguments) -> None:
        """Clear a variable."""
        if len(arguments.given) != 1:
            raise NotSaidError("a variable is missing")
        self.say(f"{self.expressions.variable(arguments.given[0])} = 0")

    def velocity(self, arguments: Arguments) -> None:
        """VelSet percent, most mm/s: it holds for all motions behind it."""
        if len(arguments.given) != 2:
            raise NotSaidError("a percentage and a speed are expected")
        if not self.points.facts.slows:
            return
        share, most = (self.expressions.told(each) for each in arguments.given)
        self.differs(HIGHEST_KEPT)
        self.say(f"{SHARE} = ({share}) / 100")
        self.say(f"{HIGHEST} = {most}")

    def joint_configuration(self, arguments: Arguments) -> None:
        """ConfJ on or off."""
        self.points.any_configuration = "OFF" in arguments.names

    def displace_off(self, arguments: Arguments) -> None:
        """PDispOff."""
        if self.points.facts.displaces:
            self.say(f"SET {DISPLACEMENT} = NULL")

    def displace_by(self, arguments: Arguments) -> None:
        """PDispSet a frame."""
        try:
            value = value_of(arguments.given[0], self.points.values)
        except (UnknownError, IndexError) as why:
            raise NotSaidError("this displacement is not known before the run") from why
        T = pose_of_values(value)
        if T is None:
            raise NotSaidError("this is no displacement")
        self.say(f"POINT {DISPLACEMENT} {pose_text(T)}")

    def displace(self, arguments: Arguments) -> None:
        """PDispOn: targets are shifted as the present place is against a programmed one."""
        if len(arguments.given) != 2 or arguments.names - {"ROT", "EXEP", "WOBJ"}:
            raise NotSaidError("this displacement is not read")
        T_object = self.points.work_object(arguments.option("WOBJ"))
        programmed = self.points.inside(arguments.given[0], "DISP")
        at = arguments.option("EXEP")
        if at is not None:
            there = self.points.inside(at, "DISPAT")
        else:
            is_base = np.allclose(T_object, np.eye(4))
            there = "HERE" if is_base else f"INVERSE({self.points.object_name(T_object)}):HERE"
        if "ROT" in arguments.names:
            self.say(f"SET {DISPLACEMENT} = {there}:INVERSE({programmed})")
            return
        self.say(f"SET DISPAT_NOW = {there}")
        shift = ", ".join(f"D{c}(DISPAT_NOW) - D{c}({programmed})" for c in "XYZ")
        self.say(f"SET {DISPLACEMENT} = TRANS({shift})")

    # Assignments.

    def assign(self, target: Tree, value: Tree) -> bool:
        """Says an assignment; False where it has no effect here. Raises NotSaidError."""
        of: Tree = target
        while isinstance(of, Part | Item):
            of = of.of
        if not isinstance(of, Name):
            raise NotSaidError("this is no variable")
        kind = self.expressions.kind_of(of.key)
        if kind in NUMBERS | TRUTHS:
            self.say(f"{self.expressions.variable(target)} = {self.expressions.told(value)}")
        elif kind == TARGETS and isinstance(target, Name | Item):
            told = self.points.inside(value, "PLACE")
            self.say(f"SET {self.expressions.variable_of(target)} = {told}")
        elif kind == TARGETS and isinstance(target, Part):
            self._shift(target, value)
        elif kind is not None and kind in MOVING:
            self._give(kind, of.key, target, value)
        else:
            return False
        return True

    def _give(self, kind: str, key: str, target: Tree, value: Tree) -> None:
        """Another speed, zone, tool, work object or jointtarget from here on."""
        is_whole = isinstance(target, Name | Item)
        name = self.expressions.variable_of(target) if is_whole else own_name(key)
        if kind == "JOINTTARGET" and isinstance(value, Call) and value.key == "CJOINTT":
            self.say(f"HERE #{name}")
        elif is_whole and kind in ("SPEEDDATA", "ZONEDATA"):
            self.say(f"{name} = {self.points.variable(kind, value, name)}")
        elif is_whole and kind in ("TOOLDATA", "WOBJDATA"):
            self.say(f"SET {name} = {self.points.variable(kind, value, name)}")
        elif isinstance(target, Part) and target.key in ("V_TCP", "PZONE_TCP"):
            self.say(f"{name} = {self.expressions.told(value)}")
        elif isinstance(target, Part) and kind in ("SPEEDDATA", "ZONEDATA"):
            return  # the turn of the tool and external axes have no speed of their own here
        else:
            raise NotSaidError(f"{key} is given another value while the program runs")
        self.expressions.used.add(key)

    def clock(self, arguments: Arguments, does: str) -> None:
        """ClkReset, ClkStart and ClkStop of a clock."""
        if len(arguments.given) != 1 or not isinstance(arguments.given[0], Name):
            raise NotSaidError("this clock is not read")
        name = own_name(arguments.given[0].key)
        self.expressions.clocks.add(name)
        if does == "stop":
            self.say(f"{name} = {name} + {name}_RUNS * (TIME - {name}_FROM)")
        elif does == "reset":
            self.say(f"{name} = 0")
        self.say(f"{name}_FROM = TIME")
        self.say(f"{name}_RUNS = {int(does == 'start')}")

    def _shift(self, target: Part, value: Tree) -> None:
        """`p.trans.z := 5`: the place moves along an axis of its work object."""
        if isinstance(target.of, Part) and target.of.key == "TRANS" and target.key in "XYZ":
            told, name = self.expressions.told(value), self.expressions.variable_of(target.of.of)
            shift = ["0", "0", "0"]
            shift["XYZ".index(target.key)] = f"({told}) - D{target.key}({name})"
            self.say(f"SET {name} = SHIFT({name} BY {', '.join(shift)})")
            return
        if isinstance(target.of, Name | Item) and target.key in ("EXTAX", "ROBCONF"):
            return
        raise NotSaidError("only x, y and z of a place are changed while the program runs")

    # Parts of instructions.

    def _tell_entry(self) -> None:
        if self.is_rounded:
            self.differs(ENTRY)

    def _number(self, tree: Tree) -> int:
        if not isinstance(tree, Name) or self.expressions.kind_of(tree.key) is not None:
            raise NotSaidError("only a signal by its name is read")
        return self.expressions.signals.number(tree.key)


def _quoted(tree: Tree) -> str:
    """A text of ours; what is put together while the program runs is three dots."""
    text = str(tree.value) if isinstance(tree, Literal) else "..."
    return '"' + text.replace('"', "'") + '"'


ASKING = frozenset({"WAITUNTIL", "WAITDI", "WAITDO"})  # again and again
STOPPING = frozenset({"WAITTIME", "WAITROB", "STOP", "WAITUNTIL", "WAITDI", "WAITDO"})
INSTRUCTIONS: Mapping[str, Callable[[Instructions, Arguments], None]] = MappingProxyType(
    {
        "SETDO": Instructions.set_output,
        "SET": lambda of, arguments: of.turn(arguments, is_on=True),
        "RESET": lambda of, arguments: of.turn(arguments, is_on=False),
        "PULSEDO": Instructions.pulse,
        "INVERTDO": Instructions.invert_output,
        "WAITDI": Instructions.wait_signal,
        "WAITDO": Instructions.wait_signal,
        "WAITUNTIL": Instructions.wait_until,
        "WAITTIME": Instructions.wait_time,
        "WAITROB": Instructions.wait_stop,
        "TPWRITE": Instructions.show,
        "TPREADNUM": Instructions.ask,
        "TPREADFK": Instructions.ask,
        "INCR": lambda of, arguments: of.count(arguments, "+"),
        "ADD": lambda of, arguments: of.count(arguments, "+"),
        "DECR": lambda of, arguments: of.count(arguments, "-"),
        "CLEAR": Instructions.clear,
        "CLKRESET": lambda of, arguments: of.clock(arguments, "reset"),
        "CLKSTART": lambda of, arguments: of.clock(arguments, "start"),
        "CLKSTOP": lambda of, arguments: of.clock(arguments, "stop"),
        "VELSET": Instructions.velocity,
        "CONFJ": Instructions.joint_configuration,
        "PDISPON": Instructions.displace,
        "PDISPOFF": Instructions.displace_off,
        "PDISPSET": Instructions.displace_by,
        "STOP": lambda of, arguments: of.say("PAUSE"),
        "BREAK": lambda of, arguments: of.say("PAUSE"),
        "EXIT": lambda of, arguments: of.say("HALT"),
        "EXITCYCLE": lambda of, arguments: of.say("STOP"),
    }
)
