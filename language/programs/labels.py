"""Labels: the step numbers to which GOTO and other jumps go, checked within one program."""

from collections.abc import Sequence
from functools import lru_cache

from language.expressions.trees import LABEL, NameUse
from language.lines.meant_blocks import LABELLED
from language.programs.program import Piece
from language.words.diagnostics import Diagnostic, finding
from language.words.suggestions import nearest

# From so many labels on, no similar label is suggested, because the search takes time.
MANY = 1000


def check_labels(pieces: Sequence[Piece]) -> list[Diagnostic]:
    """Findings of jumps to a label that the program does not have."""
    used: dict[str, tuple[int, NameUse]] = {}
    for piece in pieces:
        for (kind, name), (offset, use) in piece.chunk.uses.items():
            if kind == LABEL:
                used.setdefault(name, (piece.first + offset, use))
    steps: set[int] = set().union(*(piece.chunk.steps for piece in pieces))
    missing = [n for n in used if int(n) not in steps]
    if not missing:
        return []
    hidden = [words for p in pieces for _, faulty in p.chunk.faults if (words := faulty.words)]
    lost = sum(LABELLED in words for words in hidden)
    missing = [n for n in missing if not any(n in words for words in hidden)][lost:]
    known = [str(step) for piece in pieces for step in piece.chunk.steps]
    few = known if len(known) < MANY else []
    return [_undefined(*used[name], tuple(nearest(name, few)[:3])) for name in missing]


@lru_cache(maxsize=1 << 12)
def _undefined(line: int, use: NameUse, near: tuple[str, ...]) -> Diagnostic:
    return finding(
        "E215",
        f"there is no label {use.name} in this program",
        use.column,
        use.end,
        line=line,
        label=f"did you mean {near[0]}?" if near else "no such label",
        help=f"write  {use.name}  before the line that is meant",
    )
