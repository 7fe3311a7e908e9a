"""What a straight line or an arc does beside a singular pose."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Manner(Enum):
    """SLOW: the joints slow the line down. JOINT: it is left by a bridge. STOP: it is refused."""

    SLOW = "slow"
    JOINT = "joint"
    STOP = "stop"


@dataclass(frozen=True)
class Singular:
    """A manner, and for JOINT how far the tool may leave its line: mm and rad."""

    manner: Manner = Manner.SLOW
    mm: float = 0.0
    rad: float = 0.0


SLOW = Singular()
