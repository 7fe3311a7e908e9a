"""Components that a goal, a tool or a base leaves out keep their values, known here or in a run."""

import random
from dataclasses import dataclass, field

import numpy as np
import pytest

from kinematics import forward, invert
from language.foreign.reading import NOT_CARRIED_OUT, NOT_UNDERSTOOD
from scenes import load_robot
from scenes.makers.krl.krl_frames import frame_values, pose_of_frame
from scenes.makers.krl.terms.krl_assignments import component_lines
from scenes.makers.krl.terms.krl_values import Said
from scenes.makers.writing.orders import Go, Way
from scenes.makers.writing.unrolled import unrolled
from tests.depth import cases
from tests.scenes.makers.krl.conftest import ARMS, lost, program, translate

ROBOT = load_robot(ARMS[0])
START = np.radians([0.0, -90.0, 90.0, 0.0, 60.0, 0.0])
FORGET = ["IF 1==2 THEN", "ENDIF"]  # behind a block only a run knows where the arm is


def goes(source: str, run_on) -> list[Go]:
    """The lines and arcs of a program that is run."""
    made = translate(source, robot=run_on(ARMS[0], "END\n").cell.robot)
    assert not lost(made)
    orders = unrolled(run_on(ARMS[0], made.text)).orders
    return [each for each in orders if isinstance(each, Go) and each.way is not Way.JOINTS]


def said(values: dict[str, float]) -> str:
    return "{" + ",".join(f"{key} {value:.4f}" for key, value in values.items()) + "}"


@dataclass
class Machine:
    """Carries out statements on frames (4, 4), and writes them down. found: (via, goal)."""

    rng: random.Random
    knows: bool
    T_base: np.ndarray = field(default_factory=lambda: np.eye(4))
    T_tool: np.ndarray = field(default_factory=lambda: pose_of_frame(frame_of(0, 0, 142)))
    T_flange: np.ndarray = field(default_factory=lambda: flange_of(START))
    lines: list[str] = field(default_factory=list)
    found: list[tuple[np.ndarray | None, np.ndarray]] = field(default_factory=list)

    def here(self) -> dict[str, float]:
        return frame_values(invert(self.T_base) @ self.T_flange @ self.T_tool)

    def some(self, keys: str, size: float, least: int = 1) -> dict[str, float]:
        """Small changes of some components."""
        count = self.rng.randint(least, len(keys))
        return {key: self.rng.uniform(-size, size) for key in self.rng.sample(keys, count)}

    def changed(self, now: dict[str, float], by: dict[str, float]) -> dict[str, float]:
        """The new values of components, as they are written."""
        return {key: round(now[key] + change, 4) for key, change in by.items()}

    def told(self, values: dict[str, float]) -> str:
        if self.knows or self.rng.random() < 0.5:
            return said(values)
        names = [(key, f"N{len(self.lines)}{key}") for key in values]
        self.lines.extend(f"{name}={values[key]:.4f}" for key, name in names)
        return "{" + ",".join(f"{key} {name}" for key, name in names) + "}"

    def frame(self, name: str, T: np.ndarray, size: float) -> np.ndarray:
        given = self.changed(frame_values(T), self.some("XYZABC", size))
        if self.rng.random() < 0.5:
            key, value = next(iter(given.items()))
            given = {key: value}
            text = self.told(given)[1:-1].split()[1]
            self.lines.append(f"${name}.{key}={text}")
        else:
            self.lines.append(f"${name}={self.told(given)}")
        return pose_of_frame({**frame_values(T), **given})

    def go(self, via: dict[str, float] | None, goal: dict[str, float]) -> None:
        now = self.here()
        T_via = None if via is None else self.T_base @ pose_of_frame({**now, **via})
        T_goal = self.T_base @ pose_of_frame({**now, **goal})
        places = [self.told(each) for each in (via, goal) if each is not None]
        self.lines.append(f"{'LIN' if via is None else 'CIRC'} {','.join(places)}")
        self.found.append((T_via, T_goal))
        self.T_flange = T_goal @ invert(self.T_tool)

    def step(self) -> None:
        if not self.knows:
            self.lines += self.rng.choice([[], FORGET])
        now = self.here()
        match self.rng.randrange(4):
            case 0:
                self.T_base = self.frame("BASE", self.T_base, 8)
            case 1:
                self.T_tool = self.frame("TOOL", self.T_tool, 8)
            case 2:
                self.go(None, self.changed(now, self.some("XYZABC", 8)))
            case _:
                via = self.changed(now, {"Y": 20, "Z": self.rng.uniform(8, 12)})
                self.go(via, self.changed(now, {"Y": 40, **self.some("ABC", 5)}))
                self.go(None, self.changed(self.here(), {"Y": -40}))


def frame_of(*values: float) -> dict[str, float]:
    return dict(zip("XYZABC", (*values, *[0.0] * (6 - len(values))), strict=True))


