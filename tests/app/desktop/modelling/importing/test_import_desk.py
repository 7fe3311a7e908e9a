"""Files become bodies of the cell: in the right unit and place, as one undo step, or not at all."""

from itertools import pairwise

import numpy as np
import pytest

from app.desktop.modelling.importing.import_item import BESIDE_ROBOT, GAP, Where
from scenes import bodies_of
from scenes.files.loader import cell_from_file
from scenes.files.text.documents import parse_document


def bounds_of(document, name):
    """The bounds of a fixture in the world, mm: from the solid itself, not from the import."""
    body = next(b for b in document.cell.fixtures if b.name == name)
    return np.array(body.solid.bounds_in(body.T_world_body))


@pytest.mark.parametrize("name", ["bracket.stl", "bracket.obj", "bracket.3mf", "bracket.glb"])
def test_a_mesh_of_any_format_stands_on_the_point_where_it_was_dropped(
    name, imports, document, folder
) -> None:
    imports.take([folder / "far" / name], (700.0, -300.0, 200.0))
    (made,) = imports.bring_in()
    low, high = bounds_of(document, made)
    assert np.allclose(high - low, (120, 80, 40), atol=1e-3)
    assert np.allclose([*(0.5 * (low + high))[:2], low[2]], (700, -300, 200), atol=1e-3)
    assert (document.selection.kind, document.selection.name) == ("body", made)


def test_an_import_is_one_undo_step_and_undo_gives_the_same_text(imports, document, folder) -> None:
    before = document.cell_file.text
    paths = [folder / "far" / n for n in ("bracket.stl", "bar.tips", "holed.stl")]
    imports.take(paths)
    names = imports.bring_in()
    assert len(names) == 3
    assert imports.items == ()
    assert document.cell_commands.count() == 1
    assert document.cell_commands.undoText() == "Import 3 bodies"
    after = document.cell_file.text
    kept = [line for line in before.splitlines() if "#" in line]
    assert all(line in after.splitlines() for line in kept)  # comments stay
    document.cell_commands.undo()
    assert document.cell_file.text == before
    document.cell_commands.redo()
    assert document.cell_file.text == after


def test_files_that_are_dropped_together_stand_side_by_side(imports, document, folder) -> None:
    paths = [folder / "far" / n for n in ("bracket.stl", "bracket.obj", "bracket.3mf")]
    imports.take(paths, (0.0, 900.0, 0.0))
    boxes = [bounds_of(document, name) for name in imports.bring_in()]
    for left, right in pairwise(boxes):
        assert right[0][0] - left[1][0] == pytest.approx(GAP, abs=1e-3)


def test_the_unit_is_guessed_and_the_user_s_choice_counts(imports, document, folder) -> None:
    imports.take([folder / "far" / "metres.ply"])
    (item,) = imports.items
    assert item.shown_unit == "m"
    assert item.size_mm == pytest.approx((120, 80, 40), abs=1e-3)
    imports.choose(item.number, unit="inch")
    (item,) = imports.items
    assert item.is_ready
    assert item.size_mm == pytest.approx((3.048, 2.032, 1.016), abs=1e-4)
    (name,) = imports.bring_in()
    low, high = bounds_of(document, name)
    assert (high - low)[0] == pytest.approx(0.12 * 25.4, abs=1e-5)
    assert low[2] == pytest.approx(BESIDE_ROBOT[2], abs=1e-3)


def test_the_saved_cell_reads_back_to_the_same_bodies(imports, desk, document, folder) -> None:
    paths = [folder / "far" / n for n in ("metres.ply", "bracket.glb", "bar.tips")]
    imports.take(paths)
    names = imports.bring_in()
    assert desk.save_cell()
    again = cell_from_file(folder / "cells" / "mine.cell.yaml")
    for name in names:
        assert bodies_of(again)[name].solid.key == bodies_of(document.cell)[name].solid.key
    assert "../far/metres.ply" in document.cell_file.text


def test_a_copy_beside_the_cell_is_named_without_a_folder(imports, document, folder) -> None:
    imports.take([folder / "far" / "bracket.stl"])
    imports.choose(imports.items[0].number, copies=True, group="parts", name="BRACKET")
    assert imports.bring_in() == ("BRACKET",)
    assert (folder / "cells" / "bracket.stl").read_bytes() == (
        folder / "far" / "bracket.stl"
    ).read_bytes()
    entry = document.cell_file.data["parts"]["BRACKET"]
    assert entry["solid"][0]["add"]["mesh"]["file"] == "bracket.stl"
    assert entry["present"] is True


def test_another_file_of_the_same_name_beside_the_cell_is_kept(imports, document, folder) -> None:
    mine = folder / "cells" / "bracket.stl"
    mine.write_bytes(b"something of the user's own")
    imports.take([folder / "far" / "bracket.stl"])
    imports.choose(imports.items[0].number, copies=True)
    imports.bring_in()
    assert mine.read_bytes() == b"something of the user's own"
    assert "bracket2.stl" in document.cell_file.text


