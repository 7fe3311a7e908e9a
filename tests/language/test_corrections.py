"""No fix changes the meaning of a line: operands and numbers stay, or its title names the change.

The law is checked on valid lines with random faults put into them, by counting what stands in the
text before and after each correction: words, numbers, texts and signs of arithmetic.
"""

import math
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from language import apply_fix, parse
from language.instructions import INSTRUCTIONS, Instruction
from language.lines.line_parser import parse_line
from language.words.diagnostics import Diagnostic, Edit, Fix
from language.words.functions import FUNCTIONS
from language.words.lexer import (
    BAD_NUMBER,
    NUMBER,
    ODD,
    STRING,
    SYMBOL,
    TEXT,
    WORD,
    intended,
    lex_code,
)

CASES = sorted((Path(__file__).resolve().parent.parent / "cases").glob("*.case"))
NUMBERS = re.compile(r"[0-9.]*[0-9][0-9.]*")
SIGNED = re.compile(r"(?<![^ ,])[+-]|[0-9.]+e[+-]?", re.IGNORECASE)
TEXTS = re.compile(r'"[^"]*"')
TAKEN_OUT = re.compile(r"^take  (.*)  out$")
# Signs that are not operands and do not join operands.
_DIVIDING = frozenset(",()[]=")
JUNK = (
    *(i.name for i in INSTRUCTIONS), *FUNCTIONS, "LET", "ELSEIF", "ELSIF", "ENDIF", "NEXT", "REAL",
    "LOC", "PRINT", "MOVEL", "GO", "0x10", "10mm", "5cm", "5ms", "3x4", "1,5", "1E", "1e999", "2 3",
    "A", "B", "LOC1", "N", "P#", "#P", "(", ")", "[", "]", ",", ":", "=", "==", "+", "-", "*", "/",
    " + B", "+5", "- 3", '"t"', "$s", "\u3000", "%", "//", "!", "<", ">=", "THEN", "TO", "DO", "OF",
    "AT", "ON", "ALWAYS", "MMPS", "mm/s", ".", ";", " ms", " cm", " mm", " s", ", ,", ", SPEED 50",
    " OPEN 5", "= B", "= TRANS(1, 2, 3)",
)  # fmt: skip


def valid_lines() -> list[str]:
    """Examples of all instructions, and the lines without fault of the cases."""
    lines = [i.example for i in INSTRUCTIONS]
    for path in CASES:
        text = path.read_text(encoding="utf-8").split("\n====")[0]
        faulty = {d.line for d in parse(text).diagnostics}
        lines += [line for n, line in enumerate(text.split("\n"), 1) if n not in faulty]
    return sorted({line for line in lines if line.strip()})


def spoilt(line: str, rng: random.Random) -> str:
    """The line with one or two faults: a token added, removed, doubled or exchanged."""
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
    """How often each word, text and sign is in a text, and how often each number."""
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
    """A sentence that says why a fix does harm; "" if it does not."""
    after = apply_fix(text, fix)
    words, numbers = pieces(text)
    new_words, new_numbers = pieces(after)
    lost, lost_numbers = words - new_words, numbers - new_numbers
    if any(t.kind == TEXT for t in lex_code(after.split("\n")[finding.line - 1])):
        return ""  # Everything behind the added word is a text now.
    taken = TAKEN_OUT.match(fix.title)
    if taken:
        out_words, out_numbers = pieces(taken[1])
        why = _wrongly_taken(text.split("\n")[finding.line - 1], taken[1], out_numbers)
        if why:
            return why
        if set("+-*/:") & set(SIGNED.sub("", TEXTS.sub("", taken[1]))):
            return "a sign is taken out together with its operands"
        lost, lost_numbers = lost - out_words, lost_numbers - out_numbers
    if any(_joins_instruction(text, edit) for edit in fix.edits):
        return "a comma makes an operand of a second instruction"
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


def _wrongly_taken(line: str, taken: str, numbers: Counter[str]) -> str:
    """A sentence that says why the removed operand was not too much; "" if it may have been."""
    start = line.rfind(taken)
    if numbers and re.search(r"(^\s*\d*\s*[A-Za-z.]+|,)\s*,\s*$", line[:start]):
        return "an operand is taken out, and the empty place before it stays"
    if line[:start].rstrip().endswith("="):
        return "what a sign gives is taken out, and the sign stays"
    unit = taken.strip().upper()
    if unit in UNITS and re.search(r"(?<![A-Za-z0-9_.])[0-9.]+ *$|\) *$", line[:start]):
        bare = parse_line(line[:start])
        own = [a.operand.unit for a in bare.arguments if a is not None and a.end_column > 1]
        if not bare.diagnostics and UNITS[unit][0] != own[-1]:
            return f"{unit} is taken out behind a number of {own[-1] or 'no unit'}"
    return ""


def _joins_instruction(text: str, edit: Edit) -> bool:
    """Whether an edit puts a comma before the first operand of an instruction in a line."""
    line = text.split("\n")[edit.line - 1]
    before = line[: edit.column - 1].split()[1:]
    behind = line[edit.end_column - 1 :].split()
    if edit.text.strip() != "," or not behind:
        return False
    return any(word.strip(",").upper() in WITH_OPERANDS for word in (*before[-1:], behind[0]))


# For each unit: the unit of the operands that it can be converted to, and the factor.
UNITS = {
    "MM": ("mm", 1), "CM": ("mm", 10), "M": ("mm", 1000), "INCH": ("mm", 25.4), "DEG": ("deg", 1),
    "RAD": ("deg", 180 / math.pi), "S": ("s", 1), "SEC": ("s", 1), "MS": ("s", 0.001),
    "MIN": ("s", 60),
}  # fmt: skip
WITH_OPERANDS = {i.name for i in INSTRUCTIONS if i.operands and not i.takes_text}


