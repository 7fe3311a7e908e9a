"""Large meshes of a cell are read by another process, with progress and a Cancel button."""

from pathlib import Path

import pytest

from geometry import MeshSolid, Sphere, mesh_of
from geometry.mesh_files.formats import import_mesh, mesh_bytes
from scenes.files.loader import cell_from_document
from scenes.files.solids import mesh_cache, mesh_requests
from scenes.files.solids.mesh_requests import read_meshes, unread_mesh, unread_meshes
from scenes.files.text.documents import read_document

CELL = """\
cell: 1
include: {{ball: ball.part.yaml}}
robots:
  arm: {{use: hokkaido1985}}
fixtures:
  one: {{solid: [{{add: {{mesh: {{file: {one}, unit: mm}}, at: [900, 0, 0]}}}}]}}
  two: {{at: [900, 900, 0], solid: [{{add: {{use: ball}}}}]}}
"""


@pytest.fixture
def cell_path(tmp_path: Path, monkeypatch) -> Path:
    """A cell with one mesh of its own, and another in a part file of a subfolder."""
    monkeypatch.setattr(mesh_requests, "LARGE_BYTES", 20_000)
    mesh_cache._kept.clear()
    (tmp_path / "below").mkdir()
    for name in ("one.stl", "below/two.stl"):
        path = tmp_path / name
        path.write_bytes(mesh_bytes(path, [("ball", mesh_of(Sphere(40), 0.5), None)]))
    part = "part: 1\nsolid:\n  - add: {mesh: {file: below/two.stl, unit: mm, scale: [2, 1, 1]}}\n"
    (tmp_path / "ball.part.yaml").write_text(part)
    path = tmp_path / "balls.cell.yaml"
    path.write_text(CELL.format(one="one.stl"))
    return path


def imports(monkeypatch) -> list[Path]:
    """The mesh files that this process reads from now on."""
    found = []
    monkeypatch.setattr(
        mesh_cache,
        "read_mesh",
        lambda request, *_: (
            found.append(request.path)
            or import_mesh(request.path, request.unit, request.chord, request.scale)
        ),
    )
    return found


def test_the_meshes_that_a_cell_will_need_are_named_before_it_is_read(cell_path, monkeypatch):
    requests = unread_meshes(read_document(cell_path, "cell file"))
    assert {request.path.name for request in requests} == {"one.stl", "two.stl"}
    read = imports(monkeypatch)
    cell_from_document(read_document(cell_path, "cell file"))
    # An independent list: the files opened while the cell was read.
    assert sorted(read) == sorted(request.path for request in requests)
    assert unread_meshes(read_document(cell_path, "cell file")) == ()


def test_meshes_read_by_another_process_are_not_read_again(cell_path, monkeypatch):
    document = read_document(cell_path, "cell file")
    requests = unread_meshes(document)
    told = []
    for request, found in zip(
        requests, read_meshes(requests, lambda *a: told.append(a)), strict=True
    ):
        mesh_cache.keep_mesh(request, found)
    assert [share for share, _ in told] == sorted(share for share, _ in told)
    assert told[0][0] == 0.0
    assert told[-1][0] < 1.0
    read = imports(monkeypatch)
    cell = cell_from_document(document)
    assert read == []
    solids = [body.solid for body in cell.fixtures if isinstance(body.solid, MeshSolid)]
    assert all(not solid.mesh.vertices.flags.writeable for solid in solids)


def test_a_mesh_that_changes_on_disk_is_read_again(cell_path, monkeypatch):
    cell_from_document(read_document(cell_path, "cell file"))
    mesh = mesh_of(Sphere(30), 0.5)
    path = cell_path.parent / "one.stl"
    path.write_bytes(mesh_bytes(path, [("ball", mesh, None)]))
    (request,) = unread_meshes(read_document(cell_path, "cell file")) or [None]
    assert request is not None and request.path.name == "one.stl"


