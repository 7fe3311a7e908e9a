"""Draws the pictures of the guide "Build a cell" anew: `python tests/docs/guide_pictures.py`.

It does the walk of tests/app/desktop/test_from_nothing.py in the real window, once in each theme,
and writes a picture of every step into build/guide. Those that the guide shows go to its folder.
Without a display it starts itself under xvfb-run.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from app.desktop.window.main_window import MainWindow

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(1, str(TOP))
GUIDE = TOP / "resources" / "docs" / "pictures"
ALL = TOP / "build" / "guide"
# The steps that the guide shows, each in one theme.
SHOWN = {
    "choose_hand": "dark",
    "add_block": "light",
    "ghosts": "dark",
    "go_over_the_goal": "light",
    "place": "dark",
}
WIDTH = 1000  # pixels of a picture in the guide


def main() -> int:
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        screen = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24"]
        plain = {k: v for k, v in os.environ.items() if k != "QT_QPA_PLATFORM"}
        return subprocess.call([*screen, sys.executable, __file__], env=plain)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        draw()
    return 0


def draw() -> None:
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.main import make_application, open_welcome
    from app.desktop.window.main_window import MainWindow
    from tests.app.desktop.walked_cell import Hands, LeavesUnsaved, Walk

    app = make_application()

    def wait(until: Callable[[], bool]) -> None:
        end = time.time() + 60.0
        while not until() and time.time() < end:
            app.processEvents()

    ALL.mkdir(parents=True, exist_ok=True)
    GUIDE.mkdir(exist_ok=True)
    for theme in ("dark", "light"):
        window = MainWindow(SettingsStore(Path(os.environ["XDG_CONFIG_HOME"]) / theme))
        window.resize(1440, 900)
        window.show()
        if theme == "light":
            window.actions_by_key["dark"].trigger()
        window.desk.dialogs = LeavesUnsaved(window)
        open_welcome(window)

        def take(step: str, window: MainWindow = window, theme: str = theme) -> None:
            end = time.time() + 1.0  # edges are smoothed when the picture rests
            wait(lambda: time.time() > end)
            picture = window.grab().toImage()
            picture.save(str(ALL / f"{step}-{theme}.png"))
            if SHOWN.get(step) == theme:
                write_small(picture, step)

        Walk(Hands(window, wait), take).go()
        if theme == "light":
            draw_settings(window, wait)
        else:
            draw_study(window, wait)
        window.close()
        window.deleteLater()


def write_small(picture: "QImage", name: str) -> None:
    """Writes a picture of the window into the guide, as wide as the page."""
    from PySide6.QtCore import Qt

    small = picture.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
    small.save(str(GUIDE / f"{name}.png"), "PNG", 0)


def draw_study(window: "MainWindow", wait: Callable[[Callable[[], bool]], None]) -> None:
    """Runs the reach study of example 1, and writes the picture that studies.md shows."""
    folder = Path(os.environ["XDG_CONFIG_HOME"]) / "examples"
    shutil.copytree(TOP / "resources" / "examples", folder)
    window.desk.open_any(folder / "1_reach.cell.yaml")
    window.desk.open_any(folder / "1_reach.study.yaml")
    study = window.study.study
    wait(lambda: study.is_estimated and window.study.is_of_shown_cell)
    study.begin()
    wait(lambda: study.is_whole)
    assert study.is_whole, study.message
    end = time.time() + 2.0  # edges are smoothed when the picture rests
    wait(lambda: time.time() > end)
    write_small(window.grab().toImage(), "study")


def draw_settings(window: "MainWindow", wait: Callable[[Callable[[], bool]], None]) -> None:
    """Writes the picture of the settings, which first-steps.md shows."""
    from app.desktop.window.settings.settings_page import SettingsPage, open_settings

    open_settings(window.parts)
    page = window.findChild(SettingsPage)
    assert page is not None
    end = time.time() + 0.5
    wait(lambda: time.time() > end)
    page.grab().toImage().save(str(GUIDE / "settings.png"), "PNG", 0)
    page.close()


if __name__ == "__main__":
    sys.exit(main())
