"""What threads of URScript do: whether they move the arm, and whether they end."""

from __future__ import annotations

from scenes.makers.urscript.grammar.script_statements import Leap, Loop, Routine
from scenes.makers.urscript.grammar.script_trees import Truth
from scenes.makers.urscript.meaning.script_routines import MOVES, Script, flat
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
    for statement, _ in flat(thread.body):
        if isinstance(statement, Loop) and statement.condition == Truth(True):
            leaves = (
                isinstance(each, Leap) and each.word == "break" for each, _ in flat([statement])
            )
            if not any(leaves):
                return True
    return False


def _reached(script: Script, thread: Routine) -> set[str]:
    """The functions that a thread calls, and those that these call."""
    seen, waiting = set[str](), [thread]
    while waiting:
        new = {call.key for call in script.calls(waiting.pop())} - seen
        seen |= new
        waiting += [script.routines[key] for key in new if key in script.routines]
    return seen
