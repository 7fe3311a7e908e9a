"""The folders of the shipped robots, hands, cells and programs; finds a file by name or by path."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from scenes.errors import SceneError
from scenes.files.text.words import did_you_mean

SHIPPED = Path(str(files("resources")))  # the folder of all shipped files


@dataclass(frozen=True)
class Shelf:
    """One kind of shipped file: its folder, its suffix and its name in messages."""

    folder: str
    suffix: str
    what: str

    @property
    def path(self) -> Path:
        """The folder on disk."""
        return SHIPPED / self.folder

    def names(self) -> tuple[str, ...]:
        """The names of the shipped files, in alphabetical order."""
        found = (path.name for path in self.path.glob(f"*{self.suffix}"))
        return tuple(sorted(name.removesuffix(self.suffix) for name in found))

    def titles(self) -> dict[str, str]:
        """The title of each shipped file by its name, read from the line `title: ...` alone.

        A list of choices needs no more than this; reading the files whole would take longer.
        """
        found = {}
        for name in self.names():
            text = (self.path / f"{name}{self.suffix}").read_text(encoding="utf-8")
            line = re.search(r"^title: (.+)$", text, re.MULTILINE)
            found[name] = line[1].strip("\"' ") if line else name
        return found

    def find(self, name_or_path: str | Path, start: Path | None = None) -> Path:
        """The path of a file, from a shipped name or from a path relative to `start`.

        A word without folder and suffix is a name; anything else is a path. SceneError for a name
        that is neither shipped nor a file, and for that of a shipped file with its suffix.
        """
        given = str(name_or_path)
        is_word = Path(given).name == given and "." not in given
        if is_word and given in self.names():
            return self.path / f"{given}{self.suffix}"
        path = Path(given) if start is None else start / given
        if is_word and not path.is_file():
            raise SceneError(self._unknown(given))
        name = given.removesuffix(self.suffix)
        if name != given and name in self.names() and not path.exists():
            raise SceneError(
                f"there is no file {given} here; the shipped {self.what} is called {name}, "
                f"without {self.suffix}"
            )
        return path

    def _unknown(self, name: str) -> str:
        near = did_you_mean(name, self.names())
        known = ", ".join(self.names())
        end = near or "."
        return (
            f'no shipped {self.what} is called "{name}"{end} Shipped: {known}. '
            f"A file is named by its path, such as my{self.suffix}"
        )


ROBOTS = Shelf("robots", ".robot.yaml", "robot")
HANDS = Shelf("hands", ".hand.yaml", "hand")
CELLS = Shelf("cells", ".cell.yaml", "cell")
PROGRAMS = Shelf("programs", ".val", "program")
