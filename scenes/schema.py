"""The form of robot, cell and part files: what keys there are and what they may hold.

Lengths are in mm, angles in degrees: a file is a door. `rpy` is Rz(yaw) Ry(pitch) Rx(roll).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, model_validator
from pydantic_core import PydanticCustomError

FORMAT_VERSION = 1

# A thousand kilometres: beyond it a number is a slip, and squares of it may overflow.
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
Name = Annotated[str, Strict(), Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
Pattern = Annotated[str, Strict(), Field(min_length=1)]

GREY = "#9aa3ad"


class Keyed(BaseModel):
    """A mapping in which an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=False)


def require_one(model: BaseModel, names: tuple[str, ...], what: str) -> None:
    """Raise unless exactly one of the keys is given."""
    given = [name for name in names if getattr(model, name) is not None]
    if len(given) == 1:
        return
    found = "none is given" if not given else f"here stand {' and '.join(given)}"
    message = f"{what} needs exactly one of {', '.join(names)}; {found}"
    raise PydanticCustomError("one_of", "{text}", {"text": message})


class PoseIn(Keyed):
    """A pose by position and roll, pitch, yaw."""

    at: Vector = [0.0, 0.0, 0.0]
    rpy: Vector = [0.0, 0.0, 0.0]


class FramedPose(PoseIn):
    """A pose in a named frame; the world where none is named."""

    in_: Name = Field("world", alias="in")


class CylinderIn(Keyed):
    """Diameter and height; the axis is z."""

    d: Length
    h: Length


class ConeIn(Keyed):
    """Diameters at the bottom and at the top, and height; the axis is z."""

    d1: Radius
    d2: Radius = 0.0
    h: Length


class SphereIn(Keyed):
    """Diameter."""

    d: Length


class PrismIn(Keyed):
    """A polygon of the xy plane, drawn out along z over the height about its middle."""

    points: Annotated[list[Point2], Field(min_length=3)]
    h: Length


class RepeatIn(Keyed):
    """The same shape n times, each a step further."""

    step: Vector
    n: Count


SHAPES = ("box", "cylinder", "cone", "sphere", "prism", "group", "use")


class ShapeIn(PoseIn):
    """One primitive, a group of operations or the solid of an included part file."""

    box: Size | None = None
    cylinder: CylinderIn | None = None
    cone: ConeIn | None = None
    sphere: SphereIn | None = None
    prism: PrismIn | None = None
    group: SolidIn | None = None
    use: Name | None = None
    repeat: RepeatIn | None = None

    @model_validator(mode="after")
    def _one_shape(self) -> ShapeIn:
        require_one(self, SHAPES, "a shape")
        return self


OPERATIONS = ("add", "cut", "common")


class OperationIn(Keyed):
    """One step of building a solid: add to it, cut from it, or keep what is common."""

    add: ShapeIn | None = None
    cut: ShapeIn | None = None
    common: ShapeIn | None = None

    @model_validator(mode="after")
    def _one_operation(self) -> OperationIn:
        require_one(self, OPERATIONS, "a step of a solid")
        return self


SolidIn = Annotated[list[OperationIn], Field(min_length=1)]
ShapeIn.model_rebuild()
OperationIn.model_rebuild()


def _distinct(values: list[str]) -> list[str]:
    if len(set(values)) != len(values):
        raise PydanticCustomError("pair", "a pair names two different bodies")
    return values


Pair = Annotated[list[Pattern], Field(min_length=2, max_length=2), AfterValidator(_distinct)]
Include = dict[Name, Text]


class FixtureIn(FramedPose):
    """A body that stands."""

    colour: Colour = GREY
    solid: SolidIn


class GraspIn(PoseIn):
    """The frame the hand closes on, in the part, and the opening at which it touches."""

    open: Radius = 0.0


class PartIn(FramedPose):
    """A body that FEED puts at this pose and the hand can grip."""

    present: Annotated[bool, Strict()] = False
    colour: Colour = GREY
    grasp: GraspIn = GraspIn()
    solid: SolidIn


class RobotUseIn(FramedPose):
    """A robot of the cell: which file, where it stands, and what this cell does otherwise."""

    use: Text
    ready: list[Number] | None = None
    tool: PoseIn | None = None


class CheckIn(Keyed):
    """How collisions are judged: warn below the margin; chord is the tessellation error."""

    margin: Radius = 0.0
    chord: Length = Field(default=0.1, ge=1e-3, le=50.0)


class CellIn(Keyed):
    """A cell file."""

    cell: Literal[1]
    title: Text = ""
    include: Include = {}
    frames: dict[Name, FramedPose] = {}
    robots: dict[Name, RobotUseIn]
    fixtures: dict[Name, FixtureIn] = {}
    parts: dict[Name, PartIn] = {}
    allow: list[Pair] = []
    check: CheckIn = CheckIn()


