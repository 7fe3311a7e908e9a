"""The result of parsing one line of a program."""

from typing import NamedTuple

from language.expressions.trees import NameUse
from language.instructions import OPENS, Instruction
from language.lines.operands import Argument
from language.words.diagnostics import Diagnostic


class ParsedLine(NamedTuple):
    """The result of parsing one line without its place in a program; diagnostics have line 1.

    instruction: that of the line; on a faulty line the one that was probably meant, or None.
    arguments: one for each operand, None if left out. words: on a faulty line all its words, in
    capitals, with the marks of `meant_blocks`. column, end_column: the code of the line without its
    step number; equal if there is no code. has_code: whether the line has more than a comment, a
    step number or a remark. is_end: whether the word END is in the line, even if another part of
    it is wrong. uses: the names in it. block: the name of the instruction if it opens, divides or
    closes a block, even on a faulty line. source: the code as written, for instructions with a
    form.
    """

    step: int | None
    instruction: Instruction | None
    arguments: tuple[Argument | None, ...]
    column: int
    end_column: int
    diagnostics: tuple[Diagnostic, ...] = ()
    words: frozenset[str] = frozenset()
    has_code: bool = True
    is_end: bool = False
    uses: tuple[NameUse, ...] = ()
    block: str = ""
    source: str = ""


BLANK_LINE = ParsedLine(None, None, (), 1, 1, has_code=False)
_NOTHING: frozenset[str] = frozenset()
_new = tuple.__new__


def sound_line(
    line: str,
    step: int | None,
    instruction: Instruction,
    arguments: tuple[Argument | None, ...],
    column: int,
    end: int,
    uses: tuple[NameUse, ...],
) -> ParsedLine:
    """The result of a line without faults whose code is in the columns [column, end)."""
    block, source = "", ""
    if instruction.block and (instruction.block != OPENS or instruction.opens_block(arguments)):
        block = instruction.name
    if instruction.form:
        source = line[column - 1 : end - 1]
    is_end = instruction.is_end
    return _new(
        ParsedLine,
        (
            step,
            instruction,
            arguments,
            column,
            end,
            (),
            _NOTHING,
            True,
            is_end,
            uses,
            block,
            source,
        ),
    )
