"""The menu Signals: the scenario of the program in front, and its events."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QInputDialog

from app.desktop.menus.action import LINE, Action, Menu
from app.desktop.menus.scenarios.scenario_choice import (
    ask_answers,
    choose_scenario,
    new_scenario,
    run_without_scenario,
    save_scenario,
)
from app.desktop.window_parts import WindowParts

LARGEST_SIGNAL = 999_999


def show_signals(parts: WindowParts) -> None:
    """Brings the panel Signals to the front, with the keyboard in its lanes."""
    parts.docks.bring("Signals")
    parts.signals.lanes.setFocus()


def add_signal(parts: WindowParts) -> None:
    """Asks for the number of a signal, and shows a lane for it."""
    parts.docks.bring("Signals")
    taken = {lane.signal for lane in parts.signals.shown_lanes.all}
    free = next(n for n in range(1, LARGEST_SIGNAL) if n not in taken)
    number, ok = QInputDialog.getInt(
        parts.window, "Add signal", "Number of the signal", free, 1, LARGEST_SIGNAL
    )
    if ok:
        parts.signals.add_signal(number)


def set_signal(parts: WindowParts) -> None:
    """Asks for a signal, and puts it on or off in the run: n on, -n off."""
    number, ok = QInputDialog.getInt(
        parts.window,
        "Set signal",
        "Signal that goes on (-5: 5 goes off)",
        1,
        -LARGEST_SIGNAL,
        LARGEST_SIGNAL,
    )
    if ok and number:
        parts.debugging.hand.put(abs(number), number > 0)


def record_signals(parts: WindowParts) -> None:
    """Writes the signals set by hand into the scenario, a new one where there is none."""
    hand = parts.debugging.hand
    if hand.events and parts.document.scenarios.current is None:
        new_scenario(parts)
    if hand.record():
        parts.docks.bring("Signals")


def _in_panel(name: str, parts: WindowParts) -> None:
    """Calls a function of the panel, which is brought to the front."""
    parts.docks.bring("Signals")
    getattr(parts.signals, name)()


SIGNALS = Menu(
    "Signals",
    (
        Action(
            "show_signals",
            "Show signals",
            "Ctrl+Shift+I",
            "Signals over time, and the scenario that sets them",
            "mdi6.square-wave",
            show_signals,
        ),
        LINE,
        Action(
            "new_scenario",
            "New scenario",
            "",
            "Begin a file that says what signals do, and what PROMPT is told",
            "mdi6.script-text-outline",
            new_scenario,
        ),
        Action(
            "scenario",
            "Open scenario…",
            "",
            "Choose the file that says what signals do, and what PROMPT is told",
            "mdi6.script-text-play-outline",
            choose_scenario,
        ),
        Action(
            "save_scenario",
            "Save scenario",
            "",
            "Write the scenario to its file",
            "mdi6.content-save-outline",
            save_scenario,
        ),
        Action(
            "save_scenario_as",
            "Save scenario as…",
            "",
            "Write the scenario to another file",
            "mdi6.content-save-edit-outline",
            partial(save_scenario, as_other=True),
        ),
        Action(
            "no_scenario",
            "Without scenario",
            "",
            "Run the program with nothing happening around it",
            "mdi6.script-text-key-outline",
            run_without_scenario,
        ),
        Action(
            "answers",
            "Answers to PROMPT…",
            "",
            "Say what PROMPT is told, in order, in place of the answers of the scenario",
            "mdi6.form-textbox",
            ask_answers,
        ),
        LINE,
        Action(
            "add_event",
            "Add event",
            "",
            "A signal changes at the time of the run that is shown",
            "mdi6.plus-circle-outline",
            partial(_in_panel, "add_event"),
        ),
        Action(
            "add_response",
            "Add response",
            "",
            "A signal changes some time after another one",
            "mdi6.rhombus-outline",
            partial(_in_panel, "add_response"),
        ),
        Action(
            "add_signal",
            "Add signal…",
            "",
            "A lane for one more signal",
            "mdi6.playlist-plus",
            add_signal,
        ),
        Action(
            "remove_event",
            "Remove event",
            "",
            "Remove the chosen event, response or answer",
            "mdi6.minus-circle-outline",
            partial(_in_panel, "remove_chosen"),
        ),
        Action(
            "remove_signal",
            "Remove signal",
            "",
            "Remove the chosen lane with all its events",
            "mdi6.playlist-remove",
            partial(_in_panel, "remove_signal"),
        ),
        LINE,
        Action(
            "set_signal",
            "Set signal by hand…",
            "",
            "Put a signal on or off in the run, from the shown moment on",
            "mdi6.gesture-tap-button",
            set_signal,
        ),
        Action(
            "record_signals",
            "Record as scenario",
            "",
            "Write the signals that were set by hand into the scenario",
            "mdi6.record-rec",
            record_signals,
        ),
        Action(
            "forget_signals",
            "Take back signals set by hand",
            "",
            "Run with the signals of the scenario alone",
            "mdi6.restore",
            lambda parts: parts.debugging.hand.take_back(),
        ),
    ),
)
