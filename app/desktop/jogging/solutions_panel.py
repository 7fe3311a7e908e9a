"""All joint values that hold the tool in its place: point to preview one, click to take it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.desktop.jogging.arm_pictures import Picture, arm_pictures
from app.desktop.jogging.solution_card import (
    ERROR,
    GOOD,
    WARNING,
    CardText,
    CardVerdict,
    SolutionCard,
)
from app.desktop.looks.theme import Theme
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.posing.singular_pose import FAR, singular_pose
from app.desktop.runs.tool_pose import ToolSolutions, tool_solutions
from app.desktop.state.document import Document
from kinematics import IkSolutions, KinematicsError, Mechanism
from scenes import Cell, CellState, Robot
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from scenes.checking.distances.at_postures import Standing

ROOMY_MM = 100.0  # from which on a clearance is shown in whole millimetres
REST_MS = 40  # ms that a pose must stay before it is solved


class SolutionsPanel(QScrollArea):
    """Solves for the shown pose when it rests and the panel is visible, never during a run."""

    def __init__(self, document: Document, theme: Theme, analyst: Analyst) -> None:
        super().__init__()
        self._document, self._theme, self._analyst = document, theme, analyst
        self.known: ToolSolutions | None = None
        self.cards: tuple[SolutionCard, ...] = ()
        self._known_for: tuple[Cell, bytes] | None = None
        self._is_held = False
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(8, 8, 8, 8)
        self._column.setSpacing(5)
        self.heading, self.remark = QLabel(), QLabel()
        for label in (self.heading, self.remark):
            label.setWordWrap(True)
            self._column.addWidget(label)
        self._column.addStretch(1)
        self.setWidget(self._body)
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self.refresh)
        document.positionChanged.connect(self._wait_for_rest)
        document.cellChanged.connect(self._wait_for_rest)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Draws the cards in the colours of a theme."""
        self._theme = theme
        for card in self.cards:
            card.set_theme(theme)
        self._show_remark()

    def hold(self) -> None:
        """Solves nothing from now on, until it is released: something else is waited for."""
        self._is_held = True

    def release(self) -> None:
        """Solves for the shown pose, and for others from now on."""
        self._is_held = False
        self.refresh()

    def showEvent(self, event: object) -> None:
        self.refresh()

    def hideEvent(self, event: object) -> None:
        self._document.preview.clear()

    def _wait_for_rest(self) -> None:
        if not self.isVisible():
            return
        if self._document.control.is_moving:
            self._timer.stop()
            self._set_enabled(False)
        else:
            self._timer.start()

    def refresh(self) -> None:
        """Solves for the shown pose, unless the cards show its solutions already."""
        cell, state = self._document.cell, self._document.state
        if cell is None or state is None:
            self.heading.setText("No cell is open.")
            return
        if self._is_held or not self.isVisible() or self._document.control.is_moving:
            return
        known, pose = self._known_for, state.q.tobytes()
        if known is None or known[0] is not cell or known[1] != pose:
            self._known_for = (cell, pose)
            self._solve(cell, state.q)
        self._set_enabled(True)

    def _solve(self, cell: Cell, q: Array) -> None:
        self._document.preview.clear()
        try:
            self.known = tool_solutions(cell.robot, q)
        except KinematicsError as fault:
            self.known = None
            self.heading.setText(str(fault))
        self._show_cards(cell)
        self._show_remark()

    def _show_cards(self, cell: Cell) -> None:
        known = self.known
        texts: list[CardText] = []
        if known is not None:
            self._show_heading(known.found)
            mechanism = cell.robot.mechanism
            texts = [card_text(mechanism, known, row) for row in range(len(known.q))]
        state = self._document.state
        pictures: tuple[Picture, ...] = ((),) * len(texts)
        if known is not None and state is not None:
            pictures = arm_pictures(cell, state, known.q)
        for card in self.cards[len(texts) :]:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = self.cards[: len(texts)]
        for card, text, picture in zip(self.cards, texts, pictures, strict=False):
            card.show_text(text, picture)
        for row in range(len(self.cards), len(texts)):
            self._add_card(row, texts[row])
            self.cards[row].show_text(texts[row], pictures[row])
        if known is not None and state is not None and len(known.q):
            self._ask_verdicts(cell, state, known)

    def _add_card(self, row: int, text: CardText) -> None:
        card = SolutionCard(text, self._theme)
        card.pointed.connect(lambda on: self._preview(row if on else None))
        card.clicked.connect(lambda _=False: self._take(row))
        self._column.insertWidget(self._column.count() - 1, card)
        self.cards = (*self.cards, card)

    def _ask_verdicts(self, cell: Cell, state: CellState, known: ToolSolutions) -> None:
        """Lets the worker look at every solution: what it meets, and how near it comes."""
        from scenes.checking.distances.at_postures import standing_at

        def take(found: tuple[Standing, ...]) -> None:
            if self.known is known:
                for card, row, standing in zip(self.cards, known.q, found, strict=True):
                    card.show_verdict(verdict_of(cell.robot, row, standing))

        self._analyst.ask("solutions", standing_at, cell, state, known.q, then=take)

    def _show_heading(self, found: IkSolutions) -> None:
        sure = "all there are" if found.complete else "there may be more"
        self.heading.setText(f"<b>{len(found)} solutions</b>, {sure}<br>Solver: {found.solver}")

    @property
    def _fitting(self) -> ToolSolutions | None:
        """The solutions, if they are of the arm that is open: another one is solved for later."""
        before, now = self._known_for, self._document.cell
        fits = before is not None and now is not None and before[0].robot is now.robot
        return self.known if fits else None

    def _show_remark(self) -> None:
        known, cell = self._fitting, self._document.cell
        free = known.loose if known is not None else ()
        self.remark.setVisible(bool(free) and cell is not None)
        if not free or cell is None:
            return
        names = " and ".join(cell.robot.mechanism.joints[i].name for i in free)
        why = f"⚠ Singular pose: {names} may turn against each other"
        if cell.robot.mechanism.n > 6:
            why = "⚠ The arm has more joints than a pose asks for"
        self.remark.setText(f"{why}: there is a whole range of solutions, each card shows one.")
        self.remark.setStyleSheet(f"color: {self._theme.warning}")

    def _set_enabled(self, enabled: bool) -> None:
        """Turns the cards grey while the run has left the pose they were solved for."""
        if self._body.isEnabled() != enabled:
            self._body.setEnabled(enabled)

    def _preview(self, row: int | None) -> None:
        state = self._document.state
        known = self._fitting
        if row is None or known is None or state is None or row in known.present:
            self._document.preview.clear()
        else:
            self._document.preview.show(replace(state, q=known.q[row]))

    def _take(self, row: int) -> None:
        known = self._fitting
        if known is not None:
            self._document.preview.clear()
            self._document.jog(known.q[row])


