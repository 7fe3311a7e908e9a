"""What all statements of a KRL program share while it is translated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from language.foreign.draft import Draft, NotSaidError
from language.foreign.kept.ledgers import Lookups
from language.foreign.reading import Place
from scenes.makers.krl.krl_blocks import Blocks
from scenes.makers.krl.krl_data import Declarations
from scenes.makers.krl.krl_expressions import Names
from scenes.makers.krl.motions.advance_run import NO_MOTION, Ahead
from scenes.makers.krl.motions.krl_points import Points
from scenes.makers.krl.motions.motion_state import MotionState
from scenes.makers.krl.motions.state_flow import Known, StateFlow
from scenes.makers.krl.terms.krl_trees import Tree
from scenes.makers.krl.terms.krl_types import Types
from scenes.makers.krl.terms.krl_values import Said, Values


@dataclass
class Work:
    """The program so far, and what holds at the present line.

    labels: Our numbers of the labels by their names in capitals.
    codes: Lines around the present one without remarks. at: Its index among them. ahead: What the
    advance run meets behind these lines. after_motion: Lines that wait for the next motion, with
    their places. tool: The argument of the last TOOL.
    known: What the translation before noted of the settings at calls and labels; None where that
    never became the same.
    """

    draft: Draft
    data: Declarations
    types: Types
    names: Names
    values: Values
    points: Points
    labels: Mapping[str, int]
    codes: Sequence[str] = ()
    ahead: Ahead = NO_MOTION
    known: Known | None = field(default_factory=Known)
    state: MotionState = field(default_factory=MotionState)
    flow: StateFlow = field(init=False)
    blocks: Blocks = field(init=False)
    at: int = 0
    after_motion: list[tuple[str, Place]] = field(default_factory=list)
    tool: str = ""

    def __post_init__(self) -> None:
        self.flow = StateFlow(self, None if self.known is None else Lookups(self.known))
        self.blocks = Blocks(self.flow, self.labels)

    def called(self, name: str) -> None:
        """A program has been called: it may have left another tool."""
        self.flow.call(name)
        self.tool = ""

    def say(self, line: str, place: Place | None = None) -> None:
        """Adds a line of our language."""
        self.draft.say(line, place)

    def say_before(self) -> None:
        """Says what values need before them."""
        for line in self.values.before:
            self.say(line)
        self.values.before.clear()

    def text(self, krl: str) -> str:
        """A number or a condition in our words, after what it needs. Raises NotSaidError."""
        self.values.before.clear()
        text = self.values.text(krl)
        self.say_before()
        return text

    def said_of(self, tree: Tree) -> Said:
        """A value of a tree in our words, after what it needs. Raises NotSaidError."""
        self.values.before.clear()
        said = self.values.of(tree)
        self.say_before()
        return said

    def frame_of(self, krl: str) -> Said:
        """A frame or a number in our words, after what it needs. Raises NotSaidError."""
        self.values.before.clear()
        said = self.values.said(krl)
        self.say_before()
        return said

    def is_given(self, name: str) -> bool:
        """Whether a frame has a value somewhere: a point here, or an assignment."""
        return name in self.values.changed or name in self.points.defined or name == "NULL"

    def plain(self, krl: str) -> str | None:
        """A value that needs nothing before it, for heads that are read again; else None."""
        self.values.before.clear()
        try:
            text = self.values.text(krl)
        except NotSaidError:
            return None
        is_plain = not self.values.before
        self.values.before.clear()
        return text if is_plain else None

    def told(self, krl: str) -> str | None:
        """A value after what it needs, for heads that are read once; else None."""
        try:
            return self.text(krl)
        except NotSaidError:
            self.values.before.clear()
            return None
