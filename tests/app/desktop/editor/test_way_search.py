"""The search for a way round in the window: asked for, offered, written, cancelled, refused."""

from pathlib import Path

import pytest

from app.background.way_finding import find_way
from app.desktop.editor.program_dock import EditorPanel
from app.desktop.editor.way_search import WaySearch, shown_offer
from app.desktop.looks.theme import DARK
from language import Edit, Fix
from scenes import analyse, load_cell

POST = Path(__file__).parents[2] / "post"
CELL = (POST / "post.cell.yaml").read_text(encoding="utf-8")
PROGRAM = (POST / "post.val").read_text(encoding="utf-8")
pytestmark = pytest.mark.window

ARC = "C1MOVE TRANS(500, 60, 300)\nC2MOVE TRANS(560, 120, 300)\nEND\n"


@pytest.fixture(scope="module")
def post(tmp_path_factory):
    path = tmp_path_factory.mktemp("post") / "post.cell.yaml"
    path.write_text(CELL)
    return load_cell(path)


@pytest.fixture
def notices(document):
    heard = []
    document.noticed.connect(heard.append)
    return heard


@pytest.fixture
def panel(qtbot, document, source_of, analyst, post):
    document.show_cell(post, None)
    source_of(PROGRAM)
    analyst.answer()
    made = EditorPanel(document, DARK, 11, WaySearch(document, analyst))
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.current.go_to(4)
    return made


def answered(analyst):
    """Lets the asked search do its work here; gives its answer."""
    given, then, _, progress = analyst.wanted_ways.pop()
    found = find_way(*given, progress)
    then(found)
    return found


def test_a_collision_offers_the_search_in_its_line_and_nowhere_else(panel) -> None:
    assert [title for title, _ in panel.ways_here()] == ["find a way round for line 4 …"]
    for line in (1, 3, 5):
        panel.current.go_to(line)
        assert panel.ways_here() == ()


def test_a_way_is_shown_first_and_written_as_one_undo_step_when_it_is_accepted(
    panel, document, analyst, notices, post
) -> None:
    panel.find_way()
    found = answered(analyst)
    assert document.active.text == PROGRAM
    shown = notices[-1]
    assert shown.text.startswith("Line 4: a way round: ") and "proven" in shown.text
    assert "MOVE #VIA1" in shown.text
    assert panel.ways_here()[0][0] == found.title
    (write,) = shown.offers
    write.action()
    assert "MOVE #VIA1" in document.active.text
    assert analyse(post, document.active.text).proof.is_free
    panel.current.undo()
    assert document.active.text == PROGRAM


def test_the_progress_is_told_with_a_button_that_cancels(panel, document, analyst, notices) -> None:
    panel.find_way()
    _, then, _, progress = analyst.wanted_ways[0]
    progress(0.4, "line 4: proving a way round")
    assert notices[-1].text == "Line 4: proving a way round, 40 %"
    (cancel,) = notices[-1].offers
    cancel.action()
    assert analyst.wanted_ways == []
    assert "was ended" in notices[-1].text
    then(Fix("too late", (Edit(1, 1, 1, 1, "X"),)))
    assert "was ended" in notices[-1].text and document.active.text == PROGRAM


def test_a_way_for_a_text_that_has_changed_is_dropped(panel, document, analyst, notices) -> None:
    panel.find_way()
    document.active.replace_text(PROGRAM.replace("40, 45", "39, 45"))
    answered(analyst)
    assert "has changed" in notices[-1].text and notices[-1].offers == ()


def test_an_offer_is_not_written_into_a_text_that_has_changed(
    panel, document, analyst, notices
) -> None:
    panel.find_way()
    answered(analyst)
    (write,) = notices[-1].offers
    changed = PROGRAM.replace("40, 45", "39, 45")
    document.active.replace_text(changed)
    write.action()
    assert document.active.text == changed and "has changed" in notices[-1].text
    assert panel._ways.offer(4) is None


def test_what_blocks_is_said_where_there_is_no_way(panel, document, analyst, notices) -> None:
    document.active.replace_text(PROGRAM.replace("#B = 40,", "#B = 20,"))
    panel.find_way()
    answered(analyst)
    assert "at its goal" in notices[-1].text and "POST" in notices[-1].text
    assert notices[-1].severity == "warning" and not panel._ways.is_busy


def test_an_arc_is_refused_in_the_words_of_the_command_line(
    panel, document, analyst, notices
) -> None:
    document.active.replace_text(ARC)
    panel.current.go_to(2)
    panel.find_way()
    message = answered(analyst)
    assert notices[-1].text == f"{message[0].upper()}{message[1:]}."
    assert "belongs to an arc" in message


def test_a_long_way_is_shown_in_part() -> None:
    fix = Fix("a way round: 20 via points", (Edit(4, 1, 4, 1, "\n".join(["MOVE #A"] * 40)),))
    rows = shown_offer(4, fix).split("\n")
    assert len(rows) == 14 and rows[-1] == "and 28 more lines"


def test_cancel_in_the_menu_ends_the_search_and_leaves_the_check_alone(qtbot, unseen) -> None:
    notices, act = [], unseen.actions_by_key
    unseen.document.noticed.connect(lambda notice: notices.append(notice.text))
    qtbot.waitUntil(lambda: unseen.document.is_checked, timeout=240_000)
    unseen.editor.go_to(7)
    act["way_round"].trigger()
    assert unseen.ways.is_busy and unseen.analyst.is_busy
    act["cancel"].trigger()
    assert not unseen.ways.is_busy and not unseen.analyst.is_busy
    assert "was ended" in notices[-1] and unseen.document.is_checked
    act["way_round"].trigger()
    qtbot.waitUntil(lambda: not unseen.ways.is_busy, timeout=240_000)
    assert "needs no way round" in notices[-1]
