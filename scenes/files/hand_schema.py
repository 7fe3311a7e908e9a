"""The form of hands: those of robot files, and files of their own.

Lengths are in mm, angles in degrees. The z axis of a mount, of a grip and of a tool frame is the
approach axis.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from scenes.files.field_types import (
    GREY,
    Colour,
    Keyed,
    Length,
    Name,
    Point2,
    PoseIn,
    Radius,
    Text,
    Vector,
    zeros,
)
from scenes.files.solids.shape_schema import SolidIn


class FingerIn(Keyed):
    """A finger: its pose on the flange at opening 0, and its slide as the hand opens."""

    name: Name
    colour: Colour = GREY
    at: Vector = Field(default_factory=zeros)
    rpy: Vector = Field(default_factory=zeros)
    slide: Vector
    share: Annotated[float, Strict(), Field(gt=0, le=1)] = 0.5
    solid: SolidIn


class OpeningIn(Keyed):
    """Range of the hand opening and its value at the start, mm."""

    min: Radius = 0.0
    max: Length
    start: Radius


class HandIn(Keyed):
    """The hand of a robot file: its fingers and the grip frame between them, on the flange.

    bodies: Names of bodies of the robot file that belong to the hand and go when it is changed.
    """

    opening: OpeningIn
    grip: PoseIn | None = None
    fingers: Annotated[list[FingerIn], Field(min_length=1)]
    bodies: list[Name] = []


class PlateIn(Keyed):
    """A round adapter plate between the flange and the hand, mm."""

    d: Length
    h: Length
    colour: Colour = "#6d747c"


class MountIn(PoseIn):
    """The hand's frame on a flange whose z is the approach axis, and a plate between the two."""

    plate: PlateIn | None = None


class HandBodyIn(PoseIn):
    """A body of a hand that stands still on the flange; its pose is in the hand's frame."""

    name: Name
    colour: Colour = GREY
    solid: SolidIn


class ClosesOnIn(Keyed):
    """The fingers that grip, and their distance from each other at opening 0, mm."""

    fingers: Annotated[list[Name], Field(min_length=1)]
    gap: Radius = 0.0


class SuctionIn(Keyed):
    """Cups in the plane of the grip frame: their diameter and centres, mm.

    tolerance: Distance by which a face may be off that plane and is still held, mm.
    """

    d: Length
    cups: Annotated[list[Point2], Field(min_length=1)] = [[0.0, 0.0]]
    tolerance: Length = 1.0


class GripIn(PoseIn):
    """The grip frame of a hand, and how it holds a part: by fingers or by suction."""

    closes_on: ClosesOnIn | None = None
    suction: SuctionIn | None = None

    @model_validator(mode="after")
    def _one_rule(self) -> GripIn:
        if (self.closes_on is None) == (self.suction is None):
            message = "a grip needs exactly one of closes_on, suction; leave `grip` out of a tool"
            raise PydanticCustomError("grip", "{text}", {"text": f"{message} that holds nothing"})
        return self


class HandFileIn(Keyed):
    """A hand file: poses are in the hand's frame, which `mount` puts on a flange."""

    hand: Literal[1]
    title: Text
    source: Text
    assumptions: list[Text] = []
    include: dict[Name, Text] = {}
    mount: MountIn
    bodies: list[HandBodyIn] = []
    opening: OpeningIn | None = None
    fingers: list[FingerIn] = []
    grip: GripIn | None = None
    tool: PoseIn
