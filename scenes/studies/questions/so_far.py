"""What the chunks of a study have found so far, told while the others are computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from scenes.studies.engine.study import Arrays, Question

# What is counted, by the kind of the question.
_WORDS: Mapping[str, str] = {
    "reach": "reached",
    "tolerance": "without a failure",
    "throughput": "without a failure",
    "placement": "possible",
    "design": "for all poses",
}


@dataclass(frozen=True)
class SoFar:
    """How many items count as wanted, and how many were looked at."""

    wanted: int = 0
    items: int = 0

    @classmethod
    def of(cls, chunks: Iterable[Arrays]) -> SoFar:
        """The counts of chunks that are there already, when a study goes on."""
        found = cls()
        for arrays in chunks:
            found = found.with_rows(arrays)
        return found

    def with_rows(self, arrays: Arrays) -> SoFar:
        """The counts with the rows of one more chunk."""
        wanted = wanted_rows(arrays)
        return SoFar(self.wanted + int(wanted.sum()), self.items + len(wanted))

    def told(self, question: Question) -> str:
        """The counts in words, as `1,200 of 4,000 poses reached`; nothing before the first rows."""
        if not self.items:
            return ""
        word = _WORDS.get(question.kind, "")
        return f"{self.wanted:,} of {self.items:,} {question.item_word}s {word}"


def wanted_rows(arrays: Arrays) -> np.ndarray:
    """Whether each row counts: a pose is reached, a run, place or design has no fault, (n,)."""
    if "reached" in arrays:
        return np.isfinite(arrays["margin"])  # a design has it where it reaches all poses
    if "solutions" in arrays:
        return np.asarray(arrays["free" if "free" in arrays else "solutions"] > 0)
    wanted = np.asarray(arrays["failed_line"] == 0)
    return wanted & (arrays["hit_line"] == 0) if "hit_line" in arrays else wanted
