"""What was made of texts lately, and which of them a text with an edit comes from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Generic, NamedTuple, TypeVar

MOST_KEPT = 12
V = TypeVar("V")


class Near(NamedTuple, Generic[V]):
    """What a text shares with one that is kept. value: What was made of that one. start, end: The
    number of letters or rows that both have at the start and at the end."""

    value: V
    start: int
    end: int


@dataclass(eq=False)
class LateTexts(Generic[V]):
    """What was made of texts lately, the last first.

    text_of: The letters or rows of which a value was made. most: So many of them are kept together.
    little: So many differ behind a small edit.
    """

    text_of: Callable[[V], Sequence[str]]
    most: int
    little: int
    _kept: tuple[V, ...] = field(default=(), init=False)  # replaced as a whole: threads read too

    def forget(self) -> None:
        """Forgets all texts."""
        self._kept = ()

    def nearest(self, new: Sequence[str]) -> Near[V] | None:
        """The text that shares most with a new one; None where none shares a quarter.

        The first one that differs in little is taken.
        """
        best = None
        for value in self._kept:
            old = self.text_of(value)
            if _is_alike(old, new):
                most = min(len(old), len(new))
                start = shared_at_start(old, new)
                near = Near(value, start, shared_at_end(old, new, most - start))
                if most - near.start - near.end <= self.little:
                    return near
                if best is None or near.start + near.end > best.start + best.end:
                    best = near
        return best

    def keep(self, value: V, near: Near[V] | None) -> None:
        """Keeps a value. near: The one from which it comes, which is kept beside it: an edit is
        often taken back, and the same text edited elsewhere."""
        old = () if near is None else (near.value,)
        others = (each for each in self._kept if near is None or each is not near.value)
        kept = (value, *old, *others)[:MOST_KEPT]
        sizes = accumulate(len(self.text_of(each)) for each in kept)
        self._kept = kept[: max(sum(size <= self.most for size in sizes), 1)]


def _is_alike(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether a quarter of the shorter one is the same at the start or at the end."""
    share = min(len(old), len(new)) // 4
    return old[:share] == new[:share] or old[-share:] == new[-share:]


def shared_at_start(old: Sequence[str], new: Sequence[str]) -> int:
    """The number of letters or rows that two texts share at the start."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        same = old[low:middle] == new[low:middle]
        low, high = (middle, high) if same else (low, middle - 1)
    return low


def shared_at_end(old: Sequence[str], new: Sequence[str], most: int) -> int:
    """The number of letters or rows, at most `most`, that two texts share at the end."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        a = old[len(old) - middle : len(old) - low]
        same = a == new[len(new) - middle : len(new) - low]
        low, high = (middle, high) if same else (low, middle - 1)
    return low
