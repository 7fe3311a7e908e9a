"""Colours of foreign lines: remarks begin outside of texts only."""

from language.editing.makers.foreign_colours import foreign_tokens


def test_the_pieces_cover_words_numbers_texts_and_remarks() -> None:
    found = foreign_tokens('WAIT FOR X1 == 1.5 "a!b" ! note', "!", {"WAIT", "FOR"})
    line = 'WAIT FOR X1 == 1.5 "a!b" ! note'
    shown = [(p.kind, line[p.column - 1 : p.end - 1]) for p in found]
    assert shown == [
        ("keyword", "WAIT"),
        ("keyword", "FOR"),
        ("number", "1.5"),
        ("string", '"a!b"'),
        ("comment", "! note"),
    ]
