"""Labels: the step numbers that GOTO and its kin name, defined and used in one program."""

from collections.abc import Sequence

from language.diagnostics import Diagnostic, finding, replacement
from language.expressions import LABEL, NameUse
from language.program import Piece
from language.suggestions import nearest


def check_labels(pieces: Sequence[Piece]) -> list[Diagnostic]:
    """Jumps to a label that the program does not have."""
    used: dict[str, tuple[int, NameUse]] = {}
    for piece in pieces:
        for (kind, name), (offset, use) in piece.chunk.uses.items():
            if kind == LABEL:
                used.setdefault(name, (piece.first + offset, use))
    missing = [n for n in used if not any(int(n) in piece.chunk.steps for piece in pieces)]
    if not missing:
        return []
    known = [str(step) for piece in pieces for step in piece.chunk.steps]
    return [_undefined(*used[name], known) for name in missing]


def _undefined(line: int, use: NameUse, known: Sequence[str]) -> Diagnostic:
    near = nearest(use.name, known)[:3] if len(known) < 1000 else []
    return finding(
        "E215",
        f"there is no label {use.name} in this program",
        use.column,
        use.end,
        line=line,
        label=f"did you mean {near[0]}?" if near else "no such label",
        help=f"write  {use.name}  before the line that is meant",
        fixes=tuple(replacement(f"write  {n}", use.column, use.end, n, line=line) for n in near),
    )
