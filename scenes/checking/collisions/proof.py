"""The proof of a run: each motion is free, in contact, or open with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from scenes.checking.coverage import Coverage

# S: gaps of a pair with no more time between them are reported as one.
_ONE_GAP = 0.02


class Standing(Enum):
    """What is known of a motion."""

    FREE = "proven free"
    CONTACT = "in contact"
    OPEN = "not proven"


@dataclass(frozen=True)
class Gap:
    """Two bodies that are not proven free from one time of the run to another, in s.

    The tested moments of that time show no contact, unless a collision reports one.
    file: Name of the file of a called program; "" for the program that is run.
    """

    start: float
    end: float
    line: int
    body_a: str
    body_b: str
    reason: str
    file: str = ""

    def __str__(self) -> str:
        where = f"{self.file}, " if self.file else ""
        return (
            f"{where}line {self.line}: not proven from {self.start:.3f} to {self.end:.3f} s for "
            f"{self.body_a} and {self.body_b}: {self.reason}"
        )


@dataclass(frozen=True)
class SegmentProof:
    """One motion of a run: the statement of a line, from start to end, s."""

    line: int
    start: float
    end: float
    standing: Standing
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True)
class Proof:
    """The motions of a run in order; the proof of each covers every pair that the cell checks.

    complete: Whether all motions are covered. coverage: What the checked bodies are models of.
    """

    segments: tuple[SegmentProof, ...] = ()
    complete: bool = True
    coverage: Coverage = field(default_factory=Coverage)

    def count(self, standing: Standing) -> int:
        """Number of motions with this standing."""
        return sum(segment.standing is standing for segment in self.segments)

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """All gaps of all motions, in order."""
        return tuple(gap for segment in self.segments for gap in segment.gaps)

    @property
    def is_free(self) -> bool:
        """Whether every motion is proven free of contact, for the bodies as the cell gives them."""
        return self.complete and self.count(Standing.FREE) == len(self.segments)

    def standing_at(self, time: float) -> Standing | None:
        """What is known of the motion at a time of the run; None between motions."""
        found = (s.standing for s in self.segments if s.start <= time <= s.end)
        return next(found, None)

    def __str__(self) -> str:
        total, free = len(self.segments), self.count(Standing.FREE)
        if not total:
            return "no motion to prove"
        caveat = self.coverage.caveat
        parts = [f"proven free: {free} of {total} motion segments"]
        parts = [f"{free} of {total} motion segments free as drawn", caveat] if caveat else parts
        hit, open_ = self.count(Standing.CONTACT), self.count(Standing.OPEN)
        parts += [f"in contact: {hit}"] if hit else []
        parts += [f"not proven: {open_}"] if open_ else []
        return "; ".join(parts)


def joined(gaps: Sequence[Gap]) -> tuple[Gap, ...]:
    """The gaps in order of time; gaps of a pair that adjoin, or nearly so, are joined."""
    found: list[Gap] = []
    for gap in sorted(gaps, key=lambda g: (g.body_a, g.body_b, g.reason, g.start)):
        last = found[-1] if found else None
        if last is not None and gap.start <= last.end + _ONE_GAP and _names(gap) == _names(last):
            found[-1] = replace(last, end=max(last.end, gap.end))
        else:
            found.append(gap)
    return tuple(sorted(found, key=lambda gap: gap.start))


def _names(gap: Gap) -> tuple[str, str, str]:
    return gap.body_a, gap.body_b, gap.reason
