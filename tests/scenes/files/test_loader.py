"""All faults of a file are reported at once, each at its line and column, in one sentence."""

# ruff: noqa: E501  (the tables read best with a fault in a line)

import random
from pathlib import Path

import pytest

from scenes.errors import SceneError, SceneFileError
from scenes.files.loader import cell_from_document, robot_from_document
from scenes.files.text.documents import parse_document
from scenes.library import cell_path, load_cell, load_robot, robot_path

CELL = """\
cell: 1
title: a small cell
include: {peg: peg.part.yaml}
frames:
  bench: {at: [600, 0, 700]}
  feeder: {in: bench, at: [-150, 200, 0], rpy: [0, 0, 90]}
robots:
  arm: {use: small.robot.yaml, ready: [0, 10], tool: {at: [0, 0, 20]}}
fixtures:
  table:
    in: bench
    colour: "#8a6f4d"
    solid:
      - add: {box: [800, 600, 40], at: [0, 0, -20]}
      - cut: {cylinder: {d: 12, h: 60}, at: [300, 0, -20], repeat: {step: [-40, 0, 0], n: 4}}
parts:
  PEG:
    in: feeder
    grasp: {at: [0, 0, 30], open: 20}
    solid: [{add: {use: peg}}]
allow: [[arm.*, table]]
check: {margin: 2, chord: 0.05}
"""

ROBOT = """\
robot: 1
title: a small arm
source: made for a test
mechanism:
  standard_dh:
    - {name: j1, d: 300, alpha: 90, limits: [-90, 90], speed: 90}
    - {name: j2, kind: prismatic, limits: [0, 200], speed: 100}
  flange: {at: [0, 0, 50]}
ready: [0, 100]
check_poses:
  - {q: [0, 0], flange: [[1, 0, 0, 0], [0, 0, -1, -50], [0, 1, 0, 300], [0, 0, 0, 1]]}
bodies:
  - {name: post, link: 0, solid: [{add: {cylinder: {d: 80, h: 300}, at: [0, 0, 150]}}]}
  - {name: rod, link: 2, origin: [0, -25, 300], solid: [{add: {box: [30, 50, 30]}}]}
hand:
  opening: {max: 40, start: 10}
  fingers:
    - {name: left, slide: [1, 0, 0], solid: [{add: {box: [5, 5, 30]}}]}
allow: [[post, rod]]
"""

PEG = "part: 1\nsolid:\n  - add: {cylinder: {d: 20, h: 60}, at: [0, 0, 30]}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.cell.yaml").write_text(CELL)
    (tmp_path / "small.robot.yaml").write_text(ROBOT)
    (tmp_path / "peg.part.yaml").write_text(PEG)
    return tmp_path


def cell_messages(folder: Path, text: str) -> list[str]:
    """The messages about a cell file, without the folder."""
    (folder / "small.cell.yaml").write_text(text)
    with pytest.raises(SceneFileError) as caught:
        load_cell(folder / "small.cell.yaml")
    return [line.replace(f"{folder}/", "") for line in str(caught.value).split("\n")]


def robot_messages(folder: Path, text: str) -> list[str]:
    (folder / "small.robot.yaml").write_text(text)
    with pytest.raises(SceneFileError) as caught:
        load_robot(folder / "small.robot.yaml")
    return [line.replace(f"{folder}/", "") for line in str(caught.value).split("\n")]


def place_of(text: str, new: str, marked: str) -> str:
    """line:column of the marked words in `new`, computed from the text alone."""
    before = text[: text.index(marked, text.index(new) if marked in new else 0)]
    return f"{before.count(chr(10)) + 1}:{len(before.rpartition(chr(10))[2]) + 1}"


