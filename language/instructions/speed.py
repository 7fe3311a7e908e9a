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
        paper=False,
    )


_TOLERANCE = Operand(
    "percent", OperandKind.NUMBER, "a tolerance in %", "50", "%", optional=True, minimum=0.0
)
_EXACT = "Every motion of the simulated arm ends exactly and stands before the next begins."

SPEED = (
    Instruction(
        "SPEED",
        GROUP,
        "how fast the arm moves",
        "Percent of full speed, or with MMPS the tool's speed in mm/s on straight lines. "
        + _FOR_NEXT,
        (
            Operand("speed", OperandKind.NUMBER, "a speed", "50", "%"),
            _word("MMPS", "the speed is in mm/s"),
            _ALWAYS,
        ),
        sample="SPEED 50 ALWAYS",
        code=42,
        paper=False,
    ),
    _ending(
        "COARSE",
        "motions may end coarsely",
        f"A corner zone of 5 mm, scaled by the percent. {_EXACT}",
        _TOLERANCE,
        idle=True,
    ),
    _ending(
        "FINE",
        "motions end exactly",
        "The motion ends at its goal before the next begins.",
        _TOLERANCE,
    ),
    _ending(
        "ACCURACY",
        "size of the corner zone",
        f"A corner zone in mm. {_EXACT}",
        Operand("zone", OperandKind.NUMBER, "a zone in mm", "5", "mm", minimum=0.0),
        idle=True,
    ),
    _ending("NULL", "wait for zero position error", _EXACT),
    _ending("NONULL", "do not wait for zero position error", _EXACT, idle=True),
    _ending("INTON", "integrator on", "A servo's integrator; it has no effect here.", idle=True),
    _ending("INTOFF", "integrator off", "A servo's integrator; it has no effect here.", idle=True),
    Instruction(
        "BREAK",
        GROUP,
        "wait for the end of the motion",
        "The next statement waits until the arm stands; here every motion ends so.",
        paper=False,
    ),
    Instruction(
        "BRAKE",
        GROUP,
        "stop the motion at once",
        "Inside a program that REACTI starts: the motion that was interrupted is not finished.",
        paper=False,
    ),
)  # fmt: skip
