"""The pages of the documentation: all are listed, in order, and every link of them leads on."""

import re
from pathlib import Path

import pytest

from app.desktop.panels.documents.doc_pages import (
    FIRST_STEPS,
    GLOSSARY,
    LANGUAGE,
    SHIPPED,
    START,
    Page,
    PageError,
    anchor_of,
    contents,
    page_text,
    pieces,
    title_of,
)

LINK = re.compile(r"\]\(([^)\s#]+)[^)]*\)")
FENCE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)


def test_every_shipped_page_is_listed_once_and_the_first_page_comes_first() -> None:
    paths = [page.path for page in contents()]
    assert paths[0] == START
    assert len(set(paths)) == len(paths)
    assert set((SHIPPED / "docs").rglob("*.md")) <= set(paths)
    assert {FIRST_STEPS, GLOSSARY, LANGUAGE} <= set(paths)


def test_the_pages_of_a_folder_stand_below_its_first_page() -> None:
    depths = {page.path.relative_to(SHIPPED).as_posix(): page.depth for page in contents()}
    assert depths["docs/decisions/README.md"] == 0
    assert depths["docs/decisions/yaml-files.md"] == 1
    names = list(depths)
    assert names.index("docs/decisions/yaml-files.md") > names.index("docs/decisions/README.md")


@pytest.mark.parametrize("page", contents(), ids=lambda page: page.title)
def test_the_pieces_of_a_page_are_the_page_and_begin_with_headings(page: Page) -> None:
    found = pieces(page.text)
    assert "".join(found) == page.text
    assert all(piece.startswith("#") for piece in found[1:])


@pytest.mark.parametrize("page", contents(), ids=lambda page: page.title)
def test_every_link_of_a_page_leads_to_a_file_that_can_be_shown(page: Page) -> None:
    for link in LINK.findall(FENCE.sub("", page.text)):
        path = (page.path.parent / link).resolve()
        if "://" not in link and path.suffix not in (".svg", ".png"):
            assert page_text(path), link


def test_a_heading_in_a_block_of_code_begins_no_piece() -> None:
    text = "# A\n\n```sh\n# no heading\n```\n\n## B\n\n````\n```\n# none\n````\n"
    assert [piece.splitlines()[0] for piece in pieces(text)] == ["# A", "## B"]


def test_the_title_is_the_first_heading_or_else_the_name() -> None:
    assert title_of("intro\n\n## The `check` command\n", "x") == "The check command"
    assert title_of("no heading", "notes") == "notes"


def test_an_anchor_is_the_heading_as_github_writes_it() -> None:
    assert anchor_of("Signals, waiting and interruption") == "signals-waiting-and-interruption"
    assert anchor_of("More of `ik`") == "more-of-ik"


def test_a_page_counts_words_only_where_it_has_all_of_them() -> None:
    page = Page(Path("a.md"), "A", "Speed and speed, at a Corner")
    assert page.count(("speed",)) == 2
    assert page.count(("speed", "corner")) == 3
    assert page.count(("speed", "pallet")) == 0


def test_a_file_that_is_no_page_is_shown_as_code() -> None:
    assert page_text(SHIPPED / "examples" / "1_reach.val").startswith("# 1_reach.val\n\n````\n")


def test_files_that_are_missing_foreign_or_without_text_are_refused(tmp_path) -> None:
    foreign = tmp_path / "a.md"
    foreign.write_text("# A\n")
    picture = next(SHIPPED.rglob("*.png"), None) or next(SHIPPED.rglob("*.bc"))
    for path in (SHIPPED / "none.md", foreign, picture):
        with pytest.raises(PageError, match=r"not shipped|cannot be shown"):
            page_text(path)
