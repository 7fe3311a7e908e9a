"""`robots calibrate` tells what it identified, writes a file that loads, and refuses bad input."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from app.cli import main
from kinematics import forward, rpy, translation
from scenes import load_cell, load_robot
from scenes.files.resource_files import SHIPPED
from scenes.files.robots.corrections import corrected_mechanism
from scenes.files.schema import RobotIn
from scenes.files.text.documents import parse_document
from scenes.files.validation import validated
from scenes.library import robot_path

HEAD = ",".join([*(f"joint_{i}_deg" for i in range(1, 7)), "x_mm", "y_mm", "z_mm"])
BLOCK = "\ncorrections: {source: us, joints: {joint_3: {a: 0.4, theta: 0.1}, joint_5: {d: 0.2}}}\n"
PUMA = load_robot("puma560")


def true_arm():
    """The PUMA with planted corrections."""
    text = robot_path("puma560").read_text(encoding="utf-8") + BLOCK
    document = parse_document(Path("x.robot.yaml"), text, "robot file")
    return corrected_mechanism(validated(document, RobotIn))


def rows(count: int = 60, noise: float = 0.02, T_device=None, seed: int = 1):
    rng = np.random.default_rng(seed)
    low, high = np.degrees(PUMA.mechanism.lower), np.degrees(PUMA.mechanism.upper)
    q = rng.uniform(low + 1.0, high - 1.0, (count, 6))
    T = (np.eye(4) if T_device is None else T_device) @ forward(true_arm(), np.radians(q))
    places = (T @ PUMA.T_flange_tool)[:, :3, 3] + noise * rng.normal(size=(count, 3))
    return np.column_stack([q, places])


def file_of(folder: Path, values) -> str:
    path = folder / "poses.csv"
    lines = [",".join(f"{value:.6f}" for value in row) for row in values]
    path.write_text("\n".join([HEAD, *lines]) + "\n", encoding="utf-8")
    return str(path)


def test_the_file_that_is_written_is_the_measured_arm(tmp_path, capsys):
    target = tmp_path / "puma_7.robot.yaml"
    words = ["robots", "calibrate", "puma560", "--measured", file_of(tmp_path, rows())]
    assert main([*words, "--out", str(target)]) == 0
    printed = capsys.readouterr().out
    assert "d of joint_3 and d of joint_2 cannot be told apart by any poses" in printed
    assert "12 kept aside" in printed
    assert "spherical wrist, corrected by up to" in printed
    q = np.random.default_rng(2).uniform(-2, 2, (200, 6))
    tool = PUMA.T_flange_tool
    wanted = forward(true_arm(), q) @ tool
    found = forward(load_robot(target).mechanism, q) @ tool
    assert np.linalg.norm((found - wanted)[:, :3, 3], axis=1).mean() < 0.03
    assert main(["fk", str(target), "--q", "0", "45", "-135", "0", "45", "0"]) == 0


def test_without_a_file_the_corrections_are_printed_and_json_holds_them(tmp_path, capsys):
    words = ["robots", "calibrate", "puma560", "--measured", file_of(tmp_path, rows(noise=0.0))]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "joint_3: {a: 0.4" in printed
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["format"] == "cellwright-robots-calibrate"
    assert answer["corrections"]["joints"]["joint_3"]["theta"] == pytest.approx(0.1, abs=1e-5)
    aside = next(row for row in answer["residuals"] if row["poses"] == "kept aside")
    assert aside["after_mean"] < 1e-4 < aside["before_mean"]


def test_the_frame_of_a_tracker_is_found_and_told(tmp_path, capsys):
    T_device = translation(2000, 300, -400) @ rpy(0, 0, 2)
    path = file_of(tmp_path, rows(noise=0.0, T_device=T_device))
    assert main(["robots", "calibrate", "puma560", "--measured", path]) == 0
    told = re.search(r"measuring frame at \{at: \[(.*?)\]", capsys.readouterr().out)
    assert told
    np.testing.assert_allclose([float(t) for t in told[1].split(",")], T_device[:3, 3], atol=1e-3)


def test_a_row_far_off_is_named_by_its_line(tmp_path, capsys):
    values = rows()
    values[7, 6] += 5.0
    assert main(["robots", "calibrate", "puma560", "--measured", file_of(tmp_path, values)]) == 0
    assert "note: line 9 is left out: it is 5" in capsys.readouterr().out.replace("4.9", "5")


def test_an_arm_as_it_was_drawn_gets_no_file(tmp_path, capsys):
    values = rows(noise=0.0)
    exact = forward(PUMA.mechanism, np.radians(values[:, :6])) @ PUMA.T_flange_tool
    noise = 0.05 * np.random.default_rng(3).normal(size=(len(values), 3))
    values[:, 6:] = exact[:, :3, 3] + noise
    target = tmp_path / "same.robot.yaml"
    path = file_of(tmp_path, values)
    assert main(["robots", "calibrate", "puma560", "--measured", path, "-o", str(target)]) == 1
    assert "nothing to correct is shown" in capsys.readouterr().out
    assert not target.exists()


@pytest.mark.parametrize(
    ("count", "words", "sentence"),
    [
        (60, ["-o", "arm.yaml"], "a robot file is called NAME.robot.yaml"),
        (12, [], "measure 17 poses or more"),
        (2, [], "2 measured poses are too few"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_sentence(tmp_path, capsys, count, words, sentence):
    path = file_of(tmp_path, rows(count))
    assert main(["robots", "calibrate", "puma560", "--measured", path, *words]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


def test_shipped_files_are_never_overwritten(tmp_path, capsys):
    path = file_of(tmp_path, rows())
    shipped = str(robot_path("puma560"))
    assert main(["robots", "calibrate", "puma560", "--measured", path, "-o", shipped]) == 2
    assert "shipped robot files stay as they are" in capsys.readouterr().err


def test_a_program_is_proven_on_the_calibrated_arm_as_on_the_drawn_one(tmp_path, capsys):
    examples = robot_path("puma560").parents[1] / "examples"
    for name in ("3_crate.cell.yaml", "3_crate.val", "bench.part.yaml", "block.part.yaml"):
        text = (examples / name).read_text(encoding="utf-8")
        text = text.replace("use: puma560", "use: ./mine.robot.yaml")
        (tmp_path / name).write_text(text, encoding="utf-8")
    measured, mine = str(examples / "puma560_measured.csv"), str(tmp_path / "mine.robot.yaml")
    assert main(["robots", "calibrate", "puma560", "--measured", measured, "-o", mine]) == 0
    assert "Corrections: Identified from 60 measured places" in load_robot(mine).source
    capsys.readouterr()
    files = [str(tmp_path / name) for name in ("3_crate.cell.yaml", "3_crate.val")]
    assert main(["check", *files]) == 0
    assert "proven free: 10 of 10 motion segments" in capsys.readouterr().out


def test_the_arm_of_the_calibrated_bench_is_what_its_measured_places_give(tmp_path: Path) -> None:
    measured = SHIPPED / "examples" / "puma560_measured.csv"
    target = tmp_path / "again.robot.yaml"
    words = ["robots", "calibrate", "puma560", "--measured", str(measured), "-o", str(target)]
    assert main(words) == 0
    again, kept = load_robot(target), load_cell("calibrated_bench").robot
    q = np.random.default_rng(4).uniform(kept.mechanism.lower, kept.mechanism.upper, (20, 6))
    found, expected = forward(again.mechanism, q), forward(kept.mechanism, q)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-3)
    nominal = forward(PUMA.mechanism, q)
    assert np.abs(expected - nominal)[:, :3, 3].max() > 0.5, "mm: the corrections are in the file"
