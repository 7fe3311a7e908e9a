"""Why a statement cannot be carried out."""

from __future__ import annotations


class ImpossibleError(Exception):
    """Why a statement cannot be carried out; it becomes the problem of its step."""

    def __init__(self, code: str, message: str, **figures: float | int | str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.figures = figures
