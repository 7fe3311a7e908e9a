from collections.abc import Sequence

import pytest

from language.foreign import locator
from language.foreign.draft import Draft
from language.foreign.foreign_program import ForeignProgram, foreign_program
from language.foreign.locator import Locator
from language.foreign.reading import Place
from language.programs.program import Piece


def read(codes: Sequence[str]) -> ForeignProgram:
    """A program whose foreign lines are lines of ours; a bar parts lines that one line says."""
    draft = Draft()
    for number, code in enumerate(codes, start=1):
        draft.begin(Place(number, 1, len(code) + 1))
        for said in code.split("|"):
            draft.say(said)
    return foreign_program("\n".join(codes), draft.reading(), "mine")


@pytest.mark.parametrize("edited", ["SPEED 7|SPEED 8", "SPEED 7|;|SPEED 8|SPEED 9"])
def test_a_line_said_in_more_lines_has_no_other_lines_located_again(monkeypatch, edited) -> None:
    codes = [".PROGRAM A", *(f"SPEED {1 + number / 100}" for number in range(2000)), ".END"]
    locator.forget()
    pieces = len(read(codes).pieces)
    done: list[int] = []
    chunk_of = Locator._chunk

    def counted(self: Locator, piece: Piece) -> object:
        done.append(piece.chunk.size)
        return chunk_of(self, piece)

    monkeypatch.setattr(Locator, "_chunk", counted)
    codes[300] = edited
    program = read(codes)
    # Where a text is cut, some thirty times, hangs on the seed of the hashes of this process.
    assert 1 <= len(done) <= 5 < 9 < pieces
    again = tuple((each.line, each.shown) for each in program.statements)
    locator.forget()
    assert again == tuple((each.line, each.shown) for each in read(codes).statements)
    assert again[-1][0] == 2001
