"""Trajectory files: the numbers read back to the same doubles."""

import json

import numpy as np
import pytest

from scenes import ExportError, RunTrajectory, export, read_csv, read_json, simulate
from scenes.exporters import TrajectoryTable, read_trajectory, table_of
from scenes.exporters.csv import csv_text
from scenes.exporters.json import json_text
from scenes.run_verdict import RunVerdict


@pytest.fixture(scope="module")
def example(paper_cell, figure_5):
    return simulate(paper_cell, figure_5, name="figure5.val")


def awkward_table():
    """Numbers that are hard to print."""
    rng = np.random.default_rng(11)
    joints = rng.standard_normal((50, 2)) * 10.0 ** rng.integers(-300, 300, (50, 2))
    joints[0] = [0.1, 1.0 / 3.0]
    joints[1] = [np.nextafter(1.0, 2.0), 5e-324]
    return TrajectoryTable(
        joint_names=("a", 'odd, "name"'),
        joint_units=("deg", "mm"),
        times=np.cumsum(rng.random(50)),
        joints=joints,
        lines=rng.integers(1, 10**6, 50),
        openings=rng.random(50),
        robot="r",
        cell="Zelle für drei",
        program="p.val",
    )


@pytest.mark.parametrize("suffix", [".csv", ".json", ".CSV"])
def test_a_file_reads_back_to_the_same_doubles(example, tmp_path, suffix):
    written, read = table_of(example), read_trajectory(export(example, tmp_path / f"out{suffix}"))
    np.testing.assert_array_equal(read.times, written.times)
    np.testing.assert_array_equal(read.joints, written.joints)
    np.testing.assert_array_equal(read.lines, written.lines)
    assert (read.joint_names, read.joint_units) == (written.joint_names, written.joint_units)


@pytest.mark.parametrize(("write", "read"), [(csv_text, read_csv), (json_text, read_json)])
def test_awkward_numbers_and_names_read_back_exactly(tmp_path, write, read):
    table, path = awkward_table(), tmp_path / "file"
    path.write_bytes(write(table).encode())
    back = read(path)
    np.testing.assert_array_equal(back.joints, table.joints)
    np.testing.assert_array_equal(back.times, table.times)
    np.testing.assert_array_equal(back.lines, table.lines)
    assert back.joint_names == table.joint_names


def test_json_keeps_openings_and_names(example, tmp_path):
    read = read_json(export(example, tmp_path / "out.json"))
    np.testing.assert_array_equal(read.openings, example.trajectory().openings)
    assert (read.robot, read.cell, read.program) == ("arm", "test cell", "figure5.val")


def test_JSON_names_its_format_and_version(example, tmp_path):
    data = json.loads(export(example, tmp_path / "out.json").read_text(encoding="utf-8"))
    assert (data["format"], data["version"]) == ("cellwright-trajectory", 1)
    assert data["joints"][0] == {"name": "j1", "kind": "revolute", "unit": "deg"}
    assert data["units"] == {"time": "s", "opening": "mm"}
    assert set(data["samples"][0]) == {"time", "q", "opening", "line"}


def test_a_file_that_is_given_no_verdict_says_that_nothing_was_checked(example, tmp_path):
    own = json.loads(export(example, tmp_path / "out.json").read_text(encoding="utf-8"))
    old = tmp_path / "out.csv.json"
    old.write_text('{"format": "cellwright-verdict", "of": "another motion"}')
    export(example, tmp_path / "out.csv")
    beside = json.loads(old.read_text(encoding="utf-8"))
    for data in (own, beside):
        assert data["verdict"]["standing"] == "not checked"
        assert data["program_sha256"] is None
        assert data["coverage"]["caveat"] == "nothing is known of the bodies"


def test_a_verdict_is_not_written_over_a_file_of_another_kind(example, tmp_path):
    other = tmp_path / "out.csv.json"
    other.write_text('{"mine": 1}')
    with pytest.raises(ExportError, match=r"out\.csv\.json: a file of another kind"):
        export(example, tmp_path / "out.csv", RunVerdict())
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv.json"]
    assert other.read_text() == '{"mine": 1}'


