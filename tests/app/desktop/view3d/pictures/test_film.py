"""A film is the pictures of its times, and is there whole or not at all."""

import weakref
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.desktop.looks.theme import DARK
from app.desktop.runs.shown_run import drawing_of
from app.desktop.view3d import staging
from app.desktop.view3d.drawing.camera import Camera, fit, standard_view
from app.desktop.view3d.pictures.easel import Easel
from app.desktop.view3d.pictures.film import draw_film, try_film, write_film
from app.desktop.view3d.pictures.picture import easel_of, picture
from app.desktop.view3d.pictures.reel import RIGHT, RunReel, Stretch, Turn, TurnReel
from app.desktop.view3d.pictures.shot import Frame, Shot, easel_of_shot, pixels_of, shading_of
from app.desktop.view3d.views import ViewMode
from scenes import analyse, load_cell
from scenes.library import program_path

pytestmark = pytest.mark.gl
SMALL = Frame((160, 100), is_fine=False)
BOX = np.array([(-900.0, -900.0, 0.0), (900.0, 900.0, 1300.0)])
CAMERA = fit(standard_view(Camera(BOX.mean(axis=0)), "home"), BOX, 1.6)


@pytest.fixture(scope="module")
def report():
    text = program_path("into_table").read_text(encoding="utf-8")
    return analyse(load_cell("kakazu1985"), text)


@pytest.fixture(scope="module")
def shot(report) -> Shot:
    run = report.run
    return Shot(run.cell, run.start_state, ViewMode.SHADED, CAMERA, 1.6, "dark", drawing_of(run))


@pytest.fixture(scope="module")
def reel(report) -> RunReel:
    return RunReel(report.run, Stretch(0.0, report.run.duration, 2), CAMERA, report.collisions)


def read(folder: Path) -> list[np.ndarray]:
    return [np.asarray(Image.open(path)) for path in sorted(folder.iterdir())]


def test_first_and_last_frame_are_the_pictures_of_these_times(report, shot, reel, tmp_path) -> None:
    path, draft = tmp_path / "film", tmp_path / ".draft"
    told: list[tuple[float, str]] = []
    fault = write_film(shot, SMALL, reel, str(path), str(draft), lambda *at: told.append(at))
    assert fault == ""
    frames = read(path)
    assert len(frames) == reel.count == len(told) > 5
    assert told[-1] == (1.0, f"frame {reel.count} of {reel.count}")
    end = report.run.duration
    hits = [h for h in report.collisions if h.time <= end <= h.time_end + 1e-9]
    last = replace(
        shot,
        state=report.run.state_at(end),
        pairs=tuple((hit.body_a, hit.body_b) for hit in hits),
    )
    assert np.array_equal(frames[0], pixels_of(shot, SMALL))
    assert np.array_equal(frames[-1], pixels_of(last, SMALL))
    assert not np.array_equal(frames[0], frames[-1])
    assert not draft.exists()


def test_a_fine_frame_is_the_fine_picture(report, shot, reel) -> None:
    fine = replace(SMALL, is_fine=True)
    with easel_of_shot(shot, fine) as easel:
        moments = [reel.moment(0.0), reel.moment(2.0), reel.moment(0.0)]
        seen = [easel.pixels(moment, shading_of(fine)) for moment in moments]
    assert np.array_equal(seen[0], pixels_of(shot, fine))
    assert np.array_equal(seen[0], seen[2])
    assert not np.array_equal(seen[0], pixels_of(shot, SMALL))


def test_frames_of_the_command_line_are_those_of_render(report, tmp_path) -> None:
    run, size = report.run, (160, 100)
    with easel_of(run.cell, ViewMode.SHADED, size, run, DARK) as easel:
        state = run.state_at(1.0)
        staging.show_state(easel.scene, run.cell, state)
        turned = standard_view(easel.scene.camera, "home")
        camera = fit(turned, easel.scene.points(), 1.6)
        reel = RunReel(run, Stretch(0.0, 1.0, 3), camera, report.collisions)
        draw_film(easel, reel, tmp_path / "film", None, lambda *_: None)
    expected = picture(run.cell, state, ViewMode.SHADED, size, run=run, report=report, time=1.0)
    assert np.array_equal(read(tmp_path / "film")[-1], expected)


def test_the_first_frame_of_a_turntable_is_the_one_after_a_whole_turn(shot) -> None:
    turn = Turn(1.0, 4, RIGHT)
    reel = TurnReel(shot.state, turn, CAMERA)
    after = replace(next(iter(reel.moments())), camera=turn.camera(CAMERA, turn.count))
    with easel_of_shot(shot, SMALL) as easel:
        seen = [easel.pixels(moment) for moment in (*reel.moments(), after)]
    assert len(seen) == 5
    assert np.abs(seen[0].astype(int) - seen[-1]).max() <= 1
    assert np.abs(seen[0].astype(int) - seen[2]).max() > 50
    assert np.array_equal(seen[0], pixels_of(shot, SMALL))


def test_no_frame_is_kept(shot, monkeypatch, tmp_path) -> None:
    made: list[int] = []
    gone: list[int] = []
    alive: list[int] = []
    draw = Easel.pixels

    def counted(*given):
        frame = draw(*given)
        weakref.finalize(frame, gone.append, 1)
        made.append(1)
        alive.append(len(made) - len(gone))
        return frame

    monkeypatch.setattr(Easel, "pixels", counted)
    tiny = replace(SMALL, size=(16, 16))
    reel = TurnReel(shot.state, Turn(2.0, 20), CAMERA)
    with easel_of_shot(shot, tiny) as easel:
        draw_film(easel, reel, tmp_path / "a.webp", None, lambda *_: None)
    assert len(made) == 40
    assert max(alive) <= 2


@pytest.mark.parametrize("name", ["film", "a.webp", "a.ogv"])
def test_a_film_that_is_given_up_leaves_no_half_file(name, shot, tmp_path) -> None:
    class GivenUpError(Exception):
        pass

    def stop(fraction: float, text: str) -> None:
        if fraction > 0.4:
            raise GivenUpError

    (tmp_path / "a.webp").write_bytes(b"old")
    reel = TurnReel(shot.state, Turn(1.0, 5), CAMERA)
    with easel_of_shot(shot, SMALL) as easel, pytest.raises(GivenUpError):
        draw_film(easel, reel, tmp_path / name, None, stop)
    assert [path.name for path in tmp_path.iterdir()] == ["a.webp"]
    assert (tmp_path / "a.webp").read_bytes() == b"old"


@pytest.mark.parametrize(
    ("name", "words"), [("gone/a.webp", "gone"), ("a.avi", ".webp"), ("full", "files in it")]
)
def test_a_film_that_cannot_be_written_says_why(name, words, shot, tmp_path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.txt").write_text("kept", encoding="utf-8")
    reel = TurnReel(shot.state, Turn(1.0, 2), CAMERA)
    path, draft = str(tmp_path / name), str(tmp_path / ".draft")
    assert words in write_film(shot, SMALL, reel, path, draft, lambda *_: None)
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "a.txt"]


def test_a_trial_shows_a_frame_and_its_cost(shot, reel) -> None:
    import io

    trial = try_film(shot, SMALL, reel.moment(0.0), (80, 80))
    assert trial.seconds > 0.0
    assert Image.open(io.BytesIO(trial.png)).size == (80, 50)
