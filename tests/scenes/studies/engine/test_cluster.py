"""A real scheduler with two worker processes on this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from scenes.studies.engine import cluster as cluster_module
from scenes.studies.engine.chunk_files import opened
from scenes.studies.engine.chunk_task import WrongVersionError, product_version
from scenes.studies.engine.cluster import Cluster
from scenes.studies.engine.local_pool import LocalPool
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


@pytest.fixture
def undisturbed(study, tmp_path) -> dict[str, bytes]:
    """What two processes of this machine write when nothing goes wrong, by the name of the file."""
    files = opened(tmp_path / "undisturbed", study)
    assert run_study(files, LocalPool(2))
    return contents(files.folder)


def contents(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@contextmanager
def own_scheduler() -> Iterator[str]:
    """A scheduler without workers, in this process; gives its address."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=0, dashboard_address=None, protocol="tcp://") as local:
        yield local.scheduler_address


@contextmanager
def worker_of(address: str, first: Path) -> Iterator[int]:
    """A worker process as `dask worker` starts it; gives its number.

    first: A folder that the worker finds packages in before all others.
    """
    paths = [str(first), os.environ.get("PYTHONPATH", ""), *filter(None, sys.path)]
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address]
    worker = subprocess.Popen(
        [*command, "--no-nanny", "--no-dashboard", "--nthreads", "1"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
        stderr=subprocess.DEVNULL,
        cwd=first,
    )
    try:
        yield worker.pid
    finally:
        worker.kill()
        worker.wait()


def with_version(folder: Path, version: str) -> Path:
    """A folder in which Python finds the product installed in another version."""
    about = folder / "old" / f"cellwright-{version}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: cellwright\nVersion: {version}\n"
    )
    return about.parent


def without_product(folder: Path) -> Path:
    """A folder that keeps Python from finding the product, as where it is not installed."""
    (folder / "bare").mkdir()
    (folder / "bare" / "sitecustomize.py").write_text(BARE)
    return folder / "bare"


BARE = textwrap.dedent("""
    import sys
    class Bare:
        def find_spec(self, name, path=None, target=None):
            if name.split(".")[0] == "scenes":
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    sys.meta_path.insert(0, Bare())
""")


def test_a_cluster_writes_the_bytes_that_a_local_pool_writes(
    study, undisturbed, workers, tmp_path
) -> None:
    assert run_study(opened(tmp_path / "a", study), workers) and workers.count in (1, 2)
    assert len(undisturbed) == 9 + len(("study.json", "index.csv"))
    assert contents(tmp_path / "a") == undisturbed


