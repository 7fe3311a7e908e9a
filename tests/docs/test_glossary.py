"""The glossary holds: a retired word stands in no name, docstring or comment of its packages."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
ROOMS = ("app", "geometry", "kinematics", "language", "scenes")
ROW = re.compile(r"^\| (?P<word>[^|]+) \| (?P<meaning>[^|]+) \|(?P<retired>[^|]*)\|$")


def rows() -> list[tuple[str, str, list[str]]]:
    """The heading, the word and the retired words of every row of the glossary."""
    found = []
    heading = ""
    for line in (TOP / "resources/docs/glossary.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        elif (row := ROW.match(line)) and heading and row["word"] not in ("word", "---"):
            found.append((heading, row["word"], re.findall("`([^`]+)`", row["retired"])))
    return found


def words_of(text: str) -> str:
    """A text with its names parted into words, so that `cellPose` becomes "cell pose"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", text).lower()


def spoken(path: Path) -> Iterator[tuple[int, str]]:
    """Line number and text of every comment, docstring and defined name of a module."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, documented):
            text = ast.get_docstring(node) or ""
            yield getattr(node, "lineno", 1), text
        if isinstance(node, documented[1:]):
            yield node.lineno, node.name
        if isinstance(node, ast.arg):
            yield node.lineno, node.arg
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id


def uses(retired: str, text: str) -> bool:
    return pattern_of((retired,)).search(words_of(text)) is not None


@cache
def pattern_of(retired: tuple[str, ...]) -> re.Pattern[str]:
    """The pattern of a text, parted into words, in which one of the retired words stands."""
    words = "|".join(re.escape(words_of(old)) for old in retired)
    return re.compile(rf"\b(?:{words})s?\b")


@pytest.mark.parametrize("room", ROOMS)
def test_no_retired_word_comes_back(room: str) -> None:
    retired = {
        old: word
        for heading, word, olds in rows()
        if heading in ("All packages", room)
        for old in olds
    }
    found = [
        f"{path.relative_to(TOP)}:{line}: {old}; the glossary says {word}"
        for path in sorted((TOP / room).rglob("*.py"))
        for line, text in spoken(path)
        if pattern_of(tuple(retired)).search(words_of(text))
        for old, word in retired.items()
        if uses(old, text)
    ]
    assert not found, "\n".join(found)


def test_a_retired_word_would_be_seen(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('def way_points():\n    """Places."""\n    old_fuzz = 1  # the opcode\n')
    seen = [text for _, text in spoken(module)]
    assert any(uses("way point", text) for text in seen)
    assert any(uses("fuzz", text) for text in seen)
    assert any(uses("opcode", text) for text in seen)
    assert not any(uses("code", text) for text in seen)


def test_a_word_has_only_one_row_for_a_package() -> None:
    found = [(heading, word) for heading, word, _ in rows()]
    assert len(found) == len(set(found)) and len(found) > 40
    everywhere = {word for heading, word in found if heading == "All packages"}
    assert not [pair for pair in found if pair[0] in ROOMS and pair[1] in everywhere]
    assert {heading for heading, _ in found} == {"All packages", *ROOMS}
