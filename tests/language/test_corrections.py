"""No correction changes what a line says: its operands and numbers stay, or the title says so.

The law is checked on valid lines with random faults put into them, by counting what stands in the
text before and after each correction: words, numbers, texts and signs of arithmetic.
"""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from language import apply_fix, parse
from language.diagnostics import Diagnostic, Fix
from language.functions import FUNCTIONS
from language.instructions import INSTRUCTIONS
from language.lexer import BAD_NUMBER, NUMBER, ODD, STRING, SYMBOL, TEXT, WORD, intended, lex_code
from language.line_parser import parse_line

CASES = sorted((Path(__file__).resolve().parent.parent / "cases").glob("*.case"))
NUMBERS = re.compile(r"[0-9.]*[0-9][0-9.]*")
SIGNED = re.compile(r"(?<![^ ,])[+-]|[0-9.]+e[+-]?", re.IGNORECASE)
TEXTS = re.compile(r'"[^"]*"')
TAKEN_OUT = re.compile(r"^take  (.*)  out$")
# Signs that are no operand and join none.
_DIVIDING = frozenset(",()[]=")
JUNK = (
    *(i.name for i in INSTRUCTIONS), *FUNCTIONS, "LET", "ELSEIF", "ELSIF", "ENDIF", "NEXT", "REAL",
    "LOC", "PRINT", "MOVEL", "GO", "0x10", "10mm", "5cm", "5ms", "3x4", "1,5", "1E", "1e999", "2 3",
    "A", "B", "LOC1", "N", "P#", "#P", "(", ")", "[", "]", ",", ":", "=", "==", "+", "-", "*", "/",
    " + B", "+5", "- 3", '"t"', "$s", "\u3000", "%", "//", "!", "<", ">=", "THEN", "TO", "DO", "OF",
    "AT", "ON", "ALWAYS", "MMPS", "mm/s", ".", ";",
)  # fmt: skip


def valid_lines() -> list[str]:
    """Examples of all instructions, and the sound lines of the cases."""
    lines = [i.example for i in INSTRUCTIONS]
    for path in CASES:
        text = path.read_text(encoding="utf-8").split("\n====")[0]
        faulty = {d.line for d in parse(text).diagnostics}
        lines += [line for n, line in enumerate(text.split("\n"), 1) if n not in faulty]
    return sorted({line for line in lines if line.strip()})


def spoilt(line: str, rng: random.Random) -> str:
    """The line with one or two faults: a piece put in, taken out, doubled or exchanged."""
    for _ in range(rng.choice((1, 1, 1, 2))):
        tokens = lex_code(line) or lex_code("READY")
        token = rng.choice(tokens)
        start, end = token.column - 1, token.end - 1
        gap = rng.choice((" ", " ", ""))
        match rng.randrange(6):
            case 0:
                line = line[:start] + line[end:]
            case 1:
                line = line[:start] + rng.choice(JUNK) + line[end:]
            case 2:
                line = f"{line[:end]}{gap}{rng.choice(JUNK)}{gap}{line[end:]}"
            case 3:
                line = f"{line[:end]}{gap}{token.text}{gap}{line[end:]}"
            case 4:
                at = rng.randrange(len(token.text))
                line = line[: start + at] + line[start + at + 1 :]
            case 5:
                at = rng.randrange(len(token.text) + 1)
                line = line[: start + at] + rng.choice("AEMSX1.(") + line[start + at :]
    return line


def pieces(text: str) -> tuple[Counter[str], Counter[str]]:
    """The words, texts and signs of a text, and the numbers in it."""
    words: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    for line in intended(text).split("\n"):
        for token in lex_code(line):
            if token.kind in (NUMBER, BAD_NUMBER, ODD):
                numbers.update(NUMBERS.findall(token.text))
            if token.kind in (WORD, STRING) or token.kind == SYMBOL:
                words[token.key] += token.key not in _DIVIDING
    return +words, numbers


def broken_law(text: str, finding: Diagnostic, fix: Fix) -> str:
    """Why a correction does harm; "" where it does none."""
    after = apply_fix(text, fix)
    words, numbers = pieces(text)
    new_words, new_numbers = pieces(after)
    lost, lost_numbers = words - new_words, numbers - new_numbers
    if any(t.kind == TEXT for t in lex_code(after.split("\n")[finding.line - 1])):
        return ""  # All that stands behind it is a text now.
    taken = TAKEN_OUT.match(fix.title)
    if taken:
        out_words, out_numbers = pieces(taken[1])
        if set("+-*/:") & set(SIGNED.sub("", TEXTS.sub("", taken[1]))):
            return "a sign is taken out together with its operands"
        lost, lost_numbers = lost - out_words, lost_numbers - out_numbers
    lost_numbers -= Counter(NUMBERS.findall(" ".join(new_words - words)))
    if lost_numbers:
        return f"the numbers {[*lost_numbers]} are gone"
    said = f"{finding.message} {fix.title}".upper()
    unsaid = [word for word in lost if word not in said]
    if unsaid:
        return f"{unsaid} are gone"
    if not taken and lost.total() > 1 and len(fix.edits) == 1 and "MM/S" not in said:
        return f"one word takes the place of {[*lost]}"
    left = [d for d in parse(after).diagnostics if d.line == finding.line]
    same = (finding.code, finding.message, finding.column)
    if same in [(d.code, d.message, d.column) for d in left]:
        return "the same is said of the line again"
    return ""


