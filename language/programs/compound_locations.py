"""Warnings of compound locations in files from before language 2, and of zero angles in val.

Locations are multiplied in the axes in which O = A = T = 0 of the dialect is no turn. Before
language 2 a product turned the hand between its factors. Which places this changes depends on the
dialect: in hokkaido products and frames, in val TRANS without its angles, in vplus none.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from language.expressions.trees import (
    Binary,
    Call,
    Expression,
    Item,
    Name,
    Number,
    Product,
    Unary,
    is_left_out,
)
from language.instructions import IN_BASE, IN_PIECE, IN_TOOL
from language.lines.line_parser import ParsedLine
from language.lines.operands import Argument, Value
from language.programs.chunks import Chunk
from language.programs.program import Piece, shown_value
from language.words.diagnostics import Diagnostic, Edit, Fix, finding, replacement
from language.words.directives import DIALECT, LANGUAGE, MARK, VERSION, Headers

# Number of operands of TRANS before its angles.
POSITION = 3
# The location of an instruction is a frame, and not a place for the tool.
_FRAMES = frozenset({IN_BASE, IN_PIECE})
# The location of an instruction is relative to the tool or to the piece.
_RELATIVE = frozenset({IN_TOOL, IN_PIECE})
# Types of values that contain no location.
_PLAIN = frozenset({float, str, Number, Name})
_HEADER = f"{MARK} {LANGUAGE} {VERSION}"


class Doubt(NamedTuple):
    """A place, columns [column, end), that may mean something else than its author thinks.

    dialect: the dialect in which it does. location: its value. word: the instruction, if this is
    the reason. zeros: for zero angles that turn, the columns of the first and the last of them.
    """

    dialect: str
    column: int
    end: int
    location: Value
    word: str = ""
    zeros: tuple[int, int] | None = None


Place = tuple[int, Doubt]


def check_composing(
    pieces: Sequence[Piece], lines: Sequence[str], headers: Headers
) -> list[Diagnostic]:
    """One warning at the first compound of an older file, and one at each turn by zero angles."""
    if headers.dialect == "vplus":
        return []
    found = []
    older = not headers.is_of_this_version
    for first, chunk in pieces:
        compound, zeros = _doubts(chunk, headers.dialect)
        if older and compound is not None:
            found.append(_compound(compound[1], first + compound[0], headers))
            older = False
        for offset, doubt in zeros:
            line = first + offset
            found.append(_zeros(doubt, line, lines[line - 1]))
    return found


@lru_cache(maxsize=4096)
def _doubts(chunk: Chunk, dialect: str) -> tuple[Place | None, tuple[Place, ...]]:
    """The first compound of a chunk and all its turns by zero angles, with offsets of lines."""
    places = [
        (offset, doubt)
        for offset, parsed in chunk.entries
        if parsed.arguments
        for doubt in _in_line(parsed)
        if doubt.dialect == dialect
    ]
    compounds = (place for place in places if place[1].zeros is None)
    return next(compounds, None), tuple(p for p in places if p[1].zeros is not None)


def _in_line(parsed: ParsedLine) -> Iterator[Doubt]:
    instruction = parsed.instruction
    name, axes = ("", "") if instruction is None else (instruction.name, instruction.location_in)
    for argument in parsed.arguments:
        if argument is None:
            continue
        value = argument.value
        if axes == IN_TOOL or (axes in _FRAMES and isinstance(value, Call)):
            if _is_steady(value, in_base=axes != IN_TOOL):
                continue
            yield Doubt("hokkaido", argument.column, argument.end_column, value, name)
        for tree in value if type(value) is tuple else (value,):
            # Most arguments are numbers and names, which are skipped at once.
            if type(tree) not in _PLAIN:
                yield from _in_tree(argument, tree, axes in _RELATIVE)  # type: ignore[arg-type]


def _is_steady(value: Value, in_base: bool) -> bool:
    """Whether a frame means the same under both rules; in_base: whether it is in base axes."""
    if not isinstance(value, Call):
        return False
    name, inside = value.function.name, value.arguments
    if in_base and name in ("SHIFT", "SCALE", "NORMAL"):
        return _is_steady(inside[0], in_base)
    return value.function.is_nothing or (in_base and value.function.is_frame)


def _in_tree(argument: Argument, tree: Expression, relative: bool) -> Iterator[Doubt]:
    """The doubtful places in an expression; relative: whether a location precedes it."""
    waiting: list[tuple[Expression, bool]] = [(tree, relative)]
    column, end = argument.column, argument.end_column
    while waiting:
        node, behind = waiting.pop()
        if type(node) in _PLAIN:
            continue
        if isinstance(node, Binary):
            waiting += [(node.left, False), (node.right, False)]
        elif isinstance(node, Unary):
            waiting.append((node.operand, False))
        elif isinstance(node, Item):
            waiting += [(index, False) for index in node.indices]
        elif isinstance(node, Product):
            yield Doubt("hokkaido", column, end, node)
            waiting += [(part, behind or i > 0) for i, part in enumerate(node.parts)]
        elif isinstance(node, Call):
            yield from _in_call(node, behind, column, end)
            waiting += [(a, behind and node.function.result == "location") for a in node.arguments]


def _in_call(call: Call, behind: bool, column: int, end: int) -> Iterator[Doubt]:
    name, angles = call.function.name, call.arguments[POSITION:]
    if name in ("INVERSE", "FRAME"):
        yield Doubt("hokkaido", column, end, call)
    if name != "TRANS":
        return
    if len(angles) < POSITION or any(map(is_left_out, angles)):
        yield Doubt("val", column, end, call)
    given = [angle for angle in angles if not is_left_out(angle)]
    if behind and given and all(isinstance(a, Number) and a.value == 0 for a in given):
        zeros = angles[0].token.column, angles[-1].token.column  # type: ignore[union-attr]
        yield Doubt("val", call.token.column, end, call, zeros=zeros)


def _compound(doubt: Doubt, line: int, headers: Headers) -> Diagnostic:
    shown = f"{doubt.word} {shown_value(doubt.location)}".strip()
    if doubt.dialect == "hokkaido":
        why = "locations go on in hand axes, where x approaches, and nothing turns them in between"
    else:
        why = "angles that are left out are no turn"
    return finding(
        "W213",
        f"{shown} may mean another place than when it was written: since language {VERSION} {why}",
        doubt.column,
        doubt.end,
        line=line,
        label=f"written for language {VERSION}?",
        help=f"look at the compound locations of the file, then write  {_HEADER}  at its top",
        fixes=(_with_header(headers),),
    )


def _with_header(headers: Headers) -> Fix:
    """The fix that adds the header of the language, behind the header of the dialect."""
    at = headers.lines.get(DIALECT, 0) + 1
    return Fix(f"write  {_HEADER}  at the top", (Edit(at, 1, at, 1, f"{_HEADER}\n"),))


def _zeros(doubt: Doubt, line: int, source: str) -> Diagnostic:
    assert doubt.zeros is not None
    first, last = doubt.zeros
    start, end = source.rfind(",", 0, first - 1) + 1, source.find(")", last - 1) + 1
    message = "turns what stands before it: in the dialect val zero angles are a turn"
    return finding(
        "W214",
        f"{shown_value(doubt.location)} {message}",
        doubt.column,
        end + 1,
        line=line,
        label="90, -90, 0 is no turn",
        help="leave the angles out where no turn is meant",
        fixes=(replacement("leave the angles out", start, end, "", line=line),),
    )
