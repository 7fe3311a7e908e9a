"""F1 leads from every panel and every kind of thing to a page that is there."""

from functools import partial

import pytest

from app.desktop.menus.helping.help_pages import CELLS, FIRST_STEPS, OF_PANELS, OF_THINGS, page_for
from app.desktop.panels.documents.doc_pages import anchor_of, contents, page_text
from tests.app.desktop.in_front import is_in_front

GOALS = sorted({*OF_PANELS.values(), *OF_THINGS.values()})


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"{goal[0].stem}-{goal[1]}")
def test_a_page_is_in_the_list_and_its_heading_stands_in_it(goal) -> None:
    path, anchor = goal
    assert path in [page.path for page in contents()]
    headings = [line.lstrip("# ") for line in page_text(path).splitlines() if line[:1] == "#"]
    assert not anchor or anchor in map(anchor_of, headings)


def test_a_selected_thing_has_its_page_in_the_tree_in_properties_and_in_the_3d_view() -> None:
    for kind, goal in OF_THINGS.items():
        assert [page_for(panel, kind) for panel in ("Cell", "Properties", "")] == [goal] * 3
        assert page_for("Plots", kind) == OF_PANELS["Plots"]
    assert page_for("Cell", "") == (CELLS, "")
    assert page_for("a new panel", "") == (FIRST_STEPS, "")


def has_focus(widget) -> bool:
    """Asks again until the focus stays: the window gives it elsewhere while it comes in front."""
    widget.setFocus()
    return widget.hasFocus()


@pytest.mark.window
def test_f1_in_a_panel_opens_its_page_beside_and_the_next_one_in_the_same_window(
    qtbot, unseen
) -> None:
    from app.desktop.panels.documents.doc_reader import DocReader

    with qtbot.waitExposed(unseen):
        unseen.show()
    for panel, widget in (("Console", unseen.console.input), ("Cell", unseen.tree.tree)):
        unseen.docks.bring(panel)
        qtbot.waitUntil(partial(is_in_front, unseen))
        qtbot.waitUntil(partial(has_focus, widget))
        unseen.actions_by_key["help_here"].trigger()
        readers = unseen.findChildren(DocReader)
        assert [reader.view.path for reader in readers] == [OF_PANELS[panel][0]]
        assert readers[0].isVisible()
        readers[0].close()
