"""A short run of the fuzzing that `make fuzz` does at length."""

import importlib.util
import random
from pathlib import Path

from language.instructions import INSTRUCTIONS

spec = importlib.util.spec_from_file_location("fuzz", Path(__file__).with_name("fuzz.py"))
assert spec is not None and spec.loader is not None
fuzz = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fuzz)


def test_nothing_raises_and_formatting_again_changes_nothing() -> None:
    rng = random.Random()
    for _ in range(15):
        seed = rng.random()
        own = random.Random(seed)
        fuzz.check(fuzz.batch(own), own)


def test_formatting_keeps_the_meaning_of_lines_with_blanks_or_commas() -> None:
    """`BASE CASE - 3` is arithmetic, but `BASE CASE -3` is two numbers."""
    rng = random.Random(6)
    values = ("CASE", "-3", "+2.5", "- 1", "(4)", "N", "A[1]", "TRANS(1, -2)", "#P", ":", "B", "=")
    for instruction in INSTRUCTIONS:
        for _ in range(40):
            operands = rng.choices(values, k=rng.randrange(1, 7))
            line = rng.choice((" ", ", ", "")).join(operands)
            fuzz.check_format(f"{instruction.name} {line}")
