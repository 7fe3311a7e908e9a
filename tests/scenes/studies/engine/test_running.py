"""Studies end with the same bytes however they are run, stopped, killed and damaged."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from scenes.studies.engine.chunk_files import ChunkFiles, StudyFolderError, opened
from scenes.studies.engine.local_pool import LocalPool
from scenes.studies.engine.running import WorkersLostError, run_study
from scenes.studies.engine.study import Arrays, Study


@pytest.fixture
def study(study_at) -> Study:
    """A reach study of 980 poses in 9 chunks."""
    own = study_at().study
    own = replace(own, question=replace(own.question, chunk_size=112))
    assert own.question.chunks == 9
    return own


def contents(files: ChunkFiles) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in files.folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_any_number_of_processes_writes_the_same_bytes(study, here, tmp_path, count) -> None:
    alone, pool = opened(tmp_path / "a", study), opened(tmp_path / "b", study)
    assert run_study(alone, here)
    assert run_study(pool, LocalPool(count))
    assert contents(alone) == contents(pool)
    merged = pool.merged()
    whole = {name: [] for name in merged}
    for chunk in range(study.question.chunks):
        for name, values in study.arrays_of(chunk).items():
            whole[name].append(values)
    for name, values in merged.items():
        np.testing.assert_array_equal(values, np.concatenate(whole[name]))


def test_the_first_chunk_of_a_worker_says_little_of_the_time_that_is_left(
    study, here, tmp_path, monkeypatch
) -> None:
    now, left = [0.0], []
    monkeypatch.setattr("scenes.studies.engine.running.monotonic", lambda: now[0])
    arrays_of = Study.arrays_of

    def slow(own: Study, chunk: int) -> Arrays:
        now[0] += 2.0 if len(here.calls) else 30.0
        here.calls.append(chunk)
        return arrays_of(own, chunk)

    monkeypatch.setattr(Study, "arrays_of", slow)
    monkeypatch.setattr("scenes.studies.engine.running._AHEAD", 1)
    monkeypatch.setattr("scenes.studies.engine.chunk_task._study_of", lambda known: study)
    assert run_study(opened(tmp_path / "a", study), here, lambda p: left.append(p.seconds_left))
    assert left == [30.0 * 8, *(2.0 * missing for missing in range(7, -1, -1))]


def test_a_stopped_study_goes_on_with_the_chunks_that_are_missing(study, here, tmp_path) -> None:
    files = opened(tmp_path / "a", study)
    done = []
    assert not run_study(files, here, done.append, stop=lambda: len(done) >= 4)
    kept = contents(files)
    assert len(files.missing()) == study.question.chunks - len(done)
    again = []
    assert run_study(opened(tmp_path / "a", study), here, again.append)
    assert len(done) + len(again) == study.question.chunks
    assert {name: contents(files)[name] for name in kept} == kept
    whole = opened(tmp_path / "b", study)
    run_study(whole, here)
    assert contents(files) == contents(whole)


@dataclass
class KilledPool:
    """A pool one of whose processes is killed when told."""

    count: int = 2
    pool: Executor | None = None
    made: int = 0
    has_killed: bool = False

    @property
    def losses(self) -> tuple[type[BaseException], ...]:
        return LocalPool(2).losses

    def executor(self) -> Executor:
        self.made += 1
        self.pool = LocalPool(self.count).executor()
        return self.pool

    def end(self, executor: Executor) -> None:
        LocalPool(2).end(executor)

    def kill_one(self) -> None:
        self.has_killed = True
        os.kill(next(iter(self.pool._processes)), signal.SIGTERM)


def test_a_killed_worker_costs_no_chunk(study, here, tmp_path) -> None:
    workers, notes = KilledPool(), []

    def tell(progress) -> None:
        notes.append(progress.note)
        if progress.done == 2 and not workers.has_killed:
            workers.kill_one()

    files = opened(tmp_path / "a", study)
    assert run_study(files, workers, tell)
    assert workers.made == 2 and sum("a worker ended" in note for note in notes) == 1
    whole = opened(tmp_path / "b", study)
    run_study(whole, here)
    assert contents(files) == contents(whole)


COMMAND = """
import os, sys, time
from scenes.studies.engine.local_pool import LocalPool
if __name__ == "__main__":
    pool = LocalPool(1).executor()
    print(pool.submit(os.getpid).result(), flush=True)
    pool.submit(time.sleep, 600)
    sys.stdin.read()
