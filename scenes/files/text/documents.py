"""A YAML file with the place of every key and value, as messages and edits need them.

A document keeps its text as it was read, so that saving an unedited document gives the same bytes,
and an edit (`scenes.files.text.edits`) changes only the characters of the value that it sets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from scenes.errors import ERROR, WARNING, FileProblem, SceneFileError
from scenes.files.text.composition import PlainYaml, TooManyError, composed
from scenes.files.text.yaml_faults import sentence

Loc: TypeAlias = Sequence[str | int]
BOM = "\ufeff"
TAG = "tag:yaml.org,2002:"
SCALARS = {TAG + kind: kind for kind in ("int", "float", "bool", "null", "str", "timestamp")}
MAX_DEPTH = 40
# Greatest number of values that aliases (`*name`) may repeat.
MOST_REPEATED = 20_000
# Beginnings of messages about a path without a file.
NO_FILE = ("there is no such", "this is a folder")
# Matches brackets, and whole quoted texts and comments, whose brackets do not count.
_BRACKETS = re.compile(r"""'[^'\n]*'|"[^"\n]*"|(?:^|\s)#[^\n]*|[\[\]{}]""")


@dataclass(frozen=True, eq=False)
class Document:
    """One file: its text, the tree of its YAML nodes, and their values as plain data.

    problems: Faults that YAML allows and we do not, such as a key given twice; `data` is without
    the faulty parts. Only a caller with `keep_problems` gets a document with problems.
    unsound: Places without a value in `data` because of such a fault.
    forms: Entries of `data` that were checked and found sound, with their checked form, by identity
        of the entry. A document that differs in a few entries gets them with the others.
    """

    path: Path
    text: str
    root: Node
    data: Any
    starts_with_bom: bool = False
    problems: tuple[FileProblem, ...] = ()
    unsound: tuple[tuple[str | int, ...], ...] = ()
    forms: dict[int, tuple[Any, Any]] = field(default_factory=dict, repr=False)

    def node(self, loc: Loc) -> Node | None:
        """The node of the value at `loc`, or None where there is none."""
        node: Node | None = self.root
        for step in loc:
            node = child_of(node, step)
        return node

    def position(self, loc: Loc, *, of_key: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of the value (or key) at `loc`, or of its nearest parent."""
        node: Node = self.root
        for depth, step in enumerate(loc):
            is_last = depth == len(loc) - 1
            found = key_of(node, step) if of_key and is_last else child_of(node, step)
            if found is None:
                break
            if is_last and _is_nothing(found):
                # YAML places an empty value where the next token begins: its key is the better
                # place.
                found = key_of(node, step) or found
            node = found
        return node.start_mark.line + 1, node.start_mark.column + 1

    def problem(
        self, loc: Loc, message: str, *, of_key: bool = False, severity: str = ERROR
    ) -> FileProblem:
        """A fault at `loc` with its line and column."""
        line, column = self.position(loc, of_key=of_key)
        return FileProblem(str(self.path), line, column, dotted(loc), message, severity)


class Faults:
    """Collects the faults of a document, so that all are reported at once.

    problems: Faults because of which the file cannot be used. notes: Warnings and notes.
    unsound: Places with a reported fault, whose values are not judged further.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[FileProblem] = list(document.problems)
        self.notes: list[FileProblem] = []
        self.unsound: set[tuple[str | int, ...]] = set(document.unsound)

    def is_unsound(self, loc: Loc) -> bool:
        """Whether a fault was reported for the value at `loc`, or for a value that contains it."""
        return any(tuple(loc[:end]) in self.unsound for end in range(len(loc) + 1))

    def add(self, loc: Loc, message: str, *, of_key: bool = False) -> None:
        """Notes a fault at `loc`."""
        self.problems.append(self.document.problem(loc, message, of_key=of_key))

    def warn(
        self, loc: Loc, message: str, *, of_key: bool = False, severity: str = WARNING
    ) -> None:
        """Notes a warning or a note at `loc`: the file can be used all the same."""
        found = self.document.problem(loc, message, of_key=of_key, severity=severity)
        self.notes.append(found)

    def raise_if_any(self) -> None:
        """Raises SceneFileError with problems and notes in file order, if there is a problem."""
        if self.problems:
            raise SceneFileError(self._in_order(self.problems + self.notes))

    def ordered_notes(self) -> tuple[FileProblem, ...]:
        """The warnings and notes, in the order of the file."""
        return self._in_order(self.notes)

    def _in_order(self, problems: list[FileProblem]) -> tuple[FileProblem, ...]:
        """The problems of this file first; a problem that came in twice is kept once."""
        own = str(self.document.path)
        once: dict[tuple[str, int, int, str], FileProblem] = {}
        for problem in problems:
            key = (problem.file, problem.line, problem.column, problem.message)
            once.setdefault(key, problem)
        order = sorted(once.values(), key=lambda p: (p.file != own, p.file, p.line, p.column))
        return tuple(order)


def holds_nothing(data: Any) -> bool:
    """Whether a key or an item of plain data, or of what it holds, has no value."""
    if isinstance(data, dict):
        data = data.values()
    elif not isinstance(data, list):
        return data is None
    # One loop over the scalars: most of a cell are lists of numbers.
    return any(
        value is None or (isinstance(value, dict | list) and holds_nothing(value)) for value in data
    )


def dotted(loc: Loc) -> str:
    """The path to a value in messages: `parts.table.solid.0.add`."""
    return ".".join(str(step) for step in loc)


def child_of(node: Node | None, step: str | int) -> Node | None:
    """The node of the value under a key or an index, or None."""
    if isinstance(node, MappingNode):
        return next((value for key, value in node.value if key.value == str(step)), None)
    if isinstance(node, SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
        return node.value[step]
    return None


def key_of(node: Node | None, step: str | int) -> Node | None:
    """The node of the key itself, or of the item where the parent is a list."""
    if isinstance(node, MappingNode):
        return next((key for key, _ in node.value if key.value == str(step)), None)
    return child_of(node, step)


def _is_nothing(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.start_mark.index == node.end_mark.index


def read_document(path: Path, what: str, *, keep_problems: bool = False) -> Document:
    """The document of a YAML file; SceneFileError with the place of each fault.

    what: Kind of file in messages, such as "cell file".
    """
    return parse_document(path, read_text(path, what), what, keep_problems=keep_problems)


def read_text(path: Path, what: str) -> str:
    """The text of a YAML file; SceneFileError where the file cannot be read or is not UTF-8."""
    return _decoded(path, _read_bytes(path, what))


def parse_document(path: Path, text: str, what: str, *, keep_problems: bool = False) -> Document:
    """The document of a text; SceneFileError with the place of each fault.

    keep_problems: Whether faults that YAML allows are kept in the document, for `Faults`.
    """
    body = text.removeprefix(BOM)
    _refuse_deep_brackets(path, body)
    try:
        root = composed(body)
    except TooManyError as error:
        _fail(path, error.mark.line + 1, error.mark.column + 1, error.message)
    except (YAMLError, RecursionError) as error:
        raise SceneFileError((_syntax_problem(path, body, error),)) from None
    if root is None:
        _fail(path, 1, 1, f"the {what} is empty")
    _refuse_many_aliases(path, root)
    plain = _Plain(path)
    data, problems = plain.value(root, ()), plain.problems
    if problems and (plain.is_endless or not keep_problems or not isinstance(data, dict)):
        raise SceneFileError(tuple(problems))
    if not isinstance(data, dict):
        _fail(path, 1, 1, f"a {what} is a mapping of keys to values (`key: value` lines)")
    return Document(path, body, root, data, body != text, tuple(problems), tuple(plain.unsound))


def _refuse_deep_brackets(path: Path, text: str) -> None:
    """Refuses deep brackets before the parser, which would take seconds and lose the place."""
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > MAX_DEPTH:
            before = text[: found.start()]
            column = len(before.rpartition("\n")[2]) + 1
            _fail(path, before.count("\n") + 1, column, "nested too deeply: brackets in brackets")


def _refuse_many_aliases(path: Path, root: Node) -> None:
    """Refuses aliases of aliases before they are expanded: a few lines of them fill the memory.

    The test visits every node once, so that it takes no longer than reading the text.
    """
    sizes: dict[int, int] = {}
    too_large: list[Node] = []

    def size_of(node: Node, depth: int) -> int:
        """The number of values of a node with all its aliases expanded."""
        if id(node) in sizes or depth > MAX_DEPTH:
            return sizes.get(id(node), 1)
        sizes[id(node)] = 1  # `_Plain` reports a node that contains itself
        within = node.value if isinstance(node, MappingNode | SequenceNode) else ()
        for item in within:
            parts = item if isinstance(item, tuple) else (item,)
            sizes[id(node)] += sum(size_of(part, depth + 1) for part in parts)
        if sizes[id(node)] > MOST_REPEATED:
            too_large.append(node)
        return sizes[id(node)]

    most = size_of(root, 0) - len(sizes)
    if most <= MOST_REPEATED:
        return
    innermost = next(node for node in too_large if sizes[id(node)] > MOST_REPEATED + len(sizes))
    mark = innermost.start_mark
    message = (
        f"with its aliases (*name) written out this holds {sizes[id(innermost)]} values, where "
    )
    message += (
        f"{MOST_REPEATED} may be repeated: write what is meant in place of aliases of aliases"
    )
    _fail(path, mark.line + 1, mark.column + 1, message)


class _Plain:
    """Turns nodes into dictionaries, lists and scalars; notes faults that YAML allows."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[FileProblem] = []
        self.unsound: list[tuple[str | int, ...]] = []
        self.is_endless = False
        self.constructor = PlainYaml(typ="safe", pure=True).constructor
        assert isinstance(self.constructor, SafeConstructor)

    def value(self, node: Node, loc: tuple[str | int, ...]) -> Any:
        if len(loc) > MAX_DEPTH:
            self._note(node, loc[:4], "nested too deeply (or a node that contains itself)")
            self.is_endless = True
            return None
        if isinstance(node, MappingNode):
            return self._mapping(node, loc)
        if isinstance(node, SequenceNode):
            return [self.value(item, (*loc, i)) for i, item in enumerate(node.value)]
        return self._scalar(node, loc)

    def _mapping(self, node: MappingNode, loc: tuple[str | int, ...]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                self._note(key, loc, "a key must be a plain word")
            elif key.value in result:
                self._note(key, (*loc, key.value), "this key stands here twice")
            else:
                result[key.value] = self.value(value, (*loc, key.value))
        return result

    def _scalar(self, node: Node, loc: tuple[str | int, ...]) -> Any:
        kind = SCALARS.get(str(node.tag))
        if kind is None:
            self._note(node, loc, f"the tag {node.tag} means nothing here")
            self.unsound.append(loc)
            return None
        if kind in ("str", "timestamp"):
            return node.value
        try:
            return self.constructor.construct_object(node)
        except (ValueError, YAMLError):
            self._note(node, loc, f"{node.value!r} cannot be read as {kind}")
            self.unsound.append(loc)
            return None

    def _note(self, node: Node, loc: tuple[str | int, ...], message: str) -> None:
        mark = node.start_mark
        self.problems.append(
            FileProblem(str(self.path), mark.line + 1, mark.column + 1, dotted(loc), message)
        )


def _read_bytes(path: Path, what: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        _fail(path, 1, 1, f"{NO_FILE[0]} {what}")
    except IsADirectoryError:
        _fail(path, 1, 1, f"{NO_FILE[1]}, not a {what}")
    except OSError as error:
        _fail(path, 1, 1, f"the {what} cannot be read: {error.strerror or error}")


def _decoded(path: Path, content: bytes) -> str:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        found = f"byte 0x{content[error.start]:02x}"
        _fail(path, line, column, f"not a text file in UTF-8 ({found})")
    if "\0" in text:
        before_nul = text.partition("\0")[0]
        line, column = before_nul.count("\n") + 1, len(before_nul.rpartition("\n")[2]) + 1
        _fail(path, line, column, "not a text file (it holds a zero byte)")
    return text


def _syntax_problem(path: Path, text: str, error: Exception) -> FileProblem:
    """The message for invalid YAML: a sentence for the parser's error, with its place."""
    line, column, message = 1, 1, "nested too deeply"
    if isinstance(error, MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        message = sentence(str(error.problem or error.context))
        opened = error.context_mark
        kinds = {"flow": "bracket", "quoted": "quotation mark"}
        kind = next((kinds[word] for word in kinds if word in str(error.context)), None)
        if kind and opened and mark and opened.line < mark.line:
            # The parser notices this only at the next entry; the fault itself is further up.
            message += f"; is a {kind} not closed? (noticed in line {mark.line + 1})"
            mark = opened
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    elif isinstance(error, ReaderError):
        before = text[: error.position]
        line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
        message = f"the character U+{ord(text[error.position]):04X} may not stand in a file"
    return FileProblem(str(path), line, column, "", f"not valid YAML: {message}")


def _fail(path: Path, line: int, column: int, message: str) -> NoReturn:
    raise SceneFileError((FileProblem(str(path), line, column, "", message),)) from None
