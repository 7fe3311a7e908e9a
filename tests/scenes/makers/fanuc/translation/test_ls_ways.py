"""Conditions of FANUC programs hold along the way of a run: through branches, turns and calls."""

import random
import re
from collections import Counter
from dataclasses import dataclass, field

import pytest

from language.foreign.reading import NOT_CARRIED_OUT, NOT_UNDERSTOOD
from scenes import load_robot
from scenes.makers.fanuc.translation import ls_ways
from scenes.makers.writing.orders import Go, Way
from scenes.makers.writing.unrolled import unrolled
from tests.depth import cases
from tests.scenes.makers.fanuc.conftest import (
    ARM,
    DATA,
    HEIGHT,
    HOME,
    START,
    backup,
    joint_rows,
    pose_rows,
    program,
    translate,
)

# PR[n] shifts a point along X, mm: of its frame, or of the tool, which points down.
SHIFT = {1: 1, 2: 2, 3: 3, 5: 10, 6: 20, 7: 30}
SHIFTS = [("posreg.va", backup("POSREG", {n: (x, 0, 0, 0, 0, 0) for n, x in SHIFT.items()}))]
GO = "L P[1] 100mm/sec FINE Offset"
IN_CALLED = "not carried out, the first is line"
SAID = "only a run knows the OFFSET CONDITION here"


def offset(number: int) -> str:
    return f"OFFSET CONDITION PR[{number}]"


SET_1 = ("set.ls", program(offset(1), name="SET1"))
SET_2 = ("other.ls", program(offset(2), name="SET2"))
EITHER = ("either.ls", program("IF (R[1]=1) THEN", offset(2), "ENDIF", name="EITHER"))
GOES = ("goes.ls", program(GO, name="GOES"))
ENDLESS = ("endless.ls", program("LBL[1]", offset(2), "JMP LBL[1]", name="ENDLESS"))
LEAVES = (
    "leaves.ls",
    program(offset(2), "IF (R[1]=1) THEN", "END", "ENDIF", offset(1), name="LEAVES"),
)
FILES = [*DATA, *SHIFTS, SET_1, SET_2, EITHER, GOES, ENDLESS, LEAVES]


def lost(made) -> list[str]:
    """What is not carried out, also in programs that are called."""
    codes = NOT_CARRIED_OUT, NOT_UNDERSTOOD
    said = [each for each in made.findings if each.code in codes or IN_CALLED in each.message]
    return [each.message for each in said]


def told(*codes: str) -> list[str]:
    """What is lost of a program that begins in a condition."""
    return lost(translate(program(*START, offset(1), *codes), FILES))


@pytest.mark.parametrize(
    "codes",
    [
        ("IF (R[1]=1) THEN", offset(2), "ENDIF", GO),
        ("IF (R[1]=1) THEN", offset(2), "ELSE", "ENDIF", GO),
        ("IF R[1]=1,CALL SET2", GO),
        ("SELECT R[1]=1,CALL SET2", "       =2,CALL SET1", GO),
        ("SELECT R[1]=1,CALL SET2", "       ELSE,CALL SET1", GO),
        ("SELECT R[1]=1,JMP LBL[1]", offset(2), "LBL[1]", GO),
        ("FOR R[1]=1 TO R[2]", offset(2), "ENDFOR", GO),
        ("FOR R[1]=1 TO 3", GO, offset(2), "ENDFOR"),
        ("LBL[1]", GO, offset(2), "JMP LBL[1]"),
        ("IF R[1]=1,JMP LBL[1]", offset(2), "LBL[1]", GO),
        ("JMP LBL[R[1]]", "LBL[1]", offset(2), "LBL[2]", GO),
        ("JMP LBL[R[1]]", offset(2), "LBL[1]", GO),
        ("SELECT R[1]=1,CALL SET1", "       =2,CALL SET2", GO),
        ("FOR R[1]=1 DOWNTO 3", offset(2), "ENDFOR", GO),
        ("CALL LEAVES", GO),
        ("WAIT DI[1]=ON TIMEOUT,LBL[1]", offset(2), "LBL[1]", GO),
        (
            "SKIP CONDITION DI[1]=ON",
            "L P[1] 100mm/sec FINE Skip,LBL[1]",
            offset(2),
            "LBL[1]",
            GO,
        ),
        ("CALL EITHER", GO),
        ("CALL GOES", offset(2), "CALL GOES"),
        ("L P[1] 100mm/sec FINE TB .1sec,CALL EITHER", GO),
    ],
)
def test_a_motion_with_a_condition_that_only_a_run_knows_is_not_carried_out(codes) -> None:
    found = told(*codes)
    assert len(found) == 1 and SAID in found[0]


