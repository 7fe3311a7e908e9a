"""Times the window in a fresh process: start to window, first picture, verdict, playback, keys.

Without a display it starts itself under xvfb-run, where drawing is by software: figures of a
machine with a graphics card are several times better.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
PLAYED_S = 5.0
KEYS = 40


def main() -> int:
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        if shutil.which("xvfb-run") is None:
            print("no display and no xvfb-run: the window cannot be timed here")
            return 0
        screen = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24"]
        return subprocess.call([*screen, sys.executable, __file__, *sys.argv[1:]])
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        measure(float(os.environ.pop("BENCH_STARTED", "0")))
    return 0


def measure(started: float) -> None:
    from app.desktop.main import make_application, open_first

    app = make_application()
    from app.desktop.run_control import Command
    from app.desktop.settings import SettingsStore
    from app.desktop.window import MainWindow

    def wait(until: Callable[[], bool], limit_s: float = 60.0) -> None:
        end = time.time() + limit_s
        while not until() and time.time() < end:
            app.processEvents()

    window = MainWindow(SettingsStore())
    window.show()
    app.processEvents()
    row("process start to window", time.time() - started)
    open_first(window, None, None)
    document = window.document
    wait(lambda: window.host.viewport is not None and window.host.viewport.frames > 0)
    row("process start to first picture", time.time() - started)
    wait(lambda: document.is_checked)
    row("process start to verdict on the example", time.time() - started)

    viewport = window.host.viewport
    assert viewport is not None
    before = viewport.frames
    document.press(Command.RUN)
    end = time.time() + PLAYED_S
    wait(lambda: time.time() > end)
    print(f"{'playback':<44}{(viewport.frames - before) / PLAYED_S:9.1f} pictures a second")
    document.press(Command.STOP)

    editor = window.editor.current
    assert editor is not None
    spent = []
    for _ in range(KEYS):
        tick = time.perf_counter()
        editor.insertPlainText(";")
        app.processEvents()
        spent.append(time.perf_counter() - tick)
    row("keystroke painted, median", statistics.median(spent))
    row("keystroke painted, largest", max(spent))
    for source in document.sources:
        source.text_document.setModified(False)
    window.close()


def row(name: str, seconds: float) -> None:
    print(f"{name:<44}{1000 * seconds:9.0f} ms")


if __name__ == "__main__":
    os.environ.setdefault("BENCH_STARTED", repr(time.time()))
    sys.path.insert(0, str(TOP))
    sys.exit(main())
