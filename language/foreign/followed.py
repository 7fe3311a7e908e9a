"""What translations of one maker's programs share: a draft, and settings that hold along a run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from language.foreign.draft import Draft
from language.foreign.kept.ledgers import First
from language.foreign.kept.states import frozen, thawed

Settings = TypeVar("Settings")


@dataclass(kw_only=True)
class Followed(ABC, Generic[Settings]):
    """A program while it is translated, whose settings are followed along the ways of a run.

    settings: Those that hold at the present line. told_tool: The argument of the last TOOL.
    told: Keys of what is told once. tool_texts: Arguments of TOOL by the numbers of tools, as long
    as the settings hold.
    """

    settings: Settings
    draft: Draft = field(default_factory=Draft)
    told_tool: str = ""
    told: First[str] = field(default_factory=First)
    tool_texts: dict[int | None, str] = field(default_factory=dict)

    def say(self, line: str) -> None:
        """Adds a line of our language."""
        self.draft.say(line)

    def partly_once(self, key: str, why: str) -> None:
        """Tells once in a program what the controller does in another way."""
        if self.told.of(key):
            self.draft.partly(why)

    def held(self) -> Hashable:
        """The settings that hold here, as a value."""
        return frozen(self.settings)

    def hold(self, held: Hashable) -> None:
        """The settings are those of a value."""
        self.settings = thawed(held)
        self.tool_texts.clear()

    def hold_either(self, held: Hashable) -> None:
        """The settings are those that hold here or those of a value: which only a run knows."""
        self.settings = self.either(self.settings, thawed(held))
        self.tool_texts.clear()

    @abstractmethod
    def either(self, a: Settings, b: Settings) -> Settings:
        """What is known where some settings hold or others."""
