"""The parser of one line of a program; its result depends only on the text of the line.

So results can be cached, and an edit in a long program parses one line again.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from language.expressions.trees import RESERVED
from language.instructions import ASSIGNMENT, BY_NAME, INSTRUCTIONS, Instruction, Place
from language.instructions.block_words import END, PROGRAM_END, PROGRAM_HEAD
from language.lines.meant_blocks import hidden_words, meant_block
from language.lines.meant_lines import called_or_labelled, meant_line
from language.lines.operands import Argument, read_arguments
from language.lines.parsed_line import BLANK_LINE, ParsedLine, sound_line
from language.lines.plain_lines import read_quickly
from language.lines.statement_forms import read_form
from language.lines.units import number_with_more, unit_behind, with_unit_fixes, without_units
from language.words.diagnostics import Diagnostic, finding, replacement
from language.words.foreign_words import OF_OTHERS, SYNONYMS, foreign_inside, foreign_word
from language.words.lexer import (
    BAD_NUMBER,
    NUMBER,
    SYMBOL,
    TEXT,
    WORD,
    Token,
    intended,
    lex_code,
    lexical_findings,
)
from language.words.suggestions import nearest

_STEP_DIGITS = 9
# Codes of faults that mean that the line has more words than the instruction takes.
_TOO_MUCH, _LEFT_OVER = frozenset({"E114", "E116", "E119"}), 2
_COMPARING = frozenset({"==", "=<", "=>", "<", ">", "<=", ">=", "<>", "*", "/"})
_STEP_THEN_WORD = re.compile(r"([0-9]{1,9})[^\W\d][\w.]*")
_PROGRAM_FIRST = sorted(INSTRUCTIONS, key=lambda i: i.place is Place.CONSOLE)
_NAMES = tuple(i.name for i in _PROGRAM_FIRST if i is not ASSIGNMENT)


@lru_cache(maxsize=1 << 14)  # some kB each; the chunks of a long program are kept themselves
def parse_line(line: str, console: bool = False) -> ParsedLine:
    """The result of one line without line end; console: whether editor commands are allowed."""
    quick = read_quickly(line)
    if quick is not None:
        return quick
    return read_line(line, console)


def read_line(line: str, console: bool = False) -> ParsedLine:
    """The result of one line, read from its tokens."""
    code = lex_code(line)
    return read_code(line, code, console) if code else BLANK_LINE


def read_code(line: str, code: list[Token], console: bool = False) -> ParsedLine:
    """The result of a line from its tokens, of which there is at least one, with findings."""
    found = lexical_findings(code)
    if found:
        found = _with_measures(line, code, found)
        step, rest, _ = _step(code)
        return _faulty(line, rest or code, found, step)
    step = None
    if code[0].kind == NUMBER:
        step, code, found = _step(code)
        if found or not code:
            return _faulty(line, code, found) if found else BLANK_LINE._replace(step=step)
    word = code[0]
    instruction = BY_NAME.get(word.key) if word.kind == WORD else None
    if is_assignment(code) and (instruction is None or not instruction.defines_location):
        instruction = ASSIGNMENT
    if instruction is None:
        return _faulty(line, code, [_unknown(line, code)], step)
    if instruction.place is Place.CONSOLE and not console:
        return _faulty(line, code, [_console_only(instruction, word)], step)
    if instruction.takes_text:
        return _remark(step, instruction, code)
    read = read_form if instruction.form else read_arguments
    operands = read(instruction, code, line)
    if operands.findings:
        foreign = foreign_inside(code)
        found = _better_findings(line, code, operands.findings) if foreign is None else [foreign]
        return _faulty(line, code, found, step, instruction)
    start, end = code[0].column, code[-1].end
    return sound_line(line, step, instruction, operands.arguments, start, end, operands.uses)


def _better_findings(
    line: str, code: Sequence[Token], found: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """The findings, or in their place one that says what the line was probably meant to be."""
    better = unit_behind(line, code, lambda bare: read_line(bare, console=True))
    better = better or meant_line(line, code, found[0], read_line)
    return list(found) if better is None else [better]


def _with_measures(
    line: str, code: Sequence[Token], found: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """The findings of a line; those of numbers with units say how the number is written."""
    by_place = {t.column: t for t in code[1:] if t.kind == BAD_NUMBER}
    measured = [(d.column in by_place and number_with_more(by_place[d.column])) or d for d in found]
    bare = without_units(line, code)
    return measured if bare == line else with_unit_fixes(measured, code, read_line(bare).arguments)


def is_assignment(code: list[Token]) -> bool:
    """Whether a line is `name =` or `name[`, or can hardly be anything else: `name ==`."""
    word, sign = code[0], code[1] if len(code) > 1 else code[0]
    if word.kind != WORD or len(code) < 2:
        return False
    if sign.text == "=":
        return True
    if word.key in BY_NAME:
        return sign.text == "[" and any(t.text == "=" for t in code)
    if sign.key in RESERVED and word.key not in RESERVED:
        return True
    odd = sign.kind == NUMBER or sign.key in BY_NAME
    if odd and code[2:] and code[2].text == "=":
        return True
    if sign.kind != SYMBOL:
        return False
    if sign.text == "[":
        return True
    if word.key in OF_OTHERS or _near(word.key.lstrip(".")):
        return False
    given = any(t.text == "=" for t in code)
    apart = len(code) > 2 and code[2].column > sign.end
    given = given or (sign.text in ("+", "-") and apart)
    return sign.text in _COMPARING or (given and sign.text in ("(", "+", "-", ":"))


def _step(code: list[Token]) -> tuple[int | None, list[Token], list[Diagnostic]]:
    """The step number at the start of a line, the tokens behind it, and findings."""
    first = code[0]
    joined = _STEP_THEN_WORD.fullmatch(first.text) if first.kind == BAD_NUMBER else None
    if joined:
        return int(joined[1]), code[1:], []
    if first.kind != NUMBER:
        return None, code, []
    if first.text.isdigit() and len(first.text) <= _STEP_DIGITS:
        return int(first.text), code[1:], []
    whole = finding(
        "E122",
        "a step number is a whole number of at most nine digits",
        first.column,
        first.end,
        label="not a step number",
        help="number the lines 10, 20, 30 ... or leave the numbers out",
    )
    return None, code, [whole]


def _remark(step: int | None, instruction: Instruction, code: list[Token]) -> ParsedLine:
    texts = [token for token in code if token.kind == TEXT and token.text.strip()]
    arguments = tuple(
        Argument(instruction.operands[0], t.text.strip(), t.column, t.end) for t in texts
    )
    return ParsedLine(
        step, instruction, arguments or (None,), code[0].column, code[-1].end, has_code=False
    )


def _unknown(line: str, code: list[Token]) -> Diagnostic:
    token = code[0]
    if token.kind != WORD:
        return finding(
            "E110",
            f"an instruction is expected here, not {token.text}",
            token.column,
            token.end,
            label="expected an instruction",
            help="a line is  [number] INSTRUCTION operands  ; comment",
        )

    foreign = foreign_word(code)
    if foreign is not None:
        return foreign

    near = _near_dotted(token.key, len(code) > 1)[:3] or _joined_words(token.text)
    fits = {n: _fit(f"{n} {line[token.end - 1 :]}") for n in near}
    other = None if _is_near(line, code, near) else called_or_labelled(code, read_line)
    if other is not None:
        return other
    near.sort(key=lambda n: fits[n])
    fixes = tuple(
        replacement(f"write  {n}", token.column, token.end, n) for n in near if fits[n] < _LEFT_OVER
    )
    return finding(
        "E110",
        f"{token.text} is not an instruction",
        token.column,
        token.end,
        label=f"did you mean {near[0]}?" if near else "not known",
        help=f"write  {near[0]}" if near else "",
        fixes=fixes,
    )


def _is_near(line: str, code: Sequence[Token], near: Sequence[str]) -> bool:
    """Whether the first of some near words is meant: WAITT (N) means WAIT, foo() is not FOR."""
    first = BY_NAME.get(near[0]) if near else None
    if first is None or not first.block or first.name == code[0].key:
        return bool(near)
    fit = _fit(f"{first.name} {line[code[0].end - 1 :]}")
    return fit == 0 or called_or_labelled(code, read_line) is None


def _fit(line: str) -> int:
    """How well a line fits: 0 without fault, 1 with a fault, _LEFT_OVER with too many words."""
    codes = {d.code for d in read_line(line).diagnostics}
    return 0 if not codes else 1 if codes.isdisjoint(_TOO_MUCH) else _LEFT_OVER


@lru_cache(maxsize=4096)
def _near(word: str, has_operands: bool | None = None) -> list[str]:
    """The instructions that a word may have been meant to be.

    has_operands: if given, instructions that need operands (or none) come first.
    """
    if word in RESERVED:
        return []
    if has_operands is None:
        found = nearest(word, _NAMES)
    else:
        found = nearest(word, _NAMES, lambda name: bool(BY_NAME[name].required) == has_operands)
    # A prefix has a meaning: REMOVE is not MOVE, and UNLOCK is the opposite of LOCK.
    return [name for name in found if not _is_prefixed(word, name)]


def _is_prefixed(word: str, name: str) -> bool:
    """Whether one word is the other with two letters before it."""
    return abs(len(word) - len(name)) == 2 and (word.endswith(name) or name.endswith(word))


def _near_dotted(word: str, has_operands: bool | None = None) -> list[str]:
    """As `_near`, but for a word that begins with a point only .PROGRAM and .END if near."""
    dotted = nearest(word, (PROGRAM_HEAD, PROGRAM_END)) if word[0] == "." else []
    return dotted or _near(word.lstrip("."), has_operands)


def _joined_words(text: str) -> list[str]:
    """MOVELOC1 as MOVE LOC1: the longest instruction that begins a word, and the rest."""
    starts = [i.name for i in INSTRUCTIONS if i.operands and text.upper().startswith(i.name)]
    name = max(starts, key=len, default="")
    rest = text[len(name) :]
    is_name = rest.upper() not in BY_NAME and rest.upper() not in RESERVED
    return [f"{name} {rest}"] if name and is_name else []


def _console_only(instruction: Instruction, word: Token) -> Diagnostic:
    return finding(
        "E111",
        f"{instruction.name} belongs to the console: it edits a program and is no part of one",
        word.column,
        word.end,
        label="an editor command",
        help=f"key {instruction.name} in at the console ({instruction.summary})",
    )


def _faulty(
    line: str,
    code: list[Token],
    found: list[Diagnostic],
    step: int | None = None,
    instruction: Instruction | None = None,
) -> ParsedLine:
    plain = [t for t in lex_code(intended(line)) if t.kind == WORD]
    words = frozenset(t.key for t in plain)
    meant = plain[0].key if plain else ""
    if instruction is None:
        known = SYNONYMS[meant][0] if meant in SYNONYMS else meant
        names = [known] if known in BY_NAME else _near_dotted(meant) if meant else []
        names = names if _is_near(line, code, names) else []
        instruction = BY_NAME[names[0]] if names else None
    words = words.union(hidden_words(step, instruction, code))
    block = meant_block(instruction, code)
    is_end = block == END and END in [token.key for token in code[:2]]
    return ParsedLine(
        step,
        instruction,
        (),
        code[0].column,
        max(token.end for token in code),
        tuple(found),
        words,
        is_end=is_end,
        block=block,
    )
