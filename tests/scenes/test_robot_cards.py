"""The card of a robot says the same as the whole robot, and is read without its bodies."""

from pathlib import Path

import numpy as np
import pytest

from scenes.errors import SceneFileError
from scenes.files.robot_cards import robot_card
from scenes.library import load_robot, robot_names, robot_path


@pytest.mark.parametrize("name", robot_names())
def test_the_card_of_a_robot_agrees_with_the_robot(name: str) -> None:
    card, robot = robot_card(name), load_robot(name)
    for fact in ("name", "title", "schematic", "source"):
        assert getattr(card, fact) == getattr(robot, fact)
    np.testing.assert_array_equal(card.mechanism.T_link_joint, robot.mechanism.T_link_joint)
    assert card.rated.reach_mm == robot.rated.reach_mm


def test_a_file_in_another_order_has_a_card_too(tmp_path: Path) -> None:
    head, bodies = robot_path("ur5e").read_text().split("\nbodies:")
    turned = tmp_path / "turned.robot.yaml"
    turned.write_text(f"bodies:{bodies}\n{head}")
    assert robot_card(turned).title == "Universal Robots UR5e"
    assert not robot_card(turned).schematic


def test_a_faulty_file_tells_its_faults_from_the_card_as_well(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.robot.yaml"
    faulty.write_text(robot_path("ur5e").read_text().replace("title:", "titel:"))
    with pytest.raises(SceneFileError, match="did you mean"):
        robot_card(faulty)
