"""Called programs in files of their own: what a controller does with them, and what a file holds.

Its statements are carried out by a controller of this test: registers are those of all programs,
labels and positions those of one.
"""

import random
import re
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from scenes import SceneError, load_robot, simulate
from scenes.makers.foreign_text import ForeignText, program_of_foreign
from scenes.makers.maker_languages import LANGUAGES
from scenes.makers.writing.calls import loops_around, without_calls
from scenes.makers.writing.orders import Call, EndTurns, Go, Order, Turns, Way
from scenes.makers.writing.turns import without_turns
from scenes.makers.writing.unrolled import Orders, unrolled
from scenes.makers.written_program import written
from tests.scenes.makers.conftest import says_something_else
from tests.scenes.makers.writing.test_calls import ARMS, PROGRAM, ends_of, run_of

LANGUAGES_HERE = ("ls", "jbi")
SIZES = {"ls": 36, "jbi": 32}  # letters of a name
MOVES = {"ls": r"[JLC] P\[(\d+)\]", "jbi": r"MOV[JLC] C(\d+)"}
CALL = {"ls": r"CALL (\w+)", "jbi": r"CALL JOB:([\w-]+)"}
LABEL = {"ls": r"LBL\[(\d+)\]", "jbi": r"\*(\w+)"}
SETS = {"ls": r"R\[(\d+)\]=0", "jbi": r"SET I(\d+) 0"}
COUNTS = {"ls": r"R\[(\d+)\]=R\[\1\]\+1", "jbi": r"INC I(\d+)"}
JUMP = {
    "ls": r"IF R\[(?P<counter>\d+)\]<(?P<most>\d+),JMP LBL\[(?P<label>\d+)\]",
    "jbi": r"JUMP \*(?P<label>\w+) IF I(?P<counter>\d+)<(?P<most>\d+)",
}
HELD = {"ls": r"UT : (\d)", "jbi": r"///TOOL (\d)"}  # the tool of positions
TOOL = {"ls": r"UTOOL_NUM=(\d+)", "jbi": r"SETTOOL TL#\((\d)\) P\d+"}


def codes_of(language: str, text: str) -> list[str]:
    """The statements of a file without their numbers and remarks."""
    text = text.replace("\r\n", "\n")
    if language == "jbi":
        rows = text[text.index("\nNOP\n") :].strip().split("\n")
        return [row for row in rows if not row.startswith("'")]
    rows = re.findall(r"^ *\d+:(.*?) ;$", text, re.MULTILINE | re.DOTALL)
    return [row.strip() for row in rows if not row.strip().startswith("!")]


@dataclass
class Controller:
    """Carries out programs. motions: Program and position of each motion, in their order."""

    language: str
    programs: dict[str, list[str]]
    motions: list[tuple[str, int]] = field(default_factory=list)
    values: dict[str, int] = field(default_factory=dict)

    def run(self, name: str) -> None:
        codes, at, language = self.programs[name], 0, self.language
        labels = {f[1]: n for n, c in enumerate(codes) if (f := re.fullmatch(LABEL[language], c))}
        while at < len(codes):
            code, at = codes[at], at + 1
            if found := re.match(MOVES[language], code):
                self.motions.append((name, int(found[1])))
            elif found := re.fullmatch(CALL[language], code):
                self.run(found[1])
            elif found := re.fullmatch(SETS[language], code):
                self.values[found[1]] = 0
            elif found := re.fullmatch(COUNTS[language], code):
                self.values[found[1]] += 1
            elif found := re.fullmatch(JUMP[language], code):
                goes_round = self.values[found["counter"]] < int(found["most"])
                at = labels[found["label"]] if goes_round else at
            assert len(self.motions) < 10_000, "it goes round for ever"


def texts_of(made, language: str, name: str = "ONE") -> dict[str, str]:
    """The texts of all files by the names of their programs."""
    suffix = LANGUAGES[language].suffix
    return {name: made.text} | {file.removesuffix(suffix): text for file, text in made.files}


def driven(made, language: str) -> list[tuple[str, int]]:
    """The motions that a controller of this test drives, without that to the start."""
    texts = texts_of(made, language)
    found = Controller(language, {name: codes_of(language, t) for name, t in texts.items()})
    found.run("ONE")
    return found.motions[1:]


@pytest.fixture
def made_of(tmp_path):
    """made_of(language, program): its run, the orders as they are said, and what is written."""

    def make(language: str, program: str = PROGRAM):
        run = run_of(ARMS[language], program, tmp_path)
        orders = unrolled(run)
        made = written(orders, run.cell.robot, language, "one")
        return run, LANGUAGES[language].said(orders), made

    return make


