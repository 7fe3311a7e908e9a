"""Tests of windows wait for what they say: `waitExposed` and its like wait at the end of a `with`.

As a plain call they do nothing: the test goes on before the window is on the screen, and is
painted anew in the midst of it where the machine is slow.
"""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
AT_END = frozenset({"waitExposed", "waitActive", "waitSignal", "waitSignals", "assertNotEmitted"})


def idle_waits(text: str) -> list[int]:
    """Lines with such a wait that stands alone."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr in AT_END
    ]


def test_a_wait_that_stands_alone_is_found() -> None:
    text = (
        "with bot.waitExposed(w):\n    w.show()\nbot.waitExposed(w)\nbot.waitUntil(w.isVisible)\n"
    )
    assert idle_waits(text) == [3]


@pytest.mark.parametrize("room", ["app", "scenes", "soak"])
def test_every_wait_at_an_end_has_something_to_wait_behind(room) -> None:
    files = list((TESTS / room).rglob("*.py"))
    assert files
    found = {path.name: idle_waits(path.read_text(encoding="utf-8")) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}
