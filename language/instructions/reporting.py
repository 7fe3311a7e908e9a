"""Instructions that address people: messages, questions and assertions."""

from language.instructions.instruction import Operand, OperandKind, added_to

GROUP = "reporting"
_ITEM = Operand("items", OperandKind.ITEM, "a text or a value", '"at the box"', repeats=True)
_TEXT = Operand("text", OperandKind.STRING, "a text in quotes", '"too near"', optional=True)
_report = added_to(GROUP)

REPORTING = (
    _report("TYPE", "show a message", "Texts and values, one line.", (_ITEM,), form="items",
            written="TYPE item, ...", sample='TYPE "width ", 2 * 20',
            only_shows=True, burden=10, through_corner=True),
    _report("PROMPT", "ask for a value",
            "Shows the text and gives the variable the answer; a scenario holds the answers.",
            (Operand("text", OperandKind.STRING, "a text in quotes", '"how many?"'),
             Operand("variable", OperandKind.VARIABLE, "a variable", "N", defines=True)),
            form="prompt", written='PROMPT "text", variable', sample='PROMPT "how many?", N',
            asks=True, decisive=True),
    _report("ASSERT", "state what must hold here",
            "If the condition does not hold the run reports it with its figures and goes on.",
            (Operand("condition", OperandKind.NUMBER, "a condition", "CLEARANCE() > 10"), _TEXT),
            form="assert", written='ASSERT condition ["text"]',
            sample='ASSERT CLEARANCE() > 10 "too near"',
            through_corner=True),
    _report("PARAMETER", "set a system parameter", "It has no effect here.",
            (Operand("text", OperandKind.TEXT, "a parameter", "HANDTIME = 20"),), idle=True,
            silent=True, through_corner=True),
    _report("ENABLE", "turn a switch on", "It has no effect here.",
            (Operand("text", OperandKind.TEXT, "a switch", "CP"),), idle=True,
            silent=True, through_corner=True),
    _report("DISABLE", "turn a switch off", "It has no effect here.",
            (Operand("text", OperandKind.TEXT, "a switch", "CP"),), idle=True,
            silent=True, through_corner=True),
)  # fmt: skip
