"""Settings of KRL hold along the way of a run: through calls, branches, loops and jumps."""

import random
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from language.foreign.kept.states import frozen
from language.foreign.reading import DIFFERS, NOT_CARRIED_OUT, NOT_UNDERSTOOD
from scenes import load_robot
from scenes.makers.krl.motions.motion_state import AXIS_SPEED, MotionState
from scenes.makers.krl.motions.state_flow import From, are_alike, with_earlier
from scenes.makers.writing.orders import Go, Way
from scenes.makers.writing.unrolled import unrolled
from tests.depth import cases
from tests.scenes.makers.krl.conftest import ARMS, translate

ARM = ARMS[0]
START = ["PTP {A1 0,A2 -90,A3 90,A4 0,A5 60,A6 0}"]
NULL = "$BASE={X 0,Y 0,Z 0,A 0,B 0,C 0}"


def base(x: float) -> str:
    return f"$BASE={{X {x:g},Y 0,Z 0,A 0,B 0,C 0}}"


def lin(y: float = 0) -> str:
    return f"LIN {{X 400,Y {y:g},Z 300,A 0,B 180,C 0}}"


def program(name: str, *lines: str) -> str:
    return "\n".join([f"DEF {name}( )", *lines, "END", ""])


def places(made, run_on) -> list[tuple[float, float, float]]:
    """X, Y and speed of the lines of a translation that is run."""
    run = run_on(ARM, made.text)
    goes = [each for each in unrolled(run).orders if isinstance(each, Go)]
    return [
        (round(float(go.T_base_tool[0, 3]), 3), round(float(go.T_base_tool[1, 3]), 3), go.mm_s)
        for go in goes
        if go.way is Way.STRAIGHT
    ]


def joints(made, run_on) -> list[list[float]]:
    """The joint values at the ends of the motions of a translation that is run."""
    goes = [each for each in unrolled(run_on(ARM, made.text)).orders if isinstance(each, Go)]
    return [[round(float(q), 9) for q in go.q] for go in goes]


def told(made) -> list[tuple[str, int]]:
    return [(found.code, found.line) for found in made.findings if found.code[:2] != "N7"]


def test_a_called_program_goes_in_the_base_of_its_callers_where_all_have_the_same(run_on) -> None:
    made = translate(
        program("MAIN", *START, base(50), "SUB()", base(50), "SUB()", NULL)
        + program("SUB", lin(), "DEEPER()")
        + program("DEEPER", lin(10))
    )
    assert not told(made)
    xs = [x for x, _, _ in places(made, run_on)]
    assert xs == [450, 450, 450, 450]


def test_a_called_program_leaves_its_settings_to_its_caller(run_on) -> None:
    made = translate(
        program("MAIN", *START, NULL, "$VEL.CP=0.2", lin(), "SETUP()", lin(5))
        + program("SETUP", base(70), "$VEL.CP=0.3")
    )
    assert not told(made)
    assert places(made, run_on) == [(400, 0, 200), (470, 5, 300)]


def test_a_motion_whose_base_only_a_run_knows_is_not_carried_out() -> None:
    made = translate(
        program("MAIN", *START, NULL, "SUB()", base(50), "SUB()", lin())
        + program("SUB", lin(), base(9), lin())
    )
    assert told(made) == [(NOT_CARRIED_OUT, 10)]
    branches = ["IF $IN[1] THEN", base(50), "ELSE", NULL, "ENDIF", lin(), base(1), lin()]
    assert told(translate(program("MAIN", *START, *branches))) == [(NOT_CARRIED_OUT, 8)]


