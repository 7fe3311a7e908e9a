"""A short part of what `make fuzz` does at length: random edits of shipped cells, undone, redone.

Undo gives back the text byte for byte, the built cell and the selection; the text after every edit
is tidy, reads back as the shown cell, and keeps its comments.
"""

import random
from pathlib import Path

import pytest
from edit_acts import CHOICES, EDITS, KEEPING
from edit_laws import BrokenLawError, check_comments, check_tidy
from edit_walks import AGAIN, BACK, REDO, UNDO, Move, Walk, play, random_moves, shortest, start_text
from text_acts import PLACES, SCENARIO, SCENARIO_ACTS

from scenes.files.text.documents import parse_document
from scenes.library import cell_names

pytestmark = pytest.mark.window
MOVES = 12
# Every edit is made in one of these cells; the long fuzzing makes them in all.
SMALL = ("kakazu1985", "puma_bench", "scara_assembly")


@pytest.mark.parametrize("seed, name", list(enumerate(SMALL)))
def test_random_edits_are_undone_and_made_again_as_a_plain_list_of_texts_says(
    qapp, seed, name
) -> None:
    moves = random_moves(MOVES, random.Random(seed))
    assert play(name, seed, moves)


def test_every_kind_of_edit_changes_a_cell_and_is_undone(qapp, tmp_path: Path) -> None:
    walk = Walk(start_text("puma_bench", 0), tmp_path)
    try:
        for act in EDITS:
            for seed in range(12):
                if walk.counts[act]:
                    break
                walk.make(Move(act, 3 * seed))
        walk.finish()
        assert set(EDITS) == set(walk.counts)
    finally:
        walk.desk.close()
    assert set(EDITS) >= KEEPING
    assert not set(CHOICES) & set(EDITS)


@pytest.mark.parametrize("seed", range(6))
def test_scenario_program_and_cell_keep_their_own_histories_in_one_walk(
    qapp, tmp_path, seed
) -> None:
    """Undo and redo in one text give that text, and leave the others and the cell alone."""
    rng = random.Random(f"texts {seed}")
    walk = Walk(start_text("kakazu1985", seed), tmp_path)
    acts = [place + way for place in PLACES for way in ("", "", "", BACK, AGAIN)]
    acts += ["rename_one", "add_frame_here", UNDO, REDO]
    try:
        for _ in range(70):
            walk.make(Move(rng.choice(acts), rng.randrange(1 << 30)))
        walk.finish()
        assert sum(count for act, count in walk.counts.items() if act.startswith(SCENARIO)) > 5
    finally:
        walk.desk.close()


def test_every_edit_of_a_scenario_is_made_and_keeps_its_comments(qapp, tmp_path: Path) -> None:
    walk = Walk(start_text("kakazu1985", 0), tmp_path)
    wanted = {f"{SCENARIO} {act}" for act in SCENARIO_ACTS}
    try:
        for seed in range(400):
            walk.make(Move(SCENARIO, seed))
            if wanted <= set(walk.counts):
                break
        walk.finish()
    finally:
        walk.desk.close()
    assert wanted <= set(walk.counts)


def read(text: str):
    return parse_document(Path("a.cell.yaml"), text, "cell file")


BEFORE = read("cell: 1\nframes: # all\n  a: {at: [0, 0, 0]} # first\n  b: {at: [1, 0, 0]} # b\n")


@pytest.mark.parametrize(
    "text, fault",
    [
        ("cell: 1\nframes: # all\n  a: {at: [0, 0, 0]}\n  b: {at: [1, 0, 0]} # b\n", "# first"),
        ("cell: 1\nframes:\n  b: {at: [1, 0, 0]} # b\n", "# all"),
        ("cell: 1\nframes: # all\n  a: {at: [0, 0, 0]} # first\n  b: {at: [1, 0, 0.5]}\n", "# b"),
    ],
)
def test_a_lost_comment_is_found(text: str, fault: str) -> None:
    with pytest.raises(BrokenLawError, match=fault):
        check_comments(BEFORE, read(text))


def test_comments_of_what_is_removed_may_go() -> None:
    check_comments(BEFORE, read("cell: 1\nframes: # all\n  b: {at: [1, 0, 0]} # b\n"))


@pytest.mark.parametrize(
    "text, fault",
    [
        ("frames: {a: {at: [0, 0, 0]}, b: {at: [1, 0, 0]}}\n", "lines of their own"),
        ("frames: # all \n  a: {}\n", "blanks at the end"),
        ("frames:\n\n\n  a: {}\n", "two empty lines"),
        ("frames:\r\n  a: {}\r\n", "line ends"),
        ("frames:\n  a: {}", "last line"),
        ("frames:\n  a: {at: [0.30000000000000004, 0, 0]}\n", "long figures"),
        ("fixtures:\n  a: {solid: [{add: {}}, {cut: {}}]}\n", "in one line"),
        ("fixtures:\n  a:\n    solid:\n      - {add: {}}\n", "a step in brackets"),
    ],
)
def test_untidy_text_is_found(text: str, fault: str) -> None:
    with pytest.raises(BrokenLawError, match=fault):
        check_tidy(BEFORE, read(text))


def test_the_shortest_sequence_keeps_the_fault(monkeypatch) -> None:
    moves = [Move(f"act{i}", i) for i in range(20)]

    def fails(_cell: str, _seed: int, given: list[Move]) -> None:
        if moves[3] in given and moves[17] in given:
            raise BrokenLawError("both")

    monkeypatch.setattr("edit_walks.play", fails)
    assert shortest("a", 0, moves) == [moves[3], moves[17]]
    assert cell_names()