BEFORE = "POINT A 1 2 3 4 5 6\nPOINT LOC1 1 2 3 4 5 6\nPOINT #P 1 2 3\nN = 4\n"


def test_no_correction_takes_an_operand_out_or_changes_a_number_unsaid() -> None:
    rng = random.Random(31)
    lines = valid_lines()
    offered, harmful = 0, []
    for _ in range(6000):
        text = f"{BEFORE}{spoilt(rng.choice(lines), rng)}\nEND"
        for finding in parse(text).diagnostics:
            for fix in finding.fixes:
                offered += 1
                why = broken_law(text, finding, fix)
                if why:
                    harmful.append((text.split("\n")[4], finding.message, fix.title, why))
    assert offered > 1000
    assert not harmful, "\n".join(map(str, harmful[:20]))


def test_help_that_writes_a_line_out_keeps_what_stands_in_it() -> None:
    rng = random.Random(32)
    lines = valid_lines()
    written = 0
    for _ in range(3000):
        line = spoilt(rng.choice(lines), rng)
        for finding in parse_line(line).diagnostics:
            proposed = finding.help.removeprefix("write  ")
            if finding.code in ("E112", "E115", "E117") and proposed != finding.help:
                written += 1
                (words, numbers), (new, new_numbers) = pieces(line), pieces(proposed)
                assert not (words - new) + (numbers - new_numbers), (line, finding.help)
    assert written > 100


@pytest.mark.parametrize(
    ("line", "caret", "named"),
    [
        ("MOVE A + LOC1", "+", "A:B"),
        ("APPROS A+LOC1 30", "+", "A:B"),
        ("N = DX(A - LOC1)", "-", "A:B"),
        ("POINT P = A+TRANS(1,2,3)", "+", "A:B"),
        ("SET P = A*N", "*", "A:B"),
        ("ELSEIF N THEN", "ELSEIF", "ELSE"),
        ("DELAY 1,5", "5", "1.5"),
        ("N = 0x10", "0x10", "write  16"),
        ("SPEED 50mm", "50mm", "lengths are in mm"),
        ("DELAY 5ms", "5ms", "times are in s"),
        (".PROGRAM a() #5", "#5", "does not belong behind )"),
        ("DELAY 5 + 3", "+", "parentheses"),
        ("IF N THEN MOVE A", "MOVE A", "a line of its own"),
        ("MOVE LOC3", "LOC3", "not defined"),
        ("REMOVE A", "REMOVE", "not an instruction"),
        ("UNLOCK 3", "UNLOCK", "not an instruction"),
        ("REPEAT", "REPEAT", "DO and UNTIL"),
        ("N = SQR(4)", "SQR", "X * X"),
        ("N = SINH(4)", "SINH", "hyperbolic"),
        ("TURN", "TURN", "not an instruction"),
        ("WAITUNTIL", "WAITUNTIL", "not an instruction"),
        ("AND A", "AND", "not an instruction"),
    ],
)
def test_where_no_correction_is_safe_the_message_helps_and_none_is_offered(
    line: str, caret: str, named: str
) -> None:
    finding = next(d for d in parse(f"{BEFORE}{line}\nEND").errors if d.line == 5)
    assert line[finding.column - 1 : finding.end_column - 1] == caret
    assert named in finding.message + finding.help
    assert not finding.fixes


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("LET x = 5", "x = 5"),
        ("RELEASE", "RELEAS"),
        ('TYPE "a" N', 'TYPE "a", N'),
        ("CALL sub(1 2)", "CALL sub(1, 2)"),
        ("SWAIT 1, -2", "WAIT SIG(1, -2)"),
        ("MOVEL A", "MOVES A"),
        ("MOVETO A", "MOVE A"),
        ("ENDIF", "END"),
        ("DELAY 5s", "DELAY 5"),
        ("MOVE A HERE B", "MOVE A\nHERE B"),
        ("END IF", "END"),
        ("SPEED 500 MM/S", "SPEED 500 MMPS"),
    ],
)
def test_the_first_correction_keeps_what_is_meant(line: str, mended: str) -> None:
    text = f"{BEFORE}{line}\nEND"
    finding = next(d for d in parse(text).errors if d.line == 5)
    assert apply_fix(text, finding.fixes[0]) == text.replace(line, mended)


@pytest.mark.parametrize(
    "line", ["AUTO REAL a, b", "AUTO LOC p", "LOCAL DOUBLE a b", "AUTO LOC #p"]
)
def test_a_type_before_own_names_is_no_name(line: str) -> None:
    (own,) = parse_line(line).arguments
    assert own is not None
    assert own.value == tuple(line.replace(",", "").replace("#", "").upper().split()[2:])


def test_what_is_too_much_is_marked_and_not_what_stands_before_it() -> None:
    """A word, a number or a text behind a sound line: the caret stands on it, or right before."""
    wrong = []
    for instruction in INSTRUCTIONS:
        line = instruction.example
        if instruction.takes_text:
            continue
        for extra in ("XYZ", "7", '"t"', "MOVE A", "+ N", ")"):
            found = parse_line(f"{line} {extra}", console=True).diagnostics
            if found and found[0].column < len(line) + 1:
                wrong.append((f"{line} {extra}", found[0].column, found[0].message))
    assert not wrong, "\n".join(map(str, wrong))
