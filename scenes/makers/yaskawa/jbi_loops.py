"""Loops of a job: a label, a jump back to it, and a variable that counts the turns.

Variables are those of all jobs: a called job counts with others than the jobs that call it.
"""

from __future__ import annotations

from collections.abc import Iterator

from scenes.errors import SceneError
from scenes.makers.writing.orders import Turns

COUNTER = 99  # I099 counts the turns of the outer loop, I098 those of one in it
MOST_TURNS, MOST_OPEN = 32_767, COUNTER + 1


class JbiLoops:
    """Writes the heads and the ends of loops in the order in which they stand in a job.

    above: Number of loops that may be open where the job is called.
    """

    def __init__(self, above: int = 0) -> None:
        self._above = above
        self._open = list[tuple[Turns, int]]()  # the loops here, with the numbers of their labels
        self._labels = 0

    def begin(self, order: Turns) -> Iterator[str]:
        """The head of a loop. Raises SceneError for one that no variable counts."""
        if (order.count or 0) > MOST_TURNS or self._above + len(self._open) == MOST_OPEN:
            told = f"{MOST_TURNS} turns, and {MOST_OPEN} loops in each other"
            raise SceneError(f"line {order.line}: a loop of a job counts at most {told}")
        self._labels += 1
        self._open.append((order, self._labels))
        if order.count is not None:
            yield f"SET {self._counter} 0"
        yield f"*TURN{self._labels}"

    def end(self) -> Iterator[str]:
        """The end of the loop that was begun last."""
        counter = self._counter
        order, label = self._open.pop()
        jump = f"JUMP *TURN{label}"
        if order.count is not None:
            yield f"INC {counter}"
            jump += f" IF {counter}<{order.count}"
        yield jump

    @property
    def _counter(self) -> str:
        """The variable that counts the turns of the innermost loop that is open."""
        return f"I{COUNTER + 1 - self._above - len(self._open):03}"
