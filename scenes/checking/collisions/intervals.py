"""Joins hits at samples to collisions: intervals of time with first contact and worst overlap."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scenes.world.frozen import Array, Frozen

# Mm3: volumes from WHOLE on are printed as whole numbers; below LEAST_TOLD no number is printed.
WHOLE, LEAST_TOLD = 10.0, 0.001


@dataclass(frozen=True, eq=False)
class Hit:
    """Two bodies that share volume at one sample of a run.

    sample: Number of the sample in the run's trajectory; neighbours differ by one. Between two
    samples: number of the earlier one plus the share of the time to the next.
    """

    sample: float
    time: float
    line: int
    body_a: str
    body_b: str
    volume_mm3: float
    centroid: Array
    file: str = ""
    depth_mm: float = 0.0


@dataclass(frozen=True, eq=False)
class Collision(Frozen):
    """Two bodies that share volume from one time of a run to another.

    Attributes:
        time: Seconds from the start of the run to the first contact, in the statement of `line`:
            the exact time where the sweep of the motion finds it, else the first sample in contact.
        time_end: Last sample in contact, s.
        body_a: The body that moves.
        body_b: The body that it runs into.
        volume_mm3: The largest overlap, reached at `peak_time`.
        centroid: Centre of that overlap in world axes, (3,), mm.
        file: Name of the file of a called program; "" for the one that is run.
        depth_mm: Width of that overlap along its narrowest axis.
    """

    time: float
    time_end: float
    line: int
    body_a: str
    body_b: str
    volume_mm3: float
    centroid: Array
    peak_time: float
    file: str = ""
    depth_mm: float = 0.0

    @property
    def extent(self) -> str:
        """The size of the overlap in words, never as a volume of 0 mm3."""
        if self.volume_mm3 >= WHOLE:
            return f"overlap {self.volume_mm3:.0f} mm3"
        if self.volume_mm3 < LEAST_TOLD:
            return f"touching volume below {LEAST_TOLD:g} mm3"
        return f"overlap {self.volume_mm3:.2g} mm3, {self.depth_mm:.2g} mm deep"


def folded(hits: Iterable[Hit]) -> tuple[Collision, ...]:
    """The collisions that consist of the given hits, ordered by time of first contact.

    Hits of a pair at neighbouring samples are one collision; a sample without contact separates
    two.
    """
    runs: list[list[Hit]] = []
    open_runs: dict[tuple[str, str], list[Hit]] = {}
    for hit in sorted(hits, key=lambda h: (h.sample, h.time)):
        pair = (min(hit.body_a, hit.body_b), max(hit.body_a, hit.body_b))
        current = open_runs.get(pair)
        if current is not None and hit.sample - current[-1].sample <= 1:
            current.append(hit)
        else:
            open_runs[pair] = [hit]
            runs.append(open_runs[pair])
    return tuple(_collision(run) for run in runs)


def _collision(run: list[Hit]) -> Collision:
    first, last = run[0], run[-1]
    peak = max(run, key=lambda hit: hit.volume_mm3)
    return Collision(
        time=first.time,
        time_end=last.time,
        line=first.line,
        body_a=first.body_a,
        body_b=first.body_b,
        volume_mm3=peak.volume_mm3,
        centroid=peak.centroid,
        peak_time=peak.time,
        file=first.file,
        depth_mm=peak.depth_mm,
    )
