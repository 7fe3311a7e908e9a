"""The tour: five minutes with the example, step by step; it can be left and taken up again."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect, QTimer
from PySide6.QtWidgets import QToolBar, QWidget

from app.desktop.looks.theme import Theme
from app.desktop.welcome.around import Around
from app.desktop.welcome.spotlight import Spotlight
from app.desktop.welcome.tour_bar import TourBar
from app.desktop.welcome.tour_steps import BROKEN_LINE, STEPS, Step, TourWatch

GO_ON_MS = 1500  # ms in which a tick is seen before the next step comes


class Tour(QObject):
    """Shows the strip, ticks the steps, points at things."""

    def __init__(self, around: Around, theme: Theme) -> None:
        super().__init__(around.window)
        self._around = around
        self.bar = TourBar(theme)
        around.host.add_below(self.bar)
        self.spotlight = Spotlight(around.window, theme)
        self._watch = TourWatch(around.document, around.actions)
        self._watch.done.connect(self._tick)
        self._go_on = QTimer(self, singleShot=True, interval=GO_ON_MS)
        self._go_on.timeout.connect(lambda: self.bar.show_step(self.bar.next_open()))
        self.bar.showAsked.connect(self.show_me)
        self.bar.leaveAsked.connect(self.leave)

    @property
    def done(self) -> tuple[str, ...]:
        """The keys of the steps that are done, now or at an earlier start."""
        return self._around.desk.preferences.tour

    @property
    def is_shown(self) -> bool:
        return not self.bar.isHidden()

    def begin(self) -> None:
        """Shows the first step that is not done; after the last one the tour begins anew."""
        if {step.key for step in STEPS} <= set(self.done):
            self._around.desk.remember(tour=())
        self.bar.show_done(self.done)
        self.bar.show_step(next(step for step in STEPS if step.key not in self.done))
        self.bar.show()
        self._watch.begin()

    def leave(self) -> None:
        """Hides the strip; the ticks are kept."""
        self._go_on.stop()
        self.spotlight.put_out()
        self.bar.hide()

    def show_me(self, step: Step | None) -> None:
        """Points at the thing with which a step is done."""
        place = None if step is None else self._place(step)
        if place is not None:
            self.spotlight.point_at(place)

    def set_theme(self, theme: Theme) -> None:
        """Draws strip and frame in the colours of a theme."""
        self.bar.set_theme(theme)
        self.spotlight.theme = theme

    def _tick(self, key: str) -> None:
        if not self.is_shown or key in self.done:
            return
        self._around.desk.remember(tour=(*self.done, key))
        self.bar.show_done(self.done)
        if self.bar.step is not None and self.bar.step.key == key:
            self.spotlight.put_out()
            self._go_on.start()

    # Places in the window.

    def _place(self, step: Step) -> QRect | None:
        """The rectangle of a place of a step in the window, px; None where it is not there."""
        around, (kind, _, name) = self._around, step.place.partition(" ")
        if kind == "action":
            return self._button(name)
        if kind == "menu":
            return self._menu(name)
        if kind == "dock":
            around.docks.bring(name)
            return self._of(around.docks[name])
        if kind == "line":
            return self._line(step)
        return self._of(around.host)

    def _of(self, widget: QWidget) -> QRect:
        return QRect(widget.mapTo(self._around.window, QPoint(0, 0)), widget.size())

    def _button(self, key: str) -> QRect | None:
        action = self._around.actions[key]
        bars = self._around.window.findChildren(QToolBar)
        found = (bar.widgetForAction(action) for bar in bars)
        widget = next((w for w in found if w is not None and w.isVisible()), None)
        return None if widget is None else self._of(widget)

    def _menu(self, name: str) -> QRect | None:
        bar = self._around.window.menuBar()
        heads = (head for head in bar.actions() if head.text().replace("&", "") == name)
        head = next(heads, None)
        return (
            None if head is None else bar.actionGeometry(head).translated(self._of(bar).topLeft())
        )

    def _line(self, step: Step) -> QRect | None:
        """The line to be changed, in the program of the step; the cursor goes there."""
        self._around.desk.open_program(step.program)
        self._around.docks.bring("Program")
        editor = self._around.editor.current
        if editor is None:
            return None
        self._around.editor.go_to(BROKEN_LINE)
        cursor, view = editor.cursorRect(), editor.viewport()
        line = QRect(0, cursor.top(), view.width(), cursor.height())
        return line.translated(view.mapTo(self._around.window, QPoint(0, 0)))