def test_csv_has_the_documented_header_and_newlines(example, tmp_path):
    data = export(example, tmp_path / "out.csv").read_bytes()
    assert data.startswith(b"time_s,j1_deg,j2_deg,j3_deg,j4_deg,j5_deg,j6_deg,line\n")
    assert data.endswith(b"\n")
    assert b"\r" not in data


def test_csv_is_read_by_numpy_without_this_program(example, tmp_path):
    path = export(example, tmp_path / "out.csv")
    columns = np.loadtxt(path, delimiter=",", skiprows=1)
    trajectory = example.trajectory()
    np.testing.assert_array_equal(columns[:, 0], trajectory.times)
    np.testing.assert_allclose(np.radians(columns[:, 1:7]), trajectory.q, rtol=1e-15, atol=1e-15)
    np.testing.assert_array_equal(columns[:, 7], trajectory.lines)


def test_a_run_and_its_trajectory_give_the_same_bytes(example, tmp_path):
    for suffix in (".csv", ".json"):
        one = export(example, tmp_path / f"one{suffix}").read_bytes()
        assert one == export(example.trajectory(), tmp_path / f"two{suffix}").read_bytes()


def test_a_prismatic_joint_is_written_in_mm(tmp_path):
    trajectory = RunTrajectory(
        times=np.array([0.0, 0.5]),
        q=np.array([[np.pi, 12.5], [0.0, 13.0]]),
        openings=np.zeros(2),
        lines=np.array([3, 3]),
        joint_names=("turn", "lift"),
        joint_kinds="RP",
    )
    path = export(trajectory, tmp_path / "out.csv")
    assert path.read_text() == "time_s,turn_deg,lift_mm,line\n0.0,180.0,12.5,3\n0.5,0.0,13.0,3\n"


def test_an_empty_run_gives_a_header_alone(paper_cell, tmp_path):
    run = simulate(paper_cell, "NOSUCH\nEND")
    for suffix in (".csv", ".json"):
        read = read_trajectory(export(run, tmp_path / f"out{suffix}"))
        assert len(read.times) == 0
        assert read.joints.shape == (0, 6)


def test_an_unknown_suffix_names_the_known_ones(example, tmp_path):
    with pytest.raises(ExportError, match=r"\.xlsx.*\.csv or \.json"):
        export(example, tmp_path / "out.xlsx")
    with pytest.raises(ExportError, match="without a suffix"):
        export(example, tmp_path / "out")


def test_a_failed_write_leaves_the_old_file_and_no_rubbish(example, tmp_path):
    path = tmp_path / "out.csv"
    path.write_text("old")
    broken = RunTrajectory(
        times=np.array([0.0]),
        q=np.array([[np.nan]]),
        openings=np.zeros(1),
        lines=np.array([1]),
        joint_names=("j",),
        joint_kinds="R",
    )
    with pytest.raises(ExportError, match="not a finite number"):
        export(broken, path)
    assert path.read_text() == "old"
    export(example, path)
    assert [p.name for p in tmp_path.iterdir()] == ["out.csv"]


def test_a_directory_that_does_not_exist_is_an_os_error(example, tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        export(example, tmp_path / "nowhere" / "out.csv")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", ":1: the header"),
        ("time_s,j1_rad,line\n", "j1_rad does not end in _deg or _mm"),
        ("time_s,j1_deg,line\n0.0,1.0\n", ":2: 2 values where the header has 3"),
        ("time_s,j1_deg,line\n0.0,one,3\n", ":2: "),
    ],
)
def test_a_csv_that_is_not_ours_is_refused_with_its_line(tmp_path, text, says):
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(ExportError) as caught:
        read_csv(path)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not a JSON file"),
        ("[1]", "not a trajectory"),
        ('{"format": "cellwright-trajectory", "version": 2}', "version 2"),
        ('{"format": "cellwright-trajectory", "version": 1}', "missing or wrong"),
    ],
)
def test_a_json_that_is_not_ours_is_refused(tmp_path, text, says):
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(ExportError, match=says):
        read_json(path)
