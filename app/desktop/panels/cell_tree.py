"""The tree of the cell: the robot and its bodies, fixtures, parts, locations."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from app.desktop.looks.icons import icon
from app.desktop.looks.notice import BODY, LOCATION
from app.desktop.looks.theme import Theme
from app.desktop.state.document import Document
from scenes import Cell

KEY_ROLE = Qt.ItemDataRole.UserRole
Key = tuple[str, str]


class CellTree(QTreeWidget):
    """Shows the cell and the common selection; a double click brings an entry into view."""

    focusAsked = Signal(str, str)  # kind, name

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self._items: dict[Key, QTreeWidgetItem] = {}
        self._locations: QTreeWidgetItem | None = None
        self._shown_locations: tuple[tuple[str, str], ...] = ()
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setIndentation(16)
        self.setAccessibleName("Cell")
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemSelectionChanged.connect(self._selected)
        self.itemDoubleClicked.connect(self._activated)
        document.cellChanged.connect(self._follow_cell)
        document.findingsChanged.connect(self._show_locations)
        document.selectionChanged.connect(self._follow_selection)
        self.rebuild()

    def set_theme(self, theme: Theme) -> None:
        """Draws the tree in the colours of a theme."""
        self._theme = theme
        self.rebuild()

    def _follow_cell(self) -> None:
        """Makes the rows anew only if the text or the look of one has changed."""
        if self._document.cell is None or _rows_of(self._document.cell) != self._shown_rows:
            self.rebuild()

    def rebuild(self) -> None:
        """Makes the rows of the present cell anew."""
        blocked = self.blockSignals(True)
        self.clear()
        self._items.clear()
        self._locations, self._shown_locations = None, ()
        self._shown_rows: tuple[object, ...] = ()
        if self._document.cell is not None:
            self._shown_rows = _rows_of(self._document.cell)
            self._add_cell(self._document.cell)
        self.blockSignals(blocked)
        self._show_locations()
        self._follow_selection()

    def _add_cell(self, cell: Cell) -> None:
        robot = cell.robot
        top = self._group(robot.name, robot.mechanism.kinds, "mdi6.robot-industrial")
        top.setToolTip(0, f"{robot.title}\n{robot.source}")
        if robot.schematic:
            top.setText(1, "schematic")
            top.setToolTip(1, "The solids only hint at the real shape.")
        for link in robot.bodies:
            name = f"{robot.name}.{link.name}"
            about = "base" if link.link == 0 else robot.mechanism.link_joints[link.link - 1].name
            self._add(top, (BODY, name), link.name, about, link.colour)
        for finger in robot.fingers:
            name = f"{robot.name}.{finger.name}"
            self._add(top, (BODY, name), finger.name, "finger", finger.colour)
        fixtures = self._group("Fixtures", str(len(cell.fixtures)), "mdi6.table-furniture")
        for body in cell.fixtures:
            self._add(fixtures, (BODY, body.name), body.name, "", body.colour)
        if cell.parts:
            parts = self._group("Parts", str(len(cell.parts)), "mdi6.package-variant-closed")
            for part in cell.parts:
                waits = "waits for FEED" if part.T_world_start is None else ""
                self._add(parts, (BODY, part.name), part.name, waits, part.colour)
        self._locations = self._group("Locations", "", "mdi6.axis-arrow")

    def _group(self, name: str, about: str, icon_name: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self, [name, about])
        item.setIcon(0, icon(icon_name, self._theme))
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setForeground(1, QBrush(QColor(self._theme.muted)))
        item.setExpanded(True)
        return item

    def _add(self, parent: QTreeWidgetItem, key: Key, name: str, about: str, colour: str) -> None:
        item = QTreeWidgetItem(parent, [name, about])
        item.setData(0, KEY_ROLE, key)
        kind = "mdi6.map-marker" if key[0] == LOCATION else "mdi6.cube"
        item.setIcon(0, icon(kind, self._theme, colour))
        item.setForeground(1, QBrush(QColor(self._theme.muted)))
        self._items[key] = item

    def _show_locations(self) -> None:
        """Shows the locations that the program in front defines."""
        group = self._locations
        if group is None:
            return
        found = {
            str(s.location.value): f"line {s.line}"
            for s in self._document.program.definitions
            if s.location is not None
        }
        shown = tuple(found.items())
        if shown == self._shown_locations:
            return
        self._shown_locations = shown
        blocked = self.blockSignals(True)
        for key in [key for key in self._items if key[0] == LOCATION]:
            group.removeChild(self._items.pop(key))
        for name, about in shown:
            self._add(group, (LOCATION, name), name, about, self._theme.path)
        group.setText(1, str(len(shown)))
        self.blockSignals(blocked)
        self._follow_selection()

    def _selected(self) -> None:
        keys = [item.data(0, KEY_ROLE) for item in self.selectedItems()]
        if keys and keys[0]:
            self._document.select(*keys[0])

    def _activated(self, item: QTreeWidgetItem) -> None:
        key = item.data(0, KEY_ROLE)
        if key:
            self.focusAsked.emit(*key)

    def _follow_selection(self) -> None:
        chosen = self._document.selection
        item = self._items.get((chosen.kind, chosen.name))
        blocked = self.blockSignals(True)
        self.clearSelection()
        if item is not None:
            item.setSelected(True)
            self.scrollToItem(item)
        self.blockSignals(blocked)


def _rows_of(cell: Cell) -> tuple[object, ...]:
    """Everything that the rows show of a cell."""
    robot = cell.robot
    arm = (robot.name, robot.title, robot.source, robot.mechanism.kinds, robot.schematic)
    links = tuple((body.name, body.link, body.colour) for body in robot.bodies)
    joints = tuple(joint.name for joint in robot.mechanism.joints)
    fingers = tuple((finger.name, finger.colour) for finger in robot.fingers)
    fixtures = tuple((body.name, body.colour) for body in cell.fixtures)
    parts = tuple((part.name, part.colour, part.T_world_start is None) for part in cell.parts)
    return (*arm, links, joints, fingers, fixtures, parts)
