"""One start of the window on the example in a process of its own; prints its moments as JSON.

For each moment: seconds by the clock since the process began, and seconds of its processor time.
bench_window starts it several times: one start by the clock says little.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

# When this process has started: until here it has computed, and waited for nothing.
STARTED = time.time() - time.process_time()


def moments() -> dict[str, tuple[float, float]]:
    """Opens the window as `cellwright` does; clock and processor time of each moment, s."""
    from app.desktop.main import make_application, make_window, open_first, start_worker

    process = start_worker()
    from PySide6.QtCore import QEventLoop, QTimer

    app = make_application()
    from app.desktop.looks.settings import SettingsStore

    found: dict[str, tuple[float, float]] = {}

    def take(name: str) -> None:
        found[name] = (time.time() - STARTED, time.process_time())

    def wait(until: Callable[[], bool]) -> None:
        while not until():
            app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    window = make_window(SettingsStore(), process)
    window.show()
    app.processEvents()
    take("window")
    ticker = QTimer(interval=2)  # wakes `wait`, which sleeps as the window does
    ticker.start()
    open_first(window, None, None)
    wait(lambda: window.host.viewport is not None and window.host.viewport.frames > 0)
    take("first picture")
    wait(lambda: window.document.is_checked)
    take("verdict on the example")
    window.close()
    return found


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    print(json.dumps(moments()), flush=True)
    os._exit(0)  # the worker ends with its pipe
