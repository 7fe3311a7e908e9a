"""Edits of a cell or robot file that change one value and no other character.

Comments, order, blank lines and the spelling of numbers stay: an edit replaces the text of one
value, and saving an unedited document gives the same bytes.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from ruamel.yaml.nodes import MappingNode

from scenes.errors import SceneError
from scenes.files.text.documents import BOM, Document, Loc, dotted, parse_document
from scenes.files.text.new_sections import text_end, with_section_lines
from scenes.files.text.rereading import edited_entry

PLAIN = re.compile(r"[^\W\d][\w./ -]*[\w.]|[^\W\d]")
WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def set_value(document: Document, loc: Loc, value: Any) -> Document:
    """The document with `value` at `loc`; a missing last key is added to its mapping.

    SceneError where the text cannot take the value.
    """
    node = document.node(loc)
    if node is not None:
        start, end = node.start_mark.index, text_end(node)
        text = document.text[:start] + flow_text(value) + document.text[end:]
    else:
        text = _with_new_key(document, loc, _plain(value))
    edited = reparsed(document, text)
    if _at(edited.data, loc) != _plain(value):
        raise SceneError(f"{dotted(loc)} cannot be set in the text of {document.path}")
    return edited


def saved_bytes(document: Document) -> bytes:
    """The bytes that `save` writes."""
    return ((BOM if document.starts_with_bom else "") + document.text).encode("utf-8")


def save(document: Document, path: Path | None = None) -> Path:
    """Writes the document to its own path or another; the old file stays whole until the end."""
    target = document.path if path is None else path
    try:
        replace_file(target, saved_bytes(document))
    except OSError as error:
        raise SceneError(f"{target} cannot be written: {error.strerror or error}") from error
    return target


def replace_file(target: Path, content: bytes) -> None:
    """Writes a new file beside the target and renames it, so that no half file is ever there."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.chmod(name, target.stat().st_mode if target.exists() else 0o644)
        os.replace(name, target)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def flow_text(value: Any) -> str:
    """A value in one line of YAML: `[600, 0, 700.5]`, `{at: [0, 0, 30]}`, `"#8a6f4d"`."""
    value = _plain(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {flow_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow_text(item) for item in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float | int):
        return _number_text(value)
    is_plain = PLAIN.fullmatch(value) is not None and value.lower() not in WORDS
    return str(value) if is_plain else _quoted(value)


def _number_text(value: float) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        raise SceneError("a file holds finite numbers only")
    is_whole = float(value).is_integer() and abs(value) < 1e15
    # YAML wants a point before an exponent: 1e-07 would be a text.
    return str(int(value)) if is_whole else re.sub(r"^(-?\d+)e", r"\1.0e", repr(float(value)))


def _quoted(text: str) -> str:
    """A text in double quotes, with unprintable characters as code points."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'


def _plain(value: Any) -> Any:
    """The value with lists, dictionaries and numbers in place of arrays and tuples."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in value]
    return value


def _with_new_key(document: Document, loc: Loc, value: Any) -> str:
    parent = document.node(loc[:-1])
    if not isinstance(parent, MappingNode) or not loc:
        raise SceneError(f"{document.path} has no {dotted(loc[:-1])} to put {dotted(loc[-1:])} in")
    entry, text = f"{loc[-1]}: {flow_text(value)}", document.text
    if len(loc) == 1 and parent.value and not parent.flow_style:
        return with_section_lines(document, str(loc[0]), _section_lines(str(loc[0]), value))
    if parent.flow_style or not parent.value:
        closing = text_end(parent) - 1
        inside = text[parent.start_mark.index + 1 : closing].rstrip().rstrip(",")
        between = ", " if inside.strip() else ""
        opened = text[: parent.start_mark.index + 1] + inside
        return f"{opened}{between}{entry}{text[closing:]}"
    newline = "\r\n" if "\r\n" in text else "\n"
    line_end = text.find("\n", text_end(parent))
    at = len(text) if line_end < 0 else line_end + 1
    before = text[:at] if text[:at].endswith("\n") else text[:at] + newline
    return f"{before}{' ' * parent.start_mark.column}{entry}{newline}{text[at:]}"


def _section_lines(section: str, value: Any) -> list[str]:
    """The lines of a new section: a line for each thing or list in it."""
    if isinstance(value, list) and value and all(isinstance(v, list | dict) for v in value):
        return [f"{section}:", *(f"  - {item_text(item)}" for item in value)]
    if isinstance(value, dict) and value and all(isinstance(v, dict) for v in value.values()):
        return [f"{section}:", *(f"  {key}: {flow_text(item)}" for key, item in value.items())]
    return [f"{section}: {flow_text(value)}"]


def item_text(value: Any) -> str:
    """The text of an item in a line of its own; a step has no outer braces: `add: {...}`."""
    if isinstance(value, Mapping) and len(value) == 1:
        return flow_text(value)[1:-1]
    return flow_text(value)


def reparsed(document: Document, text: str) -> Document:
    """The document with another text; SceneFileError where that text is not a sound document."""
    edited = edited_entry(document, text)
    if edited is not None:
        return edited
    bom = BOM if document.starts_with_bom else ""
    return parse_document(document.path, bom + text, "file")


def _at(data: Any, loc: Loc) -> Any:
    for step in loc:
        data = data[step if isinstance(step, int) and isinstance(data, list) else str(step)]
    return data