@pytest.mark.parametrize(
    "codes",
    [
        (offset(2), "IF (R[1]=1) THEN", offset(1), "ELSE", offset(1), "ENDIF", GO),
        ("IF (R[1]=1) THEN", offset(2), "ENDIF", offset(1), GO),
        ("IF (R[1]=1) THEN", offset(2), "END", "ENDIF", GO),
        ("IF (R[1]=1) THEN", offset(2), "ABORT", "ENDIF", GO),
        ("IF (R[1]=1) THEN", offset(2), "CALL ENDLESS", "ENDIF", GO),
        (offset(2), "SELECT R[1]=1,CALL SET1", "       ELSE,CALL SET1", GO),
        (offset(2), "FOR R[2]=1 TO 3", offset(1), GO, "ENDFOR", GO),
        ("LBL[1]", GO, offset(2), offset(1), "IF R[1]=2,JMP LBL[1]"),
        (offset(2), "JMP LBL[1]", offset(3), "LBL[1]", offset(1), GO),
        ("JMP LBL[1]", offset(2), "LBL[1]", GO),
        (offset(2), "CALL SET1", GO, "CALL GOES", GO),
        ("CALL SET2", "CALL SET1", "CALL GOES"),
        ("CALL EITHER", offset(1), GO),
        ("CALL GOES", offset(2), offset(1), "CALL GOES", GO),
    ],
)
def test_a_condition_that_all_ways_give_holds(codes) -> None:
    assert told(*codes) == []


def test_a_motion_in_an_unknown_offset_is_an_error() -> None:
    made = translate(program(*START, "IF (R[1]=1) THEN", offset(1), "ENDIF", GO), FILES)
    assert [(each.code, each.line) for each in made.findings] == [(NOT_CARRIED_OUT, 10)]
    assert "MOVES" not in made.text


@pytest.mark.parametrize("word", ["OFFSET", "TOOL_OFFSET", "SKIP"])
def test_each_condition_is_followed_by_itself(word) -> None:
    option = {"OFFSET": "Offset", "TOOL_OFFSET": "Tool_Offset", "SKIP": "Skip,LBL[9]"}[word]
    second = "DI[2]=ON" if word == "SKIP" else "PR[2]"
    others = [offset(1), f"TOOL_{offset(1)}", "SKIP CONDITION DI[1]=ON"]
    branch = ["IF (R[1]=1) THEN", f"{word} CONDITION {second}", "ENDIF"]
    go = "L P[1] 100mm/sec FINE"
    made = translate(program(*START, *others, *branch, f"{go} {option}", "LBL[9]"), FILES)
    assert [f"only a run knows the {word} CONDITION" in each for each in lost(made)] == [True]
    rest = {"Offset", "Tool_Offset", "Skip,LBL[9]"} - {option}
    goes = [f"{go} {each}" for each in sorted(rest)]
    assert lost(translate(program(*START, *others, *branch, *goes, "LBL[9]"), FILES)) == []
    made = translate(program(*START, f"{go} {option}", "LBL[9]"), FILES)
    assert [f"no {word} CONDITION is set before" in each for each in lost(made)] == [True]


def test_a_condition_that_is_not_read_does_not_leave_the_one_before_it() -> None:
    for unread in ("OFFSET CONDITION R[1]", "OFFSET CONDITION PR[2],UFRAME[3]"):
        assert len(told(unread, GO)) == 2
    skip = ["SKIP CONDITION DI[1]=ON", "SKIP CONDITION $A=1", "L P[1] 100mm/sec FINE Skip,LBL[9]"]
    assert len(told(*skip, "LBL[9]")) == 2


