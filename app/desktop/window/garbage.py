"""When the window looks for garbage among old objects: while nobody uses it.

Python frees an object with its last reference; only objects that refer to each other in a ring
need a search. A search among young objects takes a few milliseconds and stays automatic. One among
all objects that a cell of many bodies or a long program has made takes a tenth of a second and
more, in which the window would not answer.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping

from PySide6.QtCore import QObject, QTimer

from app.background.spare_memory import give_back

LOOK_MS = 1000
GIVING_LOOKS = 30  # looks after which freed memory is given back to the system
QUIET_S = 0.05  # processor time of the window's thread between two looks while nobody uses it
QUIET_LOOKS, LONG_QUIET_LOOKS = 3, 60  # before a search among new objects, and among all
LOADED = 15_000  # young objects that were made at once: modules, or values from another process
FEW, MANY = 20, 400  # young searches since the last old one: not worth one; one is due anyway
NEVER = 1_000_000_000


class GarbageSearch(QObject):
    """Searches among old objects when the thread of the window rests, and passes over the rest.

    What a search has found in use is frozen, and so is what has just been loaded: the next search
    looks only at newer objects. A ring among frozen objects is found after a long rest.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._spent, self._quiet_looks, self._has_frozen = 0.0, 0, False
        self._looks = 0
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)

    def begin(self) -> None:
        """Searches from now on; garbage among old objects is not searched for in between."""
        young, middle, _ = self._thresholds
        gc.set_threshold(young, middle, NEVER)
        gc.callbacks.append(self._pass_over)
        self._spent = time.thread_time()
        self._timer.start()

    def end(self) -> None:
        """Leaves all searches to Python again."""
        self._timer.stop()
        gc.callbacks.remove(self._pass_over)
        gc.set_threshold(*self._thresholds)

    def _pass_over(self, phase: str, facts: Mapping[str, int]) -> None:
        """Lets a young search pass over what has just been loaded, which is in use."""
        if phase == "start" and facts["generation"] < 2 and gc.get_count()[0] > LOADED:
            gc.freeze()
            self._has_frozen = True

    def _look(self) -> None:
        spent, self._spent = time.thread_time() - self._spent, time.thread_time()
        self.follow(spent < QUIET_S, gc.get_count()[2])
        self._looks += 1
        if self._looks % GIVING_LOOKS == 0:
            give_back()

    def follow(self, is_quiet: bool, young_searches: int) -> None:
        """Searches if it is time to.

        is_quiet: Whether the window had nothing to do since the last look. young_searches: Number
        of searches among young objects since the last one among old objects.
        """
        self._quiet_looks = self._quiet_looks + 1 if is_quiet else 0
        if self._quiet_looks == LONG_QUIET_LOOKS and self._has_frozen:
            gc.unfreeze()
            self._search()
            self._has_frozen = False
        elif young_searches >= (FEW if self._quiet_looks >= QUIET_LOOKS else MANY):
            self._search()

    def _search(self) -> None:
        gc.collect()
        gc.freeze()
        self._has_frozen = True
        self._spent = time.thread_time()
