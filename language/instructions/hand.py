"""Instructions about the hand and what it holds."""

from language.instructions.instruction import (
    HAND_CLOSES,
    HAND_OPENS,
    IN_BASE,
    Instruction,
    Operand,
    OperandKind,
)

GROUP = "hand"
_OPENING = Operand(
    "opening", OperandKind.NUMBER, "a hand opening in mm", "50", "mm", real=3, minimum=0.0
)

_WIDTH = Operand(
    "opening",
    OperandKind.NUMBER,
    "a hand opening in mm",
    "50",
    "mm",
    real=3,
    optional=True,
    minimum=0.0,
)

HAND = (
    Instruction(
        "OPENI",
        GROUP,
        "open the hand to a width, at once",
        "Opens the hand to the given width in mm, as far as it goes without one, after the "
        "motion before it has ended, and waits until the hand stands. A suction hand lets go.",
        (_WIDTH,),
        code=19,
        begins_again=True,
        works_hand=HAND_OPENS,
        letters="G",
        heading="< DISTANCE >",
    ),
    Instruction(
        "CLOSEI",
        GROUP,
        "close the hand to a width, at once",
        "Closes the hand to the given width in mm, as far as it goes without one, after the "
        "motion before it has ended, and waits until the hand stands. A suction hand takes the "
        "part whose flat face lies at its cups.",
        (_WIDTH,),
        code=20,
        begins_again=True,
        works_hand=HAND_CLOSES,
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
        holding=1,
    ),
    Instruction(
        "RELEAS",
        GROUP,
        "let go of what HAND holds",
        "Ends HAND: the part stays where it is.",
        letters="J",
        holding=0,
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
        location_in=IN_BASE,
        brings_in=True,
        burden=10,
        letters="N",
        heading="< PART NAME >",
    ),
    Instruction(
        "OPEN",
        GROUP,
        "open the hand during the next motion",
        "The hand opens to the width in mm, or as far as it goes, while the next motion runs.",
        (_WIDTH,),
        code=17,
        through_corner=True,
        paper=False,
    ),
    Instruction(
        "CLOSE",
        GROUP,
        "close the hand during the next motion",
        "The hand closes to the width in mm, or as far as it goes, while the next motion runs.",
        (_WIDTH,),
        code=18,
        through_corner=True,
        paper=False,
    ),
    Instruction(
        "GRASP",
        GROUP,
        "close the hand onto a part, and say if there is none",
        "Closes the hand at once onto the part between the fingers and takes it along. If the "
        "opening ends below the width in mm, the run goes on at the label, or stops without one.",
        (
            _OPENING,
            Operand("label", OperandKind.LABEL, "a label", "10", optional=True),
        ),
        code=38,
        jumps=True,
        may_miss=True,
        begins_again=True,
        sample="GRASP 20",
        paper=False,
    ),
    Instruction(
        "RELAX",
        GROUP,
        "the hand's valves off",
        "The hand stays as it is; nothing presses any more.",
        silent=True,
        paper=False,
    ),
)
