"""The selected thing in figures: whatever the cell file says of it can be typed here."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.desktop.looks.notice import BODY, FRAME, LOCATION, ROBOT, TOOL, Selection
from app.desktop.modelling.adding import add_body_here, add_frame_here
from app.desktop.modelling.contact_list import ContactList
from app.desktop.modelling.edits.placing import placed_in
from app.desktop.modelling.edits.solid_edits import solid_path
from app.desktop.modelling.fields.colour_button import ColourButton
from app.desktop.modelling.fields.entry_number import EntryNumber
from app.desktop.modelling.hand_form import HandForm, robot_of_selection
from app.desktop.modelling.sections.body_sections import (
    BodyFacts,
    ContactSection,
    GraspSection,
    PartSection,
    SolidSection,
    body_called,
)
from app.desktop.modelling.sections.cell_section import AddSection, CellSection
from app.desktop.modelling.sections.frame_section import FrameFacts, RemoveFrame
from app.desktop.modelling.sections.hand_section import HandSection
from app.desktop.modelling.sections.location_section import LocationFacts
from app.desktop.modelling.sections.panel_section import Section
from app.desktop.modelling.sections.place_section import PlaceSection
from app.desktop.modelling.sections.robot_section import (
    ReadySection,
    RobotChange,
    RobotFacts,
    RobotSource,
)
from app.desktop.modelling.sections.several_section import SeveralFacts, SeveralSection
from app.desktop.modelling.solid_editor import SolidEditor
from app.desktop.state.document import Document

# A section, and what it is made with beside the document. A widget that has only `refresh` is one
# too; what it shows is then not compared.
Plan = tuple[tuple[Callable[..., Any], tuple[object, ...]], ...]
Kind = TypeVar("Kind", bound=Section)
MARGIN = 10
MAKING_S = 0.010  # processor time after which sections wait for the next event, s


class PropertiesPanel(QScrollArea):
    """Sections for the selected thing; every typed value is one undo step of the cell.

    The panel shows the document and keeps nothing. As long as the same sections are wanted they
    only refresh, because the user may be typing into one of them; else they are made anew, in
    events of their own: an edit that also selects would hold the window too long.
    """

    graspsAsked = Signal()  # the grasps of the selected part
    robotAsked = Signal()  # another robot

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._sections: tuple[Any, ...] = ()
        self._begun: list[Any] = []  # sections of a panel that is being made
        self._is_filling = False  # whether the last one of them is still empty
        self._rebuilding = QTimer(self, singleShot=True, interval=0)
        self._rebuilding.timeout.connect(self._make_some)
        self._plan: Plan = ()
        self._shown = Selection()
        self._shape: object = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        document.selectionChanged.connect(self.refresh)
        document.cellChanged.connect(self.refresh)
        document.findingsChanged.connect(self._follow_program)
        document.positionChanged.connect(self._follow_shape)
        self._rebuild()

    def refresh(self) -> None:
        """Shows the present document."""
        if self._wanted() != self._plan or self._shown != self._document.selection:
            self._drop_begun()
            self._rebuilding.start()
            return
        self._drop_begun()
        self._rebuilding.stop()
        for section in self._sections:
            section.refresh()

    @property
    def sections(self) -> tuple[Any, ...]:
        """The sections of the present selection, top down."""
        if self._rebuilding.isActive():
            self._rebuild()
        return self._sections

    def texts(self) -> list[str]:
        """All that the panel shows, for comparison."""
        sections = (section for section in self.sections if isinstance(section, Section))
        return [text for section in sections for text in section.texts()]

    # The sections.

    def _wanted(self) -> Plan:
        """The sections that the selection wants in the present cell."""
        chosen = self._document.selection
        if chosen.others:
            return ((SeveralFacts, ()), (SeveralSection, ()))
        plans: dict[str, Callable[[str], Plan]] = {
            BODY: self._plan_of_body,
            FRAME: self._plan_of_frame,
            ROBOT: self._plan_of_robot,
            TOOL: self._plan_of_tool,
            LOCATION: lambda name: ((LocationFacts, (name,)),),
        }
        plan = plans[chosen.kind](chosen.name) if chosen.kind in plans else ()
        robot = robot_of_selection(self._document)
        hand: Plan = ((HandSection, (robot,)),) if robot else ()
        source: Plan = ((RobotSource, ()),) if robot and chosen.kind == ROBOT else ()
        return (*plan, *hand, *source) or self._plan_of_nothing()

    def _plan_of_nothing(self) -> Plan:
        add: Plan = ((AddSection, (self.add_body, self.add_frame)),)
        return add if self._document.cell_file is None else (*add, (CellSection, ()))

    def _plan_of_body(self, name: str) -> Plan:
        cell, file = self._document.cell, self._document.cell_file
        if cell is None or body_called(self._document, name) is None:
            return ()
        plan: Plan = ((BodyFacts, (name,)),)
        part = cell.part_called(name)
        if part is not None:
            plan = (*plan, (GraspSection, (self._ask_grasps,)))
        owner = part.name if part is not None else name
        if file is None or placed_in(file, owner) is None:
            return plan
        plan = (*plan, (PlaceSection, (BODY, owner)))
        if part is not None:
            plan = (*plan, (PartSection, (owner,)))
        if solid_path(file, owner) is not None:
            plan = (*plan, (SolidSection, (owner,)), (ContactSection, (owner,)))
        return plan

    def _plan_of_frame(self, name: str) -> Plan:
        cell, file = self._document.cell, self._document.cell_file
        if cell is None or name not in cell.frames:
            return ()
        plan: Plan = ((FrameFacts, (name,)),)
        if file is None or placed_in(file, name, FRAME) is None:
            return plan
        return (*plan, (PlaceSection, (FRAME, name)), (RemoveFrame, (name,)))

    def _plan_of_robot(self, name: str) -> Plan:
        cell, file = self._document.cell, self._document.cell_file
        if cell is None or name != cell.robot.name:
            return ()
        plan: Plan = ((RobotFacts, ()),)
        if file is None or placed_in(file, name, ROBOT) is None:
            return plan
        ready = (name, tuple(joint.name for joint in cell.robot.mechanism.joints))
        change = (RobotChange, (self._ask_robot,))
        return (*plan, change, (PlaceSection, (ROBOT, name)), (ReadySection, ready))

    def _plan_of_tool(self, name: str) -> Plan:
        """The tool belongs to the robot whose name it has."""
        cell = self._document.cell
        return () if cell is None or name != cell.robot.name else ((RobotFacts, ()),)

    def _make_some(self) -> None:
        """Makes sections until they have taken their time, and comes back for the others."""
        end = time.thread_time() + MAKING_S
        wanted = self._wanted()
        while self._is_filling or len(self._begun) < len(wanted):
            self._make_step(wanted)  # one at least, so that a slow machine comes to an end too
            if time.thread_time() > end:
                self._rebuilding.start()
                return
        self._show(wanted)

    def _rebuild(self) -> None:
        """Makes all sections at once that the selection wants."""
        wanted = self._wanted()
        while self._is_filling or len(self._begun) < len(wanted):
            self._make_step(wanted)
        self._show(wanted)

    def _make_step(self, plan: Plan) -> None:
        """Makes the next section, or fills the one that was made last."""
        if self._is_filling:
            self._begun[-1].refresh()
        else:
            kind, given = plan[len(self._begun)]
            self._begun.append(kind(self._document, *given))
        self._is_filling = not self._is_filling

    def _drop_begun(self) -> None:
        """Frees sections that were made for what is not wanted any more."""
        for section in self._begun:
            section.deleteLater()
        self._begun.clear()
        self._is_filling = False

    def _show(self, plan: Plan) -> None:
        """Shows the sections that were made, in the place of those before."""
        self._rebuilding.stop()
        self._plan, self._shown = plan, self._document.selection
        self._sections = tuple(self._begun)
        self._begun.clear()
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(8)
        for section in self._sections:
            column.addWidget(section)
        column.addStretch(1)
        old = self.takeWidget()
        if old is not None:
            old.deleteLater()
        self.setWidget(body)

    def _follow_program(self) -> None:
        """Shows the figures of a location anew when the program is read."""
        if self._shown.kind == LOCATION:
            self.refresh()

    def _follow_shape(self) -> None:
        """Shows the size anew when the run changes the shape of the selected part."""
        state = self._document.state if self._shown.kind == BODY else None
        shape = state.shapes.get(self._shown.name) if state is not None else None
        if shape is not self._shape:
            self._shape = shape
            self.refresh()

    # Parts of the sections, by name.

    def section(self, kind: type[Kind]) -> Kind | None:
        """The section of a kind; None where it is not shown."""
        return next((found for found in self.sections if isinstance(found, kind)), None)

    @property
    def _fields(self) -> list[EntryNumber]:
        """X, Y, Z, roll, pitch, yaw of the selected thing."""
        place = self.section(PlaceSection)
        return place.fields if place is not None else []

    @property
    def _frame(self) -> QComboBox | None:
        place = self.section(PlaceSection)
        return place.frame if place is not None else None

    @property
    def _solid(self) -> SolidEditor | None:
        solid = self.section(SolidSection)
        return solid.editor if solid is not None else None

    @property
    def _colour(self) -> ColourButton | None:
        solid = self.section(SolidSection)
        return solid.colour.button if solid is not None else None

    @property
    def _contacts(self) -> ContactList | None:
        found = self.section(ContactSection)
        return found.contacts if found is not None else None

    @property
    def _size(self) -> QLabel:
        facts = self.section(BodyFacts)
        return QLabel(facts.text_of("Size") if facts is not None else "")

    @property
    def _hand(self) -> HandForm | None:
        found = self.section(HandSection)
        return found.form if found is not None else None

    def _ask_grasps(self) -> None:
        self.graspsAsked.emit()

    def _ask_robot(self) -> None:
        self.robotAsked.emit()

    # Adding.

    def add_body(self, group: str, kind: str) -> None:
        """Adds a fixture or a part of one shape, and selects it."""
        add_body_here(self._document, group, kind)

    def add_frame(self) -> None:
        """Adds a frame, and selects it."""
        add_frame_here(self._document)
