"""Texts of AS: those of the program are compared as on the controller, computed ones never."""

import random

import pytest

from language import parse
from language.foreign.kawasaki.as_reader import read_as
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.reading import Reading


def read(body: str, more: str = "") -> Reading:
    return read_as(f".PROGRAM main()\n{body}\n.END\n{more}", (), Facts())


def not_read(body: str, more: str = "") -> list[int]:
    """The lines that are not understood."""
    return [found.line for found in read(body, more).findings]


def test_a_text_that_stands_in_the_program_is_compared() -> None:
    reading = read('$to = "left"\nIF $to == "left" AND $to <> "right" THEN\nBREAK\nEND')
    assert not reading.findings and reading.coverage.ignored == 0
    assert "to.text = 1" in reading.text
    assert "IF (to.text == 1) AND (to.text <> 2) THEN" in reading.text
    assert '; 2 is "right"' in reading.text


@pytest.mark.parametrize(
    "line",
    [
        "$to = $ENCODE(5)",
        '$to = "a" + $ENCODE(n)',
        "GETTEXT ret, $to",
        'PROMPT "which", $to',
        "$to = $CHR(n)",
        "$other = $ENCODE(1)\n$to = $other",
        "CALL given($to)",
    ],
)
def test_a_text_that_is_made_of_a_number_anywhere_is_never_compared(line: str) -> None:
    given = ".PROGRAM given(.$t)\n.$t = $ENCODE(1)\n.END\n"
    lost = not_read(f'$to = "left"\n{line}\nIF $to == "left" THEN\nEND', given)
    assert 4 + line.count("\n") in lost


def test_a_text_without_a_value_is_never_compared() -> None:
    assert not_read('IF $to == "left" THEN\nEND') == [2]


def test_texts_of_the_backup_are_values() -> None:
    strings = '.STRINGS\n$to[1] = "left"\n.END\n'
    reading = read('IF $to[1] == "left" THEN\nEND', strings)
    assert not reading.findings and "to.text[1] = 1" in reading.text


def test_texts_are_arguments_where_every_call_gives_a_known_one() -> None:
    sub = '.PROGRAM go(.$w, .n)\nIF .$w == "up" THEN\nSIGNAL .n\nEND\n.END\n'
    known = read('CALL go("up", 4)', sub)
    assert "CALL go(1, 4)" in known.text and ".PROGRAM go(_w.text, _n)" in known.text
    mixed = read('CALL go("up", 4)\nCALL go("a" + $ENCODE(x), 5)', sub)
    assert "CALL go(4)" in mixed.text and ".PROGRAM go(_n)" in mixed.text
    assert mixed.coverage.not_understood == 1


def test_a_call_with_a_text_without_a_value_is_still_made() -> None:
    sub = ".PROGRAM log(.$w, .n)\nSIGNAL .n\n.END\n"
    reading = read("CALL log($nothing, 4)", sub)
    assert not reading.findings and "CALL log(4)" in reading.text


def test_the_day_of_the_run_is_none_of_the_file() -> None:
    strings = '.STRINGS\n$before = "08/18/2015"\n.END\n'
    reading = read("$now = $DATE(1)\nIF $before <> $now THEN\nEND\n$before = $now", strings)
    assert not reading.findings and reading.coverage.ignored == 0


def test_texts_are_shown_by_their_words() -> None:
    reading = read('$to = "left"\nPRINT "way ", $to')
    assert 'TYPE "way ", "$to"' in reading.text
    assert not [d for d in parse(reading.text).diagnostics if d.severity == "error"]


def test_a_text_that_would_be_received_keeps_its_value() -> None:
    reading = read('TCP_RECV ret, id, $in[1], n, 5\nIF $in[1] == "go" THEN\nEND')
    assert reading.coverage.not_understood == 0
    lines = [line.strip() for line in reading.text.splitlines()]
    assert lines[lines.index("IF FALSE THEN") + 1] == "in.text[1] = 0"
    assert "IF (in.text[1] == 1) THEN" in lines


