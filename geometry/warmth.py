"""The compiled loops made ready in the background, so that nobody waits for the compiler."""

import atexit
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np

from geometry.batch_kernel import find_gaps, find_hits, find_nearest
from geometry.compiled import HAS_NUMBA
from geometry.outline_kernel import walk_rings
from geometry.packing import pack_bodies, rows_of
from geometry.path_kernel import find_stretches, stretch_rooms
from geometry.primitives import Sphere
from geometry.stretch_kernel import find_stretch_items, inner_rooms

_FILL = "from geometry.warmth import run_every_loop; run_every_loop()"
_LOOK_EVERY = 0.05

_ready = threading.Event()
_leaving = threading.Event()
_threads: list[threading.Thread] = []
_starting = threading.Lock()


def is_ready() -> bool:
    """Whether the compiled loops can be called without waiting for the compiler."""
    return _ready.is_set()


def warm_up(*, wait: bool = False, patience: float = float("inf")) -> None:
    """Starts the compilation in the background, once; with `wait` returns when it is done, or
    after so many seconds of patience."""
    if not HAS_NUMBA:
        return
    with _starting:
        if not _threads:
            _threads.append(
                threading.Thread(target=_prepare, name="cellwright-compiler", daemon=True)
            )
            # A thread that still runs while the interpreter is taken down would keep it half up.
            atexit.register(_leave)
            _threads[0].start()
    until = time.monotonic() + patience
    while wait and not _ready.wait(_LOOK_EVERY) and _threads[0].is_alive():
        if time.monotonic() > until:
            return


def _prepare() -> None:
    # In a process of its own the compiler holds nobody's interpreter lock; loading is short.
    process = subprocess.Popen(
        [sys.executable, "-c", _FILL],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parent.parent,
    )
    while process.poll() is None and not _leaving.wait(_LOOK_EVERY):
        continue
    if _leaving.is_set():
        process.kill()
        process.wait()
        return
    run_every_loop()
    _ready.set()


def _leave() -> None:
    _leaving.set()
    for thread in _threads:
        thread.join()


def run_every_loop() -> None:
    """One call of every loop with every kind of argument, on two balls: what fills the store."""
    packed = pack_bodies([Sphere(1.0), Sphere(1.0)], {0: np.eye(4)})
    T = rows_of(np.eye(4)[None, None])
    work = (np.empty(12), np.empty(12), np.empty((4, 10)), np.empty(11))
    pairs = np.array([[0, 1]], dtype=np.int64)
    near, grown = np.empty(2, dtype=np.int64), np.zeros(3)
    rooms = (np.zeros((2, 3)), np.empty(12), work, np.empty(11), near, grown)
    tables = (packed.shapes, packed.places, packed.bodies, packed.plan(pairs))
    room = np.empty((8, 3), dtype=np.int64)
    find_hits(tables, T, pairs, 1e-5, True, rooms, room)
    items = np.array([[0, 0, 1]], dtype=np.int64)
    find_gaps(tables, T, items, np.zeros(1), rooms, np.empty(1), np.empty(1, dtype=np.int64))
    find_nearest(tables, T, pairs, rooms, np.full((1, 10), -1.0))
    first, states = np.zeros(1, dtype=np.int64), np.empty(1, dtype=np.int64)
    rows = np.zeros((1, 3), dtype=np.int64)
    times, ones = np.array([[0.0, 0.5, 1.0]]), np.ones((1, 1))
    limits, spans = np.ones((1, 3)), np.empty((8, 7))
    find_stretch_items(tables, T, rows, times, pairs, limits, inner_rooms(), spans, states)
    looks, figures = (first, rows, times), (ones, ones, ones)
    find_stretches(tables, T, looks, pairs, figures, stretch_rooms(1, 1), room, spans)
    ring, start = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    walk_rings(ring, start, np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64))
