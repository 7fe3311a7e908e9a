"""Instructions about the hand and what it holds."""

from language.instructions.instruction import Instruction, Operand, OperandKind

GROUP = "hand"
_OPENING = Operand(
    "opening", OperandKind.NUMBER, "a hand opening in mm", "50", "mm", real=3, minimum=0.0
)

HAND = (
    Instruction(
        "OPENI",
        GROUP,
        "open the hand to a width, at once",
        "Opens the hand to the given width in mm after the motion before it has ended, "
        "and waits until the hand stands.",
        (_OPENING,),
        code=19,
        letters="G",
        heading="< DISTANCE >",
    ),
    Instruction(
        "CLOSEI",
        GROUP,
        "close the hand to a width, at once",
        "Closes the hand to the given width in mm after the motion before it has ended, "
        "and waits until the hand stands.",
        (_OPENING,),
        code=20,
        letters="H",
        heading="< DISTANCE >",
    ),
    Instruction(
        "HAND",
        GROUP,
        "take the part between the fingers along",
        "From here the part that lies between the fingers moves with the hand, until RELEAS. "
        "With a part name it must be that part.",
        (Operand("part", OperandKind.PART, "a part name", "BOX", optional=True),),
        letters="I",
    ),
    Instruction(
        "RELEAS",
        GROUP,
        "let go of what HAND holds",
        "Ends HAND: the part stays where it is.",
        letters="J",
        asks_ok=True,
    ),
    Instruction(
        "FEED",
        GROUP,
        "bring a part into the cell",
        "Puts the part at its feed frame, or at a location given with AT. "
        "Feeding the same part again brings a copy: part.2, part.3 and so on.",
        (
            Operand("part", OperandKind.PART, "a part name", "BOX"),
            Operand(
                "location", OperandKind.LOCATION, "a location", "LOC1", optional=True, keyword="AT"
            ),
        ),
        code=31,
        letters="N",
        heading="< PART NAME >",
    ),
)
