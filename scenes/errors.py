"""What the room raises: one base class, and the error that lists everything wrong in a file."""

from __future__ import annotations

from dataclasses import dataclass


class SceneError(ValueError):
    """Something about a cell, a robot or its state is not as it must be."""


@dataclass(frozen=True)
class FileProblem:
    """One fault of a file and where it stands; line and column count from 1."""

    file: str
    line: int
    column: int
    path: str
    message: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: "
        return where + (f"{self.path}: " if self.path else "") + self.message


class SceneFileError(SceneError):
    """A file cannot be used; `.problems` holds every fault found, in the order of the file."""

    def __init__(self, problems: tuple[FileProblem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