def test_a_killed_worker_changes_no_byte(study, undisturbed, workers, tmp_path) -> None:
    killed = []

    def tell(progress) -> None:
        if not killed:
            pid = next(iter(workers._client.run(os.getpid).values()))
            os.kill(pid, signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
            killed.append(pid)

    assert run_study(opened(tmp_path / "a", study), workers, tell) and killed
    assert contents(tmp_path / "a") == undisturbed


def test_a_client_that_goes_away_comes_back_to_what_is_done(
    study, undisturbed, workers, tmp_path
) -> None:
    done = []
    assert not run_study(opened(tmp_path / "a", study), workers, done.append, lambda: bool(done))
    workers.close()
    again = []
    assert run_study(opened(tmp_path / "a", study), workers, again.append)
    assert len(done) + len(again) == 9
    assert contents(tmp_path / "a") == undisturbed


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL ends a process without a last word")
def test_a_client_that_is_killed_comes_back_to_what_is_done(
    study, study_at, undisturbed, scheduler, workers, tmp_path
) -> None:
    study_at()
    command = [sys.executable, "-c", CLIENT, scheduler.scheduler_address, tmp_path / "a"]
    client = subprocess.Popen([*command, tmp_path / "small.study.yaml"], stdout=subprocess.PIPE)
    assert client.stdout.readline().strip() == b"1"
    client.kill()
    client.wait()
    client.stdout.close()
    files = opened(tmp_path / "a", study)
    assert 0 < len(files.missing()) < 9
    assert run_study(files, workers)
    assert contents(tmp_path / "a") == undisturbed


def test_a_worker_of_another_version_is_refused_by_name(study, tmp_path) -> None:
    with own_scheduler() as address, worker_of(address, with_version(tmp_path, "0.0.7")):
        workers = Cluster(address)
        with pytest.raises(WrongVersionError) as refused:
            run_study(opened(tmp_path / "a", study), workers)
        name = next(iter(workers._client.nthreads()))
        workers.close()
    own = product_version()
    assert str(refused.value) == (
        f"this study runs with Cellwright {own}, and workers have another version: "
        f"{name} has 0.0.7; install {own} there"
    )
    assert len(opened(tmp_path / "a", study).missing()) == 9


def test_a_worker_without_the_product_is_refused_by_name(study, tmp_path) -> None:
    with own_scheduler() as address, worker_of(address, without_product(tmp_path)):
        workers = Cluster(address)
        with pytest.raises(
            WrongVersionError, match=r": tcp://127\.0\.0\.1:\d+ has none \(.*scenes.*\); install"
        ):
            run_study(opened(tmp_path / "a", study), workers)
        workers.close()


def test_a_worker_of_another_version_that_joins_later_is_refused_by_name(
    study, undisturbed, tmp_path
) -> None:
    old, own = with_version(tmp_path, "0.0.7"), product_version()
    late = []
    with own_scheduler() as address, worker_of(address, tmp_path), ExitStack() as ends:
        workers = Cluster(address)

        def tell(progress) -> None:
            if not late:
                late.append(ends.enter_context(worker_of(address, old)))
                workers._client.wait_for_workers(2, timeout=60)

        with pytest.raises(WrongVersionError) as refused:
            run_study(opened(tmp_path / "a", study), workers, tell)
        workers.close()
    assert str(refused.value) == (
        f"the worker on {socket.gethostname()}, process {late[0]}, runs Cellwright 0.0.7, and this "
        f"study was started with {own}: install {own} there"
    )
    files = opened(tmp_path / "a", study)
    assert len(files.missing()) < 9 and run_study(files, LocalPool(2))
    assert contents(tmp_path / "a") == undisturbed


def test_a_worker_without_the_product_that_joins_later_is_told_and_changes_no_byte(
    study, undisturbed, tmp_path
) -> None:
    bare, late = without_product(tmp_path), []
    with own_scheduler() as address, worker_of(address, tmp_path), ExitStack() as ends:
        workers = Cluster(address)

        def tell(progress) -> None:
            if not late:
                late.append(ends.enter_context(worker_of(address, bare)))
                workers._client.wait_for_workers(2, timeout=60)

        # The scheduler tries a failed chunk elsewhere, so the study may also be done in time.
        with suppress(WrongVersionError):
            assert run_study(opened(tmp_path / "a", study), workers, tell)
        workers.close()
    assert late
    assert run_study(opened(tmp_path / "a", study), LocalPool(2))
    assert contents(tmp_path / "a") == undisturbed


def test_no_scheduler_is_said_with_what_to_do(study, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(cluster_module, "_PATIENCE", 0.5)
    with pytest.raises(WorkersLostError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        run_study(opened(tmp_path / "a", study), Cluster("tcp://127.0.0.1:9"))


def test_an_address_that_is_none_is_said(study, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(cluster_module, "_PATIENCE", 0.5)
    with pytest.raises(WorkersLostError, match="no scheduler answers at nowhere"):
        run_study(opened(tmp_path / "a", study), Cluster("nowhere"))


def test_a_scheduler_that_vanishes_is_said_and_the_study_goes_on_later(
    study, here, undisturbed, tmp_path, monkeypatch
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
    assert contents(tmp_path / "a") == undisturbed


SCHEDULER = """
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False,
                      dashboard_address=None, protocol="tcp://") as local:
        print(local.scheduler_address, flush=True)
        input()
"""
# Runs the study of a file on a scheduler, tells when a chunk is done, and waits to be killed.
CLIENT = """
import sys, time
from dataclasses import replace
from pathlib import Path
from scenes.studies.engine.chunk_files import opened
from scenes.studies.engine.cluster import Cluster
from scenes.studies.engine.running import run_study
from scenes.studies.files.study_file import read_study
def tell(progress):
    print(progress.done, flush=True)
    time.sleep(600)
own = read_study(Path(sys.argv[3])).study
own = replace(own, question=replace(own.question, chunk_size=112))
run_study(opened(Path(sys.argv[2]), own), Cluster(sys.argv[1]), tell)
"""