def read(run, language: str, text: str, files) -> Orders:
    robot = run.cell.robot
    back = LANGUAGES[language].read_back(text, files, robot, robot.controller)
    assert back is not None
    return back


@pytest.mark.parametrize("language", LANGUAGES_HERE)
def test_a_controller_drives_each_motion_as_often_as_the_run(language, made_of) -> None:
    run, _, made = made_of(language)
    motions = driven(made, language)
    assert len(motions) == len(ends_of(run)) == 53
    names = [name for name, _ in motions]
    assert [names.count(name) for name in ("ONE", "PICK", "SHAKE")] == [3, 10, 40]
    assert [name for name, _ in made.files] == [
        f"{name}{LANGUAGES[language].suffix}" for name in ("PICK", "SHAKE", "WAITING")
    ]


@pytest.mark.parametrize("language", LANGUAGES_HERE)
def test_each_file_holds_its_positions_and_counts_itself(language, made_of) -> None:
    _, _, made = made_of(language)
    for name, text in texts_of(made, language).items():
        codes, plain = codes_of(language, text), text.replace("\r\n", "\n")
        used = sorted({int(n) for n in re.findall(MOVES[language], "\n".join(codes))})
        if language == "ls":
            held = [int(n) for n in re.findall(r"^P\[(\d+)\]\{", plain, re.MULTILINE)]
            assert plain.startswith(f"/PROG  {name}\n") and held == used
            assert f"LINE_COUNT\t= {len(re.findall(r'^ *[0-9]+:', plain, re.MULTILINE))};" in plain
            tools = set(re.findall(r"UT : (\d+)", plain)) - {"0"}
        else:
            held = [int(n) for n in re.findall(r"^C(\d{5})=", plain, re.MULTILINE)]
            tool_rows = len(re.findall(r"^P\d{5}=", plain, re.MULTILINE))
            assert plain.startswith(f"/JOB\n//NAME {name}\n//POS\n") and held == used
            assert f"\n///NPOS {len(held)},0,0,{tool_rows},0,0\n" in plain
            assert ("\n////FRAME ROBOT\n" in plain) is ("SC,RW,RJ" in plain) is bool(held)
            assert "\n///GROUP1 RB1\nNOP\n" in plain and plain.endswith("\nEND\n")
            assert tool_rows == (1 if name == "ONE" else 0)
            tools = set(re.findall(r"^///TOOL ([1-9])", plain, re.MULTILINE))
        assert tools == ({"9"} if held else set())


TOOLED = """\
;! dialect val
;! language 2
.PROGRAM MAIN
  CALL PLACE
  TOOL TRANS(0, 0, 150)
  DRAW 0, 0, -10
  CALL PICK
  DRAW 0, 0, -10
  CALL PICK
  DRAW 0, 0, 20
  CALL PLACE
.END
.PROGRAM PICK
  TOOL TRANS(0, 20, 100)
  DRAW 0, 0, -20
  DRAW 0, 0, 20
.END
.PROGRAM PLACE
  CALL PICK
  DRIVE 1, 5
  DRIVE 1, -5
.END
"""


@pytest.mark.parametrize("language", [*LANGUAGES_HERE, "val3"])
def test_the_tool_of_a_called_program_is_taken_before_the_call(language, tmp_path) -> None:
    run = run_of(ARMS[language], TOOLED, tmp_path)
    made = written(unrolled(run), run.cell.robot, language, "one")
    assert made.deviation.motions == len(ends_of(run)) == 15
    foreign = ForeignText(made.text.replace("\r\n", "\n"), language, made.files)
    again = simulate(run.cell, program_of_foreign(foreign, run.cell.robot))
    assert not [p.message for s in again.steps for p in s.problems if p.severity == "error"]
    assert np.abs(ends_of(run) - ends_of(again)[-15:]).max() < 1e-5


@pytest.mark.parametrize("language", LANGUAGES_HERE)
def test_positions_belong_to_the_tool_that_is_in_use_where_they_are_driven(
    language, made_of
) -> None:
    _, _, made = made_of(language, TOOLED)
    texts = texts_of(made, language)
    taken = {name: re.findall(TOOL[language], text) for name, text in texts.items()}
    held = {name: re.findall(HELD[language], text) for name, text in texts.items()}
    assert set(held["PICK"]) == {"9"} and set(taken["ONE"]) - {"0"} == {"9", "8"}
    for name in ("PLACE", "PICK"):  # the program of the run gives the tools their numbers
        assert "UTOOL[" not in texts[name] and "SETTOOL" not in texts[name]
        if language == "ls":
            assert "UFRAME_NUM=0" in texts[name] and taken[name] == ["9"]


