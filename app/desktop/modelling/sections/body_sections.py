"""Sections of a body: its facts, its solid, what it may touch, and a part's grasp."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QPushButton

from app.desktop.looks.small_widgets import rule
from app.desktop.looks.tips import wrapped
from app.desktop.modelling.contact_list import ContactList
from app.desktop.modelling.edits.removing import remove_body
from app.desktop.modelling.edits.solid_edits import solid_path
from app.desktop.modelling.fields.entry import (
    COLOUR,
    MM,
    SWITCH,
    Entry,
    Group,
    position,
    turn,
)
from app.desktop.modelling.fields.entry_form import EntryForm
from app.desktop.modelling.fields.word_rows import ColourRow
from app.desktop.modelling.sections.panel_section import Fact, FactSection, Heading, Section
from app.desktop.modelling.solid_editor import SolidEditor
from app.desktop.state.document import Document
from kinematics.arm.joints import Joint, JointKind
from scenes import SceneError, bodies_of
from scenes.world.placement import BodyInfo
from scenes.world.units import in_door_unit

KINDS = {"robot": "link of the robot", "finger": "finger", "fixture": "fixture", "part": "part"}
GRASP = ("grasp",)
PART_ENTRIES = (
    Entry(
        ("present",),
        "At start",
        SWITCH,
        parts=("there from the start",),
        words=("Presence",),
        default=False,
        tip="Else the part waits until FEED brings it in",
    ),
    Group(
        GRASP,
        "Grasp",
        {"at": [0, 0, 0], "open": 0},
        (
            replace(position((*GRASP, "at")), words=("Grasp position",)),
            replace(turn((*GRASP, "rpy")), words=("Grasp turn",)),
            Entry(
                (*GRASP, "open"),
                "Opening",
                unit=MM,
                default=0,
                words=("Grasp opening",),
                tip="Opening of the hand at which the fingers touch the part",
            ),
        ),
        "The frame in the part on which the hand closes",
    ),
)
COLOUR_ENTRY = Entry(("colour",), "Colour", COLOUR, parts=("usual grey",))


def body_called(document: Document, name: str) -> BodyInfo | None:
    """The body in its shape at the shown moment; None where there is none."""
    cell, state = document.cell, document.state
    if cell is None:
        return None
    shapes = state.shapes if state is not None else None
    return bodies_of(cell, [name] if cell.part_called(name) else None, shapes).get(name)


class BodyFacts(FactSection):
    """Name, kind and size of a body; of a link the joint that moves it."""

    def __init__(self, document: Document, name: str) -> None:
        super().__init__(document)
        self._name = name

    def facts(self) -> Sequence[Fact]:
        found, cell = body_called(self._document, self._name), self._document.cell
        if found is None or cell is None:
            return []
        hand = cell.robot.hand.body_names if cell.robot.hand is not None else ()
        in_hand = found.link is not None and self._name.partition(".")[2] in hand
        kind = "body of the hand" if in_hand else KINDS[found.kind]
        facts = [("Name", self._name), ("Kind", kind)]
        if found.link is not None:
            joints = cell.robot.mechanism.link_joints
            facts.append(("Robot", cell.robot.title))
            facts.append(("Moves with", joints[found.link - 1].name if found.link else "base"))
            facts += joint_facts(joints[found.link - 1]) if found.link else []
        facts.append(("Size", size_text(found)))
        if found.kind == "robot" and cell.robot.schematic:
            facts.append(("Shape", "schematic: it only hints at the real one"))
        return facts


def joint_facts(joint: Joint) -> list[Fact]:
    """Kind, limits and speed of a joint in degrees or mm."""
    kind = joint.kind.value
    lower, unit = in_door_unit(kind, joint.lower)
    upper, _ = in_door_unit(kind, joint.upper)
    speed, _ = in_door_unit(kind, joint.speed)
    sign = "°" if unit == "deg" else f" {unit}"
    turns = joint.kind is JointKind.REVOLUTE
    limits = f"{lower:g} to {upper:g}{sign}" if np.isfinite([lower, upper]).all() else "not known"
    facts = [("Joint", "turns" if turns else "slides"), ("Limits", limits)]
    return [*facts, ("Speed", f"{speed:g}{sign}/s" if np.isfinite(speed) else "not known")]


def size_text(found: BodyInfo) -> str:
    """The extent of a body along its own axes, mm."""
    lower, upper = found.solid.bounds()
    size = np.asarray(upper) - np.asarray(lower)
    return " × ".join(f"{length:.1f}".removesuffix(".0") for length in size) + " mm"


class GraspSection(Section):
    """The button that shows where the hand can take a part."""

    def __init__(self, document: Document, ask: Callable[[], None]) -> None:
        super().__init__(document)
        self.show_grasps = QPushButton("Show grasps")
        tip = "Where the hand can take this part; a click on a ghost writes it"
        self.show_grasps.setToolTip(wrapped(tip))
        self.show_grasps.clicked.connect(lambda: ask())
        self.column.addWidget(self.show_grasps)


class PartSection(Section):
    """Whether a part is there at the start, and where the hand grips it."""

    def __init__(self, document: Document, name: str) -> None:
        super().__init__(document)
        self.column.addWidget(rule())
        self.form = EntryForm(document, ("parts", name), PART_ENTRIES, name)
        self.column.addWidget(self.form)

    def refresh(self) -> None:
        self.form.refresh()

    def texts(self) -> list[str]:
        return self.form.texts()


class SolidSection(Section):
    """Colour and steps of a solid that the cell file itself defines."""

    def __init__(self, document: Document, name: str) -> None:
        super().__init__(document)
        file = document.cell_file
        path = solid_path(file, name) if file is not None else None
        assert path is not None
        self.column.addWidget(rule())
        self.form = EntryForm(document, path[:2], (COLOUR_ENTRY,), name)
        self.column.addWidget(self.form)
        self.editor = SolidEditor(document, path)
        self.column.addWidget(self.editor)

    @property
    def colour(self) -> ColourRow:
        """The row with the colour of the body."""
        row = self.form.rows["colour"]
        assert isinstance(row, ColourRow)
        return row

    def refresh(self) -> None:
        self.form.refresh()
        self.editor.show_steps()

    def texts(self) -> list[str]:
        return [*self.form.texts(), *self.editor.texts()]


class ContactSection(Section):
    """What a body may touch, and the button that removes the body."""

    def __init__(self, document: Document, name: str) -> None:
        super().__init__(document)
        self._name = name
        self.column.addWidget(rule())
        self.column.addWidget(Heading("May touch"))
        self.contacts = ContactList(document, name)
        self.column.addWidget(self.contacts)
        self.column.addWidget(rule())
        self.away = QPushButton(f"Remove {name}")
        self.away.clicked.connect(self._remove)
        self.column.addWidget(self.away)

    def _remove(self) -> None:
        try:
            remove_body(self._document, self._name)
        except SceneError as fault:
            self._document.notify(str(fault).splitlines()[0], "error")

    def refresh(self) -> None:
        self.contacts.refresh()

    def texts(self) -> list[str]:
        return self.contacts.texts()
