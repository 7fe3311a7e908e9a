"""The folders of the shipped robots, cells and programs; finds a file by name or by path."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from scenes.errors import SceneError
from scenes.files.text.words import did_you_mean


@dataclass(frozen=True)
class Shelf:
    """One kind of shipped file: its folder, its suffix and its name in messages."""

    folder: str
    suffix: str
    what: str

    @property
    def path(self) -> Path:
        """The folder on disk."""
        return Path(str(files("resources") / self.folder))

    def names(self) -> tuple[str, ...]:
        """The names of the shipped files, in alphabetical order."""
        found = (path.name for path in self.path.glob(f"*{self.suffix}"))
        return tuple(sorted(name.removesuffix(self.suffix) for name in found))

    def find(self, name_or_path: str | Path, start: Path | None = None) -> Path:
        """The path of a file, from a shipped name or from a path relative to `start`.

        A word without folder and suffix is a name; anything else is a path. SceneError for a name
        that is neither shipped nor a file.
        """
        given = str(name_or_path)
        is_word = Path(given).name == given and "." not in given
        if is_word and given in self.names():
            return self.path / f"{given}{self.suffix}"
        path = Path(given) if start is None else start / given
        if is_word and not path.is_file():
            raise SceneError(self._unknown(given))
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
CELLS = Shelf("cells", ".cell.yaml", "cell")
PROGRAMS = Shelf("programs", ".val", "program")
