"""What the plots of the shown run need beyond its curves, asked of the worker when it is shown."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from app.desktop.panels.plotting.plot_kinds import FIGURES, Figures, PlotData, joint_values

if TYPE_CHECKING:
    from app.desktop.runs.analyst import Analyst
    from app.desktop.runs.shown_run import ShownRun
    from app.desktop.state.document import Document
    from scenes.checking.distances.clearance_course import ClearanceCourse


class RunFigures:
    """The data of the plots of the shown run; grows as the worker answers.

    changed: Called when more of them are known.
    """

    def __init__(self, document: Document, analyst: Analyst, changed: Callable[[], None]) -> None:
        self._document, self._analyst, self._changed = document, analyst, changed
        self._shown: ShownRun | None = None
        self._awaited: set[str] = set()  # what the worker was asked for
        self._parts: list[ClearanceCourse] = []
        self._next = 0  # number of the motion at which the clearance goes on
        self.data: PlotData | None = None

    def follow(self) -> bool:
        """Takes the run that the document shows; whether that is another one."""
        shown = self._document.shown_run
        if shown is self._shown:
            return False
        self._shown, self.data = shown, None
        self._awaited.clear()
        self._parts.clear()
        self._next = 0
        if shown is not None and shown.curves is not None:
            self.data = PlotData(shown.curves, margin=shown.run.cell.margin)
        return True

    def is_of(self, shown: ShownRun | None) -> bool:
        """Whether the data are those of this run."""
        return shown is self._shown

    def want(self, choices: Collection[str]) -> None:
        """Has the curves computed that these plots lack."""
        shown, data = self._shown, self.data
        if shown is None or data is None:
            return
        if not {*FIGURES}.isdisjoint(choices) and data.figures is None:
            self._ask_figures(shown, data)
        if "clearance" in choices and data.lacks_clearance:
            self._ask_clearance(shown)

    def _ask_figures(self, shown: ShownRun, data: PlotData) -> None:
        if "figures" in self._awaited:
            return
        self._awaited.add("figures")
        mechanism = shown.run.cell.robot.mechanism
        given = mechanism, joint_values(mechanism, data.curves.joints)
        then = partial(self._take_figures, shown)
        self._analyst.ask("measures of the arm", Figures.of, *given, then=then)

    def _take_figures(self, shown: ShownRun, figures: Figures) -> None:
        if shown is self._shown and self.data is not None:
            self.data = replace(self.data, figures=figures)
            self._changed()

    def _ask_clearance(self, shown: ShownRun) -> None:
        """Asks for the next stretch, where the worker still knows this run: not an edited one."""
        document = self._document
        is_known = document.has_fresh_run and document.console_run is None
        if "clearance" in self._awaited or not is_known:
            return
        self._awaited.add("clearance")
        take = partial(self._take_clearance, shown)
        self._analyst.ask_clearance(self._next, take, partial(self._miss_clearance, shown))

    def _miss_clearance(self, shown: ShownRun) -> None:
        """The question was given up for more urgent work: it is asked again when that is done."""
        if shown is self._shown:
            self._awaited.discard("clearance")

    def _take_clearance(self, shown: ShownRun, found: tuple[ClearanceCourse, int]) -> None:
        from scenes.checking.distances.clearance_course import ClearanceCourse

        if shown is not self._shown or self.data is None:
            return
        course, self._next = found
        self._parts.append(course)
        steps = shown.run.moving_steps
        end = self.data.span[1]
        until = end if self._next >= len(steps) else steps[self._next].start_time
        joined = ClearanceCourse.joined(self._parts)
        self.data = replace(self.data, clearance=joined, known_until=until)
        self._awaited.discard("clearance")
        self._changed()
