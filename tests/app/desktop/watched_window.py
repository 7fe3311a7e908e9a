"""A window in another process that measures how long each act blocks it; see test_held.py.

It prints a line of JSON: from an act to the processor time of the longest event on the thread of
the window, and of its longest picture. Drawing a picture is counted apart: a graphics card draws
it elsewhere, and where there is none the thread of the window draws it too. The unit is a loop that
takes about 100 ms on the machine used for the limits, timed before and after the act: other
processes on the machine slow both.
"""

import gc
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from large_mesh import write_large_mesh
from many_bodies import BODIES, STUDY, many_bodies
from processor_unit import unit
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

LINES, MOST_S = 10_000, 240.0
PAUSE_S = 0.005  # between two looks for events: other processes want the processor too


class Watched(QApplication):
    """Measures the longest event that is not inside another one."""

    longest = drawing = drawn = 0.0
    _is_inside = False

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        if self._is_inside:
            return super().notify(receiver, event)
        self._is_inside, self.drawn, begun = True, 0.0, time.thread_time()
        try:
            return super().notify(receiver, event)
        finally:
            self.longest = max(self.longest, time.thread_time() - begun - self.drawn)
            self.drawing = max(self.drawing, self.drawn)
            self._is_inside = False

    def watch(self, viewport: "Viewport") -> None:
        """Times the drawing of each picture of a view apart."""
        draw = viewport.draw

        def timed() -> None:
            begun = time.thread_time()
            draw()
            self.drawn += time.thread_time() - begun

        viewport.draw = timed  # type: ignore[method-assign]


def main(folder: Path) -> None:
    from app.desktop.main import make_application, open_first

    app = make_application(Watched)
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.modelling.edits import new_things as modelling
    from app.desktop.view3d.views import ViewMode
    from app.desktop.window.garbage import GarbageSearch
    from app.desktop.window.main_window import MainWindow
    from language import parse

    def wait(until: Callable[[], object]) -> None:
        end = time.time() + MOST_S
        while not until():
            assert time.time() < end, "nothing comes of it"
            app.processEvents()
            time.sleep(PAUSE_S)

    def rest(seconds: float = 0.8) -> None:
        end = time.time() + seconds
        wait(lambda: time.time() > end)

    window = MainWindow(SettingsStore(folder / "config"))
    window.show()
    open_first(window, None, None)
    gc.freeze()  # as a started window does after its first picture
    GarbageSearch(window).begin()
    document = window.document
    wait(lambda: window.host.viewport is not None and window.host.viewport.frames > 0)
    wait(lambda: document.is_checked)
    gc.freeze()  # and once what it needs later has been loaded
    viewport = window.host.viewport
    assert viewport is not None
    app.watch(viewport)
    scene, held = viewport.scene, {}

    def hold(name: str, act: Callable[[], object], until: Callable[[], object]) -> None:
        before, app.longest, app.drawing, app.drawn = unit(), 0.0, 0.0, 0.0
        begun = time.thread_time()
        act()
        app.longest = max(app.longest, time.thread_time() - begun - app.drawn)
        wait(until)
        rest()
        longest, drawing = app.longest, app.drawing
        units = max(before, unit())
        held[name] = (round(longest / units, 2), round(drawing / units, 2))

    cell, program = folder / "many.cell.yaml", folder / "long.val"
    cell.write_text(many_bodies(), encoding="utf-8")
    program.write_text("".join(f"{i} move   loc1\n" for i in range(1, LINES)), encoding="utf-8")
    hold(
        "open many bodies",
        lambda: window.desk.open_any(cell),
        lambda: len(scene.bodies) > BODIES and not scene.missing,
    )
    wait(lambda: document.has_fresh_run)
    hold("select a body", lambda: document.select("body", "F7"), lambda: True)
    hold(
        "add a body",
        lambda: modelling.add_new_body(document, "fixtures", "box"),
        lambda: "box1" in scene.bodies,
    )
    hold("undo", document.cell_commands.undo, lambda: "box1" not in scene.bodies)
    study = folder / "many.study.yaml"
    study.write_text(STUDY, encoding="utf-8")
    hold(
        "open a study", lambda: window.desk.open_any(study), lambda: window.study.study.is_estimated
    )
    hold("run a study", window.study.study.begin, lambda: window.study.study.is_whole)
    assert not window.study.study.message
    window.study.study.close()
    window.view.show_study_map(None)
    write_large_mesh(folder / "ring.stl")
    window.imports.take([folder / "ring.stl"])
    wait(lambda: window.imports.can_import)
    hold(
        "import a large mesh",
        window.imports.bring_in,
        lambda: "ring" in scene.bodies and not scene.missing,
    )
    hold("undo its import", document.cell_commands.undo, lambda: "ring" not in scene.bodies)
    hold("redo its import", document.cell_commands.redo, lambda: "ring" in scene.bodies)
    document.cell_commands.undo()
    hold("turn the view", lambda: viewport.standard_view("front"), lambda: True)
    hold("contours", partial(window.view.set_mode, ViewMode.CONTOURS), lambda: True)
    window.view.set_mode(ViewMode.SHADED)
    rest()
    hold("theme", partial(window.set_theme, "light"), lambda: True)
    hold("plots", window.docks["Plots"].raise_, lambda: window.plots.canvas is not None)
    drawn: list[object] = []  # what has got its picture; a few are enough
    window.welcome.pictures.changed.connect(drawn.append)
    hold("pictures of the gallery", window.welcome.show_page, lambda: len(drawn) > 1)
    hold("gallery of robots", window.welcome.ask_new_cell, lambda: len(drawn) > 3)
    hold(
        "new cell",
        partial(window.welcome.take_robot, "ur5e"),
        lambda: window.desk.cell_is_new and not scene.missing,
    )
    window.desk.open_any(program)
    parse(program.read_text(encoding="utf-8"))  # the window has parsed it in a thread soon after
    rest(1.0)
    source = window.editor.current.source  # type: ignore[union-attr]
    hold("format a long program", window.editor.format_text, lambda: "MOVE" in source.text)
    document.saved_cell = document.cell_file.text if document.cell_file else None
    for source in document.sources:
        source.text_document.setModified(False)
    window.close()
    print(json.dumps(held))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
