"""The form of a study file: its keys, and the values of these keys. Lengths in mm, angles in deg.

study: 1
title: Where the arm reaches behind the fence
cell: bench.cell.yaml
seed: 1
reach: {step: 25, directions: 12, collision: true}
"""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Discriminator, Field, Strict, Tag, model_validator
from pydantic_core import PydanticCustomError

from scenes.files.field_types import (
    FAR,
    Keyed,
    Length,
    Name,
    Number,
    Radius,
    Text,
    Vector,
    require_one,
)

# Sections of a study file, of which it has exactly one.
KINDS = ("reach", "tolerance", "throughput", "placement", "design")
Whole = Annotated[int, Strict(), Field(ge=1, le=FAR)]
Seed = Annotated[int, Strict(), Field(ge=0, le=FAR)]
Flag = Annotated[bool, Strict()]


def _form_of_amount(given: object) -> str:
    return "[three]" if isinstance(given, list) else "[one]"


Amount = Annotated[
    Annotated[Radius, Tag("[one]")]
    | Annotated[list[Radius], Field(min_length=3, max_length=3), Tag("[three]")],
    Discriminator(_form_of_amount),
]


def _form_of_signals(given: object) -> str:
    return "[numbers]" if isinstance(given, list) else "[all]"


Signals = Annotated[
    Annotated[Flag, Tag("[all]")] | Annotated[list[Whole], Field(min_length=1), Tag("[numbers]")],
    Discriminator(_form_of_signals),
]


def _any(amount: float | list[float]) -> bool:
    """Whether an amount is above 0 along any axis."""
    return bool(np.any(np.asarray(amount) > 0.0))


class BoxIn(Keyed):
    """A box of the world between two corners, mm."""

    from_: Vector = Field(alias="from")
    to: Vector

    @model_validator(mode="after")
    def _is_ordered(self) -> BoxIn:
        if any(a > b for a, b in zip(self.from_, self.to, strict=True)):
            raise PydanticCustomError(
                "box", "the box is empty: each number of from is at most that of to"
            )
        return self


class ReachIn(Keyed):
    """Which poses the tool reaches.

    box: Places to look at; all that the tool can get to where the key is left out. step: Distance
    of neighbouring places. orientations: Of the tool in the world, roll, pitch, yaw each.
    directions: So many directions of the tool's z, evenly spread. Without either the tool keeps the
    orientation that it has at the start. measures: What is asked beside the number of solutions.
    """

    box: BoxIn | None = None
    step: Length
    orientations: Annotated[list[Vector], Field(min_length=1)] | None = None
    directions: Whole | None = None
    collision: Flag = False
    measures: list[Literal["manipulability", "margin"]] = Field(default_factory=list)

    @model_validator(mode="after")
    def _says_orientations_once(self) -> ReachIn:
        if self.orientations is not None and self.directions is not None:
            raise PydanticCustomError(
                "orientations", "give orientations or directions; here stand both"
            )
        return self


class VaryIn(Keyed):
    """What deviates, and how far.

    fixtures, parts: Bodies that move as one. locations: That move with them; without bodies each by
    itself. base: The base of the robot stands elsewhere than its controller knows. signals: Times
    of the scenario: true for all signals, or their numbers. at, rpy: Standard deviations, or half
    ranges of an even spread; a number for all three axes. seconds: Of signals.
    """

    fixtures: list[Name] = Field(default_factory=list)
    parts: list[Name] = Field(default_factory=list)
    locations: list[Text] = Field(default_factory=list)
    base: Flag = False
    signals: Signals = False
    at: Amount = 0.0
    rpy: Amount = 0.0
    seconds: Radius = 0.0
    spread: Literal["normal", "even"] = "normal"

    @model_validator(mode="after")
    def _says_what(self) -> VaryIn:
        places = bool(self.fixtures or self.parts or self.locations)
        if sum([places, self.base, bool(self.signals)]) != 1:
            raise PydanticCustomError(
                "vary", "an entry names bodies and locations, or the base, or signals"
            )
        if self.signals and not self.seconds:
            raise PydanticCustomError("seconds", "times of signals need seconds: how far they vary")
        if not self.signals and not (_any(self.at) or _any(self.rpy)):
            raise PydanticCustomError("how_far", "give at (mm) or rpy (deg): how far it deviates")
        return self


