"""Workers on other machines: those of a dask scheduler, through the same executor interface.

`dask.distributed` (BSD-3) is an extra of the product: `pip install "cellwright[cluster]"`.
"""

from __future__ import annotations

from concurrent.futures import CancelledError, Executor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from scenes.errors import SceneError
from scenes.studies.engine.chunk_task import WrongVersionError, product_version
from scenes.studies.engine.running import WorkersLostError

# How long a scheduler may take to answer, and to have its first worker, s.
_PATIENCE = 20.0
# Called in each worker: what it gives there is compared with the version of this process.
_WORKERS_OWN = product_version


@dataclass
class Cluster:
    """The workers of a scheduler. address: Of the scheduler, as `dask scheduler` prints it."""

    address: str
    _client: Any = field(default=None, repr=False)

    @property
    def count(self) -> int:
        """The number of threads of all workers."""
        return max(sum(self._client.nthreads().values()), 1)

    @property
    def losses(self) -> tuple[type[BaseException], ...]:
        """What a task raises whose worker was killed again and again, or whose scheduler is gone.

        The scheduler gives the tasks of a worker that ends to others.
        """
        from distributed.scheduler import KilledWorker

        return (KilledWorker, OSError, CancelledError)

    def executor(self) -> Executor:
        """An executor of the scheduler's workers.

        Raises WorkersLostError where the scheduler does not answer or has no workers, and
        WrongVersionError, with the names of the workers, where they run another version.
        """
        client = self._connected()
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
            found = client.run(_WORKERS_OWN, on_error="return")
        except (OSError, TimeoutError) as fault:
            raise WorkersLostError(
                f"the scheduler {self.address} has no worker that answers: "
                f"start one with `dask worker {self.address}`"
            ) from fault
        _refuse_other_versions(found)
        executor: Executor = client.get_executor(pure=False, retries=3)
        return executor

    def end(self, executor: Executor) -> None:
        """Takes back the tasks of an executor; its workers belong to the scheduler, and live on."""
        with suppress(*self.losses):
            executor.shutdown(wait=False)

    def close(self) -> None:
        """Leaves the scheduler; its workers go on living."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connected(self) -> Any:
        if self._client is not None and self._client.status == "running":
            return self._client
        self.close()
        try:
            from distributed import Client
        except ImportError as fault:
            raise SceneError(
                'a scheduler needs dask.distributed: pip install "cellwright[cluster]"'
            ) from fault
        try:
            self._client = Client(self.address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as fault:
            raise WorkersLostError(
                f"no scheduler answers at {self.address}: start one with `dask scheduler`, and "
                "give its address as tcp://host:port"
            ) from fault
        return self._client


def _refuse_other_versions(found: dict[str, str | Exception]) -> None:
    """found: What a worker answers, by its address: its version, or why it has none."""
    own = product_version()
    wrong = [f"{name} has {_told(answer)}" for name, answer in found.items() if answer != own]
    if wrong:
        raise WrongVersionError(
            f"this study runs with Cellwright {own}, and workers have another version: "
            f"{', '.join(sorted(wrong))}; install {own} there"
        )


def _told(answer: str | Exception) -> str:
    return f"none ({answer})" if isinstance(answer, Exception) else answer or "none"
