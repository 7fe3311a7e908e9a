"""Findings of numbers with something behind them: units or hexadecimal digits.

Units are not written. Removing a unit keeps the value only if the operand has that unit: 30mm is 30
behind DRAW, but not behind SPEED, whose operand is in %.
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from language.expressions.operand_places import is_value_end
from language.instructions import OperandKind
from language.lines.operands import Argument
from language.lines.parsed_line import ParsedLine
from language.words.diagnostics import Diagnostic, Fix, finding, replacement
from language.words.lexer import BAD_NUMBER, NUMBER, WORD, Token

_OURS = {"MM": "mm", "DEG": "deg", "DEGREES": "deg", "S": "s", "SEC": "s", "SECONDS": "s"}
_ABOUT = {
    "lengths are in mm": "MM CM DM M UM IN INCH FT",
    "angles are in degrees": "DEG DEGREES RAD",
    "times are in s": "S SEC SECONDS MS US MIN H",
}
_MEASURES = {unit: about for about, units in _ABOUT.items() for unit in units.split()}
# The value of one such unit in the unit of an operand.
_IN_OURS = {
    "mm": {"CM": 10, "DM": 100, "M": 1000, "UM": 0.001, "IN": 25.4, "INCH": 25.4, "FT": 304.8},
    "deg": {"RAD": math.degrees(1)},
    "s": {"MS": 0.001, "US": 0.000001, "MIN": 60, "H": 3600},
}
_COUNTED = frozenset({OperandKind.NUMBER, OperandKind.JOINT, OperandKind.SIGNAL})
_NUMBER_THEN_WORD = re.compile(r"([0-9]++(?>(?:\.[0-9]*+)?)|\.[0-9]++)([A-Za-z_]++)")
_HEXADECIMAL = re.compile(r"0[xX][0-9A-Fa-f]{1,8}")


def number_with_more(token: Token) -> Diagnostic | None:
    """The finding of a number with a unit or in hexadecimal digits; None for other faults."""
    text = token.text
    joined = _NUMBER_THEN_WORD.fullmatch(text)
    about = _MEASURES.get(joined[2].upper()) if joined else None
    if about is not None:
        message, help_ = f"{text} is not a number: units are not written", about
    elif _HEXADECIMAL.fullmatch(text):
        message, help_ = f"{text} is not a number: digits are decimal", f"write  {int(text, 16)}"
    else:
        return None
    columns = token.column, token.end
    return finding("E102", message, *columns, label="not a number", help=help_)


def without_units(line: str, code: Sequence[Token]) -> str:
    """The line with blanks in place of units, so that no column changes."""
    for token in code:
        digits = _digits(token)
        if digits:
            start = token.column - 1 + len(digits)
            line = f"{line[:start]}{' ' * (token.end - 1 - start)}{line[token.end - 1 :]}"
    return line


def _digits(token: Token) -> str:
    """The number in a token that is a number with mm, deg or s; "" for any other token."""
    joined = _NUMBER_THEN_WORD.fullmatch(token.text) if token.kind == BAD_NUMBER else None
    return joined[1] if joined and joined[2].upper() in _OURS else ""


def with_unit_fixes(
    found: Sequence[Diagnostic], code: Sequence[Token], arguments: Sequence[Argument | None]
) -> list[Diagnostic]:
    """The findings, with a fix for each unit that is the unit of its operand.

    arguments: those of the line without the units.
    """
    units = {a.end_column: a.operand.unit for a in arguments if a is not None}
    fixes: dict[int, Fix] = {}
    for token in code:
        digits = _digits(token)
        unit = units.get(token.column + len(digits))
        if digits and _OURS[token.text[len(digits) :].upper()] == unit:
            title = f"write  {digits}"
            fixes[token.column] = replacement(title, token.column, token.end, digits)
    return [
        replace(d, help=fixes[d.column].title, fixes=(fixes[d.column],)) if d.column in fixes else d
        for d in found
    ]


def unit_behind(
    line: str, code: Sequence[Token], read: Callable[[str], ParsedLine]
) -> Diagnostic | None:
    """The finding of a unit behind a number, with a blank between: `DELAY 500 ms`.

    None if the line has other faults. The fix removes the unit if it is that of the operand;
    otherwise the help says what the number is in the unit of the operand. read: parses a line.
    """
    units = [(a, b) for a, b in pairwise(code[1:]) if _is_unit_behind(a, b)]
    bare = line
    for _, unit in units:
        bare = f"{bare[: unit.column - 1]}{' ' * len(unit.text)}{bare[unit.end - 1 :]}"
    parsed = read(bare) if units else None
    if parsed is None or parsed.diagnostics or parsed.instruction is None:
        return None
    number, unit = units[0]
    found = [a for a in parsed.arguments if a is not None and a.end_column == number.end]
    operand = found[0].operand if found else None
    if operand is None or operand.kind is OperandKind.ITEM:
        return None
    if operand.kind not in _COUNTED and number.kind == WORD:
        return None
    fixes: tuple[Fix, ...] = ()
    if _OURS.get(unit.key) == operand.unit:
        help_ = f"take  {unit.text}  out"
        fixes = (replacement(help_, number.end, unit.end, ""),)
    else:
        help_ = _in_its_unit(parsed.instruction.name, found[0], number, unit)
    message = f"{unit.text} is too much here: units are not written"
    columns = unit.column, unit.end
    return finding("E114", message, *columns, label="a unit", help=help_, fixes=fixes)


def _is_unit_behind(number: Token, unit: Token) -> bool:
    return is_value_end(number) and unit.kind == WORD and unit.key in _MEASURES


def _in_its_unit(name: str, argument: Argument, number: Token, unit: Token) -> str:
    """The help for a unit that is not that of the operand: its unit, and the value if known."""
    operand, value = argument.operand, argument.value
    if not operand.unit:
        return _MEASURES[unit.key]
    takes = operand.phrase if " in " in operand.phrase else f"{operand.phrase} in {operand.unit}"
    factor = _IN_OURS.get(operand.unit, {}).get(unit.key)
    is_alone = number.kind == NUMBER and argument.column >= number.column - 1
    if factor is None or not is_alone or not isinstance(value, float):
        return f"{name} takes {takes}"
    return f"write  {value * factor:.10g}: {name} takes {takes}"
