"""Completion: what may be written at a place of a program, with documentation."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from language.editing.highlight import instruction_of, keyword_token
from language.expressions.trees import VARIABLE
from language.instructions import BY_NAME, INSTRUCTIONS, NOW, Instruction, OperandKind, Place
from language.instructions.block_words import PERHAPS_OPENS
from language.programs.as_dialect import has_words_of_as, line_in_our_words
from language.programs.as_instructions import AS_BY_NAME
from language.programs.parser import parse
from language.programs.program import shown_value
from language.words.diagnostics import text_lines
from language.words.directives import DIALECT, LANGUAGE, MARK, NAMED, VERSION, is_directive
from language.words.functions import FUNCTIONS
from language.words.lexer import BLANK, COMMENT, TEXT, WORD, Token, lex

# Words before a label: GOTO label, IF ... THEN label.
_BEFORE_LABELS = frozenset(PERHAPS_OPENS.words)
_HEADER_VALUES = {DIALECT: NAMED, LANGUAGE: (str(VERSION),)}
_HEADER_DETAIL = {
    DIALECT: "how O, A, T are to be read",
    LANGUAGE: "the rules for which the file was written",
}


@dataclass(frozen=True)
class Facts:
    """Knowledge about a program that its text does not contain.

    part_names: the parts that FEED can bring. robot: its name. joint_names: from joint 1 on.
    location_notes: name in capitals to lines about a location (pose, branches, clearance).
    branches: line to names of the solutions at the end of its motion, in the order of SOLUTION k.
    motions: line to lines about its motion. motion_parts: the same, as headings and words.
    via_points: line to x, y, z, o, a, t of the tool in the middle of its motion, mm and degrees.
    """

    part_names: tuple[str, ...] = ()
    robot: str = ""
    joint_names: tuple[str, ...] = ()
    location_notes: Mapping[str, str] = field(default_factory=dict)
    branches: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    via_points: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    motions: Mapping[int, str] = field(default_factory=dict)
    motion_parts: Mapping[int, tuple[tuple[str, str], ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Completion:
    """A proposal: `text` replaces the columns [column, end_column) of the line."""

    text: str
    kind: str
    detail: str
    documentation: str
    column: int
    end_column: int


def complete(
    text: str, line: int, column: int, facts: Facts | None = None
) -> tuple[Completion, ...]:
    """Proposals for a place, first those that begin with what is typed already."""
    facts = facts or Facts()
    source = line_at(text, line)[: column - 1]
    pieces = [t for t in lex(source) if t.kind != BLANK]
    if pieces and pieces[-1].kind in (COMMENT, TEXT):
        return _header_completions(source, column) if is_directive(source) else ()
    typed = pieces[-1] if pieces and pieces[-1].kind == WORD and pieces[-1].end == column else None
    start = typed.column if typed else column
    prefix = typed.key if typed else ""
    keyword = keyword_token(pieces)
    of_as = has_words_of_as(text)
    if keyword is None or keyword is typed:
        known = [*AS_BY_NAME.values(), *INSTRUCTIONS] if of_as else INSTRUCTIONS
        proposals = [_keyword_completion(i, start, column) for i in known if _is_written(i)]
    else:
        place = len(pieces) - (1 if typed else 0)
        if of_as:  # as if the line stood there in our words: names keep their columns
            pieces = [t for t in lex(line_in_our_words(source)) if t.kind != BLANK]
            keyword = keyword_token(pieces) or keyword
            place = len(pieces) - (1 if typed else 0)
        proposals = _operand_completions(text, keyword, pieces, place, (start, column), facts)
    fitting = [p for p in proposals if p.text.upper().startswith(prefix)]
    inside = [p for p in proposals if prefix and prefix in p.text.upper()[1:] and p not in fitting]
    return tuple(fitting + inside)


def _is_written(instruction: Instruction) -> bool:
    return instruction.place is not Place.CONSOLE


def _keyword_completion(instruction: Instruction, column: int, end: int) -> Completion:
    return Completion(
        instruction.name, "keyword", instruction.usage, documentation(instruction), column, end
    )


def _operand_completions(
    text: str,
    keyword: Token,
    pieces: list[Token],
    place: int,
    columns: tuple[int, int],
    facts: Facts,
) -> list[Completion]:
    instruction = instruction_of(keyword)
    prefix = pieces[place].key if place < len(pieces) else ""
    if instruction is None and any(token.text == "=" for token in pieces):
        return _value_completions(text, columns, prefix, "number")
    if instruction is None or not instruction.operands:
        return []
    first = place == pieces.index(keyword) + 1
    if first and instruction.operands[0].keyword in instruction.either:
        return _word_completions(instruction, columns)
    last = instruction.operands[-1]
    behind = pieces[place - 1].key
    if last.keyword and behind == last.keyword and not first:
        return _location_completions(text, columns)
    if last.keyword and not first and place == pieces.index(keyword) + 2:
        return [Completion(last.keyword, "keyword", f"{last.keyword} {last.name}", "", *columns)]
    operand = instruction.operands[0]
    if operand.kind is OperandKind.LOCATION and (first or behind == ":"):
        functions = _value_completions(text, columns, prefix, "location")
        return _location_completions(text, columns) + functions
    named = _named_behind(behind) if instruction.form else None
    if named is not None:
        return _named_completions(text, named, columns)
    if instruction.form not in ("", "point") or not first:
        return _value_completions(text, columns, prefix, "number") if prefix else []
    if operand.kind is OperandKind.PART:
        where = f"part of the cell of {facts.robot}" if facts.robot else "part of the cell"
        return [Completion(name, "part", where, "", *columns) for name in facts.part_names]
    if operand.kind is OperandKind.JOINT:
        return [
            Completion(str(n), "joint", name, "", *columns)
            for n, name in enumerate(facts.joint_names, 1)
        ]
    return []


def _word_completions(instruction: Instruction, columns: tuple[int, int]) -> list[Completion]:
    """The words of which a line contains exactly one."""
    return [
        Completion(operand.keyword, "keyword", operand.phrase, "", *columns)
        for operand in instruction.keyword_operands
        if operand.keyword in instruction.either
    ]


def _named_behind(word: str) -> OperandKind | None:
    """The kind of operand behind a word of an instruction: a program, a label, or None."""
    before = BY_NAME.get(word)
    if before is not None and before.calls == NOW:
        return OperandKind.PROGRAM
    return OperandKind.LABEL if word in _BEFORE_LABELS else None


def _location_completions(text: str, columns: tuple[int, int]) -> list[Completion]:
    found: dict[str, Completion] = {}
    for statement in parse(text).definitions:
        if statement.location is None:
            continue
        name = shown_value(statement.location.value)
        found.setdefault(
            name.upper(),
            Completion(name, "location", f"line {statement.line}", statement.shown, *columns),
        )
    return list(found.values())


def _value_completions(
    text: str, columns: tuple[int, int], prefix: str, wanted: str
) -> list[Completion]:
    """Variables (if a number is wanted), and functions that begin with what is typed."""
    found: dict[str, Completion] = {}
    for line, use in parse(text).names if wanted == "number" else ():
        if use.kind == VARIABLE and use.defines:
            shown = Completion(use.written, "variable", f"line {line}", "", *columns)
            found.setdefault(use.name, shown)
    functions = [
        Completion(f.name.lstrip("#"), "function", f.usage, f.summary, *columns)
        for f in FUNCTIONS.values()
        if prefix and f.name.startswith(prefix) and f.result == wanted
    ]
    return [*found.values(), *functions]


def _named_completions(text: str, kind: OperandKind, columns: tuple[int, int]) -> list[Completion]:
    """The programs of the text, or its labels."""
    program = parse(text)
    if kind is OperandKind.PROGRAM:
        return [
            Completion(r.name, "program", f"line {r.header}", "", *columns)
            for r in program.routines
            if r.name
        ]
    return [
        Completion(str(step), "label", f"line {line}", "", *columns)
        for line, step in program.labels
    ]


def _header_completions(source: str, column: int) -> tuple[Completion, ...]:
    """Keywords of headers, or the values of one."""
    words = source[source.index(MARK) + len(MARK) :].split()
    typed = words.pop().lower() if words and not source.endswith((" ", "\t")) else ""
    keyword = words[0].lower() if words else ""
    known = _HEADER_VALUES.get(keyword, ()) if words else tuple(_HEADER_VALUES)
    start, kind = column - len(typed), keyword or "header"
    return tuple(
        Completion(text, kind, _HEADER_DETAIL.get(keyword or text, ""), "", start, column)
        for text in known
        if text.startswith(typed)
    )


def documentation(instruction: Instruction) -> str:
    """Usage, meaning, operands and an example of an instruction, as plain text."""
    lines = [instruction.usage, "", instruction.description]
    if instruction.operands:
        lines += [""] + [f"  {o.name}: {o.phrase}" for o in instruction.operands]
    lines += ["", f"Example: {instruction.example}"]
    if instruction.code is not None:
        lines.append(f"Motion code {instruction.code}.")
    return "\n".join(lines)


def line_at(text: str, line: int) -> str:
    """Line `line` (from 1) of a text; "" if the text does not have it."""
    lines = text_lines(text)
    return lines[line - 1] if 0 < line <= len(lines) else ""
