"""Random use of a real window: `python tests/soak/soak_clicks.py [steps] [seed]`, default 5000.

Keys into programs, every action of the menus, clicks into panels and the 3D view, bodies moved
and removed. After every hundred steps this holds:
- nothing raised, and nothing was logged as an error;
- undo in each document, as often as it goes, and then redo give what was there before.
"""

import logging
import random
import sys
import tempfile
import time
import traceback
from pathlib import Path

ROUND, MOST_PROGRAMS = 100, 6
FAULTS: list[str] = []
# What ends the window, or asks the system for a file without asking our dialogs.
LEFT_OUT = {"quit", "recent"}


class NoAnswers:
    """In place of the dialogs: nothing is chosen, and changes may be lost."""

    def open_path(self, *_: object) -> None:
        """No file."""

    def save_path(self, *_: object) -> None:
        """No file."""

    def unsaved(self, _: object) -> object:
        from app.desktop.looks.dialogs import Unsaved

        return Unsaved.DISCARD


class ErrorRecords(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        FAULTS.append(record.getMessage())


def main(steps: int, seed: int) -> int:
    print(f"{steps} steps, seed {seed}", flush=True)
    sys.excepthook = lambda *fault: FAULTS.append("".join(traceback.format_exception(*fault)))
    logging.getLogger().addHandler(ErrorRecords(logging.ERROR))
    from app.desktop.main import make_application

    app, rng = make_application(), random.Random(seed)
    from PySide6.QtCore import QTimer

    from app.desktop.looks.settings import SettingsStore
    from app.desktop.window.main_window import MainWindow

    closer = QTimer(interval=50)
    closer.timeout.connect(lambda: close_questions(app))
    closer.start()
    with tempfile.TemporaryDirectory() as folder:
        window = MainWindow(SettingsStore(Path(folder)))
        window.desk.dialogs = NoAnswers()
        window.show()
        window.desk.open_cell("kakazu1985")
        window.desk.open_program("figure5")
        for number in range(1, steps + 1):
            step(window, rng)
            end = time.monotonic() + rng.choice((0.0, 0.01, 0.05))
            app.processEvents()
            while time.monotonic() < end:
                app.processEvents()
            if FAULTS:
                print(f"step {number}:\n" + "\n".join(FAULTS))
                return 1
            if number % ROUND == 0:
                undo_and_redo_all(window)
            if number % (10 * ROUND) == 0:
                print(f"{number} steps, {len(window.document.sources)} programs open", flush=True)
        window.close()
    print(f"{steps} steps: nothing raised, and all could be undone and made again")
    return 0


def close_questions(app) -> None:
    """Gives up every question that waits for an answer, and every menu."""
    for widget in (app.activeModalWidget(), app.activePopupWidget()):
        if widget is not None:
            widget.close()


def step(window, rng: random.Random) -> None:
    """One thing that a user might do."""
    act = rng.choices((keys, action, click, edit_cell), (40, 25, 25, 10))[0]
    act(window, rng)


def keys(window, rng: random.Random) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    editor = window.editor.current
    if editor is None:
        return
    editor.go_to(rng.randrange(1, editor.blockCount() + 1), rng.randrange(1, 20))
    QTest.keyClicks(editor, "".join(rng.choices("MOVES LOC1 0123 ;", k=rng.randrange(1, 6))))
    key = rng.choice((Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Tab))
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    QTest.keyClick(editor, key)


def action(window, rng: random.Random) -> None:
    from app.desktop.menus.action_set import ACTIONS

    known = sorted({row.key for row in ACTIONS} - LEFT_OUT)
    window.actions_by_key[rng.choice(known)].trigger()
    if len(window.document.sources) > MOST_PROGRAMS:
        window.desk.close_program(rng.choice(window.document.sources))


def click(window, rng: random.Random) -> None:
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QAbstractButton, QSlider, QTreeWidget, QWidget

    kinds = (QAbstractButton, QSlider, QTreeWidget)
    shown = [w for w in window.findChildren(QWidget) if w.isVisible() and isinstance(w, kinds)]
    widget = rng.choice([*shown, window.viewport or window])
    place = QPoint(rng.randrange(max(widget.width(), 1)), rng.randrange(max(widget.height(), 1)))
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


def edit_cell(window, rng: random.Random) -> None:
    from app.desktop.modelling.edits.placing import move_to

    document = window.document
    if document.cell is None:
        return
    bodies = [b.name for b in document.cell.fixtures] + [p.name for p in document.cell.parts]
    if bodies:
        place = [float(rng.randrange(-900, 900)) for _ in range(3)]
        move_to(document, rng.choice(bodies), place, [0.0, 0.0, 0.0])


def undo_and_redo_all(window) -> None:
    """Takes everything back, one document after the other, and makes it again."""
    history = window.document.history
    for place in (*window.document.sources, None):
        as_far_as_it_goes(history.redo, place)
        before = content(window.document, place)
        as_far_as_it_goes(history.undo, place)
        as_far_as_it_goes(history.redo, place)
        assert content(window.document, place) == before, "undo and redo do not give the same"


def as_far_as_it_goes(act, place) -> None:
    """Undo or redo of one document; of shared changes its own part."""
    while act(place, replay, True).is_done:
        """There may be more."""


def replay(source, is_back: bool) -> None:
    text = source.text_document
    text.undo() if is_back else text.redo()


def content(document, place) -> str:
    return document.cell_file.text if place is None else place.text


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    sys.exit(main(count, int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**31)))
