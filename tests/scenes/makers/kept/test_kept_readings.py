"""Programs of makers read again after edits: the same result as a new reading, and little read."""

import random

import pytest

from language.foreign.foreign_program import ForeignProgram
from scenes.makers.foreign_text import ForeignText, program_of_foreign
from tests.benchmarks.kept_readings import forget_readings
from tests.benchmarks.maker_programs import PROGRAMS, arm_of, files_beside
from tests.depth import cases, share
from tests.scenes.makers.kept.maker_lines import PIECES

FEW = 400  # lines that an edit translates anew at most, of 1,000 and more
DATA = {
    "val3": (
        *files_beside("val3"),
        (
            "other.pgx",
            '<Programs><Program name="other"><Parameters>\n'
            '<Parameter name="x_nOf" type="num" xsi:type="element" xmlns:xsi="x"/>\n'
            '<Parameter name="x_pAt" type="pointRx" xsi:type="element" xmlns:xsi="x"/>\n'
            "</Parameters><Code><![CDATA[begin\nnSum = x_nOf\nblink()\n"
            "movel(x_pAt, tGrip, mFast)\nend]]></Code></Program></Programs>",
        ),
    ),
    "as": (
        (
            "beside.as",
            '.PROGRAM beside(.n)\nspare = 4\nSIGNAL .n\nBLINK\n$task = "Pick"\n'
            "IF .n == spare GOTO 20\nBLINK 3\n20 CALL deeper\n.END\n"
            ".PROGRAM deeper()\nLMOVE p2\nPRINT nowhere\nCALL weld\n.END\n",
        ),
        ("values.as", ".TRANS\np3 510 0 310 0 180 0\n.END\n.REALS\nspare = 3\nheight = 2\n.END\n"),
    ),
    "ls": (
        ("numreg.va", "[*NUMREG*]$NUMREG\n  [4] = 12  'parts'\n"),
        (
            "other.ls",
            "/PROG  OTHER\n/MN\n   1:  R[7]=AR[1] ;\n   2:J P[1] 50% FINE ;\n/POS\nP[1]{\n   GP1:\n"
            "\tUF : 0, UT : 0,\n\tJ1= 0 deg, J2= 0 deg, J3= 0 deg, J4= 0 deg, J5= -90 deg, "
            "J6= 0 deg\n};\n/END\n",
        ),
    ),
    "jbi": (
        (
            "other.jbi",
            "/JOB\n//NAME OTHER\n//POS\n///TOOL 0\n///POSTYPE ROBOT\n"
            "C00000=400,0,300,180,0,0\n//INST\nGETARG I006 IARG#(1)\nMOVL C00000 V=20.0\nEND\n",
        ),
    ),
    "rapid": (("user.sys", "MODULE u(SYSMODULE)\nPERS num spare:=4;\nENDMODULE\n"),),
    "krl": (
        (
            "$config.dat",
            "TOOL_DATA[1]={X 0.0,Y 0.0,Z 142.0,A 0.0,B 0.0,C 0.0}\n"
            "DECL E6AXIS XHOME={A1 0.0,A2 -90.0,A3 90.0,A4 0.0,A5 60.0,A6 0.0,E1 0.0}\n"
            "DECL FDAT FHOME={TOOL_NO 1,BASE_NO 0,IPO_FRAME #BASE}\n",
        ),
        ("weld.dat", "DEFDAT WELD\nDECL INT K=7\nENDDAT\n"),
    ),
}


def told(program: ForeignProgram) -> dict[str, object]:
    """All that is known of a program, with its places."""
    reading = program.reading
    return {
        "text": reading.text,
        "places": reading.places,
        "told by the reader": reading.findings,
        "findings": program.diagnostics,
        "coverage": reading.coverage,
        "origins": dict(reading.origins),
        "statements": [(s.line, s.column, s.end_column, s.shown) for s in program.statements],
        "names": program.names,
        "routines": program.routines,
    }


def edited(lines: list[str], rng: random.Random, pieces: list[str]) -> None:
    """Types, inserts, removes, joins, splits, moves or replaces."""
    at, size = rng.randrange(len(lines)), rng.randrange(1, 6)
    line = lines[at]
    column = rng.randrange(len(line) + 1)
    match rng.randrange(8):
        case 0:
            lines[at] = line[:column] + rng.choice(" x1,({\"'=.;é") + line[column:]
        case 1:
            lines[at] = line[:column] + line[column + 1 :]
        case 2:
            lines[at:at] = rng.choices(pieces, k=size)
        case 3 if len(lines) > 150:
            del lines[at : at + size]
        case 4:
            lines[at : at + 2] = [" ".join(lines[at : at + 2])]
        case 5:
            lines[at : at + 1] = [line[:column], line[column:]]
        case 6:
            lines[at:at] = [lines[rng.randrange(len(lines))]]
        case _:
            lines[at] = rng.choice(pieces)


