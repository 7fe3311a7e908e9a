"""What a faulty line may have been among the blocks, so that its fault is not reported twice.

A line that cannot be read may have been meant to open or to close a block. The words in it often
tell; where they do not, the line counts as doubtful, and one mismatch of blocks that it explains
is left unsaid.
"""

from collections.abc import Sequence

from language.instructions import Instruction
from language.lexer import NUMBER, WORD, Token

# Lines that may have been END, DO, ELSE, ANY or .END; UNTIL, or what opens a block; .PROGRAM.
LONE, LONG, HEADER = "?", "? ...", "? name"
DOUBTS = frozenset({LONE, LONG, HEADER})
# An IF without THEN and GOTO: its END may follow, or not.
PERHAPS_IF = "IF ?"
_LAST = {"THEN": "IF", "DO": "WHILE", "OF": "CASE", ":": "VALUE"}


def meant_block(instruction: Instruction | None, code: Sequence[Token]) -> str:
    """The block instruction that a faulty line stands for, LONE or LONG in doubt, else ""."""
    name = instruction.name if instruction is not None and instruction.block else ""
    keys = [token.key for token in code]
    if name == "IF" and (code[-1].kind == NUMBER or "GOTO" in keys):
        return "" if "GOTO" in keys else PERHAPS_IF
    if name:
        return name
    last = _LAST.get(keys[-1], "")
    if last and len(code) > 2:
        return last
    if "TO" in keys and "=" in keys and len(code) > 4:
        return "FOR"
    if instruction is not None and len(code) > 1:
        return ""
    if len(code) == 1:
        return LONE if code[0].kind == WORD else LONG
    named = code[1].kind == WORD and keys[2:3] in ([], ["("])
    return HEADER if named else LONG
