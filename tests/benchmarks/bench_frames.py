"""Frames of an orbit in the real window: a cell of 200 bodies, and one with 500,000 triangles.

Each frame of ours is drawn in turn with one in which every body is drawn in full, as it is at rest;
so both feel the same load. Clock times hold on an idle machine; the processor time of the thread
that draws stands beside them. Without a display it starts itself under xvfb-run, where drawing is
by software.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "app/desktop"))

from figures import Figure, arguments, most, show, timed
from large_mesh import cell_with, write_large_mesh
from many_bodies import BODIES, many_bodies

TURN, FRAMES = 0.02, 20  # rad a frame; frames of each kind
FRAME_MS, LARGE_A_SECOND, HELD_MS = 50.0, 10.0, 50.0


def main() -> int:
    options = arguments(__doc__).parse_args()
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        if shutil.which("xvfb-run") is None:
            print("no display and no xvfb-run: the window cannot be timed here")
            return 0
        screen = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24"]
        plain = {k: v for k, v in os.environ.items() if k != "QT_QPA_PLATFORM"}
        return subprocess.call([*screen, sys.executable, __file__, *sys.argv[1:]], env=plain)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        show(figures(Path(folder)), options)
    return 0


def figures(folder: Path) -> Iterator[Figure]:
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QApplication

    from app.desktop.main import make_application, open_first

    held: list[float] = []  # processor time of each event without the drawing of a frame in it, s

    class Watched(QApplication):
        """Measures each event that no other one contains."""

        inside, painted = False, 0.0

        def notify(self, receiver: QObject, event: QEvent) -> bool:
            if self.inside:
                return super().notify(receiver, event)
            self.inside, self.painted = True, 0.0
            begun = time.thread_time()
            try:
                return super().notify(receiver, event)
            finally:
                held.append(time.thread_time() - begun - self.painted)
                self.inside = False

    app = make_application(Watched)
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.view3d.viewport import Viewport
    from app.desktop.window.main_window import MainWindow

    paint = Viewport.paintGL

    def timed_paint(view: Viewport) -> None:
        begun = time.thread_time()
        paint(view)
        app.painted += time.thread_time() - begun

    Viewport.paintGL = timed_paint  # type: ignore[method-assign]

    def wait(until: Callable[[], bool], limit_s: float = 120.0) -> None:
        end = time.time() + limit_s
        while not until() and time.time() < end:
            app.processEvents()

    cell = folder / "many.cell.yaml"
    cell.write_text(many_bodies(), encoding="utf-8")
    window = MainWindow(SettingsStore())
    window.show()
    open_first(window, str(cell), None)
    wait(lambda: window.viewport is not None and len(window.viewport.scene.bodies) > BODIES)
    wait(lambda: window.document.has_fresh_run and not window.analyst.is_busy)
    yield from orbits(window, f"{BODIES} bodies", wait, most(FRAME_MS))

    triangles = write_large_mesh(folder / "ring.stl")
    large = folder / "large.cell.yaml"
    large.write_text(cell_with("ring.stl"), encoding="utf-8")
    held.clear()
    begun = time.thread_time()
    window.desk.open_any(large)
    held.append(time.thread_time() - begun)
    wait(lambda: "ring" in window.viewport.scene.bodies)
    settled = time.time() + 3.0
    wait(lambda: time.time() > settled)
    words = f"open {triangles:,} triangles: longest event without frames, processor"
    yield timed(words, max(held), "ms", target=most(HELD_MS))
    yield from orbits(window, f"{triangles:,} triangles", wait, most(1000.0 / LARGE_A_SECOND))
    for source in window.document.sources:
        source.text_document.setModified(False)
    window.close()


def orbits(window, name, wait, target) -> Iterator[Figure]:  # type: ignore[no-untyped-def]
    """The figures of an orbit about the middle of the bodies."""
    from app.desktop.view3d.drawing.bodies import stand_ins
    from app.desktop.view3d.drawing.camera import orbit

    view, scene = window.viewport, window.viewport.scene
    full = {"MOST_TRIANGLES": 10**9, "MANY_BODIES": 10**9}
    ours = {word: getattr(stand_ins, word) for word in full}
    painted: list[float] = []
    view.framePainted.connect(painted.append)
    middle = scene.points().mean(axis=0)

    def frame() -> tuple[float, float, float]:
        """Clock time until the frame is in the window, of drawing alone, and processor time, s."""
        painted.clear()
        begun = time.perf_counter(), time.thread_time()
        scene.look(orbit(scene.camera, TURN, 0.0, middle))
        wait(lambda: bool(painted), 20.0)
        shown, spent = time.perf_counter() - begun[0], time.thread_time() - begun[1]
        return shown, painted[0] / 1000.0, spent

    rows: dict[str, list[tuple[float, float, float]]] = {"full": [], "coarse": []}
    counts: dict[str, tuple[int, int]] = {}
    for kind in ("full", "coarse", "full", "coarse"):
        scene.outlines.stand_ins.end()
        for word, value in (full if kind == "full" else ours).items():
            setattr(stand_ins, word, value)
        for _ in range(3):
            frame()  # data go to the driver
        rows[kind] += [frame() for _ in range(FRAMES // 2)]
        counts[kind] = drawn(scene)
    coarse, whole = (
        [statistics.median(column) for column in zip(*rows[kind], strict=True)]
        for kind in ("coarse", "full")
    )
    peer = "every body in full"
    words = f"orbit of {name}: "
    yield timed(words + "a frame drawn", coarse[1], "ms", peer, whole[1], target)
    yield timed(words + "until it is in the window", coarse[0], "ms", peer, whole[0])
    yield timed(words + "processor of the thread", coarse[2], "ms", peer, whole[2])
    yield Figure(words + "triangles", counts["coarse"][1], "", peer, counts["full"][1])
    yield Figure(words + "actors", counts["coarse"][0], "", peer, counts["full"][0])


def drawn(scene) -> tuple[int, int]:  # type: ignore[no-untyped-def]
    """The visible actors of the picture, and the triangles of their faces."""
    every = [prop for prop in scene.renderer.GetViewProps() if prop.GetVisibility()]
    actors = [prop for prop in every if prop.IsA("vtkActor")]
    return len(actors), sum(actor.GetMapper().GetInput().GetNumberOfPolys() for actor in actors)


if __name__ == "__main__":
    sys.exit(main())
