"""What one line of a program says: the value that every reader of lines gives."""

from typing import NamedTuple

from language.expressions.trees import NameUse
from language.instructions import OPENS, Instruction
from language.lines.operands import Argument
from language.words.diagnostics import Diagnostic


class ParsedLine(NamedTuple):
    """What one line says, its place in the program left open (diagnostics stand at line 1).

    instruction: as read; on a faulty line the one that was probably meant, or None.
    words: on a faulty line all names in it, in capitals, for judging what follows from it.
    column, end_column: the code of the line without its step number; equal if there is none.
    has_code: something other than a comment, a step number or a remark stands here.
    is_end: END stands here, with all its letters, even if something else is wrong.
    uses: the names in it. block: the name of the instruction if it opens, divides or closes a
    block, even on a faulty line. source: the code as written, for instructions with a form.
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
    """A line without faults whose code stands in the columns [column, end)."""
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
