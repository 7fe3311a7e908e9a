"""The parser of the words of a command line."""

import argparse
import re
from typing import Any

NEGATIVE_NUMBER = re.compile(r"^-(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$")


class Parser(argparse.ArgumentParser):
    """A parser that reads -1e-15 as a number, not as an option: our JSON writes numbers so."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._negative_number_matcher = NEGATIVE_NUMBER
        self.verbs: dict[str, Parser] = {}