@pytest.mark.parametrize("language", PIECES)
def test_a_program_read_again_after_any_edits_is_that_of_a_new_text(language: str) -> None:
    robot = arm_of(language)
    for seed in range(cases(12, 2)):
        rng = random.Random(seed)
        lines = PROGRAMS[language](rng, 240)
        again = list[tuple[ForeignText, dict[str, object]]]()
        forget_readings()
        for _ in range(cases(40, 12)):
            for _ in range(rng.choice([1, 1, 1, 4])):
                edited(lines, rng, PIECES[language].split("\n"))
            foreign = ForeignText("\n".join(lines), language, DATA.get(language, ()))
            again.append((foreign, told(program_of_foreign(foreign, robot))))
        # Not before: what is kept of repeated parts must be good for the next readings, too.
        for foreign, found in again:
            forget_readings()
            assert found == told(program_of_foreign(foreign, robot))


# The others are translated whole after each edit.
IN_PARTS = ("krl", "rapid", "as", "ls", "jbi", "val3")


@pytest.mark.parametrize("language", IN_PARTS)
def test_a_changed_line_has_only_the_lines_around_it_read_anew(language: str) -> None:
    robot = arm_of(language)
    forget_readings()
    lines = PROGRAMS[language](random.Random(1), 1500)
    whole = program_of_foreign(ForeignText("\n".join(lines), language), robot)
    assert whole.reading.lines_read >= len(lines) - 200
    for at in range(300, 1200, 100):
        lines[at] += " "
        again = program_of_foreign(ForeignText("\n".join(lines), language), robot)
        # The numbers of lines of parts are random: they depend on the seed of hashes.
        assert 0 < again.reading.lines_read <= FEW


# Lines that end a block in each language, or begin one where ends have no names.
ENDS = (
    ("urscript", "while"),
    ("krl", "ENDFOR"),
    ("rapid", "ENDIF"),
    ("rapid", "ENDFOR"),
    ("as", "END"),
    ("urscript", "end"),
    ("ls", "ENDFOR"),
    ("val3", "endFor"),
)


@pytest.mark.parametrize(("language", "end"), ENDS)
def test_an_end_that_is_lost_leaves_the_blocks_behind_it_as_they_were(
    language: str, end: str
) -> None:
    robot = arm_of(language)
    forget_readings()
    lines = PROGRAMS[language](random.Random(1), 1500)
    at = next(at for at in range(200, 600) if end in lines[at].split())
    program_of_foreign(ForeignText("\n".join(lines), language), robot)
    torn = [*lines[:at], lines[at].replace(end, end[:-1] + " " + end[-1]), *lines[at + 1 :]]
    again = program_of_foreign(ForeignText("\n".join(torn), language), robot)
    # The parts around the end, and the last one, which has the end of the program.
    assert 0 < again.reading.lines_read <= FEW
    assert again.diagnostics


HEADS = [
    ("FOR i ", "FO R i FROM 1 TO 3 DO"),
    ("FOR i ", "FOR ix FROM 1 TO 3 DO"),
    ("ENDFOR", "END FOR"),  # the instruction behind it, which all parts have, is no counter
    ("IF count>", "IF( count>5 THEN"),  # what is changed behind it is not THEN
]


@pytest.mark.parametrize(("line", "typed"), HEADS)
def test_a_changed_head_or_end_leaves_the_lines_behind_it_as_they_were(
    line: str, typed: str
) -> None:
    robot = arm_of("rapid")
    forget_readings()
    lines = PROGRAMS["rapid"](random.Random(1), 1500)
    at = next(at for at in range(200, 600) if lines[at].startswith(line))
    program_of_foreign(ForeignText("\n".join(lines), "rapid"), robot)
    lines[at] = typed
    again = program_of_foreign(ForeignText("\n".join(lines), "rapid"), robot)
    assert 0 < again.reading.lines_read <= FEW


JUMPS = [
    *(("rapid", typed) for typed in ("there:", "GOTO there;", "GOTO elsewhere;")),
    *(("krl", typed) for typed in ("there:", "IF $IN[3] THEN\nGOTO elsewhere\nENDIF")),
    ("krl", "LOOP\nEXIT\nENDLOOP"),
    *(("as", typed) for typed in ("there: BREAK", "GOTO there", "GOTO elsewhere")),
]


