"""Fast parsing of plain lines: a keyword with names and numbers, between blanks or commas.

Most lines of most programs are plain. One pattern for each instruction takes a fraction of the time
that tokens take. It accepts no line that the full parser would read in another way; lines that are
not plain are left to the full parser.
"""

import math
import re
from typing import NamedTuple

from language.expressions.taken_names import TAKEN
from language.expressions.trees import LOCATION, PART, NameUse
from language.instructions import INSTRUCTIONS, Instruction, Operand, OperandKind, Place
from language.lines.operands import Argument
from language.lines.parsed_line import ParsedLine, sound_line

_HEAD = re.compile(r"[ \t]*+(?>(?:([0-9]{1,9})[ \t]++)?)([A-Za-z]++)(?![A-Za-z0-9_.])")
_NAME = r"([A-Za-z_][A-Za-z0-9_.]*+)"
_VALUE = r"([+-]?(?:[0-9]++(?>(?:\.[0-9]*+)?)|\.[0-9]++)(?>(?:[eE][+-]?[0-9]++)?))"
_REST = r"[ \t]*+(?:;.*)?"
_KINDS = {OperandKind.LOCATION: LOCATION, OperandKind.PART: PART}
_NUMBERS = (OperandKind.NUMBER, OperandKind.JOINT)


class _Plan(NamedTuple):
    """How the operands of one instruction are read; the patterns begin behind its keyword.

    kinds: the kind of name of each operand, "" for a number. absent: number of optional operands.
    """

    instruction: Instruction
    blanks: re.Pattern[str]
    commas: re.Pattern[str] | None
    kinds: tuple[str, ...]
    absent: int


def _plan(instruction: Instruction) -> _Plan | None:
    operands = [o for o in instruction.operands if not o.optional]
    known = all(o.kind in _KINDS or o.kind in _NUMBERS for o in operands)
    readable = not instruction.form or instruction.form == "point"
    if not known or not readable or instruction.place is Place.CONSOLE:
        return None
    if any(o.keyword or o.repeats for o in operands) or instruction.takes_text:
        return None
    if instruction.either:
        return None
    written = [_NAME if o.kind in _KINDS else _VALUE for o in operands]
    blanks = "".join(r"[ \t]++" + w for w in written) + _REST
    commas = r"[ \t]++" + r"[ \t]*+,[ \t]*+".join(written) + _REST
    kinds = tuple(_KINDS.get(o.kind, "") for o in operands)
    absent = len(instruction.operands) - len(operands)
    several = len(operands) > 1
    pattern = re.compile(commas, re.DOTALL) if several else None
    return _Plan(instruction, re.compile(blanks, re.DOTALL), pattern, kinds, absent)


_PLANS = {i.name: plan for i in INSTRUCTIONS if (plan := _plan(i)) is not None}


def read_quickly(line: str) -> ParsedLine | None:
    """The result of a plain line without faults; None for every other line."""
    head = None if "(" in line else _HEAD.match(line)
    if head is None:
        return None
    plan = _PLANS.get(head[2].upper())
    if plan is None:
        return None
    start = head.end()
    pattern = plan.commas if "," in line and plan.commas is not None else plan.blanks
    match = pattern.fullmatch(line, start)
    if match is None:
        return None
    read = _operands(plan, match)
    if read is None:
        return None
    arguments, uses = read
    step, column = head[1], head.start(2) + 1
    end = match.end(len(plan.kinds)) + 1 if plan.kinds else start + 1
    number = None if step is None else int(step)
    return sound_line(line, number, plan.instruction, arguments, column, end, uses)


def _operands(
    plan: _Plan, match: re.Match[str]
) -> tuple[tuple[Argument | None, ...], tuple[NameUse, ...]] | None:
    arguments: list[Argument | None] = []
    uses: list[NameUse] = []
    for place, kind in enumerate(plan.kinds):
        operand = plan.instruction.operands[place]
        start, end = match.span(place + 1)
        written = match[place + 1]
        if kind:
            key = written.upper()
            if kind == LOCATION and key in TAKEN:
                return None
            if key in plan.instruction.keywords:
                return None
            uses.append(NameUse(kind, key, start + 1, end + 1, operand.defines, written))
            arguments.append(Argument(operand, written, start + 1, end + 1))
            continue
        value = float(written)
        if not math.isfinite(value) or not (operand.takes_any_number or fits(operand, value)):
            return None
        arguments.append(Argument(operand, value + 0.0, start + 1, end + 1))
    if plan.absent:
        arguments += [None] * plan.absent
    return tuple(arguments), tuple(uses)


def fits(operand: Operand, value: float) -> bool:
    """Whether an operand with restricted values takes this number."""
    if operand.minimum is not None:
        return value >= operand.minimum
    if operand.above is not None:
        return value > operand.above
    return value >= 1 and value == int(value)
