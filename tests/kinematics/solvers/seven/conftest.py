"""Arms of seven axes without a closed form at an elbow angle."""

import numpy as np
import pytest

from kinematics import Mechanism, translation


def make_panda():
    """The lengths of Panda (see its robot file)."""
    return Mechanism.from_modified_dh(
        alpha=np.radians([0, -90, 90, 90, 90, -90, 90]),
        a=[0, 0, 0, 82.5, 82.5, 0, 88],
        d=[333, 0, 316, 0, 384, 0, 0],
        theta0=np.radians([0, 0, 0, 180, 0, 180, 0]),
        T_last_flange=translation(0, 0, 107),
        name="panda",
    )


def make_xarm7():
    """The lengths of xArm7 (see its robot file)."""
    return Mechanism.from_modified_dh(
        alpha=np.radians([0, -90, 90, 90, 90, 90, -90]),
        a=[0, 0, 0, 52.5, 77.5, 0, 76],
        d=[267, 0, 293, 0, 342.5, 0, 0],
        T_last_flange=translation(0, 0, 97),
        name="xarm7",
    )


def make_gen3():
    """The lengths of Gen3 (see its robot file)."""
    return Mechanism.from_modified_dh(
        alpha=np.radians([180, 90, -90, 90, -90, 90, -90]),
        a=[0] * 7,
        d=[0, -11.75, -420.76, -12.75, -314.36, -0.3501, 0],
        T_last_flange=translation(0, 0, -167.455),
        name="gen3",
    )


MAKERS = {"panda": make_panda, "xarm7": make_xarm7, "gen3": make_gen3}


@pytest.fixture(scope="session", params=list(MAKERS))
def arm(request):
    return MAKERS[request.param]()


@pytest.fixture(scope="session")
def panda():
    return make_panda()


@pytest.fixture(scope="session")
def xarm7():
    return make_xarm7()


@pytest.fixture(scope="session")
def gen3():
    return make_gen3()