def test_a_shipped_cell_names_the_file_by_its_full_path(imports, desk, document, folder) -> None:
    desk.open_cell("kakazu1985")
    imports.take([folder / "far" / "bracket.stl"])
    imports.choose(imports.items[0].number, copies=True)
    imports.bring_in()
    shape = document.cell_file.data["fixtures"]["bracket"]["solid"][0]["add"]["mesh"]
    assert shape["file"] == str((folder / "far" / "bracket.stl").resolve())


def test_the_report_counts_repairs(imports, folder) -> None:
    imports.take([folder / "far" / "holed.stl"])
    lines = imports.items[0].body.lines
    (filled,) = [line for line in lines if "Filled" in line.text]
    assert filled.severity == "repair"
    assert "1 hole with" in filled.text


@pytest.mark.parametrize("content", [b"solid x\nfacet", b"\x01\x02" * 700, b"P" * 84])
def test_a_damaged_file_is_refused_in_one_sentence_and_nothing_is_imported(
    content, imports, document, folder
) -> None:
    path = folder / "far" / "damaged.stl"
    path.write_bytes(content)
    imports.take([path])
    (item,) = imports.items
    assert item.fault.startswith("damaged.stl")
    assert "\n" not in item.fault
    assert not imports.can_import
    assert imports.bring_in() == ()
    assert document.cell_commands.count() == 0


def test_unknown_files_get_one_message_and_the_others_are_taken(imports, document, folder) -> None:
    said = []
    document.noticed.connect(said.append)
    paths = []
    for name in ("a.pdf", "b.doc"):
        paths.append(folder / name)
        paths[-1].write_bytes(b"\0\1\2")
    imports.take([*paths, folder / "far" / "bracket.stl"])
    assert len(said) == 1
    assert said[0].severity == "error"
    assert "1 more" in said[0].text
    assert len(imports.items) == 1


def test_a_dropped_program_opens_in_the_editor(imports, document, folder) -> None:
    path = folder / "go.val"
    path.write_text("10 READY\n20 END\n")
    imports.take([path])
    assert document.active.path == path
    assert imports.items == ()


def test_a_robot_file_takes_the_place_of_the_cell_s_robot_and_undo_brings_it_back(
    imports, document, folder
) -> None:
    from scenes.library import robot_path

    before = document.cell_file.text
    path = folder / "far" / "another.robot.yaml"
    path.write_text(robot_path("puma560").read_text(encoding="utf-8"), encoding="utf-8")
    said = []
    document.noticed.connect(said.append)
    imports.take([path])
    assert [offer.text for offer in said[-1].offers] == ["Use in this cell", "New cell with it"]
    said[-1].offers[0].action()
    assert document.cell.robot.title.startswith("Unimation PUMA 560")
    document.cell_commands.undo()
    assert document.cell_file.text == before


def test_a_new_cell_with_a_robot_file_reads_and_replaces_no_file(imports, folder) -> None:
    from app.desktop.modelling.importing.import_edits import cell_with_robot
    from scenes.files.loader import cell_from_document
    from scenes.library import robot_path

    path = folder / "far" / "my-arm 2.robot.yaml"
    path.write_text(robot_path("puma560").read_text(encoding="utf-8"), encoding="utf-8")
    target, text = cell_with_robot(path, 'an "arm"')
    assert cell_from_document(parse_document(target, text, "cell")).robot.name == "my_arm_2"
    target.write_text(text)
    assert cell_with_robot(path, "arm")[0] != target


def test_a_missing_reader_of_robots_is_named_with_the_way_to_get_it(
    imports, folder, monkeypatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "yourdfpy", None)
    path = folder / "arm.urdf"
    path.write_text('<robot name="arm"><link name="a"/></robot>')
    imports.take([path])
    imports.convert(imports.items[0].number)
    assert "pip install" in imports.items[0].fault


def test_the_ghost_stands_where_the_body_will_stand(imports, document, folder) -> None:
    imports.take([folder / "far" / "bracket.stl"], (300.0, 200.0, 50.0))
    imports.choose(imports.items[0].number, unit="cm")
    ((mesh, T),) = imports.ghosts()
    ghost = mesh.vertices @ T[:3, :3].T + T[:3, 3]
    (name,) = imports.bring_in()
    low, high = bounds_of(document, name)
    assert np.allclose(ghost.min(axis=0), low, atol=1e-2)
    assert np.allclose(ghost.max(axis=0), high, atol=1e-2)


def test_the_origin_of_the_file_can_be_that_of_the_world(imports, document, folder) -> None:
    imports.take([folder / "far" / "bar.tips"], (300.0, 200.0, 50.0))
    imports.choose(imports.items[0].number, where=Where.ORIGIN)
    (name,) = imports.bring_in()
    assert np.allclose(bounds_of(document, name), [(0, 0, 0), (10, 20, 30)])