def test_a_register_by_an_argument_holds_in_its_own_program_only() -> None:
    inside = ("sub.ls", program("OFFSET CONDITION PR[AR[1]]", GO, name="SUB"))
    made = translate(program(*START, "CALL SUB(1)"), [*FILES, inside])
    assert lost(made) == []
    made = translate(program(*START, "CALL SUB(1)", GO), [*FILES, inside])
    assert len(lost(made)) == 1 and SAID in lost(made)[0]
    caller = ("way.ls", program("OFFSET CONDITION PR[AR[1]]", "CALL GOES", name="WAY"))
    made = translate(program(*START, "CALL WAY(1)"), [*FILES, caller])
    assert len(lost(made)) == 1 and SAID in lost(made)[0]


def test_only_an_edit_of_a_step_follows_the_ways_again(monkeypatch) -> None:
    done: list[object] = []
    answered = ls_ways._answered
    monkeypatch.setattr(ls_ways, "_answered", lambda asked: done.append(asked) or answered(asked))
    ls_ways.forget()
    wait, later = "WAIT 1.00(sec)", "WAIT 2.00(sec)"
    made = [
        translate(program(*START, condition, code, GO), FILES)
        for condition, code in ((offset(1), wait), (offset(1), later), (offset(2), later))
    ]
    assert len(done) == 2
    assert made[1].text != made[2].text
    # A line that is added has the same steps on other lines.
    long = [code for n in range(200) for code in (f"LBL[{n + 10}]", GO)]
    more = translate(program(*START, offset(1), *long[:9], wait, *long[9:]), FILES).text
    whole = translate(program(*START, offset(1), *long), FILES).text
    assert len(done) == 3 and more.replace("DELAY 1\n", "").split() == whole.split()


def test_where_no_run_comes_the_text_is_followed() -> None:
    assert told("CALL ENDLESS", GO) == []
    codes = ("JMP LBL[1]", offset(2), "LBL[2]", GO, "LBL[1]", "L P[1] 50mm/sec FINE Offset")
    made = translate(program(*START, offset(1), *codes), FILES)
    assert lost(made) == []
    moves = [line for line in made.text.splitlines() if line.startswith("MOVES")]
    assert ["PR[2,1]" in line for line in moves] == [True, False]


# A second method: random programs, carried out step by step.

X, Y, Z = 400.0, -60.0, 150.0  # P[20 + n] lies n mm beside it
NAMES = ("MAIN", "ONE", "TWO")
DATA_0 = [("framevar.va", backup("MNUTOOL", {1: (0, 0, 100, 0, 0, 0)})), *SHIFTS]
SIDES = range(8)
HOME_0 = {9: joint_rows(HOME, frames="UF : 0, UT : 1")}
START_0 = ("UFRAME_NUM=0", "UTOOL_NUM=1", "J P[9] 100% FINE")
PLACES = {20 + n: pose_rows((X, Y + n, Z, 180, 0, 0), frames="UF : 0, UT : 1") for n in SIDES}
OPTION = re.compile(r"L P\[(\d+)\] 100mm/sec FINE(?: (Offset))?(?: (Tool_Offset))?(?: Skip,(.*))?")
GUARDED = re.compile(r"(IF|SELECT|    )(.*?),(.*)")  # a case of SELECT is indented
ENDS = {"IF": "ENDIF", "FOR": "ENDFOR"}


