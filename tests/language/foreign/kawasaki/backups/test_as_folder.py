"""What the files of a folder give to a program of AS: values, called programs, constants."""

from language import parse
from language.foreign.kawasaki.as_reader import read_as
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.reading import DIFFERS, Reading

FACTS = Facts(of_joint=lambda joint, shown: shown, signs=(1,) * 6)
PLACES = ".TRANS\np 500 0 300 0 180 0\n.END\n"


def read(body: str, *data: tuple[str, str]) -> Reading:
    """The reading of a program with these lines, beside files by their names."""
    return read_as(f".PROGRAM main()\n{body}\n.END\n", data, FACTS)


def findings(reading: Reading) -> list[tuple[int, str]]:
    return [(found.line, found.message) for found in reading.findings]


def test_values_of_files_beside_are_taken_with_their_origin() -> None:
    reading = read("LMOVE p\nSIGNAL out", ("b_l.as", PLACES), ("b_r.as", ".REALS\nout = 7\n.END"))
    assert not reading.findings
    assert "POINT p = 500, 0, 300, 0, 180, 0" in reading.text
    assert reading.origins["OUT"] == "b_r.as:2, value of the last run"


def test_a_name_to_which_files_give_several_values_has_none() -> None:
    other = ".REALS\nout = 8\nspeed1 = 3\n.END\n"
    reading = read("SIGNAL out\nSPEED speed1", ("a.as", ".REALS\nout = 7\n.END"), ("b.as", other))
    why = "out has several values, in a.as:2 and b.as:2: SIGNAL out"
    assert findings(reading) == [(2, why)]


def test_the_same_value_in_several_files_is_one() -> None:
    assert not read("LMOVE p", ("a.as", PLACES), ("b.as", PLACES)).findings


def test_a_whole_backup_takes_nothing_from_another_one() -> None:
    whole = ".PROGRAM main()\nLMOVE p\n.END\n.REALS\nx = 1\n.END\n"
    other = f".PROGRAM main()\nLMOVE p\n.END\n{PLACES}"
    told = read_as(whole, [("other.as", other)], FACTS).findings[0]
    assert told.message == "p has no value: LMOVE p"
    assert not read_as(whole, [("places.as", PLACES)], FACTS).findings


def test_programs_of_other_files_are_called_and_those_that_they_call() -> None:
    first = f".PROGRAM sub(.n)\nCALL deeper\nSIGNAL .n\n.END\n{PLACES}"
    second = ".PROGRAM deeper()\nLMOVE p\n.END\n.PROGRAM unused()\nSIGNAL 9\n.END\n"
    reading = read("BREAK\nCALL sub(3)", ("a.as", first), ("b.pg", second))
    assert not reading.findings and reading.coverage.carried_out == 4
    assert ".PROGRAM sub(_n)" in reading.text and ".PROGRAM deeper" in reading.text
    assert "unused" not in reading.text
    assert not [d for d in parse(reading.text).diagnostics if d.severity == "error"]
    lines = reading.text.split("\n")
    assert reading.places[lines.index("SIGNAL (_n)")].line == 3  # that of the call


def test_of_several_programs_of_a_name_the_one_in_the_file_of_that_name_is_called() -> None:
    one, other = (f".PROGRAM sub()\nSIGNAL {n}\n.END\n" for n in (3, 4))
    named = read("CALL sub", ("a.as", one), ("SUB.as", other), ("z.as", one))
    assert "SIGNAL 4" in named.text and "SIGNAL 3" not in named.text
    assert "SIGNAL" not in read("CALL sub", ("a.as", one), ("b.as", other)).text


def test_what_is_not_understood_in_a_called_program_is_told_at_the_call() -> None:
    other = ".PROGRAM sub()\nXYZ 3\nLMOVE nowhere\n.END\n"
    reading = read("CALL sub", ("a.as", other))
    told = reading.findings[0]
    assert (told.code, told.line) == (DIFFERS, 2)
    assert told.message == "2 lines, the first is 2, of a.as, which is called here, not understood"
    assert reading.coverage.not_understood == 0


def test_constants_that_other_programs_set_are_values() -> None:
    setter = (
        ".PROGRAM setup()\nout = 12\nPOINT p = TRANS(1,2,3)\nn = 1\nn = n + 1\nm = 1\nm = 2\n"
        ".k = 4\non.sig = ON\n.END\n"
    )
    reading = read("SIGNAL out\nLMOVE p\nSIGNAL n\nSIGNAL m\nx = on.sig", ("setup.as", setter))
    assert findings(reading) == [
        (4, "n has no value: SIGNAL n"),
        (5, "m has no value: SIGNAL m"),
    ]
    assert reading.origins["OUT"] == "setup.as:2, set by a program"
    assert "POINT p = 1, 2, 3, 0, 0, 0" in reading.text and "on.sig = -1" in reading.text


def test_a_name_that_the_program_sets_itself_keeps_to_it() -> None:
    other = ".PROGRAM setup()\nout = 12\n.END\n"
    assert "out = 12" not in read("out = 3\nSIGNAL out", ("setup.as", other)).text


def test_signals_that_have_names_in_the_backup_have_their_numbers() -> None:
    named = (
        '.AUXDATA\nN_OX3    "grip|Close the gripper"\nN_WX2   "closed  "\nN_INT10 "at.home[1] | "\n'
        'N_OX4  "Two words, a remark"\nN_WX5 "kept|"\n.END\n.REALS\nkept = 7\n.END\n'
    )
    body = "SIGNAL grip, -at.home[1]\nSWAIT closed\nSWAIT kept\nSIGNAL two"
    reading = read(body, ("backup.as", named))
    assert findings(reading) == [(5, "two has no value: SIGNAL two")]
    start = reading.text.partition("CALL MAIN")[0]
    for line in ("grip = 3", "closed = 1002", "at.home[1] = 2010", "kept = 7"):
        assert f"  {line}\n" in start
