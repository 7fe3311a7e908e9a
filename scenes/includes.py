"""The files that a file includes, followed with the chain of how one came to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from geometry import Solid
from scenes.documents import Faults, read_document
from scenes.errors import SceneFileError
from scenes.schema import PartFileIn
from scenes.solids import Place, SolidBuilder
from scenes.tips_text import tips_solid
from scenes.validation import did_you_mean, validated


@dataclass(eq=False)
class Includes:
    """What the `include` of one document names; `chain` is the files that led here."""

    faults: Faults
    entries: Mapping[str, str]
    chain: tuple[Path, ...]
    solids: dict[str, Solid | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.entries:
            if not self.path(name).is_file():
                self._note(name, f"there is no such file: {self.path(name)}")

    def path(self, name: str) -> Path:
        """The file behind a name, relative to the file that includes it."""
        return self.chain[-1].parent / self.entries[name]

    def solid(self, name: str, loc: Place) -> Solid | None:
        """The solid of an included part file; None where a fault was noted."""
        if name not in self.entries:
            near = did_you_mean(name, self.entries)
            self.faults.add(loc, f'nothing is included under the name "{name}"{near}')
            return None
        if name not in self.solids:
            self.solids[name] = self._read_solid(name)
        return self.solids[name]

    def builder(self) -> SolidBuilder:
        """A builder of solids that finds what this document includes."""
        return SolidBuilder(self.faults, self.solid)

    def _read_solid(self, name: str) -> Solid | None:
        path = self.path(name)
        if path.resolve() in [step.resolve() for step in self.chain]:
            self._note(name, f"{path} includes itself")
            return None
        if not path.is_file():
            return None
        try:
            return _part_solid((*self.chain, path))
        except SceneFileError as error:
            self.faults.problems.extend(error.problems)
            return None

    def _note(self, name: str, message: str) -> None:
        way = "".join(f", included from {path}" for path in reversed(self.chain[:-1]))
        self.faults.add(("include", name), f"{message}{way and f' (in {self.chain[-1]}{way})'}")


def _part_solid(chain: tuple[Path, ...]) -> Solid | None:
    """The solid of the part file at the end of the chain."""
    if chain[-1].suffix.lower() == ".tips":
        return tips_solid(chain[-1])
    document = read_document(chain[-1], "part file")
    file = validated(document, PartFileIn)
    faults = Faults(document)
    solid = Includes(faults, file.include, chain).builder().solid(file.solid, ("solid",))
    faults.raise_if_any()
    return solid
