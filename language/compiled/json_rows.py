"""The tables as plain rows for JSON, and back, without loss of digits; with a version."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from language.compiled.tables import UNUSED, LocationRow, MotionRow, Reals, Tables, Xyzoat

VERSION = 1
FORMAT = "cellwright-tables"
_REALS = ("r1", "r2", "r3", "r4")
_ANGLES = ("x", "y", "z", "o", "a", "t")


def table_rows(tables: Tables) -> dict[str, Any]:
    """Both tables as dictionaries and lists of plain values; unused reals are null.

    Keys are the paper's column heads in small letters; `line` is the source line, `step` the
    statement; mm and degrees.
    """
    steps = {s.row_index: s.statement for s in tables.steps if s.row_index is not None}
    motion = []
    for index, row in enumerate(tables.motion):
        entry: dict[str, Any] = {"mc": row.mc, "ac": row.ac, "hc": row.hc, "lc": row.lc}
        entry |= {name: _plain(v) for name, v in zip(_REALS, row.reals, strict=True)}
        motion.append(entry | {"line": row.line, "statement": steps[index].shown})
    return {
        "format": FORMAT,
        "version": VERSION,
        "dialect": tables.dialect,
        "motion": motion,
        "locations": [_location_entry(row) for row in tables.locations],
    }


def _location_entry(row: LocationRow) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "ln": row.name,
        "isf": row.isf,
        "rnm": row.rnm,
        "pc": row.pc,
        "rno": row.rno,
    }
    entry |= {name: _plain(v) for name, v in zip(_ANGLES, row.xyzoat, strict=True)}
    return entry | {"line": row.line}


def read_table_rows(
    rows: Mapping[str, Any],
) -> tuple[tuple[MotionRow, ...], tuple[LocationRow, ...]]:
    """The rows of both tables from what `table_rows` gave; ValueError for another version."""
    if rows.get("format") != FORMAT or rows.get("version") != VERSION:
        raise ValueError(f"these are not tables of version {VERSION}: {rows.get('version')!r}")
    motion = tuple(
        MotionRow(r["mc"], r["ac"], r["hc"], r["lc"], cast(Reals, _values(r, _REALS)), r["line"])
        for r in rows["motion"]
    )
    locations = tuple(
        LocationRow(
            r["ln"],
            r["isf"],
            r["rnm"],
            r["pc"],
            r["rno"],
            cast(Xyzoat, _values(r, _ANGLES)),
            r["line"],
        )
        for r in rows["locations"]
    )
    return motion, locations


def _plain(value: float) -> float | None:
    return None if value == UNUSED else value


def _values(row: Mapping[str, Any], names: Sequence[str]) -> tuple[float, ...]:
    return tuple(UNUSED if row[name] is None else row[name] for name in names)
