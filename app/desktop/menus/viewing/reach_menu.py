"""View > Reach of the tool, and the menu of its choices: which postures, which look, which step."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.desktop.menus.action import LINE, Menu, Tick
from app.desktop.window_parts import WindowParts

if TYPE_CHECKING:
    from scenes.regions.reach_map import ReachChoice

ORIENTED, FREE, SECTION, SOLUTIONS = "oriented", "free", "section", "solutions"
WORDS = (ORIENTED, FREE, SECTION, SOLUTIONS)
STEPS_MM = (20.0, 50.0, 100.0, 200.0)


def show_reach(parts: WindowParts, is_on: bool) -> None:
    """Shows where the tool can get to, or hides it."""
    if parts.view.reach is None:
        parts.document.notify("There is no 3D view to show the reach in.", "warning")
    else:
        _draw(parts)
        parts.view.reach.show(reach_choice(parts) if is_on else None)
    tick_reach(parts)


def reach_choice(parts: WindowParts) -> ReachChoice:
    """The kept choice of postures and of the step."""
    from scenes.regions.reach_map import ReachChoice

    kept = parts.desk.preferences.reach
    keeps = ORIENTED in kept
    return ReachChoice(kept_step(parts), keeps, FREE in kept, in_plane=keeps and SECTION in kept)


def kept_step(parts: WindowParts) -> float:
    """The kept edge of a cube, mm."""
    kept = parts.desk.preferences.reach_mm
    return kept if kept in STEPS_MM else STEPS_MM[1]


def choose(word: str, parts: WindowParts, is_on: bool) -> None:
    """Ticks a choice or unticks it, now and later."""
    before = parts.desk.preferences.reach
    parts.desk.remember(reach=tuple(w for w in WORDS if (is_on if w == word else w in before)))
    _draw(parts)
    _show_again(parts)
    tick_reach(parts)


def choose_step(step: float, parts: WindowParts, _is_on: bool) -> None:
    """Computes with cubes of another size, mm, now and later."""
    parts.desk.remember(reach_mm=step)
    _show_again(parts)
    tick_reach(parts)


def _draw(parts: WindowParts) -> None:
    """Lets the region look as it is chosen."""
    if parts.view.reach is not None:
        kept = parts.desk.preferences.reach
        parts.view.reach.draw_as(SECTION in kept, SOLUTIONS in kept)


def _show_again(parts: WindowParts) -> None:
    """Computes anew where another choice needs that."""
    reach, choice = parts.view.reach, reach_choice(parts)
    if reach is not None and reach.choice is not None and reach.choice != choice:
        reach.show(choice)


def tick_reach(parts: WindowParts) -> None:
    """Ticks the actions by what is shown and chosen."""
    reach, kept = parts.view.reach, parts.desk.preferences.reach
    parts.actions[SHOW_REACH.key].setChecked(reach is not None and reach.choice is not None)
    for word in WORDS:
        parts.actions[f"reach_{word}"].setChecked(word in kept)
    for step in STEPS_MM:
        parts.actions[f"reach_{step:g}_mm"].setChecked(step == kept_step(parts))


SHOW_REACH = Tick(
    "reach",
    "Reach of the tool",
    "",
    "Show where the tool can get to, as a translucent region that grows while it is computed",
    "mdi6.sphere",
    show_reach,
)
REACH = Menu(
    "Reach shown",
    (
        Tick(
            "reach_oriented",
            "In the tool's orientation",
            "",
            "Only places that the tool reaches with its present orientation; else with any",
            "mdi6.axis-arrow-lock",
            partial(choose, ORIENTED),
        ),
        Tick(
            "reach_free",
            "Free of collision",
            "",
            "Only places with a posture in which the arm, and what it holds, meets nothing",
            "mdi6.check-decagram-outline",
            partial(choose, FREE),
        ),
        LINE,
        Tick(
            "reach_section",
            "Section through the tool's plane",
            "",
            "Show the reach in the xy plane of the tool, with its contour; else as a shell",
            "mdi6.content-cut",
            partial(choose, SECTION),
        ),
        Tick(
            "reach_solutions",
            "Colour by solutions",
            "",
            "Colour the reach by the number of solutions of the arm; else by manipulability",
            "mdi6.palette",
            partial(choose, SOLUTIONS),
        ),
        LINE,
        *(
            Tick(
                f"reach_{step:g}_mm",
                f"Cubes of {step:g} mm",
                "",
                f"Compute the reach in cubes of {step:g} mm; half the edge takes 8 times as long",
                "mdi6.grid",
                partial(choose_step, step),
            )
            for step in STEPS_MM
        ),
    ),
    "mdi6.sphere",
)
