"""The page of studies tells of the panel of the window what the panel does."""

import re

import pytest

from app.background.map_shapes import MOST_CROSSES, MOST_CUBES
from app.background.study_director import MOST_GATHERED
from app.desktop.menus.action_set import ACTIONS
from app.desktop.panels.studies.study_body import StudyBody
from tests.docs.test_docs import DOCS

pytestmark = pytest.mark.window

PAGE = DOCS / "studies.md"
SECTION = PAGE.read_text(encoding="utf-8").partition("## In the window\n")[2].partition("\n## ")[0]


def test_numbers_and_keys_of_the_page_are_those_of_the_program() -> None:
    words = re.sub(r"\s+", " ", SECTION)
    assert f"more than {MOST_GATHERED:,} items" in words
    assert f"more than {MOST_CUBES:,} good places" in words
    assert f"more than {MOST_CROSSES:,} others" in words
    (action,) = (row for row in ACTIONS if row.key == "study")
    assert f"Tools > {action.text} ({action.keys})" in words


def test_each_button_of_the_panel_is_in_the_table(unseen) -> None:
    panel = unseen.study
    panel.fill()
    body: StudyBody = panel.body
    first = re.findall(r"^\| ([^|]+?) +\|", SECTION, re.MULTILINE)
    told = {word.strip() for cell in first for word in cell.split(",")}
    shown = {body.start, body.cancel, body.change, body.page, body.shows}
    assert {button.text() for button in shown} | {"Resume", "Show result", "Processes"} <= told
    assert body.has_map.text().rstrip(":") in told
    assert body.cell.text() in SECTION
