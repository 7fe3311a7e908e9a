"""The motion table (TM) and the location table (TL) of Kakazu 1985, figure 6.

The columns are the paper's: MC motion code, AC posture (1 above, 2 below), HC hand condition
(1 while HAND is in force), LC row of the location table from 1 (99 none), then four reals.
"""

from dataclasses import dataclass

from language.programs.program import Statement

UNUSED = 9999.996
NO_LOCATION = 99
# The paper prints these integers without an explanation.
ISF, RNM, PC, RNO = 0, 99, 1, 99

Reals = tuple[float, float, float, float]
Xyzoat = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class MotionRow:
    """One row of TM. reals: mm, degrees or joint number. line: of the source, from 1."""

    mc: int
    ac: int
    hc: int
    lc: int
    reals: Reals
    line: int


@dataclass(frozen=True, slots=True)
class LocationRow:
    """One row of TL. xyzoat: mm and degrees, UNUSED if only the run knows them (HERE)."""

    name: str
    isf: int
    rnm: int
    pc: int
    rno: int
    xyzoat: Xyzoat
    line: int

    @property
    def is_known(self) -> bool:
        """Whether the text of the program gives all six values."""
        return UNUSED not in self.xyzoat


@dataclass(frozen=True, slots=True)
class CompiledStep:
    """One executable statement with the indices (from 0) of its rows of TM and TL, or None."""

    statement: Statement
    row_index: int | None
    location_index: int | None


@dataclass(frozen=True, slots=True)
class Tables:
    """Both tables, and a step for each executable statement in the order of the program."""

    motion: tuple[MotionRow, ...]
    locations: tuple[LocationRow, ...]
    steps: tuple[CompiledStep, ...]
    dialect: str = "hokkaido"
