"""Instructions that decide which statement comes next."""

from language.instructions.instruction import (
    CALLED,
    CLOSES,
    DIVIDES,
    EVERYTHING,
    NOW,
    OPENS,
    Operand,
    OperandKind,
    added_to,
)

GROUP = "flow"
_LABEL = Operand("label", OperandKind.LABEL, "a label", "100")
_CONDITION = Operand("condition", OperandKind.NUMBER, "a condition", "A < B")
_NAME = Operand("program", OperandKind.PROGRAM, "the name of a program", "PICK")
_VARIABLE = Operand("variable", OperandKind.VARIABLE, "a variable", "I", defines=True)


def _number(name: str, phrase: str, example: str, **more: object) -> Operand:
    return Operand(name, OperandKind.NUMBER, phrase, example, **more)  # type: ignore[arg-type]


_flow = added_to(GROUP, jumps=True, through_corner=True)

_VALUES = Operand("values", OperandKind.NUMBER, "a value", "1", repeats=True)
_ARGUMENTS = Operand("arguments", OperandKind.ITEM, "an argument", "1", optional=True, repeats=True)
_PARAMETERS = Operand(
    "parameters", OperandKind.VARIABLE, "a parameter", "X", optional=True, repeats=True
)

FLOW = (
    _flow(
        "=",
        "give a variable a value",
        "Written without the word: name = value, or name[index] = value.",
        (_VARIABLE, _number("value", "a value", "1")),
        form="assignment",
        jumps=False,
        written="variable = value",
        sample="X = 1",
    ),
    _flow("GOTO", "go on at a label",
          "The statement with that number is the next. Where a program only repeats itself for "
          "ever, the run ends after it has shown that, and says so.", (_LABEL,),
          form="goto", sample="GOTO 100", leaves=True),
    _flow(
        "IF",
        "do something only under a condition",
        "With GOTO one jump. With THEN the lines up to ELSE or END are a block.",
        (_CONDITION, Operand("label", OperandKind.LABEL, "a label", "100", optional=True)),
        form="if",
        written="IF condition GOTO label | IF condition THEN ... [ELSE ...] END",
        sample="IF 1 < 2 THEN",
        block=OPENS,
        closed_by="END",
        unless="label",
        words=("GOTO", "THEN"),
        last_word="THEN",
    ),
    _flow("ELSE", "what to do otherwise", "Divides the block of IF.", block=DIVIDES,
          part_of="IF", last_part=True),
    _flow(
        "FOR",
        "repeat while a variable counts",
        "Start, end and step are worked out once. The lines up to END are repeated until the "
        "variable has passed the end; steps that come out uneven in binary (0 TO 0.3 STEP 0.1) "
        "still meet it. A step of 0 is refused where it would never end.",
        (_VARIABLE, _number("first", "a start", "1"), _number("last", "an end", "10"),
         _number("step", "a step", "1", optional=True)),
        form="for",
        written="FOR variable = first TO last [STEP step] ... END",
        sample="FOR I = 1 TO 10",
        block=OPENS,
        closed_by="END",
        loops=True,
        words=("TO", "STEP"),
    ),
    _flow("WHILE", "repeat under a condition", "The lines up to END are repeated while it holds.",
          (_CONDITION,), form="while", written="WHILE condition DO ... END",
          sample="WHILE 1 < 2 DO", block=OPENS, closed_by="END", loops=True, last_word="DO"),
    _flow("DO", "repeat until a condition", "The lines up to UNTIL are done at least once.",
          block=OPENS, closed_by="UNTIL", loops=True, written="DO ... UNTIL condition"),
    _flow("UNTIL", "end of a DO block", "The block is repeated until the condition holds.",
          (_CONDITION,), form="condition", sample="UNTIL 1 < 2", block=CLOSES),
    _flow(
        "CASE",
        "choose by a value",
        "The lines behind the first VALUE that lists the value are run, else those behind ANY.",
        (_number("value", "a value", "2"),),
        form="case",
        written="CASE value OF ... VALUE v, ...: ... [ANY ...] END",
        sample="CASE 2 OF",
        block=OPENS,
        closed_by="END",
        only_parts=True,
        last_word="OF",
    ),
    _flow("VALUE", "values of a CASE", "The lines behind it belong to these values.", (_VALUES,),
          form="value", written="VALUE v, ...:", sample="VALUE 1, 2:", block=DIVIDES,
          part_of="CASE", last_word=":"),
    _flow("ANY", "every other value of a CASE", "The lines behind it belong to all other values.",
          form="any", block=DIVIDES, part_of="CASE", last_part=True),
    _flow("CALL", "run another program",
          "The run goes on behind it when that program ends. A variable, a location, an element "
          "or an array (V or V[]) alone goes by reference: the parameter is another name for it, "
          "and what is given to the one the other has. Everything else goes by value, as does a "
          "variable in parentheses: (X).",
          (_NAME, _ARGUMENTS), form="call", written="CALL program [(argument, ...)]",
          sample="CALL PICK", calls=NOW),
    _flow("GOSUB", "run another program", "CALL without arguments.", (_NAME,), form="gosub",
          sample="GOSUB PICK", calls=NOW),
    _flow("LOCAL", "variables of this call alone",
          "From here to the end of the program the names are its own, for variables, arrays "
          "(V or V[]) and locations: they begin without a value, are gone at the end, and no other "
          "program sees them, neither who called it nor what it calls, unless as an argument.",
          (Operand("variables", OperandKind.VARIABLE, "a variable", "X", repeats=True,
                   defines=True),),
          form="local", written="LOCAL variable, ...", sample="LOCAL X, Y"),
    _flow("AUTO", "variables of this call alone",
          "V+'s other word for LOCAL. A type before the names is read, and says nothing: here a "
          "name has the type of its value.",
          (Operand("variables", OperandKind.VARIABLE, "a variable", "X", repeats=True,
                   defines=True),),
          form="local", written="AUTO [REAL | DOUBLE | LOC] variable, ...", sample="AUTO X, Y"),
    _flow("RETURN", "go back behind the CALL", "Ends the program that was called.", leaves=True,
          ends=CALLED),
    _flow("PAUSE", "stop here for now", "The run waits; PROCEED goes on.", jumps=False,
          through_corner=False),
    _flow("HALT", "end everything", "Ends the run in all programs.", leaves=True, jumps=False,
          ends=EVERYTHING, through_corner=False),
    _flow(".PROGRAM", "the first line of a program",
          "Several programs may stand in a file; the first is run.",
          (_NAME, _PARAMETERS), form="header", written=".PROGRAM name [(parameter, ...)]",
          sample=".PROGRAM PICK", block=OPENS, closed_by=".END", through_corner=False),
    _flow(".END", "the last line of a program that .PROGRAM began", "Closes .PROGRAM.",
          block=CLOSES, through_corner=False),
)  # fmt: skip