ARCS = """\
;! language 2
.PROGRAM MAIN
  HERE A
  CALL ROUND
  CALL ROUND
  C1MOVE SHIFT(A BY 0, 20, 15)
  C2MOVE SHIFT(A BY 0, 40, 0)
  MOVES A
  CALL ROUND
  DRAW 0, 40, 0
  C1MOVE SHIFT(A BY 0, 20, 15)
  C2MOVE A
  DRAW 0, 0, 20
  DRAW 0, 0, -20
  CALL ROUND
  C1MOVE SHIFT(A BY 0, 20, 15)
  C2MOVE SHIFT(A BY 0, 40, 0)
  MOVES A
  CALL LINEROUND
  FOR K = 1 TO 3
    CALL LINEROUND
    CALL ROUND
  END
  DRAW 0, 0, 20
  CALL LINEROUND
.END
.PROGRAM ROUND
  C1MOVE SHIFT(A BY 0, 20, 15)
  C2MOVE SHIFT(A BY 0, 40, 0)
  C1MOVE SHIFT(A BY 0, 20, -15)
  C2MOVE A
.END
.PROGRAM LINEROUND
  MOVES SHIFT(A BY 0, 40, 0)
  C1MOVE SHIFT(A BY 0, 20, 15)
  C2MOVE A
.END
"""


def test_each_arc_of_a_job_has_three_steps_whatever_calls_it(made_of) -> None:
    run, _, made = made_of("jbi", ARCS)
    assert made.deviation.motions == len(ends_of(run)) and made.routines == 2
    codes = {name: codes_of("jbi", text) for name, text in texts_of(made, "jbi").items()}
    places = {
        name: [code for code in listed if code.startswith("MOV")] for name, listed in codes.items()
    }
    kinds = "".join(
        next(c[3] for c in places[name] if f" C{at:05} " in c) for name, at in driven(made, "jbi")
    )
    arcs = [len(run_of_arcs) for run_of_arcs in re.findall(r"C+", kinds)]
    goes = [step for step in unrolled(run).orders if isinstance(step, Go)]
    assert arcs == [3] * sum(go.way is Way.ARC for go in goes)


MUTATIONS = {
    "ls": {
        "a counter of its caller": ("PICK", "R[102]", "R[101]"),
        "another program is called": ("PICK", "CALL SHAKE", "CALL WAITING"),
        "a call that is left out": ("PICK", "  CALL WAITING ;", "  !CALL WAITING ;"),
        "one turn more in a called program": ("PICK", "<4,", "<5,"),
        "positions changed over": ("PICK", "L P[1]", "L P[2]"),
        "positions of another tool": ("PICK", "UT : 9", "UT : 8"),
        "a tool that is not taken": ("PICK", "UTOOL_NUM=9", "UTOOL_NUM=0"),
        "a program of another name": ("PICK", "/PROG  PICK", "/PROG  PACK"),
        "a called program that is cut off": ("SHAKE", "/END", ""),
        "a program that calls itself": ("SHAKE", "/MN\r\n", "/MN\r\n   0:  CALL SHAKE ;\r\n"),
        "a loop left open": ("PICK", ":  IF R[102]<4,JMP LBL[1] ;", ":  !IF ;"),
    },
    "jbi": {
        "a counter of its caller": ("PICK", "I098", "I099"),
        "another job is called": ("PICK", "JOB:SHAKE", "JOB:WAITING"),
        "a call that is left out": ("PICK", "CALL JOB:WAITING", "'CALL JOB:WAITING"),
        "one turn more in a called job": ("PICK", "<4", "<5"),
        "positions changed over": ("PICK", "MOVL C00000", "MOVL C00001"),
        "positions of another tool": ("PICK", "///TOOL 9", "///TOOL 8"),
        "a tool that is missing": ("PICK", "///TOOL 9\r\n", ""),
        "a job of another name": ("PICK", "//NAME PICK", "//NAME PACK"),
        "a called job that is cut off": ("SHAKE", "\r\nEND\r\n", "\r\n"),
        "a job that calls itself": ("SHAKE", "NOP", "CALL JOB:SHAKE"),
        "a loop left open": ("PICK", "JUMP *TURN1 IF I098<4", "'JUMP"),
    },
}


@pytest.mark.parametrize(
    ("language", "name"), [(key, name) for key in MUTATIONS for name in MUTATIONS[key]]
)
def test_a_called_file_that_says_something_else_is_never_taken_for_the_same(
    language, name, made_of
) -> None:
    run, _, made = made_of(language)
    program, old, new = MUTATIONS[language][name]
    file = f"{program}{LANGUAGES[language].suffix}"
    files = [(each, t.replace(old, new) if each == file else t) for each, t in made.files]
    assert tuple(files) != made.files, "the mutation does not meet this text"
    assert not read(run, language, made.text, made.files).losses
    back = read(run, language, made.text, files)
    assert back.losses or says_something_else(
        without_calls(without_turns(LANGUAGES[language].said(unrolled(run)))),
        without_turns(back),
        run.cell.robot,
    )


