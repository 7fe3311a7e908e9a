"""The preview of a trajectory file holds lines of the very file that `export` writes."""

from functools import cache
from itertools import product

import pytest

from scenes import Run, export, load_cell, simulate
from scenes.exporters import export_suffixes
from scenes.exporters.file_preview import SHOWN_ROWS, gap_of, preview_of, row_count
from scenes.exporters.registry import KINDS
from scenes.library import program_path
from scenes.run_verdict import unchecked
from tests.depth import share

SHORT = "READY\nEND\n"
LONG = "READY\n" + "DRIVE 1 20\nCLOSEI 20\nDRIVE 1 -20\nOPENI 40\n" * 50 + "END\n"
PERIODS = [0.0005, 0.01, 0.0137, 5.0]  # s between two rows
PROGRAMS = {"short": SHORT, "long": LONG}


@cache
def run_of(program: str) -> Run:
    text = PROGRAMS.get(program) or program_path(program).read_text(encoding="utf-8")
    return simulate(load_cell("kakazu1985"), text, name=f"{program}.val")


@pytest.mark.parametrize(
    ("program", "period", "suffix"),
    share(list(product(["figure5", "short", "long"], PERIODS, export_suffixes())), 10),
)
def test_both_ends_are_those_of_the_written_file(suffix, period, program, tmp_path) -> None:
    run = run_of(program).sampled(period)
    verdict = unchecked(run)
    seen = preview_of(run, suffix, verdict, gap_of(run))
    path = export(run, tmp_path / f"a{suffix}", verdict)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert list(seen.head) == lines[: len(seen.head)]
    assert list(seen.tail) == lines[len(lines) - len(seen.tail) :]
    assert seen.rows == len(run.trajectory())
    assert len(seen.head) + seen.left_out + len(seen.tail) == len(lines)
    assert seen.size == pytest.approx(path.stat().st_size, rel=0.1)
    if not seen.left_out:
        assert seen.size == path.stat().st_size


def test_rows_are_counted_without_sampling(monkeypatch) -> None:
    run = run_of("long").sampled(0.001)
    expected = len(run_of("long").sampled(0.001).trajectory())
    monkeypatch.setattr("kinematics.motion.motion.Motion.sampled", None)
    assert row_count(run) == expected > 10_000


def test_a_preview_samples_few_steps_of_a_long_run(monkeypatch) -> None:
    from kinematics.motion.motion import Motion

    sampled, seen = [], Motion.sampled
    monkeypatch.setattr(
        Motion, "sampled", lambda motion, period: sampled.append(motion) or seen(motion, period)
    )
    run = run_of("long").sampled(0.01)
    preview_of(run, ".csv", unchecked(run), None)
    assert len(sampled) < len(run.moving_steps) / 2


def test_the_gap_is_that_of_the_trajectory() -> None:
    run = run_of("figure5").sampled(0.05)
    assert gap_of(run) == run.trajectory().linear_gap_mm > 0.0


def test_every_format_is_told_in_words() -> None:
    assert set(KINDS) == set(export_suffixes())
    assert all(kind.name and kind.purpose and kind.content for kind in KINDS.values())
    assert SHOWN_ROWS > 1
