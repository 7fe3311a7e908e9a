"""What a room refuses is an answer in words; every other exception stays a fault."""

import pytest

from app.background.refusals import or_why
from geometry.errors import GeometryError
from kinematics import KinematicsError
from scenes import SceneError


def refusing(error: Exception) -> None:
    raise error


def test_a_value_is_given_as_it_is() -> None:
    assert or_why(max, 2, 3) == 3


@pytest.mark.parametrize("kind", [SceneError, GeometryError, KinematicsError])
def test_what_a_room_refuses_is_a_sentence(kind) -> None:
    assert or_why(refusing, kind("nothing moves")) == "nothing moves"


def test_a_fault_of_ours_is_raised() -> None:
    with pytest.raises(ValueError, match="shapes"):
        or_why(refusing, ValueError("shapes do not match"))
