"""The instructions that print or ask (TYPE PROMPT ASSERT) and that set signals (SIGNAL RESET)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from language.expressions.evaluation import evaluate
from language.expressions.trees import (
    Binary,
    Call,
    Expression,
    Number,
    Text,
    Unary,
    read_expression,
    spelled,
)
from language.words.lexer import STRING, Token, lex_code
from language.words.number_literals import ExpressionError
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.task import Task
from scenes.execution.values.whole_numbers import signal_number
from scenes.runs.step import ERROR, NOTE, Step
from scenes.world.frozen import with_item
from scenes.world.units import number_text

NO_ANSWER = "E606"  # the code of a PROMPT for which the scenario has no answer
CONSTANT = frozenset({"TRUE", "FALSE", "PI"})
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
    return number_text(item if isinstance(item, float) else task.evaluated(item))


def prompt(task: Task) -> Step:
    """PROMPT "text", variable: the variable gets the next answer of the scenario."""
    text = str(task.statement.value("text"))
    if not task.circumstances.answers:
        message = f'PROMPT "{text}" has no answer: a scenario with  answers:  gives it'
        raise ImpossibleError(NO_ANSWER, message)
    answer = task.circumstances.answers[0]
    variable = task.statement.value("variable")
    assert variable is not None
    key = task.place_of(variable)
    note = task.problem("N303", NOTE, f"{text} {number_text(answer)}")
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
    addition = f": {text}" if text else ""
    written, tree = _as_written(task, tree)
    figures = _figures(task, tree)
    facts = _difference(task, tree, figures)
    message = f"ASSERT {written} does not hold{addition}{facts}"
    return task.instant(task.state, task.problem("E601", ERROR, message, **figures))


def _as_written(task: Task, value: Any) -> tuple[str, Expression]:
    """The text of a condition in the standard spelling, and its tree.

    A condition of constants alone comes as its value; its text and tree are read from the line.
    """
    if not isinstance(value, float):
        return spelled(value), value
    tokens = lex_code(task.statement.source)[1:]
    while (tokens and tokens[-1].kind == STRING) or (tokens and tokens[-1].text == ","):
        tokens = tokens[:-1]
    if not tokens:
        return number_text(value), Number(
            value, Token("number", number_text(value), 1, 1, number_text(value))
        )
    tree = read_expression(tokens)
    return spelled(tree), tree


def _figures(task: Task, tree: Expression) -> dict[str, float]:
    """Text and value of both sides of every comparison in a condition, without constants."""
    if isinstance(tree, Unary):
        return _figures(task, tree.operand)
    if not isinstance(tree, Binary):
        return {} if isinstance(tree, Number) else _figure(task, tree)
    if tree.operator.text.upper() in COMPARING:
        return _figure(task, tree.left) | _figure(task, tree.right)
    return _figures(task, tree.left) | _figures(task, tree.right)


def _figure(task: Task, tree: Expression) -> dict[str, float]:
    if isinstance(tree, Number) or (isinstance(tree, Call) and tree.function.name in CONSTANT):
        return {}
    try:
        return {spelled(tree): evaluate(tree, task.world)}
    except ExpressionError:
        return {}


def _difference(task: Task, tree: Any, figures: dict[str, float]) -> str:
    """`; CLEARANCE() is 3.2 (6.8 short)`: by how much a comparison fails."""
    is_compared = isinstance(tree, Binary) and tree.operator.text.upper() in COMPARING
    values = [task.evaluated(tree.left), task.evaluated(tree.right)] if is_compared else []
    listed = ", ".join(f"{name} is {_apart(value, values)}" for name, value in figures.items())
    gap = f"off by {number_text(abs(values[0] - values[1]))}" if is_compared else ""
    if not listed or not gap:
        return f"; {listed or gap}" if listed or gap else ""
    return f"; {listed} ({gap})"


def _apart(value: float, compared: list[float]) -> str:
    """The value with enough digits to differ in print from the value it is compared with."""
    others = [other for other in compared if other != value]
    return (
        number_text(value)
        if all(number_text(value) != number_text(other) for other in others)
        else repr(value)
    )


def signal(task: Task) -> Step:
    """SIGNAL n, -m: output n goes on, output m goes off."""
    state = task.state
    for value in task.numbers("signals"):
        number = signal_number(value)
        state = state.with_signal(abs(number), number > 0)
    return task.instant(state)


def reset(task: Task) -> Step:
    """RESET: every output goes off."""
    signals = task.state.signals
    for number in signals:
        signals = with_item(signals, number, False)
    return task.instant(replace(task.state, signals=signals))