@pytest.mark.parametrize(
    "lines",
    [
        ["IF $IN[1] THEN", base(50), "ELSE", base(50), "ENDIF", lin()],
        ["IF $IN[1] THEN", base(9), "RETURN", "ENDIF", base(50), lin()],
        [base(50), "IF $IN[1] THEN", base(9), "RETURN", "ENDIF", lin()],
        [base(50), "IF $IN[1] THEN", base(9), "GOTO L", "ENDIF", lin(), "HALT", "L:"],
        ["N=2", "SWITCH N", "CASE 1", base(50), "DEFAULT", base(50), "ENDSWITCH", lin()],
        ["FOR I=1 TO 3", base(50), "ENDFOR", lin()],
        ["LOOP", base(9), "IF $IN[1] THEN", base(50), "EXIT", "ENDIF", "ENDLOOP", lin()],
        ["REPEAT", base(50), "UNTIL $IN[1]", lin()],
        [base(50), "IF 1==2 THEN", "ELSE", "ENDIF", lin()],
    ],
)
def test_a_base_that_all_ways_give_is_known(lines, run_on) -> None:
    made = translate(program("MAIN", "DECL INT N", "DECL INT I", *START, NULL, *lines))
    assert told(made) == []
    if "LOOP" not in lines and "REPEAT" not in lines:  # they wait for an input
        assert all(x == 450 for x, _, _ in places(made, run_on))


@pytest.mark.parametrize(
    "lines",
    [
        ["SWITCH N", "CASE 1", base(50), "ENDSWITCH", lin()],
        ["SWITCH N", "CASE 1", base(50), "CASE 2", NULL, "DEFAULT", NULL, "ENDSWITCH", lin()],
        ["WHILE $IN[1]", base(50), "ENDWHILE", lin()],
        ["FOR I=1 TO N", base(50), "ENDFOR", lin()],
        ["LOOP", "IF $IN[1] THEN", "EXIT", "ENDIF", base(9), "ENDLOOP", lin()],
        ["IF $IN[1] THEN", base(50), "GOTO L", "ENDIF", NULL, "L:", lin()],
        ["SUB()", lin()],
    ],
)
def test_a_base_that_ways_give_otherwise_is_told(lines) -> None:
    sub = program("SUB", "IF $IN[2] THEN", base(50), "ENDIF")
    made = translate(program("MAIN", "DECL INT N", "DECL INT I", *START, NULL, *lines) + sub)
    loops = {"LOOP"} & set(lines)
    codes = [code for code, _ in told(made)]
    assert codes == [NOT_CARRIED_OUT] or (loops and NOT_CARRIED_OUT in codes)


def test_a_turn_that_begins_in_another_base_than_the_first_one_is_told() -> None:
    turn = ["FOR I=1 TO 3", lin(), base(50), lin(), "ENDFOR"]
    made = translate(program("MAIN", "DECL INT I", *START, NULL, *turn))
    assert told(made) == [(NOT_CARRIED_OUT, 6)]
    turn = ["FOR I=1 TO 3", NULL, lin(), base(50), lin(), "ENDFOR"]
    assert told(translate(program("MAIN", "DECL INT I", *START, NULL, *turn))) == []
    turn = ["FOR I=1 TO 3", "FOR J=1 TO 2", lin(), "ENDFOR", base(50), "ENDFOR"]
    made = translate(program("MAIN", "DECL INT I", "DECL INT J", *START, NULL, *turn))
    assert told(made) == [(NOT_CARRIED_OUT, 8)]
    speeds = ["FOR I=1 TO 3", lin(), "$VEL.CP=0.2", "ENDFOR"]
    made = translate(program("MAIN", "DECL INT I", *START, NULL, *speeds))
    assert told(made) == [] and [each.code for each in made.findings] == [DIFFERS]


def test_a_program_that_is_called_in_each_turn_gives_its_settings_itself(run_on) -> None:
    turn = ["FOR I=1 TO 3", "SUB()", "ENDFOR"]
    made = translate(
        program("MAIN", "DECL INT I", *START, NULL, *turn)
        + program("SUB", base(50), lin(), NULL, lin())
    )
    assert not told(made) and [x for x, _, _ in places(made, run_on)] == 3 * [450, 400]
    made = translate(
        program("MAIN", "DECL INT I", *START, NULL, *turn) + program("SUB", lin(), base(50))
    )
    assert told(made) == [(NOT_CARRIED_OUT, 10)]


