"""The files that a file includes, followed with the chain of how one came to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from scenes.errors import FileProblem, SceneFileError
from scenes.files.documents import Faults, read_document
from scenes.files.mesh_shapes import Place
from scenes.files.schema import PartFileIn
from scenes.files.solids import Built, SolidBuilder
from scenes.files.tips_text import tips_solid
from scenes.files.validation import validated_rest
from scenes.files.words import beside, did_you_mean


@dataclass(eq=False)
class Includes:
    """What the `include` of one document names; `chain` is the files that led here."""

    faults: Faults
    entries: Mapping[str, str]
    chain: tuple[Path, ...]
    solids: dict[str, Built | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.entries:
            if self.faults.is_unsound(("include", name)):
                continue
            path = self.path(name)
            if not path.is_file():
                self.faults.add(("include", name), f"there is no such file: {path}{beside(path)}")

    def path(self, name: str) -> Path:
        """The file behind a name, relative to the file that includes it."""
        return self.chain[-1].parent / self.entries[name]

    def solid(self, name: str, loc: Place) -> Built | None:
        """The solid of an included part file; None where a fault was noted."""
        if self.faults.is_unsound(("include", name)):
            return None
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

    def _read_solid(self, name: str) -> Built | None:
        path = self.path(name)
        steps = [step.resolve() for step in self.chain]
        if path.resolve() in steps:
            circle = [*self.chain[steps.index(path.resolve()) :], path]
            way = " includes ".join(str(step) for step in circle)
            told = f"{path} includes itself" if len(circle) == 2 else f"a circle of files: {way}"
            self.faults.add(("include", name), told)
            return None
        if not path.is_file():
            return None
        try:
            built, notes = _part_solid((*self.chain, path))
        except SceneFileError as error:
            here = str(self.chain[-1])
            self.faults.problems.extend(p.included_from(here) for p in error.problems)
            return None
        self.faults.notes.extend(note.included_from(str(self.chain[-1])) for note in notes)
        return built


def _part_solid(chain: tuple[Path, ...]) -> tuple[Built | None, tuple[FileProblem, ...]]:
    """The solid of the part file at the end of the chain, and what to beware of."""
    if chain[-1].suffix.lower() == ".tips":
        solid = tips_solid(chain[-1])
        return Built(solid, (None,) * sum(1 for _ in solid.leaves_in(np.eye(4)))), ()
    document = read_document(chain[-1], "part file", keep_problems=True)
    faults = Faults(document)
    file = validated_rest(document, PartFileIn, faults)
    built = Includes(faults, file.include, chain).builder().solid(file.solid, ("solid",))
    faults.raise_if_any()
    return built, faults.told()
