"""Lines of code of AS and V+, and what each says: a head, a call, a name that gets a value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from language.foreign.kawasaki.as_forms import is_assignment
from language.foreign.kawasaki.as_tokens import NAME, NUMBER, Word, our_name, split

HEAD = re.compile(r"\s*\.PROGRAM\s+([^\s(;#@]+)", re.IGNORECASE)
TAIL = re.compile(r"\s*\.E(?:N(?:D)?)?\b", re.IGNORECASE)
CALLS = ("CALL", "GOSUB")
PLACE_NUMBERS = 6
_SWITCHED = {"ON": -1.0, "TRUE": -1.0, "OFF": 0.0, "FALSE": 0.0}


class Line(NamedTuple):
    """A line of code. at: Its index from the first line of its section. remark: What stands behind
    `;`."""

    at: int
    code: str
    remark: str
    words: list[Word]


class Constant(NamedTuple):
    """What a line gives a global name. key: The name here in capitals, and whether it is that of a
    place. numbers: One, or those of a place; () for anything else. at: Index of the line."""

    key: tuple[str, bool]
    name: str
    numbers: tuple[float, ...]
    at: int


def called_by(words: Sequence[Word]) -> str:
    """The program that a line calls, in capitals; "" for none."""
    at = next((i for i, word in enumerate(words) if word.key in CALLS), None)
    is_name = at is not None and at + 1 < len(words) and words[at + 1].kind == NAME
    return words[at + 1].key if at is not None and is_name else ""


def label_of(words: list[Word]) -> tuple[str, list[Word]]:
    """The label before a statement, "" for none, and the words behind it."""
    if len(words) > 1 and words[0].kind == NAME and words[1].text == ":":
        # VALUE and ANY of CASE end with the same sign.
        return (words[0].text, words[2:]) if words[0].key not in ("VALUE", "ANY") else ("", words)
    if words[0].text.isdecimal():
        return words[0].text, words[1:]
    return "", words


def gives_time(words: Sequence[Word]) -> bool:
    """Whether a line is `SPEED 3 S`, the time of the next motion in seconds.

    A torn MM/S gives none: a time changes what all motions of the program come to.
    """
    if len(words) < 3 or words[0].key != "SPEED" or words[-1].key != "S":
        return False
    is_rate = any(a.key == "MM" and b.text == "/" for a, b in pairwise(words))
    return words[-2].text != "/" and not is_rate


def target_of(words: Sequence[Word]) -> str:
    """The name that a line gives a value, with its index if that is in digits; "" for none."""
    if not words:
        return ""
    if words[0].key == "HERE":
        return "".join(word.text for word in words[1:])
    if words[0].key in ("POINT", "SET", "FOR"):
        words = words[1:]
    elif not is_assignment(list(words)):
        return ""
    at = next((i for i, word in enumerate(words) if word.text == "="), 0)
    return "".join(word.text for word in words[:at])


def constant_of(line: Line, target: str) -> Constant | None:
    """What a line gives the name that is its target; None for a local name, a text or no name."""
    if not target or target.startswith((".", "$")):
        return None
    is_place = line.words[0].key in ("POINT", "SET", "HERE")
    size = len(line.words)
    at = next((i for i, word in enumerate(line.words) if word.text == "="), size)
    name, numbers = our_name(target), _literal(line.words[at + 1 :], is_place)
    return Constant((name.upper(), is_place), name, numbers, line.at)


def _literal(words: Sequence[Word], is_place: bool) -> tuple[float, ...]:
    """The numbers of `5`, `-5`, `ON` or `TRANS(1, 2, 3)`; () for anything else."""
    if not is_place:
        value = _number(words)
        return () if value is None else (value,)
    if len(words) < 4 or words[0].key != "TRANS" or words[-1].text != ")":
        return ()
    parts = [_number(part) if part else 0.0 for part in split(list(words[2:-1]))]
    if any(part is None for part in parts) or len(parts) > PLACE_NUMBERS:
        return ()
    given = [part for part in parts if part is not None]
    return tuple([*given, *[0.0] * PLACE_NUMBERS][:PLACE_NUMBERS])


def _number(words: Sequence[Word]) -> float | None:
    """The number that words are; None for anything else."""
    if len(words) == 2 and words[0].text == "-" and words[1].kind == NUMBER:
        return -words[1].value
    if len(words) != 1:
        return None
    return words[0].value if words[0].kind == NUMBER else _SWITCHED.get(words[0].key)
