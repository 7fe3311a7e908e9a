"""The types of values in our files: numbers, lengths, vectors, names, colours, poses.

Lengths are in mm, angles in degrees: a file is a door. `rpy` is Rz(yaw) Ry(pitch) Rx(roll).
"""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict
from pydantic_core import PydanticCustomError

from language.words.letters import is_word

# A thousand kilometres in mm: a larger number is a slip, and its square may overflow.
FAR = 1e9

Number = Annotated[float, Strict(), Field(ge=-FAR, le=FAR, allow_inf_nan=False)]
Length = Annotated[float, Strict(), Field(gt=0, le=FAR, allow_inf_nan=False)]
Radius = Annotated[float, Strict(), Field(ge=0, le=FAR, allow_inf_nan=False)]
Count = Annotated[int, Strict(), Field(ge=1, le=1000)]
Vector = Annotated[list[Number], Field(min_length=3, max_length=3)]
Point2 = Annotated[list[Number], Field(min_length=2, max_length=2)]
Range = Annotated[list[Number], Field(min_length=2, max_length=2)]
Size = Annotated[list[Length], Field(min_length=3, max_length=3)]
Row4 = Annotated[list[Number], Field(min_length=4, max_length=4)]
Matrix = Annotated[list[Row4], Field(min_length=4, max_length=4)]
Colour = Annotated[str, Strict(), Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
Text = Annotated[str, Strict()]


def is_name(text: str) -> bool:
    """Whether a text can be the name of a thing: letters of any script, digits and _."""
    return "." not in text and is_word(text)


def usual_form(text: str) -> str:
    """A name as it is written usually: full-width, half-width and split letters as whole ones."""
    return unicodedata.normalize("NFKC", text)


def as_name(text: str) -> str:
    """The text in its usual form, with _ in place of what no name can hold; it may be ""."""
    return "".join(c if is_name(f"_{c}") else "_" for c in usual_form(text))


def not_a_name(text: str) -> str:
    """The sentence about a text that is no name."""
    usual = usual_form(text)
    if usual != text and is_name(usual):
        return f"{text!r} has letters in another form: write {usual!r}"
    return f"{text!r} is no name: letters, digits and _, not starting with a digit"


def _named(text: str) -> str:
    if not is_name(text):
        raise PydanticCustomError("name_form", "{text}", {"text": not_a_name(text)})
    return text


Name = Annotated[str, Strict(), AfterValidator(_named)]
Pattern = Annotated[str, Strict(), Field(min_length=1)]

GREY = "#9aa3ad"


class Keyed(BaseModel):
    """A mapping in which an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=False)


def require_one(model: BaseModel, names: tuple[str, ...], what: str) -> None:
    """Raises PydanticCustomError, whose text begins `what`, unless exactly one key is given."""
    values = vars(model)
    given = [name for name in names if values[name] is not None]
    if len(given) == 1:
        return
    found = "none is given" if not given else f"here stand {' and '.join(given)}"
    message = f"{what} needs exactly one of {', '.join(names)}; {found}"
    raise PydanticCustomError("one_of", "{text}", {"text": message})


def zeros() -> list[float]:
    """What stands for a vector that is left out. pydantic would copy a list as a tree, slowly."""
    return [0.0, 0.0, 0.0]


class PoseIn(Keyed):
    """A pose: position in mm; roll, pitch, yaw in degrees."""

    at: Vector = Field(default_factory=zeros)
    rpy: Vector = Field(default_factory=zeros)


class FramedPose(PoseIn):
    """A pose in a named frame, or in the world where no frame is named."""

    in_: Name = Field("world", alias="in")
