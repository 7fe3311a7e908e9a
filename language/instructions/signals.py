"""Instructions about signals: lines that go on and off, inside a cell and from outside."""

from language.instructions.instruction import ON_SIGNAL, Operand, OperandKind, added_to

GROUP = "signals"
_SIGNAL = Operand("signal", OperandKind.SIGNAL, "a signal number", "1")
_SIGNALS = Operand("signals", OperandKind.SIGNAL, "a signal number", "1", repeats=True)
_NAME = Operand("program", OperandKind.PROGRAM, "the name of a program", "STOPPED")
_PRIORITY = Operand("priority", OperandKind.NUMBER, "a priority", "1", optional=True)
_signal = added_to(GROUP)

SIGNALS = (
    _signal("SIGNAL", "set outputs", "n goes on, -n goes off; n is a whole number from 1.",
            (_SIGNALS,), form="list", written="SIGNAL n, -m ...", sample="SIGNAL 1, -2", code=43,
            switches=True, through_corner=True),
    _signal("RESET", "all outputs off", "Every output goes off.", switches=True,
            through_corner=True),
    _signal("WAIT", "wait for a condition",
            "The arm stands until the condition holds. What the cell's signals do is told by a "
            "scenario. A signal that comes meanwhile to which REACT or REACTI reacts has its "
            "program run at once, and the wait goes on behind it. A wait that cannot end is "
            "reported.",
            (Operand("condition", OperandKind.NUMBER, "a condition", "SIG(1)"),),
            form="condition", sample="WAIT 1 < 2", code=44, waits=True),
    _signal("IFSIG", "jump when signals are as asked", "n asks for on, -n for off.",
            (_SIGNALS, Operand("label", OperandKind.LABEL, "a label", "100")), form="ifsig",
            written="IFSIG n, -m THEN label", sample="IFSIG 1, -2 THEN 100",
            words=("THEN", "GOTO"), jumps=True, through_corner=True),
    _signal("REACT", "run a program when a signal comes, after the motion",
            "When the signal goes on (-n: off) the program is called as soon as the motion ends, "
            "in whatever program the run is. Of several signals that of the highest priority "
            "(1 if left out) comes first, the earlier of equals. While its program runs only a "
            "higher priority interrupts it; the others wait, each once however often it came.",
            (_SIGNAL, _NAME, _PRIORITY), form="react",
            written="REACT signal, program [, priority]", sample="REACT 1, STOPPED", jumps=True,
            calls=ON_SIGNAL, through_corner=True),
    _signal("REACTI", "run a program when a signal comes, at once",
            "When the signal goes on (-n: off) the arm brakes on its path and the program is "
            "called. When that ends, the motion, or what was left of DELAY, is finished from where "
            "the arm stands then, to the goal that it had (DEST) and at its speed; BRAKE in the "
            "program drops it. Priorities are those of REACT.",
            (_SIGNAL, _NAME, _PRIORITY), form="react",
            written="REACTI signal, program [, priority]", sample="REACTI 1, STOPPED", jumps=True,
            calls=ON_SIGNAL, interrupts=True),
    _signal("REACTE", "run a program when an error comes",
            "It has no effect here: errors end the run.", (_NAME,), form="gosub",
            sample="REACTE STOPPED", idle=True, silent=True, through_corner=True),
    _signal("TIMER", "set a timer",
            "From here TIMER(n) counts seconds up from the value; n is a whole number.",
            (Operand("timer", OperandKind.NUMBER, "a timer number", "1"),
             Operand("value", OperandKind.NUMBER, "a time in s", "0")),
            form="timer", written="TIMER n = seconds", sample="TIMER 1 = 0",
            through_corner=True),
    _signal("IGNORE", "react to a signal no more",
            "Undoes REACT and REACTI of that signal, going on and off, also where it has come and "
            "waits.",
            (_SIGNAL,), form="list", through_corner=True),
    _signal("LOCK", "priority of this program", "It has no effect here.",
            (Operand("priority", OperandKind.NUMBER, "a priority", "1"),), idle=True,
            silent=True, through_corner=True),
)  # fmt: skip