"""


@pytest.mark.skipif(os.name != "posix", reason="asks for a process by its number, as POSIX does")
def test_workers_end_with_a_command_that_is_killed(tmp_path) -> None:
    (tmp_path / "command.py").write_text(COMMAND)
    command = subprocess.Popen(
        [sys.executable, tmp_path / "command.py"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    worker = int(command.stdout.readline())
    os.kill(worker, 0)
    command.kill()
    command.communicate()
    for _ in range(600):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the worker lives on")


class GoneWorkers:
    """Workers each task of which is lost."""

    count, losses, made = 1, (ConnectionError,), 0

    def executor(self) -> Executor:
        from concurrent.futures import ThreadPoolExecutor

        class Gone(ThreadPoolExecutor):
            def submit(self, fn, /, *args, **kwargs):
                raise ConnectionError("the line is cut")

        self.made += 1
        return Gone(1)

    def end(self, executor: Executor) -> None:
        executor.shutdown()


def test_workers_that_are_gone_end_the_study_with_what_is_kept(study, here, tmp_path) -> None:
    files, done = opened(tmp_path / "a", study), []
    run_study(files, here, done.append, stop=lambda: len(done) >= 3)
    workers, kept = GoneWorkers(), 9 - len(files.missing())
    assert 3 <= kept < 9
    with pytest.raises(WorkersLostError, match=rf"line is cut.*{kept} of 9 chunks.*goes on"):
        run_study(files, workers)
    assert workers.made == 3 and 9 - len(files.missing()) == kept


@pytest.mark.parametrize("left", [0, 1, 200, -1])
def test_a_damaged_chunk_file_is_named_and_computed_again(study, here, tmp_path, left) -> None:
    files = opened(tmp_path / "a", study)
    run_study(files, here)
    before = contents(files)
    data = files.path_of(4).read_bytes()
    cut = data[:left] if left >= 0 else data[:110] + bytes([data[110] ^ 255]) + data[111:]
    files.path_of(4).write_bytes(cut)
    with pytest.raises(StudyFolderError, match=r"000004.npz: this file is damaged"):
        files.merged()
    again = opened(tmp_path / "a", study)
    assert again.damaged == (4,) and again.missing() == (4,)
    assert run_study(again, here)
    assert contents(again) == before


def test_results_of_another_study_are_replaced_only_by_force(study, here, tmp_path) -> None:
    run_study(opened(tmp_path / "a", study), here)
    other = replace(study, digest="0" * 64)
    with pytest.raises(StudyFolderError, match=r'another study, "small".*throw them away'):
        opened(tmp_path / "a", other)
    assert len(opened(tmp_path / "a", other, replace=True).missing()) == 9


def test_a_folder_with_other_things_is_left_alone(study, tmp_path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "thesis.tex").write_text("years of work")
    with pytest.raises(StudyFolderError, match="holds other files"):
        opened(tmp_path / "a", study, replace=True)
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["thesis.tex"]
    with pytest.raises(StudyFolderError, match="is a file: choose a folder"):
        opened(tmp_path / "a" / "thesis.tex", study, replace=True)


def test_a_full_disk_ends_the_study_and_nothing_half_written_stays(
    study, here, tmp_path, monkeypatch
) -> None:
    files, count = opened(tmp_path / "a", study), []

    def write(path: Path, data: bytes) -> None:
        count.append(path)
        if len(count) > 3:
            with open(path, "wb") as file:
                file.write(data[:10])
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        path.write_bytes(data)

    monkeypatch.setattr("scenes.exporters.registry._write_through", write)
    with pytest.raises(OSError, match="No space left"):
        run_study(files, here)
    monkeypatch.undo()
    assert len(files.missing()) == 6
    again = opened(tmp_path / "a", study)
    assert again.damaged == () and run_study(again, here)
    undisturbed = opened(tmp_path / "b", study)
    assert run_study(undisturbed, here) and contents(again) == contents(undisturbed)


class Falling:
    """A question whose second chunk cannot be computed."""

    kind, chunks, items, item_word = "falling", 3, 3, "thing"

    def arrays(self, chunk: int, rng: np.random.Generator) -> Arrays:
        if chunk == 1:
            raise ZeroDivisionError("chunk 1")
        return {"a": rng.uniform(size=2)}

    def row_heads(self, arrays: Arrays) -> Arrays:
        return {}


def test_chunks_have_random_numbers_of_their_own_that_the_seed_decides() -> None:
    one, two = Study("", Falling(), 1, ""), Study("", Falling(), 2, "")
    values = [study.arrays_of(chunk)["a"] for study in (one, two) for chunk in (0, 2)]
    assert len({tuple(each) for each in values}) == 4
    np.testing.assert_array_equal(values[0], one.arrays_of(0)["a"])
