"""Reads the statements of a URScript program. Blocks close with `end`; indents do not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scenes.makers.urscript.grammar.script_statements import (
    Assign,
    Condition,
    Do,
    Else,
    End,
    Fault,
    Give,
    If,
    Leap,
    Lost,
    Note,
    Routine,
    Source,
    Statement,
    While,
)
from scenes.makers.urscript.grammar.script_tokens import CodeLine, Token, code_lines, shown
from scenes.makers.urscript.grammar.script_trees import (
    Binary,
    Call,
    Item,
    Name,
    Part,
    Tree,
    TreeError,
    tree_of,
)

HEADS = frozenset({"def", "thread", "if", "elif", "else", "while"})
ALONE = frozenset({"break", "continue", "halt", "pass", "enter_critical", "exit_critical"})
WAITING = frozenset({"pass", "sync", "sleep"})  # only time passes
ON_THREADS = frozenset({"run", "kill", "join"})
CHANGES = {"+=": "+", "-=": "-", "*=": "*", "/=": "/"}
MOST_BLOCKS = 30
OPENS = {"(": 1, "[": 1, ")": -1, "]": -1}
SPLITS = frozenset({"end", ";"})  # what may end a statement within its line


def statements_of(rows: Iterable[str], above: int = 0) -> list[Statement]:
    """The statements of the rows of a text. above: Number of lines above them."""
    return _Parser().read(rows, above)


class _Parser:
    """Puts statements one behind the other, and those of functions into these."""

    def __init__(self) -> None:
        self._top = list[Statement]()
        self._open = list[Routine | None]()  # what the next `end` closes: None for if and while
        self._too_deep = 0  # blocks that are open beyond the deepest one that is read

    def read(self, rows: Iterable[str], above: int) -> list[Statement]:
        for line in code_lines(rows, above):
            if not line.tokens:
                self._body().append(Note(line.line, line.remark))
                continue
            pieces = list(pieces_of(line.tokens))
            for at, tokens in enumerate(pieces):
                remark = line.remark if at == len(pieces) - 1 else ""
                self._take(tokens, source_of(line, tokens, remark))
        return self._top

    def _body(self) -> list[Statement]:
        """The statements of the innermost function."""
        return next((each.body for each in reversed(self._open) if each is not None), self._top)

    def _take(self, tokens: tuple[Token, ...], source: Source) -> None:
        word = tokens[0].text if tokens[0].kind == "word" else ""
        if self._too_deep or (len(self._open) >= MOST_BLOCKS and word in HEADS):
            self._too_deep += (word in HEADS - {"elif", "else"}) - (word == "end")
            self._body().append(Lost(source, "blocks are nested too deeply"))
        elif word == "end" and len(tokens) == 1:
            self._close(source)
        elif word in ("elif", "else"):
            self._body().append(Else(source, _condition(tokens) if word == "elif" else None))
        elif word in ("if", "while"):
            head = If if word == "if" else While
            self._body().append(head(source, _condition(tokens)))
            self._open.append(None)
        elif word in ("def", "thread"):
            routine = _routine(tokens, source)
            self._body().append(routine)
            self._open.append(routine)
        elif is_torn_head(tokens):
            self._body().append(If(source, Fault("not understood")))
            self._open.append(None)
        else:
            self._body().append(_simple(word, tokens, source))

    def _close(self, source: Source) -> None:
        """An end: of a block that may have begun before these rows, or of a function."""
        routine = self._open.pop() if self._open else None
        if routine is None:
            self._body().append(End(source))
        else:
            routine.end = source


def source_of(line: CodeLine, tokens: tuple[Token, ...], remark: str) -> Source:
    """Where a statement of a line stands."""
    first, last = tokens[0], tokens[-1]
    if last.line == first.line == line.line:
        end = last.column + len(last.text)
        code = line.text[first.column - 1 : end - 1]
        return Source(first.line, first.column, end, 1, code, remark)
    rows = last.line - first.line + 1
    return Source(first.line, first.column, first.column + 1, rows, shown(tokens), remark)


def pieces_of(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """The statements and heads of blocks that stand on one line."""
    if tokens[0].text not in HEADS and not any(token.text in SPLITS for token in tokens):
        yield tokens
        return
    first, opened = 0, 0
    for at, token in enumerate(tokens):
        opened += OPENS.get(token.text, 0)
        if opened > 0:
            continue
        is_head = tokens[first].text in HEADS and tokens[first].kind == "word"
        if token.text == "end" and token.kind == "word":
            if at > first:
                yield tokens[first:at]
            yield tokens[at : at + 1]
            first = at + 1
        elif token.text == ";" or (token.text == ":" and is_head):
            last = at if token.text == ";" else at + 1
            if last > first:
                yield tokens[first:last]
            first = at + 1
    if first < len(tokens):
        yield tokens[first:]


def is_torn_head(tokens: tuple[Token, ...]) -> bool:
    """Whether code that no word of a block begins is the head of one all the same.

    It ends with `:`, or a word of a block stands behind its first sign.

    Its block is not run, and its `end` closes it and not the function. Parts of an if, which begin
    with el.., have no end.
    """
    first = next((token.text for token in tokens if token.kind == "word"), "")
    if tokens[0].text in HEADS or first.startswith("el"):
        return False
    if tokens[0].kind != "word" and len(tokens) > 1 and tokens[1].text in ("if", "while"):
        return True
    if tokens[-1].text != ":" or len(tokens) < 2:
        return False
    return isinstance(_simple(first, tokens[:-1], Source(1)), Lost)


def _condition(tokens: tuple[Token, ...]) -> Condition:
    if tokens[-1].text != ":":
        return Fault(": is missing")
    try:
        return tree_of(tokens[1:-1])
    except TreeError as why:
        return Fault(str(why))


def _routine(tokens: tuple[Token, ...], source: Source) -> Routine:
    """A function or a thread. One whose head is not read has the name ""."""
    kind = tokens[0].text
    try:
        tree = tree_of(tokens[1:-1] if tokens[-1].text == ":" else tokens[1:])
    except TreeError:
        return Routine(source, kind, "")
    if not isinstance(tree, Call) or tree.of is not None:
        return Routine(source, kind, "")
    names = [(each.key, None) for each in tree.given if isinstance(each, Name)]
    if len(names) != len(tree.given):
        return Routine(source, kind, "")
    return Routine(source, kind, tree.key, (*names, *tree.named))


def _simple(word: str, tokens: tuple[Token, ...], source: Source) -> Statement:
    """A statement that opens no block."""
    try:
        if word in ALONE and len(tokens) <= 3:
            return Leap(source, word)
        if word in ON_THREADS and len(tokens) > 1 and tokens[1].kind == "word":
            return Leap(source, word, tree_of(tokens[1:]))
        if word == "return":
            return Give(source, tree_of(tokens[1:]) if len(tokens) > 1 else None)
        reach = word if word in ("global", "local") else ""
        return _assigned(reach, tokens[1:] if reach else tokens, source)
    except TreeError as why:
        return Lost(source, str(why))


def _assigned(reach: str, tokens: tuple[Token, ...], source: Source) -> Statement:
    """A value for a variable, or a call."""
    opened = 0
    for at, token in enumerate(tokens):
        if token.kind != "sign":
            continue
        opened += OPENS.get(token.text, 0)
        if opened == 0 and (token.text == "=" or token.text in CHANGES):
            return _with_value(reach, tokens, at, source)
    tree = tree_of(tokens)
    if reach and isinstance(tree, Name):
        return Assign(source, reach, tree, None)
    if not isinstance(tree, Call):
        raise TreeError("not understood")
    return Do(source, tree)


def _with_value(reach: str, tokens: tuple[Token, ...], at: int, source: Source) -> Statement:
    target = tree_of(tokens[:at])
    if not isinstance(target, Name | Item | Part):
        raise TreeError("this is no variable")
    behind = tokens[at + 1 :]
    if behind and behind[0].text == "run" and len(behind) > 1:
        return Leap(source, "run", tree_of(behind[1:]))
    value: Tree = tree_of(behind)
    if tokens[at].text in CHANGES:
        value = Binary(CHANGES[tokens[at].text], target, value)
    return Assign(source, reach, target, value)
