"""The form of a study file: its keys, and the values of these keys. Lengths in mm, angles in deg.

study: 1
title: Where the arm reaches behind the fence
cell: bench.cell.yaml
seed: 1
reach: {step: 25, directions: 12, collision: true}
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from scenes.files.field_types import FAR, Keyed, Length, Text, Vector, require_one

# Sections of a study file, of which it has exactly one.
KINDS = ("reach",)
Whole = Annotated[int, Strict(), Field(ge=1, le=FAR)]
Seed = Annotated[int, Strict(), Field(ge=0, le=FAR)]
Flag = Annotated[bool, Strict()]


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

    @model_validator(mode="after")
    def _asks_one_question(self) -> StudyIn:
        require_one(self, KINDS, "a study")
        return self
