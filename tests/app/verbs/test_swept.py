"""`cellwright run --swept`: the swept volume as a file, and what is said of it."""

import json
from pathlib import Path

import pytest
import trimesh

from app.cli import main

WORDS = ("run", "puma_bench", "puma_pick", "--lines", "11-12", "--bodies", "hand", "part")


def test_the_swept_volume_is_written_as_one_solid_with_its_bound(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    paths = [str(tmp_path / f"zone.{suffix}") for suffix in ("stl", "3mf")]
    assert main((*WORDS, "--tolerance", "20", "--json", "--swept", *paths)) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["exported"] == report["swept"]["files"] == paths
    assert (report["swept"]["of"], report["swept"]["tolerance_mm"]) == ("lines 11 to 12", 20.0)
    for path in paths:
        read = trimesh.load(path, force="mesh")
        assert read.is_watertight
        assert read.volume == pytest.approx(report["swept"]["volume_mm3"], rel=1e-3)


def test_the_text_says_that_it_is_an_outer_bound(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "zone.stl")
    assert main((*WORDS, "--tolerance", "20", "--swept", path)) == 0
    said = capsys.readouterr().out
    assert "swept by hand, part in lines 11 to 12" in said
    assert "never smaller than the swept volume, at most 20 mm beyond it" in said


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--swept", "zone.tips"), "meshes are written as .stl"),
        (("--swept", "zone.stl", "--tolerance", "0"), "a tolerance of 0.5 to 200 mm, not 0"),
        (("--swept", "zone.stl", "--lines", "1"), "none of the chosen bodies moves in line 1"),
    ],
)
def test_a_wrong_wish_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    assert main(("run", "puma_bench", "puma_pick", *words)) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "9-5", "five", "3-"])
def test_a_wrong_range_of_lines_is_a_wrong_usage(
    capsys: pytest.CaptureFixture[str], text: str
) -> None:
    words = ("run", "puma_bench", "puma_pick", "--swept", "zone.stl", "--lines", text)
    assert main(words) == 2
    assert "no range of lines" in capsys.readouterr().err
