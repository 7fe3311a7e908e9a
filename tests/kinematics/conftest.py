"""The two shipped arms as facts, and how their tests draw random joint values."""

import numpy as np
import pytest

from kinematics import Joint, Mechanism, rotation_y


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
    """Kakazu 1985, section 7; the limits, speeds and accelerations are assumptions."""
    limits = [(-180, 180), (-200, 20), (-150, 150), (-360, 360), (-120, 120), (-360, 360)]
    return Mechanism.from_axes(
        axes=[[0, 0, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]],
        points=[[0, 0, 0], [0, 0, 450], [500, 0, 450]] + [[950, 0, 450]] * 3,
        T_base_flange_zero=[[1, 0, 0, 1120], [0, 1, 0, 0], [0, 0, 1, 450], [0, 0, 0, 1]],
        joints=joints_of(limits, [90] * 6, [300] * 6),
        name="hokkaido",
    )


def make_puma():
    """Corke and Armstrong 1994 by way of the Robotics Toolbox; speeds are assumptions."""
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
    """Arms of every joint kind for which only forward kinematics exists."""
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
