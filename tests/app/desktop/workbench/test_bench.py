"""The workbench on a document without a process: its panel, its file, and its end."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from app.desktop.looks.theme import DARK
from app.desktop.workbench.bench import Workbench
from app.desktop.workbench.bench_panel import WorkbenchPanel
from kinematics import forward
from scenes import load_robot
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document
from scenes.library import cell_path

pytestmark = pytest.mark.window


@pytest.fixture
def made(qtbot, document, analyst, tmp_path):
    """The open workbench beside a copy of a shipped cell."""
    path = tmp_path / "copy.cell.yaml"
    path.write_text(cell_path("puma_bench").read_text(encoding="utf-8"), encoding="utf-8")
    file = read_document(path, "cell file")
    document.show_cell(cell_from_document(file), file)
    bench = Workbench(document, analyst)
    to = tmp_path / "long.robot.yaml"
    desk = SimpleNamespace(dialogs=SimpleNamespace(save_path=lambda *_: to))
    panel = WorkbenchPanel(bench, desk, DARK)
    qtbot.addWidget(panel)
    panel.resize(800, 190)
    with qtbot.waitExposed(panel):
        panel.show()
    return SimpleNamespace(bench=bench, panel=panel, document=document, to=to)


def test_a_typed_length_is_answered_and_leaves_the_cell_alone(made) -> None:
    before = made.document.cell
    assert "8 solutions" in made.panel.verdict.text()
    made.panel.fields[2, "a"].committed.emit(520.0)
    assert made.bench.draft.value(2, "a") == 520.0
    arm = made.bench.draft.mechanism()
    assert forward(arm, made.bench.answer.q[0]) == pytest.approx(made.bench.goal, abs=1e-5)
    made.panel.fields[2, "a"].committed.emit(20.0)
    assert "Not reached" in made.panel.verdict.text()
    assert made.document.cell is before
    made.panel.hide()
    assert made.bench.draft is None


def test_the_bar_changes_the_chosen_parameter_and_springs_back(made) -> None:
    start = made.bench.draft.value(1, "alpha")
    made.panel._choose(1, "alpha")
    made.panel.bar.sliderMoved.emit(500)
    assert made.bench.draft.value(1, "alpha") == pytest.approx(start + 45.0)
    made.panel.bar.sliderMoved.emit(100)
    assert made.bench.draft.value(1, "alpha") == pytest.approx(start + 9.0)
    made.panel.bar.sliderReleased.emit()
    assert made.panel.bar.value() == 0
    assert made.panel.fields[1, "alpha"].value() == pytest.approx(start + 9.0)


def test_the_written_file_is_the_changed_arm_and_can_be_used(made) -> None:
    made.panel.fields[2, "a"].committed.emit(500.0)
    notices = []
    made.document.noticed.connect(notices.append)
    made.panel._save()
    read = load_robot(made.to)
    q = np.array(read.ready)
    assert forward(read.mechanism, q) == pytest.approx(
        forward(made.bench.draft.mechanism(), q), abs=1e-6
    )
    assert read.schematic
    assert read.hand is not None
    notices[-1].offers[0].action()
    assert made.document.cell_file.data["robots"]["puma"]["use"] == "long.robot.yaml"
    assert made.document.cell.robot.title.endswith("changed")
    made.document.cell_commands.undo()
    assert made.document.cell_file.data["robots"]["puma"]["use"] == "puma560"


def test_the_frame_is_played_to_the_last_frame_and_stops(qtbot, made) -> None:
    bench = made.bench
    bench.seek(bench.moves - 0.05)
    bench.play()
    qtbot.waitUntil(lambda: not bench.is_playing)
    assert bench.progress == bench.moves
    last = bench.frame_move
    assert last.T_base_frame == pytest.approx(bench.frames[-1])
    assert last.words in made.panel.said.text()


def test_another_cell_brings_its_own_arm(made) -> None:
    file = read_document(cell_path("kakazu1985"), "cell file")
    made.document.show_cell(cell_from_document(file), file)
    assert made.bench.draft.name == made.document.cell.robot.title
    assert Path(made.document.cell.path).name == "kakazu1985.cell.yaml"
