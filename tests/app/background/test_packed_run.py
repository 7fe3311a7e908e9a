"""A run is pickled once for all jobs, and arrives as one object."""

from pickle import dumps, loads

from app.background import packed_run
from app.background.packed_run import PackedRun
from scenes import load_cell, simulate


def test_a_run_is_pickled_once_and_arrives_as_one_object(monkeypatch) -> None:
    run = simulate(load_cell("kakazu1985"), "READY\nDRIVE 1 5\nEND\n")
    packed = PackedRun(run)
    monkeypatch.setattr(packed_run, "dumps", None)
    first, second = loads(dumps(packed)), loads(dumps((packed, "job")))[0]
    assert first is second
    assert first.duration == run.duration
    assert first.program.text == run.program.text
