"""The shipped programs do in their cells what their comments say."""

import numpy as np
import pytest

from scenes.analysis import Report, analyse
from scenes.library import load_cell, program_path

FREE = {"figure5": "kakazu1985", "pick_place": "kakazu1985", "puma_pick": "puma_bench"}


def report_of(program: str, cell: str) -> Report:
    return analyse(load_cell(cell), program_path(program).read_text())


@pytest.mark.parametrize("program", FREE)
def test_a_program_meant_to_run_runs_free_of_collision(program: str) -> None:
    report = report_of(program, FREE[program])
    assert report.ok
    assert not report.collisions


def test_into_table_drives_both_fingers_into_the_table_on_line_9() -> None:
    report = report_of("into_table", "kakazu1985")
    pairs = {(c.line, c.body_a, c.body_b) for c in report.collisions}
    assert pairs == {(9, "arm.G2", "TR2"), (9, "arm.G3", "TR2")}
    # Each finger is 20 by 40 mm and goes 20 mm deep: the tool point stays 20 mm above the table,
    # and the tips are 40 mm beyond it.
    for collision in report.collisions:
        assert collision.volume_mm3 == pytest.approx(20 * 40 * 20, rel=1e-5)


def test_pick_place_leaves_the_workpiece_on_the_table() -> None:
    end = report_of("pick_place", "kakazu1985").run.steps[-1].after
    assert end.held is None
    T_world_part = end.parts["WORK"]
    assert T_world_part is not None
    np.testing.assert_allclose(T_world_part[:3, 3], [430, 200, 200], atol=1e-6)


def test_puma_pick_leaves_the_peg_in_the_bushing() -> None:
    cell = load_cell("puma_bench")
    end = report_of("puma_pick", "puma_bench").run.steps[-1].after
    T_world_peg = end.parts["PEG"]
    assert T_world_peg is not None
    np.testing.assert_allclose(T_world_peg[:3, 3], cell.frames["bushing"][:3, 3], atol=1e-6)
