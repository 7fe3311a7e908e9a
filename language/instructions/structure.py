"""Instructions that structure a program."""

from language.instructions.instruction import (
    CALLED,
    CLOSES,
    CYCLE,
    Instruction,
    Operand,
    OperandKind,
    Place,
)

GROUP = "program"

PROGRAM = (
    Instruction(
        "REMARK",
        GROUP,
        "a comment",
        "Everything after the word up to the end of the line is for the reader. "
        "A semicolon starts a comment too, on any line.",
        (Operand("text", OperandKind.TEXT, "text", "pick the box", optional=True),),
        letters="V",
        comment=True,
        through_corner=True,
        silent=True,
        heading="< CHARACTERS >",
    ),
    Instruction(
        "STOP",
        GROUP,
        "end this cycle of the program; in the console: leave editing",
        "In a program the run ends here. In the console STOP leaves EDIT mode.",
        letters="5",
        asks_ok=True,
        place=Place.BOTH,
        leaves=True,
        ends=CYCLE,
        silent=True,
    ),
    Instruction(
        "END",
        GROUP,
        "the end of the program",
        "Closes the innermost IF, FOR, WHILE or CASE; with none open it is the last line of the "
        "program, and what stands after it is not run.",
        letters="Z",
        asks_ok=True,
        block=CLOSES,
        ends=CALLED,
        through_corner=True,
        silent=True,
    ),
)
