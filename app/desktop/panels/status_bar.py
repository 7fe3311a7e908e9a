"""The status bar: the verdict, the progress of the worker with Cancel, the place of the cursor."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QStatusBar, QToolButton

from app.desktop.jogging.jog_check import JogCheck
from app.desktop.looks.notice import BODY
from app.desktop.looks.small_widgets import ProgressBar, tool_button
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.cycle_change import CycleChange
from app.desktop.state.document import Document
from scenes import Cell
from scenes.world.placement import bodies_of

PASSING_MS, REASON_MS = 5000, 8000
STOPPED = "Stopped: "
MOST_GAPS = 8  # named in a tip; the list of collisions has all

WIDEST_PLACE = "Line 99999, column 999   "


class Status(QStatusBar):
    """Shows the verdict in words, in grey while it is not known."""

    def __init__(
        self,
        document: Document,
        analyst: Analyst,
        jog_check: JogCheck,
        actions: Mapping[str, QAction],
        theme: Theme,
    ) -> None:
        super().__init__()
        self._jog_check = jog_check
        self._document, self._analyst, self._theme = document, analyst, theme
        self.verdict, self.place, self.under, self.jog = QLabel(), QLabel(), QLabel(), QLabel()
        self.cycle, self._cycle_change = QLabel(), CycleChange()
        self.cycle.setAccessibleName("Cycle time")
        self.progress = ProgressBar()
        self.progress.setFixedWidth(150)
        self.progress.setMaximumHeight(14)
        self.progress.setTextVisible(False)
        self.progress.setRange(0, 1000)
        self.work = QLabel()
        self.unseen = tool_button(actions["show_all"])
        self.unseen.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.cancel: QToolButton = tool_button(actions["cancel"])
        self.addWidget(self.jog)
        self.addWidget(self.verdict)
        self.addWidget(self.under)
        for widget in (self.unseen, self.work, self.progress, self.cancel, self.cycle, self.place):
            self.addPermanentWidget(widget)
        self.setSizeGripEnabled(False)
        self._fade = QTimer(self, singleShot=True)
        self._fade.timeout.connect(self.under.clear)
        document.findingsChanged.connect(self.refresh)
        document.runChanged.connect(self._show_cycle)
        document.looks.changed.connect(self._show_unseen)
        document.cellChanged.connect(self._show_unseen)
        jog_check.changed.connect(self.refresh)
        # In an event of its own: a widget that appears lays the whole window out at once.
        self._working = QTimer(self, singleShot=True, interval=0)
        self._working.timeout.connect(self._show_work)
        analyst.busyChanged.connect(self._follow_work)
        analyst.progressed.connect(self._show_progress)
        self._show_work()
        self._show_unseen()
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Shows the verdict in the colours of a theme."""
        self._theme = theme
        self._show_unseen()  # a button takes the words of its action when its icon changes
        self.refresh()

    def show_place(self, line: int, column: int) -> None:
        """Shows the place of the cursor in the program, from 1."""
        self.place.setText(f"Line {line}, column {column}  ")
        widest = self.place.fontMetrics().horizontalAdvance(WIDEST_PLACE)
        if self.place.width() < max(widest, self.place.sizeHint().width()):
            # Of a fixed size: with another text the whole bar would be laid out and drawn again.
            self.place.setFixedSize(max(widest, self.place.sizeHint().width()), self.place.height())

    def show_hovered(self, name: str) -> None:
        """Shows the name of the body under the pointer."""
        self.under.setText(name)

    def showMessage(self, text: str, timeout: int | None = 0) -> None:
        """Shows a passing message beside the verdict; Qt would replace the verdict by it."""
        self.under.setText(text)
        self._fade.start(timeout or PASSING_MS)

    def show_reason(self, reason: str) -> None:
        """Shows why the run rests; removes that text when the run goes on or changes."""
        if reason:
            self.showMessage(f"{STOPPED}{reason}", REASON_MS)
        elif self.under.text().startswith(STOPPED):
            self.under.clear()

    def show_tip(self, text: str) -> None:
        """Shows the effect of the action under the pointer; "" removes the text."""
        self._fade.stop()
        self.under.setText(text)

    def refresh(self) -> None:
        """Shows the present verdict, of the program and of a jogged pose."""
        text, colour = self._verdict()
        jogging = self._jog_check.is_jogging
        if jogging:
            self._show(self.jog, *self._jog_verdict())
            text, colour = f"(program: {text})", self._theme.pending
        self.jog.setVisible(jogging)
        self._show(self.verdict, text, colour)
        self.verdict.setToolTip(wrapped(verdict_tip(self._document)))

    def _show_cycle(self) -> None:
        """Shows the cycle time of the run, and how the last edit has changed it."""
        self._cycle_change.follow(self._document.run)
        self.cycle.setText(self._cycle_change.words)
        self.cycle.setToolTip(wrapped(self._cycle_change.tip))

    def _show_unseen(self) -> None:
        """Says how many bodies are hidden: the check knows nothing of that."""
        cell, hidden = self._document.cell, self._document.looks.hidden
        bodies = () if cell is None else bodies_of(cell)
        number = sum((BODY, name) in hidden for name in bodies)
        self.unseen.setVisible(number > 0)
        words = "1 body hidden; the check sees it"
        many = f"{number} bodies hidden; the check sees them"
        self.unseen.setText(words if number == 1 else many)
        self.unseen.setToolTip("Show all hidden things (Shift+H)")

    def _show(self, label: QLabel, text: str, colour: str) -> None:
        look = f"color: {colour}; font-weight: 600; padding: 0 8px"
        if (label.text(), label.styleSheet()) != (text, look):
            label.setText(text)
            label.setStyleSheet(look)
            self._give_room()

    def _give_room(self) -> None:
        """Lays out new words before they are painted: in the old room they are cut off."""
        layout = self.layout()
        if layout is not None:
            layout.activate()

    def _jog_verdict(self) -> tuple[str, str]:
        """The words and the colour for the jogged pose, which no program check covers."""
        theme, faults = self._theme, self._jog_check.faults
        if faults:
            return f"✖ jog: {faults}", theme.error
        if self._jog_check.pairs is None:
            return "◌ jog: checking …", theme.pending
        drawn = as_drawn(self._document.cell)
        return f"✔ jog: no collision{drawn}", theme.warning if drawn else theme.good

    def _verdict(self) -> tuple[str, str]:
        theme, document = self._theme, self._document
        if document.cell is None:
            return "no cell", theme.pending
        errors = sum(f.severity == "error" for f in document.findings)
        warnings = sum(f.severity == "warning" for f in document.findings)
        hits = len(document.collisions)
        if document.program.errors or any(
            f.file and f.severity == "error" for f in document.findings
        ):
            return f"✖ {count(errors, 'error')}", theme.error
        if not document.is_checked:
            return ("◌ checking …" if self._analyst.is_busy else "◌ not checked"), theme.pending
        if errors:
            known = f", {count(hits, 'collision')}" if hits else ""
            return f"✖ {count(errors, 'error')}{known}", theme.error
        known = proven_words(document)
        if warnings:
            return f"⚠ {known}, {count(warnings, 'warning')}", theme.warning
        return f"✔ {known}", theme.good

    def _follow_work(self, _: bool) -> None:
        self.progress.setValue(0)
        self.work.clear()
        self._working.start()

    def _show_work(self) -> None:
        """Shows whether the worker is at work."""
        for widget in (self.progress, self.work, self.cancel):
            widget.setVisible(self._analyst.is_busy)
        self.refresh()

    def _show_progress(self, fraction: float, text: str) -> None:
        self.progress.setValue(int(1000 * fraction))
        self.work.setText(text)


