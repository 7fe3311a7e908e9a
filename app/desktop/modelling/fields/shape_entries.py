"""The rows of every shape of a solid: its own sizes, and what every shape may have."""

from __future__ import annotations

from typing import Any, get_args

from app.desktop.modelling.fields.entry import (
    CHOICE,
    COLOUR,
    COUNT,
    DEG,
    FILE,
    MM,
    POINTS,
    STEPS,
    TEXT,
    VECTOR,
    WAY,
    XYZ,
    Entry,
    Group,
    Keys,
    Rows,
    direction,
    position,
    turn,
)
from scenes.files.solids.mesh_cache import Unit


def _length(shape: str, key: str, title: str, default: Any = None, tip: str = "") -> Entry:
    return Entry((shape, key), title, unit=MM, default=default, tip=tip)


_UNITS = ((None, "as in the file"), *((unit, unit) for unit in get_args(Unit)))
_TETRAHEDRON = [[0, 0, 0], [60, 0, 0], [0, 60, 0], [0, 0, 60]]

OF_SHAPE: dict[str, Rows] = {
    "box": (Entry(("box",), "Size", VECTOR, MM, XYZ, words=("Width", "Depth", "Height")),),
    "cylinder": (_length("cylinder", "d", "Diameter"), _length("cylinder", "h", "Height")),
    "capsule": (
        _length("capsule", "d", "Diameter"),
        _length("capsule", "h", "Height", tip="Height of the cylinder between the two half balls"),
    ),
    "cone": (
        _length("cone", "d1", "Ø below"),
        _length("cone", "d2", "Ø above", 0, "0 makes a tip"),
        _length("cone", "h", "Height"),
    ),
    "sphere": (_length("sphere", "d", "Diameter"),),
    "torus": (
        _length("torus", "d", "Diameter", tip="Diameter of the middle circle of the tube"),
        _length("torus", "tube", "Tube Ø"),
    ),
    "prism": (
        Entry(("prism", "points"), "Corners", POINTS, MM, ("X", "Y")),
        _length("prism", "h", "Height"),
    ),
    "revolve": (
        Entry(
            ("revolve", "points"),
            "Profile",
            POINTS,
            MM,
            ("R", "Z"),
            tip="R: distance from the z axis",
        ),
    ),
    "half_space": (
        direction(("half_space", "normal"), "Normal"),
        _length("half_space", "offset", "Offset", 0, "Everything below this plane"),
    ),
    "mesh": (
        Entry(("mesh", "file"), "File", FILE),
        Entry(("mesh", "unit"), "Unit", CHOICE, choices=_UNITS),
        Entry(("mesh", "scale"), "Scale", VECTOR, "", XYZ, default=[1, 1, 1], step=0.1),
        _length("mesh", "chord", "Deviation", 0, "Distance of the mesh from the real surface"),
    ),
    "hull": (
        Group(
            ("hull", "of"),
            "Shapes of the hull",
            [{"add": {"sphere": {"d": 30}}}],
            (Entry(("hull", "of"), "Shapes", STEPS),),
            "The shapes stand in the list above",
        ),
        Group(
            ("hull", "points"),
            "Points",
            _TETRAHEDRON,
            (Entry(("hull", "points"), "Points", POINTS, MM, XYZ),),
        ),
    ),
    "group": (Entry(("group",), "Steps", STEPS),),
    "use": (Entry(("use",), "Part file", CHOICE),),
}

REPEAT, MIRROR = ("repeat",), ("mirror",)
BOTH = ((False, "the image only"), (True, "shape and image"))
OF_EVERY_SHAPE: Rows = (
    position(),
    Group(("rpy",), "Turn", [0, 0, 0], (turn(title="Angles"),), "Roll, pitch and yaw of the shape"),
    Group(
        MIRROR,
        "Mirror",
        {"normal": [1, 0, 0], "both": True},
        (
            direction((*MIRROR, "normal"), "Normal"),
            Entry((*MIRROR, "offset"), "Offset", unit=MM, default=0, tip="Where the mirror stands"),
            Entry((*MIRROR, "both"), "Keep", CHOICE, choices=BOTH, default=False),
        ),
        "The mirror image in a plane",
    ),
    Group(
        REPEAT,
        "Repeat",
        {"step": [40, 0, 0], "n": 3},
        (
            Entry(REPEAT, "Copies", WAY),
            Entry((*REPEAT, "n"), "Count", COUNT, tip="All copies, the first one too"),
            Entry((*REPEAT, "step"), "Step", VECTOR, MM, XYZ, step=10.0, only_with="step"),
            Entry(
                (*REPEAT, "turn"),
                "Over",
                unit=DEG,
                step=15.0,
                only_with="turn",
                tip="360: evenly all round; less: from the first to the last copy",
            ),
            Entry(
                (*REPEAT, "about"),
                "About",
                VECTOR,
                MM,
                XYZ,
                default=[0, 0, 0],
                step=10.0,
                only_with="turn",
                tip="A point on the axis",
            ),
            direction((*REPEAT, "axis"), "Axis", [0, 0, 1], only_with="turn"),
        ),
        "Copies in a row or round an axis",
    ),
    Entry(("name",), "Name", TEXT, tip="A name of its own, for contacts: table.pad"),
    Entry(("colour",), "Colour", COLOUR),
)


def entries_of(kind: str) -> list[Entry | Group]:
    """All rows of a shape of a kind."""
    return [*OF_SHAPE[kind], *OF_EVERY_SHAPE]


def keys_with_rows(rows: Rows) -> set[Keys]:
    """The places of all entries that have a row, and of the groups that hold them."""
    found: set[Keys] = set()
    for row in rows:
        found.add(row.keys)
        if isinstance(row, Group):
            found |= {entry.keys for entry in row.entries}
    return found
