"""Functions and constants of expressions: one table for parser, machine and help.

Angles are in degrees, lengths in mm, times in s. TRUE is -1 as in VAL; every number but 0 counts as
true.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from language.words.degrees import arc_cosine, arc_sine, arc_tangent, cosine, sine, tangent

TRUE, FALSE = -1.0, 0.0


def _smallest(*values: float) -> float:
    """The smallest of at least one value; Python's min does not take a single number."""
    return min(values)


def _largest(*values: float) -> float:
    return max(values)


@dataclass(frozen=True)
class Function:
    """One function.

    parameters: one letter for each: n number, l location, b name of a body.
    required: number of parameters that may not be left out, -1 for all. repeats: whether the last
    parameter may be repeated.
    by: whether the word BY, and not a comma, follows the first argument.
    result: "number", "location" or "joints".
    compute: gives its value from numbers; None if the value depends on a cell.
    bare: whether it is written without parentheses, or with empty ones.
    clock: whether its value grows as time passes. steady: whether no statement that only computes
    can change its value.
    is_frame: whether its location is a frame in base axes and not a place for the tool.
    is_nothing: whether its location neither shifts nor turns.
    """

    name: str
    parameters: str
    summary: str
    result: str = "number"
    compute: Callable[..., float] | None = None
    required: int = -1
    repeats: bool = False
    by: bool = False
    bare: bool = False
    clock: bool = False
    steady: bool = False
    is_frame: bool = False
    is_nothing: bool = False

    @cached_property
    def least(self) -> int:
        """The least number of arguments."""
        return len(self.parameters) if self.required < 0 else self.required

    @property
    def usage(self) -> str:
        """How the function is written: SHIFT(location BY x, x, x)."""
        words = [_WORDS[letter] for letter in self.parameters]
        if self.by:
            return f"{self.name}({words[0]} BY {', '.join(words[1:])})"
        listed = ", ".join(words) + (", ..." if self.repeats else "")
        return self.name if self.bare else f"{self.name}({listed})"


_WORDS = {"n": "x", "l": "location", "b": "body"}


def whole(x: float) -> float:
    return float(math.trunc(x))


def fraction(x: float) -> float:
    return x - math.trunc(x)


def sign(x: float) -> float:
    return 1.0 if x >= 0 else -1.0


def _number(name: str, summary: str, compute: Callable[..., float], count: int = 1) -> Function:
    return Function(name, "n" * count, summary, compute=compute)


def _place(name: str, parameters: str, summary: str, **more: object) -> Function:
    return Function(name, parameters, summary, "location", **more)  # type: ignore[arg-type]


FUNCTIONS: dict[str, Function] = {
    function.name: function
    for function in (
        _number("ABS", "the value without its sign", abs),
        _number("INT", "the whole part, cut towards zero", whole),
        _number("FRACT", "what INT cuts off", fraction),
        _number("SQRT", "the square root", math.sqrt),
        _number("SIN", "sine of an angle in degrees", sine),
        _number("COS", "cosine of an angle in degrees", cosine),
        _number("TAN", "tangent of an angle in degrees", tangent),
        _number("ASIN", "angle in degrees whose sine it is", arc_sine),
        _number("ACOS", "angle in degrees whose cosine it is", arc_cosine),
        _number("ATAN2", "angle in degrees of the point (second, first)", arc_tangent, 2),
        _number("SIGN", "1, or -1 below zero", sign),
        Function("MIN", "n", "the smallest of the values", compute=_smallest, repeats=True),
        Function("MAX", "n", "the largest of the values", compute=_largest, repeats=True),
        Function("TRUE", "", "-1", compute=lambda: TRUE, bare=True),
        Function("FALSE", "", "0", compute=lambda: FALSE, bare=True),
        Function("PI", "", "3.14159...", compute=lambda: math.pi, bare=True),
        Function("DX", "l", "x of a location, mm"),
        Function("DY", "l", "y of a location, mm"),
        Function("DZ", "l", "z of a location, mm"),
        Function("DISTANCE", "ll", "distance between two locations, mm"),
        Function(
            "INRANGE",
            "l",
            "as in V+: 0 where the arm can reach the location within its limits, else why not: "
            "1, 2, 4, 8 ... added up for joint 1, 2, 3, 4 ... beyond its limit, or 16384 where no "
            "joint values lead there",
        ),
        Function("REACHABLE", "l", "TRUE where the arm can reach the location within its limits"),
        Function(
            "SIG",
            "n",
            "TRUE when all signals are as asked: n on, -n off",
            repeats=True,
            steady=True,
        ),
        Function(
            "TIMER",
            "n",
            "seconds since timer n was set, plus what it was set to",
            clock=True,
            steady=True,
        ),
        Function("HAND", "", "hand opening, mm", bare=True, steady=True),
        Function(
            "TIME", "", "seconds since the start of the run", bare=True, clock=True, steady=True
        ),
        Function("CLEARANCE", "", "smallest clearance of the last motion, mm", bare=True),
        Function("COLLIDES", "bb", "TRUE when two bodies met in the last motion"),
        Function("LIMITMARGIN", "", "least room to a joint limit, last motion", bare=True),
        Function("SINGDIST", "", "least singular value of the last motion", bare=True),
        _place(
            "TRANS",
            "nnnnnn",
            "a location from x, y, z, o, a, t; angles left out turn nothing",
            required=0,
        ),
        _place("SHIFT", "lnnn", "a location moved in base axes", by=True, required=2),
        _place("SCALE", "ln", "a location with its position scaled", by=True),
        _place(
            "FRAME",
            "llll",
            "frame: origin, point on x, point on y side, point at its origin",
            is_frame=True,
        ),
        _place("INVERSE", "l", "the location undone: INVERSE(a):a is NULL"),
        _place("NORMAL", "l", "the location with its rotation made exact"),
        _place("HERE", "", "where the tool is", bare=True),
        _place("DEST", "", "where the last motion was to end", bare=True),
        _place("NULL", "", "no shift and no turn", bare=True, is_nothing=True),
        _place("BASE", "", "what BASE set", bare=True, is_frame=True),
        _place("TOOL", "", "what TOOL set", bare=True),
        Function("#PPOINT", "n", "joint values", "joints", repeats=True),
    )
}
FUNCTION_NAMES = tuple(FUNCTIONS)
