"""Calls of URScript that stand alone and are no motions: outputs, pauses, messages, the tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kinematics import invert
from language.foreign.draft import NotSaidError
from scenes.makers.defined_points import is_no_frame, tool_argument
from scenes.makers.known_values import UnknownError
from scenes.makers.urscript.grammar.script_trees import Call, Text, Tree
from scenes.makers.urscript.meaning.shapes import NUMBER, TRUTH
from scenes.makers.urscript.translation.script_expressions import Expressions
from scenes.makers.urscript.translation.script_places import Places
from scenes.makers.urscript.translation.script_work import OUTPUTS, Work, signal_of

_LOADS = "set_payload set_payload_mass set_payload_cog set_target_payload set_gravity"
_SETTINGS = (
    "set_tool_voltage set_tool_communication set_tool_output_mode set_tool_digital_output_mode "
    "set_tool_digital_input_action set_standard_digital_input_action set_input_actions_to_default "
    "set_configurable_digital_input_action set_gp_boolean_input_action set_runstate_outputs "
    "set_runstate_standard_digital_output_to_value set_runstate_tool_digital_output_to_value "
    "set_runstate_configurable_digital_output_to_value set_runstate_gp_boolean_output_to_value "
    "set_standard_analog_input_domain set_tool_analog_input_domain set_analog_inputrange "
    "set_analog_outputdomain set_standard_analog_out set_analog_out set_conveyor_tick_count "
    "set_safety_mode_transition_hardness set_simulation_mode set_watchdog rtde_set_watchdog "
    "set_robot_speed set_baselight_off set_baselight_solid set_baselight_iec reset_world_model "
    "modbus_set_output_signal modbus_set_output_register modbus_set_runstate_dependent_choice "
    "modbus_set_signal_update_frequency modbus_set_digital_input_action modbus_add_signal "
    "modbus_delete_signal reset_revolution_counter zero_ftsensor set_tool_analog_output_domain"
)
_MESSAGES_AWAY = (
    "socket_send_string socket_send_line socket_send_byte socket_send_int socket_set_var "
    "socket_open socket_close socket_send_bytes write_output_boolean_register "
    "write_output_integer_register write_output_float_register write_port_bit write_port_register "
    "sync enter_critical exit_critical end_force_mode end_freedrive_mode end_teach_mode "
    "end_screw_driving end_movec_path set_flag"
)
IGNORED = frozenset(f"{_LOADS} {_SETTINGS} {_MESSAGES_AWAY}".split())
MESSAGES = frozenset({"textmsg", "popup", "varmsg"})


@dataclass
class Actions:
    """Says calls. Each method gives False where a call has no effect here."""

    work: Work
    expressions: Expressions
    places: Places

    def take(self, call: Call) -> bool:
        """Says a call of ACTIONS, or an output. Raises NotSaidError."""
        if call.key in OUTPUTS:
            return self._output(call)
        return ACTIONS[call.key](self, call)

    def _output(self, call: Call) -> bool:
        first, value = call.argument(0, "n"), call.argument(1, "b")
        number = None if first is None else self.expressions.number(first)
        output = signal_of(call, OUTPUTS, number)
        if output is None or value is None:
            raise NotSaidError("which output it is, only a run knows")
        signal = self.work.output_number(output)
        told = self.expressions.told(value)
        if told in ("TRUE", "FALSE"):
            self.work.say(f"SIGNAL {'' if told == 'TRUE' else '-'}{signal}")
            return True
        for line in (f"IF {told} THEN", f"  SIGNAL {signal}", "ELSE", f"  SIGNAL -{signal}", "END"):
            self.work.say(line)
        return True

    def sleep(self, call: Call) -> bool:
        """sleep(seconds)."""
        seconds = self._only(call)
        self.work.say(f"DELAY {self.expressions.told(seconds)}")
        return True

    def stop(self, call: Call) -> bool:
        """stopj and stopl: the arm stands before the program goes on."""
        self.work.say("BREAK")
        return True

    def message(self, call: Call) -> bool:
        """textmsg, popup and varmsg: texts and numbers in one line."""
        parts = [part for tree in call.given[:2] if (part := self._shown(tree))]
        if parts:
            self.work.say(f"TYPE {', '.join(parts)}")
        return bool(parts)

    def _shown(self, tree: Tree) -> str:
        """A text or a number of a message; "" for what only a run knows."""
        try:
            value = self.expressions.value(tree)
        except UnknownError:
            shape = self.work.meaning.shape(tree, self.work.routine)
            if isinstance(tree, Text) or shape not in (NUMBER, TRUTH):
                return ""
            return self.expressions.told(tree)
        if type(value) is str:
            plain = "".join(c if c.isprintable() and c != '"' else "'" for c in value)
            return f'"{plain}"' if plain else ""
        return self.expressions.told(tree) if type(value) in (float, bool) else ""

    def tool(self, call: Call) -> bool:
        """The tool frame that the controller takes from here on."""
        tree = self._only(call)
        robot, own = self.work.robot, self.work.controller
        pose = self.places.known(tree)
        if pose is not None:
            self.places.tool = own.T_flange_controller @ pose.matrix
            told = tool_argument(invert(robot.T_flange_tool) @ self.places.tool)
        else:
            flange = invert(robot.T_flange_tool) @ own.T_flange_controller
            told = self.places.place(tree)
            told = told if is_no_frame(flange) else f"{tool_argument(flange)}:{told}"
            self.places.tool = None
        self.work.say(f"TOOL {told}")
        return True

    def check(self, call: Call) -> bool:
        """assert(condition)."""
        self.work.say(f"ASSERT {self.expressions.told(self._only(call))}")
        return True

    def _only(self, call: Call) -> Tree:
        if not call.given:
            raise NotSaidError("an argument is missing")
        return call.given[0]


ACTIONS: Mapping[str, Callable[[Actions, Call], bool]] = MappingProxyType(
    {
        "sleep": Actions.sleep,
        "stopj": Actions.stop,
        "stopl": Actions.stop,
        "textmsg": Actions.message,
        "popup": Actions.message,
        "varmsg": Actions.message,
        "set_tcp": Actions.tool,
        "assert": Actions.check,
    }
)