@pytest.mark.parametrize(("language", "typed"), JUMPS)
def test_a_label_or_jump_that_is_added_leaves_the_labels_behind_it_their_numbers(
    language: str, typed: str
) -> None:
    robot, end = arm_of(language), ";" if language == "rapid" else ""
    forget_readings()
    lines = PROGRAMS[language](random.Random(1), 1500)
    for number, at in enumerate(range(1200, 400, -50)):
        lines[at:at] = [f"GOTO Lot{number}{end}", f"Lot{number}:"]
    program_of_foreign(ForeignText("\n".join(lines), language), robot)
    lines[390:390] = [typed]
    again = program_of_foreign(ForeignText("\n".join(lines), language), robot)
    assert 0 < again.reading.lines_read <= FEW


def test_a_loop_that_is_left_has_no_other_loops_translated_anew() -> None:
    robot = arm_of("urscript")
    forget_readings()
    lines = PROGRAMS["urscript"](random.Random(1), 1500)
    program_of_foreign(ForeignText("\n".join(lines), "urscript"), robot)
    at = next(at for at in range(400, 800) if lines[at].strip() == "i = i + 1")
    lines[at] = "    break"
    again = program_of_foreign(ForeignText("\n".join(lines), "urscript"), robot)
    assert 0 < again.reading.lines_read <= FEW


# What a keystroke makes of lines, of which nothing tells more than the line itself.
TORN = (
    ("krl", "ENDIF", "ENDIF="),
    ("krl", "IF COUNT", "IF= COUNT>7 THEN"),
    ("krl", "  COUNT=", " x COUNT=COUNT+1"),
    ("as", "  SPEED ", "  SPEED 24.9 MM/(S"),
    ("as", "  SPEED ", "  SPEED 24.9 MM/1S"),
    ("urscript", "    count = ", "    cou.nt = count + 1"),
    ("urscript", "  while ", " (  while i < 4:"),
    ("jbi", "C00004", "C00004=400.,1,100,300,180.0000,0.0000,0.0000"),
    # The first value of data that the program changes, while it is typed and behind that.
    ("rapid", "VAR num count", "VAR num count:=;"),
    ("rapid", "VAR num count", "VAR num count:=7;"),
    ("ls", "  FOR R[2]", "  99:  FOR R[x2]=1 TO 8 ;"),
)


@pytest.mark.parametrize(("language", "line", "typed"), TORN)
def test_a_torn_line_has_the_lines_that_do_not_name_it_left_as_they_were(
    language: str, line: str, typed: str
) -> None:
    robot = arm_of(language)
    forget_readings()
    lines = PROGRAMS[language](random.Random(1), 1500)
    program_of_foreign(ForeignText("\n".join(lines), language), robot)
    at = next(at for at, each in enumerate(lines) if at > 2 and line in each)
    lines[at] = typed
    again = program_of_foreign(ForeignText("\n".join(lines), language), robot)
    assert 0 < again.reading.lines_read <= FEW


USES = ['textmsg("k", kount)', "count = count + kount", "kount = 2", "other(kount)", "kount[1] = 7"]


@pytest.mark.parametrize("use", share(USES, 3))
def test_a_new_variable_has_other_lines_read_anew_only_where_they_name_it(use: str) -> None:
    robot = arm_of("urscript")
    lines = PROGRAMS["urscript"](random.Random(1), 1500)
    for used in ([], [f"  {use}"]):
        texts = [
            "\n".join([*lines[:500], f"  kount = {value}", *lines[500:900], *used, *lines[900:]])
            for value in ("3", "[1,2]", "p[0,0,0,0,0,0]")
        ]
        forget_readings()
        for text in texts:
            again = program_of_foreign(ForeignText(text, "urscript"), robot)
            is_first = text is texts[0]
            assert is_first or used or again.reading.lines_read <= FEW
        kept = told(again)
        forget_readings()
        assert kept == told(program_of_foreign(ForeignText(texts[-1], "urscript"), robot))


# What stands for `*L` after a keystroke.
@pytest.mark.parametrize("typed", ["*L x", "*xL", "*LX", "'*L", "JUMP *L"])
def test_a_changed_label_leaves_the_labels_behind_it_their_numbers(typed: str) -> None:
    robot = arm_of("jbi")
    forget_readings()
    lines = PROGRAMS["jbi"](random.Random(1), 1500)
    program_of_foreign(ForeignText("\n".join(lines), "jbi"), robot)
    at = next(at for at in range(400, 800) if lines[at].startswith("*L"))
    lines[at] = lines[at].replace("*L", typed)
    again = program_of_foreign(ForeignText("\n".join(lines), "jbi"), robot)
    assert 0 < again.reading.lines_read <= FEW
