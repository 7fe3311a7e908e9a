"""The motion table (TM) and the location table (TL) of Kakazu 1985, figure 6.

The columns are the paper's: MC motion code, AC posture (1 above, 2 below), HC hand condition
(1 while HAND is in force), LC row of the location table from 1 (99 none), then four reals.
"""

from dataclasses import dataclass

from language.programs.program import Statement

UNUSED = 9999.996
NO_LOCATION = 99
# The paper prints these integers and does not explain them.
ISF, RNM, PC, RNO = 0, 99, 1, 99

Reals = tuple[float, float, float, float]
Xyzoat = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class MotionRow:
    """One row of TM; reals in mm, degrees or joint number; line is the source line."""

    mc: int
    ac: int
    hc: int
    lc: int
    reals: Reals
    line: int


@dataclass(frozen=True, slots=True)
class LocationRow:
    """One row of TL; xyzoat in mm and degrees, all UNUSED where the run finds them (HERE)."""

    name: str
    isf: int
    rnm: int
    pc: int
    rno: int
    xyzoat: Xyzoat
    line: int

    @property
    def is_known(self) -> bool:
        """The program itself gives the values."""
        return UNUSED not in self.xyzoat


@dataclass(frozen=True, slots=True)
class CompiledStep:
    """One executable statement with the rows that stand for it (indices from 0, or None)."""

    statement: Statement
    row_index: int | None
    location_index: int | None


@dataclass(frozen=True, slots=True)
class Tables:
    """Both tables, and a step for every executable statement in order of the program."""

    motion: tuple[MotionRow, ...]
    locations: tuple[LocationRow, ...]
    steps: tuple[CompiledStep, ...]
    dialect: str = "hokkaido"