def verdict_of(robot: Robot, q: Array, standing: Standing) -> CardVerdict:
    """What a card says of the arm at joint values q (n,), rad or mm: the worst of all first."""
    if standing.hits:
        own = f"{robot.name}."
        a, b = (name.removeprefix(own) for name in standing.hits[0])
        more = f" and {len(standing.hits) - 1} more" if len(standing.hits) > 1 else ""
        return CardVerdict(ERROR, f"{a} in {b}{more}")
    room = "free"
    if standing.nearest is not None:
        far = standing.clearance_mm
        room = f"{far:.0f} mm" if far >= ROOMY_MM else f"{far:.1f} mm"
        room += f" to {standing.nearest[1]}"
    lamp = singular_pose(robot.mechanism, q)
    if lamp.kind != FAR:
        return CardVerdict(WARNING, f"{lamp.words.lower()}, {room}")
    return CardVerdict(GOOD, room)


def card_text(mechanism: Mechanism, known: ToolSolutions, row: int) -> CardText:
    """The texts of one solution, in degrees and mm."""
    found = known.found
    factors = np.where(mechanism.revolute > 0.0, 180.0 / np.pi, 1.0)
    shown = known.q[row] * factors
    posture, roots = str(found.postures[row]), int(found.multiplicity[row])
    beyond = known.excesses[row]
    notes = [f"{roots} roots fall together"] if roots > 1 else []
    tip = [f"Solution {row + 1} of {len(found)}", *map(str, beyond), *notes]
    tip.append(f"misses the pose by {found.residual_mm[row]:.1e} mm")
    tip.append("Point to see it, click to bring the arm there")
    return CardText(
        title=f"{row + 1}  {posture}" if posture != "any" else f"{row + 1}",
        values=tuple((f"J{i + 1}", f"{value:z.2f}") for i, value in enumerate(shown)),
        beyond=frozenset(excess.joint for excess in beyond),
        note=notes[0] if notes else "",
        is_present=row in known.present,
        tip="\n".join(tip),
    )
