"""What is said about numbers with something behind them: units, hexadecimal digits, anything else.

Units are not written. To take one out keeps the value only where the operand is in that unit:
30mm is 30 behind DRAW, and behind SPEED, which counts in %, it is something else.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from language.arguments import Argument
from language.diagnostics import Diagnostic, Fix, finding, replacement
from language.lexer import BAD_NUMBER, Token

_OURS = {"MM": "mm", "DEG": "deg", "DEGREES": "deg", "S": "s", "SEC": "s", "SECONDS": "s"}
_ABOUT = {
    "lengths are in mm": "MM CM DM M UM IN INCH FT",
    "angles are in degrees": "DEG DEGREES RAD",
    "times are in s": "S SEC SECONDS MS US MIN H",
}
_MEASURES = {unit: about for about, units in _ABOUT.items() for unit in units.split()}
_NUMBER_THEN_WORD = re.compile(r"([0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)([A-Za-z_]++)")
_HEXADECIMAL = re.compile(r"0[xX][0-9A-Fa-f]{1,8}")


def number_with_more(token: Token) -> Diagnostic | None:
    """The finding for a number with a unit, or in hexadecimal digits; None for other faults."""
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
    """The line with blanks in the place of the units: all columns stay."""
    for token in code:
        digits = _digits(token)
        if digits:
            start = token.column - 1 + len(digits)
            line = f"{line[:start]}{' ' * (token.end - 1 - start)}{line[token.end - 1 :]}"
    return line


def _digits(token: Token) -> str:
    """The number before a unit of ours; "" in any other token."""
    joined = _NUMBER_THEN_WORD.fullmatch(token.text) if token.kind == BAD_NUMBER else None
    return joined[1] if joined and joined[2].upper() in _OURS else ""


def with_unit_fixes(
    found: Sequence[Diagnostic], code: Sequence[Token], arguments: Sequence[Argument | None]
) -> list[Diagnostic]:
    """The findings, and a fix for each unit that is the one of its operand.

    arguments: those of the line without units.
    """
    units = {a.column: a.operand.unit for a in arguments if a is not None}
    fixes: dict[int, Fix] = {}
    for token in code:
        digits = _digits(token)
        if digits and _OURS[token.text[len(digits) :].upper()] == units.get(token.column):
            title = f"write  {digits}"
            fixes[token.column] = replacement(title, token.column, token.end, digits)
    return [
        replace(d, help=fixes[d.column].title, fixes=(fixes[d.column],)) if d.column in fixes else d
        for d in found
    ]
