"""The shipped cards of robots agree with the robot files."""

from pathlib import Path

import pytest

from scenes.errors import SceneFileError
from scenes.files.card_making import cards_text, made_card
from scenes.files.robots import robot_cards
from scenes.files.robots.robot_cards import cards_path, kept_card
from scenes.library import robot_names, robot_path


def test_the_shipped_cards_are_those_of_the_robot_files() -> None:
    assert cards_path().read_text(encoding="utf-8") == cards_text(), "run `make cards`"
    assert all(kept_card(robot_path(name)) is not None for name in robot_names())


def test_a_robot_file_that_was_edited_has_no_kept_card(tmp_path: Path) -> None:
    shipped = robot_path("ur5e").read_text(encoding="utf-8")
    edited = tmp_path / "ur5e.robot.yaml"
    edited.write_text(shipped.replace("Universal Robots UR5e", "UR5e of cell 7"), encoding="utf-8")
    assert kept_card(edited) is None
    assert made_card(edited).title == "UR5e of cell 7"


def test_ends_of_lines_of_a_checkout_are_no_edit(tmp_path: Path) -> None:
    path = tmp_path / "ur5e.robot.yaml"
    path.write_bytes(robot_path("ur5e").read_bytes().replace(b"\n", b"\r\n"))
    assert kept_card(path) == made_card(robot_path("ur5e"))


@pytest.mark.parametrize("content", ["", "{", None])
def test_without_readable_cards_every_card_is_made_from_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    path = tmp_path / "cards.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    monkeypatch.setattr(robot_cards, "cards_path", lambda: path)
    robot_cards._kept_rows.cache_clear()
    assert kept_card(robot_path("ur5e")) is None
    robot_cards._kept_rows.cache_clear()


def test_making_a_card_of_a_faulty_file_reports_its_faults(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.robot.yaml"
    text = robot_path("ur5e").read_text(encoding="utf-8")
    faulty.write_text(text.replace("title:", "titel:"), encoding="utf-8")
    with pytest.raises(SceneFileError, match="did you mean"):
        made_card(faulty)
