"""A jogged pose is judged: limits at once, contacts by the worker."""

import numpy as np
import pytest

from app.desktop.jogging.jog_check import over_limits
from app.desktop.runs.run_jobs import colliding_in
from scenes import start_state

INSIDE = np.array([0.0, 0.3, 2.6, 0.0, 0.0, 0.0])  # the arm folded into its own pedestal


def test_a_joint_beyond_its_limit_is_named_with_how_far(cell) -> None:
    mechanism = cell.robot.mechanism
    q = (mechanism.lower + mechanism.upper) / 2
    assert over_limits(cell, q) == ()
    q[1] = mechanism.upper[1] + np.radians(2.5)
    assert over_limits(cell, q) == ("theta2 over its limit by 2.5°",)
    q[1] = mechanism.upper[1]
    assert over_limits(cell, q) == ()


def test_the_start_is_free_and_the_folded_arm_collides_with_its_pedestal(cell) -> None:
    from dataclasses import replace

    start = start_state(cell)
    assert colliding_in(cell, start) == ()
    assert any("arm.B" in pair for pair in colliding_in(cell, replace(start, q=INSIDE)))


@pytest.mark.window
@pytest.mark.gl
def test_jogging_into_the_pedestal_is_reported_shown_and_warned_of_when_taught(
    qtbot, window
) -> None:
    document, scene = window.document, window.viewport.scene
    said = window.status.verdict.text()
    beyond = INSIDE.copy()
    beyond[1] = document.cell.robot.mechanism.upper[1] + 0.1
    document.jog(beyond)
    assert "theta2 over its limit by 5.7°" in window.status.jog.text()
    document.jog(INSIDE)
    qtbot.waitUntil(lambda: bool(window.jog_check.pairs), timeout=240_000)
    first = " in ".join(window.jog_check.pairs[0])
    assert f"jog: {first}" in window.status.jog.text()
    assert not window.status.jog.isHidden()
    assert said in window.status.verdict.text() != said
    assert {name for pair in window.jog_check.pairs for name in pair} == set(scene.marks.hits)
    assert any("arm.B" in pair for pair in window.jog_check.pairs)
    notices = []
    document.noticed.connect(notices.append)
    window.actions_by_key["teach"].trigger()
    assert notices[-1].severity == "warning"
    assert first in notices[-1].text
    window.actions_by_key["end_jog"].trigger()
    assert window.status.jog.isHidden()
    assert not scene.marks.hits
