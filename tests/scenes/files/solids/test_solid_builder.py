"""Every shape and step of a file makes the solid that its numbers describe, by known volumes."""

from math import pi
from pathlib import Path

import numpy as np
import pytest
import trimesh

from geometry import contains, mesh_of, named_parts, volume
from scenes.errors import SceneFileError
from scenes.files.loader import cell_from_document
from scenes.files.solids.steps_writer import steps_of
from scenes.files.text.documents import parse_document
from scenes.files.text.edits import flow_text
from scenes.world.cell import Body, Cell

HEAD = "cell: 1\nrobots: {arm: {use: hokkaido1985}}\nfixtures:\n  thing:\n    solid:\n"


def cell_of(steps: str, folder: Path = Path("."), more: str = "") -> Cell:
    """A cell with a fixture made by steps, one in each line."""
    lines = "".join(f"      - {line}\n" for line in steps.splitlines())
    return cell_from_document(parse_document(folder / "x.cell.yaml", HEAD + lines + more, "cell"))


def thing(steps: str, folder: Path = Path(".")) -> Body:
    return cell_of(steps, folder).fixtures[0]


def told(steps: str, folder: Path = Path("."), more: str = "") -> list[str]:
    with pytest.raises(SceneFileError) as caught:
        cell_of(steps, folder, more)
    return str(caught.value).splitlines()


VOLUMES = {
    "box": ("add: {box: [10, 20, 30]}", 6000),
    "cylinder": ("add: {cylinder: {d: 20, h: 5}}", 500 * pi),
    "frustum": ("add: {cone: {d1: 20, d2: 10, h: 12}}", 12 / 3 * pi * (100 + 50 + 25)),
    "sphere": ("add: {sphere: {d: 20}}", 4000 / 3 * pi),
    "torus": ("add: {torus: {d: 80, tube: 20}}", 2 * pi**2 * 40 * 100),
    "prism": ("add: {prism: {points: [[0, 0], [30, 0], [0, 40]], h: 5}}", 3000),
    "turned profile": ("add: {revolve: {points: [[10, 0], [20, 0], [20, 5], [10, 5]]}}", 1500 * pi),
    "half-space that keeps": (
        "add: {box: [10, 10, 10]}\ncommon: {half_space: {normal: [0, 0, 2], offset: 6}}",
        800,
    ),
    "half-space that cuts": (
        "add: {box: [10, 10, 10]}\ncut: {half_space: {normal: [0, 0, 1], offset: 3}}",
        200,
    ),
    "half-space that is placed": (
        "add: {box: [10, 10, 10]}\ncut: {half_space: {normal: [0, 0, 1]}, at: [0, 0, -2]}",
        700,
    ),
    "hull of points": (
        "add: {hull: {points: [[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]]}}",
        36,
    ),
    "hull of steps": (
        "add: {hull: {of: [{add: {box: [2, 2, 2]}}, {add: {box: [2, 2, 2], at: [8, 0, 0]}}]}}",
        40,
    ),
    "row": ("add: {box: [2, 2, 2], repeat: {step: [5, 0, 0], n: 4}}", 32),
    "ring": ("add: {box: [2, 2, 2], at: [20, 0, 0], repeat: {turn: 360, n: 6}}", 48),
    "image": (
        "add: {box: [9, 9, 9]}\ncut: {box: [2, 2, 20], at: [3, 3, 0], mirror: "
        "{normal: [1, 0, 0], both: true}}",
        729 - 72,
    ),
    "group in a group": (
        "add: {group: [{add: {group: [{add: {box: [4, 4, 4]}}, {cut: {box: [2, 2, 9]}}]}}]}",
        64 - 16,
    ),
    "common": ("add: {box: [4, 4, 4]}\ncommon: {box: [4, 4, 4], at: [3, 0, 0]}", 16),
}


@pytest.mark.parametrize("name", VOLUMES)
def test_a_shape_has_the_volume_that_its_numbers_say(name: str) -> None:
    steps, expected = VOLUMES[name]
    assert volume(thing(steps).solid, 0.002) == pytest.approx(expected, rel=2e-3)


@pytest.mark.parametrize("name", VOLUMES)
def test_what_is_written_back_reads_as_the_same_solid(name: str) -> None:
    solid = thing(VOLUMES[name][0]).solid
    again = thing("\n".join(flow_text(step) for step in steps_of(solid))).solid
    lo, hi = mesh_of(solid).vertices.min(axis=0) - 1, mesh_of(solid).vertices.max(axis=0) + 1
    points = np.random.default_rng(5).uniform(lo, hi, (2000, 3))
    np.testing.assert_allclose(again.level(points), solid.level(points), atol=1e-9)


