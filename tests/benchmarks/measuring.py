"""The measures for benchmarks of inverse kinematics: paired times, residuals.

Times are processor times of the process: both sides compute on one core and wait for nothing, so on
a quiet machine they equal clock times, and on a busy one they still compare.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from kinematics import Mechanism, forward

Work = Callable[[], object]


def fastest(work: Work, rounds: int = 5) -> float:
    """Least time of a call, s, after a first call."""
    work()
    return min(_timed(work) for _ in range(rounds))


def paired(ours: Work, theirs: Work, rounds: int = 5) -> tuple[float, float]:
    """Least times of two calls, s, taken in turns so that a loaded machine slows both."""
    ours()
    theirs()
    times = [(_timed(ours), _timed(theirs)) for _ in range(rounds)]
    return min(t for t, _ in times), min(t for _, t in times)


def _timed(work: Work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def wide_vectors() -> bool:
    """Whether NumPy computes with AVX-512 here."""
    from numpy._core._multiarray_umath import __cpu_features__

    return bool(__cpu_features__.get("AVX512F", False))


def in_metres(Ts: np.ndarray) -> np.ndarray:
    """Poses (N, 4, 4), mm, with their lengths in m."""
    Ts = np.array(Ts)
    Ts[..., :3, 3] *= 1e-3
    return Ts


def worst_residual(mechanism: Mechanism, q: np.ndarray, Ts: np.ndarray) -> float:
    """Largest Frobenius norm over 3x4 of forward(q) - T, lengths in m; q (N, k, n), nan unused."""
    pose, slot = np.nonzero(np.isfinite(q[..., 0]))
    gap = in_metres(forward(mechanism, q[pose, slot]) - Ts[pose])[:, :3]
    return float(np.sqrt((gap**2).sum(axis=(1, 2))).max(initial=0.0))


def holds(mechanism: Mechanism, q: np.ndarray, q_true: np.ndarray) -> np.ndarray:
    """Whether roots (N, k, n) contain the joints (N, n) that made the pose, to 1e-4 rad
    or 0.1 mm.
    """
    gap = q - q_true[:, None]
    turned = gap - 2 * np.pi * np.round(gap / (2 * np.pi))
    gap = np.abs(np.where(mechanism.revolute > 0, turned, gap / 1000)).max(axis=2)
    return np.asarray(np.where(np.isnan(gap), np.inf, gap).min(axis=1, initial=np.inf) < 1e-4)


def optional(name: str) -> Any:
    """A module that need not be installed, or None."""
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        return None
