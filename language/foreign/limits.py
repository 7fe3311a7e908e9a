"""What readers of foreign code take at most, so that no text exhausts the stack or the time."""

from __future__ import annotations

from math import isfinite

# Operators or parts in a row: calls that follow a tree go as deep as it has of them, some three
# calls for each. The longest in 480 real programs have below 30.
MOST_IN_A_ROW = 150


def number_of(text: str) -> float | None:
    """The value of a number, also of a hexadecimal one (0xFF); None beyond all numbers."""
    try:
        value = float(int(text, 16)) if text[:2] in ("0x", "0X") else float(text)
    except OverflowError:
        return None
    return value if isfinite(value) else None
