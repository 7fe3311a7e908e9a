"""Arms with closed loops: a palletiser with three parallelograms, a five-bar with a slide, deltas
with cranks and with slides."""

import numpy as np
import pytest

from kinematics import Joint, JointKind, Mechanism, rotation_x, rotation_z, translation
from kinematics.closed.closed_chain import ClosedChain, Meeting, SideJoint

X, Y, Z = np.eye(3)


def make_palletiser(crank=400.0):
    """Turn, upper arm, forearm by a parallelogram, hand kept level by two, roll of the hand."""
    chain = Mechanism.from_axes(
        axes=[Z, Y, Y, Y, -Z],
        points=[[0, 0, 0], [350, 0, 800], [350, 0, 2050], [1650, 0, 2050], [1900, 0, 2050]],
        T_base_flange_zero=translation(1900, 0, 1850) @ rotation_x(np.pi),
        joints=[Joint(name) for name in ("turn", "upper_arm", "elbow", "level", "roll")],
        name="palletiser",
    )
    back = 350.0 - crank
    side = [
        SideJoint(Joint("crank"), "turn", Y, [350, 0, 800]),
        SideJoint(Joint("tie"), "crank", Y, [back, 0, 800]),
        SideJoint(Joint("lower_guide"), "turn", Y, [150, 0, 950]),
        SideJoint(Joint("triangle"), "upper_arm", Y, [350, 0, 2050]),
        SideJoint(Joint("upper_guide"), "triangle", Y, [500, 0, 2300]),
    ]
    meetings = [
        Meeting(("tie", "elbow"), [-50, 0, 2050], Y, "drive"),
        Meeting(("lower_guide", "triangle"), [150, 0, 2200], Y, "lower"),
        Meeting(("upper_guide", "level"), [1800, 0, 2300], Y, "upper"),
    ]
    return ClosedChain(chain, side, meetings, ["turn", "upper_arm", "crank", "roll"])


def make_five_bar(elbow=([300, 250, 0], Z), tip=([0, 500, 0], Z), limits=(-np.inf, np.inf)):
    """Two cranks on the base, two forearms that meet, and there a slide that rolls.

    elbow, limits: of the passive joint right_elbow. tip: where the forearms meet.
    """
    names = ("left", "left_elbow", "slide", "roll")
    kinds = "RRPR"
    chain = Mechanism.from_axes(
        axes=[Z] * 4,
        points=[[-100, 0, 0], [-300, 250, 0], [0, 500, 0], [0, 500, 0]],
        T_base_flange_zero=translation(0, 500, 0),
        joints=[Joint(n, JointKind(k)) for n, k in zip(names, kinds, strict=True)],
        name="five-bar",
    )
    side = [
        SideJoint(Joint("right"), "base", Z, [100, 0, 0]),
        SideJoint(
            Joint("right_elbow", lower=limits[0], upper=limits[1]), "right", elbow[1], elbow[0]
        ),
    ]
    meeting = Meeting(("left_elbow", "right_elbow"), *tip, "tip")
    return ClosedChain(chain, side, [meeting], ["left", "right", "slide", "roll"])


HIP, FOOT, CRANK, ROD, HALF, DROOP = 220.0, 50.0, 230.0, 540.0, 45.0, np.radians(25.0)


def make_delta(drive="R", from_platform=False):
    """Three cranks, or upright slides, and six rods in pairs that hold a platform with a roll.

    from_platform: the two joints of each rod are at the platform, and its closing at the crank; one
    of the two is given by another point of its axis than the ball.
    """
    across = HIP + CRANK * np.cos(DROOP) - FOOT
    foot_z = -CRANK * np.sin(DROOP) - np.sqrt(ROD**2 - across**2)
    chain = Mechanism.from_axes(
        axes=[X, Y, Z, -Z],
        points=[[0, 0, foot_z]] * 4,
        T_base_flange_zero=translation(0, 0, foot_z - 40) @ rotation_x(np.pi),
        joints=[Joint(n, JointKind(k)) for n, k in zip("xyzr", "PPPR", strict=True)],
        name="delta",
    )
    side, meetings = [], []
    for leg, angle in enumerate(np.radians([0.0, 120.0, 240.0])):
        out, along = rotation_z(angle)[:3, 0], rotation_z(angle)[:3, 1]
        knee = (HIP + CRANK * np.cos(DROOP)) * out - CRANK * np.sin(DROOP) * Z
        foot = FOOT * out + foot_z * Z
        axis = along if drive == "R" else Z
        side.append(SideJoint(Joint(f"drive{leg}", JointKind(drive)), "base", axis, HIP * out))
        for rod, shift in (("a", HALF), ("b", -HALF)):
            swing, lean = f"swing{leg}{rod}", f"lean{leg}{rod}"
            at, to = knee + shift * along, foot + shift * along
            ends, links = (at, to), (f"drive{leg}", "z")
            if from_platform:
                ends, links = ends[::-1], links[::-1]
            side.append(SideJoint(Joint(swing), links[0], along, ends[0] + 3.0 * along))
            side.append(SideJoint(Joint(lean), swing, np.cross(to - at, along), ends[0]))
            meetings.append(Meeting((lean, links[1]), ends[1], name=f"rod{leg}{rod}"))
    return ClosedChain(chain, side, meetings, ["drive0", "drive1", "drive2", "r"])


@pytest.fixture(scope="session")
def delta():
    return make_delta()


@pytest.fixture(scope="session")
def turned_delta():
    return make_delta(from_platform=True)


@pytest.fixture(scope="session")
def slide_delta():
    return make_delta("P")


@pytest.fixture(scope="session")
def palletiser():
    return make_palletiser()


@pytest.fixture(scope="session")
def five_bar():
    return make_five_bar()


@pytest.fixture
def five_bar_with():
    """Makes a five-bar; elbow, tip: point and axis of the second elbow, and of the meeting; limits:
    of the second elbow."""
    return make_five_bar


@pytest.fixture
def rng():
    return np.random.default_rng(1985)
