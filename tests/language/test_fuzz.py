"""A short slice of the long fuzzing (`make fuzz`)."""

import importlib.util
import random
from pathlib import Path

spec = importlib.util.spec_from_file_location("fuzz", Path(__file__).with_name("fuzz.py"))
assert spec is not None and spec.loader is not None
fuzz = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fuzz)


def test_nothing_raises_and_formatting_is_done_once() -> None:
    rng = random.Random()
    for _ in range(15):
        seed = rng.random()
        own = random.Random(seed)
        fuzz.check(fuzz.batch(own), own)
