"""What a faulty line was meant to be, if it has no fault when it is written in another way.

Each way is tried by parsing the changed line, and proposed only if it has no fault: two
instructions in one line, a missing SET before a location, SET written as HERE.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from language.expressions.trees import RESERVED
from language.instructions import BY_NAME
from language.lines.parsed_line import ParsedLine
from language.words.diagnostics import Diagnostic, Fix, finding, replacement
from language.words.lexer import WORD, Token

Reader = Callable[[str], ParsedLine]
# Codes of faults that report a missing comma.
_SEPARATED = frozenset({"E115", "E117"})
# Codes of faults of a location in the place of a number.
_OF_VALUE = frozenset({"E113", "E116", "E119"})


def meant_line(
    line: str, code: Sequence[Token], found: Diagnostic, read: Reader
) -> Diagnostic | None:
    """A better finding for the first fault of a line, or None; read: parses a line."""
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
    """Index of the first instruction behind the first token; 0 if there is none."""
    return next((i for i in range(1, len(code)) if _begins(code[i])), 0)


def _begins(token: Token) -> bool:
    known = BY_NAME.get(token.key) if token.kind == WORD else None
    return known is not None and not known.takes_text and token.key not in RESERVED


def _two_instructions(line: str, code: Sequence[Token], second: int, read: Reader) -> Diagnostic:
    """The finding of `MOVE A, SPEED 50`: the second instruction needs a line of its own.

    It has no fix if one of the two instructions has a fault of its own.
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
    """The finding of `A = TRANS(1, 2, 3)`: SET gives a location its value."""
    start = code[0].column
    written = f"SET {line[start - 1 : code[-1].end - 1]}"
    if read(written).diagnostics:
        return None
    title = f"write  {written}"
    return replace(found, help=title, fixes=(replacement(title, start, start, "SET "),))


def _set_meant(
    line: str, code: Sequence[Token], found: Diagnostic, read: Reader
) -> Diagnostic | None:
    """The finding of `HERE A = B`: HERE stores where the arm is and takes no value."""
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
