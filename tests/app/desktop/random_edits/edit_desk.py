"""A document with a cell, two programs and the panel Properties, on which random edits are made."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal

from app.desktop.looks.notice import BODY, FRAME, LOCATION, ROBOT, TOOL, Notice
from app.desktop.modelling.properties_panel import PropertiesPanel
from app.desktop.state.choices.things import Key, location_names
from app.desktop.state.chosen_scenario import ChosenScenario
from app.desktop.state.document import Document
from app.desktop.state.scenarios.scenario_text import ScenarioText
from app.desktop.state.source import Source
from app.programs.text_files import TextFile
from geometry import Box, Cylinder, mesh_of
from geometry.mesh_files.formats import mesh_bytes
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.documents import parse_document
from scenes.library import cell_path

PROGRAM = """\
; A program for the edits
10 POINT P 400 0 600 0 90 0 ; where the part is taken
20 FEED PEG
30 POINT Q 420 0 600 0 90 0
35 POINT R 300 0 500 0 90 0 ; unused
40 MOVE P
50 MOVE Q
60 END
"""
TYPED = "; typed by hand\nREADY\nEND\n"
SCENARIO = """\
# around the cell
signals: # in order
  - {at: 1.5, on: 5} # a part is there
  # asked for
  - when: 3 # the lamp
    delay: 1.0
    on: [6, 7]
answers: [40, 2.5] # mm
"""
PART_FILE = """\
part: 1 # a bracket
solid:
  - add: {box: [80, 20, 40]}
  - cut: {cylinder: {d: 12, h: 50}}
"""


class SilentAnalyst(QObject):
    """Stands in for the worker: it answers questions at once, and checks nothing."""

    runReady = Signal(int, object)
    verdictReady = Signal(int, object)
    contactsReady = Signal(object, object)
    poseChecked = Signal(object, object)
    failed = Signal(int, str)
    missed = Signal(str)
    progressed = Signal(float, str)
    busyChanged = Signal(bool)
    is_busy = False

    def analyse(self, *_: object) -> None:
        """Ignores the request."""

    def ask(self, kind, function, *arguments, then) -> None:
        """Answers at once; the file of the cell is not read a second time: a law does that."""
        if kind != "cell":
            then(function(*arguments))

    def cancel(self) -> None:
        """Has nothing to cancel."""


class Desk:
    """The document, and what random edits need beside it."""

    def __init__(self, text: str, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "own.cell.yaml"
        self.path.write_bytes(text.encode("utf-8"))
        write_parts(folder)
        self.document = Document(SilentAnalyst())
        self.clipboard = ""
        self.offers: list[Notice] = []
        self.document.noticed.connect(self._hear)
        file = parse_document(self.path, text, "cell file")
        self.document.show_cell(cell_from_document(file), file)
        for number in range(2):
            source = Source(TextFile(PROGRAM), None, f"{number}.val", self.document)
            self.document.add_source(source)
        self.typed = Source(TextFile(TYPED), None, "typed.val", self.document)
        self.document.add_source(self.typed, in_front=False)
        (folder / "around.scenario.yaml").write_text(SCENARIO, encoding="utf-8")
        source.scenario = ChosenScenario(folder / "around.scenario.yaml")
        self.document.scenarios.follow()
        self.panel = PropertiesPanel(self.document)

    def _hear(self, notice: Notice) -> None:
        if notice.offers:
            self.offers.append(notice)

    def close(self) -> None:
        """Stops the timers, and removes the panel."""
        self.document.stop_timers()
        self.panel.deleteLater()
        self.document.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    # What there is.

    @property
    def file(self) -> CellFile:
        """The present cell file."""
        assert self.document.cell_file is not None
        return self.document.cell_file

    @property
    def text(self) -> str:
        """The text of the cell."""
        return self.file.text

    def texts(self) -> tuple[str, ...]:
        """The texts of the cell and of the programs that name its things."""
        named = (source for source in self.document.sources if source is not self.typed)
        return (self.text, *(source.text for source in named))

    @property
    def scenario(self) -> ScenarioText:
        """The scenario of the program in front."""
        assert self.document.scenarios.current is not None
        return self.document.scenarios.current

    def keys(self, *kinds: str) -> list[Key]:
        """The things of these kinds; all kinds where none is named."""
        cell = self.document.cell
        assert cell is not None
        found = {
            BODY: [body.name for body in (*cell.fixtures, *cell.parts)],
            FRAME: [name for name in cell.frames if name != "world"],
            ROBOT: [cell.robot.name],
            TOOL: [cell.robot.name],
            LOCATION: sorted(location_names(self.document.program)),
        }
        return [(kind, name) for kind in kinds or found for name in found[kind]]

    def one(self, rng: random.Random, *kinds: str) -> Key:
        """One of the things of these kinds; there may be none: then the only robot."""
        found = self.keys(*kinds)
        return rng.choice(found or self.keys(ROBOT))

    def some(self, rng: random.Random, *kinds: str) -> list[Key]:
        """A few things of these kinds."""
        found = self.keys(*kinds)
        return rng.sample(found, min(len(found), rng.choice((1, 1, 2, 3))))

    def chosen(self) -> tuple[object, ...]:
        """All that is selected: the things, and the step of a solid."""
        step = self.document.solid_step
        return (self.document.selection, step.path, step.copies)

    # Undo and redo with the focus in the 3D view.

    def undo(self) -> None:
        """Takes back the last change."""
        self.document.history.undo(None, replay)
        self.document.read_now()  # as the window does

    def redo(self) -> None:
        """Makes the next change again."""
        self.document.history.redo(None, replay)
        self.document.read_now()

    @property
    def place(self) -> int:
        """How many changes can be taken back."""
        return self.document.cell_commands.index()


def replay(source: Source, is_back: bool) -> None:
    """Takes back or makes again one step of a text."""
    text = source.text_document
    text.undo() if is_back else text.redo()


def write_parts(folder: Path) -> None:
    """Files that a cell can import: a mesh, and a part file."""
    mesh = mesh_of(Box((40, 30, 20)) - Cylinder(radius=5, height=40))
    path = folder / "bracket.stl"
    path.write_bytes(mesh_bytes(path, [("bracket", mesh, None)]))
    for robot in cell_path("calibrated_bench").parent.glob("*.robot.yaml"):
        shutil.copy(robot, folder)
    (folder / "angle.part.yaml").write_text(PART_FILE, encoding="utf-8")


def random_pose(rng: random.Random) -> np.ndarray:
    """A pose, (4, 4), mm, turned about any axis."""
    axis = np.array([rng.gauss(0, 1) for _ in range(3)])
    x, y, z = axis / np.linalg.norm(axis)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = rng.choice((0.0, 0.5 * np.pi, rng.uniform(-3, 3)))
    T = np.eye(4)
    T[:3, :3] += np.sin(angle) * K + (1 - np.cos(angle)) * K @ K
    T[:3, 3] = [rng.choice((0.0, 12.5, rng.uniform(-900, 900))) for _ in range(3)]
    return T
