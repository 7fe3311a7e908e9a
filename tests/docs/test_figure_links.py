"""Claims of the first page lead to the figures that were measured for them."""

import re
from pathlib import Path

import pytest

from tests.docs.test_docs import FENCE, anchors

TOP = Path(__file__).resolve().parents[2]
FIGURES = "resources/docs/figures.md"
README = (TOP / "README.md").read_text(encoding="utf-8")
CLAIM = re.compile(r"^\| \*\*(.+?)\*\*.*\|([^|]*)\|([^|]*)\|$", re.MULTILINE)
SECTION = re.compile(rf"\]\({re.escape(FIGURES)}#([^)]+)\)")
# What the column of figures says where no script measures the claim.
WITHOUT = ("not in the table yet", "nothing to measure")
MEASURED = re.compile(r"\d (us|ms|s|min|mm|MB|%|times|pictures a second)\b(?!/)")


@pytest.mark.parametrize("claim", CLAIM.findall(README), ids=lambda claim: claim[0].strip("., "))
def test_a_claim_names_sections_of_the_figures_or_says_that_there_is_none(claim) -> None:
    _, how, measured = claim
    assert "](resources/docs/" in how
    found = SECTION.findall(measured)
    assert bool(found) != (measured.strip() in WITHOUT), measured
    assert set(found) <= anchors(TOP / FIGURES)


def test_the_first_page_makes_its_claims_in_one_table() -> None:
    assert len(CLAIM.findall(README)) >= 8


def measured_without_figures(text: str) -> list[str]:
    """Paragraphs and rows of a table with a measured number and no link to the figures."""
    parts = re.split(r"\n\n|\n(?=\|)", FENCE.sub("", text))
    return [part for part in parts if MEASURED.search(part) and FIGURES not in part]


def test_a_measured_number_on_the_first_page_stands_beside_a_link_to_the_figures() -> None:
    assert measured_without_figures("It is proven in 3 ms.\n\nNo more.") == [
        "It is proven in 3 ms."
    ]
    assert not measured_without_figures(f"It is proven in [3 ms]({FIGURES}#proof).")
    assert not measured_without_figures(README)
