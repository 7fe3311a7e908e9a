"""No act blocks the window: measured in another process, by processor time of its thread."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.depth import deep_only

pytestmark = [pytest.mark.window, pytest.mark.gl, pytest.mark.long]

# In units of 100 ms. The aim is 0.5, and 0.13 to 0.51 were measured beside other work. The limits
# are wider: other processes share the memory and the processor's caches, and pictures are drawn by
# software here. What once blocked the window took 10 and more.
MOST, MOST_OF_DRAWING = 1.0, 6.0


@deep_only
def test_no_act_with_many_bodies_and_long_programs_blocks_the_window(
    tmp_path,
) -> None:
    script = Path(__file__).with_name("watched_window.py")
    home = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        capture_output=True,
        text=True,
        env=os.environ | home,
        timeout=400,
    )
    assert done.returncode == 0, done.stderr
    held = json.loads(done.stdout.splitlines()[-1])
    assert len(held) == 17
    assert {act: own for act, (own, _) in held.items() if own > MOST} == {}, held
    assert {act: drawn for act, (_, drawn) in held.items() if drawn > MOST_OF_DRAWING} == {}, held
