"""A cell saved in another folder is the same cell, with copies of all files that it names."""

from pathlib import Path

import pytest

from geometry import volume
from scenes import SceneError, load_cell
from scenes.files.cells.carried_files import carried, references
from scenes.files.text.documents import read_document
from scenes.files.text.edits import save
from scenes.library import cell_names, cell_path

CELL = """\
# mine
cell: 1
include: {block: block.part.yaml, far: ../shared/far.part.yaml} # two
robots: {arm: {use: robots/mine.robot.yaml}}
fixtures:
  A: {solid: [{add: {use: block}}]}
  B: {at: [500, 0, 0], solid: [{add: {use: far}}]}
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder, shared = tmp_path / "home" / "cells", tmp_path / "home" / "shared"
    for made in (folder / "robots", shared / "deep"):
        made.mkdir(parents=True)
    from scenes.library import robot_path

    (folder / "robots" / "mine.robot.yaml").write_bytes(robot_path("puma560").read_bytes())
    (folder / "a.cell.yaml").write_text(CELL)
    block = "part: 1\ninclude: {far: ../shared/far.part.yaml}\n"
    block += "solid:\n  - add: {box: [20, 20, 20]}\n  - add: {use: far}\n"
    (folder / "block.part.yaml").write_text(block)
    far = "part: 1\ninclude: {pin: deep/pin.part.yaml}\nsolid: [{add: {use: pin}}]\n"
    (shared / "far.part.yaml").write_text(far)
    (shared / "deep" / "pin.part.yaml").write_text("part: 1\nsolid: [{add: {box: [50, 8, 8]}}]\n")
    return folder


def saved(path: Path, target: Path) -> None:
    result = carried(read_document(path, "cell file"), target)
    for place, content in result.files.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    save(result.document, target)


def volumes(path: Path) -> list[float]:
    return [volume(body.solid) for body in load_cell(path).fixtures]


def test_the_copy_is_the_same_cell_without_the_old_folder(home, tmp_path) -> None:
    before = volumes(home / "a.cell.yaml")
    new = tmp_path / "new" / "b.cell.yaml"
    new.parent.mkdir()
    saved(home / "a.cell.yaml", new)
    (tmp_path / "home").rename(tmp_path / "gone")
    assert volumes(new) == pytest.approx(before)
    names = {str(path.relative_to(new.parent)) for path in new.parent.rglob("*.yaml")}
    expected = {"b.cell.yaml", "block.part.yaml", "far.part.yaml", "pin.part.yaml"}
    assert names == expected | {str(Path("robots", "mine.robot.yaml"))}
    assert new.read_text().startswith("# mine\n")
    assert "far: far.part.yaml} # two" in new.read_text()


def test_files_below_the_folder_keep_their_names_in_the_text(home, tmp_path) -> None:
    text = (home / "a.cell.yaml").read_text().replace(", far: ../shared/far.part.yaml", "")
    (home / "a.cell.yaml").write_text(text.replace("use: far", "use: block"))
    document = read_document(home / "a.cell.yaml", "cell file")
    assert carried(document, tmp_path / "new" / "a.cell.yaml").document.text == document.text


def test_a_file_that_is_there_with_other_content_is_never_replaced(home, tmp_path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    (new / "far.part.yaml").write_text("part: 1\nsolid: [{add: {box: [1, 1, 1]}}]\n")
    with pytest.raises(SceneError, match=r"far\.part\.yaml is in .* with other content"):
        saved(home / "a.cell.yaml", new / "a.cell.yaml")
    assert sorted(path.name for path in new.iterdir()) == ["far.part.yaml"]


def test_a_second_copy_to_the_same_folder_writes_nothing_anew(home, tmp_path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    saved(home / "a.cell.yaml", new / "a.cell.yaml")
    again = carried(read_document(home / "a.cell.yaml", "cell file"), new / "c.cell.yaml")
    assert not again.files


@pytest.mark.parametrize("name", cell_names())
def test_every_shipped_cell_can_be_copied_and_stays_the_same(name: str, tmp_path: Path) -> None:
    target = tmp_path / f"{name}.cell.yaml"
    saved(cell_path(name), target)
    assert volumes(target) == pytest.approx(volumes(cell_path(name)))


def test_plain_words_are_no_references(tmp_path: Path) -> None:
    path = tmp_path / "a.cell.yaml"
    path.write_text("cell: 1\ntitle: v1.2 of a cell\nrobots: {arm: {use: ur5e}}\n")
    assert list(references(read_document(path, "cell file"))) == []
