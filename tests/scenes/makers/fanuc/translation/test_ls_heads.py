"""FANUC programs that give all conditions before their first label, block or jump."""

import random
from collections import Counter

from scenes.makers.fanuc.translation import ls_ways
from scenes.makers.fanuc.translation.ls_steps import Does, Step
from scenes.makers.fanuc.translation.ls_work import FOLLOWED
from tests.depth import cases


def test_what_only_the_head_of_a_program_gives_is_found_without_a_look_at_its_ways(
    monkeypatch,
) -> None:
    at_head, found = ls_ways._at_head, Counter[bool]()
    begins = tuple(frozenset({kind}) for kind in FOLLOWED)
    kinds = [kind for kind in Does if kind not in (Does.GIVES, Does.CALLS)]
    for seed in range(cases(2000, 300)):
        rng = random.Random(seed)
        head = [Step(Does.GIVES, rng.choice(FOLLOWED), str(rng.random())) for _ in range(4)]
        head += [Step(Does.USES)] * rng.randrange(3)
        # Blocks of one word each, closed or not, in any order.
        of = {Does.LABEL: "12", Does.JUMPS: ["1", "2", ""], Does.ENDS: ["IF", "FOR", "SELECT"]}
        rest = [(kind, rng.choice(of.get(kind, [""]))) for kind in rng.choices(kinds, k=12)]
        more = [Step(Does.GIVES, FOLLOWED[0], "late")] * (not rng.randrange(4))
        steps = (*rng.sample(head, len(head)), *(Step(*each) for each in rest), *more)
        told = at_head(steps, begins)
        found[told is not None] += 1
        monkeypatch.setattr(ls_ways, "_at_head", lambda *_: None)
        along_ways = ls_ways._answered(("A", begins, {"A": steps}))
        assert told is None or along_ways == {"A": told}
    assert min(found.values()) > 50
