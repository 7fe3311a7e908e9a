"""The cell: a robot, fixtures and parts as frozen values; `robot.py` has the robot.

A cell never changes while a program runs; `scenes.world.state.CellState` holds what changes.
Lengths in mm, angles in rad; `T_a_b` is the pose of b in a.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scenes.errors import FileProblem
from scenes.world.frozen import Array, Frozen
from scenes.world.robot import BodyName, Colours, Robot

if TYPE_CHECKING:
    from geometry.solids.tree import Solid

COPY_SUFFIX = re.compile(r"\.\d+$")


@dataclass(frozen=True, eq=False)
class Body(Frozen):
    """A fixture: a solid that stands still."""

    name: BodyName
    solid: Solid
    T_world_body: Array
    colour: str
    colours: Colours = ()


@dataclass(frozen=True, eq=False)
class Part(Frozen):
    """A body that FEED brings in and that the hand can grip.

    Attributes:
        T_world_feed: Pose that FEED gives the part.
        T_world_start: Pose at the start of a run; None for a part that waits for FEED.
        T_part_grasp: The frame the hand closes on.
        grasp_opening: Hand opening at which the fingers touch the part, mm.
    """

    name: BodyName
    solid: Solid
    T_world_feed: Array
    T_world_start: Array | None
    T_part_grasp: Array
    grasp_opening: float
    colour: str
    colours: Colours = ()


@dataclass(frozen=True)
class Exemption:
    """Two bodies, or named sub-solids of them, that may touch always or in one phase.

    Attributes:
        sub_a, sub_b: The sub-solid that may touch; empty for the whole body.
        phase: "always", "resting" (the part of the two is not in the hand) or "gripped" (the part
            is in the hand).
    """

    body_a: BodyName
    sub_a: str
    body_b: BodyName
    sub_b: str
    phase: str

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two in the file: `table` or `table.pad`."""
        a = f"{self.body_a}.{self.sub_a}" if self.sub_a else self.body_a
        return a, f"{self.body_b}.{self.sub_b}" if self.sub_b else self.body_b


@dataclass(frozen=True, eq=False)
class Cell(Frozen):
    """Everything that exists in a work cell.

    Attributes:
        frames: Named frames, `T_world_frame`; always holds "world".
        allowed: Pairs of body names that are never reported, each pair in alphabetical order.
        exemptions: Pairs that are not reported in one phase, or only for a sub-solid.
        chord: Tessellation error of curved faces, mm.
        margin: Clearance below which a pair gets a warning, mm.
        notes: Warnings and notes from reading the file.
    """

    title: str
    robot: Robot
    frames: Mapping[str, Array]
    fixtures: tuple[Body, ...]
    parts: tuple[Part, ...]
    allowed: frozenset[tuple[BodyName, BodyName]]
    chord: float = 0.1
    margin: float = 0.0
    path: Path | None = None
    exemptions: tuple[Exemption, ...] = ()
    notes: tuple[FileProblem, ...] = ()

    @cached_property
    def parts_by_name(self) -> Mapping[str, Part]:
        """The parts of the file by name."""
        return {part.name: part for part in self.parts}

    def part_called(self, name: BodyName) -> Part | None:
        """The part of a name; a copy made by FEED (`peg.2`) has the part of its original."""
        known = self._parts_called
        if name not in known:
            original = COPY_SUFFIX.sub("", name)
            known[name] = self.parts_by_name.get(name) or self.parts_by_name.get(original)
        return known[name]

    @cached_property
    def _parts_called(self) -> dict[BodyName, Part | None]:
        """The answers of `part_called` so far: it is asked for every pair of every motion."""
        return {}

    @cached_property
    def answers(self) -> dict[Callable[..., Any], Callable[..., Any]]:
        """The functions that `kept_on_cell` keeps answers of, each with its cache for this cell."""
        return {}

    def allows(self, name_a: BodyName, name_b: BodyName) -> bool:
        """Whether the file says that these two bodies may overlap; copies count as their part."""
        part_a, part_b = self.part_called(name_a), self.part_called(name_b)
        a, b = part_a.name if part_a else name_a, part_b.name if part_b else name_b
        return (min(a, b), max(a, b)) in self.allowed
