"""Windows opened and closed in one process: `python tests/soak/soak_windows.py [windows]`, 100.

After each window this holds: its processes have ended, no journal is left, and no error was
logged. A window that was closed leaves no more memory than `MOST_MB` behind.
"""

import argparse
import multiprocessing
import sys
import tempfile
import threading
from pathlib import Path

from watched import FAULTS, forget_deleted, memory_mb, wait, watch_for_faults

FIRST = 5
MOST_MB = 2.0  # nothing keeps a closed window; Qt and OpenGL keep a little of each


def main(windows: int) -> int:
    watch_for_faults()
    from app.desktop.main import make_application

    app, sizes = make_application(), []
    with tempfile.TemporaryDirectory() as name:
        threads = 0
        for number in range(1, windows + 1):
            open_and_close(app, Path(name))
            forget_deleted(app)
            assert not FAULTS, FAULTS
            assert not multiprocessing.active_children(), "a process of the window is left"
            assert not list(Path(name).glob("journal/*/*.page")), "a journal is left"
            threads = threads or threading.active_count()
            assert threading.active_count() <= threads, "a thread of the window is left"
            sizes.append(memory_mb())
            if number % 10 == 0:
                print(f"{number} windows, {sizes[-1]:.0f} MB", flush=True)
    first, last = max(sizes[:FIRST]), sizes[-1]
    each = (last - first) / max(windows - FIRST, 1)
    print(
        f"{windows} windows: {last:.0f} MB at the end, {each:.1f} MB for each after the first ones"
    )
    return 0 if each <= MOST_MB else 1


def open_and_close(app, folder: Path) -> None:
    """A window that comes up, is typed into, and is closed without saving."""
    from PySide6.QtTest import QTest

    from app.desktop.looks.dialogs import Unsaved
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.main import open_first
    from app.desktop.window.main_window import MainWindow

    window = MainWindow(SettingsStore(folder))
    window.desk.dialogs.unsaved = lambda _: Unsaved.DISCARD
    window.show()
    open_first(window, None, None)
    wait(app, lambda: window.viewport is not None and window.document.has_fresh_run)
    QTest.keyClicks(window.editor.current, "; typed ")
    assert window.keeping.keeper.write_now()
    window.close()
    window.deleteLater()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Windows opened and closed in one process.")
    parser.add_argument("windows", nargs="?", type=int, default=100)
    sys.exit(main(parser.parse_args().windows))
