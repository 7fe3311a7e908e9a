"""The instructions that speak: TYPE PROMPT ASSERT; and those about signals: SIGNAL RESET."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from language.evaluation import evaluate
from language.expressions import Binary, Expression, Number, Text, Unary, spelled
from language.literals import ExpressionError
from scenes.figures import shown, signal_number
from scenes.frozen import with_item
from scenes.impossible import ImpossibleError
from scenes.step import ERROR, NOTE, Step
from scenes.task import Task

COMPARING = frozenset({"==", "<>", "<", "<=", ">", ">=", "EQ", "NE", "LT", "LE", "GT", "GE"})


def type_message(task: Task) -> Step:
    """TYPE item, ...: a note with the texts and values."""
    items = task.statement.value("items")
    values = items if type(items) is tuple else ()
    message = "".join(_item(task, item) for item in values)
    return task.instant(task.state, task.problem("N303", NOTE, message))


def _item(task: Task, item: Any) -> str:
    if isinstance(item, Text):
        return item.value
    return shown(item if isinstance(item, float) else task.evaluated(item))


def prompt(task: Task) -> Step:
    """PROMPT "text", variable: the variable gets the next answer of the scenario."""
    text = str(task.statement.value("text"))
    if not task.around.answers:
        message = f'PROMPT "{text}" has no answer: a scenario with  answers:  gives it'
        raise ImpossibleError("E606", message)
    answer = task.around.answers[0]
    variable = task.statement.value("variable")
    assert variable is not None
    key = task.place_of(variable)
    note = task.problem("N303", NOTE, f"{text} {shown(answer)}")
    return task.instant(task.state.with_variable(key, answer), note)


def assertion(task: Task) -> Step:
    """ASSERT condition: a problem with figures where it does not hold; the run goes on."""
    argument = task.statement.argument("condition")
    assert argument is not None
    tree = argument.value
    holds = tree != 0 if isinstance(tree, float) else task.evaluated(tree) != 0
    if holds:
        return task.instant(task.state)
    text = task.statement.value("text")
    said = f": {text}" if text else ""
    shown_tree = shown(tree) if isinstance(tree, float) else spelled(tree)  # type: ignore[arg-type]
    figures = {} if isinstance(tree, float) else _figures(task, tree)  # type: ignore[arg-type]
    facts = _difference(task, tree, figures)
    message = f"ASSERT {shown_tree} does not hold{said}{facts}"
    return task.instant(task.state, task.problem("E601", ERROR, message, **figures))


def _figures(task: Task, tree: Expression) -> dict[str, float]:
    """The values of the sides of every comparison in a condition."""
    if isinstance(tree, Unary):
        return _figures(task, tree.operand)
    if not isinstance(tree, Binary):
        return {} if isinstance(tree, Number) else _figure(task, tree)
    if tree.operator.text.upper() in COMPARING:
        return _figure(task, tree.left) | _figure(task, tree.right)
    return _figures(task, tree.left) | _figures(task, tree.right)


def _figure(task: Task, tree: Expression) -> dict[str, float]:
    if isinstance(tree, Number):
        return {}
    try:
        return {spelled(tree): evaluate(tree, task.world)}
    except ExpressionError:
        return {}


def _difference(task: Task, tree: Any, figures: dict[str, float]) -> str:
    """`; CLEARANCE() is 3.2 (6.8 short)`: by how much a comparison fails."""
    listed = ", ".join(f"{name} is {shown(value)}" for name, value in figures.items())
    if not listed:
        return ""
    if isinstance(tree, Binary) and tree.operator.text.upper() in COMPARING:
        gap = abs(task.evaluated(tree.left) - task.evaluated(tree.right))
        return f"; {listed} (off by {shown(gap)})"
    return f"; {listed}"


def signal(task: Task) -> Step:
    """SIGNAL n, -m: outputs on and off."""
    state = task.state
    for value in task.numbers("signals"):
        number = signal_number(value)
        state = state.with_signal(abs(number), number > 0)
    return task.instant(state)


def reset(task: Task) -> Step:
    """RESET: every output off."""
    signals = task.state.signals
    for number in signals:
        signals = with_item(signals, number, False)
    return task.instant(replace(task.state, signals=signals))
