"""What the room raises: one base class, and the error that lists everything wrong in a file."""

from __future__ import annotations

from dataclasses import dataclass, replace


class SceneError(ValueError):
    """Something about a cell, a robot or its state is not as it must be."""


ERROR, WARNING, NOTE = "error", "warning", "note"
# Files of a chain of includes that a message names; of a longer chain the two ends.
_MOST_TOLD = 5


@dataclass(frozen=True)
class FileProblem:
    """One fault of a file and where it stands; line and column count from 1.

    severity: A file with errors is not used; warnings and notes come with what it gives.
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
        """The message, and how the file came to be read."""
        files = [f"included from {file}" for file in self.chain]
        if len(files) > _MOST_TOLD:
            files[2:-1] = [f"{len(files) - 3} files between"]
        way = ", ".join(files)
        return self.message + (f" ({way})" if way else "")

    def included_from(self, file: str) -> FileProblem:
        """The same as seen from a file that includes this one, or includes one that does."""
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
