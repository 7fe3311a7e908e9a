"""What all tests share: a virtual screen, and guards against silent OpenGL errors and leaks."""

import atexit
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

os.environ.setdefault("QT_API", "pyside6")


# The virtual screen that tests started themselves.
OWN_SCREEN = "CELLWRIGHT_TEST_SCREEN"


def start_virtual_screen() -> None:
    """On Linux without a display, start Xvfb where it is installed and point DISPLAY at it.

    Each of several test processes has a screen of its own: on a common one the windows of one
    would take the keyboard from those of the other.
    """
    screen = os.environ.get("DISPLAY")
    if os.environ.get("PYTEST_XDIST_WORKER") and screen == os.environ.get(OWN_SCREEN):
        screen = None
    if sys.platform != "linux" or screen or os.environ.get("WAYLAND_DISPLAY"):
        return
    program = shutil.which("Xvfb")
    if program is None:
        return
    read_end, write_end = os.pipe()
    words = [program, "-displayfd", str(write_end), "-screen", "0", "1600x1000x24"]
    nothing = subprocess.DEVNULL
    server = subprocess.Popen(
        [*words, "-nolisten", "tcp", "-noreset"],
        pass_fds=[write_end],
        stdin=nothing,
        stdout=nothing,
        stderr=nothing,
    )
    os.close(write_end)
    with os.fdopen(read_end) as answer:
        # To the end of the line: Xvfb dies when its newline goes into a closed pipe.
        number = answer.readline().strip()
    if not number:
        raise pytest.UsageError("Xvfb did not start")
    os.environ["DISPLAY"] = os.environ[OWN_SCREEN] = f":{number}"
    atexit.register(stop, server)


def stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    server.wait(5)


start_virtual_screen()
HAS_SCREEN = sys.platform != "linux" or bool(
    os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
)
if not HAS_SCREEN:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
elif os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "xcb")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Window tests need a screen; without one they are skipped by name."""
    if HAS_SCREEN:
        return
    skip = pytest.mark.skip(reason="needs a display or Xvfb")
    for item in items:
        if "window" in item.keywords:
            item.add_marker(skip)


class ErrorRecords(logging.Handler):
    """Keeps the error records of a test; VTK reports broken shaders in no other way."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(f"{record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def no_error_is_logged(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that draws or opens a window fails on any error in the log."""
    if not {"gl", "window"} & set(request.keywords):
        yield
        return
    handler = ErrorRecords()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    assert not handler.messages, "\n".join(handler.messages)


@pytest.fixture(autouse=True)
def no_widget_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """A window test closes all it has opened."""
    if "window" not in request.keywords:
        yield
        return
    from PySide6.QtWidgets import QApplication

    # Asked for first, so that it is torn down after qtbot has closed its widgets.
    application = request.getfixturevalue("qapp")
    before = set(QApplication.topLevelWidgets())
    yield
    application.processEvents()
    left = [w for w in set(QApplication.topLevelWidgets()) - before if w.isVisible()]
    assert not left, f"left open: {left}"
