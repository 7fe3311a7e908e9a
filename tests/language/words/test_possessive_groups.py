"""No pattern of the product has a possessive group: Python 3.11.2 lets it match half of itself.

`(?:[eE][0-9]++)?+` takes the E of `1E` there. An atomic group, `(?>(?:[eE][0-9]++)?)`, is right.
"""

import ast
import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[3]
ROOMS = ("app", "geometry", "kinematics", "language", "resources", "scenes")
POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)[?*+]\+")


def patterns_in(path: Path) -> list[str]:
    """The texts of a file that look like patterns: with an escape, a class or a group."""
    found = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    texts = [n.value for n in found if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return [text for text in texts if re.search(r"\(\?|\\[dswDSW]|\[[^]]*\]", text)]


@pytest.mark.parametrize("room", ROOMS)
def test_no_pattern_has_a_possessive_group(room) -> None:
    files = [path for path in (TOP / room).rglob("*.py") if ".venv" not in path.parts]
    assert files
    assert [
        (path.name, text)
        for path in files
        for text in patterns_in(path)
        if POSSESSIVE_GROUP.search(text)
    ] == []


def test_a_number_without_its_exponent_is_no_number() -> None:
    from language.words.lexer import BAD_NUMBER, lex

    for text in ("1E", "1e+", "2.E-", ".5e", "10.25E"):
        assert [(token.kind, token.text) for token in lex(text)] == [(BAD_NUMBER, text)]
