"""The title of the window names what is open, with a star behind what is not saved."""

from types import SimpleNamespace

import pytest

from app.desktop.window.title import is_modified, title_of


def program(title: str, changed: bool = False) -> SimpleNamespace:
    return SimpleNamespace(title=title, is_modified=changed)


def opened(programs, front=0, cell="press", cell_changed=False) -> SimpleNamespace:
    return SimpleNamespace(
        sources=tuple(programs),
        active=programs[front] if programs else None,
        cell=SimpleNamespace(title=cell) if cell else None,
        cell_is_modified=cell_changed,
    )


@pytest.mark.parametrize(
    ("document", "title"),
    [
        (opened([program("a.val")]), "a.val – press – Cellwright"),
        (opened([program("a.val", True)]), "a.val[*] – press – Cellwright"),
        (opened([program("a.val")], cell_changed=True), "a.val – press[*] – Cellwright"),
        (
            opened([program("a.val"), program("b.val", True)]),
            "a.val – press – 1 other program not saved[*] – Cellwright",
        ),
        (
            opened([program("a", True), program("b", True), program("c", True)], front=1),
            "b[*] – press – 2 other programs not saved[*] – Cellwright",
        ),
        (opened([], cell=""), "no cell – Cellwright"),
        (opened([program("作業台.val")], cell="組立"), "作業台.val – 組立 – Cellwright"),
    ],
)
def test_the_title_says_which_document_is_changed(document, title) -> None:
    assert title_of(document) == title
    assert is_modified(document) == ("[*]" in title)


@pytest.mark.window
def test_the_title_of_the_window_follows_the_text_in_front(unseen) -> None:
    assert not unseen.isWindowModified()
    unseen.document.active.insert_line(1, "5 REMARK")
    assert unseen.windowTitle().startswith("figure5.val[*] – ")
    unseen.desk.new_program()
    assert "1 other program not saved[*]" in unseen.windowTitle()
    assert unseen.isWindowModified()