CELL_FAULTS = {
    "an unknown key": ("colour:", "colur:", "colur", 'unknown key "colur"; did you mean "colour"?'),
    "an unknown section": ("fixtures:", "fixture:", "fixture:", 'did you mean "fixtures"?'),
    "an unknown shape": ("{cylinder:", "{cilinder:", "cilinder", 'did you mean "cylinder"?'),
    "an unknown step": ("- cut:", "- cutt:", "cutt", 'did you mean "cut"?'),
    "two shapes in one step": ("{box:", "{sphere: {d: 3}, box:", "{sphere", "box and sphere"),
    "a short vector": ("[800, 600, 40]", "[800, 600]", "[800, 600]", "at least 3 items, not 2"),
    "a long vector": ("[600, 0, 700]", "[600, 0, 700, 1]", "[600, 0, 700, 1]", "at most 3"),
    "a text for a number": ("600, 40]", '"600", 40]', '"600"', "a number, not the text '600'"),
    "nothing for a number": ("d: 12", "d: ", "d: , h: 60", "a number, not nothing"),
    "a truth for a number": ("margin: 2", "margin: true", "true", "a number, not true"),
    "a negative size": ("d: 12", "d: -12", "-12", "above 0, not -12"),
    "a size of zero": ("d: 12", "d: 0", "0", "above 0, not 0"),
    "a chord too fine to mesh": ("chord: 0.05", "chord: 1.0e-9", "1.0e-9", "at least 0.001"),
    "a number without end": ("margin: 2", "margin: .inf", ".inf", "a finite number"),
    "half a repetition": ("n: 4", "n: 2.5", "2.5", "a whole number, not the number 2.5"),
    "no repetition": ("n: 4", "n: 0", "0}}", "at least 1, not 0"),
    "a colour by name": ('"#8a6f4d"', "brown", "brown", 'a colour such as "#8a6f4d"'),
    "a name with a blank": ("table:", "my table:", "my table", "is no name"),
    "a list for a mapping": ("{at: [600, 0, 700]}", "[600, 0, 700]", "[600", "not a list"),
    "a word for a truth": ("grasp:", "present: yes\n    grasp:", "yes", "true or false"),
    "an unknown frame": ("in: feeder\n", "in: feder\n", "feder", 'did you mean "feeder"?'),
    "a frame in no frame": ("{in: bench,", "{in: bunch,", "bunch", 'did you mean "bench"?'),
    "frames in a circle": ("{at: [600", "{in: feeder, at: [600", "feeder", "bench in feeder in"),
    "a name that is taken": ("  PEG:", "  Table:", "Table", 'the name "Table" is taken by fixtures'),
    "a pair of nobody": ("[arm.*, table]", "[arm.*, tabel]", "tabel", 'did you mean "table"?'),
    "a pair of one": ("[arm.*, table]", "[table, table]", "[table, table]", "two different bodies"),
    "a file not included": ("{use: peg}", "{use: pin}", "pin", 'included under the name "pin"'),
    "an include not found": ("peg.part.yaml", "pig.part.yaml", "pig.part", "no such file: pig.part"),
    "a robot not shipped": ("small.robot.yaml", "puma650", "puma650", 'did you mean "puma560"?'),
    "a robot file not found": ("small.robot", "big.robot", "big.robot", "there is no such robot"),
    "joints too few": ("[0, 10]", "[0]", "[0]", "needs 2 joint values, not 1"),
    "a joint past its limit": ("[0, 10]", "[120, 10]", "120", "outside its limits -90 to 90 deg (30"),
    "a slide past its limit": ("[0, 10]", "[0, -10]", "-10", "limits 0 to 200 mm (10 mm too far)"),
    "a cutter that misses": ("at: [300, 0, -20]", "at: [900, 0, -20]", "cut:", "removes nothing"),
    "a cutter that takes all": ("cut: {cyl", "cut: {box: [999, 999, 99]}\n      - cut: {cyl", "cut:", "nothing of the solid is left"),
    "nothing in common": ("cut: {cyl", "common: {sphere: {d: 9}, at: [0, 0, 50]}\n      - cut: {cyl", "common:", "nothing in common"),
    "a solid that begins with a cut": ("- add: {box", "- cut: {box", "cut:", "begins with add"),
    "a solid without steps": ("[{add: {use: peg}}]", "[]", "[]", "at least 1 item, not 0"),
    "a prism that crosses itself": ("{box: [800, 600, 40]", "{prism: {points: [[0, 0], [9, 9], [9, 0], [0, 8]], h: 9}", "{points", "cross"),
    "a hand that cannot open so far": ("open: 20", "open: 50", "50}", "opens from 0 to 40 mm, not to 50"),
    "a second robot": ("fixtures:", "  two: {use: puma560}\nfixtures:", "two:", "one robot a cell"),
    "a key that stands twice": ("title:", "cell: 1\ntitle:", "cell: 1\ntitle", "stands here twice"),
    "a frame called world": ("  bench:", "  world: {}\n  bench:", "world: {}", "cannot be moved"),
}  # fmt: skip


