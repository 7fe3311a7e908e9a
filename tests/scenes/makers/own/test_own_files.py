"""The user's own languages: found by their files, and a fault in one is told with its line."""

import os
from pathlib import Path

import pytest

from kinematics import forward
from scenes import load_robot
from scenes.errors import SceneError
from scenes.makers.maker_languages import (
    LANGUAGES,
    controller_of,
    maker_of,
    own_faults,
    styles_of,
    usable,
)
from scenes.makers.own.own_files import own_folder, own_keys
from scenes.makers.writing.orders import Go, Way
from scenes.makers.writing.unrolled import Orders
from scenes.makers.written_program import written

HOUSE = """\
from dataclasses import replace

from scenes.makers.maker_languages import LANGUAGES

MAKER = replace(LANGUAGES["krl"], title="House", counts_as="krl")
"""


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """add(name, text): a file of the user's own."""
    for name in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))

    def write(name: str, text: str) -> Path:
        own_folder().mkdir(parents=True, exist_ok=True)
        path = own_folder() / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_folder_that_is_not_there_adds_nothing(add) -> None:
    assert not own_folder().exists()
    assert own_keys() == () and usable() == dict(LANGUAGES) and own_faults() == []


def test_a_house_style_is_a_language_of_its_own_for_the_same_controllers(add) -> None:
    add("house", HOUSE)
    assert own_keys() == ("house",)
    assert maker_of("house").title == "House" and maker_of("krl").title == "KUKA KRL"
    assert styles_of("krl") == ["krl", "house"] and styles_of("rapid") == ["rapid"]
    robot = load_robot("kuka_kr6_r900_2")
    assert controller_of(robot, "house") is robot.controller
    with pytest.raises(SceneError, match="its controller reads urscript, not krl"):
        controller_of(load_robot("ur5e"), "house")


def test_a_house_style_is_read_back_and_compared(add) -> None:
    add("house", HOUSE)
    robot = load_robot("kuka_kr6_r900_2")
    q = robot.ready + 0.1
    go = Go(1, Way.JOINTS, forward(robot.mechanism, q) @ robot.T_flange_tool, q)
    made = written(Orders(robot.ready, (go,), ()), robot, "house", "one")
    assert made.motions == 1 and made.deviation is not None
    assert made.deviation.joint_deg < 1e-3
    assert made.deviation.motions == 1


def test_a_changed_file_is_read_anew(add) -> None:
    path = add("house", HOUSE)
    assert maker_of("house").title == "House"
    path.write_text(HOUSE.replace('"House"', '"Other"'), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert maker_of("house").title == "Other"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("MAKER = (\n", r"house\.py:1: not valid Python"),
        ("x = 1\ny = x / 0\n", r"house\.py:2: this fails: ZeroDivisionError"),
        ("import nothing_of_this_name\n", r"house\.py:1: this fails: ModuleNotFoundError"),
        ("raise SystemExit(3)\n", r"house\.py:1: this fails: SystemExit"),
        ("x = 1\n", r"house\.py:1: this file defines no MAKER"),
        ("MAKER = 'krl'\n", r"house\.py: MAKER is a MakerLanguage, not a str"),
        (HOUSE.replace('counts_as="krl"', 'counts_as="krl5"'), "counts_as is one of krl, rapid"),
        (
            "from scenes.makers.own.templates import Templates\n\nTemplates(stand='{secs}')\n",
            r"house\.py:3: this fails: SceneError: the template `stand` has no field \{secs\}",
        ),
    ],
)
def test_a_fault_of_a_file_is_told_and_the_shipped_languages_stay(add, text, told) -> None:
    add("house", text)
    with pytest.raises(SceneError, match=told):
        maker_of("house")
    assert usable() == dict(LANGUAGES)
    assert len(own_faults()) == 1


def test_an_own_file_does_not_replace_a_shipped_language(add) -> None:
    add("krl", HOUSE)
    assert maker_of("krl") is LANGUAGES["krl"]
    assert styles_of("krl") == ["krl"]
    (told,) = own_faults()
    assert told == f"{own_folder() / 'krl.py'}: krl is a shipped language: rename the file"


def test_a_name_without_a_language_is_refused_with_those_that_are(add) -> None:
    add("house", HOUSE)
    with pytest.raises(SceneError, match=r"no language of a maker is called hous; .*krl.*house"):
        maker_of("hous")
