"""Arms that move the flange in fewer ways than they have joints are refused with the reason."""

import numpy as np
import pytest

from kinematics import (
    Mechanism,
    UnsolvableMechanism,
    classify,
    inverse,
    inverse_batch,
    mobility,
    track,
)
from kinematics.solvers import elimination

H = np.pi / 2


def arm(alpha, a, d, kinds="RRRRRR"):
    return Mechanism.from_standard_dh(alpha=alpha, a=a, d=d, kinds=kinds, name="thing")


DEGENERATE = {
    "all axes parallel": (arm([0] * 6, [100, 200, 300, 150, 80, 50], [10] * 6), "1 to 4", 3),
    "all on one line": (arm([0] * 6, [0] * 6, [50] * 6), "1 to 4", 1),
    "no links at all": (arm([H, -H, H, -H, H, -H], [0] * 6, [0] * 6), "", 3),
    "zero links, parallel": (arm([0] * 6, [0] * 6, [0] * 6), "1 to 4", 1),
    "first four parallel": (
        arm([0, 0, 0, H, -H, 0], [300, 200, 100, 50, 80, 0], [10, 20, 30, 40, 50, 60]),
        "1 to 4",
        5,
    ),
    "last four parallel": (
        arm([1.0, -0.7, 0, 0, 0, 0], [100, 50, 300, 200, 100, 30], [10, 20, 30, 40, 50, 60]),
        "3 to 6",
        5,
    ),
    "four meet in a point": (
        arm([1.0, H, -H, 1.1, H, 0.4], [100, 300, 0, 0, 0, 50], [10, 200, 0, 0, 0, 60]),
        "",
        5,
    ),
    "two on one line": (
        arm([1.0, -0.6, 0, 1.2, 0.8, 0.3], [100, 300, 0, 80, 60, 50], [10, 20, 30, 40, 50, 60]),
        "one line",
        5,
    ),
    "two slides along one way": (
        arm([0, 1.0, H, -1.0, 0.7, 0], [100, 30, 200, 80, 60, 10], [0] * 6, "PPRRRR"),
        "",
        5,
    ),
}


@pytest.mark.parametrize("name", DEGENERATE)
def test_a_degenerate_arm_is_refused_by_every_function_with_the_reason(name):
    mechanism, words, ways = DEGENERATE[name]
    assert mobility(mechanism) == ways
    told = classify(mechanism)
    assert told.solver is None
    assert "structurally singular" in told.reason
    assert words in told.reason
    for door in (
        lambda: inverse(mechanism, np.eye(4)),
        lambda: inverse_batch(mechanism, np.eye(4)[None]),
        lambda: track(mechanism, np.eye(4)[None], np.zeros(6)),
    ):
        with pytest.raises(UnsolvableMechanism, match=r"thing is .* cannot be solved"):
            door()


@pytest.mark.parametrize("name", DEGENERATE)
def test_the_general_solver_refuses_a_degenerate_arm_by_itself(name):
    mechanism, _, ways = DEGENERATE[name]
    refusal = elimination.recognise(mechanism)
    assert isinstance(refusal, str)
    assert f"only {ways} independent ways, in any posture" in refusal
