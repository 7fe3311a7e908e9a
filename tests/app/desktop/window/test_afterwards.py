"""After the first picture the rest is loaded, and the postures of the arm are solved for."""

import gc
import sys
from threading import Event
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal

from app.desktop.window import afterwards
from app.desktop.window.afterwards import FOR_POSTURES, LATER, Afterwards, load
from app.desktop.window.garbage import GarbageSearch

pytestmark = pytest.mark.window


class Painted(QObject):
    framePainted = Signal(float)


class Host(QObject):
    viewReady = Signal()
    viewport: Painted | None = None


class Program(QObject):
    textChanged = Signal()


class Window(QObject):
    """A window as far as Afterwards knows it; `done` says what was asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.host, self.analyst, self.done = Host(), SimpleNamespace(is_busy=False), []
        self.document = Program()
        told = self.done.append
        self.solutions = SimpleNamespace(hold=lambda: told("hold"), release=lambda: told("release"))
        self.plots = SimpleNamespace(load=lambda: told("plots"))


@pytest.fixture
def loaded(monkeypatch) -> list[tuple[str, ...]]:
    """The modules that were asked for, part after part; nothing is loaded."""
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(afterwards, "load", lambda rooms, modules: asked.append(modules))
    return asked


@pytest.fixture
def window(qtbot, loaded, monkeypatch):
    monkeypatch.setattr(afterwards, "SETTLE_MS", 1)
    begun: list[GarbageSearch] = []
    begin = GarbageSearch.begin

    def watched(search: GarbageSearch) -> None:
        begin(search)
        begun.append(search)

    monkeypatch.setattr(GarbageSearch, "begin", watched)
    yield Window()
    for search in begun:
        search.end()
    gc.unfreeze()


def draw(window) -> None:
    window.host.viewport = Painted()
    window.host.viewReady.emit()
    window.host.viewport.framePainted.emit(1.0)
    window.host.viewport.framePainted.emit(1.0)


def test_nothing_begins_before_the_first_picture(qtbot, window) -> None:
    Afterwards(window)
    qtbot.wait(30)
    assert window.done == ["hold"]
    draw(window)
    qtbot.waitUntil(lambda: len(window.done) == 3)
    assert window.done == ["hold", "release", "plots"]


def test_it_waits_for_the_verdict_but_not_for_ever(qtbot, window, monkeypatch) -> None:
    window.analyst.is_busy = True
    Afterwards(window)
    draw(window)
    qtbot.waitUntil(lambda: "release" in window.done)
    later = Window()
    later.analyst.is_busy = True
    monkeypatch.setattr(afterwards, "LOOKS", 10**6)
    Afterwards(later)
    draw(later)
    qtbot.wait(30)
    assert later.done == ["hold"]
    later.analyst.is_busy = False
    qtbot.waitUntil(lambda: "release" in later.done)


def test_what_is_loaded_is_not_put_to_use_while_the_user_types(qtbot, window, monkeypatch) -> None:
    monkeypatch.setattr(afterwards, "TYPING_MS", 10**6)
    after = Afterwards(window)
    window.document.textChanged.emit()
    draw(window)
    qtbot.wait(50)
    assert window.done == ["hold"]
    after._typing.stop()  # as after a pause
    qtbot.waitUntil(lambda: len(window.done) == 3)
    assert window.done == ["hold", "release", "plots"]


def test_it_begins_without_a_picture_and_then_once_only(qtbot, window, monkeypatch) -> None:
    monkeypatch.setattr(afterwards, "PATIENCE_MS", 1)
    Afterwards(window)
    qtbot.waitUntil(lambda: "release" in window.done)
    draw(window)
    qtbot.wait(30)
    assert window.done == ["hold", "release", "plots"]


def test_the_postures_come_as_soon_as_their_part_is_loaded(qtbot, window, monkeypatch) -> None:
    may_end, asked = Event(), []

    def slow(rooms, modules) -> None:
        asked.append(modules)
        if modules == LATER:
            may_end.wait(60)

    monkeypatch.setattr(afterwards, "load", slow)
    Afterwards(window)
    draw(window)
    qtbot.waitUntil(lambda: len(asked) == 2)
    qtbot.wait(50)
    assert window.done == ["hold", "release"]
    assert asked == [FOR_POSTURES, LATER]
    may_end.set()
    qtbot.waitUntil(lambda: window.done[-1] == "plots")


def test_garbage_is_collected_again_after_the_first_picture(qtbot, window) -> None:
    Afterwards(window)
    gc.disable()
    try:
        qtbot.wait(30)
        assert not gc.isenabled()
        draw(window)
        qtbot.waitUntil(gc.isenabled)
        assert gc.get_freeze_count() > 1000
    finally:
        gc.enable()
        gc.unfreeze()


def test_garbage_is_not_looked_for_in_what_was_loaded_afterwards(
    qtbot, window, monkeypatch
) -> None:
    loaded: list[object] = []
    monkeypatch.setattr(afterwards, "load", lambda *_: loaded.extend([n] for n in range(50_000)))
    Afterwards(window)
    draw(window)
    try:
        qtbot.waitUntil(lambda: window.done[-1] == "plots")
        assert loaded and not {id(found) for found in gc.get_objects()} & set(map(id, loaded))
    finally:
        gc.unfreeze()


def test_all_that_is_loaded_ahead_exists_and_a_missing_module_stops_nothing(monkeypatch) -> None:
    logged = []
    monkeypatch.setattr(afterwards.log, "exception", lambda *words: logged.append(words[1]))
    load(("kinematics",), ("no_such_module_at_all", *FOR_POSTURES, *LATER))
    assert logged == ["no_such_module_at_all"]
    assert {*FOR_POSTURES, *LATER} <= set(sys.modules)


def test_the_held_postures_are_solved_for_when_they_are_released(
    qtbot, checked_document, analyst
) -> None:
    from app.desktop.jogging.solutions_panel import SolutionsPanel
    from app.desktop.looks.theme import DARK

    panel = SolutionsPanel(checked_document, DARK, analyst)
    qtbot.addWidget(panel)
    panel.hold()
    panel.show()
    panel.refresh()
    assert panel.cards == ()
    panel.release()
    assert len(panel.cards) > 0
