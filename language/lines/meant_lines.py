"""What a faulty line was meant for, where it is sound when it is read in another way.

Each reading is tried on the line written so, and told only where no fault is left: two
instructions in one line, SET left out before a location, SET meant by HERE.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from language.expressions.trees import RESERVED
from language.instructions import BY_NAME
from language.lines.parsed_line import ParsedLine
from language.words.diagnostics import Diagnostic, Fix, finding, replacement
from language.words.lexer import WORD, Token

Reader = Callable[[str], ParsedLine]
# Faults that a comma too few is told by.
_SEPARATED = frozenset({"E115", "E117"})
# Faults of a location where a number belongs.
_OF_VALUE = frozenset({"E113", "E116", "E119"})


def meant_line(
    line: str, code: Sequence[Token], found: Diagnostic, read: Reader
) -> Diagnostic | None:
    """A better finding for the first fault of a line, or None. read: reads a line in full."""
    if found.code in _SEPARATED and (second := _second_instruction(code)):
        return _two_instructions(line, code, second, read)
    if len(code) > 2 and code[1].text == "=" and found.code in _OF_VALUE:
        return _set_left_out(line, code, found, read)
    first = BY_NAME.get(code[0].key)
    takes_place = first is not None and first.gives_location and not first.form
    if takes_place and any(t.text == "=" for t in code[2:]):
        return _set_meant(line, code, found, read)
    return None


def _second_instruction(code: Sequence[Token]) -> int:
    """The place of the first word behind the first that is an instruction; 0 if there is none."""
    return next((i for i in range(1, len(code)) if _begins(code[i])), 0)


def _begins(token: Token) -> bool:
    known = BY_NAME.get(token.key) if token.kind == WORD else None
    return known is not None and not known.takes_text and token.key not in RESERVED


def _two_instructions(line: str, code: Sequence[Token], second: int, read: Reader) -> Diagnostic:
    """`MOVE A, SPEED 50`: no comma is missing, the second instruction is a line of its own.

    Where one of them has a fault of its own, no correction is offered: a comma would be wrong.
    """
    first = code[second]
    before = [t for t in code[:second] if t.text != ","][-1]
    text = line[first.column - 1 : code[-1].end - 1]
    start, end = code[0].column - 1, before.end - 1
    gap = line[end : first.column - 1]
    sound = not (read(line[start:end]).diagnostics or read(text).diagnostics)
    instruction = BY_NAME.get(code[0].key)
    opens = instruction is not None and instruction.block == "opens"
    title = f"put  {text}  into a line of its own"
    fixes: tuple[Fix, ...] = ()
    if sound and gap.strip() in ("", ",") and not opens:
        fixes = (replacement(title, before.end, first.column, "\n"),)
    return finding(
        "E114",
        f"{first.text} begins a second instruction in this line",
        first.column,
        code[-1].end,
        label="too much",
        help=title,
        fixes=fixes,
    )


def _set_left_out(
    line: str, code: Sequence[Token], found: Diagnostic, read: Reader
) -> Diagnostic | None:
    """`A = TRANS(1, 2, 3)`: a location gets its value by SET."""
    start = code[0].column
    written = f"SET {line[start - 1 : code[-1].end - 1]}"
    if read(written).diagnostics:
        return None
    title = f"write  {written}"
    return replace(found, help=title, fixes=(replacement(title, start, start, "SET "),))


def _set_meant(
    line: str, code: Sequence[Token], found: Diagnostic, read: Reader
) -> Diagnostic | None:
    """`HERE A = B`: HERE keeps where the arm stands, and takes no value."""
    sign = next(t for t in code if t.text == "=")
    written = f"SET {line[code[1].column - 1 : code[-1].end - 1]}"
    is_set = not read(written).diagnostics
    return finding(
        found.code,
        f"HERE takes no value: it keeps where the arm stands, and {sign.text} does not belong here",
        sign.column,
        code[-1].end,
        label="too much",
        help=f"to give the value of another location write  {written}" if is_set else "",
    )


def called_or_labelled(code: Sequence[Token], read: Reader) -> Diagnostic | None:
    """The finding for `foo(...)` and `foo: ...` of other languages; None for any other line."""
    word, after = code[0], code[1] if len(code) > 1 else code[0]
    if after.text == ":":
        return finding(
            "E110",
            f"{word.text} is not an instruction, and a label is a number here",
            word.column,
            after.end,
            label="not known",
            help="write a label as a number before the line:  10 READY",
        )
    if after.text != "(" or after.column != word.end or code[-1].text != ")":
        return None
    written = f"CALL {''.join(t.text for t in code)}"
    is_call = not read(written).diagnostics
    title = f"write  {written}"
    return finding(
        "E110",
        f"{word.text} is not an instruction",
        word.column,
        word.end,
        label="not known",
        help=f"to run the program {word.text} {title}" if is_call else "",
        fixes=(replacement(title, word.column, word.column, "CALL "),) if is_call else (),
    )
