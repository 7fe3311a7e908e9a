"""Lets the laws of the panel use the random hand of the fuzzing of edits."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "random_edits"))
