"""The trace of a run: every statement that it came to, as numbers, for the debugger."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scenes.world.frozen import Array

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Trace:
    """The n statements that a run came to, in order, also those that only branch.

    Arrays (n,): lines, files (indices into the files of the run), depths (number of programs at
    work, from 1), advances (of the machine before the statement), done (number of steps before it),
    starts (s). pauses: Indices of the statements behind a PAUSE.
    """

    lines: Integers
    files: Integers
    depths: Integers
    advances: Integers
    done: Integers
    starts: Array
    pauses: Integers

    def __len__(self) -> int:
        return len(self.lines)