def count(number: int, word: str) -> str:
    """A number with its word: `1 error`, `3 errors`."""
    return f"{number} {word}" + ("" if number == 1 else "s")


def proven_words(document: Document) -> str:
    """The words for a run without a collision: how much of it is proven, and for which bodies."""
    from scenes.checking.collisions.proof import Standing

    proof = None if document.verdict is None else document.verdict.proof
    if proof is None or not proof.segments:
        return f"no collision{as_drawn(document.cell)}"
    words, caveat = proof.coverage.free_words, proof.coverage.caveat
    reason = f"; {caveat}" if caveat else ""
    if proof.is_free:
        return f"{words}{reason}"
    free, total = proof.count(Standing.FREE), len(proof.segments)
    return f"no collision found, {free} of {total} motions {words}{reason}"


def as_drawn(cell: Cell | None) -> str:
    """The words added where the bodies of the cell prove little about the machine."""
    from scenes.checking.coverage import coverage_of

    return coverage_of(cell).as_drawn if cell is not None else ""


def verdict_tip(document: Document) -> str:
    """The tip on the verdict: what happens around the cell, and the proof in full."""
    scenario = document.active.scenario.shown if document.active is not None else ""
    shown = scenario[:1].upper() + scenario[1:]
    return "\n".join(text for text in (shown, proof_tip(document)) if text)


def proof_tip(document: Document) -> str:
    """The proof in full; "" where the run is not checked."""
    verdict = document.verdict
    if verdict is None or not document.is_checked:
        return ""
    least = verdict.clearances.least
    proof, covered = str(verdict.proof), str(verdict.proof.coverage)
    lines = [proof[:1].upper() + proof[1:], f"Coverage: {covered}"]
    lines += [str(gap) for gap in verdict.proof.gaps[:MOST_GAPS]]
    more = len(verdict.proof.gaps) - MOST_GAPS
    lines += [f"and {more} more in Collisions"] if more > 0 else []
    drawn = as_drawn(document.cell)
    lines += [] if least is None else [f"Least distance{drawn}: {least}"]
    return "\n".join(lines)
