"""What the window and the process of a study tell each other. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scenes.world.frozen import Frozen

if TYPE_CHECKING:
    from app.background.map_shapes import MapShapes
    from scenes.studies.results.summary import Summary


# From the window.


@dataclass(frozen=True)
class Read:
    """Reads a study file, and tells what it asks. workers: Processes of the estimate of time."""

    path: Path
    workers: int


@dataclass(frozen=True)
class LookInto:
    """Tells what a folder for the results holds already."""

    folder: Path


@dataclass(frozen=True)
class Begin:
    """Computes what is missing in a folder. replaces: Results of another study are thrown away."""

    folder: Path
    workers: int
    replaces: bool = False


@dataclass(frozen=True)
class Stop:
    """Ends the computing; what is done is kept."""


@dataclass(frozen=True)
class ShowMap:
    """Tells of the map with this title from now on; "" for none.

    layer: The number of the height that is shown; None for all.
    """

    title: str
    layer: int | None = None


Command = Read | LookInto | Begin | Stop | ShowMap


# From the process.


@dataclass(frozen=True)
class Asked:
    """What a study asks. folder: Of its results if nothing else is said. size: In words.

    cell: The file of its cell. maps: Titles of its maps in the 3D view.
    """

    path: Path
    title: str
    question: str
    size: str
    folder: Path
    cell: Path
    chunks: int
    maps: tuple[str, ...]


@dataclass(frozen=True)
class Estimated:
    """Size and time in words."""

    sentence: str


@dataclass(frozen=True)
class Standing:
    """What a folder holds of the study: chunks that are done, or why it cannot be used.

    is_of_another: Whether it holds results that may be thrown away.
    """

    folder: Path
    done: int
    obstacle: str = ""
    is_of_another: bool = False


@dataclass(frozen=True)
class Running:
    """How far a study is.

    counts: What it has found so far, in words. note: What went wrong and is done anew.
    """

    done: int
    chunks: int
    seconds_left: float | None
    counts: str
    note: str = ""


@dataclass(frozen=True, eq=False)
class FoundSoFar(Frozen):
    """What the chunks that are done have given. shapes: Of the map that is shown."""

    done: int
    chunks: int
    summary: Summary
    shapes: MapShapes | None


@dataclass(frozen=True)
class Stopped:
    """The study was stopped; so many chunks are kept."""

    done: int
    chunks: int


@dataclass(frozen=True)
class Ended:
    """All chunks are there, and the results are written. page: The HTML page."""

    folder: Path
    page: Path


@dataclass(frozen=True)
class Refused:
    """Why something cannot be done, in one message; the process lives on.

    is_reading: Whether there is no study because of it. log: A traceback, where the fault is ours.
    """

    message: str
    is_reading: bool = False
    log: str = ""


StudyNews = Asked | Estimated | Standing | Running | FoundSoFar | Stopped | Ended | Refused