@pytest.mark.parametrize("language", LANGUAGES_HERE)
def test_a_called_program_without_its_file_is_told_with_its_line(language, made_of) -> None:
    run, _, made = made_of(language)
    suffix = LANGUAGES[language].suffix
    for missing, file in (("PICK", ""), ("WAITING", f"PICK{suffix}")):
        files = [each for each in made.files if each[0] != f"{missing}{suffix}"]
        losses = read(run, language, made.text, files).losses
        text = dict(made.files).get(file, made.text)
        rows = enumerate(text.replace("\r\n", "\n").split("\n"), start=1)
        called = rf"( *\d+: *)?CALL (JOB:)?{missing}( ;)?"
        lines = {at for at, row in rows if re.fullmatch(called, row)}
        assert lines and {(loss.file, loss.line) for loss in losses} == {(file, n) for n in lines}
        assert all(f"{missing} is not among the files beside this one" in x.message for x in losses)


@pytest.mark.parametrize("language", LANGUAGES_HERE)
def test_names_are_those_that_a_controller_takes_and_no_two_are_equal(language, made_of) -> None:
    long = "A" * 40
    names = ["ONE", "WAIT", "RSR0001", f"{long}1", f"{long}2", "one_prog"]
    lines = [";! language 2", ".PROGRAM MAIN", *(f"  CALL {name}" for name in names), ".END"]
    for at, name in enumerate(names, start=1):
        lines += [f".PROGRAM {name}", f"  DRAW 0, 0, {-at}", f"  DRAW 0, 0, {at}", ".END"]
    _, _, made = made_of(language, "\n".join(lines))
    texts = texts_of(made, language)
    assert made.routines == len(names) == len(made.files)
    assert len({name.upper() for name in texts}) == 1 + len(names)
    assert all(len(name) <= SIZES[language] for name in texts)
    called = re.findall(CALL[language], "\n".join(codes_of(language, made.text)))
    assert called == [name for name in texts if name != "ONE"]
    if language == "ls":
        assert "WAIT_PROG" in called and "RSR0001_PROG" in called


@pytest.mark.parametrize("language", LANGUAGES_HERE)
def test_a_program_without_calls_is_one_file(language, made_of) -> None:
    _, _, made = made_of(language, "DRAW 0, 0, -10\nDRAW 0, 0, 10\nEND\n")
    assert not made.files and "CALL" not in made.text


def random_orders(rng: random.Random, callable_: list[Call], line: int = 1) -> tuple[Order, ...]:
    """Loops and calls in each other."""
    found, depth = list[Order](), 0
    for _ in range(rng.randrange(1, 8)):
        if rng.random() < 0.4:
            found.append(Turns(line, 2))
            depth += 1
        elif depth and rng.random() < 0.4:
            found.append(EndTurns(line))
            depth -= 1
        elif callable_:
            found.append(rng.choice(callable_))
    return (*found, *[EndTurns(line)] * depth)


def paths(orders: tuple[Order, ...], depth: int = 0):
    """The name of each call on each way to it, and the number of loops that are open there."""
    for order in orders:
        depth += isinstance(order, Turns) - isinstance(order, EndTurns)
        if isinstance(order, Call):
            yield order.name, depth
            yield from paths(order.orders, depth)


@pytest.mark.parametrize("seed", range(20))
def test_as_many_loops_are_around_a_program_as_on_the_longest_way_to_it(seed: int) -> None:
    rng, known = random.Random(seed), list[Call]()
    for name in "ABCDE":
        known.append(Call(1, name, random_orders(rng, known)))
    orders = (*random_orders(rng, known), known[-1])
    most = dict[str, int]()
    for name, depth in paths(orders):
        most[name] = max(most.get(name, 0), depth)
    assert loops_around(orders) == most


def test_no_more_loops_are_around_each_other_than_variables_count() -> None:
    robot, language = load_robot(ARMS["jbi"]), LANGUAGES["jbi"]
    inner = Call(1, "INNER", (*[Turns(1, 2)] * 60, *[EndTurns(1)] * 60))
    rows = (*[Turns(1, 2)] * 41, inner, *[EndTurns(1)] * 41)
    orders = Orders(robot.ready, rows, ())
    with pytest.raises(SceneError, match="100 loops in each other"):
        language.write(orders, robot, robot.controller, "one")
    fits = replace(orders, orders=rows[1:-1])
    assert language.write(fits, robot, robot.controller, "one").count("SET I") == 40
