"""Files of films hold every frame with its time, and keep none in memory."""

import os
import stat
import sys
import tracemalloc
from itertools import count as count_from
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.desktop.view3d.pictures.films import film_files
from app.desktop.view3d.pictures.films.film_files import (
    KINDS,
    draft_of,
    film_file,
    kind_named,
    offered_kinds,
)

SIZE = (34, 21)  # pixels: no multiple of the blocks of any coder


def frames(count: int):
    for number in range(count):
        frame = np.full((SIZE[1], SIZE[0], 3), 40, np.uint8)
        frame[:, number % 30 : number % 30 + 4] = (200, 120, 40)
        yield frame


def written(path: Path, count: int, fps: int = 25) -> Path:
    with draft_of(path) as place, film_file(path, place, SIZE, fps, count) as file:
        for frame in frames(count):
            file.add(frame)
    return path


def test_a_folder_holds_each_frame_without_loss(tmp_path) -> None:
    found = sorted(written(tmp_path / "film", 12).iterdir())
    assert [path.name for path in found] == [f"frame_{n:04}.png" for n in range(1, 13)]
    for path, frame in zip(found, frames(12), strict=True):
        assert np.array_equal(np.asarray(Image.open(path)), frame)


@pytest.mark.parametrize("fps", [1, 24, 30])
def test_webp_holds_each_frame_for_its_time_and_goes_round(fps, tmp_path) -> None:
    path = written(tmp_path / "a.webp", 31, fps)
    data = path.read_bytes()
    assert int.from_bytes(data[4:8], "little") == len(data) - 8
    durations = []
    with Image.open(path) as image:
        assert (image.n_frames, image.size, image.info["loop"]) == (31, SIZE, 0)
        for number, frame in enumerate(frames(31)):
            image.seek(number)
            shown = np.asarray(image.convert("RGB")).astype(int)
            durations.append(image.info["duration"])
            assert np.abs(shown - frame).mean() < 8
    assert sum(durations) == round(31 * 1000 / fps)
    assert max(durations) - min(durations) <= 1


def test_ogg_holds_each_frame_in_its_size_and_time(tmp_path) -> None:
    data = written(tmp_path / "a.ogv", 50, 30).read_bytes()
    head = data[data.index(b"\x80theora") :]
    assert int.from_bytes(head[14:17], "big") == SIZE[0]
    assert int.from_bytes(head[17:20], "big") == SIZE[1]
    assert int.from_bytes(head[22:26], "big") / int.from_bytes(head[26:30], "big") == 30
    shift = (int.from_bytes(head[40:42], "big") >> 5) & 31  # of the key frame in a granule
    granule = int.from_bytes(data[data.rindex(b"OggS") :][6:14], "little")
    assert (granule >> shift) + (granule & ((1 << shift) - 1)) == 50


@pytest.mark.parametrize("name", ["a.webp", "film"])
def test_a_longer_film_takes_no_more_memory(name, tmp_path) -> None:
    numbers = count_from(1)

    def peak(count: int) -> int:
        tracemalloc.start()
        written(tmp_path / f"{next(numbers)}_{name}", count)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(5)
    # What other threads take meanwhile counts too: the least of some tries is that of the film.
    assert min(peak(1200) for _ in range(3)) < 1.5 * peak(60) + 50_000


def test_a_fault_leaves_the_old_film(tmp_path) -> None:
    path = tmp_path / "a.webp"
    path.write_bytes(b"old")
    with pytest.raises(RuntimeError), draft_of(path) as place:
        place.write_bytes(b"half")
        raise RuntimeError
    assert [each.name for each in tmp_path.iterdir()] == ["a.webp"]
    assert path.read_bytes() == b"old"


FAKE = """#!{python}
import sys
data = sys.stdin.buffer.read()
open(sys.argv[-1], "wb").write(" ".join(sys.argv[1:]).encode() + b"|" + data)
"""
BROKEN = """#!{python}
import sys
sys.stdin.buffer.read(10)
sys.exit("Unknown encoder 'libx264'")
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    """program(text): a program called ffmpeg on the PATH."""

    def make(text: str) -> None:
        folder = tmp_path / "bin"
        folder.mkdir()
        file = folder / "ffmpeg"
        file.write_text(text.format(python=sys.executable), encoding="utf-8")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", str(folder))

    return make


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script with a first line")
def test_ffmpeg_is_fed_with_every_frame(program, tmp_path) -> None:
    program(FAKE)
    assert offered_kinds()[0].suffix == ".mp4"
    words, _, data = written(tmp_path / "a.mp4", 7, 30).read_bytes().partition(b"|")
    assert data == b"".join(frame.tobytes() for frame in frames(7))
    for part in (b"-s 34x21", b"-r 30", b"libx264", b"yuv420p", b"rgb24"):
        assert part in words


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script with a first line")
def test_what_ffmpeg_complains_of_is_told_and_nothing_is_left(program, tmp_path) -> None:
    program(BROKEN)
    with pytest.raises(OSError, match="Unknown encoder 'libx264'"):
        written(tmp_path / "a.mp4", 200)
    assert [path.name for path in tmp_path.iterdir()] == ["bin"]


def test_without_ffmpeg_mp4_is_not_offered_and_its_name_is_refused(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [kind.suffix for kind in offered_kinds()] == [".webp", ".ogv", ""]
    with pytest.raises(OSError, match="ffmpeg"):
        kind_named(Path("a.mp4"))
    assert "ffmpeg" in film_files.NO_FFMPEG


def test_every_format_says_what_it_is_for() -> None:
    assert len({kind.suffix for kind in KINDS}) == len(KINDS) == 4
    assert all(kind.name and kind.purpose for kind in KINDS)