class RunsIn(Keyed):
    """Runs of a program: the keys that tolerance and throughput share."""

    program: Text
    scenario: Text | None = None
    runs: Whole
    vary: Annotated[list[VaryIn], Field(min_length=1)]
    collision: Flag = False
    confidence: Annotated[float, Strict(), Field(ge=0.5, lt=1.0)] = 0.95


class AxisIn(Keyed):
    """Evenly spaced values, from the first to the last."""

    from_: Number = Field(alias="from")
    to: Number
    count: Whole


class MovedIn(Keyed):
    """What is moved together: bodies, and the locations that belong to them."""

    fixtures: list[Name] = Field(default_factory=list)
    parts: list[Name] = Field(default_factory=list)
    locations: list[Text] = Field(default_factory=list)

    @model_validator(mode="after")
    def _moves_a_body(self) -> MovedIn:
        if not self.fixtures and not self.parts:
            raise PydanticCustomError("moved", "name at least one fixture or part that is moved")
        return self


def _form_of_moved(given: object) -> str:
    return "[mapping]" if isinstance(given, dict) else "[word]"


Moved = Annotated[
    Annotated[MovedIn, Tag("[mapping]")] | Annotated[Literal["robot"], Tag("[word]")],
    Discriminator(_form_of_moved),
]


class PlacementIn(Keyed):
    """Where something had best stand for a program.

    move: `robot`, or bodies with their locations. x, y, z: Shifts, mm. yaw: Turns, deg. best: The
    shortest time, or the greatest distance from joint limits. clearance: That is kept, mm.
    """

    program: Text
    scenario: Text | None = None
    move: Moved
    x: AxisIn | None = None
    y: AxisIn | None = None
    z: AxisIn | None = None
    yaw: AxisIn | None = None
    best: Literal["time", "margin"] = "time"
    clearance: Radius = 0.0

    @model_validator(mode="after")
    def _has_places(self) -> PlacementIn:
        if not any((self.x, self.y, self.z, self.yaw)):
            raise PydanticCustomError("places", "give x, y, z or yaw: where to look")
        return self


class LinkIn(Keyed):
    """A parameter of a modified DH row that varies, mm or deg. count: Of its values in a grid."""

    joint: Whole
    parameter: Literal["a", "d", "alpha", "theta"]
    from_: Number = Field(alias="from")
    to: Number
    count: Whole | None = None


class DesignIn(Keyed):
    """Which link parameters an arm needs for required poses.

    samples: So many random designs instead of a grid. poses: Of the tool in the world: x, y, z,
    roll, pitch, yaw each. program: The poses at which its motions end. best: The greatest margin or
    manipulability, or the least length. link_radius: Of the links as sticks, mm, which must meet no
    fixture; collision is not looked at where the key is left out.
    """

    vary: Annotated[list[LinkIn], Field(min_length=1)]
    samples: Whole | None = None
    poses: (
        Annotated[
            list[Annotated[list[Number], Field(min_length=6, max_length=6)]], Field(min_length=1)
        ]
        | None
    ) = None
    program: Text | None = None
    best: Literal["margin", "manipulability", "length"] = "margin"
    link_radius: Length | None = None

    @model_validator(mode="after")
    def _says_where_and_how_many(self) -> DesignIn:
        require_one(self, ("poses", "program"), "a design")
        if any((link.count is None) != (self.samples is not None) for link in self.vary):
            raise PydanticCustomError(
                "count", "give a count to each parameter, or samples for random designs, not both"
            )
        return self


class StudyIn(Keyed):
    """A study file.

    robots: Arms of the library, or robot files, that take the place of the cell's robot one after
    the other; the cell's own where the key is left out.
    """

    study: Literal[1]
    title: Text = ""
    cell: Text
    robots: Annotated[list[Text], Field(min_length=1)] | None = None
    seed: Seed = 1
    reach: ReachIn | None = None
    tolerance: RunsIn | None = None
    throughput: RunsIn | None = None
    placement: PlacementIn | None = None
    design: DesignIn | None = None

    @model_validator(mode="after")
    def _asks_one_question(self) -> StudyIn:
        require_one(self, KINDS, "a study")
        return self
