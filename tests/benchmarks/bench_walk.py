"""A UR5e pick and place from nothing in the real window: clicks, keys, typed letters, and time.

The walk is that of tests/app/desktop/test_from_nothing.py. Each click and each key counts, and each
key that is held for another one; letters of names and digits of numbers are counted apart. The time
is what the window takes for its part: hands that rest between two presses are not counted. Without
a display it starts itself under xvfb-run.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[2]))

from figures import Figure, arguments, most, show, timed

MOST_PRESSES = 120


def main() -> int:
    options = arguments(__doc__).parse_args()
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        if shutil.which("xvfb-run") is None:
            print("no display and no xvfb-run: the window cannot be used here")
            return 0
        screen = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24"]
        plain = {k: v for k, v in os.environ.items() if k != "QT_QPA_PLATFORM"}
        return subprocess.call([*screen, sys.executable, __file__, *sys.argv[1:]], env=plain)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        show(figures(), options)
    return 0


def figures() -> Iterator[Figure]:
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.main import make_application, open_welcome
    from app.desktop.window.main_window import MainWindow
    from tests.app.desktop.walked_cell import Hands, LeavesUnsaved, Walk

    app = make_application()

    def wait(until: Callable[[], bool], limit_s: float = 60.0) -> None:
        end = time.time() + limit_s
        while not until():
            app.processEvents()
            if time.time() > end:
                raise TimeoutError("the window does not answer")

    window = MainWindow(SettingsStore(Path(os.environ["XDG_CONFIG_HOME"])))
    window.resize(1440, 900)
    window.show()
    open_welcome(window)
    window.desk.dialogs = LeavesUnsaved(window)
    hands = Hands(window, wait)
    begun = time.perf_counter()
    Walk(hands).go()
    spent = time.perf_counter() - begun
    words = "UR5e pick and place from nothing, "
    yield Figure(words + "clicks and keys", hands.presses, "presses", target=most(MOST_PRESSES))
    yield Figure(words + "letters of names and digits", hands.typed, "letters")
    yield timed(words + "time of the window", spent, "s")
    window.close()


if __name__ == "__main__":
    sys.exit(main())
