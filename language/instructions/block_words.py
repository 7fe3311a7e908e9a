"""The words that open, divide and close blocks, as the table says; END, .PROGRAM and .END."""

from language.instructions import BY_NAME, INSTRUCTIONS
from language.instructions.instruction import CLOSES, DIVIDES, OPENS

# The last line of a program, or of its innermost block.
END = next(i.name for i in INSTRUCTIONS if i.is_end)
# The first and the last line of a program of several.
PROGRAM_HEAD = next(i.name for i in INSTRUCTIONS if i.is_header)
PROGRAM_END = BY_NAME[PROGRAM_HEAD].closed_by
PROGRAM_LINES = frozenset({PROGRAM_HEAD, PROGRAM_END})
# The word that opens a block of a program -> the word that closes it.
CLOSED_BY = {
    i.name: i.closed_by for i in INSTRUCTIONS if i.block == OPENS and i.name != PROGRAM_HEAD
}
CLOSING = frozenset(CLOSED_BY.values())
# A word that closes one kind of block only -> the word that opens it: UNTIL -> DO.
OPENED_BY = {
    closing: next(name for name, word in CLOSED_BY.items() if word == closing)
    for closing in CLOSING - {END}
}
# The word that divides a block -> the word that opens it.
DIVIDED = {i.name: i.part_of for i in INSTRUCTIONS if i.block == DIVIDES}
# Nothing of the same block divides it behind these.
LAST_PART = frozenset(i.name for i in INSTRUCTIONS if i.last_part)
# They stand where a line before them leads elsewhere: they end or divide what it stands in.
MAY_FOLLOW = frozenset(i.name for i in INSTRUCTIONS if i.block in (DIVIDES, CLOSES))
# It opens a block or not, as its line goes on: IF.
PERHAPS_OPENS = next(i for i in INSTRUCTIONS if i.unless)