@pytest.mark.parametrize("fault", CELL_FAULTS)
def test_a_fault_of_a_cell_is_reported_at_its_place(folder: Path, fault: str) -> None:
    old, new, marked, words = CELL_FAULTS[fault]
    text = CELL.replace(old, new, 1)
    messages = cell_messages(folder, text)
    assert len(messages) <= 2, messages  # a missing key may be reported as well
    told = [message for message in messages if words in message]
    assert told, messages
    place = place_of(text, new, marked)
    assert told[0].startswith(f"small.cell.yaml:{place}: "), (told, place)


ROBOT_FAULTS = {
    "limits upside down": ("[-90, 90]", "[90, -90]", "[90", "the lower limit 90 is not below"),
    "a kind of joint": ("prismatic", "prismatik", "prismatik", 'did you mean "prismatic"?'),
    "two joints of one name": ("name: j2", "name: j1", "j1, kind", 'two joints are called "j1"'),
    "a link too many": ("link: 2", "link: 3", "3, origin", "the links are 0 (base) to 2"),
    "a check pose that differs": ("[0, 0, -1, -50]", "[0, 0, -1, -51]", "{q", "1.000 mm"),
    "a check pose of other joints": ("{q: [0, 0]", "{q: [0, 0, 0]", "[0, 0, 0]", "not 3"),
    "two bodies of one name": ("name: rod", "name: post", "post, link: 2", "two bodies are called"),
    "a finger named as a body": ("name: left", "name: rod", "rod, slide", "two bodies are called"),
    "a hand open too far": ("start: 10", "start: 41", "41", "not between min 0 and max 40"),
    "a finger that does not slide": ("[1, 0, 0], s", "[0, 0, 0], s", "[0", "a direction to slide"),
    "a ready pose past a limit": ("ready: [0, 100]", "ready: [0, 250]", "250", "(50 mm too far)"),
    "a pair of nobody": ("[post, rod]", "[post, rot]", "rot", 'did you mean "rod"?'),
    "a key of a joint": ("speed: 90", "velocity: 90", "velocity", 'unknown key "velocity"'),
    "two forms of a mechanism": ("  flange:", "  axes: [{name: a, axis: [0, 0, 1], point: [0, 0, 0]}]\n  flange:", "standard_dh", "exactly one of"),
    "a missing source": ("source: made for a test\n", "", "robot: 1", 'the key "source" is missing'),
}  # fmt: skip


@pytest.mark.parametrize("fault", ROBOT_FAULTS)
def test_a_fault_of_a_robot_is_reported_at_its_place(folder: Path, fault: str) -> None:
    old, new, marked, words = ROBOT_FAULTS[fault]
    text = ROBOT.replace(old, new, 1)
    messages = robot_messages(folder, text)
    assert len(messages) == 1 + (fault == "two bodies of one name"), messages
    assert words in messages[0]
    place = place_of(text, new, marked)
    assert messages[0].startswith(f"small.robot.yaml:{place}: "), (messages, place)


def test_the_untouched_files_load(folder: Path) -> None:
    cell = load_cell(folder / "small.cell.yaml")
    assert cell.robot.mechanism.kinds == "RP"
    assert [part.name for part in cell.parts] == ["PEG"]


