"""Copies are equal to their originals but for name and place, and stand free beside them."""

from dataclasses import replace

import numpy as np
import pytest

from app.desktop.looks.notice import BODY, FRAME, ROBOT
from app.desktop.modelling.entries.clipboard import clip_text, paste
from app.desktop.modelling.entries.copies import duplicate
from app.desktop.modelling.entries.framing import corners
from app.desktop.modelling.entries.removal import remove_all
from scenes import SceneError
from scenes.files.text.documents import parse_document


def bodies(document):
    cell = document.cell
    placed = {body.name: body.T_world_body for body in cell.fixtures}
    return placed | {part.name: part.T_world_feed for part in cell.parts}


def box(document, name: str):
    points = corners(document.cell, document.cell_file, [(BODY, name)])
    return points.min(axis=0), points.max(axis=0)


def apart(a, b) -> bool:
    return bool(np.any(a[1] <= b[0]) or np.any(b[1] <= a[0]))


@pytest.mark.parametrize("name", ["table", "feeder", "socket", "PEG", "BLOCK"])
def test_a_copy_stands_free_beside_its_original_and_is_like_it(opened, name) -> None:
    document = opened()
    before = document.cell_file
    ((kind, copy),) = duplicate(document, [(BODY, name)])
    assert (kind, copy) == (BODY, f"{name}2")
    assert document.cell_commands.undoText() == f"Duplicate {name}"
    section = "parts" if name.isupper() else "fixtures"
    entries = document.cell_file.data[section]
    moved = {key: value for key, value in entries[copy].items() if key != "at"}
    assert moved == {key: value for key, value in entries[name].items() if key != "at"}
    shift = bodies(document)[copy] - bodies(document)[name]
    assert shift[:3, :3] == pytest.approx(np.zeros((3, 3))) and shift[2, 3] == pytest.approx(0)
    others = [other for other in bodies(document) if other != copy]
    assert all(apart(box(document, copy), box(document, other)) for other in others)
    assert list(entries).index(copy) == list(entries).index(name) + 1
    document.cell_commands.undo()
    assert document.cell_file.text == before.text


def test_many_copies_never_share_a_place(opened) -> None:
    document = opened()
    last = [(BODY, "BLOCK")]
    for _ in range(5):
        last = list(duplicate(document, last))
    names = [name for name in bodies(document) if name.startswith("BLOCK")]
    assert len(names) == 6
    pairs = [(a, b) for a in names for b in names if a < b]
    assert all(apart(box(document, a), box(document, b)) for a, b in pairs)


def test_a_frame_is_copied_with_what_stands_in_it(opened) -> None:
    document = opened()
    ((kind, copy),) = duplicate(document, [(FRAME, "rack")])
    assert (kind, copy) == (FRAME, "rack2")
    data = document.cell_file.data
    assert data["fixtures"]["feeder2"]["in"] == data["parts"]["PEG2"]["in"] == "rack2"
    place = bodies(document)
    assert (place["feeder2"] - place["feeder"])[:3, 3] == pytest.approx(
        (place["PEG2"] - place["PEG"])[:3, 3]
    )


def test_the_robot_is_not_copied(opened) -> None:
    document = opened()
    assert duplicate(document, [(ROBOT, "puma")]) == ()
    assert not document.cell_commands.canUndo()


@pytest.mark.parametrize("names", [["table"], ["feeder", "PEG"], ["BLOCK", "socket"]])
def test_what_is_cut_and_pasted_is_the_same_cell(opened, names) -> None:
    document = opened()
    before, keys = document.cell_file.data, [(BODY, name) for name in names]
    text = clip_text(document.cell, document.cell_file, keys)
    assert parse_document(document.cell_file.path, text, "clip").data["from"]
    remove_all(document, keys)
    assert set(paste(document, text)) == set(keys)
    for section in ("fixtures", "parts"):
        assert document.cell_file.data[section] == before[section]


def test_things_pasted_into_another_cell_stand_at_the_same_place_in_the_world(opened) -> None:
    first, second = opened(), opened("kakazu1985", folder="elsewhere")
    keys = [(BODY, "feeder"), (BODY, "PEG")]
    made = paste(second, clip_text(first.cell, first.cell_file, keys))
    assert set(made) == set(keys)
    for _, name in keys:
        assert bodies(second)[name] == pytest.approx(bodies(first)[name], abs=1e-6)
    text = second.cell_file.text
    assert "feeder: # a rack with three holes 40 apart" in text
    paste(second, clip_text(first.cell, first.cell_file, keys))
    assert not np.allclose(bodies(second)["feeder2"], bodies(second)["feeder"])


def test_included_parts_and_meshes_are_found_from_the_other_folder(opened, tmp_path) -> None:
    (tmp_path / "a").mkdir()
    part = "part: 1\nsolid: [{add: {box: [10, 20, 30]}}]\n"
    (tmp_path / "a" / "nut.part.yaml").write_text(part, encoding="utf-8")
    text = (
        "cell: 1\ninclude: {nut: nut.part.yaml}\nrobots: {arm: {use: hokkaido1985}}\n"
        "fixtures:\n  n1: {at: [500, 0, 0], solid: [{add: {use: nut}}]}\n"
    )
    first, second = opened(text, folder="a"), opened("kakazu1985", folder="b")
    paste(second, clip_text(first.cell, first.cell_file, [(BODY, "n1")]))
    assert second.cell_file.data["include"] == {"nut": "../a/nut.part.yaml"}
    keys = {b.solid.key for d in (first, second) for b in d.cell.fixtures if b.name == "n1"}
    assert len(keys) == 1


@pytest.mark.parametrize(
    "text", ["", "some words", "fixtures: [", "fixtures: {}", "parts:\n  1\n", "parts: {A: 1}"]
)
def test_a_text_without_things_is_refused_with_a_sentence(opened, text) -> None:
    document = opened()
    before = document.cell_file
    with pytest.raises(SceneError):
        paste(document, text)
    assert replace(document.cell_file) is not None and document.cell_file is before
