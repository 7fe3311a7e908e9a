"""Reads a study file: the study with its question, or all faults of the file at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from scenes.errors import SceneError
from scenes.files.resource_files import CELLS, ROBOTS
from scenes.files.text.documents import NO_FILE, Document, Faults, Loc, read_document
from scenes.files.validation import validated
from scenes.library import load_cell, load_robot
from scenes.studies.engine.chunk_task import product_version
from scenes.studies.engine.study import Question, Study
from scenes.studies.files.design_section import design_question
from scenes.studies.files.placement_section import placement_question
from scenes.studies.files.reach_section import reach_question
from scenes.studies.files.resting_on import digest_of
from scenes.studies.files.runs_section import runs_question
from scenes.studies.files.study_schema import StudyIn
from scenes.studies.questions.among_arms import AmongArms
from scenes.world.cell import Cell

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class StudyFile:
    """A study file that has been read.

    cell: The file of its cell. folder: Where its results go if nothing else is said.
    """

    study: Study
    path: Path
    cell: Path

    @property
    def folder(self) -> Path:
        """`bench.study.yaml` has its results in `bench.results` beside it."""
        name = self.path.name
        for suffix in (".yaml", ".yml", ".study"):
            name = name.removesuffix(suffix)
        return self.path.parent / f"{name}.results"


def read_study(path: Path) -> StudyFile:
    """The study of a file; SceneFileError lists its faults, those of the cell included."""
    document = read_document(path, "study file")
    file = validated(document, StudyIn, "study file")
    reading = _Reading(document, file, Faults(document))
    cell = reading.cell()
    study = reading.study(cell)
    reading.faults.raise_if_any()
    return StudyFile(study, path, cell)


@dataclass
class _Reading:
    """What is known while a study file is read."""

    document: Document
    file: StudyIn
    faults: Faults

    def cell(self) -> Path:
        found = self._at(("cell",), lambda: CELLS.find(self.file.cell, self._folder))
        if found is not None and not found.is_file():
            self.faults.add(("cell",), f"{NO_FILE[0]} cell file: {found}")
        self.faults.raise_if_any()
        assert found is not None
        return found

    def study(self, path: Path) -> Study:
        paths = [self.document.path, path]
        cell = load_cell(path)
        arms = [self._arm(number, cell, paths) for number in range(len(self.file.robots or ()))]
        self.faults.raise_if_any()
        cells = [arm for arm in arms if arm is not None] or [cell]
        questions = [self._question(each, paths) for each in cells]
        self.faults.raise_if_any()
        robots = self.file.robots or []
        kept = [question for question in questions if question is not None]
        question = AmongArms(tuple(kept), tuple(robots)) if robots else kept[0]
        digest = digest_of(paths, product_version())
        return Study(self.file.title or self.document.path.name, question, self.file.seed, digest)

    def _question(self, cell: Cell, paths: list[Path]) -> Question | None:
        """The question of the file's section for a cell; paths: Gets the files that it reads."""
        file = self.file
        if file.reach is not None:
            section = file.reach
            return self._at(("reach",), lambda: reach_question(section, cell))
        if file.placement is not None:
            places, folder = file.placement, self._folder
            return self._at(("placement",), lambda: placement_question(places, cell, folder, paths))
        if file.design is not None:
            design, folder = file.design, self._folder
            return self._at(("design",), lambda: design_question(design, cell, folder, paths))
        kind = "tolerance" if file.tolerance is not None else "throughput"
        runs = file.tolerance or file.throughput
        assert runs is not None
        return self._at((kind,), lambda: runs_question(runs, kind, cell, self._folder, paths))

    def _arm(self, number: int, cell: Cell, paths: list[Path]) -> Cell | None:
        """The cell with another arm on the base of its robot, with the hand of its robot file."""
        name = (self.file.robots or [])[number]
        loc = ("robots", number)
        path = self._at(loc, lambda: ROBOTS.find(name, self._folder))
        robot = None if path is None else self._at(loc, lambda: load_robot(path))
        if path is None or robot is None:
            return None
        paths.append(path)
        return cell.having(robot=robot.having(T_world_base=cell.robot.T_world_base))

    def _at(self, loc: Loc, make: Callable[[], Thing]) -> Thing | None:
        """What `make` gives; None where it raises SceneError, which becomes a fault there."""
        try:
            return make()
        except SceneError as fault:
            self.faults.add(loc, str(fault))
        except OSError as fault:
            self.faults.add(loc, f"{fault.filename}: {fault.strerror}")
        return None

    @property
    def _folder(self) -> Path:
        return self.document.path.parent
