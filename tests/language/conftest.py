"""Figures 5 and 6 of Kakazu 1985 as data."""

import json
from pathlib import Path
from typing import Any

import pytest

FIGURES = Path(__file__).resolve().parent.parent / "published" / "hokkaido_1985_figures_5_6.json"


@pytest.fixture(scope="session")
def figures() -> dict[str, Any]:
    return json.loads(FIGURES.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def example(figures: dict[str, Any]) -> str:
    """The program of figure 5."""
    return "".join(line + "\n" for line in figures["program"])
