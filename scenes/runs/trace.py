"""Every statement that a run came to, in order, as numbers; a debugger walks along it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scenes.world.frozen import Array

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Trace:
    """The statements that a run came to, also those that only decide where it goes.

    Arrays of one length (n,): line and file (an index into the files of the run), depth (programs
    at work, 1 and up), advances (times the machine had gone on before), done (steps of the run
    before), starts (s). pauses: indices of the statements behind a PAUSE.
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
