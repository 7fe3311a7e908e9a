"""Films of the command line: their frames, their view, and what is refused."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.cli import main
from app.desktop.view3d.drawing.camera import Camera, projected, standard_view
from app.desktop.view3d.pictures.rendered_film import fit_all_round

pytestmark = pytest.mark.gl
SMALL = ("--size", "64x40")
EXAMPLE = ("render", "kakazu1985", "figure5")


def test_a_film_of_a_run_has_the_frames_of_its_times(tmp_path, capsys) -> None:
    path = tmp_path / "a.webp"
    assert main([*EXAMPLE, *SMALL, "--film", "8", "end", "--fps", "5", "-o", str(path)]) == 0
    assert f"wrote {path}: 8 frames, 1.60 s" in capsys.readouterr().out
    with Image.open(path) as image:
        assert (image.n_frames, image.size) == (8, (64, 40))


def test_a_turntable_goes_round_the_moment(tmp_path) -> None:
    words = ("--time", "3", "--turntable", "1", "--fps", "3", "--turn", "right")
    assert main([*EXAMPLE, *SMALL, *words, "-o", str(tmp_path / "turn")]) == 0
    names = sorted(path.name for path in (tmp_path / "turn").iterdir())
    assert names == ["frame_0001.png", "frame_0002.png", "frame_0003.png"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("kakazu1985", "--film", "0", "1", "-o", "a.webp"), "name a program"),
        (("kakazu1985", "figure5", "--film", "20", "30", "-o", "a.webp"), "ends at 9.28 s"),
        (("kakazu1985", "figure5", "--film", "1", "1", "-o", "a.webp"), "shows nothing"),
        (("kakazu1985", "figure5", "--film", "-1", "1", "-o", "a.webp"), "no time in seconds"),
        (("kakazu1985", "--fps", "9", "-o", "a.png"), "--fps belongs to --film or --turntable"),
        (("kakazu1985", "--turntable", "1", "--speed", "2", "-o", "a.webp"), "belongs to --film"),
        (("kakazu1985", "--turn", "left", "-o", "a.png"), "belongs to --turntable"),
        (("kakazu1985", "--turntable", "0", "-o", "a.webp"), "more than 0 s"),
        (("kakazu1985", "--turntable", "1", "--fps", "0", "-o", "a.webp"), "frames a second"),
        (("kakazu1985", "--turntable", "1", "-o", "a.avi"), ".webp"),
        (("kakazu1985", "--turntable", "1", "-o", "gone/a.webp"), "gone"),
        (("kakazu1985", "--turntable", "1", "--film", "0", "1", "-o", "a.webp"), "not allowed"),
    ],
)
def test_a_film_that_cannot_be_says_why_in_one_line(
    words, told, tmp_path, capsys, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["render", *words, *SMALL]) == 2
    assert told in capsys.readouterr().err.splitlines()[-1]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("aspect", [0.5, 1.6])
def test_a_camera_that_goes_round_sees_every_point_from_every_side(aspect) -> None:
    points = np.random.default_rng(4).uniform((-900, -300, 0), (200, 1500, 1300), (40, 3))
    camera = fit_all_round(standard_view(Camera(np.zeros(3)), "home"), points, aspect)
    near = []
    for azimuth in np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False):
        turned = Camera(camera.focus, camera.azimuth + azimuth, camera.elevation, camera.distance)
        x, y = projected(turned, points, 1000.0 * aspect, 1000.0).T
        near.append(min(x.min(), y.min(), (1000.0 * aspect - x).min(), (1000.0 - y).min()))
    assert 0.0 < min(near) < 120.0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal that a test can send alone")
def test_ctrl_c_leaves_no_half_film(tmp_path) -> None:
    words = ["render", "kakazu1985", "--turntable", "60", *SMALL, "-o", str(tmp_path / "turn")]
    code = f"import sys; from app.cli import main; sys.argv[1:] = {words!r}; sys.exit(main())"
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    try:
        while process.poll() is None and not list(Path(tmp_path).glob(".turn.*/turn/*.png")):
            pass
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, told.strip().splitlines()[-1]) == (130, "cellwright: stopped")
    assert not list(tmp_path.iterdir())
