"""The symbols of an arm's joints: one mesh for all joints that are drawn alike."""

import numpy as np
import pytest
import pyvista

from app.desktop.looks.theme import DARK
from app.desktop.runs.lines.arm_lines import arm_lines
from app.desktop.view3d.drawing import skeleton_view
from app.desktop.view3d.drawing.skeleton_view import Skeleton
from scenes import load_cell

pytestmark = [pytest.mark.window, pytest.mark.gl]


def test_joints_of_one_form_and_size_share_one_mesh(monkeypatch) -> None:
    built = []
    honest = skeleton_view.joint_symbol

    def counted(form, length):
        built.append((form, length))
        return honest(form, length)

    monkeypatch.setattr(skeleton_view, "joint_symbol", counted)
    robot = load_cell("kakazu1985").robot
    arm = arm_lines(robot, np.zeros(robot.mechanism.n))
    plotter = pyvista.Plotter(off_screen=True, window_size=(80, 60))
    skeleton = Skeleton(plotter.renderer, DARK)
    skeleton.place(arm)
    skeleton.show(True)
    shown = [actor for actor, _ in skeleton._symbols]
    forms = [symbol.form for symbol in arm.drawing.symbols]
    assert len(built) == len(set(built)) == len(set(forms)) < len(shown) == len(forms)
    drawn = {form: set() for form in forms}
    for form, actor in zip(forms, shown, strict=True):
        drawn[form].add(actor.GetMapper().GetInput().GetNumberOfCells())
    assert drawn == {form: {honest(form, 100.0).n_cells} for form in forms}
    plotter.close()
