"""The signals of a program by number: those that it reads, those that it sets, and their names.

The language knows signals by number alone. A name is what a comment calls the signal, in a program
or a scenario: `; signal 5: a block is there`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from language import Program
from language.expressions.trees import Call, Number, Unary
from language.instructions.instruction import OperandKind

NAMED = re.compile(r"\bsignal\s+(\d{1,9})\s*[:=]\s*([^.;,#\n]*[^.;,#\s])", re.IGNORECASE)
LONGEST_NAME = 40
SIG = "SIG"


@dataclass(frozen=True)
class SignalUses:
    """The signals that statements read, and those that statements set."""

    read: frozenset[int] = frozenset()
    set_: frozenset[int] = frozenset()

    @property
    def inputs(self) -> frozenset[int]:
        """The signals that the program reads and does not set itself."""
        return self.read - self.set_


def signal_uses(programs: Iterable[Program]) -> SignalUses:
    """The signals that the statements of programs name by a number."""
    read: set[int] = set()
    set_: set[int] = set()
    chunks = (chunk for program in programs for _, chunk in program.pieces)
    for _, line in (entry for chunk in chunks for entry in chunk.entries):
        if line.instruction is None or line.diagnostics:
            continue
        for argument in line.arguments:
            if argument is None:
                continue
            if argument.operand.kind is OperandKind.SIGNAL:
                found = set_ if line.instruction.switches else read
                found.update(_numbers(argument.value))
            elif isinstance(argument.value, tuple):
                read.update(_asked(argument.value))
    return SignalUses(frozenset(read), frozenset(set_))


def signal_names(texts: Iterable[str]) -> dict[int, str]:
    """The name of each signal that a comment or remark names; the first one counts."""
    names: dict[int, str] = {}
    for number, name in (found for text in texts for found in NAMED.findall(text)):
        names.setdefault(int(number), name.strip()[:LONGEST_NAME])
    return names


def _numbers(value: object) -> Iterator[int]:
    """The numbers of signals in the value of an operand; a minus sign means: off."""
    if type(value) is tuple:
        yield from (number for each in value for number in _numbers(each))
    elif isinstance(value, Unary):
        yield from _numbers(value.operand)
    number = value.value if isinstance(value, Number) else value
    if isinstance(number, float) and number.is_integer() and number:
        yield abs(int(number))


def _asked(value: object) -> Iterator[int]:
    """The signals that SIG asks for anywhere in an expression, which is a tree of tuples."""
    if isinstance(value, Call) and value.token.key == SIG:
        yield from _numbers(tuple(value.arguments))
    for part in value if isinstance(value, tuple) else ():
        yield from _asked(part)
