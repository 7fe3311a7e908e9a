"""Numbers of labels that have names in another language, where ours have numbers.

The number of a label hangs on its own name, not on the labels before it, so that a label that is
added or lost leaves the lines that name the others as they were. Only names that ask for the same
number touch each other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from zlib import crc32

from language.foreign.kept.ledgers import NEW, Numbers

DIGITS = re.compile(r"(?<![0-9])0*([1-9][0-9]{0,3})\Z")
# Numbers of names without digits, and of those whose number another label has.
PLAIN, OTHER = range(100, 1000), range(1000, 10_000)
# Where more than MANY have to go elsewhere they have a wider range, or the search takes long.
MANY, WIDE = 2000, range(10_000_000, 100_000_000)

# Labels without a name, which we put behind loops, are numbered from FIRST on in their order.
FIRST, STEP = 10_000, 10


@dataclass
class Unnamed:
    """Numbers of labels without a name, from `first` on. ledger: Counts them."""

    first: int = FIRST
    ledger: Numbers = field(default_factory=lambda: Numbers(0))

    def next(self) -> int:
        """The number of another label."""
        return self.first + STEP * self.ledger.of(NEW)


@lru_cache(maxsize=256)
def numbers_of(names: frozenset[str]) -> Mapping[str, int]:
    """A number, from 1, for each label of a program; it depends on the set of names alone.

    The digits at the end of a name are its number. A name without them has a number of three
    digits that is worked out of its letters. Where several names ask for one number, the shortest
    and first in the alphabet gets it; each of the others gets one that no name asks for.
    """
    found = dict[int, str]()
    late = list[str]()
    for name in sorted(names, key=lambda each: (not _digits(each), len(each), each)):
        wanted = _digits(name) or _spread(name, PLAIN)
        if found.setdefault(wanted, name) != name:
            late.append(name)
    others = WIDE if len(late) > MANY else OTHER
    for name in late:
        free = (number for number in count(_spread(name, others)) if number not in found)
        found[next(free)] = name
    return {name: number for number, name in found.items()}


def _digits(name: str) -> int:
    """The number at the end of a name; 0 for none, or for a long one."""
    digits = DIGITS.search(name)
    return int(digits[1]) if digits is not None else 0


def _spread(name: str, numbers: range) -> int:
    """A number in a range for a name, always the same."""
    return numbers[crc32(name.encode("utf-8", "surrogatepass")) % len(numbers)]
