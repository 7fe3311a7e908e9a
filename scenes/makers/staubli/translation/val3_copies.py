"""Programs of VAL3 with the elements that their parameters stand for, as calls ask for them."""

from __future__ import annotations

from dataclasses import dataclass, field

from language.foreign.draft import NotSaidError
from language.foreign.reading import Place
from scenes.makers.staubli.translation.val3_work import Element, Shared
from scenes.makers.staubli.val3_application import Program

MOST_PROGRAMS = 60
Given = tuple[Program, dict[str, Element], Place, str]  # a call, and the name that it got


@dataclass(frozen=True)
class Copy:
    """A program with the elements that its parameters stand for.

    name: Of it here. place: Where it is first called. is_main: Whether the run begins with it.
    """

    program: Program
    name: str
    bound: tuple[tuple[str, Element], ...]
    place: Place
    is_main: bool = False


@dataclass
class Copies:
    """The copies of programs that are called, each once for each set of elements; a ledger.

    waiting: Those that are not translated yet. here: The place of calls in a program of another
    file; None while the main program is translated.
    """

    shared: Shared
    waiting: list[Copy] = field(default_factory=list)
    here: Place | None = None
    _known: dict[object, Copy] = field(default_factory=dict)
    _asked: list[Given] = field(default_factory=list)

    def called(self, program: Program, bound: dict[str, Element], place: Place) -> str:
        """The name here of a program with what is given to it."""
        pairs = tuple(sorted(bound.items(), key=lambda pair: pair[0]))
        key = (program.name, tuple((name, each.key, each.index) for name, each in pairs))
        if key not in self._known:
            if len(self._known) >= MOST_PROGRAMS:
                raise NotSaidError("so many programs are not read")
            name = self.shared.program_name(program.name, key)
            self._known[key] = Copy(program, name, pairs, self.here or place)
            self.waiting.append(self._known[key])
        name = self._known[key].name
        self._asked.append((program, bound, place, name))
        return name

    def mark(self) -> tuple[int, int, int]:
        """The present place."""
        return len(self._known), len(self.waiting), len(self._asked)

    def since(self, mark: tuple[int, int, int]) -> list[Given]:
        """The calls behind a mark."""
        return self._asked[mark[2] :]

    def repeat(self, answers: list[Given]) -> bool:
        """Calls the same programs; False as soon as a name is another."""
        return len(self._known) + len(answers) < MOST_PROGRAMS and all(
            self.called(program, bound, place) == name for program, bound, place, name in answers
        )

    def back_to(self, mark: tuple[int, int, int]) -> None:
        """Takes back what was called behind a mark."""
        while len(self._known) > mark[0]:
            self.shared.forget_program(self._known.popitem()[0])
        del self.waiting[mark[1] :]
        del self._asked[mark[2] :]
