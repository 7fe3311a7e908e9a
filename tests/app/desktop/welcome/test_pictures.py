"""Pictures of cells and robots: drawn in the background, kept, and named by what they show."""

from pathlib import Path

import pytest

from app.desktop.welcome.picture_jobs import draw
from app.desktop.welcome.picture_keys import Wanted, picture_name
from app.desktop.welcome.pictures import SIZE, Pictures
from scenes.files.cells.cell_cards import shipped_cards
from scenes.library import cell_path, program_path, robot_path

pytestmark = [pytest.mark.window, pytest.mark.gl]
PUMA = Wanted("cell", cell_path("puma_bench"), program_path("puma_pick"))
SMALL = (116, 72)


@pytest.fixture
def pictures(qapp, fake_process, tmp_path):
    made = Pictures(tmp_path / "pictures", "dark", fake_process)
    yield made
    made.close()


def test_a_missing_picture_is_drawn_by_the_process_and_then_kept(
    qtbot, pictures, fake_process, tmp_path
) -> None:
    assert pictures.picture(PUMA) is None
    assert pictures.picture(PUMA) is None, "asked twice"
    qtbot.waitUntil(lambda: bool(fake_process.started))
    assert fake_process.started == [PUMA]
    target = tmp_path / "pictures" / picture_name(PUMA, "dark", SIZE)
    with qtbot.waitSignal(pictures.changed):
        fake_process.answer(draw(PUMA, "dark", SMALL, target))
    assert pictures.picture(PUMA).size().toTuple() == SMALL
    again = Pictures(tmp_path / "pictures", "dark", fake_process)
    assert again.picture(PUMA) is None
    with qtbot.waitSignal(again.changed):
        pass
    assert again.picture(PUMA).size().toTuple() == SMALL
    assert len(fake_process.started) == 1, "a kept picture is not drawn anew"
    again.close()


def test_the_thread_of_the_window_draws_nothing(qtbot, pictures, monkeypatch) -> None:
    import app.desktop.view3d.pictures.picture as drawing

    monkeypatch.setattr(drawing, "picture", lambda *_, **__: pytest.fail("drawn in the window"))
    for card in shipped_cards():
        pictures.picture(Wanted("cell", card.path, card.program))
    qtbot.waitUntil(lambda: not pictures._waiting)
    assert pictures.is_busy


def test_what_cannot_be_drawn_says_why(qtbot, tmp_path) -> None:
    made = Pictures(tmp_path / "pictures", "dark")
    missing = Wanted("cell", tmp_path / "gone.cell.yaml")
    assert made.picture(missing) is None
    with qtbot.waitSignal(made.changed, timeout=240_000):
        pass
    assert "no such cell file" in made.fault(missing)
    assert not made.is_busy
    made.close()


def test_a_closed_gallery_asks_for_no_more_pictures(qtbot, pictures, fake_process) -> None:
    wanted = [Wanted("robot", robot_path(name)) for name in ("ur5e", "puma560", "ur3e")]
    for one in wanted:
        pictures.picture(one)
    qtbot.waitUntil(lambda: bool(fake_process.started))
    pictures.rest()
    assert not pictures.is_busy
    assert pictures.picture(wanted[2]) is None
    qtbot.waitUntil(lambda: len(fake_process.started) == 2)


def test_the_name_of_a_picture_changes_with_all_that_it_shows(tmp_path: Path) -> None:
    cell, part = tmp_path / "a.cell.yaml", tmp_path / "b.part.yaml"
    cell.write_text("cell: 1\ninclude: {b: b.part.yaml}\nrobots: {arm: {use: ur5e}}\n")
    part.write_text("part: 1\nsolid: [{add: {mesh: {file: c.stl}}}]\n")
    mesh = tmp_path / "c.stl"
    mesh.write_bytes(b"solid")
    wanted = Wanted("cell", cell)

    def name(theme: str = "dark", size: tuple[int, int] = SIZE) -> str:
        return picture_name(wanted, theme, size)

    names = [name(), name("light"), name(size=SMALL)]
    for path in (mesh, part, cell):
        path.write_bytes(path.read_bytes() + b"\n")
        names.append(name())
    assert name() == name()
    assert len(set(names)) == len(names)


def test_the_name_of_a_picture_follows_the_shipped_robot(tmp_path: Path, monkeypatch) -> None:
    import app.desktop.welcome.picture_keys as keys

    cell, robot = tmp_path / "a.cell.yaml", tmp_path / "ur5e.robot.yaml"
    cell.write_text("cell: 1\nrobots: {arm: {use: ur5e}}\n")
    robot.write_text("robot: 1\n")
    monkeypatch.setattr(keys, "_shipped_files", lambda: {"ur5e": robot})
    before = picture_name(Wanted("cell", cell), "dark", SIZE)
    robot.write_text("robot: 1\ntitle: changed\n")
    assert picture_name(Wanted("cell", cell), "dark", SIZE) != before


def test_a_folder_that_cannot_be_written_still_gives_a_picture(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    content = draw(Wanted("robot", robot_path("ur5e")), "light", SMALL, blocked / "a.png")
    assert content.startswith(b"\x89PNG")
