"""A family says in one clause why the joints of an arm are not its own."""

import pytest

from kinematics import ClosedChain, Joint, Mechanism, Meeting, SideJoint, translation
from kinematics.families.joint_kinds import revolute_fault

Z = [0, 0, 1]


def parallelogram():
    """One joint whose bar is driven by a crank and a rod of the same length."""
    chain = Mechanism.from_axes(
        axes=[Z],
        points=[[0, 0, 0]],
        T_base_flange_zero=translation(0, 300, 0),
        joints=[Joint("bar")],
    )
    side = [
        SideJoint(Joint("crank"), "base", Z, [400, 0, 0]),
        SideJoint(Joint("rod"), "crank", Z, [400, 300, 0]),
    ]
    return ClosedChain(chain, side, [Meeting(("rod", "bar"), [0, 300, 0])], ["crank"])


def test_six_and_seven_revolute_joints_fit_their_families_alone(ur5e, offset_seven):
    assert revolute_fault(ur5e, 6) == ""
    assert revolute_fault(offset_seven, 7) == ""
    assert "joints RRRRRRR where six revolute ones" in revolute_fault(offset_seven, 6)
    assert "joints RRRRRR where seven revolute ones" in revolute_fault(ur5e, 7)


def test_a_slide_does_not_fit(stanford):
    assert "joints RRPRRR where six revolute ones" in revolute_fault(stanford, 6)


@pytest.mark.parametrize("count", [6, 7])
def test_links_that_close_loops_do_not_fit(count):
    assert revolute_fault(parallelogram(), count) == "its links close loops"
