"""The instructions of AS that a program of ours may use under `;! dialect as`, for editors.

Each row is that of the instruction of ours as which it is read, with its own name and usage.
"""

from dataclasses import replace

from language.instructions import BY_NAME, Instruction
from language.programs.as_dialect import IGNORED, SAME

# The word of AS, the instruction here, its usage, an example, and what it does.
_OTHERS = (
    ("HOME", "READY", "HOME", "HOME", "Goes to the home of the robot: READY does so."),
    (
        "SWAIT", "WAIT", "SWAIT signal[, signal ...]", "SWAIT 1001, -1002",
        "Waits until all these signals are on; a minus sign stands for off.",
    ),
    (
        "CP", "NONULL", "CP ON or CP OFF", "CP OFF",
        "Says whether a motion goes over into the next one, or ends in its goal.",
    ),
    (
        "ON", "REACT", "ON signal CALL program", "ON 1010 CALL away",
        "Calls a program once the signal is on and the motion has ended; -signal: once it is off.",
    ),
    (
        "ONI", "REACTI", "ONI signal CALL program", "ONI 1010 CALL away",
        "Calls a program as soon as the signal is on, and brakes the motion.",
    ),
)  # fmt: skip
_WITHOUT_EFFECT = {
    "ACCEL": ("ACCEL percent [ALWAYS]", "ACCEL 50 ALWAYS", "the acceleration"),
    "DECEL": ("DECEL percent [ALWAYS]", "DECEL 50 ALWAYS", "the deceleration"),
    "WEIGHT": ("WEIGHT kg", "WEIGHT 5", "the load"),
    "IFPWPRINT": ("IFPWPRINT window, ... = text", 'IFPWPRINT 1 = "go"', "a window of the panel"),
}
# Words behind the first one of a line of AS.
AS_INNER = frozenset({"ALWAYS", "CALL", "ON", "OFF", "FINE", "MM", "S"})


def _renamed(word: str, ours: str) -> Instruction:
    """The row of an instruction of ours under its word in AS."""
    row = BY_NAME[ours]
    told = f"A word of AS; {ours} is ours. {row.description}"
    return replace(
        row,
        name=word,
        description=told,
        code=None,
        letters="",
        written=row.usage.replace(ours, word, 1),
        sample=row.example.replace(ours, word, 1),
    )


def _rows() -> list[Instruction]:
    rows = [_renamed(word, ours) for word, ours in SAME.items()]
    for word, ours, written, sample, told in _OTHERS:
        row = _renamed(word, ours)
        rows.append(replace(row, written=written, sample=sample, summary=told, description=told))
    idle = next(row for row in BY_NAME.values() if row.idle)
    for word in sorted(IGNORED):
        written, sample, what = _WITHOUT_EFFECT[word]
        told = f"Sets {what}: read, and without effect here."
        row = replace(idle, name=word, written=written, sample=sample, operands=())
        rows.append(replace(row, summary=told, description=told))
    return rows


AS_BY_NAME: dict[str, Instruction] = {row.name: row for row in _rows()}


def instruction_named(word: str, of_as: bool) -> Instruction | None:
    """The instruction of a word in a program with or without words of AS; None for another word."""
    key = word.upper()
    return (AS_BY_NAME.get(key) if of_as else None) or BY_NAME.get(key)
