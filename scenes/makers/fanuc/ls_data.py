"""Values of a controller's last run: registers and frames of a backup, as text (.VA)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scenes.makers.fanuc.ls_frames import FRAME_KEYS
from scenes.makers.fanuc.ls_points import NUMBER

HEAD = re.compile(r"\[\*?\w+\*?\]\$(\w+)")
ITEM = re.compile(rf"\s*\[(?:(\d+)\s*,\s*)?(\d+)\]\s*=\s*({NUMBER})?")
VALUE = re.compile(rf"\b(J\d|[XYZWPR])\s*[:=]\s*({NUMBER})")
CONFIG = re.compile(r"Config:\s*([NF][^\n]*?\d\s*,\s*-?\d+\s*,\s*-?\d+)")
# The listing of frames (frame.dg): six numbers a row below a title.
LISTED = {"tool frame": "MNUTOOL", "user frame": "MNUFRAME"}
ROW = re.compile(r"\s*" + r"\s+".join([rf"({NUMBER})"] * 6) + r"(?:\s|$)")


@dataclass
class Position:
    """A position register or a frame. values: X to R or J1 to J6, as far as they are known."""

    origin: str
    values: dict[str, float] = field(default_factory=dict)
    config: str = ""

    @property
    def numbers(self) -> list[float] | None:
        """X to R in mm and degrees, or J1 to J6; None where one of them is missing."""
        keys = JOINT_KEYS if self.is_joints else FRAME_KEYS
        found = [self.values[key] for key in keys if key in self.values]
        return found if len(found) == len(keys) else None

    @property
    def is_joints(self) -> bool:
        """Whether it is given by joint values."""
        return "J1" in self.values


JOINT_KEYS = tuple(f"J{i}" for i in range(1, 7))


@dataclass
class LsData:
    """Values by their numbers, of motion group 1: registers, position registers, frames, tools.

    origins: Where the value of a register comes from, by its name here.
    """

    numbers: dict[int, float] = field(default_factory=dict)
    positions: dict[int, Position] = field(default_factory=dict)
    frames: dict[int, Position] = field(default_factory=dict)
    tools: dict[int, Position] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)


def ls_data(files: Sequence[tuple[str, str]]) -> LsData:
    """The values of files; what else stands in them says nothing of motions."""
    found = LsData()
    kinds = {"POSREG": found.positions, "MNUFRAME": found.frames, "MNUTOOL": found.tools}
    for name, text in files:
        if name.lower().endswith(".dg"):
            _take_listing(found, name, text)
            continue
        for kind, group, number, given, position in _items(name, text):
            if kind == "NUMREG" and given:
                found.numbers[number] = float(given)
                found.origins[f"R[{number}]"] = position.origin
            elif kind in kinds and group in ("", "1") and position.values:
                kinds[kind][number] = position
    return found


def _items(name: str, text: str) -> Iterator[tuple[str, str, int, str, Position]]:
    """The elements of the tables of a file: table, group, number, value, position."""
    kind, last = "", None
    for line, row in enumerate(text.split("\n"), start=1):
        head = HEAD.search(row)
        item = ITEM.match(row)
        if head is not None or item is not None:
            if last is not None:
                yield last
            last = None
            kind = head[1].upper() if head is not None else kind
        if item is not None:
            origin = Position(f"{name}:{line}")
            last = (kind, item[1] or "", int(item[2]), item[3] or "", origin)
        elif last is not None:
            config = CONFIG.search(row)
            last[4].config = config[1] if config is not None else last[4].config
            plain = row if config is None else row.replace(config[0], "")
            last[4].values.update((key, float(value)) for key, value in VALUE.findall(plain))
    if last is not None:
        yield last


def _take_listing(found: LsData, name: str, text: str) -> None:
    """Takes the frames of a listing, numbered as they stand there."""
    table: dict[int, Position] | None = None
    for line, row in enumerate(text.split("\n"), start=1):
        title = LISTED.get(row.strip().lower())
        if title is not None:
            table = found.tools if title == "MNUTOOL" else found.frames
        elif row.strip().lower().endswith("frame"):
            table = None
        numbers = ROW.match(row)
        if numbers is not None and table is not None:
            values = dict(zip(FRAME_KEYS, map(float, numbers.groups()), strict=True))
            table.setdefault(len(table) + 1, Position(f"{name}:{line}", values))
