"""A page of the journal is read back unchanged, or its fault is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desktop.journal.pages import (
    CellPage,
    DeskPage,
    PageError,
    ProgramPage,
    page_bytes,
    read_page,
)
from app.programs.text_files import Stamp

# Any characters, even a lone surrogate: a text field may hold one.
TEXTS = st.text(st.characters(), max_size=200)
STAMPS = st.none() | st.builds(Stamp, st.integers(0), st.integers(0), st.integers(0))
PROGRAMS = st.builds(
    ProgramPage,
    key=st.uuids().map(lambda key: key.hex),
    title=TEXTS,
    path=TEXTS,
    text=st.none() | TEXTS,
    is_unsaved=st.booleans(),
    newline=st.sampled_from(("\n", "\r\n")),
    bom=st.booleans(),
    stamp=STAMPS,
    marks=st.lists(st.tuples(st.integers(1, 9), TEXTS), max_size=3).map(tuple),
    place=st.tuples(st.integers(1), st.integers(1)),
    answers=st.lists(st.floats(allow_nan=False), max_size=3).map(tuple),
)
CELLS = st.builds(CellPage, path=TEXTS, text=st.none() | TEXTS, stamp=STAMPS)
DESKS = st.builds(DeskPage, order=st.lists(TEXTS, max_size=3).map(tuple), front=TEXTS)


@given(PROGRAMS | CELLS | DESKS)
def test_a_page_comes_back_as_it_was(page) -> None:
    assert read_page(page_bytes(page)) == page


@given(PROGRAMS, st.data())
def test_a_page_cut_short_anywhere_is_told_from_a_whole_one(page, data) -> None:
    whole = page_bytes(page)
    with pytest.raises(PageError):
        read_page(whole[: data.draw(st.integers(0, len(whole) - 1))])


@given(PROGRAMS, st.data())
def test_a_page_with_another_byte_in_its_body_is_told_from_a_whole_one(page, data) -> None:
    whole = bytearray(page_bytes(page))
    whole[data.draw(st.integers(whole.index(b"\n") + 1, len(whole) - 1))] ^= 1
    with pytest.raises(PageError):
        read_page(bytes(whole))


def test_a_page_of_a_later_format_says_so() -> None:
    whole = page_bytes(DeskPage()).replace(b"journal 1 ", b"journal 2 ")
    with pytest.raises(PageError, match="format 2"):
        read_page(whole)
