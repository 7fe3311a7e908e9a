"""New sections of a cell file: where they go, and the empty lines around them."""

from __future__ import annotations

from collections.abc import Sequence

from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from scenes.files.text.documents import Document

# The keys of a cell file in the order in which they are written.
ORDER = ("cell", "title", "include", "frames", "robots", "fixtures", "parts", "allow", "check")
HEADS = ("cell", "title")  # they stand together at the top


def with_section_lines(document: Document, section: str, lines: Sequence[str]) -> str:
    """The text of the document with the lines of a section that it does not have yet.

    The section goes behind those that come before it in a cell file; where none comes behind it, or
    no cell file has such a section, it goes to the end. Empty lines set it off where the file has
    any. lines: Without line ends, the key first.
    """
    text = document.text
    newline = "\r\n" if "\r\n" in text else "\n"
    above = _last_above(document.root, section)
    at = len(text) if above is None else _behind(text, above)
    opened = newline if at and text[at - 1] != "\n" else ""
    is_first = all(key.value in HEADS for key, _ in document.root.value)
    apart = section in ORDER and section not in HEADS and (is_first or 2 * newline in text)
    gap = newline if apart and not _is_blank(text, at, back=True) else ""
    end = newline if apart and at < len(text) and not _is_blank(text, at) else ""
    new = "".join(line + newline for line in lines)
    return text[:at] + opened + gap + new + end + text[at:]


def text_end(node: Node) -> int:
    """Index of the end of a value's text; a block ends where its last item ends."""
    if isinstance(node, MappingNode) and not node.flow_style and node.value:
        return text_end(node.value[-1][1])
    if isinstance(node, SequenceNode) and not node.flow_style and node.value:
        return text_end(node.value[-1])
    return int(node.end_mark.index)


def line_end(text: str, at: int) -> int:
    """Index of the start of the next line."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _last_above(root: Node, section: str) -> Node | None:
    """The value of the last section that a cell file has before this one; None: the end."""
    if section not in ORDER:
        return None
    before = ORDER[: ORDER.index(section)]
    found = [value for key, value in root.value if key.value in before]
    return found[-1] if found and found[-1] is not root.value[-1][1] else None


def _behind(text: str, node: Node) -> int:
    """The start of the line behind a value and the indented comments below it."""
    at = line_end(text, text_end(node))
    while at < len(text) and text[at] == " " and text[at : line_end(text, at)].lstrip()[:1] == "#":
        at = line_end(text, at)
    return at


def _is_blank(text: str, at: int, back: bool = False) -> bool:
    """Whether the line that begins at a place, or the one that ends there, is empty."""
    if back:
        start = text.rfind("\n", 0, max(at - 1, 0)) + 1
        return not text[start:at].strip()
    return not text[at : line_end(text, at)].strip()
