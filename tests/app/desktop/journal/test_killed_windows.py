"""A window that is killed while someone types loses nothing: real processes, real signals."""

import os
import subprocess
import sys
from pathlib import Path

from tests.depth import cases

KILLS = cases(5, 2)
SOAK = Path(__file__).parents[3] / "soak" / "soak_kills.py"


def test_a_window_killed_at_random_moments_loses_nothing() -> None:
    words = [sys.executable, str(SOAK), str(KILLS)]
    unseen = os.environ | {"QT_QPA_PLATFORM": "offscreen"}  # a window without its 3D view
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=unseen)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{KILLS} kills" in done.stdout and "nothing was lost" in done.stdout
