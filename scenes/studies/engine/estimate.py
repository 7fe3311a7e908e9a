"""How large a study is and how long it will take, said before it starts."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from scenes.errors import SceneError
from scenes.studies.engine.study import Study

# A study of fewer chunks begins at once: a trial chunk would take a good part of its time.
FEW_CHUNKS = 40
# Longer studies, s, and those of more items, are refused: their results would fit in no memory.
LONGEST_S, MOST_ITEMS = 30 * 86400.0, 4_000_000_000


@dataclass(frozen=True)
class Estimate:
    """The size of a study. seconds: That it is likely to take; None where no chunk was tried.

    workers: That share the work; None where the number is not known yet.
    """

    items: int
    item_word: str
    chunks: int
    workers: int | None
    seconds: float | None = None

    @property
    def sentence(self) -> str:
        """Size and time in words."""
        several = "s" if self.chunks > 1 else ""
        size = f"{self.items:,} {self.item_word}s in {self.chunks:,} chunk{several}"
        if self.seconds is None:
            return size
        where = "one core" if self.workers in (1, None) else f"{self.workers} cores"
        return f"{size}: about {shown_time(self.seconds)} on {where}"


def size_of(study: Study, workers: int | None) -> Estimate:
    """The size of a study without its time, which takes a chunk of it to know."""
    question = study.question
    return Estimate(question.items, question.item_word, question.chunks, workers)


def estimate_of(study: Study, workers: int | None) -> Estimate:
    """The size of a study, and its time by that of the middle chunk, computed twice here.

    The first time loads and prepares what later ones find ready.
    """
    question, size = study.question, size_of(study, workers)
    if question.chunks < FEW_CHUNKS:
        return size
    middle = question.chunks // 2
    study.arrays_of(middle)
    start = perf_counter()
    study.arrays_of(middle)
    seconds = (perf_counter() - start) * question.chunks / (workers or 1)
    return Estimate(size.items, size.item_word, size.chunks, workers, seconds)


def refuse_endless(estimate: Estimate) -> None:
    """Raises SceneError for a study that is too large to end."""
    seconds = estimate.seconds or 0.0
    if estimate.items > MOST_ITEMS or seconds > LONGEST_S:
        raise SceneError(
            f"this study is too large: {estimate.sentence}; at most {MOST_ITEMS:,} "
            f"{estimate.item_word}s and {shown_time(LONGEST_S)} are possible: look at fewer"
        )


def shown_time(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("days", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= 2.0 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.1f} s"