MADE = {
    "n = VAL($in[1])": "n = in.text[1]",
    '$x = $DECODE($in[1], ";", 0)': "x.text = in.text[1]",
    '$x = "a" + $in[2]': "x.text = in.text[2]",
    "IF LEN($in[1]) > 5 THEN\nEND": "IF in.text[1] THEN",
    "POINT p = TRANS(VAL($in[1]), 5)": "SET p = TRANS(in.text[1], 5)",
    "DECOMPOSE v[0] = STRTOPOS($in[1])": "DECOMPOSE part_a[] = TRANS(in.text[1], 0, 0)",
}


@pytest.mark.parametrize("line", MADE)
def test_what_is_made_of_a_text_that_never_comes_has_no_value(line: str) -> None:
    reading = read(f"TCP_RECV ret, id, $in[1], n, 5\n{line}")
    assert MADE[line] in [each.strip() for each in reading.text.splitlines()]
    assert reading.coverage.not_understood == 0
    known = read(f"$in[1] = $ENCODE(k)\nTCP_RECV ret, id, $in[1], n, 5\n{line}")
    assert known.coverage.not_understood + known.coverage.ignored > 0


def test_a_program_gives_its_argument_the_text_that_never_comes() -> None:
    sub = ".PROGRAM take(.$t)\nTCP_RECV ret, id, $b[1], n, 5\n.$t = $LEFT($b[1], 3)\n.END\n"
    reading = read("CALL take($line)\nn = VAL($line)", sub)
    assert reading.coverage.not_understood == 0 and "n = line.text" in reading.text


NAMED = ".PROGRAM go7()\nSIGNAL 7\n.END\n.PROGRAM one()\nBREAK\n.END\n"


def test_a_program_is_called_by_a_text() -> None:
    reading = read('n = 7\nSCALL "go" + $ENCODE(/L, n)', NAMED)
    assert not reading.findings and "CALL go7" in reading.text
    assert "there is no program of this name" in reading.text


@pytest.mark.parametrize(
    "line",
    [
        'SCALL "go" + $ENCODE(n)',  # with blanks before the number
        'SCALL "go" + $ENCODE(/F4.1, n)',
        'SCALL "one"\nn = LEN($ENCODE(/L, n))',
        'SCALL "one"\nIF "a" + $ENCODE(/L, n) == "a" + $ENCODE(/L, k) THEN\nEND',
        "SCALL $unknown",
    ],
)
def test_a_text_of_any_number_is_neither_cut_nor_compared_with_another(line: str) -> None:
    assert read(f"n = 7\nk = 2\n{line}", NAMED).coverage.not_understood == 1


def test_a_program_that_is_called_by_a_text_is_none_that_begins() -> None:
    more = ".PROGRAM go1()\nLMOVE NULL\n.END\n.PROGRAM go2()\nLMOVE NULL\nSCALL $x\n.END\n"
    reading = read('n = 1\nSCALL "go" + $ENCODE(/L, n)', more)
    assert "CALL MAIN" in reading.text.partition(".END")[0]


@pytest.mark.parametrize(
    "line",
    [
        "$to = $SPACE(1000000000000)",
        '$to = "a"\nDO\n$to = $to + $to\nUNTIL SIG(1)',
        '$to = "abc"\nDO\n$to = $to + ","\nUNTIL SIG(1)',
    ],
)
def test_texts_that_grow_without_end_are_not_known(line: str) -> None:
    assert len(not_read(f'{line}\nIF $to == "left" THEN\nEND')) == 1


PIECES = (
    "$a", "$b[1]", '"x,1"', "(", ")", ",", "+", "==", "$DECODE", "$MID", "$LEFT", "LEN", "VAL",
    "$ENCODE", "/L", "/F4.1", "INSTR", "n", "2", "-", "SCALL", "EXISTPGM", "IF", "$a =", "n =",
    "SOUT", "SEND", "RECEIVE", "PROMPT", "FOPEN", "CALL go7", "$CHR", "$DATE", "#HERE", "[", "]",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_no_line_of_texts_ends_the_reader_or_gives_a_line_with_an_error(seed: int) -> None:
    chance = random.Random(seed)
    body = "\n".join(
        " ".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 9))) for _ in range(30)
    )
    reading = read(f'n = 1\n$a = "x;2"\n{body}', NAMED)
    told = [d for d in parse(reading.text).diagnostics if d.severity == "error"]
    assert not [d for d in told if d.code not in ("E210", "E211", "E212", "E213")], told
