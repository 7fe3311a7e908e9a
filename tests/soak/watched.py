"""What every soak needs: a window that is watched for faults, and the memory of processes."""

import argparse
import gc
import logging
import multiprocessing
import random
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

FAULTS: list[str] = []
PATIENCE_S = 300.0


class NoAnswers:
    """In place of the dialogs: nothing is chosen, and changes may be lost."""

    def open_path(self, *_: object) -> None:
        """No file."""

    def save_path(self, *_: object) -> None:
        """No file."""

    def unsaved(self, _: object) -> object:
        from app.desktop.looks.dialogs import Unsaved

        return Unsaved.DISCARD


class ErrorRecords(logging.Handler):
    """Takes every logged error as a fault."""

    def emit(self, record: logging.LogRecord) -> None:
        FAULTS.append(record.getMessage())


def watch_for_faults() -> None:
    """From now on every uncaught exception and every logged error is told and listed in FAULTS."""

    def take(*fault) -> None:
        FAULTS.append("".join(traceback.format_exception(*fault)))
        print(FAULTS[-1], file=sys.stderr, flush=True)

    sys.excepthook = take
    logging.getLogger().addHandler(ErrorRecords(logging.ERROR))


def made_window(folder: Path):
    """A shown window whose settings and journal lie in a folder, and whose dialogs give no file."""
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.window.main_window import MainWindow

    window = MainWindow(SettingsStore(folder / "config"))
    window.desk.dialogs = NoAnswers()
    window.show()
    return window


def wait(app, is_reached, what: str = "the window") -> None:
    """Lets the window live until `is_reached()`, at most five minutes."""
    end = time.monotonic() + PATIENCE_S
    while not is_reached():
        assert time.monotonic() < end, f"{what}: not ready after five minutes"
        live(app, 0.005)


def live(app, seconds: float) -> None:
    """Lets the window live for so long."""
    end = time.monotonic() + seconds
    app.processEvents()
    while time.monotonic() < end:
        app.processEvents()
        time.sleep(0.002)


def forget_deleted(app) -> None:
    """Deletes what waits for it, so that only what is held is counted."""
    from PySide6.QtCore import QCoreApplication, QEvent

    gc.unfreeze()  # a window takes out of the collector's sight all that exists when it is there
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        app.processEvents()
        gc.collect()


def memory_mb(process: int | str = "self") -> float:
    """What a process holds in memory, where the system tells it; else 0."""
    status = Path(f"/proc/{process}/status")
    try:
        line = next(t for t in status.read_text().splitlines() if t.startswith("VmRSS"))
    except (OSError, StopIteration):
        return 0.0
    return int(line.split()[1]) / 1024


def workers_mb() -> float:
    """What the largest worker process holds in memory."""
    own = [memory_mb(p.pid) for p in multiprocessing.active_children() if p.pid is not None]
    return max(own, default=0.0)


def run(main: Callable[[Any, int], int], purpose: str, **amount: float) -> None:
    """Reads the command line of a soak, runs it, and ends with its exit code.

    amount: The name of the option that says how long it runs, as `minutes`, and its default.
    """
    ((name, default),) = amount.items()
    options = argparse.ArgumentParser(description=purpose)
    options.add_argument(f"--{name}", type=type(default), default=default)
    options.add_argument("--seed", type=int, default=None, help="a random one where none is given")
    given = options.parse_args()
    seed = random.randrange(2**31) if given.seed is None else given.seed
    sys.exit(main(getattr(given, name), seed))
