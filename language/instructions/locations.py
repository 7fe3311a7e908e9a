"""Instructions that define and show locations."""

from language.instructions.instruction import (
    IN_BASE,
    IN_TOOL,
    Instruction,
    Operand,
    OperandKind,
    Place,
)

GROUP = "locations"
_NEW = Operand("location", OperandKind.LOCATION, "a location name", "LOC1", defines=True)
_PLACE = Operand("value", OperandKind.LOCATION, "a location", "LOC1")


def _position(axis: str, example: str) -> Operand:
    return Operand(axis, OperandKind.NUMBER, f"{axis} in mm", example, "mm")


def _angle(name: str, example: str) -> Operand:
    return Operand(name, OperandKind.NUMBER, f"{name.upper()} in degrees", example, "deg")


LOCATIONS = (
    Instruction(
        "POINT",
        GROUP,
        "define a location by position and orientation",
        "Gives the location the position x, y, z (mm) and the orientation angles O, A, T "
        "(degrees, in the dialect of the program), of another location such as a:b, or, "
        "with #, joint values. A later definition holds from there on.",
        (
            _NEW,
            _position("x", "700"),
            _position("y", "0"),
            _position("z", "280"),
            _angle("o", "0"),
            _angle("a", "90"),
            _angle("t", "0"),
        ),
        form="point",
        declares=True,
        through_corner=True,
        written="POINT location [=] x y z o a t | POINT location = place | POINT #name = j1, ...",
        letters="L",
        heading="< LOC. > < X,Y,Z > < O,A,T >",
        entries=(
            ("| LOC.   |.....X.....Y.....Z.....|", 4),
            ("|.....O.....A.....T.....|", 3),
        ),
    ),
    Instruction(
        "HERE",
        GROUP,
        "define a location as where the tool is",
        "Stores the pose the tool has at this moment of the run in the location.",
        (_NEW,),
        code=30,
        letters="M",
        heading="< LOCATION NAME (A8) >",
    ),
    Instruction(
        "WHERE",
        GROUP,
        "show where the arm is",
        "Shows the position and orientation of the tool and the joint values.",
        code=32,
        letters="WY",
        only_shows=True,
        asks_ok=True,
        place=Place.BOTH,
    ),
    Instruction(
        "SET",
        GROUP,
        "give a location the value of another",
        "The location becomes what stands behind the sign: a name, a product a:b:c, a function.",
        (_NEW, _PLACE),
        form="set",
        through_corner=True,
        written="SET location = place",
        sample="SET LOC2 = LOC1:TRANS(-50, 0, 0)",
        code=39,
        paper=False,
    ),
    Instruction(
        "TOOL",
        GROUP,
        "put the tool tip elsewhere",
        "From here the tool is that far from the robot file's own tool frame, in the axes in which "
        "locations are multiplied; NULL undoes it.",
        (_PLACE,),
        sample="TOOL TRANS(80, 0, 0)",
        code=40,
        location_in=IN_TOOL,
        decisive=True,
        paper=False,
    ),
    Instruction(
        "BASE",
        GROUP,
        "say where the arm stands in the axes of the locations",
        "The arm's base is taken to stand at dx, dy, dz (mm), turned by rot (degrees) about z, "
        "or at a location, in the axes in which locations are given; BASE alone, or BASE NULL, "
        "undoes it.",
        (
            *(
                Operand(name, OperandKind.NUMBER, phrase, "0", unit, optional=True)
                for name, phrase, unit in (
                    ("dx", "dx in mm", "mm"),
                    ("dy", "dy in mm", "mm"),
                    ("dz", "dz in mm", "mm"),
                    ("rot", "a turn in degrees", "deg"),
                )
            ),
            Operand("location", OperandKind.LOCATION, "a location", "LOC1", optional=True),
        ),
        form="base",
        location_in=IN_BASE,
        decisive=True,
        written="BASE [dx, dy, dz, rot] | BASE location",
        sample="BASE 100, 0, 0, 90",
        code=41,
        paper=False,
    ),
    Instruction(
        "DECOMPOSE",
        GROUP,
        "take a location apart into six numbers",
        "Fills elements 1 to 6 of the array with x, y, z, o, a, t of the location; of a precision "
        "point, #name, elements 1 to n with its joint values.",
        (Operand("array", OperandKind.VARIABLE, "an array", "V", defines=True), _PLACE),
        form="decompose",
        through_corner=True,
        decisive=True,
        written="DECOMPOSE array[] = location",
        sample="DECOMPOSE V[] = LOC1",
        paper=False,
    ),
)
