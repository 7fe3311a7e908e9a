"""Values of foreign programs that are known before a run: what the languages of makers share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import NamedTuple


class UnknownError(Exception):
    """A value that is not known before a run; its text says which one."""


COUNTED: Mapping[str, Callable[[float, float], object]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


class Signs(NamedTuple):
    """The signs of a language. counted: Those between two numbers."""

    equal: str
    differs: str
    both: str
    either: str
    one: str
    no: str
    counted: Mapping[str, Callable[[float, float], object]]


def signed(signs: Signs, sign: str, of: object) -> object:
    """A truth negated, or a number with a sign; UnknownError for other values."""
    if sign == signs.no and type(of) is bool:
        return not of
    if sign in ("+", "-") and type(of) is float:
        return -of if sign == "-" else of
    raise UnknownError(f"{sign} of this value is not known")


def joined(signs: Signs, sign: str, a: object, b: object) -> object:
    """What a sign makes of two values, truths or numbers; UnknownError for others."""
    if sign in (signs.equal, signs.differs):
        return (a == b) is (sign == signs.equal)
    if type(a) is bool and type(b) is bool:
        truth = {signs.both: a and b, signs.either: a or b, signs.one: a is not b}
        if sign in truth:
            return truth[sign]
    if type(a) is float and type(b) is float:
        return _counted(signs, sign, a, b)
    raise UnknownError(f"{sign} of these values is not known")


def _counted(signs: Signs, sign: str, a: float, b: float) -> object:
    try:
        found = signs.counted[sign](a, b)
    except ZeroDivisionError as why:
        raise UnknownError("a division by zero") from why
    except (KeyError, ArithmeticError, ValueError) as why:
        raise UnknownError(f"{sign} of these values is not known") from why
    if type(found) is float and not isfinite(found):
        raise UnknownError(f"{sign} of these values is too large")
    return found
