"""Reads the files that a file includes, with the chain of files that led to each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scenes.errors import SceneFileError
from scenes.files.schema import PartFileIn
from scenes.files.solids.expansion import Budget, Expansion, Size, size_of
from scenes.files.solids.mesh_shapes import Place
from scenes.files.solids.shape_schema import OperationIn
from scenes.files.solids.solid_builder import Built, SolidBuilder
from scenes.files.text.documents import Faults, read_document
from scenes.files.text.words import beside, did_you_mean
from scenes.files.tips.tips_reader import tips_solid
from scenes.files.validation import validated_rest

NOTHING = Size(0, 0)


@dataclass(eq=False)
class PartFile:
    """A part file, read once however many files include it.

    size: Size of its solid, NOTHING where it cannot be read, None where it is larger than allowed.
    solid: None until it is built, and where a fault was noted. passed_on: Numbers of problems and
    of notes that an including file has got already.
    """

    faults: Faults | None = None
    includes: Includes | None = None
    steps: Sequence[OperationIn] = ()
    size: Size | None = NOTHING
    solid: Built | None = None
    is_built: bool = False
    passed_on: tuple[int, int] = (0, 0)


@dataclass
class Reading:
    """State that all files of one reading share: the part files, and the budget of their size."""

    parts: dict[Path, PartFile] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)


@dataclass(eq=False)
class Includes:
    """The files that `include` of one document names.

    entries: Path of each included file by name. chain: The files that led here, this one last.
    """

    faults: Faults
    entries: Mapping[str, str]
    chain: tuple[Path, ...]
    reading: Reading = field(default_factory=Reading)
    known: dict[str, PartFile | None] = field(default_factory=dict)

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
        part = self._part(name, loc)
        if part is not None and not part.is_built:
            part.is_built = True
            self._build(part)
        return None if part is None else part.solid

    def size(self, name: str, loc: Place) -> Size | None:
        """The size of the solid of an included part file; None where it is larger than allowed."""
        part = self._part(name, loc)
        return NOTHING if part is None else part.size

    def builder(self) -> SolidBuilder:
        """A builder of solids that finds the part files that this document includes."""
        expansion = Expansion(self.faults, self.size, self.reading.budget)
        return SolidBuilder(self.faults, self.solid, expansion)

    def _part(self, name: str, loc: Place) -> PartFile | None:
        if self.faults.is_unsound(("include", name)):
            return None
        if name not in self.entries:
            near = did_you_mean(name, self.entries)
            self.faults.add(loc, f'nothing is included under the name "{name}"{near}')
            return None
        if name not in self.known:
            self.known[name] = self._found(name)
        return self.known[name]

    def _found(self, name: str) -> PartFile | None:
        path = self.path(name)
        resolved = path.resolve()
        steps = [step.resolve() for step in self.chain]
        if resolved in steps:
            circle = [*self.chain[steps.index(resolved) :], path]
            way = " includes ".join(str(step) for step in circle)
            message = f"{path} includes itself" if len(circle) == 2 else f"a circle of files: {way}"
            self.faults.add(("include", name), message)
            return None
        if not path.is_file():
            return None
        if resolved not in self.reading.parts:
            self.reading.parts[resolved] = self._read(path)
        return self.reading.parts[resolved]

    def _read(self, path: Path) -> PartFile:
        """The part file with the size of its solid; its faults are noted in this document."""
        part = PartFile()
        try:
            if path.suffix.lower() == ".tips":
                solid = tips_solid(path)
                part.size = size_of(solid)
                part.solid, part.is_built = Built(solid, (None,) * part.size.primitives), True
                return part
            document = read_document(path, "part file", keep_problems=True)
            part.faults = Faults(document)
            file = validated_rest(document, PartFileIn, part.faults)
        except SceneFileError as error:
            self.faults.problems.extend(
                problem.included_from(str(self.chain[-1])) for problem in error.problems
            )
            return part
        chain = (*self.chain, path)
        part.includes = Includes(part.faults, file.include, chain, self.reading)
        part.steps = file.solid
        part.size = part.includes.builder().expansion.of_steps(file.solid, ("solid",))
        self._take_over(part)
        return part

    def _build(self, part: PartFile) -> None:
        if part.includes is None or part.faults is None or part.size is None:
            return
        solid = part.includes.builder().counted_solid(part.steps, ("solid",))
        part.solid = None if part.faults.problems else solid
        self._take_over(part)

    def _take_over(self, part: PartFile) -> None:
        """Passes faults of the part file on to this document, each to one including file only."""
        assert part.faults is not None
        here, (problems, notes) = str(self.chain[-1]), part.passed_on
        news = part.faults.problems[problems:], part.faults.notes[notes:]
        part.passed_on = (len(part.faults.problems), len(part.faults.notes))
        self.faults.problems.extend(problem.included_from(here) for problem in news[0])
        self.faults.notes.extend(note.included_from(here) for note in news[1])
