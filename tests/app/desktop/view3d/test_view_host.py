"""The 3D view appears a moment after the window, which answers meanwhile."""

from threading import Event

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QGuiApplication, QSurface
from PySide6.QtWidgets import QFrame, QMainWindow

from app.desktop.looks.notice import Notice
from app.desktop.looks.theme import DARK
from app.desktop.view3d import view_host
from app.desktop.view3d.view_host import ViewHost

pytestmark = [pytest.mark.window, pytest.mark.gl]


def test_the_window_answers_while_the_libraries_of_the_view_are_loaded(qtbot, monkeypatch) -> None:
    may_end, turns = Event(), []
    monkeypatch.setattr(view_host, "load_libraries", lambda: may_end.wait(60))
    host = ViewHost(DARK, QFrame())
    qtbot.addWidget(host, before_close_func=lambda _: host.close_view())
    host.show()
    ticker = QTimer(host, interval=1)
    ticker.timeout.connect(lambda: turns.append(host.viewport))
    ticker.start()
    qtbot.waitUntil(lambda: len(turns) > 20)
    assert set(turns) == {None}
    may_end.set()
    qtbot.waitUntil(lambda: host.viewport is not None, timeout=60_000)
    ticker.stop()


def test_a_window_closed_meanwhile_gets_no_view(qtbot, monkeypatch) -> None:
    may_end = Event()
    monkeypatch.setattr(view_host, "load_libraries", lambda: may_end.wait(60))
    host = ViewHost(DARK, QFrame())
    qtbot.addWidget(host)
    host.show()
    qtbot.waitUntil(lambda: host._loading is not None)
    host.close_view()
    may_end.set()
    qtbot.wait(100)
    assert host.viewport is None


def test_what_stands_beside_the_view_is_painted_without_opengl(qtbot) -> None:
    if QGuiApplication.platformName() not in view_host.DRAWN_APART:
        pytest.skip("the view is drawn apart on X11 only")
    window, host = QMainWindow(), ViewHost(DARK, QFrame())
    window.setCentralWidget(host)
    qtbot.addWidget(window, before_close_func=lambda _: host.close_view())
    window.show()
    qtbot.waitUntil(lambda: host.viewport is not None and host.viewport.frames > 0)
    kinds = [widget.windowHandle().surfaceType() for widget in (window, host)]
    assert kinds == [QSurface.SurfaceType.RasterSurface, QSurface.SurfaceType.OpenGLSurface]


def test_a_message_covers_nothing_of_a_page_over_the_view(qtbot, monkeypatch) -> None:
    monkeypatch.setattr(view_host, "load_libraries", lambda: None)
    host, page = ViewHost(DARK, QFrame()), QFrame()
    monkeypatch.setattr(host, "_begin_to_load", lambda: None)
    qtbot.addWidget(host)
    host.resize(700, 500)
    host.show()
    host.cover(page)
    whole = page.height()
    host.messages.show_notice(Notice("a word " * 100, "warning"))
    qtbot.waitUntil(lambda: page.height() < whole)
    assert page.mapTo(host, QPoint(0, 0)).y() == host.messages.geometry().bottom() + 1
    host.messages.hide()
    assert page.height() == whole
    host.cover(None)
