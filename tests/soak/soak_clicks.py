"""Random use of a real window: `python tests/soak/soak_clicks.py [--minutes 30] [--seed N]`.

Keys and clicks into every panel, dialog, tab and menu, every action, bodies moved. It holds:
- nothing raises, and nothing is logged as an error;
- after every hundred steps, undo in each document, as often as it goes, and then redo give what was
  there before;
- each time all is closed and opened anew, no more widgets are alive in the last third of the time
  than in the second, apart from panels and dialogs that a random cell and selection bring; and each
  round leaves no more memory than `MOST_MB` behind.
"""

import random
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from statistics import median

from watched import (
    FAULTS,
    forget_deleted,
    live,
    made_window,
    memory_mb,
    run,
    wait,
    watch_for_faults,
)

ROUND, ANEW, MOST_PROGRAMS = 100, 400, 6
VISIT_MS = 50  # between looks for questions that wait
# Rounds in a third of them that tell something, and what the last third may have more than the
# second one: widgets, as lists and menus that are made when first asked for, and MB a round.
LEAST_ROUNDS, MOST_WIDGETS, MOST_MB = 3, 120, 8.0
# What ends the window, or asks the system for a file without asking our dialogs.
LEFT_OUT = {"quit", "recent"}
CELLS = ("kakazu1985", "drilling", "ur_pick_place", "tight_place", "chain_palletiser")


class Counts:
    """What is alive whenever all was closed and opened anew."""

    def __init__(self) -> None:
        self.kinds: list[Counter[str]] = []  # widgets by their classes
        self.memory: list[float] = []  # MB

    def take(self, app) -> None:
        """Counts."""
        forget_deleted(app)
        self.kinds.append(Counter(type(widget).__name__ for widget in app.allWidgets()))
        self.memory.append(memory_mb())

    def fault(self) -> str:
        """What the last third of the rounds has more than the second one; "" for nothing.

        In the first third panels and menus are still opened for the first time. What is left
        behind by each round is there in all later ones.
        """
        third = len(self.memory) // 3
        if third < LEAST_ROUNDS:
            return ""
        widgets = growth([kinds.total() for kinds in self.kinds])
        if widgets > MOST_WIDGETS:
            before, after = self.kinds[third], self.kinds[-1]
            grown = ", ".join(f"{n} {kind}" for kind, n in (after - before).most_common(6))
            return f"{widgets:.0f} widgets more in the last third than in the second: {grown}"
        each = growth(self.memory) / third
        return f"each round leaves {each:.1f} MB behind" if each > MOST_MB else ""


def growth(sizes: list[float]) -> float:
    """How much more the last third holds than the second one, by their medians."""
    third = len(sizes) // 3
    return median(sizes[-third:]) - median(sizes[-2 * third : -third])


def main(minutes: float, seed: int) -> int:
    """Runs the soak; the exit code."""
    print(f"{minutes:g} minutes, seed {seed}", flush=True)
    watch_for_faults()
    from app.desktop.main import make_application

    app, rng, counts = make_application(), random.Random(seed), Counts()
    keep_visiting(app, rng)
    number, end = 0, time.monotonic() + 60.0 * minutes
    with tempfile.TemporaryDirectory() as folder:
        window = made_window(Path(folder))
        open_anew(app, window, rng)
        while time.monotonic() < end:
            number += 1
            act = step(window, rng)
            live(app, rng.choice((0.0, 0.01, 0.05)))
            if FAULTS:
                print(f"step {number}, {act}:\n" + "\n".join(FAULTS))
                return 1
            if number % ROUND == 0:
                undo_and_redo_all(window)
            if number % ANEW == 0:
                open_anew(app, window, rng)
                counts.take(app)
                widgets, memory = counts.kinds[-1].total(), counts.memory[-1]
                print(f"{number} steps, {widgets} widgets, {memory:.0f} MB")
        window.close()
    print(f"{number} steps: nothing raised, and all could be undone and made again")
    if counts.fault():
        print(counts.fault())
    return 1 if counts.fault() or FAULTS else 0


def open_anew(app, window, rng: random.Random) -> None:
    """Closes every dialog and program, and opens a shipped cell with the program of its name."""
    from PySide6.QtWidgets import QDialog

    for dialog in window.findChildren(QDialog):
        dialog.close()
    for source in tuple(window.document.sources):
        window.desk.close_program(source)
    name = rng.choice(CELLS)
    window.desk.open_cell(name)
    window.desk.open_program("figure5" if name == "kakazu1985" else PROGRAMS.get(name, name))
    wait(app, lambda: window.document.cell is not None and window.viewport is not None)


PROGRAMS = {"drilling": "drill_plate"}


