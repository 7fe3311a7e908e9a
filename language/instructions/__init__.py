"""THE table of instructions, which parser, completion, hover, formatter, console and menu read."""

from language.instructions.editing import EDITING
from language.instructions.flow import FLOW
from language.instructions.hand import HAND
from language.instructions.instruction import (
    ARC,
    CALLED,
    CLOSES,
    CYCLE,
    DIVIDES,
    EVERYTHING,
    IN_BASE,
    IN_PIECE,
    IN_TOOL,
    JOINTS,
    NOW,
    ON_SIGNAL,
    OPENS,
    STRAIGHT,
    Instruction,
    Operand,
    OperandKind,
    Place,
)
from language.instructions.locations import LOCATIONS
from language.instructions.motion import MOTION
from language.instructions.posture import POSTURE
from language.instructions.reporting import REPORTING
from language.instructions.shaping import SHAPING
from language.instructions.signals import SIGNALS
from language.instructions.speed import SPEED
from language.instructions.structure import PROGRAM

INSTRUCTIONS: tuple[Instruction, ...] = (
    *MOTION,
    *HAND,
    *POSTURE,
    *LOCATIONS,
    *PROGRAM,
    *SPEED,
    *FLOW,
    *SIGNALS,
    *REPORTING,
    *SHAPING,
    *EDITING,
)
BY_NAME: dict[str, Instruction] = {i.name: i for i in INSTRUCTIONS}
ASSIGNMENT = next(i for i in INSTRUCTIONS if i.assigns)
VIA = next(i for i in INSTRUCTIONS if i.gives_via)
ALONG_ARC = next(i for i in INSTRUCTIONS if i.moves == ARC)
BY_LETTER: dict[str, Instruction] = {letter: i for i in INSTRUCTIONS for letter in i.letters}

__all__ = [
    "ALONG_ARC",
    "ARC",
    "ASSIGNMENT",
    "BY_LETTER",
    "BY_NAME",
    "CALLED",
    "CLOSES",
    "CYCLE",
    "DIVIDES",
    "EVERYTHING",
    "INSTRUCTIONS",
    "IN_BASE",
    "IN_PIECE",
    "IN_TOOL",
    "JOINTS",
    "NOW",
    "ON_SIGNAL",
    "OPENS",
    "STRAIGHT",
    "VIA",
    "Instruction",
    "Operand",
    "OperandKind",
    "Place",
]