def test_a_file_that_is_no_mesh_is_reported_by_the_reader_of_the_cell(cell_path):
    (cell_path.parent / "one.stl").write_bytes(b"\0" * 50_000)
    document = read_document(cell_path, "cell file")
    requests = unread_meshes(document)
    for request, found in zip(requests, read_meshes(requests, lambda *_: None), strict=True):
        mesh_cache.keep_mesh(request, found)
    with pytest.raises(Exception, match=r"one\.stl"):
        cell_from_document(document)


def test_small_meshes_are_read_at_once(tmp_path):
    path = tmp_path / "box.stl"
    path.write_bytes(mesh_bytes(path, [("box", mesh_of(Sphere(4), 0.5), None)]))
    assert unread_mesh({"file": "box.stl", "unit": "mm"}, tmp_path) == ()
    assert unread_mesh({"file": "none.stl"}, tmp_path) == ()
    assert unread_mesh({"file": 3, "scale": "x"}, tmp_path) == ()


@pytest.mark.window
def test_another_process_reads_large_meshes_and_then_the_window_opens_the_cell(
    qtbot, window, cell_path, monkeypatch
):
    read = imports(monkeypatch)
    notices = []
    window.document.noticed.connect(notices.append)
    before = window.document.cell
    assert window.desk.open_cell(cell_path)
    assert window.document.cell is before
    assert notices[-1].offers[0].text == "Cancel"
    qtbot.waitUntil(lambda: window.document.cell is not before, timeout=60_000)
    assert {body.name for body in window.document.cell.fixtures} == {"one", "two"}
    assert read == []
    assert not window.desk._meshes.is_busy


@pytest.mark.window
def test_the_hash_of_a_mesh_comes_with_it_and_the_cell_is_shown_in_the_event_after_its_reading(
    qtbot, window, cell_path, monkeypatch
):
    from PySide6.QtCore import QTimer

    from app.desktop.state.files import mesh_reading, open_files

    story, hashed = [], []
    keep, read = mesh_reading.keep_mesh, open_files.whole_cell

    def kept(request, found):
        hashed.append("digest" in vars(found.surface))
        keep(request, found)

    def noted(file):
        QTimer.singleShot(0, lambda: story.append("event"))
        story.append("read")
        return read(file)

    monkeypatch.setattr(mesh_reading, "keep_mesh", kept)
    monkeypatch.setattr(open_files, "whole_cell", noted)
    window.document.cellChanged.connect(lambda: story.append("shown"))
    window.desk.open_cell(cell_path)
    qtbot.waitUntil(lambda: "shown" in story, timeout=60_000)
    assert story[:3] == ["read", "event", "shown"]
    assert hashed and all(hashed)


@pytest.mark.window
def test_reading_meshes_can_be_cancelled(qtbot, window, cell_path):
    before = window.document.cell
    window.desk.open_cell(cell_path)
    bar = window.host.messages
    qtbot.waitUntil(lambda: "Reading meshes" in bar.text.text(), timeout=10_000)
    bar._offers.itemAt(0).widget().click()
    assert not window.desk._meshes.is_busy
    qtbot.wait(100)
    assert window.document.cell is before


def test_a_message_with_a_new_percentage_keeps_its_button(qtbot):
    from app.desktop.looks.notice import Notice, Offer
    from app.desktop.looks.theme import theme_named
    from app.desktop.view3d.message_bar import MessageBar

    bar = MessageBar(theme_named("dark"))
    qtbot.addWidget(bar)
    offers = (Offer("Cancel", lambda: None),)
    bar.show_notice(Notice("10 %", "note", offers))
    button = bar._offers.itemAt(0).widget()
    bar.show_notice(Notice("20 %", "note", offers))
    assert bar._offers.itemAt(0).widget() is button
    assert bar.text.text() == "20 %"
    bar.show_notice(Notice("done"))
    assert bar._offers.count() == 0
