"""Why a statement cannot be carried out."""

from __future__ import annotations

from kinematics import KinematicsError
from language.words.number_literals import ExpressionError


class ImpossibleError(Exception):
    """Why a statement cannot be carried out; it becomes the problem of its step."""

    def __init__(self, code: str, message: str, **figures: float | int | str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.figures = figures


# The errors that scenes, language and kinematics raise where a statement cannot be carried out.
FAULTS = (ImpossibleError, ExpressionError, KinematicsError)


def impossible(fault: Exception, line: int) -> ImpossibleError:
    """The ImpossibleError that stands for one of the FAULTS of the statement in a line."""
    if isinstance(fault, ImpossibleError):
        return fault
    if isinstance(fault, ExpressionError):
        return ImpossibleError("E306", f"{fault.message} when line {line} runs")
    return ImpossibleError("E307", str(fault))
