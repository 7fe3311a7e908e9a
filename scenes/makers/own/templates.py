"""A language of a maker as data: the text of each order is a template with fields.

A template is a text of `str.format`: `LIN {x:.3f} {y:.3f} {z:.3f}` gives the numbers their form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

import numpy as np

from kinematics import forward, invert
from scenes.errors import SceneError
from scenes.files.file_poses import rpy_of
from scenes.makers.rapid.rapid_frames import quaternion_of
from scenes.makers.writing.orders import (
    Await,
    EndTurns,
    Go,
    Order,
    Say,
    Stand,
    Switch,
    TakeTool,
    Turns,
    Way,
)
from scenes.makers.writing.remarks import remark
from scenes.makers.writing.unrolled import Orders
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

POSE = ("x", "y", "z", "rx", "ry", "rz", "qw", "qx", "qy", "qz")
VIA = tuple(f"via_{field}" for field in POSE)
MOST_JOINTS = 12
START_PERCENT = 20.0  # speed of the motion to where the program begins
JOINTS = tuple(f"j{number}" for number in range(1, MOST_JOINTS + 1))
ANYWHERE = ("line", "remark")
_GO = (*ANYWHERE, *POSE, *JOINTS, "percent", "mm_s", "zone", "corner")
# The fields of each template. Those of `corner` and `stop` stand in the motions as {corner}.
FIELDS = {
    "first": ("name",),
    "joints": _GO,
    "straight": _GO,
    "arc": (*_GO, *VIA),
    "tool": (*ANYWHERE, *POSE),
    "on": (*ANYWHERE, "output"),
    "off": (*ANYWHERE, "output"),
    "await_on": (*ANYWHERE, "input"),
    "await_off": (*ANYWHERE, "input"),
    "stand": (*ANYWHERE, "seconds"),
    "say": ANYWHERE,
    "corner": ("zone",),
    "stop": (),
    "last": ("name",),
}
WORDS = {
    "joints": "a motion of all joints",
    "straight": "a line",
    "arc": "an arc",
    "tool": "a tool frame",
    "on": "an output that goes on",
    "off": "an output that goes off",
    "await_on": "a wait for an input that is on",
    "await_off": "a wait for an input that is off",
    "stand": "a pause",
}


@dataclass(frozen=True)
class Templates:
    """The templates of a language. FIELDS lists the fields of each; a template may have many lines.

    Attributes:
        joints: A motion of all joints. `j1`, `j2` ... are what the controller shows, degrees or
            mm; `percent` is the speed.
        straight, arc: A line, and an arc over `via_x`, `via_y` ... . `x`, `y`, `z` are mm in the
            controller's base; `rx`, `ry`, `rz` degrees, R = Rz Ry Rx; `qw` to `qz` the unit
            quaternion; `mm_s` is the speed. Motions of all joints have these too, and lines and
            arcs the joints, at their ends.
        tool: Another tool frame, as a pose in the controller's flange.
        on, off: A digital `output` goes on or off. await_on, await_off: A wait for an `input`.
        stand: A pause of `seconds`.
        say: A remark. first, last: Lines round the whole, with the `name` of the program.
        corner, stop: What stands for {corner} in a motion: where a corner of `zone` mm follows, and
            where the tool stops.
        remark_sign: What begins a remark. {remark} is one with its line in our program, or nothing.

    A program with an order whose template is None is refused. Raises SceneError for a template with
    a field that it does not have.
    """

    joints: str | None = None
    straight: str | None = None
    arc: str | None = None
    tool: str | None = None
    on: str | None = None
    off: str | None = None
    await_on: str | None = None
    await_off: str | None = None
    stand: str | None = None
    say: str = "{remark}"
    first: str = ""
    last: str = ""
    corner: str = ""
    stop: str = ""
    remark_sign: str = ";"

    def __post_init__(self) -> None:
        for field in fields(self):
            if field.name in FIELDS:
                _refuse_unknown(field.name, getattr(self, field.name) or "")


def text_by(templates: Templates) -> Callable[[Orders, Robot, Controller, str], str]:
    """The function that writes orders by templates, as `MakerLanguage.write` needs it.

    It raises SceneError for an order without a template, or a joint that the arm does not have.
    """

    def text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
        lines = _Lines(templates, robot, controller)
        parts = [templates.first.format(name=name)] if templates.first else []
        parts += [text for order in _with_start(orders, robot) for text in lines.of(order)]
        parts += [templates.last.format(name=name)] if templates.last else []
        return "\n".join(parts) + "\n"

    return text


def _with_start(orders: Orders, robot: Robot) -> list[Order]:
    """The orders with a slow motion to the joint values at which they begin, in the first tool."""
    given = list(orders.orders)
    tool = given[0].T_flange_tool if given and isinstance(given[0], TakeTool) else None
    T_base_flange = forward(robot.mechanism, orders.start)
    pose = T_base_flange @ (robot.T_flange_tool if tool is None else tool)
    start = Go(0, Way.JOINTS, pose, orders.start, percent=START_PERCENT)
    return [start, *given] if tool is None else [given[0], start, *given[1:]]


def _refuse_unknown(name: str, template: str) -> None:
    """Raises SceneError where a template cannot be filled with its fields."""
    values: dict[str, object] = dict.fromkeys(FIELDS[name], 1.0)
    values |= {key: "" for key in ("remark", "corner", "name") if key in values}
    values |= {key: 1 for key in ("line", "output", "input") if key in values}
    try:
        template.format(**values)
    except KeyError as fault:
        known = ", ".join(FIELDS[name]) or "none"
        raise SceneError(
            f"the template `{name}` has no field {{{fault.args[0]}}}; its fields: {known}"
        ) from None
    except (ValueError, IndexError, AttributeError) as fault:
        raise SceneError(f"the template `{name}` cannot be filled in: {fault}") from None


class _Lines:
    """Fills the templates in, order by order."""

    def __init__(self, templates: Templates, robot: Robot, controller: Controller) -> None:
        self._templates, self._robot, self._controller = templates, robot, controller
        self._T_controller_base = invert(controller.T_base_controller)
        self._T_controller_flange = invert(controller.T_flange_controller)

    def of(self, order: Order) -> Iterator[str]:
        """The text of an order; nothing for a remark that says nothing."""
        match order:
            case Go():
                yield self._filled(order.way.value, order, self._of_motion(order))
            case TakeTool():
                pose = _of_pose(self._T_controller_flange @ order.T_flange_tool)
                yield self._filled("tool", order, pose)
            case Switch():
                yield self._filled("on" if order.on else "off", order, {"output": order.output})
            case Await():
                name = "await_on" if order.on else "await_off"
                yield self._filled(name, order, {"input": order.input})
            case Stand():
                yield self._filled("stand", order, {"seconds": order.seconds})
            case Say():
                told = self._filled("say", order, {})
                yield from [told] if told.strip() else []

    def _of_motion(self, order: Go) -> dict[str, object]:
        """The fields of a motion."""
        values: dict[str, object] = dict(_of_pose(self._T_controller_base @ order.T_base_tool))
        if order.q is not None:
            values |= self._of_joints(order.q)
        if order.T_via is not None:
            via = _of_pose(self._T_controller_base @ order.T_via)
            values |= {f"via_{key}": value for key, value in via.items()}
        is_corner, templates = order.zone_mm > 0.0, self._templates
        percent = 100.0 if order.percent is None else order.percent
        values |= {"percent": percent, "mm_s": order.mm_s, "zone": order.zone_mm}
        values["corner"] = (templates.corner if is_corner else templates.stop).format(
            zone=order.zone_mm
        )
        return values

    def _of_joints(self, q: Array) -> dict[str, float]:
        """The joints as the controller shows them, degrees or mm."""
        shown, kinds = self._controller.shown(q), self._robot.mechanism.kinds
        return {
            f"j{i + 1}": float(value if kind == "P" else np.degrees(value)) + 0.0
            for i, (value, kind) in enumerate(zip(shown, kinds, strict=True))
        }

    def _filled(self, name: str, order: Order, values: dict[str, object]) -> str:
        template = getattr(self._templates, name)
        if template is None:
            raise SceneError(f"line {order.line}: this language has no template for {WORDS[name]}")
        sign = self._templates.remark_sign
        told = "" if isinstance(order, TakeTool | Turns | EndTurns) else remark(order, sign)
        try:
            return str(template.format(line=order.line, remark=told, **values)).rstrip()
        except KeyError as fault:
            raise SceneError(
                f"line {order.line}: the template `{name}` names {fault.args[0]}, and this arm has "
                "no such joint"
            ) from None


def _of_pose(T: Array) -> dict[str, object]:
    """The fields of a pose (4, 4), mm."""
    values = [*T[:3, 3], *rpy_of(T), *quaternion_of(T[:3, :3])]
    return dict(zip(POSE, (float(value) + 0.0 for value in values), strict=True))
