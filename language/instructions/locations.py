"""Instructions that define and show locations."""

from language.instructions.instruction import Instruction, Operand, OperandKind, Place

GROUP = "locations"
_NEW = Operand("location", OperandKind.LOCATION, "a location name", "LOC1", defines=True)


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
        "(degrees, in the dialect of the program). A later definition holds from there on.",
        (
            _NEW,
            _position("x", "700"),
            _position("y", "0"),
            _position("z", "280"),
            _angle("o", "0"),
            _angle("a", "90"),
            _angle("t", "0"),
        ),
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
        asks_ok=True,
        place=Place.BOTH,
    ),
)
