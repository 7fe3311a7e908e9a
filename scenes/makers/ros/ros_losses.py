"""What a ROS trajectory does not say of a run: it moves joints in time, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from language.instructions.instruction import ON_SIGNAL
from language.instructions.shaping import GROUP as SHAPING
from scenes.makers.writing.unrolled import Loss, closes_hand, open_ways
from scenes.runs.run import Run
from scenes.runs.step import Step


def ros_losses(run: Run) -> tuple[Loss, ...]:
    """The statements of a run that a trajectory leaves out, each once, in the order of lines."""
    found = dict[tuple[str, int, str], Loss]()
    for step in run.steps:
        for why in _why_lost(step):
            message = f"{step.statement.shown}: {why}"
            found[step.file, step.line, why] = Loss(step.line, message, step.file)
    for statement, message in open_ways(run):
        found["", statement.line, message] = Loss(statement.line, message)
    return tuple(found[key] for key in sorted(found))


def _why_lost(step: Step) -> Iterator[str]:
    """What of a statement is left out."""
    instruction = step.statement.instruction
    if instruction.switches:
        yield "a trajectory switches no output"
    if instruction.waits:
        yield "a trajectory waits for nothing: the arm stands as long as in this run"
    if closes_hand(step) is not None:
        yield "a trajectory moves no hand: the arm stands as long as in this run"
    if instruction.only_shows:
        yield "a trajectory shows no message"
    if instruction.group == SHAPING:
        yield "a trajectory starts no tool"
    if instruction.calls == ON_SIGNAL:
        yield "a trajectory reacts to no signal"
    if instruction.may_miss:
        yield "a trajectory does not ask whether the hand holds something"
    if step.goal_q is not None:
        yield "a signal interrupted it in this run"
