"""Instructions that ask for a posture of the arm."""

from language.instructions.instruction import Instruction, Operand, OperandKind

GROUP = "posture"
# Column AC of the motion table.
ABOVE, BELOW = 1, 2


def _asking(name: str, summary: str, meaning: str, *operands: Operand) -> Instruction:
    """A request for a posture that the paper of 1985 does not have."""
    description = (
        f"Asks for {meaning}. It takes effect at the next motion with all joints together; "
        "a straight line cannot change the posture."
    )
    return Instruction(
        name, GROUP, summary, description, operands, paper=False, through_corner=True
    )


POSTURE = (
    Instruction(
        "ABOVE",
        GROUP,
        "elbow up from the next joint-interpolated motion",
        "Asks for the posture whose elbow lies above the line from shoulder to wrist. It takes "
        "effect at the next MOVE or READY; a straight line cannot change the posture.",
        letters="T",
        through_corner=True,
        elbow=ABOVE,
        asks_ok=True,
    ),
    Instruction(
        "BELOW",
        GROUP,
        "elbow down from the next joint-interpolated motion",
        "Asks for the posture whose elbow lies below the line from shoulder to wrist. It takes "
        "effect at the next MOVE or READY; a straight line cannot change the posture.",
        letters="U",
        through_corner=True,
        elbow=BELOW,
        asks_ok=True,
    ),
    *(
        _asking(name, f"{meaning} from the next joint-interpolated motion", meaning)
        for name, meaning in (
            ("RIGHTY", "the arm in front of its axis 1"),
            ("LEFTY", "the arm reaching over its back"),
            ("FLIP", "joint 5 negative"),
            ("NOFLIP", "joint 5 positive or zero"),
        )
    ),
    _asking(
        "SOLUTION",
        "the k-th of all solutions at the next joint-interpolated motion",
        "the solution with number k of those that `ik` lists, counted from 1 and sorted by "
        "joint values",
        Operand("k", OperandKind.NUMBER, "a solution number", "1", minimum=1.0),
    ),
    _asking(
        "CONFIG",
        "shoulder, elbow and wrist in three letters",
        "shoulder R or L, elbow A or B, wrist N or F; - for any",
        Operand("letters", OperandKind.STRING, "three letters in quotes", '"RAN"'),
    ),
    _asking(
        "ELBOW",
        "the elbow angle of a seven-axis arm",
        "the elbow angle in degrees, which lines keep from then on; where none is asked for, an "
        "arm with more axes than a pose needs moves the least way",
        Operand("angle", OperandKind.NUMBER, "an angle in degrees", "30", "deg"),
    ),
)
