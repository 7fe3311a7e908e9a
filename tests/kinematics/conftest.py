"""Arms written down in full, not read from robot files, and random joint values for tests."""

import numpy as np
import pytest

from kinematics import Joint, Mechanism, rotation_y, translation


def joints_of(limits_deg, speeds_deg, accelerations_deg):
    rows = zip(limits_deg, speeds_deg, accelerations_deg, strict=True)
    return [
        Joint(
            f"theta{i}",
            lower=float(np.radians(low)),
            upper=float(np.radians(high)),
            speed=float(np.radians(speed)),
            acceleration=float(np.radians(acceleration)),
        )
        for i, ((low, high), speed, acceleration) in enumerate(rows, start=1)
    ]


def make_hokkaido():
    """The 1985 arm: Kakazu 1985, section 7; its limits, speeds and accelerations are assumed."""
    limits = [(-180, 180), (-200, 20), (-150, 150), (-360, 360), (-120, 120), (-360, 360)]
    return Mechanism.from_axes(
        axes=[[0, 0, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]],
        points=[[0, 0, 0], [0, 0, 450], [500, 0, 450]] + [[950, 0, 450]] * 3,
        T_base_flange_zero=[[1, 0, 0, 1120], [0, 1, 0, 0], [0, 0, 1, 450], [0, 0, 0, 1]],
        joints=joints_of(limits, [90] * 6, [300] * 6),
        name="hokkaido",
    )


def make_puma():
    """PUMA 560: Corke and Armstrong 1994, as in the Robotics Toolbox; its speeds are assumed."""
    limits = [(-160, 160), (-45, 225), (-225, 45), (-110, 170), (-100, 100), (-266, 266)]
    speeds = [82, 74, 122, 228, 241, 228]
    return Mechanism.from_standard_dh(
        alpha=np.radians([90, 0, -90, 90, -90, 0]),
        a=[0, 431.8, 20.3, 0, 0, 0],
        d=[671.83, 0, 150.05, 431.8, 0, 0],
        joints=joints_of(limits, speeds, np.array(speeds) / 0.3),
        name="puma560",
    )


@pytest.fixture(scope="session")
def hokkaido():
    return make_hokkaido()


@pytest.fixture(scope="session")
def puma():
    return make_puma()


@pytest.fixture(scope="session", params=["hokkaido", "puma"])
def arm(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def T_flange_tool():
    return rotation_y(np.pi / 2)


@pytest.fixture
def rng():
    return np.random.default_rng(1985)


@pytest.fixture(scope="session")
def odd_arms():
    """Arms of many kinds of joints with random links, mostly without a closed form."""
    rng = np.random.default_rng(7)
    made = []
    for kinds in ("RRPR", "PPPRRR", "RRPRRR", "RRRRRRR", "RP"):
        n = len(kinds)
        made.append(
            Mechanism.from_modified_dh(
                alpha=rng.uniform(-3, 3, n),
                a=rng.uniform(-300, 300, n),
                d=rng.uniform(-300, 300, n),
                theta0=rng.uniform(-3, 3, n),
                kinds=kinds,
            )
        )
    return made


def make_ur5e():
    """UR5e: the description of Universal Robots, with rounded link lengths."""
    return Mechanism.from_standard_dh(
        alpha=np.radians([90, 0, 0, 90, -90, 0]),
        a=[0, -425.0, -392.2, 0, 0, 0],
        d=[162.5, 0, 0, 133.3, 99.7, 99.6],
        name="ur5e",
    )


def make_stanford():
    """Stanford arm AIM-177, as in the Robotics Toolbox."""
    return Mechanism.from_standard_dh(
        alpha=np.radians([-90, 90, 0, -90, 90, 0]),
        a=[0, 0, 20.3, 0, 0, 0],
        d=[412.0, 154.0, 0, 0, 0, 0],
        theta0=np.radians([0, 0, -90, 0, 0, 0]),
        kinds="RRPRRR",
        name="stanford",
    )


def make_seven(offset=0.0, elbow=0.0):
    """Seven axes with the lengths of a SIA50D, mm, whose shoulder offset is 145; 0 gives S-R-S."""
    z, y = [0.0, 0, 1], [0.0, 1, 0]
    return Mechanism.from_axes(
        axes=[z, y, z, y, z, y, z],
        points=[
            [0, 0, 0],
            [offset, 0, 540],
            [offset, 0, 540],
            [offset + elbow, 0, 1100],
            [offset, 0, 1600],
            [offset, 0, 1600],
            [offset, 0, 1600],
        ],
        T_base_flange_zero=translation(offset, 0, 1780),
        name=f"seven axes, offset {offset:g}, elbow {elbow:g}",
    )


def gaps(mechanism, q, q_true):
    """Largest joint difference of q (..., n) from q_true, modulo turns; 1 m counts as 1 rad."""
    gap = np.asarray(q) - q_true
    turned = (gap + np.pi) % (2 * np.pi) - np.pi
    return np.abs(np.where(mechanism.revolute > 0.0, turned, gap * 1e-3)).max(axis=-1)


def random_joints(mechanism, rng, count, slide=500.0):
    """Random joint values (count, n): any angle, and slides within +-slide mm."""
    reach = np.where(mechanism.revolute > 0.0, np.pi, slide)
    return rng.uniform(-reach, reach, (count, mechanism.n))


@pytest.fixture(scope="session")
def ur5e():
    return make_ur5e()


@pytest.fixture(scope="session")
def stanford():
    return make_stanford()


@pytest.fixture(scope="session", params=[(0.0, 0.0), (0.0, 85.0), (145.0, 0.0)], ids=str)
def seven(request):
    return make_seven(*request.param)


@pytest.fixture(scope="session")
def offset_seven():
    return make_seven(145.0)


@pytest.fixture(scope="session")
def nearest_gap():
    return gaps


@pytest.fixture(scope="session")
def any_joints():
    return random_joints
