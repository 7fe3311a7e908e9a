"""Statements of AS and V+ that give locations their values and take them apart; tools and bases."""

from __future__ import annotations

from collections.abc import Sequence

from language.foreign.kawasaki.as_forms import plus
from language.foreign.kawasaki.as_tokens import Word, our_name
from language.foreign.kawasaki.as_values import Values
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.kawasaki.texts.word_cursor import UnreadError


def point_lines(values: Values, words: Sequence[Word]) -> list[str]:
    """POINT and SET: a location gets the value of another one, or parts of it."""
    at = next((i for i, word in enumerate(words) if word.text == "="), None)
    if at is None:
        raise UnreadError("a value is missing")
    name, value = list(words[1:at]), list(words[at + 1 :])
    if name and name[0].text == "/":  # POINT/OAT: a part of a location
        return _part_lines(values, name, value)
    told = values.location(value)
    kept = values.location(name)
    if ":" in kept or "(" in kept.partition("[")[0]:
        raise UnreadError("only one location gets a value here")
    return [f"SET {kept} = {told}"]


def _part_lines(values: Values, name: list[Word], value: list[Word]) -> list[str]:
    """POINT/X, /OAT ... : parts of one location are those of another one."""
    parts, target = name[1].key, values.location(name[2:])
    source = values.location(value)
    numbers = {"X": 1, "Y": 2, "Z": 3, "O": 4, "A": 5, "T": 6}
    if not parts or not set(parts) <= set(numbers):
        raise UnreadError("this part of a location is not read")
    taken = {numbers[part] for part in parts}
    told = [f"{'part_b' if i in taken else 'part_a'}[{i}]" for i in range(1, 7)]
    return [
        f"DECOMPOSE part_a[] = {target}",
        f"DECOMPOSE part_b[] = {source}",
        f"SET {target} = TRANS({', '.join(told)})",
    ]


def decompose_lines(values: Values, words: Sequence[Word]) -> list[str]:
    """DECOMPOSE array[i] = place: its six numbers, or joint values as the controller shows them."""
    at = next((i for i, word in enumerate(words) if word.text == "="), 0)
    if at < 2:
        raise UnreadError("a value is missing")
    source = values.location(list(words[at + 1 :]))
    name = our_name(words[1].text)
    index = values.number(list(words[3 : at - 1])) if at > 4 else "0"
    parts = [f"part_a[{i + 1}]" for i in range(6)]
    if source.startswith("#"):
        parts = values.shown(len(values.facts.signs))
    first = [f"{name}[{plus(index, i)}] = {part}" for i, part in enumerate(parts)]
    return [f"DECOMPOSE part_a[] = {source}", *first]


def tool_line(place: str, facts: Facts) -> str:
    """The line for a tool: it counts from the flange of the controller."""
    if facts.flange and place == "NULL":
        return f"TOOL TRANS({facts.flange})"
    return f"TOOL TRANS({facts.flange}):{place}" if facts.flange else f"TOOL {place}"


def base_line(place: str, facts: Facts) -> str:
    """The line for a base: it counts from the base of the controller."""
    own = f"TRANS({facts.base})" if facts.base else ""
    if place == "NULL":
        return f"BASE INVERSE({own})" if own else "BASE NULL"
    return f"BASE INVERSE({own}:{place})" if own else f"BASE INVERSE({place})"
