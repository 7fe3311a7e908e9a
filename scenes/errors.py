"""The errors of this room: one base class, and an error that lists all faults of a file."""

from __future__ import annotations

from dataclasses import dataclass, replace


class SceneError(ValueError):
    """A cell, a robot, a state or a file is not valid, or does not allow what was asked."""


ERROR, WARNING, NOTE = "error", "warning", "note"
# Greatest number of files of a chain of includes in a message; of a longer chain only the ends.
_MOST_TOLD = 5


@dataclass(frozen=True)
class FileProblem:
    """One fault of a file with its place; line and column count from 1.

    severity: A file with an error cannot be used; one with warnings and notes can.
    chain: The files through which this one was included, the nearest first.
    """

    file: str
    line: int
    column: int
    path: str
    message: str
    severity: str = ERROR
    chain: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The message, with the chain of files that led to this file."""
        files = [f"included from {file}" for file in self.chain]
        if len(files) > _MOST_TOLD:
            files[2:-1] = [f"{len(files) - 3} files between"]
        way = ", ".join(files)
        return self.message + (f" ({way})" if way else "")

    def included_from(self, file: str) -> FileProblem:
        """The same fault with one more file at the end of its chain of includes."""
        return replace(self, chain=(*self.chain, file))

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: "
        kind = "" if self.severity == ERROR else f"{self.severity}: "
        return where + (f"{self.path}: " if self.path else "") + kind + self.sentence


class SceneFileError(SceneError):
    """A file cannot be used; `.problems` holds every fault found, in the order of the file."""

    def __init__(self, problems: tuple[FileProblem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
