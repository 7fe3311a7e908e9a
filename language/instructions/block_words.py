"""The words that open, divide and close blocks, taken from the table of instructions."""

from language.instructions import BY_NAME, INSTRUCTIONS
from language.instructions.instruction import CLOSES, DIVIDES, OPENS

# Closes the innermost block; without an open block it is the last line of a program.
END = next(i.name for i in INSTRUCTIONS if i.is_end)
# The first and the last line of a program in a file of several programs.
PROGRAM_HEAD = next(i.name for i in INSTRUCTIONS if i.is_header)
PROGRAM_END = BY_NAME[PROGRAM_HEAD].closed_by
PROGRAM_LINES = frozenset({PROGRAM_HEAD, PROGRAM_END})
# Keys are words that open a block of a program, values the words that close it.
CLOSED_BY = {
    i.name: i.closed_by for i in INSTRUCTIONS if i.block == OPENS and i.name != PROGRAM_HEAD
}
CLOSING = frozenset(CLOSED_BY.values())
# Keys are words that close only one kind of block, values the words that open it: UNTIL to DO.
OPENED_BY = {
    closing: next(name for name, word in CLOSED_BY.items() if word == closing)
    for closing in CLOSING - {END}
}
# Keys are words that divide a block, values the words that open it.
DIVIDED = {i.name: i.part_of for i in INSTRUCTIONS if i.block == DIVIDES}
# Words behind which no other word may divide the same block.
LAST_PART = frozenset(i.name for i in INSTRUCTIONS if i.last_part)
# Words that may follow a line that jumps away, because they end or divide the block of that line.
MAY_FOLLOW = frozenset(i.name for i in INSTRUCTIONS if i.block in (DIVIDES, CLOSES))
# The word that opens a block or not, depending on the rest of its line: IF.
PERHAPS_OPENS = next(i for i in INSTRUCTIONS if i.unless)
