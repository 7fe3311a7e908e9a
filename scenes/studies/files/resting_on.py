"""The files that a study rests on: a change of any of them makes it another study."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from scenes.errors import SceneFileError
from scenes.files.cells.carried_files import references
from scenes.files.text.documents import read_document

_WITH_REFERENCES = (".yaml", ".yml")


def digest_of(paths: Iterable[Path], *words: str) -> str:
    """The hexadecimal SHA-256 of the contents of files, of all files that these name, and of words.

    The names of the files and their folders have no influence: results can be moved with their
    study.
    """
    contents = sorted(
        hashlib.sha256(path.read_bytes()).digest() for path in _with_named(paths, set())
    )
    total = hashlib.sha256()
    for word in words:
        total.update(word.encode() + b"\0")
    for content in contents:
        total.update(content)
    return total.hexdigest()


def _with_named(paths: Iterable[Path], known: set[Path]) -> set[Path]:
    """The files, and those that they name, each once."""
    for path in paths:
        own = path.resolve()
        if own in known:
            continue
        known.add(own)
        if own.suffix.lower() in _WITH_REFERENCES:
            _with_named(_named_in(own), known)
    return known


def _named_in(path: Path) -> list[Path]:
    """The files that a file of ours names; none where it cannot be read, which others report."""
    try:
        document = read_document(path, "file")
    except SceneFileError:
        return []
    return [path.parent / text for _, text in references(document)]
