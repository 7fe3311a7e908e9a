"""Sections of a robot: where its numbers come from, what it reaches and lifts, its ready pose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtWidgets import QPushButton

from app.desktop.looks.small_widgets import rule
from app.desktop.modelling.fields.entry import DEG, MM, VECTOR, Entry
from app.desktop.modelling.fields.entry_form import EntryForm
from app.desktop.modelling.sections.panel_section import Fact, FactSection, Section
from app.desktop.state.document import Document
from scenes import Robot
from scenes.world.units import in_door_unit

# Decimals of joint values that are taken from the shown pose, degrees or mm.
DECIMALS = 4


class RobotFacts(FactSection):
    """Title, reach and payload of the robot."""

    def facts(self) -> Sequence[Fact]:
        cell = self._document.cell
        if cell is None:
            return []
        robot = cell.robot
        rated, kinds = robot.rated, robot.mechanism.kinds
        facts = [
            ("Name", robot.name),
            ("Robot", robot.title),
            ("Joints", f"{len(kinds)} ({kinds})"),
        ]
        if rated.reach_mm is not None:
            facts.append(("Reach", f"{rated.reach_mm:g} mm"))
        if rated.payload_kg is not None:
            facts.append(("Payload", f"{rated.payload_kg:g} kg"))
        if robot.schematic:
            facts.append(("Shape", "schematic: the solids only hint at the real shape"))
        return facts


class RobotSource(FactSection):
    """The document from which the numbers of the robot come."""

    has_name = False

    def facts(self) -> Sequence[Fact]:
        cell = self._document.cell
        return [] if cell is None else [("Source", cell.robot.source)]


def ready_values(robot: Robot) -> list[float]:
    """The ready pose in degrees or mm."""
    pairs = zip(robot.mechanism.joints, robot.ready, strict=True)
    shown = [round(in_door_unit(j.kind.value, float(q))[0], DECIMALS) + 0.0 for j, q in pairs]
    return [int(value) if value.is_integer() else value for value in shown]


class RobotChange(Section):
    """The button that asks for another robot in the same place."""

    def __init__(self, document: Document, ask: Callable[[], None]) -> None:
        super().__init__(document)
        self.change = QPushButton("Change robot…")
        self.change.setToolTip("Another arm on the same base; what does not fit it is said")
        self.change.clicked.connect(lambda: ask())
        self.column.addWidget(self.change)


class ReadySection(Section):
    """The joint values at which a run starts; a cell may have others than the robot's file."""

    def __init__(self, document: Document, name: str, _joints: tuple[str, ...]) -> None:
        super().__init__(document)
        cell = document.cell
        assert cell is not None
        joints = cell.robot.mechanism.joints
        entry = Entry(
            ("ready",),
            "Ready",
            VECTOR,
            words=("Ready pose",),
            parts=tuple(joint.name for joint in joints),
            units=tuple(DEG if joint.kind.value == "R" else MM for joint in joints),
            default=ready_values(cell.robot),
            step=5.0,
            tip="Joint values at which a run starts",
        )
        self.column.addWidget(rule())
        self.form = EntryForm(document, ("robots", name), (entry,), name)
        self.column.addWidget(self.form)
        self.take_shown = QPushButton("Set from the shown pose")
        self.take_shown.setToolTip("The run starts from the joint values that are shown now")
        self.take_shown.clicked.connect(self._take_shown)
        self.column.addWidget(self.take_shown)

    def _take_shown(self) -> None:
        state, cell = self._document.state, self._document.cell
        if state is None or cell is None:
            return
        pairs = zip(cell.robot.mechanism.joints, state.q, strict=True)
        values = [round(in_door_unit(j.kind.value, float(q))[0], DECIMALS) + 0.0 for j, q in pairs]
        sentence = self.form.set_entry(("ready",), values, f"Ready pose of {cell.robot.name}")
        self.form.rows["ready"].marks[0].show(sentence)

    def refresh(self) -> None:
        cell, row = self._document.cell, self.form.rows["ready"]
        if cell is not None:  # the robot's own values hold where the cell names none
            row.entry = replace(row.entry, default=ready_values(cell.robot))
        self.form.refresh()

    def texts(self) -> list[str]:
        return self.form.texts()
