"""The tables as figure 6 of Kakazu 1985 prints them.

The print has three decimals, as the paper's; zero prints as 0.0.
"""

from collections.abc import Sequence

from language.compiled.tables import Tables
from language.programs.names import READY

MOTION_TITLE = "** MOTION TABLE (TM) **"
LOCATION_TITLE = "** LOCATION AND ORIENTATION TABLE (TL) **"
_MOTION_HEAD = "MC AC HC LC HO,JN,DX,DI        DY        DZ       H,D"
_POSITION_NAMES = ("X", "Y", "Z", "O", "A", "T")


def format_motion_table(tables: Tables, first: int = 1, last: int | None = None) -> str:
    """Rows first to last (from 1) of the motion table, under its title and column heads."""
    rows = tables.motion[max(first, 1) - 1 : last]
    lines = []
    for row in rows:
        codes = f"{row.mc:2d} {row.ac:2d} {row.hc:2d} {row.lc:2d}"
        lines.append(f"{codes} {_reals(row.reals[:1], 11)} {_reals(row.reals[1:], 9)}")
    return "\n".join([MOTION_TITLE, _MOTION_HEAD, *lines])


def format_location_table(tables: Tables, first: int = 1, last: int | None = None) -> str:
    """Rows first to last (from 1) of the location table, under its title and column heads."""
    width = max([len(READY), *(len(row.name) for row in tables.locations)])
    head = f"{'LN':<{width}} ISF RNM PC RNO " + " ".join(f"{n:>9}" for n in _POSITION_NAMES)
    rows = tables.locations[max(first, 1) - 1 : last]
    lines = [
        f"{r.name:<{width}} {r.isf:3d} {r.rnm:3d} {r.pc:2d} {r.rno:3d} {_reals(r.xyzoat, 9)}"
        for r in rows
    ]
    return "\n".join([LOCATION_TITLE, head, *lines])


def _reals(values: Sequence[float], width: int) -> str:
    return " ".join(f"{'0.0' if v == 0 else f'{v:.3f}':>{width}}" for v in values)
