"""What holds of the text of a cell after every edit, compared with plain readings of the text."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from scenes.files.text.documents import Document

SECTIONS = ("frames", "robots", "fixtures", "parts")
# A comment begins behind a blank or at the start of a line, and outside of quotation marks.
COMMENT = re.compile(r"""(?:"[^"\n]*"|'[^'\n]*'|[^#"'\n]|(?<=\S)#)*?(?:(?<=\s)|^)(#[^\r\n]*)""")
LONG_FIGURES = re.compile(r"\d\.\d{10,}(?!\d*e)")


class BrokenLawError(AssertionError):
    """An edit did what no edit may do."""


def comments_in(text: str) -> list[tuple[int, str]]:
    """The comments of a text, each with its line, from 0."""
    found = []
    for number, line in enumerate(text.splitlines()):
        match = COMMENT.match(line)
        if match is not None:
            found.append((number, match[1].rstrip()))
    return found


def decorated(text: str, rng: random.Random) -> str:
    """The text with comments in many places, and sometimes with other line ends."""
    lines, number = [], 0
    for line in text.splitlines():
        bare = line.strip()
        if bare and not bare.startswith("#") and rng.random() < 0.3:
            number += 1
            lines.append(f"{line[: len(line) - len(line.lstrip())]}# above {number}")
        if bare and COMMENT.match(line) is None and rng.random() < 0.3:
            number += 1
            line += f" # behind {number}"
        lines.append(line)
    if rng.random() < 0.3:
        lines.append("# the last line")
    newline = "\r\n" if rng.random() < 0.25 else "\n"
    return newline.join(lines) + ("" if rng.random() < 0.15 else newline)


# Comments.


class Span:
    """The lines, from 0, of one value of a file, and the place of the value in its data."""

    def __init__(self, way: tuple[str | int, ...], first: int, last: int) -> None:
        self.way, self.first, self.last = way, first, last


def spans_in(file: Document) -> list[Span]:
    """The lines of all values of a file, outer values first."""
    return list(_spans(file.root, (), 0))


def _spans(node: Node, way: tuple[str | int, ...], first: int) -> Iterator[Span]:
    yield Span(way, first, _last_line(node))
    if isinstance(node, MappingNode):
        for key, value in node.value:
            yield from _spans(value, (*way, key.value), key.start_mark.line)
    elif isinstance(node, SequenceNode):
        for index, value in enumerate(node.value):
            yield from _spans(value, (*way, index), value.start_mark.line)


def _last_line(node: Node) -> int:
    inside = node.value if isinstance(node, MappingNode | SequenceNode) else ()
    if inside and not node.flow_style:
        last = inside[-1]
        return _last_line(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.line)


def check_comments(before: Document, after: Document) -> None:
    """No comment is lost but those of a value that the edit has taken away."""
    there = comments_in(before.text)
    lost = Counter(comment for _, comment in there)
    lost.subtract(comment for _, comment in comments_in(after.text))
    if not any(count > 0 for count in lost.values()):
        return
    spans, lines = spans_in(before), before.text.splitlines()
    for line, comment in there:
        places = [line]
        if lines[line].lstrip().startswith("#"):
            places += [_next_code(lines, line, 1), _next_code(lines, line, -1)]
        inner = [span.way for place in places for span in spans if span.first <= place <= span.last]
        if any(_is_gone(way, before.data, after.data) for way in inner if way):
            lost[comment] -= 1
    for comment, count in lost.items():
        if count > 0:
            raise BrokenLawError(f"lost the comment {comment!r}")


def _next_code(lines: list[str], line: int, by: int) -> int:
    line += by
    while 0 <= line < len(lines) and (not lines[line].strip() or lines[line].strip()[0] == "#"):
        line += by
    return line


def _is_gone(way: tuple[str | int, ...], data: Any, new: Any) -> bool:
    """Whether a value is not there any more; an item of a list: no equal item is there."""
    for step in way:
        if isinstance(step, int):
            if not isinstance(new, list):
                return True
            if data[step] not in new and len(new) < len(data):
                return True
            if step >= len(new):
                return new.count(data[step]) < data.count(data[step])
        elif not isinstance(new, dict) or step not in new:
            return True
        data, new = data[step], new[step]
    return False


# Tidiness.


def check_tidy(old: Document, new: Document) -> None:
    """An edit leaves no blanks at line ends, and keeps a line for each thing and each step."""
    before, after = old.text, new.text
    known = set(before.splitlines())
    for number, line in enumerate(after.splitlines(), start=1):
        if line not in known and line != line.rstrip():
            raise BrokenLawError(f"blanks at the end of line {number}: {line!r}")
        if line not in known and LONG_FIGURES.search(line):
            raise BrokenLawError(f"long figures in line {number}: {line!r}")
        if "\t" in line and line not in known:
            raise BrokenLawError(f"a tab in line {number}")
    if _line_ends(after) - _line_ends(before):
        raise BrokenLawError(f"line ends {_line_ends(after)} in place of {_line_ends(before)}")
    if before.endswith("\n") and not after.endswith("\n"):
        raise BrokenLawError("the end of the last line is lost")
    if _gaps(after) > _gaps(before):
        raise BrokenLawError("two empty lines in a row")
    crowds = set(crowded(new)) - set(crowded(old))
    if crowds:
        raise BrokenLawError(f"not in lines of their own: {sorted(map(str, crowds))}")


def _line_ends(text: str) -> set[str]:
    return {"\r\n"} & set(re.findall(r"\r?\n", text)) | {"\n"} & set(re.findall(r"\r?\n", text))


def _gaps(text: str) -> int:
    return len(re.findall(r"\n\r?\n\r?\n", text)) + len(re.findall(r"\n\r?\n\Z", text))


def crowded(file: Document) -> Iterator[tuple[object, ...]]:
    """Places where several things, steps or contacts share a line, or wear needless brackets."""
    for key, section in file.root.value:
        if key.value in SECTIONS and isinstance(section, MappingNode):
            if section.flow_style and section.value:
                yield key.value, "in brackets"
            for name, entry in section.value:
                steps = next((v for k, v in entry.value if k.value == "solid"), None)
                yield from _crowded_list((key.value, name.value, "solid"), steps)
        elif key.value == "allow":
            yield from _crowded_list(("allow",), section)


def _crowded_list(way: tuple[object, ...], items: Node | None) -> Iterator[tuple[object, ...]]:
    if not isinstance(items, SequenceNode):
        return
    if items.flow_style and len(items.value) > 1:
        yield (*way, "in one line")
    for item in items.value:
        is_braced = isinstance(item, MappingNode) and item.flow_style and len(item.value) == 1
        if is_braced and not items.flow_style:
            yield (*way, "a step in brackets")
