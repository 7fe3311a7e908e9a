"""The elbow of a redundant arm: where it may stand, and turning it while the tool stays."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.limit_bar import LimitBar
from app.desktop.looks.number_field import NumberField
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.posing.elbow_circle import ElbowCircle, bodies_met, can_turn, elbow_circle
from app.desktop.runs.run_control import Command
from app.desktop.state.document import Document
from scenes import Cell
from scenes.world.frozen import Array

REST_MS = 60  # ms that a pose must stay before its circle is found
HALF_TURN = 180.0


class ElbowTurn(QObject):
    """The circle of the shown pose: found by the worker when the pose rests, never during a run.

    circle: None until it is known, and for an arm without a joint to spare. met: What the arm meets
    at each place, None until the worker has looked.
    """

    changed = Signal()

    def __init__(self, document: Document, analyst: Analyst) -> None:
        super().__init__(document)
        self._document, self._analyst = document, analyst
        self.circle: ElbowCircle | None = None
        self.met: tuple[str, ...] | None = None
        self._cell: Cell | None = None
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self._ask)
        document.positionChanged.connect(self.follow)
        document.cellChanged.connect(self.follow)

    @property
    def can_turn(self) -> bool:
        """Whether the arm of the cell has a joint to spare."""
        cell = self._document.cell
        return cell is not None and can_turn(cell.robot.mechanism)

    def follow(self) -> None:
        """Forgets the circle of another pose or cell, and asks for that of the shown one."""
        document = self._document
        cell, state = document.cell, document.state
        may = self.can_turn and document.control.may(Command.JOG)
        if cell is None or state is None or not may:
            self._timer.stop()
            self._forget()
            return
        known = self.circle
        if known is not None and self._cell is cell and known.holds(cell.robot.mechanism, state.q):
            return
        self._forget()
        self._timer.start()

    def _forget(self) -> None:
        if self.circle is not None:
            self.circle = self.met = self._cell = None
            self.changed.emit()

    def _ask(self) -> None:
        cell, state = self._document.cell, self._document.state
        if cell is None or state is None:
            return

        def take(found: ElbowCircle | None) -> None:
            now = self._document.state
            if found is None or self._document.cell is not cell or now is None:
                return
            if not found.holds(cell.robot.mechanism, now.q):
                return
            self.circle, self.met, self._cell = found, None, cell
            self.changed.emit()
            self._analyst.ask("elbow contacts", bodies_met, cell, state, found.q, then=see)

        def see(met: tuple[str, ...]) -> None:
            if self.circle is not None and len(met) == len(self.circle.q):
                self.met = met
                self.changed.emit()

        self._analyst.ask("elbow", elbow_circle, cell.robot, state.q, then=take)

    def turn_to(self, value: float) -> bool:
        """Jogs the elbow to a value in degrees; whether the arm can go there."""
        cell, state, circle = self._document.cell, self._document.state, self.circle
        if cell is None or state is None or circle is None:
            return False
        return self._jog(circle.joints_at(cell.robot.mechanism, value, state.q))

    def turn_to_place(self, place: float) -> bool:
        """Jogs the elbow to a place between two indices; whether the arm can go there."""
        cell, state, circle = self._document.cell, self._document.state, self.circle
        if cell is None or state is None or circle is None:
            return False
        return self._jog(circle.joints_at_place(cell.robot.mechanism, place, state.q))

    def _jog(self, q: Array | None) -> bool:
        if q is not None:
            self._document.jog(q)
        return q is not None

    def words_at(self, place: int) -> tuple[str, str]:
        """What is known of a place: a kind and a few words.

        The kind: "limit", "error" (a collision), "warning", "good" or "pending" (not known yet).
        """
        circle = self.circle
        assert circle is not None
        if circle.beyond[place]:
            return "limit", f"{circle.beyond[place]} over its limit"
        if self.met is not None and self.met[place]:
            return "error", self.met[place]
        if circle.singular[place]:
            return "warning", "near a singular pose"
        if self.met is None:
            return "pending", "contacts not known yet"
        return "good", "free"


class ElbowJog(QWidget):
    """The row of the elbow in the Jog panel: a bar and a number; hidden for other arms."""

    def __init__(self, document: Document, elbow: ElbowTurn, theme: Theme) -> None:
        super().__init__()
        self._document, self._elbow, self._theme = document, elbow, theme
        self.bar, self.field, self.said = LimitBar(theme), NumberField(1, "°"), QLabel()
        self.bar.set_range(-HALF_TURN, HALF_TURN)
        self.bar.setAccessibleName("elbow slider")
        self.field.setAccessibleName("elbow angle")
        self.field.setRange(-HALF_TURN, HALF_TURN)
        self.field.setMinimumWidth(58)
        self.field.setButtonSymbols(NumberField.ButtonSymbols.NoButtons)
        self.setToolTip("Turn the elbow about the line from shoulder to wrist; the tool stays")
        self.said.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(4)
        for widget, stretch in ((QLabel("Elbow"), 0), (self.bar, 1), (self.field, 0)):
            row.addWidget(widget, stretch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        add_layout(column, row)
        column.addWidget(self.said)
        self.bar.moved.connect(self._turn)
        self.field.committed.connect(self._turn)
        elbow.changed.connect(self.refresh)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Draws the bar in the colours of a theme."""
        self._theme = theme
        self.bar.set_theme(theme)
        self.refresh()

    def refresh(self) -> None:
        """Shows where the elbow stands."""
        self.setVisible(self._elbow.can_turn)
        circle, state, cell = self._elbow.circle, self._document.state, self._document.cell
        for widget in (self.bar, self.field):
            widget.setEnabled(circle is not None)
        if circle is None or state is None or cell is None:
            return
        place = circle.nearest_place(state.q)
        value = circle.value_at(cell.robot.mechanism, state.q)
        self.bar.set_value(value)
        self.field.show_value(value)
        kind, words = self._elbow.words_at(place)
        theme = self._theme
        colours = {
            "error": theme.error,
            "limit": theme.error,
            "warning": theme.warning,
            "good": theme.good,
        }
        mark = {"error": "✖", "limit": "✖", "warning": "▲", "good": "●", "pending": "○"}[kind]
        if self.said.toolTip() != words:
            self.said.setToolTip(wrapped(words))
        text = f'<span style="color:{colours.get(kind, theme.muted)}">{mark}</span> Elbow: {words}'
        if self.said.text() != text:
            self.said.setText(text)

    def _turn(self, value: float) -> None:
        if not self._elbow.turn_to(value):
            self.refresh()