@dataclass
class Machine:
    """Carries out the statements of programs one after the other, as a controller does.

    given: The condition of each kind. numbers: The registers. found: The places of the lines.
    """

    programs: dict[str, list[str]]
    given: dict[str, str] = field(default_factory=dict)
    numbers: Counter[int] = field(default_factory=Counter)
    found: list[tuple[float, float, float]] = field(default_factory=list)

    def call(self, name: str) -> None:
        lines, at = self.programs[name], 0
        turns = dict[int, int]()
        while at < len(lines):
            line = lines[at]
            at += 1
            if not line.startswith("L ") and (found := GUARDED.fullmatch(line)) is not None:
                if not self.holds(found[2].strip()):
                    continue
                while found[1] != "IF" and at < len(lines) and lines[at].startswith("    "):
                    at += 1
                line = found[3]
            if line == "END":
                return
            if line.startswith("CALL "):
                self.call(line[5:])
            elif line.startswith("JMP "):
                at = lines.index(line[4:])
            elif (branch := re.fullmatch(r"IF \((.*)\) THEN", line)) is not None:
                at = at if self.holds(branch[1]) else past(lines, at, "IF", "ELSE")
            elif line == "ELSE":
                at = past(lines, at, "IF")
            elif (loop := re.fullmatch(r"FOR .* TO (\d+)", line)) is not None:
                turns[at] = int(loop[1])
                at = at if turns[at] else past(lines, at, "FOR")
            elif line == "ENDFOR":
                head = head_of(lines, at - 1)
                turns[head] -= 1
                at = head if turns[head] else at
            elif (label := self.step(line)) is not None:
                at = lines.index(label)

    def step(self, line: str) -> str | None:
        """Carries out a statement that belongs to no block; the label that a motion jumps to."""
        if (given := re.fullmatch(r"(\w+) CONDITION (.*)", line)) is not None:
            self.given[given[1]] = given[2]
        elif (go := OPTION.fullmatch(line)) is not None:
            return self.go(*go.groups())
        elif (count := re.fullmatch(r"R\[(\d+)\]=(R\[\1\]\+)?(\d)", line)) is not None:
            before = self.numbers[int(count[1])] if count[2] else 0
            self.numbers[int(count[1])] = before + int(count[3])
        else:
            assert line.startswith("LBL[") or line == "ENDIF", line
        return None

    def holds(self, condition: str) -> bool:
        if condition == "ELSE":
            return True
        number, sign, value = re.fullmatch(r"(?:R\[(\d+)\])?([<=])(\d+)", condition).groups()
        has = self.numbers[int(number or 9)]
        return has < int(value) if sign == "<" else has == int(value)

    def go(self, number: str, by: str | None, by_tool: str | None, label: str | None) -> str | None:
        """A line; its skip condition is looked at behind its end."""
        given = [self.given["OFFSET"]] if by else []
        given += [self.given["TOOL_OFFSET"]] if by_tool else []
        place = (
            X + sum(SHIFT[int(each[3:-1])] for each in given),
            Y + int(number) - 20,
            Z + HEIGHT,
        )
        if not self.found or self.found[-1] != place:
            self.found.append(place)
        return label if label and not self.holds(self.given["SKIP"]) else None


def past(lines: list[str], at: int, kind: str, other: str = "") -> int:
    """The line behind the end of a block, or behind the head of its other part."""
    depth = 0
    while depth or lines[at] not in (ENDS[kind], other):
        is_head = lines[at].startswith("FOR" if kind == "FOR" else "IF (")
        depth += is_head - (lines[at] == ENDS[kind])
        at += 1
    return at + 1


def head_of(lines: list[str], at: int) -> int:
    """The line behind the FOR of an ENDFOR."""
    depth = 1
    while depth:
        at -= 1
        depth += (lines[at] == "ENDFOR") - lines[at].startswith("FOR")
    return at + 1


def motion(rng: random.Random, labels: list[int]) -> str:
    options = [word for word in (" Offset", " Tool_Offset") if rng.random() < 0.4]
    if labels and rng.random() < 0.1:
        options.append(f" Skip,LBL[{rng.choice(labels)}]")
    return f"L P[{20 + rng.choice(SIDES)}] 100mm/sec FINE{''.join(options)}"


def given(rng: random.Random) -> str:
    word = rng.choice(["OFFSET", "OFFSET", "TOOL_OFFSET", "SKIP"])
    if word == "SKIP":
        return f"SKIP CONDITION R[9]={rng.choice([8, 9])}"
    return f"{word} CONDITION PR[{rng.randrange(1, 4) + 4 * (word != 'OFFSET')}]"


