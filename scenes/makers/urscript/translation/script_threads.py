"""What threads of URScript do: whether they move the arm, and whether they end."""

from __future__ import annotations

from scenes.makers.urscript.grammar.script_statements import End, If, Leap, Routine, While
from scenes.makers.urscript.grammar.script_trees import Truth
from scenes.makers.urscript.meaning.script_routines import MOVES, Script
from scenes.makers.urscript.translation.script_work import OUTPUTS

DRIVES = MOVES | {"speedl", "speedj", "servoj", "servoc", "servol"}


def moves_arm(script: Script, thread: Routine) -> bool:
    """Whether a thread, or a function that it calls, moves the arm."""
    return not DRIVES.isdisjoint(_reached(script, thread))


def sets_outputs(script: Script, thread: Routine) -> bool:
    """Whether a thread, or a function that it calls, sets an output."""
    return not OUTPUTS.keys().isdisjoint(_reached(script, thread))


def is_endless(thread: Routine) -> bool:
    """Whether a thread has a loop without an end."""
    endless = list[bool]()  # for each open block, whether it may be such a loop
    for statement in thread.body:
        if isinstance(statement, If | While):
            is_loop = isinstance(statement, While) and statement.condition == Truth(True)
            endless.append(is_loop)
        elif isinstance(statement, Leap) and statement.word == "break":
            endless = [False] * len(endless)
        elif isinstance(statement, End) and endless and endless.pop():
            return True
    return any(endless)


def _reached(script: Script, thread: Routine) -> set[str]:
    """The functions that a thread calls, and those that these call."""
    seen, waiting = set[str](), [thread]
    while waiting:
        new = {call.key for call in script.calls(waiting.pop())} - seen
        seen |= new
        waiting += [script.routines[key] for key in new if key in script.routines]
    return seen
