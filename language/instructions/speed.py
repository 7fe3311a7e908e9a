"""Instructions about speed and about how exactly a motion ends."""

from language.instructions.instruction import Instruction, Operand, OperandKind

GROUP = "speed and accuracy"


def _word(keyword: str, phrase: str) -> Operand:
    return Operand(keyword.lower(), OperandKind.FLAG, phrase, "", optional=True, keyword=keyword)


_ALWAYS = _word("ALWAYS", "for all motions from here on")
_FOR_NEXT = "It holds for the next motion, with ALWAYS from here on."


def _ending(
    name: str, summary: str, meaning: str, *operands: Operand, idle: bool = False
) -> Instruction:
    return Instruction(
        name,
        GROUP,
        summary,
        f"{meaning} {_FOR_NEXT}",
        (*operands, _ALWAYS),
        sample=" ".join([name, *(o.example for o in operands)]),
        idle=idle,
        silent=idle,
        through_corner=True,
        paper=False,
    )


_TOLERANCE = Operand(
    "percent", OperandKind.NUMBER, "a tolerance in %", "50", "%", optional=True, minimum=0.0
)
_ROUND = (
    "The motion goes over into the next without coming to rest, and the tool leaves its path no "
    "further than the zone; it ends at rest where something else has to be done first."
)

SPEED = (
    Instruction(
        "SPEED",
        GROUP,
        "how fast the arm moves",
        "Percent of full speed, or with MMPS the tool's speed in mm/s on straight lines and arcs; "
        "a motion of all joints then goes at that share of full joint speed which it is of the "
        "robot's full tool speed, and its tool may go faster or slower. "
        + _FOR_NEXT,
        (
            Operand("speed", OperandKind.NUMBER, "a speed", "50", "%", above=0.0),
            _word("MMPS", "the speed is in mm/s"),
            _ALWAYS,
        ),
        sample="SPEED 50 ALWAYS",
        code=42,
        through_corner=True,
        paper=False,
    ),
    _ending(
        "COARSE",
        "motions may end coarsely",
        f"A corner zone of 5 mm, scaled by the percent. {_ROUND}",
        _TOLERANCE,
    ),
    _ending(
        "FINE",
        "motions end exactly",
        "The motion ends at rest at its goal before the next begins, as it does without any word.",
        _TOLERANCE,
    ),
    _ending(
        "ACCURACY",
        "size of the corner zone",
        f"A corner zone in mm. {_ROUND}",
        Operand("zone", OperandKind.NUMBER, "a zone in mm", "5", "mm", minimum=0.0),
    ),
    _ending(
        "NULL",
        "wait for zero position error",
        "The motion ends at its goal, whatever its corner zone.",
    ),
    _ending(
        "NONULL",
        "do not wait for zero position error",
        "The motion ends as its corner zone says: see ACCURACY, COARSE and FINE.",
    ),
    Instruction(
        "SINGULAR",
        GROUP,
        "what a line does beside a singular pose",
        "Straight lines and arcs beside a singular pose, where a joint would need more than its "
        "speed. SLOW, as it is without this word: the joints slow the tool down. JOINT: the tool "
        "leaves its line by that distance in mm and that angle at most (5 degrees if left out), "
        "if this saves time; a note says where and by how much. STOP: the line is refused (E311). "
        + _FOR_NEXT,
        (
            _word("SLOW", "the joints slow the tool down"),
            Operand(
                "distance",
                OperandKind.NUMBER,
                "a distance in mm",
                "2",
                "mm",
                optional=True,
                keyword="JOINT",
                minimum=0.0,
            ),
            Operand(
                "angle",
                OperandKind.NUMBER,
                "an angle in degrees",
                "5",
                "deg",
                optional=True,
                minimum=0.0,
            ),
            _word("STOP", "the line is refused"),
            _ALWAYS,
        ),
        form="singular",
        either=("SLOW", "JOINT", "STOP"),
        written="SINGULAR SLOW|JOINT distance [, angle]|STOP [ALWAYS]",
        sample="SINGULAR JOINT 2, 5 ALWAYS",
        through_corner=True,
        paper=False,
    ),
    _ending("INTON", "integrator on", "A servo's integrator; it has no effect here.", idle=True),
    _ending("INTOFF", "integrator off", "A servo's integrator; it has no effect here.", idle=True),
    Instruction(
        "BREAK",
        GROUP,
        "wait for the end of the motion",
        "The next statement waits until the arm stands: the motion before BREAK ends at its goal.",
        silent=True,
        paper=False,
    ),
    Instruction(
        "BRAKE",
        GROUP,
        "stop the motion at once",
        "Inside a program that REACTI calls: the motion or DELAY that it cut off is not finished. "
        "Elsewhere it is an error: nothing is cut off there.",
        through_corner=True,
        silent=True,
        paper=False,
    ),
)  # fmt: skip
