"""Names that called programs give their value: they are known, and have no value before."""

from language import parse
from language.foreign.kawasaki.as_reader import read_as
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.reading import Reading

SUBS = (
    ".PROGRAM far(.ok, .n)\nCALL near(.ok)\n.END\n.PROGRAM near(.&p)\nPOINT .p = NULL\n.END\n"
    ".PROGRAM count(.n)\n.n = 3\n.END\n.PROGRAM reads(.n)\nSIGNAL .n\n.END\n"
)


def read(body: str) -> Reading:
    reading = read_as(f".PROGRAM main()\n{body}\n.END\n{SUBS}", (), Facts())
    assert not [d for d in parse(reading.text).diagnostics if d.severity == "error"]
    return reading


def test_a_name_that_a_called_program_gives_a_value_is_known() -> None:
    reading = read("CALL count(total)\nSIGNAL total\nCALL count(v[2])\nSIGNAL v[2]")
    assert not reading.findings
    assert "    TOTAL = 0" in reading.text.partition(".END")[0].splitlines()


def test_so_is_a_place_and_one_that_is_passed_on() -> None:
    reading = read("CALL far(goal, 1)\nLMOVE goal")
    assert not reading.findings and "    SET GOAL = NULL" in reading.text


def test_a_local_name_is_known_in_its_program_alone() -> None:
    reading = read("CALL count(.total)\nSIGNAL .total")
    assert not reading.findings
    assert "_TOTAL = 0" not in reading.text.partition(".END")[0]
    assert "_TOTAL = 0" in reading.text.partition(".PROGRAM main")[2].partition(".END")[0]


def test_a_name_that_is_only_read_stays_without_a_value() -> None:
    reading = read("CALL reads(total)\nCALL count(other)\nSIGNAL third")
    assert [found.line for found in reading.findings] == [2, 4]


def test_a_name_that_has_a_value_is_not_made_known_again() -> None:
    assert "IF FALSE" not in read("total = 1\nCALL count(total)").text
