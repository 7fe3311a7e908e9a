"""Draws the pictures of the galleries, in a process of its own and off the screen. No Qt."""

from __future__ import annotations

import io
import os
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from app.desktop.looks.theme import theme_named
from app.desktop.welcome.picture_keys import Wanted
from kinematics import KinematicsError
from scenes import Cell, Run, SceneError, load_cell, start_state
from scenes.files.text.documents import parse_document

NICENESS = 5  # the window and its checks go before pictures
MOMENT = 0.5  # share of the run at which a cell with a program is shown
ROBOT_ALONE = "cell: 1\nrobots:\n  arm: {use: '%s'}\n"


def draw(wanted: Wanted, theme: str, size: tuple[int, int], target: Path) -> bytes | str:
    """The picture as the bytes of a PNG, or in words why there is none.

    The picture is also kept as the file `target`, where that can be written. size: Width and
    height, pixels.
    """
    _give_way()
    try:
        content = _png(wanted, theme, size)
    except (SceneError, KinematicsError, OSError, ValueError) as fault:
        return str(fault).splitlines()[0]
    _keep(content, target)
    return content


def _png(wanted: Wanted, theme: str, size: tuple[int, int]) -> bytes:
    from PIL import Image

    from app.desktop.view3d.pictures.picture import picture
    from app.desktop.view3d.views import ViewMode

    cell, run = _shown(wanted)
    state = start_state(cell) if run is None else run.state_at(run.duration * MOMENT)
    pixels = picture(cell, state, ViewMode.SHADED, size, run=run, theme=theme_named(theme))
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, format="PNG")
    return stream.getvalue()


def _shown(wanted: Wanted) -> tuple[Cell, Run | None]:
    """The cell of a picture, and its run; a program that cannot run leaves the cell as it is."""
    from scenes import simulate
    from scenes.files.loader import cell_from_document

    if wanted.kind == "robot":
        text = ROBOT_ALONE % str(wanted.path).replace("'", "''")
        return cell_from_document(parse_document(wanted.path, text, "cell file")), None
    cell = load_cell(wanted.path)
    if wanted.program is None:
        return cell, None
    run = simulate(cell, (wanted.program.read_text(encoding="utf-8"), wanted.program.name))
    return cell, run if run.duration > 0.0 else None


def _give_way() -> None:
    """Lets all other processes go first; one core draws."""
    os.environ.setdefault("LP_NUM_THREADS", "1")  # threads of the software driver of Mesa
    with suppress(AttributeError, OSError):  # Windows has no such call
        if os.nice(0) < NICENESS:
            os.nice(NICENESS - os.nice(0))


def _keep(content: bytes, target: Path) -> None:
    """Writes a picture in one step, so that no reader finds half a file."""
    part = target.with_name(f".{target.name}.{uuid4().hex[:8]}")
    with suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        os.replace(part, target)
