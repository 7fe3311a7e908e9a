"""The strip of the tour below the 3D view: the present step, and a mark for every step."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.icons import icon
from app.desktop.looks.small_widgets import flat_button
from app.desktop.looks.theme import Theme
from app.desktop.welcome.tour_steps import STEPS, Step

DONE, NOW, OPEN = "mdi6.check-circle", "mdi6.circle-slice-8", "mdi6.circle-outline"
THE_END = "That is all. First steps, in the menu Help, goes on from here."


class TourBar(QFrame):
    """Shows one step; the marks lead to the others."""

    showAsked = Signal(object)  # a Step
    leaveAsked = Signal()
    againAsked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._done = theme, frozenset[str]()
        self.step: Step | None = STEPS[0]  # None: all steps are done
        self.title, self.text = QLabel(), QLabel()
        self.text.setWordWrap(True)
        self.text.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.marks = [self._mark(number) for number in range(len(STEPS))]
        self.show_me, self.next = QPushButton("Show me"), QPushButton("Next")
        self.show_me.setToolTip("Point at what this step is done with")
        self.next.setToolTip("Go to the next step that is not done")
        self.close_button = flat_button("", "Leave the tour; Help > Tour goes on with it")
        self.close_button.setAccessibleName("Leave the tour")
        self.setAccessibleName("Tour")
        self._build()
        self.show_me.clicked.connect(lambda: self.showAsked.emit(self.step))
        self.next.clicked.connect(self._go_on)
        self.close_button.clicked.connect(self.leaveAsked)
        self.hide()
        self.set_theme(theme)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 5, 6, 7)
        column.setSpacing(3)
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        for mark in self.marks:
            head.addWidget(mark)
        head.addWidget(self.close_button)
        foot.addWidget(self.text, 1)
        foot.addWidget(self.show_me, 0, Qt.AlignmentFlag.AlignTop)
        foot.addWidget(self.next, 0, Qt.AlignmentFlag.AlignTop)
        add_layout(column, head)
        add_layout(column, foot)

    def _mark(self, number: int) -> QToolButton:
        mark = flat_button("", "")
        mark.setIconSize(QSize(16, 16))
        mark.clicked.connect(lambda: self.show_step(STEPS[number]))
        return mark

    def show_step(self, step: Step | None) -> None:
        """Shows a step, or the end of the tour."""
        self.step = step
        self._dress()

    def show_done(self, done: Collection[str]) -> None:
        """Marks the steps of these keys as done."""
        self._done = frozenset(done)
        self._dress()

    def next_open(self) -> Step | None:
        """The first step behind the present one that is not done, or the first of all."""
        here = STEPS.index(self.step) if self.step is not None else -1
        order = [*STEPS[here + 1 :], *STEPS[: here + 1]]
        return next((step for step in order if step.key not in self._done), None)

    def set_theme(self, theme: Theme) -> None:
        """Draws the strip in the colours of a theme."""
        self._theme = theme
        self.close_button.setIcon(icon("mdi6.close", theme))
        self.setStyleSheet(
            f"TourBar {{ background: {theme.raised}; border: none;"
            f" border-left: 4px solid {theme.accent}; border-top: 1px solid {theme.border}; }}"
        )
        self._dress()

    def _go_on(self) -> None:
        if self.step is None:
            self.againAsked.emit()
        else:
            self.show_step(self.next_open())

    def _dress(self) -> None:
        step, theme = self.step, self._theme
        is_done = step is not None and step.key in self._done
        number = STEPS.index(step) + 1 if step is not None else len(STEPS)
        name = f"{number} of {len(STEPS)}: {step.title}" if step is not None else "the end"
        self.title.setText(f"<b>Tour, {name}</b>{' — done' if is_done else ''}")
        self.text.setText(step.text if step is not None else THE_END)
        self.show_me.setVisible(step is not None)
        self.next.setText("Next" if step is not None else "Start again")
        for each, mark in zip(STEPS, self.marks, strict=True):
            has_tick, is_here = each.key in self._done, each is step
            colour = theme.good if has_tick else theme.accent if is_here else theme.muted
            mark.setIcon(icon(DONE if has_tick else NOW if is_here else OPEN, theme, colour))
            state = "done" if has_tick else "not done"
            mark.setToolTip(f"{each.title}: {state}")
            mark.setAccessibleName(f"Step {each.title}, {state}")
