"""Corners of Yaskawa: PL=0 is a stop, PL=1 to 8 are levels whose distances the controller holds.

They are its parameters S1CxG33 and those behind. Here levels 1 to 4 are taken to be 12.5, 25, 50
and 100 mm as they are delivered, and those above to be 100 mm too. It is an assumption.
"""

from __future__ import annotations

LEVELS_MM = (0.0, 12.5, 25.0, 50.0, 100.0)  # by the number of the level


def level_mm(level: int) -> float:
    """The zone of PL=level, mm."""
    return LEVELS_MM[min(max(level, 0), len(LEVELS_MM) - 1)]


def level_of(zone_mm: float) -> int:
    """The level of a zone: 0 for a stop, else the greatest one that is no wider, at least 1."""
    if zone_mm <= 0.0:
        return 0
    return max(1, *(level for level, mm in enumerate(LEVELS_MM) if mm <= zone_mm))