class PartFileIn(Keyed):
    """A file with one solid, for `include` and `use`."""

    part: Literal[1]
    title: Text = ""
    include: Include = {}
    solid: SolidIn


class JointIn(Keyed):
    """What every row of a mechanism says: limits in deg or mm, rates per s, s^2 and s^3."""

    name: Name
    kind: Literal["revolute", "prismatic"] = "revolute"
    limits: Range | None = None
    speed: Length | None = None
    acceleration: Length | None = None
    jerk: Length | None = None


class DhRowIn(JointIn):
    """One row of a Denavit-Hartenberg table."""

    a: Number = 0.0
    alpha: Number = 0.0
    d: Number = 0.0
    theta: Number = 0.0


class AxisRowIn(JointIn):
    """One joint axis: direction and a point of it in the base frame, all joints at zero."""

    axis: Vector
    point: Vector


class LinkRowIn(JointIn):
    """One link of the vector form: twist and any vector to the next joint."""

    alpha: Number = 0.0
    t: Vector
    theta: Number = 0.0


MECHANISMS = ("modified_dh", "standard_dh", "axes", "links")


class MechanismIn(Keyed):
    """The chain of joints in one of its written forms.

    `base` stands before the first row; `flange` is the flange in the last frame, or, with
    `axes`, in the base with all joints at zero.
    """

    modified_dh: Annotated[list[DhRowIn], Field(min_length=1)] | None = None
    standard_dh: Annotated[list[DhRowIn], Field(min_length=1)] | None = None
    axes: Annotated[list[AxisRowIn], Field(min_length=1)] | None = None
    links: Annotated[list[LinkRowIn], Field(min_length=1)] | None = None
    base: PoseIn = PoseIn()
    flange: PoseIn = PoseIn()

    @model_validator(mode="after")
    def _one_form(self) -> MechanismIn:
        require_one(self, MECHANISMS, "a mechanism")
        return self


class LinkBodyIn(Keyed):
    """A solid of a link; origin and rpy place its frame in the base, all joints at zero."""

    link: Annotated[int, Strict(), Field(ge=0)]
    name: Name
    colour: Colour = GREY
    origin: Vector = [0.0, 0.0, 0.0]
    rpy: Vector = [0.0, 0.0, 0.0]
    solid: SolidIn


class FingerIn(Keyed):
    """A finger: its frame in the flange at opening 0, and how it slides as the hand opens."""

    name: Name
    colour: Colour = GREY
    at: Vector = [0.0, 0.0, 0.0]
    rpy: Vector = [0.0, 0.0, 0.0]
    slide: Vector
    share: Annotated[float, Strict(), Field(gt=0, le=1)] = 0.5
    solid: SolidIn


class OpeningIn(Keyed):
    """Range of the hand opening and its value at the start, mm."""

    min: Radius = 0.0
    max: Length
    start: Radius


class HandIn(Keyed):
    """Fingers and the frame between them (in the flange; z is the approach)."""

    opening: OpeningIn
    grip: PoseIn | None = None
    fingers: Annotated[list[FingerIn], Field(min_length=1)]


class CheckPoseIn(Keyed):
    """Joint values and the flange pose that the source gives for them."""

    q: list[Number]
    flange: Matrix


class ToolSpeedIn(Keyed):
    """Speed of straight lines: of the tool point and of its turning."""

    mm_s: Length = 250.0
    deg_s: Length = 90.0


class RatedIn(Keyed):
    """What the maker says the arm carries and how far it reaches, and where that is written."""

    payload_kg: Length | None = None
    reach: Length | None = None
    source: Text


class RobotIn(Keyed):
    """A robot file."""

    robot: Literal[1]
    title: Text
    maker: Text = ""
    source: Text
    limits_source: Text = ""
    rated: RatedIn | None = None
    assumptions: list[Text] = []
    schematic: Annotated[bool, Strict()] = False
    include: Include = {}
    mechanism: MechanismIn
    targets: Literal["pose", "position"] = "pose"
    tool: PoseIn = PoseIn()
    ready: list[Number]
    nest: list[Number] | None = None
    tool_speed: ToolSpeedIn = ToolSpeedIn()
    check_poses: list[CheckPoseIn] = []
    bodies: list[LinkBodyIn] = []
    hand: HandIn | None = None
    allow: list[Pair] = []


FILE_KINDS: dict[str, tuple[type[BaseModel], str]] = {
    "cell": (CellIn, "cell file"),
    "robot": (RobotIn, "robot file"),
    "part": (PartFileIn, "part file"),
}


def keys_of(model: type[BaseModel]) -> dict[str, Any]:
    """The keys that a file may use for this model, with the type of each."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}
