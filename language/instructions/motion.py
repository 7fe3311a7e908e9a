"""Instructions that move the arm."""

from language.instructions.instruction import (
    ARC,
    JOINTS,
    STRAIGHT,
    Instruction,
    Operand,
    OperandKind,
    added_to,
)

GROUP = "motion"
_LOCATION = Operand("location", OperandKind.LOCATION, "a location", "LOC1")
_DISTANCE = Operand("distance", OperandKind.NUMBER, "a distance in mm", "50", "mm", real=0)


def _length(name: str, example: str, real: int) -> Operand:
    return Operand(name, OperandKind.NUMBER, f"{name} in mm", example, "mm", real=real)


_OPENING = Operand("opening", OperandKind.NUMBER, "a hand opening in mm", "50", "mm", real=3)
_added = added_to(GROUP)

MOTION = (
    Instruction(
        "READY",
        GROUP,
        "go to the ready pose above the work space",
        "Moves all joints together to the location READY where the program defines one, "
        "else to the ready pose of the cell or of the robot.",
        code=0,
        moves=JOINTS,
        chooses_branch=True,
        known_joints=True,
        own_location="READY",
        letters="K",
        asks_ok=True,
    ),
    Instruction(
        "MOVE",
        GROUP,
        "go to a location, all joints together",
        "Interpolates between joint values: every joint starts and stops at the same time. The "
        "tool's path is some curve; a change of posture asked for by ABOVE or BELOW happens here.",
        (_LOCATION,),
        code=1,
        moves=JOINTS,
        chooses_branch=True,
        letters="A",
        heading="< LOCATION NAME (A8) >",
    ),
    Instruction(
        "MOVES",
        GROUP,
        "go to a location along a straight line",
        "The tool point runs straight and the orientation turns evenly about one axis. "
        "The posture cannot change on the way.",
        (_LOCATION,),
        code=3,
        moves=STRAIGHT,
        letters="B",
        heading="< LOCATION NAME (A8) >",
    ),
    Instruction(
        "DRAW",
        GROUP,
        "go straight by a vector in base axes",
        "Moves the tool point by dx, dy, dz mm along the axes of the base; "
        "the orientation of the hand is kept.",
        (_length("dx", "10", 0), _length("dy", "-5", 1), _length("dz", "3", 2)),
        code=4,
        moves=STRAIGHT,
        letters="C",
        heading="< X > < Y > < Z >",
    ),
    Instruction(
        "APPROS",
        GROUP,
        "go straight to a point in front of a location",
        "Goes along a straight line to the pose that lies the distance back from the location, "
        "against tool z, with the orientation of the location. A negative distance lies behind it.",
        (_LOCATION, _DISTANCE),
        code=6,
        moves=STRAIGHT,
        letters="D",
        heading="< LOC. > < DISTANCE >",
    ),
    Instruction(
        "DEPARTS",
        GROUP,
        "back away along the tool axis",
        "Goes straight back by the distance against tool z, the orientation kept. "
        "A negative distance goes forward.",
        (_DISTANCE,),
        code=7,
        moves=STRAIGHT,
        letters="E",
        heading="< DISTANCE >",
    ),
    Instruction(
        "DRIVE",
        GROUP,
        "turn or shift one joint",
        "Changes one joint by an amount, counted from where it stands: degrees for a revolute "
        "joint, mm for a prismatic one. Joints count from 1.",
        (
            Operand("joint", OperandKind.JOINT, "a joint number", "2", real=0),
            Operand("change", OperandKind.NUMBER, "a change in degrees or mm", "30", "deg", real=1),
            Operand(
                "speed", OperandKind.NUMBER, "a speed in %", "50", "%", optional=True, minimum=0.0
            ),
        ),
        code=8,
        moves=JOINTS,
        letters="F",
        heading="< JT > < CHANGE >",
    ),
    _added(
        "MOVET",
        "go to a location, the hand opening on the way",
        "As MOVE, and the hand reaches the opening in mm during the motion.",
        (_LOCATION, _OPENING),
        code=2,
        moves=JOINTS,
        chooses_branch=True,
    ),
    _added(
        "MOVEST",
        "go straight to a location, the hand opening on the way",
        "As MOVES, and the hand reaches the opening in mm during the motion.",
        (_LOCATION, _OPENING),
        code=33,
        moves=STRAIGHT,
    ),
    _added(
        "APPRO",
        "go to a point in front of a location, all joints together",
        "As APPROS, but all joints together instead of straight.",
        (_LOCATION, _DISTANCE),
        code=5,
        moves=JOINTS,
        chooses_branch=True,
    ),
    _added(
        "DEPART",
        "back away along the tool axis, all joints together",
        "As DEPARTS, but all joints together instead of straight.",
        (_DISTANCE,),
        code=9,
        moves=JOINTS,
        chooses_branch=True,
    ),
    _added(
        "TDRAW",
        "go straight by a vector in tool axes",
        "Moves the tool point by dx, dy, dz mm along the axes of the tool; "
        "the orientation of the hand is kept.",
        (_length("dx", "10", 0), _length("dy", "-5", 1), _length("dz", "3", 2)),
        code=34,
        moves=STRAIGHT,
    ),
    _added(
        "ALIGN",
        "turn the tool onto the nearest base axis",
        "Turns the hand about its tool point until tool z lies along the base axis nearest to it.",
        (),
        code=35,
        moves=STRAIGHT,
    ),
    _added(
        "NEST",
        "go to the parked pose",
        "Moves all joints together to the robot's nest, or to its ready pose if it has no nest.",
        (),
        code=36,
        moves=JOINTS,
        known_joints=True,
    ),
    _added(
        "C1MOVE",
        "give the via point of an arc",
        "Gives the via point of the arc that the next motion, a C2MOVE, goes along; it moves "
        "nothing. Two of them before a C2MOVE make a full circle.",
        (_LOCATION,),
        code=48,
        gives_via=True,
        through_corner=True,
    ),
    _added(
        "C2MOVE",
        "go along an arc to a location",
        "The tool point goes along the circle from where it is through the via point of C1MOVE to "
        "the location. With two via points it goes once round the circle, and the location is "
        "where it starts. The orientation turns evenly about one axis from that of the start to "
        "that of the location, by the way round that comes nearer to that of the via point. "
        "The posture cannot change on the way.",
        (_LOCATION,),
        code=49,
        moves=ARC,
    ),
    _added(
        "DELAY",
        "stand still for a time",
        "The arm stands for the given seconds.",
        (Operand("seconds", OperandKind.NUMBER, "a time in s", "0.5", "s", real=0, minimum=0.0),),
        code=37,
    ),
)
