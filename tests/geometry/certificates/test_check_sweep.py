"""Certificates of sweeps: every one of the prover is accepted, every mutation of one is
rejected."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from geometry import (
    Box,
    Cylinder,
    Proof,
    Sphere,
    Verdict,
    VerdictKind,
    certified,
    sweep,
    verify_sweep,
)
from geometry.certificates.sweep_proof import Along

FREE, HIT, TOUCH = VerdictKind.FREE, VerdictKind.HIT, VerdictKind.TOUCH


def line(start, end, turn):
    def poses(times):
        T = np.tile(np.eye(4), (len(times), 1, 1, 1))
        T[:, 0, :3, 3] = start + np.outer(times, end - start)
        c, s = np.cos(turn * times), np.sin(turn * times)
        T[:, 0, 0, 0], T[:, 0, 0, 1], T[:, 0, 1, 0], T[:, 0, 1, 1] = c, -s, s, c
        return T

    return poses


@pytest.mark.parametrize("bends", [None, 0.25 * 8.0])
@pytest.mark.parametrize("number", range(12))
def test_sweeps_are_certified_and_every_mutation_of_a_proof_is_rejected(at, number, bends):
    rng = np.random.default_rng(100 + number)
    still = np.array([at(*rng.uniform(-60, 60, 3)), at(*rng.uniform(-60, 60, 3))])
    bodies = [
        Box((30, 30, 20)) - Cylinder(8, 40),
        Box((40, 40, 20)) - Box((34, 34, 20)).moved(at(z=3)),
    ]
    motion = line(*rng.uniform(-90, 90, (2, 3)), 0.5)
    tool, way = [Box((12, 5, 5)) + Sphere(4)], 180.0 * np.sqrt(3) + 0.5 * 8.0
    found = sweep(tool, bodies, motion, still, way, bends=bends)
    shown = certified(found, tool, bodies, motion, still)
    rest = (tool, bodies, motion, still, way)
    assert verify_sweep(shown, *rest, bends=bends)
    for wrong in mutated_sweeps(shown, rng):
        assert not verify_sweep(wrong, *rest, bends=bends)
    assert not verify_sweep(shown, tool, bodies, motion, still, 1.5 * way, bends=bends)
    if bends is not None:
        assert not verify_sweep(shown, *rest, bends=1.1 * bends)
        assert not verify_sweep(shown, *rest, bends=bends, kinks=0.1)
        assert not verify_sweep(shown, *rest)


def mutated_sweeps(found, rng) -> Iterator:
    """Mutations of a sweep; each leaves some time unproven or claims something untrue."""
    proof = found.proof
    used = list(proof.evidence)[int(rng.integers(0, len(proof.evidence)))]
    rest = {name: v for name, v in proof.evidence.items() if name != used}
    yield replace(found, proof=replace(proof, evidence={}))
    yield replace(found, proof=replace(proof, evidence=rest))
    for wrong in mutated_evidence(proof.evidence[used]):
        yield replace(found, proof=replace(proof, evidence=rest | {used: wrong}))
    claims, without = proof.claims, np.arange(len(proof.claims)) != used
    for other in (
        {"rates": 0.9 * proof.rates},
        {"rates": -proof.rates},
        {"rates": np.full_like(proof.rates, np.nan)},
        {"rates": proof.rates[:-1]},
        {"bends": -proof.bends},
        {"kinks": proof.kinks - 1.0},
        {"pairs": proof.pairs[::-1]},
        {"pairs": proof.pairs[:-1]},
        {"claims": claims[:, [0, 2, 1, 3, 4]]},
        {"claims": claims * (1.0, 0.5, 0.5, 0.5, 0.5)},
        {"claims": claims * (1.0, -1.0, -1.0, -1.0, -1.0)},
        {"claims": claims + np.array([1.0, 0.0, 0.0, 0.0, 0.0])},
        {"claims": np.full_like(claims, np.nan)},
    ):
        yield replace(found, proof=replace(proof, **other))
    yield replace(found, proof=kept(proof, without))


def mutated_evidence(item) -> Iterator:
    if isinstance(item, Along):
        for directions in (
            -item.directions,
            0.9 * item.directions,
            item.directions[:, :-1],
            np.full_like(item.directions, np.nan),
        ):
            yield Along(directions)
        yield Verdict(FREE, Proof.SEPARATION, 1.0, directions=item.directions)
        return
    yield replace(item, kind=TOUCH, gap_mm=0.0)
    yield replace(item, gap_mm=0.0)
    yield replace(item, gap_mm=item.gap_mm + 400.0)
    yield replace(item, directions=None, cover=None)
    if item.directions is not None:
        yield Along(item.directions)


def kept(proof, rows):
    """The proof with only the chosen claims, and the evidence for them."""
    places = np.flatnonzero(rows)
    evidence = {k: proof.evidence[row] for k, row in enumerate(places) if row in proof.evidence}
    return replace(proof, claims=proof.claims[places], evidence=evidence)


def mutated_outcomes(found) -> Iterator:
    t = found.first_contact_t
    if t is None:
        for pair in ((0, 0), (0, 1)):
            yield replace(found, kind=HIT, first_contact_t=0.5, pair=pair)
        yield replace(found, first_contact_t=0.5)
        yield replace(found, first_contact_t=0.0)
    else:
        # Without the short intervals before the contact a long one would end with it.
        claims = found.proof.claims
        yield replace(found, proof=kept(found.proof, claims[:, 2] < t - 0.01))
        for wrong in (0.5 * t, t + 0.01, 1.0, 2.0, -t, np.nan, None):
            yield replace(found, first_contact_t=wrong)
        for pair in ((0, 1 - found.pair[1]), (1, 0), None):
            yield replace(found, pair=pair)
        yield replace(found, proof=replace(found.proof, contact=None))
        contact = replace(found.proof.contact, witness=found.proof.contact.witness + 100.0)
        yield replace(found, proof=replace(found.proof, contact=contact))
        for kind in (FREE, TOUCH):
            yield replace(found, kind=kind)
            yield replace(found, kind=kind, first_contact_t=None, pair=None)
    if found.gaps:
        first, *others = found.gaps
        yield replace(found, gaps=tuple(others))
        for gap in (
            replace(first, end=0.5 * (first.start + first.end)),
            replace(first, start=0.5 * (first.start + first.end)),
            replace(first, b=1 - first.b),
            replace(first, start=np.nextafter(first.end, 2), end=2.0),
        ):
            yield replace(found, gaps=(gap, *others))
        yield replace(found, kind=FREE)


def test_a_gap_of_a_proof_excuses_only_its_own_stretch_and_pair(at):
    motion = line(np.array([-50.0, 0, 10.004]), np.array([50.0, 0, 10.004]), 0.0)
    solids = [Box((10, 10, 10))]
    found = sweep(solids, [*solids, Sphere(3)], motion, np.array([at(), at(z=-90)]), 100.0)
    shown = certified(found, solids, [*solids, Sphere(3)], motion, np.array([at(), at(z=-90)]))
    rest = (solids, [*solids, Sphere(3)], motion, np.array([at(), at(z=-90)]), 100.0)
    assert shown.gaps and verify_sweep(shown, *rest)
    for wrong in mutated_outcomes(shown):
        assert not verify_sweep(wrong, *rest)