BEFORE = "POINT A 1 2 3 4 5 6\nPOINT LOC1 1 2 3 4 5 6\nPOINT #P 1 2 3\nN = 4\n"


def test_no_fix_removes_an_operand_or_changes_a_number_without_saying_so() -> None:
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


@pytest.mark.parametrize("gap", ["", " "])
@pytest.mark.parametrize("unit", UNITS)
def test_a_fix_removes_a_unit_only_if_the_operand_has_that_unit(unit: str, gap: str) -> None:
    """The unit is put behind each number of each example; the help converts the number."""
    of, factor = UNITS[unit]
    taken_out = converted = 0
    for line in {i.example for i in INSTRUCTIONS if i.form in ("", "point")}:
        for argument in parse_line(line, console=True).arguments:
            end = 0 if argument is None else argument.end_column - 1
            value = None if argument is None else argument.value
            if argument is None or type(value) is not float or not line[end - 1].isdigit():
                continue
            given = f"{line[:end]}{gap}{unit}{line[end:]}"
            findings = parse_line(given, console=True).diagnostics
            assert findings, given
            fixed = [apply_fix(given, fix) for d in findings for fix in d.fixes]
            is_own = factor == 1 and argument.operand.unit == of
            assert fixed == ([line] if is_own else []), given
            taken_out += is_own
            written = re.match(r"write  (\S+): ", findings[0].help)
            if written and not is_own:
                converted += 1
                assert argument.operand.unit == of
                assert float(written[1]) == pytest.approx(value * factor)
    assert taken_out > 0 if factor == 1 else converted > 0 or not gap


@pytest.mark.parametrize("instruction", INSTRUCTIONS, ids=lambda i: i.name)
def test_removing_an_empty_place_never_removes_the_operand_behind_it(
    instruction: Instruction,
) -> None:
    if instruction.form or instruction.takes_text or not instruction.plain_operands:
        return
    operands = [o.example for o in instruction.plain_operands]
    for at in range(len(operands)):
        line = f"{instruction.name} {', '.join([*operands[:at], '', *operands[at:]])}"
        for finding in parse_line(line, console=True).diagnostics:
            for fix in finding.fixes:
                after = apply_fix(line, fix)
                assert pieces(after) == pieces(line), (line, fix.title)
                assert not parse_line(after, console=True).diagnostics


def test_help_that_shows_a_whole_line_keeps_everything_in_it() -> None:
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
        ("DELAY 500 ms", "ms", "write  0.5: DELAY takes a time in s"),
        ("APPRO A 5 cm", "cm", "write  50: APPRO takes a distance in mm"),
        ("APPRO A, 5 cm", "cm", "write  50"),
        ("SPEED 50 MM", "MM", "SPEED takes a speed in %"),
        ("N = 5 cm", "cm", "lengths are in mm"),
        ("HERE A = B", "= B", "write  SET A = B"),
        ("HERE A =", "=", "where the arm stands"),
        ("BASE ,,,,5", " ,", "leave no place between commas empty"),
        ("DRAW 1, 2, SPEED 50", "SPEED 50", "a line of its own"),
        ("foo: MOVE A", "foo:", "a label is a number"),
        ("LET P = A", "LET", "SET"),
        ("N = A", "A", "SET A = B"),
    ],
)
def test_if_no_fix_is_safe_the_message_helps_and_there_is_no_fix(
    line: str, caret: str, named: str
) -> None:
    finding = next(d for d in parse(f"{BEFORE}{line}\nEND").errors if d.line == 5)
    assert line[finding.column - 1 : finding.end_column - 1] == caret
    assert named in finding.message + finding.help
    assert not finding.fixes


@pytest.mark.parametrize(
    ("line", "corrected"),
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
        ("DELAY 5 s", "DELAY 5"),
        ("DRIVE 1, 5 deg, 30", "DRIVE 1, 5, 30"),
        ("DELAY ,5", "DELAY 5"),
        ("APPRO A,,5", "APPRO A,5"),
        ("MOVE A, SPEED 50", "MOVE A\nSPEED 50"),
        ('TYPE "a" SPEED 5', 'TYPE "a"\nSPEED 5'),
        ('TYPE "a", OPEN 5', 'TYPE "a"\nOPEN 5'),
        ("foo()", "CALL foo()"),
        ("LET P = TRANS(1, 2, 3)", "SET P = TRANS(1, 2, 3)"),
        ("P = TRANS(1, 2, 3)", "SET P = TRANS(1, 2, 3)"),
        ("P = A:LOC1", "SET P = A:LOC1"),
        ("SPEED 500 MM/S", "SPEED 500 MMPS"),
    ],
)
def test_the_first_fix_keeps_the_meaning_of_the_line(line: str, corrected: str) -> None:
    text = f"{BEFORE}{line}\nEND"
    finding = next(d for d in parse(text).errors if d.line == 5)
    assert apply_fix(text, finding.fixes[0]) == text.replace(line, corrected)


@pytest.mark.parametrize(
    "line", ["AUTO REAL a, b", "AUTO LOC p", "LOCAL DOUBLE a b", "AUTO LOC #p"]
)
def test_a_type_before_local_names_is_not_a_name(line: str) -> None:
    (own,) = parse_line(line).arguments
    assert own is not None
    assert own.value == tuple(line.replace(",", "").replace("#", "").upper().split()[2:])


def test_the_surplus_token_is_marked_and_not_the_one_before_it() -> None:
    """A word, number or text is put behind a line without fault; the caret is at or before it."""
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
