"""Values of a controller: the tools and user frames of a backup (`TOOL.CND`, `UFRAME.CND`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from scenes.makers.yaskawa.jbi_positions import NUMBER

HEAD = re.compile(r"//(TOOL|UFRAME)\s+(\d{1,4})\b", re.IGNORECASE)
SIX = re.compile(r"\s*(?:////BUSER\s+)?" + r"\s*,\s*".join([rf"({NUMBER})"] * 6) + r"\s*")


@dataclass
class JbiData:
    """Tools and user frames by number: X to Rz, mm and degrees. origins: Where they stand."""

    tools: dict[int, tuple[float, ...]] = field(default_factory=dict)
    frames: dict[int, tuple[float, ...]] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)


def jbi_data(files: Sequence[tuple[str, str]]) -> JbiData:
    """The values of files; jobs among them give none."""
    found = JbiData()
    for name, text in files:
        if name.lower().endswith(".cnd"):
            _take(found, name, text)
    return found


def _take(found: JbiData, name: str, text: str) -> None:
    kind, number = "", 0
    for line, row in enumerate(text.split("\n"), start=1):
        head = HEAD.match(row)
        if head is not None:
            kind, number = head[1].upper(), int(head[2])
            continue
        values = SIX.fullmatch(row)
        is_frame = kind == "UFRAME" and row.lstrip().upper().startswith("////BUSER")
        if values is None or not (kind == "TOOL" or is_frame):
            continue
        table = found.tools if kind == "TOOL" else found.frames
        if number not in table:
            table[number] = tuple(map(float, values.groups()))
            word = "TL#" if kind == "TOOL" else "UF#"
            found.origins[f"{word}({number})"] = f"{name}:{line}"