def keep_visiting(app, rng: random.Random) -> None:
    """Visits questions again and again.

    Each visit has a timer of its own: one timer does not fire again while what it called waits, so
    that a dialog which a click in a menu has opened would wait for its answer for ever.
    """
    from PySide6.QtCore import QTimer

    QTimer.singleShot(VISIT_MS, partial(keep_visiting, app, rng))
    visit_question(app, rng)


def visit_question(app, rng: random.Random) -> None:
    """A click or a key in a dialog or menu that waits for an answer; in the end it is closed."""
    from PySide6.QtWidgets import QFileDialog

    for widget in (app.activePopupWidget(), app.activeModalWidget()):
        if widget is None:
            continue
        if rng.random() < 0.5 and not isinstance(widget, QFileDialog):
            poke(rng.choice(inside(widget)), rng)
        else:
            widget.close()


def step(window, rng: random.Random) -> str:
    """One thing that a user might do; its name."""
    acts = (keys, action, click, press, tab, edit_cell)
    act = rng.choices(acts, (25, 20, 25, 15, 5, 10))[0]
    return f"{act.__name__} {act(window, rng) or ''}"


def keys(window, rng: random.Random) -> None:
    """Letters and a key into a program."""
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


def action(window, rng: random.Random) -> str:
    """Any action of the menus."""
    from app.desktop.menus.action_set import ACTIONS

    key = rng.choice(sorted({row.key for row in ACTIONS} - LEFT_OUT))
    window.actions_by_key[key].trigger()
    if len(window.document.sources) > MOST_PROGRAMS:
        window.desk.close_program(rng.choice(window.document.sources))
    return key


def inside(widget) -> list:
    """A widget with every enabled widget that is shown in it, but no button that closes a panel."""
    from PySide6.QtWidgets import QWidget

    shown = [w for w in widget.findChildren(QWidget) if w.isVisible() and w.isEnabled()]
    return [widget, *shown]


def click(window, rng: random.Random) -> str:
    """A click into any widget that is shown."""
    return poke(rng.choice([*inside(window), window.viewport or window]), rng, is_key=False)


def press(window, rng: random.Random) -> str:
    """A key into any widget that is shown and takes keys."""
    from PySide6.QtCore import Qt

    takes = [w for w in inside(window) if w.focusPolicy() != Qt.FocusPolicy.NoFocus]
    return poke(rng.choice(takes), rng, is_key=True) if takes else ""


def poke(widget, rng: random.Random, is_key: bool | None = None) -> str:
    """A click at a random place of a widget, or a key into it; the name of its class."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    name = f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()}"
    if rng.random() < 0.5 if is_key is None else is_key:
        key, plain = Qt.Key, Qt.KeyboardModifier.NoModifier
        kinds = (key.Key_Tab, key.Key_Down, key.Key_Up, key.Key_Left, key.Key_Right, key.Key_Home)
        more = (key.Key_Return, key.Key_Escape, key.Key_Space, key.Key_Delete, key.Key_F2)
        numbers = (key.Key_1, key.Key_9, key.Key_Minus, key.Key_Period, key.Key_A, key.Key_Slash)
        QTest.keyClick(widget, rng.choice((*kinds, *more, *numbers)), plain)
        return name
    place = QPoint(rng.randrange(max(widget.width(), 1)), rng.randrange(max(widget.height(), 1)))
    left, right, none = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.KeyboardModifier
    act = rng.choices((QTest.mouseClick, QTest.mouseDClick), (5, 1))[0]
    act(widget, rng.choices((left, right), (6, 1))[0], none.NoModifier, place)
    return name


def tab(window, rng: random.Random) -> None:
    """Another tab in front, or another panel."""
    from PySide6.QtWidgets import QDockWidget, QTabBar

    bars = [bar for bar in window.findChildren(QTabBar) if bar.isVisible() and bar.count()]
    if bars and rng.random() < 0.7:
        bar = rng.choice(bars)
        bar.setCurrentIndex(rng.randrange(bar.count()))
        return
    dock = rng.choice(window.findChildren(QDockWidget))
    dock.show()
    dock.raise_()


def edit_cell(window, rng: random.Random) -> None:
    """A body in another place, unless a click has locked it."""
    from app.desktop.looks.notice import BODY
    from app.desktop.modelling.edits.locking import is_locked
    from app.desktop.modelling.edits.placing import move_to

    document = window.document
    if document.cell is None:
        return
    known = [b.name for b in document.cell.fixtures] + [p.name for p in document.cell.parts]
    bodies = [name for name in known if not is_locked(document, BODY, name)]
    if bodies:
        place = [float(rng.randrange(-900, 900)) for _ in range(3)]
        move_to(document, rng.choice(bodies), place, [0.0, 0.0, 0.0])


def undo_and_redo_all(window) -> None:
    """Takes everything back, one document after the other, and makes it again."""
    history = window.document.history
    for place in (*window.document.sources, None):
        if place is None and window.document.cell_file is None:
            continue
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
    run(main, "Random use of a real window.", minutes=30.0)
