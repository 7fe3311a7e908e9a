"""The form of robot, cell and part files: their keys, and the values of these keys.

The form of hands is in `hand_schema`.

Lengths are in mm, angles in degrees: a file is a door. `rpy` is Rz(yaw) Ry(pitch) Rx(roll).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Discriminator, Field, Strict, Tag, model_validator
from pydantic_core import PydanticCustomError

from scenes.files.field_types import (
    GREY,
    Colour,
    FramedPose,
    Keyed,
    Length,
    Matrix,
    Name,
    Number,
    Pattern,
    PoseIn,
    Radius,
    Range,
    Text,
    Vector,
    require_one,
    zeros,
)
from scenes.files.hand_schema import HandFileIn, HandIn
from scenes.files.solids.shape_schema import SolidIn

FORMAT_VERSION = 1


def _distinct(values: list[str]) -> list[str]:
    if len(set(values)) != len(values):
        raise PydanticCustomError("pair", "a pair names two different bodies")
    return values


Pair = Annotated[list[Pattern], Field(min_length=2, max_length=2), AfterValidator(_distinct)]
Phase = Literal["always", "resting", "gripped"]
Include = dict[Name, Text]


class ContactIn(Keyed):
    """Two bodies that may touch always, while the part rests, or while it is gripped."""

    pair: Pair
    while_: Phase = Field("always", alias="while")


def _form_of_contact(given: object) -> str:
    return "[mapping]" if isinstance(given, dict) else "[pair]"


# The brackets distinguish the tags from keys of the file (see `validation`).
AllowedIn = Annotated[
    Annotated[ContactIn, Tag("[mapping]")] | Annotated[Pair, Tag("[pair]")],
    Discriminator(_form_of_contact),
]


class FixtureIn(FramedPose):
    """A body that stands still."""

    colour: Colour = GREY
    solid: SolidIn


class GraspIn(PoseIn):
    """The frame in the part on which the hand closes, and the opening, mm, at which it touches."""

    open: Radius = 0.0


class PartIn(FramedPose):
    """A body that FEED puts at this pose and that the hand can grip."""

    present: Annotated[bool, Strict()] = False
    colour: Colour = GREY
    grasp: GraspIn = GraspIn()
    solid: SolidIn


class RobotUseIn(FramedPose):
    """A robot of the cell: its file, its pose, its hand, and the values that this cell replaces.

    hand: A hand file, or "none" for no hand; the robot's own hand where the key is left out.
    """

    use: Text
    hand: Text | None = None
    ready: list[Number] | None = None
    tool: PoseIn | None = None


class CheckIn(Keyed):
    """Settings of the check: distance for warnings (margin), tessellation error (chord), mm."""

    margin: Radius = 0.0
    # Written out because limits in addition to those of Length would have no effect.
    chord: Annotated[float, Strict(), Field(ge=1e-3, le=50.0, allow_inf_nan=False)] = 0.1


class CellIn(Keyed):
    """A cell file."""

    cell: Literal[1]
    title: Text = ""
    include: Include = {}
    frames: dict[Name, FramedPose] = {}
    robots: dict[Name, RobotUseIn]
    fixtures: dict[Name, FixtureIn] = {}
    parts: dict[Name, PartIn] = {}
    allow: list[AllowedIn] = []
    check: CheckIn = CheckIn()


class PartFileIn(Keyed):
    """A file with one solid, for `include` and `use`."""

    part: Literal[1]
    title: Text = ""
    include: Include = {}
    solid: SolidIn


class JointIn(Keyed):
    """The keys of every row of a mechanism: limits in deg or mm; rates per s, s^2 and s^3.

    A row of kind fixed is no joint: a constant matrix, such as the unit matrices that fill up a
    table of six rows. Axes are always joints.
    """

    name: Name
    kind: Literal["revolute", "prismatic", "fixed"] = "revolute"
    limits: Range | None = None
    speed: Length | None = None
    acceleration: Length | None = None
    jerk: Length | None = None


class DhRowIn(JointIn):
    """One row of a Denavit-Hartenberg table: lengths in mm, angles in degrees.

    beta: Turn about y behind alpha, for an axis that is almost parallel to the one before.
    sign: -1 for a joint whose positive values turn or slide against the z axis of the row.
    """

    a: Number = 0.0
    alpha: Number = 0.0
    beta: Number = 0.0
    d: Number = 0.0
    theta: Number = 0.0
    sign: Literal[1, -1] = 1


class AxisRowIn(JointIn):
    """One joint axis: its direction and a point on it, in the base with all joints at zero."""

    axis: Vector
    point: Vector


class LinkRowIn(JointIn):
    """One link of the vector form: its twist, and the vector t to the next joint, mm."""

    alpha: Number = 0.0
    t: Vector
    theta: Number = 0.0
    sign: Literal[1, -1] = 1


MECHANISMS = ("modified_dh", "standard_dh", "axes", "links")


class MechanismIn(Keyed):
    """The chain of joints in one of its written forms.

    `base` is a pose before the first row; `flange` is the pose of the flange in the last frame or,
    with `axes`, in the base with all joints at zero.
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