def test_a_speed_that_only_a_run_knows_is_told() -> None:
    made = translate(program("MAIN", *START, NULL, "IF $IN[1] THEN", "$VEL.CP=0.2", "ENDIF", lin()))
    assert [(each.code, each.line) for each in made.findings] == [(DIFFERS, 7)]


def test_a_tool_is_said_again_where_another_may_have_been_said(run_on) -> None:
    tool = "$TOOL={X 0,Y 0,Z 100,A 0,B 0,C 0}"
    past = ["IF 1==2 THEN", lin(), "ENDIF", lin(7)]
    made = translate(program("MAIN", *START, NULL, tool, *past))
    other = translate(program("MAIN", *START, NULL, tool, lin(7)))
    assert not told(made) and joints(made, run_on) == joints(other, run_on)
    called = program("SUB", "$TOOL=$NULLFRAME", lin(3), tool)
    made = translate(program("MAIN", *START, NULL, tool, lin(), "SUB()", lin(7)) + called)
    lines = [lin(), "$TOOL=$NULLFRAME", lin(3), tool, lin(7)]
    other = translate(program("MAIN", *START, NULL, tool, *lines))
    assert not told(made) and joints(made, run_on) == joints(other, run_on)


def test_what_a_function_drives_or_leaves_is_told() -> None:
    function = "DEFFCT INT F( )\n" + "\n".join([base(50), lin(), "RETURN 1"]) + "\nENDFCT\n"
    lines = ["DECL INT N", *START, NULL, "N=F()", lin()]
    made = translate(program("MAIN", *lines) + function)
    assert told(made) == [(NOT_UNDERSTOOD, 9), (NOT_CARRIED_OUT, 10)]


@pytest.mark.parametrize("count", [5, 60])
def test_jumps_from_label_to_label_are_followed_or_told(count, run_on) -> None:
    jumps = [line for n in range(count) for line in (f"GOTO L{n}", f"L{n}:")]
    made = translate(program("MAIN", *START, NULL, base(50), *jumps, lin(), base(20), lin(7)))
    if count == 5:
        assert not told(made) and [x for x, _, _ in places(made, run_on)] == [450, 420]
    else:  # more than are followed: neither the base nor the tool is known behind them
        assert [code for code, _ in told(made)] == [NOT_CARRIED_OUT, NOT_CARRIED_OUT]


DATA = """
BASE_DATA[1]={X 60.0,Y 0.0,Z 0.0,A 0.0,B 0.0,C 0.0}
DECL FDAT F0={TOOL_NO 0,BASE_NO 0,IPO_FRAME #BASE}
DECL FDAT F1={TOOL_NO 0,BASE_NO 1,IPO_FRAME #BASE}
DECL PDAT P1={VEL 50.0,ACC 100.0,APO_DIST 40.0}
"""


def branch(one: str, other: str) -> list[str]:
    return ["IF $IN[1] THEN", one, "ELSE", other, "ENDIF"]


def test_a_set_that_ways_give_otherwise_is_known_only_to_a_run() -> None:
    for one, other, codes in (("F0", "F1", [NOT_CARRIED_OUT]), ("F1", "F1", [])):
        lines = [*branch(f"FDAT_ACT={one}", f"FDAT_ACT={other}"), "BAS(#FRAMES,0)", lin()]
        made = translate(program("MAIN", *START, NULL, *lines), DATA)
        assert [code for code, _ in told(made)] == codes
    lines = ["FDAT_ACT=F1", "LOOP", "BAS(#FRAMES,0)", lin(), "FDAT_ACT=F0", "ENDLOOP"]
    assert told(translate(program("MAIN", *START, NULL, *lines), DATA)) == [(NOT_CARRIED_OUT, 7)]
    lines = [*branch("PDAT_ACT=P1", "HALT"), "BAS(#PTP_DAT)", "PTP {A1 5}"]
    found = translate(program("MAIN", *START, NULL, *lines), DATA).findings
    assert [(each.code, each.line) for each in found] == [(DIFFERS, 10)]


