"""Functions of AS and V+ that cut texts, put them together, or find a number in them.

Places in a text are counted from 1. Kawasaki, AS Language Reference Manual; Adept, V+ Language
Reference Guide: both say the same of these functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isfinite
from typing import Final, NamedTuple

Value = str | float
_LEADING = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?)", re.IGNORECASE)
_IN_BASE = re.compile(r"\s*\^([HB])([0-9A-F]+)", re.IGNORECASE)
_BASES = {"H": 16, "B": 2}
SIGNS_OF_ASCII = 128
LONGEST = 255  # signs of a text; a longer one is an error of the controller
OTHER = "\uffff"  # the text of a number that no text of the program holds


class TextFunction(NamedTuple):
    """A function of texts.

    kinds: Of its arguments: t a text, n a number, p a place or a count in the first text, i a whole
    number that texts of the program hold. work: Gives its value for all of them. least: Number of
    arguments that it needs.
    """

    kinds: str
    work: Callable[..., Value]
    least: int


def _mid(text: str, first: float, count: float = 255.0) -> str:
    start = max(int(first), 1) - 1
    return text[start : start + max(int(count), 0)]


def _left(text: str, count: float) -> str:
    return text[: max(int(count), 0)]


def _right(text: str, count: float) -> str:
    return text[max(len(text) - max(int(count), 0), 0) :]


def _sign(number: float) -> str:
    return chr(int(number)) if 0 <= number < SIGNS_OF_ASCII else ""


def _space(count: float) -> str:
    return " " * min(max(int(count), 0), LONGEST + 1)


def _length(text: str) -> float:
    return float(len(text))


def _code(text: str, place: float = 1.0) -> float:
    """The number of a sign; -1 where the text has none there."""
    at = max(int(place), 1) - 1
    return float(ord(text[at])) if at < len(text) else -1.0


def number_in(text: str, _code: float = 0.0) -> float:
    """The number with which a text begins; 0 for none."""
    based = _IN_BASE.match(text)
    if based is not None:
        digits = based[2] if based[1].upper() == "H" else re.sub("[^01].*", "", based[2])
        return float(int(digits or "0", _BASES[based[1].upper()]))
    found = _LEADING.match(text)
    return float(found[1]) if found else 0.0


def _place_in(text: str, part: str, first: float = 1.0) -> float:
    """Where a part begins in a text, from a place on; 0 where it does not stand."""
    return float(text.find(part, max(int(first), 1) - 1) + 1)


def _place_from(first: float, text: str, part: str) -> float:
    return _place_in(text, part, first)


def taken(text: str, breaks: str, mode: float = 0.0) -> str:
    """What $DECODE takes out of the beginning of a text.

    breaks: Each sign of it ends a part. mode: 0 takes what stands before the first of these signs,
    1 takes those of them that the text begins with.
    """
    at = 0
    while at < len(text) and (text[at] in breaks) == (mode > 0):
        at += 1
    return text[:at]


def rest(text: str, breaks: str, mode: float = 0.0) -> str:
    """What $DECODE leaves of a text."""
    return text[len(taken(text, breaks, mode)) :]


def counted(number: float) -> str:
    """A whole number as a text; any other one is OTHER."""
    return str(int(number)) if isfinite(number) else OTHER


def joined(*parts: str) -> str:
    """Texts one behind the other."""
    return "".join(parts)


CUTS: Final = "$DECODE"
REST: Final = "rest"  # what is left of the first argument of $DECODE
JOIN: Final = "+"
ENCODE: Final = "$ENCODE"
COUNT: Final = "$ENCODE/L"  # of one number, without blanks
TEXT_FUNCTIONS: Final[dict[str, TextFunction]] = {
    JOIN: TextFunction("tt", joined, 2),
    "$MID": TextFunction("tpp", _mid, 2),
    "$LEFT": TextFunction("tp", _left, 2),
    "$RIGHT": TextFunction("tp", _right, 2),
    "$CHR": TextFunction("n", _sign, 1),
    "$SPACE": TextFunction("n", _space, 1),
    CUTS: TextFunction("ttn", taken, 2),
    REST: TextFunction("ttn", rest, 2),
    COUNT: TextFunction("i", counted, 1),
    "$TOUPPER": TextFunction("t", str.upper, 1),
    "$TOLOWER": TextFunction("t", str.lower, 1),
}
NUMBER_FUNCTIONS: Final[dict[str, TextFunction]] = {
    "LEN": TextFunction("t", _length, 1),
    "ASC": TextFunction("tp", _code, 1),
    "VAL": TextFunction("tn", number_in, 1),
    "POS": TextFunction("ttp", _place_in, 2),
    "INSTR": TextFunction("tt", _place_in, 2),
    "INSTR from": TextFunction("ntt", _place_from, 3),
}


def function_of(key: str, count: int) -> TextFunction | None:
    """The function of a word with so many arguments; None for another word."""
    if key == "INSTR" and count == NUMBER_FUNCTIONS["INSTR from"].least:
        key = "INSTR from"
    found = TEXT_FUNCTIONS.get(key) or NUMBER_FUNCTIONS.get(key)
    if found is None or not found.least <= count <= len(found.kinds):
        return None
    return found
