"""Shared by all tests: a virtual screen, guards against silent OpenGL errors and leaks, test times.

`make test-times` shows the times.
"""

import atexit
import copy
import gc
import logging
import os
import shutil
import subprocess
import sys
import warnings
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from resources.loops import LaidOut
from resources.loops.loop import plain

os.environ.setdefault("QT_API", "pyside6")

# Compiled modules are kept also where the environment says not to: some hundred processes of the
# tests would each compile the program anew, which takes longer than their work, and each run would
# rewrite the asserts of all tests anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# The processes of the tests have all processors at work: more threads for a product of matrices
# would only wait for each other there. Read when numpy is loaded, so by the processes of a run.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


# How long an example takes says nothing of what is tested: other processes are at work.
settings.register_profile("by result", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("by result")

# The virtual screen that the tests started.
OWN_SCREEN = "CELLWRIGHT_TEST_SCREEN"


def start_virtual_screen() -> None:
    """Starts Xvfb on Linux without a display, where installed, and sets DISPLAY.

    Each of several test processes has its own screen: on a common one the windows of one process
    would take the keyboard from the windows of the other.
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
    words = [program, "-displayfd", str(write_end), "-screen", "0", "1280x800x24"]
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
        # Read to the end of the line: Xvfb dies when it writes the newline into a closed pipe.
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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lets long files begin first, and skips window tests by name where there is no screen.

    A long file that begins last would leave the other processes without work until its end.
    """
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if HAS_SCREEN:
        return
    skip = pytest.mark.skip(reason="needs a display or Xvfb")
    for item in items:
        if item.get_closest_marker("window") is not None:
            item.add_marker(skip)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Spares the search for garbage the tests and modules, which stay to the end.

    Each full search took a second beside the 16,000 tests: a twelfth of the processor time of a
    run. More values may also be made between two searches than Python allows by itself.
    """
    pass_over_all()
    gc.set_threshold(20_000, 20, 20)


def pass_over_all() -> None:
    """Takes all that exists and is needed out of the sight of the search for garbage."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Spares the search what exists once more, after a file that brought it back into its sight."""
    if nextitem is not None and nextitem.path != item.path and gc.get_freeze_count() == 0:
        pass_over_all()


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
    if not any(request.node.get_closest_marker(name) for name in ("gl", "window")):
        yield
        return
    handler = ErrorRecords()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    assert not handler.messages, "\n".join(handler.messages)


@pytest.fixture(autouse=True)
def no_widget_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """A window test closes every widget that it has opened."""
    if request.node.get_closest_marker("window") is None:
        yield
        return
    from PySide6.QtWidgets import QApplication

    # Requested first, so that this fixture ends after qtbot has closed its widgets.
    application = request.getfixturevalue("qapp")
    before = set(QApplication.topLevelWidgets())
    yield
    application.processEvents()
    left = [w for w in set(QApplication.topLevelWidgets()) - before if w.isVisible()]
    assert not left, f"left open: {left}"


PROCESSOR = "processor_s"


class TestTimes:
    """Writes the time of each test, with its setup and teardown, and the sum of each file.

    Processor time counts this process and the children that it has waited for. It compares tests
    even
    on a busy machine, where the time on the clock does not.
    """

    __test__ = False

    def __init__(self, target: Path) -> None:
        self.target = target
        self.clock: defaultdict[str, float] = defaultdict(float)
        self.processor: defaultdict[str, float] = defaultdict(float)
        self.spent = 0.0

    def pytest_runtest_logstart(self) -> None:
        self.spent = processor_time()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self,
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        before, self.spent = self.spent, processor_time()
        report.user_properties.append((PROCESSOR, self.spent - before))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.clock[report.nodeid] += report.duration
        figures = [value for name, value in report.user_properties if name == PROCESSOR]
        self.processor[report.nodeid] += sum(figures)

    def pytest_sessionfinish(self) -> None:
        if "PYTEST_XDIST_WORKER" in os.environ:
            return
        tests = sorted(self.processor, key=self.processor.__getitem__, reverse=True)
        files: defaultdict[str, list[str]] = defaultdict(list)
        for test in tests:
            files[test.partition("::")[0]].append(test)
        sums = {name: sum(map(self.processor.__getitem__, own)) for name, own in files.items()}
        whole = sum(sums.values())
        lines = [f"{whole:.1f} s of processor, {len(tests)} tests, {len(files)} files"]
        lines += ["", "processor s  clock s  share  tests  file"]
        for name in sorted(files, key=sums.__getitem__, reverse=True):
            clock = sum(map(self.clock.__getitem__, files[name]))
            share = 100.0 * sums[name] / max(whole, 1e-9)
            lines.append(
                f"{sums[name]:11.2f} {clock:8.2f} {share:4.1f} % {len(files[name]):6}  {name}"
            )
        lines += ["", "processor s  clock s  test"]
        lines += [f"{self.processor[t]:11.2f} {self.clock[t]:8.2f}  {t}" for t in tests]
        self.target.parent.mkdir(parents=True, exist_ok=True)
        self.target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def processor_time() -> float:
    now = os.times()
    return now.user + now.system + now.children_user + now.children_system


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", metavar="FILE", help="write how long each test and each file took")


def pytest_configure(config: pytest.Config) -> None:
    # xdist would give out the files by their number of tests; a long file often has few.
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False
    if target := config.getoption("--times"):
        config.pluginmanager.register(TestTimes(Path(target)))


def arrays_in(value: Any) -> list[np.ndarray]:
    if isinstance(value, tuple):
        return [array for member in value for array in arrays_in(member)]
    return [value] if isinstance(value, np.ndarray) else []


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every call of a loop runs the machine code and its Python source, and both must give the same
    bits. The value is the list of the loops called."""
    called, run = [], LaidOut.__call__

    def both(call: LaidOut) -> int:
        given = tuple(map(plain, call.arguments))
        before = copy.deepcopy(given)
        result = run(call)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            expected = call.loop.python(*before)
        assert result == (expected or 0)
        for array, own in zip(arrays_in(given), arrays_in(before), strict=True):
            assert array.tobytes() == own.tobytes(), call.loop.name
        called.append(call.loop.name)
        return result

    monkeypatch.setattr(LaidOut, "__call__", both)
    return called


def _triangle_gap(corners_a: np.ndarray, corners_b: np.ndarray) -> np.ndarray:
    """Distances of pairs of triangles (k, 3, 3) that do not cross, (k,): of each corner to the
    other triangle, and of each edge to each edge."""
    least = np.full(len(corners_a), np.inf)
    for ones, twos in ((corners_a, corners_b), (corners_b, corners_a)):
        for i in range(3):
            least = np.minimum(least, _point_gap(ones[:, i], twos))
    for i in range(3):
        for j in range(3):
            p, q = corners_a[:, i], corners_a[:, (i + 1) % 3]
            r, s = corners_b[:, j], corners_b[:, (j + 1) % 3]
            least = np.minimum(least, _edge_gap(p, q - p, r, s - r))
    return least


def _dot(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.einsum("ki,ki->k", u, v)


def _share(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    return np.clip(above / np.where(below > 0.0, below, 1.0), 0.0, 1.0)


def _edge_gap(p: np.ndarray, u: np.ndarray, r: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Distances of edges p + s u and r + t v, 0 <= s, t <= 1, by alternate projection of both ends
    and of the crossing of their lines."""
    w = r - p
    a, b, c = _dot(u, u), _dot(u, v), _dot(v, v)
    least = np.full(len(p), np.inf)
    for s in (_share(_dot(u, w) * c - _dot(v, w) * b, a * c - b * b), 0.0 * a, 0.0 * a + 1.0):
        t = _share(_dot(v, p + s[:, None] * u - r), c)
        s = _share(_dot(u, r + t[:, None] * v - p), a)
        apart = p + s[:, None] * u - r - t[:, None] * v
        least = np.minimum(least, np.linalg.norm(apart, axis=1))
    return least


def _point_gap(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Distances of points (k, 3) from the insides of triangles (k, 3, 3); infinite beside them."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(normals, axis=1)
    normals = normals / np.where(size > 0.0, size, 1.0)[:, None]
    inside = size > 0.0
    for i in range(3):
        edge = corners[:, (i + 1) % 3] - corners[:, i]
        inside &= _dot(np.cross(edge, points - corners[:, i]), normals) >= 0.0
    return np.where(inside, np.abs(_dot(points - corners[:, 0], normals)), np.inf)


def _surface_gap(
    corners_a: np.ndarray, corners_b: np.ndarray, most: float = np.inf, chunk: int = 100
) -> float:
    """The distance of two surfaces of triangles (n, 3, 3) that do not cross, by all pairs of
    triangles whose balls are near enough; no code of the product is in it. It is `most` if no pair
    is nearer."""
    middle_a, middle_b = corners_a.mean(axis=1), corners_b.mean(axis=1)
    reach_a = np.linalg.norm(corners_a - middle_a[:, None], axis=2).max(axis=1)
    reach_b = np.linalg.norm(corners_b - middle_b[:, None], axis=2).max(axis=1)
    for start in range(0, len(corners_a), chunk):
        own = slice(start, start + chunk)
        apart = np.linalg.norm(middle_a[own, None] - middle_b[None], axis=2)
        most = min(most, float(apart.min()))
    least = most
    for start in range(0, len(corners_a), chunk):
        own = slice(start, start + chunk)
        apart = np.linalg.norm(middle_a[own, None] - middle_b[None], axis=2)
        i, j = np.nonzero(apart - reach_a[own, None] - reach_b[None] <= least)
        for part in range(0, len(i), 50_000):
            rows = slice(part, part + 50_000)
            gaps = _triangle_gap(corners_a[own][i[rows]], corners_b[j[rows]])
            least = min(least, float(gaps.min(initial=least)))
    return least


@pytest.fixture
def surface_gap():
    """The function _surface_gap(corners_a, corners_b), which gives a distance, mm."""
    return _surface_gap