def test_a_called_program_leaves_the_sets_of_its_caller_alone(run_on) -> None:
    lines = ["FDAT_ACT=F1", "SUB()", "FDAT_ACT=F0", "SUB()", "BAS(#FRAMES,0)", lin()]
    lines += ["FDAT_ACT=F1", "SUB()", "BAS(#FRAMES,0)", lin(7)]
    made = translate(program("MAIN", *START, NULL, *lines) + program("SUB", "HALT"), DATA)
    assert not told(made)
    assert [x for x, _, _ in places(made, run_on)] == [400, 460]


def test_frames_that_differ_in_their_last_digits_are_one_frame(run_on) -> None:
    turned = "$BASE={X 50,Y 0,Z 0,A 33,B 70,C 0}"
    again = ["$BASE={A 33}", "$BASE={B 70}", "$BASE={A 33}"]
    lines = [turned, *branch(turned, "HALT"), *branch("\n".join(again), turned)]
    lines += ["LOOP", lin(), *again, "ENDLOOP"]
    assert told(translate(program("MAIN", "DECL INT I", *START, *lines))) == []


LOOPS = ["LOOP", "LOOP", "MAIN()", "$VEL.CP=0.2", "MAIN()", "FOR I=1 TO 3", "FOR J=1 TO 3", lin(29)]
LOOPS += ["ENDFOR", "ENDFOR", "ENDLOOP", "EXIT", "ENDLOOP", "$BASE.Z=N"]


def test_ways_become_known_where_what_is_noted_changes_in_turns() -> None:
    lines = ["N=3", *START, "$VEL.CP=0.1", "L1:", lin(18), *LOOPS, "L0:", base(50), "SUB()"]
    made = translate(program("MAIN", *lines) + program("SUB", lin()))
    # MAIN begins in the base of its start or in that behind SUB; SUB is always in the latter.
    assert [line for _, line in told(made)] == [6, 20]


def test_the_first_program_goes_in_the_base_of_its_calls_too(run_on) -> None:
    lines = ["IF N<2 THEN", "N=N+1", "MAIN()", "ENDIF"]
    for changed, codes in ((base(50), [NOT_CARRIED_OUT]), (NULL, [])):
        made = translate(program("MAIN", "DECL INT N", *START, lin(), changed, *lines))
        assert [code for code, _ in told(made)] == codes


def test_what_only_a_run_knows_makes_no_difference() -> None:
    def noted(percent: float, *mixed: str) -> dict:
        state = MotionState(percent=percent, mixed=frozenset(mixed))
        return {(From.COMES_TO, "SUB"): frozen(state)}

    assert are_alike(noted(5.0, AXIS_SPEED), noted(6.0, AXIS_SPEED))
    assert not are_alike(noted(5.0), noted(6.0))
    assert not are_alike(noted(5.0), noted(5.0, AXIS_SPEED))
    assert are_alike(with_earlier(noted(5.0), noted(6.0)), noted(7.0, AXIS_SPEED))
    assert with_earlier(noted(5.0), {}) == noted(5.0)


# A second method: random programs, carried out step by step.


class ReturnError(Exception):
    pass


@dataclass
class Machine:
    """Carries out programs of random statements, as a controller does."""

    programs: dict[str, list]
    x: float = 0.0
    y: float = 0.0
    waits: float = 0.0  # X of the base of the set that waits, mm
    m_s: float = 2.0
    found: list[tuple[float, float, float]] = field(default_factory=list)

    def call(self, name: str) -> None:
        with suppress(ReturnError):
            self.run(self.programs[name])

    def run(self, statements: list) -> None:
        for kind, *rest in statements:
            if kind == "base":
                self.x, self.y = rest[0], 0.0
            elif kind == "part":
                self.y = rest[0]
            elif kind == "set":
                self.waits = 60 * rest[0]
            elif kind == "take":
                self.x, self.y = self.waits, 0.0
            elif kind == "speed":
                self.m_s = rest[0]
            elif kind == "lin":
                place = (400 + self.x, rest[0] + self.y, 1000 * self.m_s)
                if not self.found or self.found[-1][:2] != place[:2]:  # else the arm is there
                    self.found.append(place)
            elif kind == "if":
                self.run(rest[1] if rest[0] else rest[2])
            elif kind == "for":
                for _ in range(rest[0]):
                    self.run(rest[1])
            elif kind == "call":
                self.call(rest[0])
            else:
                raise ReturnError


