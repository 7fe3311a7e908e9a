"""Joint limits: the message about the joint that is farthest beyond its limit."""

import pytest

from scenes.execution.simulation import simulate


def test_an_excess_over_a_joint_limit_is_reported_without_whole_turns(paper_cell):
    """221.05 and -138.95 degrees are the same pose; the second is 18.95 degrees beyond -120."""
    text = 'POINT A 500 200 500 20 50 -30\nCONFIG "LBF"\nMOVE A\nEND'
    (problem,) = [p for p in simulate(paper_cell, text).problems if p.code == "E303"]
    assert problem.figures["value"] == pytest.approx(-138.946, abs=1e-3)
    assert problem.figures["over"] == pytest.approx(18.946, abs=1e-3)
