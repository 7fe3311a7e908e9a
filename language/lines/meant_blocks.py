"""What a faulty line may have been for the blocks, so that its fault is not reported twice.

A line that cannot be parsed may have been meant to open or to close a block. Its words often show
which. If they do not, the line counts as doubtful, and one mismatch of blocks that it explains is
not reported.
"""

from collections.abc import Iterator, Sequence

from language.expressions.taken_names import TAKEN
from language.expressions.trees import LOCATION, VARIABLE
from language.instructions import ASSIGNMENT, BY_NAME, DIVIDES, INSTRUCTIONS, Instruction
from language.instructions.block_words import END, PERHAPS_OPENS, PROGRAM_END
from language.words.foreign_words import CHAINED
from language.words.lexer import BAD_STRING, NUMBER, WORD, Token

# LONE: a line that may have been END, DO, ELSE, ANY or .END. LONG: UNTIL, or a word that opens a
# block. HEADER: .PROGRAM. WHATEVER: an open text, which may hide any of these.
LONE, LONG, HEADER, WHATEVER = "?", "? ...", "? name", '"'
EXPLAINED_BY = {
    LONE: (LONE, WHATEVER),
    LONG: (LONG, HEADER, WHATEVER),
    HEADER: (HEADER, WHATEVER),
}
DOUBTS = frozenset({LONE, LONG, HEADER, WHATEVER})
# An IF without THEN and GOTO, which may have an END or not.
PERHAPS_IF = "IF ?"
# Marks among the words of a faulty line: it may have had a label, or have defined a name.
LABELLED, DEFINING = "? label", "? name"
_JUMP = PERHAPS_OPENS.words[0]
# Instructions by the last word of their lines, and loops by the word between their operands.
_LAST = {i.last_word: i for i in INSTRUCTIONS if i.last_word}
_BETWEEN = {i.words[0]: i for i in INSTRUCTIONS if i.loops and i.words}


def hidden_words(
    step: int | None, instruction: Instruction | None, code: Sequence[Token]
) -> Iterator[str]:
    """Marks of what a faulty line may hide: its label, LABELLED, and DEFINING with a kind."""
    if step is None:
        yield from (
            str(int(t.text))
            for t in code[:2]
            if t.kind == NUMBER and t.text.isdigit() and len(t.text) < 10
        )
        known = len(code) > 1 and code[1].key in BY_NAME
        if known and instruction is None:
            yield LABELLED
    if instruction is None or instruction.defined_at is None:
        return
    name = code[min(instruction.defined_at, len(code) - 1)]
    if name.kind != WORD or name.key in TAKEN or instruction.is_header:
        yield from (DEFINING + kind for kind in _kinds(instruction))


def _kinds(instruction: Instruction) -> tuple[str, ...]:
    """The kinds of names that an instruction may give a value."""
    if instruction.is_header:
        return LOCATION, VARIABLE
    return (VARIABLE,) if instruction.assigns else (LOCATION,)


def _meant_by_last_word(instruction: Instruction | None, code: Sequence[Token]) -> str:
    """The block instruction whose lines end with the last word of this faulty line, or ""."""
    found = _LAST.get(code[-1].key) if len(code) > 2 else None
    if found is None or (found.block == DIVIDES and instruction is not None):
        return ""
    return found.name


def meant_block(instruction: Instruction | None, code: Sequence[Token]) -> str:
    """The block instruction that a faulty line was meant to be, a mark in doubt, or ""."""
    name = instruction.name if instruction is not None and instruction.block else ""
    keys = [token.key for token in code]
    if keys[0] in CHAINED:
        return ""
    last = _meant_by_last_word(instruction, code)
    if instruction is PERHAPS_OPENS and not last and (code[-1].kind == NUMBER or _JUMP in keys):
        return "" if _JUMP in keys else PERHAPS_IF
    if name and (name != END or not (last or keys[1:2] == [PROGRAM_END])):
        return name
    if instruction is not None and instruction.assigns:
        first = BY_NAME.get(keys[0])
        if first is not None and first.block:
            return first.name
        instruction = None if "=" not in keys else instruction
    second = BY_NAME.get(keys[1]) if len(keys) > 1 else None
    if second is not None and second.block:
        return second.name
    if last:
        return last if instruction is None or name else PERHAPS_IF
    between = next((_BETWEEN[key].name for key in keys[3:] if key in _BETWEEN), "")
    if between and keys[2:3] == [ASSIGNMENT.name]:
        return between
    if len(code) == 1:
        return WHATEVER if code[0].kind == BAD_STRING else LONE
    named = code[1].kind == WORD and keys[2:3] in ([], ["("])
    named = named and (instruction is None or len(code) > 3)
    return HEADER if named else LONG
