"""The programs of a file that is read back: a call reads the lines of the called one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Line = TypeVar("Line")


@dataclass
class CalledLines(Generic[Line]):
    """Lines of programs by the name of each, read as a controller carries them out.

    take: Reads one of them. programs: The one that is run first stands first.
    """

    take: Callable[[Line], None]
    programs: dict[str, list[Line]] = field(default_factory=dict)
    _running: list[str] = field(default_factory=list)

    def run_first(self) -> None:
        """Reads the first program, with those that it calls."""
        if self.programs:
            self.run(next(iter(self.programs)))

    def run(self, name: str) -> bool:
        """Reads a program; False where it is not known, or is at work: none may call itself."""
        if name not in self.programs or name in self._running:
            return False
        self._running.append(name)
        for line in self.programs[name]:
            self.take(line)
        self._running.pop()
        return True


def texts_with(
    text: str, files: Sequence[tuple[str, str]], suffix: str
) -> tuple[tuple[str, str], ...]:
    """The text of a program, and those of the files with this suffix; each behind its file's name.

    The file of the program itself is "".
    """
    return ("", text), *(each for each in files if each[0].lower().endswith(suffix))
