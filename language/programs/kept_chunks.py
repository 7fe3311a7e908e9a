"""The lines and chunks of texts that were read lately, so that only what changed is read again."""

from language.programs.chunks import AVERAGE, LONGEST, Chunk, read_chunk
from language.rows import kept_rows
from language.rows.kept_cuts import Cut, KeptCuts
from language.rows.kept_rows import rows_of

_cuts = KeptCuts[Chunk](AVERAGE, LONGEST, read_chunk)


def read(text: str) -> Cut[Chunk]:
    """The lines of a text, and its chunks: those of a text that is read anew."""
    return _cuts.cut(rows_of(text))


def forget() -> None:
    """Forgets all texts."""
    kept_rows.forget()
    _cuts.forget()
