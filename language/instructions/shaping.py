"""Instructions that change the shape of a part."""

from language.instructions.instruction import IN_PIECE, Instruction, Operand, OperandKind

GROUP = "shaping"
_FACTORS = tuple(
    Operand(name, OperandKind.NUMBER, f"a factor along {name[1]}", "1", optional=True)
    for name in ("sx", "sy", "sz")
)

SHAPING = (
    Instruction(
        "CUT",
        GROUP,
        "remove from a part what the tool sweeps",
        "While ON, what the tool (a body, or body.piece) sweeps is removed from the part. "
        "Stepping back makes it whole again.",
        (
            Operand("tool", OperandKind.PART, "the body that cuts", "CUTTER"),
            Operand("part", OperandKind.PART, "a part name", "BOX"),
            Operand("on", OperandKind.FLAG, "on", "", keyword="ON", optional=True),
            Operand("off", OperandKind.FLAG, "off", "", keyword="OFF", optional=True),
        ),
        either=("ON", "OFF"),
        written="CUT tool, part ON|OFF",
        sample="CUT CUTTER, BOX ON",
        code=45,
        paper=False,
    ),
    Instruction(
        "DEFORM",
        GROUP,
        "move and scale a piece of a part",
        "The named piece of the part is scaled along its own axes and then moved by the location, "
        "in the piece's own frame: SHIFT(NULL BY 0, 0, -5) moves it by -5 along its z.",
        (
            Operand("part", OperandKind.PART, "a part and its piece", "BOX.LID"),
            Operand("value", OperandKind.LOCATION, "a location", "LOC1"),
            *_FACTORS,
        ),
        form="deform",
        location_in=IN_PIECE,
        brings_in=True,
        written="DEFORM part.piece BY location [, sx, sy, sz]",
        sample="DEFORM BOX.LID BY LOC1, 1, 1, 2",
        code=46,
        paper=False,
    ),
)