BROKEN = {
    "an open bracket": (b"cell: 1\ntitle: [a\nframes: 3\n", "2:8", "expected ',' or ']'"),
    "a tab": (b"cell: 1\n\ttitle: x\n", "2:1", "indent with blanks, never with tabs"),
    "a second colon": (b"cell: 1: 2\n", "1:8", "mapping values are not allowed here"),
    "an open quotation": (b"cell: 'x\n", "1:7", "unexpected end of stream"),
    "an unknown alias": (b"cell: *one\n", "1:7", "undefined alias"),
    "an unknown tag": (b"cell: !one 1\n", "1:7", "the tag !one means nothing"),
    "two documents": (b"cell: 1\n---\ncell: 1\n", "2:1", "single document"),
    "a control character": (b"cell: 1\ntitle: \x07\n", "2:8", "U+0007"),
    "bytes that are no text": (b"cell: 1\ntitle: \xff\xfe\n", "2:8", "byte 0xff"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", "1:1", "not a text file"),
    "a zero byte": (b"cell: 1\n\0", "2:1", "zero byte"),
    "nothing": (b"", "1:1", "the cell file is empty"),
    "comments only": (b"# a cell\n", "1:1", "the cell file is empty"),
    "a list": (b"- cell: 1\n", "1:1", "a mapping of keys"),
    "another version": (b"cell: 2\ntitle: 3\nnonsense: 4\n", "1:7", "version 2 is not known"),
    "no version": (b"title: x\n", "1:1", '"cell: 1" is missing'),
    "a robot file": (ROBOT.encode(), "1:1", "this is a robot file, not a cell file"),
    "a node in itself": (b"cell: &one [*one]\n", "1:7", "contains itself"),
    "a very deep list": (b"cell: " + b"[" * 3000, "1:47", "nested too deeply"),
    "a list as a key": (b"cell: 1\n? [1]\n: 2\n", "2:3", "a plain word"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_file_that_cannot_be_read_gives_one_message(tmp_path: Path, fault: str) -> None:
    content, place, words = BROKEN[fault]
    path = tmp_path / "x.cell.yaml"
    path.write_bytes(content)
    with pytest.raises(SceneFileError) as caught:
        load_cell(path)
    # Most of these files lack their robots as well.
    lacking = 'the key "robots" is missing'
    (problem,) = (each for each in caught.value.problems if each.message != lacking)
    assert str(problem).startswith(f"{path}:{place}: ")
    assert words in problem.message


def test_a_missing_file_and_a_folder_give_one_message(tmp_path: Path) -> None:
    with pytest.raises(SceneFileError, match=r"none\.cell\.yaml:1:1: there is no such cell file"):
        load_cell(tmp_path / "none.cell.yaml")
    with pytest.raises(SceneFileError, match="this is a folder, not a cell file"):
        load_cell(tmp_path)


def test_all_faults_of_a_file_come_at_once_and_in_its_order(folder: Path) -> None:
    text = CELL.replace("d: 12", "d: x").replace("colour", "color").replace("open: 20", "opn: 20")
    lines = [int(message.split(":")[1]) for message in cell_messages(folder, text)]
    assert len(lines) == 3
    assert lines == sorted(lines)


def test_faults_of_an_included_file_carry_its_own_name_and_line(folder: Path) -> None:
    (folder / "peg.part.yaml").write_text(PEG.replace("d: 20", "d: 0"))
    (message,) = cell_messages(folder, CELL)
    assert message.startswith("peg.part.yaml:3:25: solid.0.add.cylinder.d: should be above 0")


def test_faults_of_the_robot_of_a_cell_carry_the_name_of_its_file(folder: Path) -> None:
    (folder / "small.robot.yaml").write_text(ROBOT.replace("ready: [0, 100]", "ready: [0]"))
    (message,) = cell_messages(folder, CELL)
    assert message.startswith("small.robot.yaml:9:8: ready: needs 2 joint values")


def test_a_missing_file_included_by_an_included_file_is_reported_with_the_chain(
    folder: Path,
) -> None:
    (folder / "peg.part.yaml").write_text(
        "part: 1\ninclude: {tip: tip.part.yaml}\nsolid: [{add: {use: tip}}]\n"
    )
    (message,) = cell_messages(folder, CELL)
    assert message.startswith("peg.part.yaml:2:16: include.tip: there is no such file")
    assert "included from small.cell.yaml" in message


def test_a_part_file_that_includes_itself_is_reported(folder: Path) -> None:
    (folder / "peg.part.yaml").write_text(
        "part: 1\ninclude: {peg: peg.part.yaml}\nsolid: [{add: {use: peg}}]\n"
    )
    (message,) = cell_messages(folder, CELL)
    assert "includes itself" in message


@pytest.mark.parametrize(
    "path", [cell_path("puma_bench"), robot_path("hokkaido1985")], ids=lambda path: path.name
)
def test_a_damaged_file_loads_or_gets_a_message_but_never_crashes(path: Path) -> None:
    rng, text = random.Random(7), path.read_text()
    make = cell_from_document if "cells" in path.parts else robot_from_document
    told = 0
    for _ in range(60):
        at, width = rng.randrange(len(text)), rng.randrange(3)
        damaged = text[:at] + rng.choice(["", "]", "}", ": ", "- ", "x", '"', "#", "\t", "-1"])
        damaged += text[at + width :]
        try:
            make(parse_document(path, damaged, "file"))
        except SceneFileError as error:
            told += 1
            last = damaged.count("\n") + 1
            assert all(1 <= problem.line <= last for problem in error.problems)
    assert told > 20


def test_an_unknown_shipped_name_is_reported_with_the_shipped_names() -> None:
    with pytest.raises(SceneError, match='"kakasu1985"; did you mean "kakazu1985"'):
        load_cell("kakasu1985")
    with pytest.raises(SceneError, match=r"Shipped: abb_irb120, .*, puma560, "):
        load_robot("nothing_like_it")
