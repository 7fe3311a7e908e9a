"""What is not loaded yet when the window, the picture and the verdict appear: each module waits.

A fresh process starts the window as `cellwright` does, and tells its modules at each moment.
"""

import json
import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.window, pytest.mark.gl]

FOR_CHARTS = {"matplotlib", "matplotlib.colors", "matplotlib.pyplot", "pyqtgraph", "qtawesome"}
FOR_RUNS = {
    "kinematics.solvers",
    "scenes.analysis",
    "scenes.connecting.way_round",
    "scenes.execution.debugging.debugger",
    "scenes.execution.debugging.recording",
    "scenes.execution.machine.machine",
    "scenes.execution.simulation",
    "scenes.exporters",
}
FOR_THE_CONSOLE = {"app.console.run_commands", "app.console.teletype"}
AFTER_THE_VERDICT = FOR_CHARTS | FOR_RUNS | FOR_THE_CONSOLE | {"llvmlite", "trimesh", "fcl"}
FOR_FILES = {"pydantic", "scenes.files.loader", "scenes.files.schema"}
FOR_THE_PICTURE = {"app.desktop.view3d.viewport", "pyvistaqt", "qtpy", "vtkmodules.vtkCommonCore"}
START = """
import json, os, sys, time
from app.desktop import main


def loaded():
    return sorted(n for n, m in sys.modules.items() if type(m).__name__ != "StandIn")


def wait(until):
    end = time.monotonic() + 120
    while not until() and time.monotonic() < end:
        app.processEvents()
        time.sleep(0.005)


if __name__ == "__main__":
    process = main.start_worker()
    first = loaded()
    app = main.make_application()
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.view3d import view_host
    from app.desktop.window import afterwards

    view_host.PAUSE_MS = 3_000  # the window's own moment stands still
    afterwards.SETTLE_MS, afterwards.PATIENCE_MS = 60_000, 600_000
    window = main.make_window(SettingsStore(), process)
    window.show()
    app.processEvents()
    at_window = loaded()
    main.open_first(window, None, None)
    wait(lambda: window.viewport is not None and window.viewport.frames > 0)
    wait(lambda: window.document.is_checked)
    at_verdict = loaded() if window.document.is_checked else None
    drawn = window.viewport.frames  # the picture of the run may still be due on a busy machine
    window.viewport.update()
    wait(lambda: window.viewport.frames > drawn)
    afterwards.load((), (*afterwards.FOR_POSTURES, *afterwards.LATER))
    window.solutions.release()
    before = set(loaded())
    window.docks.bring("Console")
    window.console.input.setText("STATUS")
    window.console.input.returnPressed.emit()
    window.docks.bring("Debug")
    clicked = sorted(set(loaded()) - before)
    print(json.dumps([first, at_window, at_verdict, clicked]), flush=True)
    process.close()
    os._exit(0)
"""


@pytest.fixture(scope="module")
def moments(tmp_path_factory):
    """The modules when the worker is started, when the window is there, and after the verdict.

    At last those that the first use of console and debugger adds when the rest is loaded.
    """
    folder = tmp_path_factory.mktemp("start")
    script = folder / "start.py"
    script.write_text(START, encoding="utf-8")
    around = {"XDG_CONFIG_HOME": str(folder), "APPDATA": str(folder)}
    path = os.pathsep.join(sys.path)
    run = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, **around, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return [set(names) for names in json.loads(run.stdout.splitlines()[-1])]


def test_the_worker_starts_before_anything_of_qt_is_loaded(moments) -> None:
    assert {"numpy", "scenes.world.cell", "PySide6"} & moments[0] == set()
    assert "app.background.process" in moments[0]


def test_the_window_appears_before_files_are_read_and_anything_is_drawn(moments) -> None:
    assert "app.desktop.window.main_window" in moments[1]
    assert (FOR_FILES | FOR_THE_PICTURE | AFTER_THE_VERDICT) & moments[1] == set()


def test_picture_and_verdict_wait_for_nothing_that_they_do_not_need(moments) -> None:
    assert moments[2] >= FOR_FILES | FOR_THE_PICTURE
    assert AFTER_THE_VERDICT & moments[2] == set()


def test_the_first_use_of_console_and_debugger_waits_for_no_module(moments) -> None:
    rooms = ("app.", "geometry.", "kinematics.", "language.", "scenes.")
    assert [name for name in moments[3] if name.startswith(rooms)] == []


def test_the_names_of_modules_here_are_names_of_modules() -> None:
    from importlib.util import find_spec

    mine = {n for n in AFTER_THE_VERDICT | FOR_FILES if n.startswith(("app.", "scenes."))}
    assert all(find_spec(name) is not None for name in mine)
