"""Instructions that ask for a posture of the arm."""

from language.instructions.instruction import Instruction

GROUP = "posture"

POSTURE = (
    Instruction(
        "ABOVE",
        GROUP,
        "elbow up from the next joint-interpolated motion",
        "Asks for the posture whose elbow lies above the line from shoulder to wrist. It takes "
        "effect at the next MOVE or READY; a straight line cannot change the posture.",
        letters="T",
        asks_ok=True,
    ),
    Instruction(
        "BELOW",
        GROUP,
        "elbow down from the next joint-interpolated motion",
        "Asks for the posture whose elbow lies below the line from shoulder to wrist. It takes "
        "effect at the next MOVE or READY; a straight line cannot change the posture.",
        letters="U",
        asks_ok=True,
    ),
)