def flange_of(shown: np.ndarray) -> np.ndarray:
    own = ROBOT.controller
    return forward(ROBOT.mechanism, own.q_of(shown)) @ own.T_flange_controller


@pytest.mark.parametrize("knows", [True, False])
def test_left_out_components_are_those_of_the_place_in_the_base_with_the_tool(
    knows, run_on
) -> None:
    for seed in range(cases(40, 8)):
        machine = Machine(random.Random(seed), knows)
        for _ in range(12):
            machine.step()
        made = goes(program(*machine.lines), run_on)
        expected = [
            each
            for at, each in enumerate(machine.found)
            if each[0] is not None or not at or not np.allclose(each[1], machine.found[at - 1][1])
        ]
        assert len(made) == len(expected)
        for go, (T_via, T_goal) in zip(made, expected, strict=True):
            assert go.T_base_tool == pytest.approx(T_goal, abs=2e-3), seed
            assert (go.T_via is None) == (T_via is None)
            if T_via is not None:
                assert go.T_via[:3, 3] == pytest.approx(T_via[:3, 3], abs=2e-3), seed


def test_a_tool_is_said_before_the_place_of_the_arm_is_asked_for() -> None:
    for line in ("LIN {Z N}", "CIRC {Y N},{Y 9}", "LIN_REL {X N}", "K=$POS_ACT.X"):
        base = "$BASE={X 1,Y 2,Z 3,A 4,B 5,C 6}"
        text = translate(program("N=5", base, "$TOOL={Z 50}", *FORGET, line)).text
        assert "TOOL TRANS(0, 0, 50, 0, 0, 0)" in text
        assert text.index("TOOL TRANS(0, 0, 50") < text.index("SET KRL.HERE")


def test_the_tool_of_one_motion_is_not_that_of_the_components_left_out_behind_it(run_on) -> None:
    lines = ("SLIN {Z 600} WITH $TOOL=$NULLFRAME", "SLIN {X 500}")
    first, last = goes(program(*lines), run_on)
    T_tool = first.T_base_tool @ pose_of_frame(frame_of(0, 0, 142))
    assert first.T_base_tool[2, 3] == pytest.approx(600.0)
    assert last.T_base_tool[1:3, 3] == pytest.approx(T_tool[1:3, 3], abs=1e-3)


def test_a_base_of_a_run_stays_when_the_value_that_gave_it_changes(run_on) -> None:
    full = "LIN {X 400,Y 0,Z 300,A 0,B 180,C 0}"
    moved = ("P={X 10,Y 0,Z 0,A 0,B 0,C 0}", "P.X=50", "$BASE=P", "P.X=80", full)
    turned = ("N=20", "$BASE.Y=N", "SUB()", "$BASE={X 1}", full)
    text = program("DECL FRAME P", "DECL REAL N", *moved, *turned)
    made = goes(text + "DEF SUB( )\n" + full + "\nEND\n", run_on)
    places = [tuple(np.round(go.T_base_tool[:2, 3], 6) + 0.0) for go in made]
    assert places == [(450.0, 0.0), (450.0, 20.0), (401.0, 20.0)]


@pytest.mark.parametrize("line", ["$BASE={X 10}", "$BASE.Z=50", "$BASE={X N,Y 2}"])
def test_a_part_of_a_base_that_ways_give_otherwise_is_told(line) -> None:
    ways = ("N=1", "IF $IN[1] THEN", "$BASE={X 1,Y 0,Z 0,A 0,B 0,C 0}", "ENDIF")
    made = translate(program(*ways, line, "LIN {X 500,Y 0,Z 300,A 0,B 180,C 0}"))
    found = [(each.code, each.line) for each in lost(made)]
    assert found == [(NOT_UNDERSTOOD, 10), (NOT_CARRIED_OUT, 11)]
    assert "only a run knows" in lost(made)[0].message and "base" in lost(made)[0].message


@pytest.mark.parametrize("line", ["$BASE.Q=5", "$TOOL={A1 5}", "$BASE.Z=XP1", "$TOOL.Z="])
def test_what_is_no_component_of_a_frame_is_told(line) -> None:
    assert [(each.code, each.line) for each in lost(translate(program(line)))] == [
        (NOT_UNDERSTOOD, 6)
    ]


def test_all_components_get_the_values_of_before() -> None:
    given = {"X": Said("DY(P)", "number"), "Y": Said("DX(P)", "number")}
    assert component_lines("P", given) == ["SET P = SHIFT(P BY DY(P) - DX(P), DX(P) - DY(P), 0)"]


def test_long_coordinates_keep_their_digits() -> None:
    data = "DECL E6POS XP1={X 1234.5678}\n"
    made = translate(program("N=1", *FORGET, "LIN XP1", "LIN_REL {X 1234.5678}"), data)
    assert made.text.count("1234.5678") == 2
