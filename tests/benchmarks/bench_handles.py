"""A handle dragged in the real window among 50 bodies: time to the next frame and to the verdict.

The pointer moves 60 times with the button down. From each move the time is taken until the frame
with the new pose is painted, and until the worker has said what collides at that pose. Beside the
frame stands one that only turns the camera: it is drawn in turn with the others, so that both feel
the same load. Without a display it starts itself under xvfb-run, where drawing is by software.
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

import many_bodies
from figures import Figure, arguments, most, ratio, show, timed

BODIES, MOVES = 50, 60
DRAGGED = "F10"  # in the middle of the others
FRAMES, VERDICT_MS = 1.5, 50.0  # a move may take half a frame more than an orbit does
TURN = 1e-4  # rad: a turn of the camera that changes the picture as little as it can


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
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    from app.desktop.looks.notice import BODY
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.main import make_application, open_first
    from app.desktop.view3d.drawing.camera import orbit, project
    from app.desktop.view3d.tools import gizmo
    from app.desktop.window.main_window import MainWindow

    app = make_application()

    def wait(until: Callable[[], bool], limit_s: float = 60.0) -> None:
        end = time.time() + limit_s
        while not until() and time.time() < end:
            app.processEvents()

    many_bodies.BODIES = BODIES
    cell = folder / "many.cell.yaml"
    cell.write_text(many_bodies.many_bodies(), encoding="utf-8")
    window = MainWindow(SettingsStore())
    window.show()
    open_first(window, str(cell), None)
    wait(lambda: window.viewport is not None and window.document.cell is not None)
    view = window.viewport
    wait(lambda: view.frames > 0 and not view.scene.missing and not window.analyst.is_busy)
    window.document.select(BODY, DRAGGED)
    tools = window.view.things
    handles, check = tools.body_handles, tools.live_check
    frame, scene = handles.actors.T_world_frame, view.scene
    scale = gizmo.scale_at(scene.camera, frame[:3, 3], scene.size[1])
    tip = frame[:3, 3] + 0.7 * gizmo.ARROW_END * scale * frame[:3, 1]
    start = QPoint(*(round(v) for v in project(scene.camera, tip, *scene.size)))
    handles.hover(start.x(), start.y())
    wait(lambda: not check.is_busy)

    painted: list[float] = []
    found: list[float] = []
    view.framePainted.connect(lambda _: painted.append(time.perf_counter()))
    check.found.connect(lambda _: found.append(time.perf_counter()))
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    wait(lambda: not check.is_busy)
    frames, verdicts, held, turned = [], [], [], []
    for i in range(MOVES):
        painted.clear(), found.clear()
        begun = time.perf_counter()
        handles.drag(start.x() + 3.0 * i, start.y() - 1.0 * i, False)
        held.append(time.perf_counter() - begun)
        wait(lambda: bool(painted) and bool(found), 5.0)
        frames.append(painted[0] - begun)
        painted.clear()
        begun_turning = time.perf_counter()
        scene.look(orbit(scene.camera, TURN, 0.0, frame[:3, 3]))
        wait(lambda: bool(painted), 5.0)
        turned.append(painted[0] - begun_turning)
        verdicts.append(found[0] - begun)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    drawn, plain = statistics.median(frames), statistics.median(turned)
    words = f"dragged among {BODIES} bodies, "
    peer = "a frame of an orbit"
    yield timed(words + "to the next frame", drawn, "ms", peer, plain, ratio(FRAMES))
    verdict = statistics.median(verdicts)
    yield timed(words + "to the verdict", verdict, "ms", target=most(VERDICT_MS))
    slow = statistics.quantiles(verdicts, n=20)[-1]
    yield timed(words + "to the verdict, 19 of 20", slow, "ms", target=most(VERDICT_MS))
    yield timed(words + "until the frame is drawn", statistics.median(held), "ms")
    window.close()


if __name__ == "__main__":
    sys.exit(main())
