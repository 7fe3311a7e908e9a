"""A real scheduler with two worker processes on this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from scenes.studies.engine import cluster as cluster_module
from scenes.studies.engine.chunk_files import opened
from scenes.studies.engine.chunk_task import WrongVersionError
from scenes.studies.engine.cluster import Cluster
from scenes.studies.engine.running import WorkersLostError, run_study

pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def scheduler():
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        yield local


@pytest.fixture
def workers(scheduler):
    found = Cluster(scheduler.scheduler_address)
    yield found
    found.close()


@pytest.fixture
def study(study_at):
    own = study_at().study
    return replace(own, question=replace(own.question, chunk_size=112))


def test_a_cluster_writes_the_bytes_that_one_process_writes(study, here, workers, tmp_path) -> None:
    alone, far = opened(tmp_path / "a", study), opened(tmp_path / "b", study)
    run_study(alone, here)
    assert run_study(far, workers) and workers.count in (1, 2)
    names = [path.relative_to(alone.folder) for path in alone.folder.rglob("*.npz")]
    assert len(names) == 9
    for name in [*names, "index.csv"]:
        assert (alone.folder / name).read_bytes() == (far.folder / name).read_bytes()


def test_a_killed_worker_costs_no_chunk(study, workers, scheduler, tmp_path) -> None:
    killed = []

    def tell(progress) -> None:
        if not killed:
            pid = next(iter(workers._client.run(os.getpid).values()))
            os.kill(pid, signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
            killed.append(pid)

    assert run_study(opened(tmp_path / "a", study), workers, tell) and killed


def test_a_client_that_goes_away_comes_back_to_what_is_done(study, workers, tmp_path) -> None:
    done = []
    assert not run_study(opened(tmp_path / "a", study), workers, done.append, lambda: bool(done))
    workers.close()
    again = []
    assert run_study(opened(tmp_path / "a", study), workers, again.append)
    assert len(done) + len(again) == 9


def test_a_worker_of_another_version_is_refused_by_name(
    study, workers, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(cluster_module, "product_version", lambda: "0.0.7")
    with pytest.raises(WrongVersionError, match=r"Cellwright 0\.0\.7.*tcp://127\.0\.0\.1:\d+ has"):
        run_study(opened(tmp_path / "a", study), workers)


def test_no_scheduler_is_said_with_what_to_do(study, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(cluster_module, "_PATIENCE", 0.5)
    with pytest.raises(WorkersLostError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        run_study(opened(tmp_path / "a", study), Cluster("tcp://127.0.0.1:9"))


def test_an_address_that_is_none_is_said(study, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(cluster_module, "_PATIENCE", 0.5)
    with pytest.raises(WorkersLostError, match="no scheduler answers at nowhere"):
        run_study(opened(tmp_path / "a", study), Cluster("nowhere"))


def test_a_scheduler_that_vanishes_is_said_and_the_study_goes_on_later(
    study, here, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(cluster_module, "_PATIENCE", 3.0)
    own = subprocess.Popen(
        [sys.executable, "-c", SCHEDULER], stdout=subprocess.PIPE, text=True, stdin=subprocess.PIPE
    )
    workers, done = Cluster(own.stdout.readline().strip()), []

    def tell(progress) -> None:
        done.append(progress)
        if len(done) == 2:
            monkeypatch.setattr(cluster_module, "_PATIENCE", 0.5)
            own.kill()
            own.wait()

    with pytest.raises(WorkersLostError, match=r"(gone|no scheduler answers)"):
        run_study(opened(tmp_path / "a", study), workers, tell)
    workers.close()
    files = opened(tmp_path / "a", study)
    assert 0 < len(files.missing()) < 9
    assert run_study(files, here)


SCHEDULER = """
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False,
                      dashboard_address=None, protocol="tcp://") as local:
        print(local.scheduler_address, flush=True)
        input()
"""
