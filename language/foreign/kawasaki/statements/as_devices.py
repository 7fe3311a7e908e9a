"""Statements of AS and V+ that speak with other devices: the net, other tasks, timed signals.

A simulated controller is alone: no device of a net answers. What it sends is lost without an error,
and what waits for an answer ends when its time is over, as on a controller whose line is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from language.foreign.kawasaki.as_forms import grouped
from language.foreign.kawasaki.as_tokens import NAME, NUMBER, SIGN, Word, our_name, split
from language.foreign.kawasaki.as_values import Values
from language.foreign.kawasaki.texts.word_cursor import UnreadError

TIMED_OUT = "-34024"  # the controller's number for an answer that did not come in time
ALONE = "no device of a net answers here"
STOP_AT_SIGNAL = "stop.at.signal"
FILES = frozenset({"FOPEN", "FCLOSE", "WRITE", "READ"})
_LOGIC = frozenset({"AND", "OR", "NOT", "XOR", "TRUE", "FALSE", "ON", "OFF"})


@dataclass(frozen=True)
class _Talk:
    """A statement of the net: what it sets, and how long it waits.

    result: Value of its first argument. empty: Index of the argument that gets the number 0 of
    texts that came, -1 for none. seconds: Index of the argument with the time, -1 for none. text:
    Index of the argument that gets the text that comes, -1 for none. at: Index of the argument that
    gets the result.
    """

    result: str
    empty: int = -1
    seconds: int = -1
    text: int = -1
    at: int = 0


# Kawasaki, AS Language Reference Manual, instructions for sockets.
NET = {
    "TCP_LISTEN": _Talk("0"),
    "TCP_END_LISTEN": _Talk("0"),
    "TCP_CLOSE": _Talk("0"),
    "TCP_STATUS": _Talk("0"),
    "TCP_ACCEPT": _Talk(TIMED_OUT, seconds=2),
    "TCP_CONNECT": _Talk(TIMED_OUT, seconds=3),
    "TCP_SEND": _Talk(TIMED_OUT),
    "TCP_RECV": _Talk(TIMED_OUT, 3, 4, 2),
    "UDP_SENDTO": _Talk("0"),
    "UDP_RECVFROM": _Talk(TIMED_OUT, 3, 4, 2),
    "SEND": _Talk("0", at=1),
    "RECEIVE": _Talk(TIMED_OUT, text=0, at=1),
}


def net_lines(values: Values, words: Sequence[Word]) -> list[str]:
    """The lines for a statement of the net."""
    talk = NET[words[0].key]
    parts = split(list(words[1:]))
    if len(parts) <= talk.at or not parts[talk.at]:
        raise UnreadError("the variable for the result is missing")
    lines = [f"{values.number(parts[talk.at])} = {talk.result}"]
    if 0 <= talk.empty < len(parts) and parts[talk.empty]:
        lines.append(f"{values.number(parts[talk.empty])} = 0")
    if 0 <= talk.text < len(parts):
        lines += _received(values, parts[talk.text])
    if 0 <= talk.seconds < len(parts) and parts[talk.seconds]:
        lines.append(f"DELAY {grouped(values.number(parts[talk.seconds]))}")
    return lines


def file_lines(values: Values, words: Sequence[Word]) -> list[str]:
    """FOPEN, FCLOSE, WRITE of V+: a file or a line of the net is open, and what is written is lost.

    READ gives no text: its name keeps its value, or has none yet.
    """
    close = next((i for i, word in enumerate(words) if word.text == ")"), 0)
    if len(words) < 2 or words[1].text != "(" or close < 2:
        raise UnreadError("the number of a device is missing")
    given = split(list(words[close + 1 :]))
    if words[0].key != "READ":
        return [f"REMARK {words[0].key}"]
    return [line for part in given if part and part[0].is_text for line in _received(values, part)]


def logic_lines(values: Values, words: Sequence[Word]) -> list[str]:
    """SOUT signal = condition: numbers in the condition are signals."""
    at = next((i for i, word in enumerate(words) if word.text == "="), 0)
    if at < 2 or at + 1 >= len(words):
        raise UnreadError("a signal and a condition are expected")
    told = list[Word]()
    for word in words[at + 1 :]:
        is_signal = word.kind == NUMBER or (word.kind == NAME and word.key not in _LOGIC)
        told += _as_signal(word) if is_signal else [word]
    signal = values.number(list(words[1:at]))
    return [
        f"IF {values.number(told)} THEN",
        f"  SIGNAL {grouped(signal)}",
        "ELSE",
        f"  SIGNAL (-({signal}))",
        "END",
    ]


def _as_signal(word: Word) -> list[Word]:
    signs = [Word(SIGN, sign, sign, word.column, False) for sign in "()"]
    return [Word(NAME, "SIG", "SIG", word.column, False), signs[0], word, signs[1]]


def _received(values: Values, words: list[Word]) -> list[str]:
    """A text that does not come: its name keeps its value, or has none yet."""
    try:
        return ["IF FALSE THEN", f"  {values.text(words)} = 0", "END"]
    except UnreadError:
        return []


def pulse_lines(values: Values, words: Sequence[Word]) -> tuple[list[str], str]:
    """PULSE signal, s: on, and off after the time, and DLYSIG signal, s: on after the time.

    Both are done at once here. Their lines, and what differs.
    """
    parts = split(list(words[1:]))
    if not parts:
        raise UnreadError("a signal is missing")
    signal = values.number(parts[0])
    seconds = values.number(parts[1]) if len(parts) > 1 else "0.2"
    if words[0].key == "DLYSIG":
        return [
            f"SIGNAL {grouped(signal)}"
        ], f"the signal changes at once here, not after {seconds} s"
    lines = [f"SIGNAL {grouped(signal)}", f"SIGNAL (-({signal}))"]
    return lines, f"the signal goes off at once here, not after {seconds} s"


def search_lines(values: Values, words: Sequence[Word]) -> list[str]:
    """XMOVE place TILL signal: a line that ends where the signal comes."""
    till = next((i for i, word in enumerate(words) if word.key == "TILL"), 0)
    if till < 2 or any(word.text == "/" for word in words[:till]):
        raise UnreadError("only  XMOVE place TILL signal  is read")
    signal = grouped(values.number(list(words[till + 1 :])))
    values.programs.add(STOP_AT_SIGNAL)
    return [
        f"REACTI {signal}, {STOP_AT_SIGNAL}",
        f"MOVES {values.location(list(words[1:till]))}",
        "BREAK",
        f"IGNORE {signal}",
    ]


@dataclass
class Jumps:
    """Jumps that a signal makes: ON signal GOTO label, and ONI, which cuts a motion off.

    The signal sets a flag. Each line behind which time has passed asks for it and jumps. count: Of
    all jumps. now: Numbers of those that cut a motion off. open: Number and label of those that a
    signal may make here, by the signal.
    """

    count: int = 0
    now: set[int] = field(default_factory=set)
    open: dict[str, tuple[int, int]] = field(default_factory=dict)

    def begin(self, values: Values, words: Sequence[Word], at: int, label: int) -> list[str]:
        """The lines for ON or ONI. at: Index of the word GOTO. label: Its number here."""
        signal = grouped(values.number(list(words[1:at])))
        self.count += 1
        self.open[signal] = self.count, label
        is_now = words[0].key == "ONI"
        self.now |= {self.count} if is_now else set()
        react = "REACTI" if is_now else "REACT"
        return [f"jump.n{self.count} = 0", f"{react} {signal}, jump.at{self.count}"]

    def behind(self, row_lines: list[str]) -> list[str]:
        """The lines of a statement, and behind it the jumps that may be due; waits end for them."""
        if not self.open:
            return row_lines
        flags = [f"jump.n{number} == 1" for number, _ in self.open.values()]
        told = [
            f"WAIT ({line[5:]}) OR {' OR '.join(flags)}" if line.startswith("WAIT ") else line
            for line in row_lines
        ]
        for signal, (number, label) in self.open.items():
            undone = [f"  jump.n{number} = 0", f"  IGNORE {signal}", f"  GOTO {label}"]
            told += [f"IF jump.n{number} == 1 THEN", *undone, "END"]
        return told

    def programs(self) -> list[str]:
        """The programs of ours that the signals call."""
        found = list[str]()
        for number in range(1, self.count + 1):
            brake = ["  BRAKE"] if number in self.now else []
            found += [f".PROGRAM jump.at{number}", f"  jump.n{number} = 1", *brake, ".END"]
        return found


def event_lines(values: Values, words: Sequence[Word]) -> list[str]:
    """WAIT.EVENT of V+ without events: a time alone."""
    parts = split(list(words[1:]))
    if len(parts) != 2 or parts[0]:
        raise UnreadError("events of tasks are not known here")
    return [f"DELAY {grouped(values.number(parts[1]))}"]


def task_lines(values: Values, words: Sequence[Word]) -> list[str]:
    """PCEXECUTE n: program, and EXECUTE n program() of V+: a task of its own.

    One that comes to its end without a wait or a motion is done at once. Of any other there are no
    lines.
    """
    at = next((i for i, word in enumerate(words) if word.text == ":"), 0)
    at = at or (1 if len(words) > 1 and words[1].text.isdecimal() else 0)
    if at + 1 >= len(words):
        return []
    name, rest = words[at + 1], list(words[at + 2 :])
    bare = [word for word in rest if word.text not in ("(", ")")]
    is_once = not bare or [word.text for word in bare] == [",", "1"]
    return [f"CALL {our_name(name.text)}"] if is_once and name.key in values.brief else []
