"""The table and the pictures of the plots hold what the run does."""

import csv
import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtGui import QImage

from app.desktop.looks.theme import DARK
from app.desktop.menus.exporting.plot_export import export_plots
from app.desktop.panels.plotting.plot_kinds import (
    CHOICES,
    Figures,
    PlotData,
    clearance_at,
    curves_in,
    joint_values,
    plots_of,
)
from app.desktop.panels.plotting.plot_numbers import columns_of, table_text
from app.desktop.panels.plotting.plots import PlotsPanel
from app.desktop.runs.motion_curves import curves_of
from kinematics import singularity
from scenes import load_cell, simulate
from scenes.checking.distances.clearance_course import clearance_course
from scenes.library import program_path

STEP = 1e-4  # s, of the numeric derivatives


@pytest.fixture(scope="module")
def run(cell, figure5):
    return simulate(cell, figure5)


@pytest.fixture(scope="module")
def data(run) -> PlotData:
    curves, mechanism = curves_of(run), run.cell.robot.mechanism
    figures = Figures.of(mechanism, joint_values(mechanism, curves.joints))
    course, _ = clearance_course(run)
    return PlotData(curves, figures, course, run.duration, run.cell.margin)


def away_from_jumps(run, times, order: int):
    """Rows at which a derivative of the motion is smooth for STEP before and after."""
    around = np.array(
        [run.motion_at(np.clip(times + d, 0.0, run.duration))[order] for d in (-STEP, STEP)]
    )
    inside = (times > 2.0 * STEP) & (times < run.duration - 2.0 * STEP)
    ends = np.array([step.end_time for step in run.moving_steps])
    near = np.abs(times[:, None] - ends).min(axis=1) < 2.0 * STEP
    return inside & ~near, around


def test_each_column_is_the_derivative_of_the_one_before(run, data) -> None:
    """A second method: differences of joint values in the table's own units."""
    columns = columns_of(run, data, ("joints", "speeds", "accelerations", "jerks"), range(6))
    times, mechanism = columns["time_s"], run.cell.robot.mechanism
    words = ("speed", "acceleration", "jerk")
    for order, word in enumerate(words):
        rows, (before, behind) = away_from_jumps(run, times, order)
        slope = np.degrees((behind - before) / (2.0 * STEP))
        for i, joint in enumerate(mechanism.joints):
            power = ("s", "s2", "s3")[order]
            found = columns[f"{joint.name}_{word}_deg_per_{power}"]
            limit = np.degrees((mechanism.speed, mechanism.acceleration, mechanism.jerk)[order][i])
            off = np.abs(found - slope[:, i])[rows]
            # The jerk jumps within a motion: only there may a difference over a jump be off.
            assert np.quantile(off, 0.9) <= 1e-3 * limit
            if order == 0:
                assert off.max() <= 1e-2 * limit
            percent = columns[f"{joint.name}_{word}_percent"]
            assert found == pytest.approx(0.01 * percent * limit, rel=1e-6, abs=1e-9)


def test_a_table_reads_back_and_has_the_least_and_greatest_values(run, data) -> None:
    columns = columns_of(run, data, tuple(CHOICES), (1, 4))
    rows = list(csv.DictReader(table_text(columns).splitlines()))
    assert len(rows) == len(data.curves.times)
    assert [name for name in rows[0] if name.startswith("theta1")] == []
    for name, column in columns.items():
        read = np.array([float(row[name]) for row in rows])
        assert read == pytest.approx(np.asarray(column, float), rel=1e-7, abs=1e-12)
    assert float(max(rows, key=lambda row: float(row["tool_speed_mm_per_s"]))["line"]) == 6
    least = min(float(row["clearance_mm"]) for row in rows)
    assert least == pytest.approx(data.clearance.distance_mm.min(), abs=0.1)


def test_what_is_not_known_is_an_empty_cell(run, data) -> None:
    half = PlotData(data.curves, None, *(clearance_course(run, 0, 0.0)[0],), 1.0)
    columns = columns_of(run, half, ("clearance", "manipulability"), ())
    rows = list(csv.DictReader(table_text(columns).splitlines()))
    assert "manipulability" not in rows[0]
    late = [row["clearance_mm"] == "" for row in rows if float(row["time_s"]) > 1.0]
    assert late and all(late)
    assert clearance_at(half, 1.5) is None


def test_the_measures_are_those_of_single_poses(run, data) -> None:
    mechanism, rng = run.cell.robot.mechanism, np.random.default_rng(1)
    for row in rng.choice(len(data.curves.times), 15, replace=False):
        q = run.motion_at(float(data.curves.times[row]))[0]
        one = abs(singularity(mechanism, q).determinant)
        assert data.figures.manipulability[row] == pytest.approx(one, abs=2e-5)


def test_degrees_and_mm_have_axes_of_their_own() -> None:
    text = program_path("scara_assembly").read_text(encoding="utf-8")
    run = simulate(load_cell("scara_assembly"), text)
    data = PlotData(curves_of(run))
    assert plots_of(("joints", "tool"), data) == ("joints", "slides", "tool")
    turning, sliding = (curves_in(key, data) for key in ("joints", "slides"))
    kinds = run.cell.robot.mechanism.kinds
    assert [kinds[curve.joint] for curve in turning] == ["R"] * len(turning)
    assert [kinds[curve.joint] for curve in sliding] == ["P"]
    columns = columns_of(run, data, ("joints",), range(len(kinds)))
    names = [joint.name for joint in run.cell.robot.mechanism.joints]
    units = ["deg" if kind == "R" else "mm" for kind in kinds]
    wanted = [f"{name}_{unit}" for name, unit in zip(names, units, strict=True)]
    assert list(columns) == ["time_s", *wanted, "line"]


@pytest.mark.window
def test_the_plots_are_written_as_pictures_and_as_numbers(
    qtbot, checked_document, analyst, answers, tmp_path
) -> None:
    panel = PlotsPanel(checked_document, analyst, DARK, ("joints", "jerks", "clearance"))
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitUntil(lambda: panel.canvas is not None, timeout=240_000)
    said = []
    checked_document.noticed.connect(lambda notice: said.append(notice.text))
    docks = SimpleNamespace(bring=lambda name: None)
    desk = SimpleNamespace(dialogs=answers, folder=tmp_path)
    parts = SimpleNamespace(
        document=checked_document, plots=panel, docks=docks, desk=desk, analyst=analyst
    )
    for suffix in ("png", "svg", "csv", "bmp"):
        answers.path = tmp_path / f"a.{suffix}"
        export_plots(parts)
    image = QImage(str(tmp_path / "a.png"))
    assert image.width() == 2400
    colours = {
        image.pixelColor(x, y).name() for x in range(200, 2300, 7) for y in range(150, 1100, 7)
    }
    assert len(colours) > 20
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
    head = (tmp_path / "a.csv").read_text(encoding="utf-8").split("\n")[0]
    assert head.startswith("time_s,theta1_deg")
    assert "clearance_mm" in head
    assert "not known to the end" in said[2]
    assert not (tmp_path / "a.bmp").exists()
    assert ".png, .svg, .csv" in said[3]
