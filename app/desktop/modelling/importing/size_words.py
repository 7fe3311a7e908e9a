"""Sizes in words: how large an imported thing would be, and in which unit its file is written."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from geometry.mesh_files.mesh_units import UNITS

CHOICES = ("mm", "cm", "m", "inch", "foot")
"""The units that the user can choose for a file that does not say its own."""

# The things of work cells are this long, mm; the units are tried in this order.
_USUAL = (10.0, 5_000.0)
_LIKELY = ("mm", "m", "inch", "cm")
# Up to this length, mm, a thing is about the size of the named one.
_THINGS = (
    (0.5, "a grain of sand"),
    (3.0, "a grain of rice"),
    (8.0, "a pea"),
    (30.0, "a coin"),
    (70.0, "a matchbox"),
    (140.0, "a mug"),
    (260.0, "a book"),
    (500.0, "a shoe box"),
    (1_000.0, "a chair"),
    (2_200.0, "a table"),
    (5_000.0, "a car"),
    (12_000.0, "a bus"),
    (40_000.0, "a house"),
    (200_000.0, "a football field"),
)
_BEYOND = "a town: far beyond any work cell"


def like_what(longest_mm: float) -> str:
    """A well-known thing whose longest edge is about as long, mm."""
    place = bisect_right([most for most, _ in _THINGS], longest_mm)
    return _THINGS[place][1] if place < len(_THINGS) else _BEYOND


def size_text(size_mm: Sequence[float]) -> str:
    """The edges of a box as text: 1,234 × 567 × 89 mm."""
    return " × ".join(_length(edge) for edge in size_mm) + " mm"


def size_sentence(size_mm: Sequence[float]) -> str:
    """The edges of a box, mm, and a well-known thing of that size."""
    return f"{size_text(size_mm)}: about the size of {like_what(max(size_mm))}."


def _length(mm: float) -> str:
    """A length with three digits, or with all digits in front of the point."""
    if mm >= 100.0 or mm == 0.0:
        return f"{mm:,.0f}"
    return f"{mm:.3g}"


def guessed_unit(size: Sequence[float]) -> tuple[str, str]:
    """The most likely unit of a file that does not say its own, and the reason as a sentence.

    size: Edges of the bounds, in the file's unit.
    """
    longest = max(size)
    low, high = _USUAL
    for unit in _LIKELY:
        if low <= longest * UNITS[unit] <= high:
            break
    else:
        return "mm", "No unit gives it a usual size: mm is taken. Choose the right one."
    if unit == "mm":
        return unit, "The file does not say its unit. In mm its size is usual."
    return unit, (
        f"The file does not say its unit. In mm it would be {_length(longest)} mm long; in {unit} "
        f"it is {_length(longest * UNITS[unit])} mm."
    )