def test_a_repetition_turns_about_the_given_axis() -> None:
    ring = "add: {box: [1, 1, 1], at: [0, 5, 9], repeat: {turn: 90, n: 2, about: [0, 0, 9]%s}}"
    about_z = thing(ring % "").solid
    np.testing.assert_array_equal(contains(about_z, [[-5, 0, 9], [5, 0, 9]]), [True, False])
    about_x = thing(ring % ", axis: [1, 0, 0]").solid
    np.testing.assert_array_equal(contains(about_x, [[0, 0, 14], [0, 0, 4]]), [True, False])


def test_an_image_stands_instead_of_its_shape_unless_both_are_asked_for() -> None:
    image = thing("add: {box: [2, 2, 2], at: [5, 0, 0], mirror: {normal: [1, 0, 0]}}").solid
    np.testing.assert_array_equal(contains(image, [[-5, 0, 0], [5, 0, 0]]), [True, False])


def test_named_sub_solids_keep_their_names_in_patterns_and_groups() -> None:
    top = "add: {group: [{add: {sphere: {d: 9}, name: ball}}], name: top, at: [0, 0, 9]}"
    steps = f"add: {{box: [9, 9, 9], name: block}}\n{top}"
    assert named_parts(thing(steps).solid) == ("block", "top", "ball")
    written = [flow_text(step) for step in steps_of(thing(steps).solid)]
    assert named_parts(thing("\n".join(written)).solid) == ("block", "top", "ball")


def test_colours_follow_the_primitives_in_the_order_of_the_tree() -> None:
    body = thing(
        'add: {box: [9, 9, 9]}\nadd: {group: [{add: {box: [2, 2, 20], colour: "#112233"}}, '
        '{cut: {box: [1, 1, 30]}}], colour: "#445566"}\n'
        'cut: {sphere: {d: 3}, at: [4, 0, 0], colour: "#778899", repeat: {step: [-8, 0, 0], n: 2}}'
    )
    assert body.colours == (None, "#112233", "#445566", "#778899", "#778899")
    assert len(body.colours) == len(list(body.solid.leaves_in(np.eye(4))))
    assert thing("add: {box: [9, 9, 9]}").colours == ()


