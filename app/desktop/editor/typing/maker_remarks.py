"""The language of a robot maker's program in an editor, and how its remarks are marked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.programs.read_text import TextReader
from language.editing.writing.comments import Remark

if TYPE_CHECKING:
    from scenes.makers.maker_languages import MakerLanguage


def remark_of(path: Path | None) -> Remark | None:
    """How remarks are marked in a robot maker's program; None for a program of ours."""
    maker = maker_of(path)
    return None if maker is None else Remark(maker.remark, maker.is_numbered)


def maker_of(path: Path | None) -> MakerLanguage | None:
    """The language of a robot maker's program; None for a program of ours."""
    if path is None or not TextReader.is_foreign(path):
        return None
    from scenes.makers.foreign_text import language_of
    from scenes.makers.maker_languages import maker_of

    return maker_of(str(language_of(path.name)))
