"""Statements of AS and V+ in our words, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from language.foreign.draft import Effect
from language.foreign.kawasaki.as_blocks import parameter
from language.foreign.kawasaki.as_forms import (
    bare,
    grouped,
    is_assignment,
    is_switch,
    is_texts_only,
    number_words,
)
from language.foreign.kawasaki.as_rows import Row
from language.foreign.kawasaki.as_tokens import NAME, NUMBER, Word, our_name, split
from language.foreign.kawasaki.as_values import Values
from language.foreign.kawasaki.as_words import (
    AWAY,
    BEFORE_PLACE,
    BY_VECTOR,
    HANDS,
    IGNORED,
    LOCATIONS,
    MOTIONS_UNREAD,
    SAME_ALONE,
    SPEED_UNITS,
    TIMES,
    TO_PLACE,
    WRISTS,
)
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.kawasaki.backups.as_lines import gives_time
from language.foreign.kawasaki.statements.as_devices import (
    ALONE,
    FILES,
    NET,
    event_lines,
    file_lines,
    logic_lines,
    net_lines,
    pulse_lines,
    search_lines,
    task_lines,
)
from language.foreign.kawasaki.statements.as_places import (
    base_line,
    decompose_lines,
    point_lines,
    tool_line,
)
from language.foreign.kawasaki.statements.motion_times import SECONDS, TIMED, timed_lines
from language.foreign.kawasaki.statements.shown_items import print_lines, prompt_lines
from language.foreign.kawasaki.texts.word_cursor import UnreadError


@dataclass
class Statements:
    """Reads statements that are no blocks."""

    values: Values
    facts: Facts
    _acts: dict[str, Callable[[list[Word]], list[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for table, act in (
            (TO_PLACE, self._to_place), (BEFORE_PLACE, self._before), (AWAY, self._away),
            (BY_VECTOR, self._vector), (TIMES, self._time), (HANDS, self._hand),
            (WRISTS, self._wrist),
        ):  # fmt: skip
            self._acts.update(dict.fromkeys(table, act))
        self._acts |= {
            "SIGNAL": self._signal, "WAIT": self._wait, "SWAIT": self._swait,
            "SPEED": self._speed, "ACCURACY": self._accuracy, "FINE": self._ending,
            "COARSE": self._ending, "NULL": self._ending, "CP": self._overlap,
            "HERE": self._here, "CALL": self._call, "SCALL": self._call_by_text,
            "GOSUB": self._call, "BITS": self._bits,
            "TOOL": self._tool, "BASE": self._base, "TIMER": self._timer, "DRIVE": self._drive,
            "HOME": self._home, "ON": self._react, "ONI": self._react, "REACT": self._reacted,
            "REACTI": self._reacted, "IGNORE": self._ignore, "AUTO": self._auto,
            "LOCAL": self._auto,
            "BITS32": self._bits, "UTIMER": self._timer,
        }  # fmt: skip
        for word, read in (
            ("POINT", point_lines), ("SET", point_lines), ("DECOMPOSE", decompose_lines),
            ("XMOVE", search_lines), ("WAIT.EVENT", event_lines), ("PRINT", print_lines),
            ("SOUT", logic_lines), ("TYPE", print_lines), ("PROMPT", prompt_lines),
        ):  # fmt: skip
            self._acts[word] = partial(read, self.values)

    def take(self, row: Row, words: list[Word]) -> None:
        """Gives the row its lines. Raises UnreadError for what is not read."""
        key = words[0].key
        if is_assignment(words):
            self._assign(row, words)
            return
        row.moves = key in TO_PLACE or key in BEFORE_PLACE or key in AWAY or key in BY_VECTOR
        row.moves |= key in ("DRIVE", "HOME", "READY", "ALIGN", "XMOVE") or key in MOTIONS_UNREAD
        if key in IGNORED or is_texts_only(words) or is_switch(words):
            row.effect = Effect.IGNORED
            return
        if key in MOTIONS_UNREAD:
            raise UnreadError(f"{MOTIONS_UNREAD[key]} is not carried out")
        if key in SAME_ALONE and [word.key for word in words[1:]] in ([], ["ALWAYS"]):
            always = " ALWAYS" * (len(words) > 1 and key.startswith("CP"))
            row.lines = [SAME_ALONE[key] + always]
            return
        if key in NET:
            row.lines, row.note = net_lines(self.values, words), ALONE
        elif key in FILES:
            row.lines, row.note = file_lines(self.values, words), ALONE
        elif key in ("PULSE", "DLYSIG"):
            row.lines, row.note = pulse_lines(self.values, words)
        elif key in ("PCEXECUTE", "EXECUTE"):
            row.lines = task_lines(self.values, words)
            row.effect = Effect.CARRIED_OUT if row.lines else Effect.IGNORED
        elif key in self._acts:
            row.lines = self._acts[key](words)
            if row.moves and self.values.is_timed:
                row.lines = [*timed_lines(row.lines[-1]), *row.lines]
            row.note = TIMED if gives_time(words) else ""
        else:
            raise UnreadError("not understood")

    def _assign(self, row: Row, words: list[Word]) -> None:
        at = next(i for i, word in enumerate(words) if word.text == "=")
        if words[0].is_text:
            try:
                target = self.values.text(words[:at])
                row.lines = [f"{target} = {self.values.text(words[at + 1 :])}"]
            except UnreadError:
                row.effect = Effect.IGNORED  # nothing depends on it: conditions on it are refused
            return
        name = self.values.number(words[:at])
        row.lines = [f"{name} = {self.values.number(words[at + 1 :])}"]

    # Motions.

    def _to_place(self, words: list[Word]) -> list[str]:
        place, *more = split(words[1:]) or [[]]
        if more and not all(len(part) == 1 and part[0].kind == NUMBER for part in more):
            raise UnreadError("what stands behind the comma is not read")
        return [f"{TO_PLACE[words[0].key]} {self.values.location(place)}"]

    def _before(self, words: list[Word]) -> list[str]:
        place, *more = split(words[1:]) or [[]]
        if not more:
            raise UnreadError("a distance is missing")
        distance = self.values.number(more[0])
        return [f"{BEFORE_PLACE[words[0].key]} {self.values.location(place)}, {distance}"]

    def _away(self, words: list[Word]) -> list[str]:
        parts = split(words[1:]) or [[]]
        return [f"{AWAY[words[0].key]} ({self.values.number(parts[0])})"]

    def _vector(self, words: list[Word]) -> list[str]:
        given = split(words[1:])
        parts = [self.values.number(part) if part else "0" for part in given[:6]]
        if not parts or len(given) > 7:
            raise UnreadError("a shift, turns and a speed are expected")
        speed = self._speed([words[0], *given[6]]) if given[6:] else []
        return [*speed, *self._drawn(words[0].key, parts)]

    def _drawn(self, key: str, parts: list[str]) -> list[str]:
        shift = ", ".join([*parts, "0", "0"][:3])
        turns = [(axis, by) for axis, by in zip("XYZ", parts[3:], strict=False) if _turns(by)]
        if not turns:
            return [f"{BY_VECTOR[key]} {shift}"]
        if len(turns) > 1:
            raise UnreadError("turns about several axes at once are not read")
        turn = LOCATIONS[f"R{turns[0][0]}"]([turns[0][1]])
        if key == "TDRAW":
            return [f"MOVES DEST:TRANS({shift}):{turn}"]
        at = "DX(DEST), DY(DEST), DZ(DEST)"
        return [f"MOVES TRANS({shift}):TRANS({at}):{turn}:INVERSE(TRANS({at})):DEST"]

    def _drive(self, words: list[Word]) -> list[str]:
        parts = [self.values.number(part) for part in split(words[1:])]
        if len(parts) < 2 or not parts[0].isdecimal():
            raise UnreadError("a joint number in digits and a change are expected")
        signs = self.facts.signs
        joint = int(parts[0])
        if not 1 <= joint <= len(signs):
            raise UnreadError("how the controller counts this joint is not known")
        sign = "-" if signs[joint - 1] < 0 else ""
        return [f"DRIVE {joint}, {sign}({parts[1]}){''.join(f', {each}' for each in parts[2:3])}"]

    def _home(self, words: list[Word]) -> list[str]:
        number = words[1].text if len(words) > 1 else "1"
        shown = self.facts.homes.get(number)
        if shown is None:
            return ["READY"]
        return [f"MOVE #PPOINT({', '.join(self.values.joints([number_words(v) for v in shown]))})"]

    # Settings.

    def _speed(self, words: list[Word]) -> list[str]:
        if gives_time(words):
            return [f"{SECONDS} = {self.values.number(words[1:-1])}"]
        always, inner = _lasting(words)
        first, *more = split(inner) or [[]]
        if more and not (len(more) == 1 and [w.key for w in more[0][-3:]] == ["DEG", "/", "S"]):
            raise UnreadError("only a speed, and one in DEG/S, are read")
        for unit, factor in SPEED_UNITS.items():
            if len(first) > len(unit) and tuple(w.key for w in first[-len(unit) :]) == unit:
                told = self.values.number(first[: -len(unit)])
                told = told if factor == 1.0 else f"({told}) * {factor:.10g}"
                return [f"SPEED {grouped(told)} MMPS{always}"]
        if len(first) > 1 and first[-1].kind == NAME and first[-2].kind in (NAME, NUMBER):
            raise UnreadError("a time of a motion is not read")
        return [f"SPEED {grouped(self.values.number(first))}{always}"]

    def _accuracy(self, words: list[Word]) -> list[str]:
        fine = any(word.key == "FINE" for word in words)
        always, inner = _lasting([word for word in words if word.key != "FINE"])
        told = self.values.number(inner)
        return [f"FINE{always}"] if fine else [f"ACCURACY {grouped(told)}{always}"]

    def _ending(self, words: list[Word]) -> list[str]:
        always = " ALWAYS" if words[-1].key == "ALWAYS" else ""
        inner = words[1:-1] if always else words[1:]
        told = f" {grouped(self.values.number(inner))}" if inner else ""
        return [f"{words[0].key}{told}{always}"]

    def _overlap(self, words: list[Word]) -> list[str]:
        """CP ON or OFF: whether a motion goes over into the next."""
        on = len(words) > 1 and words[1].key == "ON"
        return ["NONULL ALWAYS" if on else "NULL ALWAYS"]

    def _wrist(self, words: list[Word]) -> list[str]:
        signs = self.facts.signs
        turned = len(signs) > 4 and signs[4] < 0
        return [WRISTS[words[0].key][turned]]

    def _tool(self, words: list[Word]) -> list[str]:
        place = self.values.location(split(words[1:])[0] if len(words) > 1 else words[1:])
        return [tool_line(place, self.facts)]

    def _base(self, words: list[Word]) -> list[str]:
        """BASE of AS: where its base is in that of the arm. BASE with numbers of V+ is ours."""
        parts = split(words[1:])
        base = f"TRANS({self.facts.base})" if self.facts.base else ""
        if len(parts) > 1 or not parts:
            if base:
                raise UnreadError("BASE with numbers is not read where the controller has its own")
            return [f"BASE {', '.join(self._or_zero(part) for part in parts)}".rstrip()]
        return [base_line(self.values.location(parts[0]), self.facts)]

    def _or_zero(self, words: list[Word]) -> str:
        return self.values.number(words) if words else "0"

    # Locations.

    def _here(self, words: list[Word]) -> list[str]:
        return [f"HERE {self.values.location(words[1:])}"]

    # Signals and flow.

    def _signal(self, words: list[Word]) -> list[str]:
        told = [self.values.number(part) for part in split(words[1:])]
        return [f"SIGNAL {', '.join(grouped(each) for each in told)}"]

    def _wait(self, words: list[Word]) -> list[str]:
        condition = self.values.number(words[1:])
        if self.values.before:
            raise UnreadError("what this waits for changes while it waits, and is not read")
        return [f"WAIT {condition}"]

    def _swait(self, words: list[Word]) -> list[str]:
        told = [self.values.number(part) for part in split(words[1:])]
        return [f"WAIT SIG({', '.join(told)})"]

    def _time(self, words: list[Word]) -> list[str]:
        time = f"{TIMES[words[0].key]} {grouped(self.values.number(words[1:]))}"
        return ["BREAK", time] if words[0].key == "STABLE" else [time]

    def _timer(self, words: list[Word]) -> list[str]:
        at = next((i for i, word in enumerate(words) if word.text == "="), 0)
        number, value = words[1:at], words[at + 1 :]
        named = [word for word in number if word.text not in ("(", ")")]
        is_named = len(named) == 2 and named[0].text == "@"
        told = str(self.values.timer(named[1])) if is_named else bare(self.values.number(number))
        return [f"TIMER {told} = {self.values.number(value)}"]

    def _bits(self, words: list[Word]) -> list[str]:
        """BITS first, count = value: each bit of the value is a signal."""
        at = next((i for i, word in enumerate(words) if word.text == "="), 0)
        parts = split(words[1:at])
        if not parts:
            raise UnreadError("a value is missing")
        first = self.values.number(parts[0])
        count = self.values.number(parts[1]) if len(parts) > 1 else "1"
        return [
            f"bits_value = {self.values.number(words[at + 1 :])}",
            "IF bits_value < 0 THEN",
            "  bits_value = bits_value + 4294967296",
            "END",
            f"FOR bits_at = 0 TO {count} - 1",
            f"  SIGNAL (({first} + bits_at) * (2 * (bits_value MOD 2) - 1))",
            "  bits_value = INT(bits_value / 2)",
            "END",
        ]

    def _call(self, words: list[Word]) -> list[str]:
        if len(words) < 2 or words[1].kind != NAME or words[1].is_text:
            raise UnreadError("the name of a program is expected")
        name, rest = words[1], words[2:]
        if rest and not (rest[0].text == "(" and rest[-1].text == ")"):
            raise UnreadError("these arguments are not read")
        told = [self._argument(name.key, at, part) for at, part in enumerate(split(rest[1:-1]))]
        # What lines before the call work out is a value: the program may use the same names for it.
        made = {line.split(" = ")[0].strip() for line in self.values.before}
        given = [f"({each})" if each in made else each for each in told if each]
        listed = f"({', '.join(given)})" if given else ""
        return [f"CALL {our_name(name.text)}{listed}"]

    def _call_by_text(self, words: list[Word]) -> list[str]:
        """SCALL text: the program of this name."""
        part = (split(words[1:]) or [[]])[0]
        told, programs = self.values.text(part), self.values.texts.programs
        lines = [f"CASE {told} OF"]
        for text in sorted(self.values.texts_in(part)):
            if text.upper() in programs:
                number = self.values.texts.number_of(text)
                lines += [f"VALUE {number}:", f"  CALL {our_name(text)}"]
        return [*lines, "ANY", '  ASSERT FALSE "there is no program of this name"', "END"]

    def _argument(self, program: str, at: int, words: list[Word]) -> str:
        """An argument of CALL; "" for a text without a number, which the program does not get."""
        if not words:
            return "0"
        if any(word.is_text for word in words):
            return self.values.text(words) if self.values.texts.takes(program, at) else ""
        first = words[0]
        if len(words) > 2 and words[1].text == "[" and all(w.text in "[,]" for w in words[1:]):
            return parameter(first.text + "[]")
        mark = first.text[:2]
        is_place = "&" in mark or "#" in mark
        return self.values.location(words) if is_place else self._number_or_place(words)

    def _number_or_place(self, words: list[Word]) -> str:
        try:
            return self.values.number(words)
        except UnreadError as why:
            with suppress(UnreadError):
                return self.values.location(words)
            raise why

    def _react(self, words: list[Word]) -> list[str]:
        """ON and ONI signal CALL program."""
        at = next((i for i, word in enumerate(words) if word.key == "CALL"), None)
        if at is None or at + 1 >= len(words):
            raise UnreadError("only a call is carried out at a signal")
        word = "REACT" if words[0].key == "ON" else "REACTI"
        signal = self.values.number(words[1:at])
        return [f"{word} {grouped(signal)}, {our_name(words[at + 1].text)}"]

    def _reacted(self, words: list[Word]) -> list[str]:
        parts = split(words[1:])
        if len(parts) < 2:
            raise UnreadError("the name of a program is expected")
        return [f"{words[0].key} {grouped(self.values.number(parts[0]))}, {parts[1][0].text}"]

    def _ignore(self, words: list[Word]) -> list[str]:
        return [f"IGNORE {grouped(self.values.number(words[1:]))}"]

    def _auto(self, words: list[Word]) -> list[str]:
        start = 2 if len(words) > 2 and words[1].key in ("REAL", "LOC", "DOUBLE") else 1
        texts, program = self.values.texts, self.values.program
        names = [
            part
            for part in split(words[start:])
            if part and (not part[0].is_text or texts.is_known(program, part[0].text))
        ]
        told = [parameter("".join(word.text for word in part)) for part in names]
        return [f"LOCAL {', '.join(told)}"] if told else []

    def _hand(self, words: list[Word]) -> list[str]:
        """OPEN and CLOSE of the clamp: the number of a clamp is no opening."""
        return [HANDS[words[0].key]]


def _turns(by: str) -> bool:
    """Whether an angle may be another one than 0."""
    return by.strip("0.") != ""


def _lasting(words: list[Word]) -> tuple[str, list[Word]]:
    """The word ALWAYS with a blank, if a line ends with it, and the words between."""
    if words[-1].key != "ALWAYS":
        return "", words[1:]
    if len(words) < 3:
        raise UnreadError(f"{words[-1].text} is a variable here, and has no value")
    return " ALWAYS", words[1:-1]
