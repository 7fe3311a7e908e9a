"""A body named in `allow` is removed together with those lines, as one undo step."""

import random
from fnmatch import fnmatchcase

import pytest

from app.desktop.modelling.edits.contact_edits import allow_contact
from app.desktop.modelling.edits.removing import remove_body, remove_step, take_away
from app.desktop.modelling.edits.solid_edits import add_step, set_entry
from scenes import SceneError
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document
from scenes.library import cell_path

pytestmark = pytest.mark.window
LINES = (
    "[TR1, TR2]",
    '[TR2, "arm.*"]',
    '["*", TR2]',
    '["TR*", WORK]',
    "{pair: [WORK, TR2], while: resting}",
    "{pair: [TR1, WORK], while: gripped}",
    '["arm.G2", "arm.G3"]',
)


@pytest.fixture
def opened(document, tmp_path):
    """opened(lines): the document with a cell that has these lines of `allow`; keeps notices."""

    def make(lines):
        said: list = []
        document.noticed.connect(said.append)
        text = cell_path("kakazu1985").read_text(encoding="utf-8")
        # Before the first body, so that there is text before and after it.
        at = text.index("fixtures:")
        entries = "".join(f"  - {line}\n" for line in lines)
        text = text[:at] + (f"allow:\n{entries}" if lines else "") + text[at:]
        file = parse_document(tmp_path / "own.cell.yaml", text, "cell file")
        document.show_cell(cell_from_document(file), file)
        return said

    return make


def allow_of(document) -> list:
    return list(document.cell_file.data.get("allow") or [])


def test_the_lines_that_name_a_body_go_with_it_in_one_step(document, opened) -> None:
    said = opened((LINES[0], LINES[4], LINES[6]))
    before = document.cell_file.text
    remove_body(document, "TR2")
    assert document.cell_file.text == before, "nothing is removed before it is wanted"
    (notice,) = said
    assert "lines" in notice.text and "`allow`" in notice.text
    (offer,) = notice.offers
    assert offer.text == "Remove those 2 contacts too"
    offer.action()
    assert "TR2" not in document.cell_file.data["fixtures"]
    assert allow_of(document) == [["arm.G2", "arm.G3"]]
    document.cell_commands.undo()
    assert document.cell_file.text == before


def test_the_only_line_takes_the_whole_section_with_it(document, opened) -> None:
    said = opened(LINES[:1])
    remove_body(document, "TR2")
    assert said[0].offers[0].text == "Remove that contact too"
    said[0].offers[0].action()
    assert "allow" not in document.cell_file.data


def test_a_body_that_nothing_names_is_removed_at_once(document, opened) -> None:
    said = opened((LINES[3], LINES[6]))
    remove_body(document, "TR2")
    assert "TR2" not in document.cell_file.data["fixtures"]
    assert not said
    assert len(allow_of(document)) == 2, "a star that still stands for a body stays"


@pytest.mark.parametrize("seed", range(8))
def test_exactly_the_lines_that_name_a_removed_body_are_removed(document, opened, seed) -> None:
    rng = random.Random(seed)
    said = opened(rng.sample(LINES, rng.randrange(1, len(LINES) + 1)))
    before, name = allow_of(document), rng.choice(("TR1", "TR2", "WORK"))
    remove_body(document, name)
    for notice in said:
        notice.offers[0].action()
    # A second way to find the lines: match every name of a pair against the bodies that stay.
    robot = document.cell.robot
    bodies = [b.name for b in document.cell.fixtures] + [p.name for p in document.cell.parts]
    bodies += [f"{robot.name}.{n}" for n in robot.body_names]
    assert name not in bodies

    def names_something(entry) -> bool:
        pair = entry["pair"] if isinstance(entry, dict) else entry
        return all(any(fnmatchcase(body, side) for body in bodies) for side in pair)

    assert allow_of(document) == [entry for entry in before if names_something(entry)]


def test_a_shape_that_a_contact_names_is_removed_with_its_line(document, opened) -> None:
    said = opened(())
    place = len(document.cell_file.data["fixtures"]["TR2"]["solid"])
    add_step(document, ("fixtures", "TR2", "solid"), place, "add", "box", [60, 60, 60])
    set_entry(document, ("fixtures", "TR2", "solid", place, "add", "name"), "pad")
    allow_contact(document, "TR2.pad", "TR1", "always")
    remove_step(document, ("fixtures", "TR2", "solid", place))
    said[-1].offers[0].action()
    assert len(document.cell_file.data["fixtures"]["TR2"]["solid"]) == place
    assert not allow_of(document)


def test_an_answer_to_an_old_offer_changes_nothing(document, opened) -> None:
    said = opened(LINES[:1])
    remove_body(document, "TR2")
    remove_body(document, "WORK")
    later = document.cell_file.text
    said[0].offers[0].action()
    assert document.cell_file.text == later
    assert "meanwhile" in said[-1].text


def test_removing_a_thing_that_something_else_needs_is_refused(document, opened) -> None:
    said = opened(LINES[:1])
    file = document.cell_file
    text = file.text.replace("fixtures:\n", "fixtures:\n  TR2b: {solid: [{add: {use: none}}]}\n", 1)
    with pytest.raises(SceneError):
        cell_from_document(parse_document(file.path, text, "cell file"))
    broken = parse_document(file.path, text, "cell file")
    with pytest.raises(SceneError):
        take_away(document, broken, "Remove TR2")
    assert not said