FAULTS = {
    "an endless solid": ("add: {half_space: {normal: [0, 0, 1]}}", "6:7: ", "endless"),
    "a half-space added": (
        "add: {box: [9, 9, 9]}\nadd: {half_space: {normal: [0, 0, 1]}}",
        "7:9: ",
        "endless",
    ),
    "a half-space that misses": (
        "add: {box: [9, 9, 9]}\ncut: {half_space: {normal: [0, 0, 1], offset: -9}}",
        "7:9: ",
        "misses",
    ),
    "a half-space that takes all": (
        "add: {box: [9, 9, 9]}\ncut: {half_space: {normal: [0, 0, 1], offset: 9}}",
        "7:9: ",
        "nothing of the solid is left",
    ),
    "a half-space without a normal": (
        "add: {box: [9, 9, 9]}\ncut: {half_space: {normal: [0, 0, 0]}}",
        "7:27: ",
        "normal",
    ),
    "a tube too thick": ("add: {torus: {d: 20, tube: 20}}", "6:22: ", "thinner than the d"),
    "a profile past the axis": (
        "add: {revolve: {points: [[-1, 0], [4, 0], [4, 5]]}}",
        "6:24: ",
        "below 0",
    ),
    "a profile that crosses itself": (
        "add: {revolve: {points: [[0, 0], [9, 9], [9, 0], [0, 8]]}}",
        "6:24: ",
        "cross",
    ),
    "a flat hull": ("add: {hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}}", "6:21: ", "plane"),
    "a hull of nothing": ("add: {hull: {}}", "6:21: ", "`points`"),
    "an axis of no length": (
        "add: {box: [1, 1, 1], repeat: {turn: 90, n: 2, axis: [0, 0, 0]}}",
        "6:62: ",
        "direction",
    ),
    "two ways to repeat": (
        "add: {box: [1, 1, 1], repeat: {turn: 90, step: [1, 0, 0], n: 2}}",
        "6:39: ",
        "exactly one of",
    ),
    "a step about an axis": (
        "add: {box: [1, 1, 1], repeat: {step: [1, 0, 0], axis: [1, 0, 0], n: 2}}",
        "6:39: ",
        "`turn`",
    ),
    "one name twice": (
        "add: {box: [1, 1, 1], name: pad}\nadd: {box: [1, 1, 2], name: pad}",
        "7:37: ",
        'called "pad"',
    ),
    "a unit nobody knows": ("add: {mesh: {file: a.stl, unit: inches}}", "6:41: ", 'mean "inch"'),
    "a mesh that is not there": (
        "add: {mesh: {file: fense.stl, unit: m}}",
        "6:28: ",
        'did you mean "fence.stl"?',
    ),
    "a mesh without a unit": ("add: {mesh: {file: fence.stl}}", "6:15: ", "give one of mm"),
    "a mesh nobody reads": (
        "add: {mesh: {file: fence.dwg, unit: m}}",
        "6:28: ",
        "meshes are read from .stl",
    ),
    "a mesh of nonsense": ("add: {mesh: {file: x.stl, unit: m}}", "6:28: ", "x.stl"),
    "a mesh made flat": (
        "add: {mesh: {file: fence.stl, unit: mm, scale: [1, 0, 1]}}",
        "6:56: ",
        "flat",
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a good mesh (3 x 2 x 1, numbers in metres) and two files that are no mesh."""
    folder = tmp_path_factory.mktemp("cell")
    trimesh.creation.box((3, 2, 1)).export(folder / "fence.stl")
    (folder / "fence.dwg").write_text("AC1018")
    (folder / "x.stl").write_text("solid nothing here")
    return folder


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_solid_is_reported_at_its_place(folder: Path, fault: str) -> None:
    steps, place, words = FAULTS[fault]
    (message,) = told(steps, folder)
    assert message.startswith(f"{folder}/x.cell.yaml:{place}fixtures.thing.solid"), message
    assert words in message


def test_a_mesh_is_read_in_its_unit_with_its_scale_beside_the_file(folder: Path) -> None:
    steps = "add: {mesh: {file: fence.stl, unit: m, scale: [1, -1, 0.5]}, at: [0, 0, 100]}"
    cell = cell_of(steps, folder)
    solid = cell.fixtures[0].solid
    assert volume(solid) == pytest.approx(3e9)
    np.testing.assert_allclose(solid.bounds(), [[-1500, -1000, -150], [1500, 1000, 350]])
    (note,) = cell.notes
    assert (note.line, note.severity) == (6, "note")
    assert "joined 28 corners" in note.message
    assert "after 3e+09 mm3" in note.message


def test_a_unit_that_gives_an_unusual_size_gets_a_warning(folder: Path) -> None:
    cell = cell_of("add: {mesh: {file: fence.stl, unit: mm}}", folder)
    told_of = [note.message for note in cell.notes if note.severity == "warning"]
    assert len(told_of) == 1
    assert "3 mm long when read in mm: is the unit right?" in told_of[0]


def test_a_part_in_two_pieces_gets_a_warning_and_a_hollow_one_does_not() -> None:
    more = "parts:\n  P:\n    solid: [{add: {box: [9, 9, 9]}}, {%s}]\n"
    apart = cell_of("add: {box: [5, 5, 5]}", more=more % "add: {box: [9, 9, 9], at: [20, 0, 0]}")
    (note,) = apart.notes
    assert (note.severity, note.line, note.column) == ("warning", 9, 5)
    assert "in 2 pieces" in note.message
    hollow = cell_of("add: {box: [5, 5, 5]}", more=more % "cut: {sphere: {d: 4}}")
    assert hollow.notes == ()


def test_a_circle_of_included_files_is_named_in_full(tmp_path: Path) -> None:
    for here, there in (("a", "b"), ("b", "a")):
        (tmp_path / f"{here}.part.yaml").write_text(
            f"part: 1\ninclude: {{p: {there}.part.yaml}}\nsolid: [{{add: {{use: p}}}}]\n"
        )
    (message,) = told("add: {use: a}", tmp_path, "include: {a: a.part.yaml}\n")
    assert message.startswith(f"{tmp_path}/b.part.yaml:2:14: include.p: a circle of files: ")
    bare = message.replace(f"{tmp_path}/", "")
    assert "a.part.yaml includes b.part.yaml includes a.part.yaml" in bare
    assert bare.endswith("(included from a.part.yaml, included from x.cell.yaml)")


def test_a_fault_of_an_included_file_names_the_files_that_include_it(tmp_path: Path) -> None:
    (tmp_path / "a.part.yaml").write_text("part: 1\nsolid:\n  - add: {box: [1, -1, 1]}\n")
    (message,) = told("add: {use: a}", tmp_path, "include: {a: a.part.yaml}\n")
    assert message.startswith(f"{tmp_path}/a.part.yaml:3:20: ")
    assert message.endswith(f"(included from {tmp_path}/x.cell.yaml)")
