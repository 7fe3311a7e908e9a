"""The middle of the window: the message bar, and the 3D view, which is made a moment later."""

from __future__ import annotations

import logging
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.desktop.looks.theme import Theme
from app.desktop.view3d.measuring.measure_bar import MeasureBar
from app.desktop.view3d.message_bar import MessageBar
from app.desktop.view3d.sectioning.section_bar import SectionBar
from app.desktop.view3d.viewing.drawing_libraries import load_libraries

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

LOOK_MS = 15
PAUSE_MS = 60  # ms after the window has appeared, in which the cell is opened before VTK is loaded
# Platforms of Qt on which the view is drawn apart; on others it has not been tried.
DRAWN_APART = ("xcb",)
COVERED_MS = 300  # ms in which a page over the view may appear before VTK takes the processor
log = logging.getLogger(__name__)


def draw_apart(host: QWidget) -> None:
    """Gives the part of the window that holds the 3D view a surface of its own.

    Qt puts the whole of a surface that holds OpenGL together by OpenGL, at each letter that is
    typed beside it: without a graphics card this takes 20 ms.
    """
    if QGuiApplication.platformName() in DRAWN_APART:
        host.setAttribute(Qt.WidgetAttribute.WA_DontCreateNativeAncestors)
        host.setAttribute(Qt.WidgetAttribute.WA_NativeWindow)


class ViewHost(QWidget):
    """Holds the one viewport; without OpenGL it shows a message and the rest works on."""

    viewReady = Signal()

    def __init__(self, theme: Theme, question: QWidget) -> None:
        """question: A strip that stands above everything while it waits for an answer."""
        super().__init__()
        self._theme = theme
        self._loading: Thread | None = None
        self._looks = QTimer(self, interval=LOOK_MS)
        self._looks.timeout.connect(self._look)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._begin_to_load)
        self.viewport: Viewport | None = None
        self.messages, self.section_bar = MessageBar(theme), SectionBar(theme)
        self.measure_bar = MeasureBar(theme)
        self._waiting = QLabel("Preparing the 3D view …")
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._waiting.setWordWrap(True)
        self._waiting.setEnabled(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.messages.setParent(self)
        self.messages.above = question
        column.addWidget(question)
        column.addWidget(self.section_bar)
        column.addWidget(self.measure_bar)
        self._area = Area(self._waiting)
        self.messages.placed.connect(self._place_page)
        draw_apart(self)
        column.addWidget(self._area, 1)
        self.setMinimumSize(320, 220)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.messages.place()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Starts to load VTK in a thread a moment after the window is on the screen."""
        super().paintEvent(event)
        if self._loading is None and not self._pause.isActive():
            self._pause.start()

    def _begin_to_load(self) -> None:
        if self._loading is None:
            self._loading = Thread(target=load_libraries, name="load VTK", daemon=True)
            self._loading.start()
            self._looks.start()

    def _look(self) -> None:
        if self._loading is not None and not self._loading.is_alive():
            self._looks.stop()
            self.create_view()

    def create_view(self) -> None:
        """Makes the viewport, when the window is on the screen already."""
        if self.viewport is not None:
            return
        typed_in = QApplication.focusWidget()
        try:
            from app.desktop.view3d.viewport import Viewport

            viewport = Viewport(self, self._theme)
        except Exception as fault:  # a driver may fail in any way; the editor must live
            log.exception("no 3D view")
            self._waiting.setText(f"There is no 3D view: {fault}")
            return
        self.viewport = viewport
        viewport.covers.append(self.messages)
        self._area.replace(self._waiting, viewport)
        self.messages.raise_()
        self._leave_cube_free()
        is_typing = isinstance(typed_in, QPlainTextEdit | QLineEdit)
        if typed_in is not None and QApplication.focusWidget() is not typed_in:
            # The surface was made anew for OpenGL, and lost the keyboard of a page over the view.
            typed_in.setFocus(Qt.FocusReason.OtherFocusReason)
        if not is_typing and not self._area.is_covered:
            viewport.setFocus(Qt.FocusReason.OtherFocusReason)  # its keys work without a click
        self.viewReady.emit()

    def cover(self, page: QWidget | None) -> None:
        """Lays a page over the 3D view, in place of the page there; None uncovers the view."""
        had_focus = self._area.has_focus_in_page()
        self._area.cover(page)
        self.messages.raise_()
        self._leave_cube_free()
        if page is not None and self.isVisible():
            # A host that is covered everywhere is never painted.
            QTimer.singleShot(COVERED_MS, self, self._begin_to_load)
        if page is None and had_focus and self.viewport is not None:
            self.viewport.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_cube_free(self) -> None:
        """Keeps messages beside the view cube while it is seen, and a page below them."""
        view = None if self._area.is_covered else self.viewport
        self.messages.leave_free(view.cube.reach if view is not None else 0)
        self._place_page()

    def _place_page(self) -> None:
        bar = self.messages
        covered = bar.geometry().bottom() + 1 - self._area.y() if bar.isVisible() else 0
        self._area.leave_free(max(covered, 0))

    def add_below(self, strip: QWidget) -> None:
        """Puts a strip below the 3D view."""
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addWidget(strip)

    def set_theme(self, theme: Theme) -> None:
        """Draws messages, section bar and 3D view in the colours of a theme."""
        self._theme = theme
        self.messages.set_theme(theme)
        self.section_bar.set_theme(theme)
        self.measure_bar.set_theme(theme)
        if self.viewport is not None:
            self.viewport.set_theme(theme)

    def close_view(self) -> None:
        """Closes the 3D view, and frees the graphics, before the window goes."""
        self._looks.stop()
        self._pause.stop()
        if self.viewport is not None:
            self.viewport.close()
            self.viewport = None


class Area(QWidget):
    """The place of the 3D view, and of a page that may lie over it."""

    def __init__(self, shown: QWidget) -> None:
        super().__init__()
        self._page: QWidget | None = None
        self._free = 0
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(shown)

    @property
    def is_covered(self) -> bool:
        return self._page is not None

    def has_focus_in_page(self) -> bool:
        """Whether the keyboard belongs to the page."""
        focus = QApplication.focusWidget()
        return self._page is not None and focus is not None and self._page.isAncestorOf(focus)

    def replace(self, old: QWidget, new: QWidget) -> None:
        """Shows a widget in the place of another, below the page."""
        self._column.replaceWidget(old, new)
        old.hide()
        new.show()
        if self._page is not None:
            self._page.raise_()

    def cover(self, page: QWidget | None) -> None:
        """Shows a page over everything here, or none."""
        if self._page is not None and self._page is not page:
            self._page.hide()
        self._page = page
        if page is not None:
            page.setParent(self)
            self._place()
            page.show()
            page.raise_()

    def leave_free(self, height: int) -> None:
        """Begins a page below a message that covers so many px of the upper edge."""
        self._free = height
        self._place()

    def _place(self) -> None:
        if self._page is not None:
            self._page.setGeometry(self.rect().adjusted(0, self._free, 0, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()
