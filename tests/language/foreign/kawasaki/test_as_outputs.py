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
    assert not read("CALL count(total)\nSIGNAL total\nCALL count(v[2])\nSIGNAL v[2]").findings


def test_so_is_a_place_and_one_that_is_passed_on() -> None:
    assert not read("CALL far(goal, 1)\nLMOVE goal").findings


def test_a_local_name_is_known_too() -> None:
    assert not read("CALL count(.total)\nSIGNAL .total").findings


def test_a_name_that_is_only_read_stays_without_a_value() -> None:
    reading = read("CALL reads(total)\nCALL count(other)\nSIGNAL third")
    assert [found.line for found in reading.findings] == [2, 4]
