"""Commands of the console that edit and display a program."""

from language.instructions.instruction import Instruction, Operand, OperandKind, Place

GROUP = "editing"
_LINE = Operand("line", OperandKind.LINE, "a line number", "30")
_RANGE = (
    Operand("first", OperandKind.LINE, "a first line", "1", optional=True),
    Operand("last", OperandKind.LINE, "a last line", "5", optional=True),
)


def _command(
    name: str,
    letters: str,
    summary: str,
    description: str,
    operands: tuple[Operand, ...] = (),
    *,
    only_shows: bool = False,
) -> Instruction:
    return Instruction(
        name,
        GROUP,
        summary,
        description,
        operands,
        letters=letters,
        asks_ok=not operands,
        place=Place.CONSOLE,
        only_shows=only_shows,
        heading=" ".join("< LINE NO. >" for _ in operands),
    )


EDITING = (
    _command(
        "INSERT",
        "1",
        "insert a line",
        "The next line that is typed takes the place of line n; line n and all after it move down.",
        (_LINE,),
    ),
    _command(
        "CHANGE", "2", "change a line", "The next line that is typed replaces line n.", (_LINE,)
    ),
    _command("DELETE", "3", "delete a line", "Removes line n; other numbers stay.", (_LINE,)),
    _command("SAVE", "4", "save the program", "Writes the program to its file."),
    _command(
        "TYPEA",
        "O",
        "show the motion table",
        "Shows rows first to last of the motion table, counted from 1; all without numbers.",
        _RANGE,
        only_shows=True,
    ),
    _command(
        "TYPEB",
        "P",
        "show the location table",
        "Shows rows first to last of the location and orientation table, counted from 1; "
        "all without numbers.",
        _RANGE,
        only_shows=True,
    ),
    _command(
        "TYPEC",
        "Q",
        "show the program",
        "Shows the lines numbered first to last; all without numbers.",
        _RANGE,
        only_shows=True,
    ),
    _command(
        "TYPED",
        "R",
        "show the part names",
        "Shows the names of the parts of the cell.",
        only_shows=True,
    ),
)
