"""Every place of a grid comes out as the program in a cell that was moved there by hand."""

from __future__ import annotations

import re

import numpy as np
import pytest

from kinematics import forward
from scenes import load_cell, simulate
from scenes.analysis import analyse_run
from scenes.errors import SceneFileError
from scenes.studies.questions.placement_summary import placement_summary
from scenes.studies.questions.tolerance_question import failed_line
from tests.depth import share

CELL = """cell: 1
robots:
  arm: {use: hokkaido1985}
fixtures:
  bench: {at: [430, 0, 100], solid: [{add: {box: [300, 900, 200]}}]}
  post: {at: [430, 330, 400], solid: [{add: {box: [60, 60, 500]}}]}
"""
PROGRAM = """;! language 2
10 POINT A 430 200 400 0 90 0
20 POINT B 430 -200 330 0 90 0
30 READY
40 MOVE A
50 MOVE B
60 END
"""
STUDY = """study: 1
title: places
cell: small.cell.yaml
placement:
  program: small.val
  move: MOVE
  x: {from: -250, to: 250, count: 4}
  y: {from: -150, to: 150, count: 3}
  yaw: {from: 0, to: 40, count: 2}
"""
GROUP = "{fixtures: [bench], locations: [A, B]}"


@pytest.fixture
def study_of(study_at, tmp_path):
    def read(move: str = "robot", program: str = PROGRAM, text: str = STUDY):
        (tmp_path / "small.val").write_text(program)
        return study_at(text.replace("MOVE", move), CELL).study

    return read


def rows_of(study) -> dict[str, np.ndarray]:
    parts = [study.arrays_of(chunk) for chunk in range(study.question.chunks)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


@pytest.mark.parametrize("line", share(["MOVES", "MOVE"], 1))
def test_a_robot_that_moves_reaches_the_same_places_of_the_world(study_of, line, tmp_path) -> None:
    """Beside the study: the robot is moved in the text of the cell, and the numbers of the
    program's locations are written anew for its new base."""
    program = PROGRAM.replace("50 MOVE ", f"50 {line} ")
    study = study_of(program=program)
    question = study.question
    assert (question.batches is None) == (line == "MOVES")
    found, heads = rows_of(study), question.row_heads({})
    kinds = set()
    for number in range(question.items):
        dx, dy, _, yaw = (float(column[number]) for column in heads.values())
        placed = f"arm: {{use: hokkaido1985, at: [{dx}, {dy}, 0], rpy: [0, 0, {yaw}]}}"
        (tmp_path / "by_hand.cell.yaml").write_text(
            CELL.replace("arm: {use: hokkaido1985}", placed)
        )
        cell = load_cell(tmp_path / "by_hand.cell.yaml")

        def moved(match: re.Match[str], dx=dx, dy=dy, yaw=yaw) -> str:
            # About the vertical: x and y turn back, and the first angle, about z, takes the yaw.
            x, y, z, o, a, t = map(float, match[2].split())
            angle = np.radians(-yaw)
            c, s = np.cos(angle), np.sin(angle)
            own = c * (x - dx) - s * (y - dy), s * (x - dx) + c * (y - dy)
            return f"{match[1]} {float(own[0])!r} {float(own[1])!r} {z} {o - yaw} {a} {t}"

        text = re.sub(r"(POINT \w) (.*)", moved, program)
        run = simulate(cell, text)
        failed = failed_line(run)
        assert found["failed_line"][number] == failed
        if failed:
            kinds.add("fails")
            assert np.isnan(found["cycle_s"][number])
            continue
        assert found["cycle_s"][number] == pytest.approx(run.duration, abs=1e-6)
        hits = sorted(analyse_run(run, listed=0).collisions, key=lambda hit: hit.time)
        assert found["hit_line"][number] == (hits[0].line if hits else 0)
        kinds.add("hits" if hits else "fits")
    assert kinds >= {"fails", "fits"}


def test_bodies_move_with_their_locations(study_of) -> None:
    study = study_of(GROUP)
    question = study.question
    found = rows_of(study)
    for number in range(0, question.items, 3):
        place = question.grid.rows(np.array([number]))[0]
        draw = question.placed(place)
        cell = draw.cell(question.cell)
        poses = {body.name: body.T_world_body for body in cell.fixtures}
        T = {body.name: body.T_world_body for body in question.cell.fixtures}["bench"]
        np.testing.assert_allclose(poses["bench"][:3, 3], T[:3, 3] + place[:3], atol=1e-9)
        run = simulate(cell, PROGRAM, deviations=draw.deviations)
        assert found["failed_line"][number] == failed_line(run)
        if failed_line(run):
            continue
        # The tool stands above the bench where it stood before.
        robot = cell.robot
        for step in [s for s in run.steps if s.statement.name == "MOVE"]:
            tool = robot.T_world_base @ forward(robot.mechanism, step.goal) @ robot.T_flange_tool
            own = np.linalg.inv(poses["bench"]) @ tool
            before = {"A": [0, 200, 300], "B": [0, -200, 230]}[step.statement.shown.split()[-1]]
            np.testing.assert_allclose(own[:3, 3], before, atol=1e-6)


def test_the_best_place_is_the_best_of_all_that_suit(study_of) -> None:
    study = study_of()
    found = rows_of(study)
    summary = placement_summary(study.question, found)
    fits = (found["failed_line"] == 0) & (found["hit_line"] == 0)
    table = summary.tables[0]
    assert len(table.rows) == min(int(fits.sum()), 20)
    assert table.rows[0][4] == pytest.approx(found["cycle_s"][fits].min())
    assert [row[4] for row in table.rows] == sorted(row[4] for row in table.rows)
    by_margin = study_of(text=STUDY.replace("x: {", "best: margin\n  x: {"))
    best = placement_summary(by_margin.question, found).tables[0].rows[0]
    assert best[5] == pytest.approx(100.0 * found["margin"][fits].max())
    none = dict(found, failed_line=np.ones_like(found["failed_line"]))
    assert "None of the 24 places" in placement_summary(study.question, none).answer[0]


def test_a_clearance_leaves_places_out_that_come_too_near(study_of) -> None:
    plain = rows_of(study_of())
    near = rows_of(study_of(text=STUDY.replace("x: {", "clearance: 60\n  x: {")))
    suits, keeps = ((f["failed_line"] == 0) & (f["hit_line"] == 0) for f in (plain, near))
    assert keeps.sum() < suits.sum() and not (keeps & ~suits).any()


@pytest.mark.parametrize(
    ("move", "text", "program", "message"),
    [
        ("arm", STUDY, PROGRAM, "should be 'robot'"),
        ("{fixtures: [bank]}", STUDY, PROGRAM, "no fixture bank; it has bench, post"),
        ("{locations: [A]}", STUDY, PROGRAM, "at least one fixture or part"),
        (GROUP.replace("A, B", "C"), STUDY, PROGRAM, "no POINT C with numbers; it has A, B"),
        ("robot", STUDY[: STUDY.index("  x:")], PROGRAM, "give x, y, z or yaw"),
        ("robot", STUDY, PROGRAM.replace("30 READY", "25 BASE 10, 0, 0, 0\n30 READY"), "BASE"),
        ("robot", STUDY, PROGRAM.replace("430 200", "4300 200"), "fails in the cell as it is"),
    ],
)
def test_what_cannot_be_is_said(study_of, move, text, program, message) -> None:
    with pytest.raises(SceneFileError) as caught:
        study_of(move, program, text)
    assert message in str(caught.value)