def statements(
    rng: random.Random, callees: list[str], labels: list[int], depth: int = 0
) -> list[str]:
    """Random statements. labels: Those further down in the program."""
    found, is_true = list[str](), f"R[9]={rng.choice([8, 9])}"
    actions = [f"CALL {name}" for name in callees] + [f"JMP LBL[{each}]" for each in labels]
    for _ in range(rng.randrange(1, 4)):
        match rng.randrange(11):
            case 0 | 1 | 2:
                found.append(given(rng))
            case 3 if depth < 2:
                parts = [statements(rng, callees, labels, depth + 1) for _ in range(2)]
                other = ["ELSE", *parts[1]] if rng.random() < 0.6 else []
                found += [f"IF ({is_true}) THEN", *parts[0], *other, "ENDIF"]
            case 4 if depth < 2:
                turn = statements(rng, callees, [], depth + 1)
                counter = 10 + 3 * len(callees) + depth  # each loop of each program has its own
                found += [f"FOR R[{counter}]=1 TO {rng.choice([0, 1, 2])}", *turn, "ENDFOR"]
            case 5 if actions:
                found.append(f"IF {is_true},{rng.choice(actions)}")
            case 6 if callees:
                found.append(f"CALL {rng.choice(callees)}")
            case 7 if actions:
                first, second, last = (rng.choice(actions) for _ in range(3))
                found += [f"SELECT R[9]=8,{first}", f"    ={rng.choice([7, 9])},{second}"]
                found += [f"    ELSE,{last}"] if rng.random() < 0.5 else []
            case 8 if depth and rng.random() < 0.3:
                found.append("END")
                break
            case _:
                found.append(motion(rng, labels))
    return found


def stretches(rng: random.Random, name: str, callees: list[str]) -> list[str]:
    """A program of stretches between labels; some are run twice."""
    found = list[str]()
    count = rng.randrange(1, 4)
    for at in range(count):
        found += statements(rng, callees, list(range(at + 1, count)))
        if at and rng.random() < 0.5:
            counter = f"R[{30 + 10 * NAMES.index(name) + at}]"
            found += [f"{counter}={counter}+1", f"IF {counter}<2,JMP LBL[{at}]"]
        if at + 1 < count:
            found.append(f"LBL[{at + 1}]")
    return found


def places(made, run_on) -> list[tuple[float, float, float]]:
    run = run_on(ARM, made.text)
    led = [each for each in unrolled(run).orders if isinstance(each, Go)]
    return [
        tuple(float(round(value, 3)) for value in go.T_base_tool[:3, 3])
        for go in led
        if go.way is Way.STRAIGHT
    ]


def test_what_is_not_told_is_done_as_a_controller_does_it(run_on) -> None:
    silent = told_of = 0
    robot = load_robot(ARM)
    zeros = [f"R[{number}]=0" for tens in (30, 40, 50) for number in range(tens, tens + 4)]
    for seed in range(cases(600, 120)):
        rng = random.Random(seed)
        programs = {
            name: stretches(rng, name, list(NAMES[at + 1 :])) for at, name in enumerate(NAMES)
        }
        first = ["R[9]=9", *zeros, "OFFSET CONDITION PR[1]", "TOOL_OFFSET CONDITION PR[5]"]
        programs["MAIN"] = [*first, "SKIP CONDITION R[9]=9", *programs["MAIN"]]
        if "END" not in programs["MAIN"]:
            programs["MAIN"].append("L P[20] 100mm/sec FINE Offset Tool_Offset")
        files = [
            (f"{name}.ls", program(*programs[name], points=PLACES, name=name)) for name in NAMES[1:]
        ]
        source = program(*START_0, *programs["MAIN"], points=PLACES | HOME_0)
        made = translate(source, [*DATA_0, *files], robot)
        if lost(made):
            told_of += 1
            continue
        silent += 1
        machine = Machine(programs)
        machine.call("MAIN")
        assert places(made, run_on) == machine.found, seed
    assert silent > 30 and told_of > 30, (silent, told_of)