def statements(rng: random.Random, callees: list[str], depth: int = 0) -> list:
    found = list[tuple]()
    for _ in range(rng.randrange(1, 5)):
        match rng.randrange(13):
            case 0 | 1:
                found.append(("base", rng.choice([0, 30, 60])))
            case 2:
                found.append(("speed", rng.choice([0.1, 0.2])))
            case 3 if depth < 2:
                parts = [statements(rng, callees, depth + 1) for _ in range(2)]
                found.append(("if", rng.random() < 0.5, *parts))
            case 4 if depth < 2:
                found.append(("for", rng.randrange(1, 3), statements(rng, callees, depth + 1)))
            case 5 if callees:
                found.append(("call", rng.choice(callees)))
            case 6 if depth and rng.random() < 0.3:
                found.append(("return",))
                break
            case 7:
                found.append(("part", rng.choice([0, 20])))
            case 8:
                found.append(("set", rng.randrange(2)))
            case 9:
                found.append(("take",))
            case _:
                found.append(("lin", rng.randrange(-50, 50)))
    return found


def code(statement_list: list, depth: int = 0) -> list[str]:
    lines = list[str]()
    for kind, *rest in statement_list:
        if kind == "base":
            lines.append(base(rest[0]))
        elif kind == "part":
            lines.append(f"$BASE.Y={rest[0]}")
        elif kind == "set":
            lines.append(f"FDAT_ACT=F{rest[0]}")
        elif kind == "take":
            lines.append("BAS(#FRAMES,0)")
        elif kind == "speed":
            lines.append(f"$VEL.CP={rest[0]:g}")
        elif kind == "lin":
            lines.append(lin(rest[0]))
        elif kind == "if":
            condition = "1==1" if rest[0] else "1==2"
            lines += [f"IF {condition} THEN", *code(rest[1], depth), "ELSE", *code(rest[2], depth)]
            lines.append("ENDIF")
        elif kind == "for":
            lines += [f"FOR I{depth}=1 TO {rest[0]}", *code(rest[1], depth + 1), "ENDFOR"]
        elif kind == "call":
            lines.append(f"{rest[0]}()")
        else:
            lines.append("RETURN")
    return lines


def test_what_is_not_told_is_done_as_a_controller_does_it(run_on) -> None:
    silent = told_of = 0
    robot = load_robot(ARM)
    for seed in range(cases(300, 60)):
        rng = random.Random(seed)
        names = ["MAIN", "ONE", "TWO"]
        programs = {name: statements(rng, names[at + 1 :]) for at, name in enumerate(names)}
        programs["MAIN"] = [("base", 0), ("speed", 0.1), ("set", 0), *programs["MAIN"], ("lin", 1)]
        order = ["MAIN", *rng.sample(["ONE", "TWO"], 2)]
        counters = [f"DECL INT I{depth}" for depth in range(3)]
        made = translate(
            "".join(
                program(n, *counters, *(START if n == "MAIN" else []), *code(programs[n]))
                for n in order
            ),
            DATA,
            robot=robot,
        )
        if any(each.code in (NOT_CARRIED_OUT, NOT_UNDERSTOOD, DIFFERS) for each in made.findings):
            told_of += 1
            continue
        silent += 1
        machine = Machine(programs)
        machine.call("MAIN")
        assert places(made, run_on) == machine.found, seed
    assert silent > 12 and told_of > 5
