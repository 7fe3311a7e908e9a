"""`cellwright robots NAME --diagram FILE.svg`: one symbol a joint, readable words, sound XML."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.cli import main
from app.verbs.arm.robots.diagram import LEGEND, diagram_svg
from scenes import load_robot, robot_names
from tests.depth import share

SVG = "{http://www.w3.org/2000/svg}"


def words_of(text: str) -> list[tuple[float, float, float, str]]:
    """Place, size and words of each text of a diagram."""
    return [
        (float(word.get("x")), float(word.get("y")), float(word.get("font-size")), word.text)
        for word in ElementTree.fromstring(text).iter(f"{SVG}text")
    ]


@pytest.mark.parametrize("name", share(robot_names(), 4))
def test_every_shipped_arm_has_a_diagram_that_names_each_driven_joint_once(name):
    robot = load_robot(name)
    root = ElementTree.fromstring(diagram_svg(robot))
    width, height = float(root.get("width")), float(root.get("height"))
    words = words_of(diagram_svg(robot))
    joints = [text.split()[0] for *_, text in words if re.match(r"J\d+", text)]
    assert sorted(joints) == sorted(f"J{i + 1}" for i in range(robot.mechanism.n))
    assert robot.title in [text for *_, text in words]
    for x, y, _, text in words:
        assert 0 < x < width and 0 < y < height, text
    assert "nan" not in diagram_svg(robot)


@pytest.mark.parametrize("name", share(robot_names(), 4))
def test_the_words_beside_the_joints_do_not_cover_each_other(name):
    joints = [word for word in words_of(diagram_svg(load_robot(name))) if word[3][0] == "J"]
    for i, (x, y, size, text) in enumerate(joints):
        for other_x, other_y, _, other in joints[i + 1 :]:
            half = 0.25 * size * (len(text) + len(other))
            assert abs(x - other_x) > half or abs(y - other_y) > 0.8 * size, (text, other)


def test_the_lengths_of_the_puma_are_written_and_the_offset_is_told_to_run_to_the_eye():
    words = [text for *_, text in words_of(diagram_svg(load_robot("puma560")))]
    for length in ("671.83", "431.8", "20.3"):
        assert length in words
    assert any(text.startswith("150.05 ") for text in words)


@pytest.mark.parametrize(("name", "slide"), [("adept_cobra600", "q3"), ("stanford_arm", "q3")])
def test_a_length_that_a_slide_changes_is_called_by_its_joint(name, slide):
    words = [text for *_, text in words_of(diagram_svg(load_robot(name)))]
    assert words.count(slide) == 1
    assert not any(text in ("105", "787.4") for text in words)  # of the slide half way


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("puma560", {"circle", "TWIST"}),
        ("adept_cobra600", {"TWIST", "BEND", "SLEEVE"}),
        ("gantry_6axis", {"TWIST", "BEND", "SLEEVE", "RAIL", "point"}),
        ("textbook_palletiser", {"circle", "TWIST"}),
    ],
)
def test_the_legend_explains_the_symbols_that_are_drawn_and_no_others(name, kinds):
    words = {text for *_, text in words_of(diagram_svg(load_robot(name)))}
    assert words & set(LEGEND.values()) == {LEGEND[kind] for kind in kinds}


def test_passive_joints_are_smaller_than_driven_ones():
    root = ElementTree.fromstring(diagram_svg(load_robot("textbook_palletiser")))
    radii = sorted({float(circle.get("r")) for circle in root.iter(f"{SVG}circle")})
    assert radii[0] < 0.6 * radii[-1]


def test_the_diagram_is_written_to_a_file(capsys, tmp_path: Path):
    out = tmp_path / "arm.svg"
    assert main(["robots", "ur5e", "--diagram", str(out)]) == 0
    assert ElementTree.parse(out).getroot().tag == f"{SVG}svg"
    assert main(["robots", "ur5e", "--diagram", str(tmp_path / "arm.png")]) == 2
    assert "NAME.svg" in capsys.readouterr().err
    assert main(["robots", "universal", "--diagram", str(out)]) == 2
    assert "with one robot" in capsys.readouterr().err


def test_the_diagram_of_an_arm_with_oblique_axes_tells_their_tilt():
    jaco = load_robot("kinova_jaco_6dof_curved_wrist")
    words = [text for *_, text in words_of(diagram_svg(jaco))]
    assert any("° to the paper" in text for text in words)