class SideJointIn(AxisRowIn):
    """A joint beside the chain from base to flange: `on` names the joint of the link it sits on."""

    on: Name = "base"


class MeetingIn(Keyed):
    """Where a loop closes: two links, by their joints, that meet in a point of the base, all joints
    at zero; as a ball, or as a pin along an axis."""

    links: Annotated[list[Name], Field(min_length=2, max_length=2)]
    at: Vector
    axis: Vector | None = None
    name: Name | None = None


class LoopsIn(Keyed):
    """Closed loops: the joints that are driven, in the order of q; joints beside the mechanism;
    where branches meet; and the way of assembly, a sign for each loop that fits together in two
    ways, + as drawn. All other joints are passive."""

    drives: Annotated[list[Name], Field(min_length=1)]
    joints: list[SideJointIn] = []
    close: Annotated[list[MeetingIn], Field(min_length=1)]
    assembly: Text = ""


class LinkBodyIn(Keyed):
    """A solid of a link; origin and rpy give its pose in the base with all joints at zero."""

    link: Annotated[int, Strict(), Field(ge=0)]
    name: Name
    colour: Colour = GREY
    origin: Vector = Field(default_factory=zeros)
    rpy: Vector = Field(default_factory=zeros)
    solid: SolidIn


class CheckPoseIn(Keyed):
    """Joint values, and the flange pose that the robot's source gives for them."""

    q: list[Number]
    flange: Matrix


class ToolSpeedIn(Keyed):
    """Full speed of straight motions: of the tool point, and of its turning."""

    mm_s: Length = 250.0
    deg_s: Length = 90.0


class MotionIn(Keyed):
    """How motions speed up: an S-curve keeps the jerk of the joints, a trapezoid does not."""

    profile: Literal["s-curve", "trapezoid"] = "s-curve"


class RatedIn(Keyed):
    """Payload and reach that the maker states, and the source of these numbers."""

    payload_kg: Length | None = None
    reach: Length | None = None
    source: Text


class DisplacementIn(Keyed):
    """A small motion: `turn` about x, y and z together (a rotation vector, degrees), then `shift`,
    mm."""

    shift: Vector = Field(default_factory=zeros)
    turn: Vector = Field(default_factory=zeros)


class JointCorrectionIn(DisplacementIn):
    """What is added to the numbers of one row: of a DH table a, alpha, beta, d and theta, of the
    other forms a displacement of the joint and all behind it, base axes, all joints at zero."""

    a: Number = 0.0
    alpha: Number = 0.0
    beta: Number = 0.0
    d: Number = 0.0
    theta: Number = 0.0


class CorrectionsIn(Keyed):
    """What an arm is off from the mechanism above: a displacement of all joints in the base, what
    is added to single rows, and a displacement of the flange in its own axes."""

    source: Text
    base: DisplacementIn = DisplacementIn()
    joints: dict[Name, JointCorrectionIn] = {}
    flange: DisplacementIn = DisplacementIn()


class ControllerIn(Keyed):
    """How the arm's controller counts: for each joint the sign and what it shows at 0 (degrees or
    mm), and its base and flange frames in those of the arm. parallelogram: axis 3 is counted from
    the base, not from link 2. axis_2_in_3: how often axis 2 is added to what is shown of axis 3
    without a parallelogram. pulses_per_degree: pulses of the motor for a degree of each joint."""

    language: Name
    sign: list[Literal[1, -1]] | None = None
    zero: list[Number] | None = None
    parallelogram: Annotated[bool, Strict()] = False
    axis_2_in_3: Literal[-1, 0, 1] = 0
    pulses_per_degree: list[Length] | None = None
    base: PoseIn = PoseIn()
    flange: PoseIn = PoseIn()
    source: Text


class RosIn(Keyed):
    """The joints in the arm's ROS description: their names in the order of the mechanism, and for
    each the sign and what ROS has at 0 (degrees or mm)."""

    joints: list[Text]
    sign: list[Literal[1, -1]] | None = None
    zero: list[Number] | None = None
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
    loops: LoopsIn | None = None
    corrections: CorrectionsIn | None = None
    targets: Literal["pose", "position"] = "pose"
    tool: PoseIn = PoseIn()
    mount: PoseIn | None = None
    ready: list[Number]
    nest: list[Number] | None = None
    tool_speed: ToolSpeedIn = ToolSpeedIn()
    motion: MotionIn = MotionIn()
    check_poses: list[CheckPoseIn] = []
    controller: ControllerIn | None = None
    ros: RosIn | None = None
    bodies: list[LinkBodyIn] = []
    hand: HandIn | None = None
    allow: list[Pair] = []


FILE_KINDS: dict[str, tuple[type[BaseModel], str]] = {
    "cell": (CellIn, "cell file"),
    "robot": (RobotIn, "robot file"),
    "hand": (HandFileIn, "hand file"),
    "part": (PartFileIn, "part file"),
}


def keys_of(model: type[BaseModel]) -> dict[str, Any]:
    """The keys that a file may use for this model, each with its type."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}
