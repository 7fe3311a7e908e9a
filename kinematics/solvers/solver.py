"""What every solver of the inverse problem offers to the front door."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinematics.mechanism import Mechanism
from kinematics.transforms import Array


@dataclass(frozen=True, eq=False)
class Roots:
    """Solutions of N poses, a fixed number k of slots a pose.

    q: (N, k, n), revolute joints within one turn of (-pi, pi]. valid: (N, k). free: (N, n),
    joints that turn on the spot at a singular pose, where q holds one representative.
    doubled: (N, k), extra roots that fell on this one exactly. near: (N,), poses where two
    roots may be closer than counts as two.
    """

    q: Array
    valid: NDArray[np.bool_]
    free: NDArray[np.bool_]
    doubled: NDArray[np.int64]
    near: NDArray[np.bool_]


@dataclass(frozen=True)
class Solver:
    """A family of mechanisms and its solution.

    recognise: the geometry of a mechanism, or a clause ("its axes ...") saying why it is not
    of the family. solve: all roots of checked poses (N, 4, 4); a third
    argument (N, n) names what free joints keep at singular poses. explain: why one pose has
    none. branches: whether slot i is place i of posture.POSTURES.
    """

    name: str
    recognise: Callable[[Mechanism], Any]
    solve: Callable[..., Roots]
    explain: Callable[[Any, Array], str]
    branches: bool
    complete: bool
