"""A server with a confederate at the table searches for a deck that deals the confederate a flush.

Under scheme 1 it knew the secret and the other seeds before the confederate had to name one, so it could try seeds
until the deck was right. Under scheme 2 every seed is committed before any is revealed: with n locked seats there are
2^n decks, one for each choice of who withholds, and nothing that anyone may try adds another.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest

from crossfelt.cards import DECK, card_name
from crossfelt.crisscross.actions import CloseBetting, Deal, PlaceWagers, Shuffle
from crossfelt.crisscross.events import CardsDealt
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.round import open_round
from crossfelt.errors import RecordError
from crossfelt.fairness import LockedSeed, RoundChance, commitment, seed_commitment
from crossfelt.game import CHANCE, SYSTEM, seat_actor
from crossfelt.jsontext import canonical_json
from crossfelt.proof.check import check
from crossfelt.verifier import crossfelt_verifier as stand_alone
from tests.support.proofs import proved, resealed
from tests.support.properties import scheme_1
from tests.support.scale import report_figures, scaled

TABLE, ROUND = "oak", "oak-7"
SECRET = hashlib.sha256(b"what the server knows").digest()
SEATS = (1, 2, 3)
CONFEDERATE = 3
SEARCHED = scaled(20_000, 108_000)
"""Seeds that the confederate tries; the search that broke scheme 1 took 108,000 in 6 seconds."""
FLUSHES = (("across_left", "across_right", "middle"), ("down_far", "down_near", "middle"))
LOCKED_ROUND = 37
"""A round of `tests.support.proofs` with five locked seats."""


def dealt_places() -> dict[str, int]:
    """Where in the deck each place of the layout gets its card, from the engine itself."""
    contest = open_round(load_rule_book("maryland"), SEATS)
    for seat in SEATS:
        contest.act(seat_actor(seat), PlaceWagers({"ante_across": 500, "ante_down": 500}))
    contest.act(SYSTEM, CloseBetting())
    contest.act(CHANCE, Shuffle(tuple(map(card_name, DECK))))
    [dealt] = contest.act(SYSTEM, Deal())
    assert isinstance(dealt, CardsDealt)
    return {placed.place: placed.position for placed in dealt.placements}


PLACES = dealt_places()


def deals_flush(deck: Sequence[int], seat: int) -> bool:
    """Whether a deck deals the seat a flush on one of its two lines; the suit of a card is its number modulo 4."""
    own = (f"hole:{seat}:1", f"hole:{seat}:2")
    return any(len({deck[PLACES[place]] % 4 for place in (*own, *line)}) == 1 for line in FLUSHES)


def seeds_to_try() -> Iterator[str]:
    return (f"seed {number}" for number in range(SEARCHED))


def test_scheme_1_deals_the_confederate_a_flush() -> None:
    honest = [(1, "lucky"), (2, "7 7 7")]
    published = scheme_1.published(SECRET)
    result = next(
        seed
        for seed in seeds_to_try()
        if deals_flush(scheme_1.first_deck(SECRET, ROUND, [*honest, (CONFEDERATE, seed)]), CONFEDERATE)
    )
    deck = scheme_1.first_deck(SECRET, ROUND, [*honest, (CONFEDERATE, result)])
    assert sorted(deck) == list(range(52)) and deals_flush(deck, CONFEDERATE)
    # The commitment that scheme 1 published fits, whichever seed was taken: no check could tell.
    assert published == scheme_1.published(SECRET) == commitment(SECRET)
    report_figures(f"scheme 1: a flush for seat {CONFEDERATE} with {result!r}")


class Opening:
    """One player's commitment, with the seed and nonce that open it."""

    def __init__(self, seat: int, seed: str) -> None:
        self.seat, self.player, self.seed = seat, f"player-{seat}", seed
        self.nonce = hashlib.sha256(f"nonce {seat}".encode()).digest()
        self.commitment = self.made_of(self.nonce, seed)

    def made_of(self, nonce: bytes, seed: str) -> str:
        return seed_commitment(TABLE, ROUND, self.seat, self.player, nonce, seed)

    def choices(self, tries: Iterable[tuple[bytes, str]]) -> Iterator[LockedSeed]:
        """Everything that can be put in place of this seat's reveal and that a verifier accepts."""
        yield LockedSeed(self.seat, self.commitment)
        for nonce, seed in tries:
            if self.made_of(nonce, seed) == self.commitment:
                yield LockedSeed(self.seat, self.commitment, nonce, seed)


OPENINGS = [Opening(1, "lucky"), Opening(2, "7 7 7"), Opening(CONFEDERATE, "anything")]


def decks_within_reach(openings: Sequence[Opening], tries: Sequence[tuple[bytes, str]]) -> set[tuple[int, ...]]:
    """Every deck that a server with the secret and all openings can draw after the lock."""
    every = product(*(list(opening.choices(tries)) for opening in openings))
    return {tuple(RoundChance(SECRET, ROUND, seeds).draw(1).shuffled(DECK)) for seeds in every}


@pytest.mark.parametrize("count", range(len(OPENINGS) + 1))
def test_scheme_2_leaves_two_to_the_n_decks_and_no_more(count: int) -> None:
    """The search knows the secret and every opening, and tries thousands of other seeds for the confederate."""
    openings = OPENINGS[len(OPENINGS) - count :]
    known = [(opening.nonce, opening.seed) for opening in openings]
    tries = [(OPENINGS[-1].nonce, seed) for seed in seeds_to_try()]
    assert len(decks_within_reach(openings, known)) == 2**count
    assert decks_within_reach(openings, [*known, *tries]) == decks_within_reach(openings, known)
    report_figures(f"scheme 2: {2**count} decks for {count} locked seats after {SEARCHED} seeds")


def test_the_search_finds_what_it_looks_for() -> None:
    """A seed that does open the commitment is found among the others, so the search above isn't blind."""
    confederate = OPENINGS[-1]
    tries = [(confederate.nonce, seed) for seed in (*seeds_to_try(), confederate.seed)]
    assert [choice.state for choice in confederate.choices(tries)] == ["withheld", "revealed"]


def test_every_one_of_these_records_holds_and_shows_who_withheld() -> None:
    """With a record of its own for each choice: 2^n decks, and all but one mark a seat."""
    honest = proved(LOCKED_ROUND)
    seats = [seed["seat"] for seed in honest["proof"]["seeds"]]
    decks, unmarked = set(), 0
    for reveals in (chosen for size in range(len(seats) + 1) for chosen in combinations(seats, size)):
        record: dict[str, Any] = json.loads(json.dumps(proved(LOCKED_ROUND, reveals=reveals)))
        result = check(record).chance
        stand_alone.verify(record)
        assert result is not None and sorted((*result.withheld, *reveals)) == seats
        unmarked += not result.withheld
        decks.add(canonical_json(next(step["action"]["deck"] for step in record["steps"] if step["actor"] == "chance")))
    assert (len(decks), unmarked) == (2 ** len(seats), 1)


def test_a_locked_commitment_cannot_be_changed() -> None:
    """The confederate commits again, in the log too, to a seed found after the lock: both verifiers refuse it."""
    record: dict[str, Any] = json.loads(json.dumps(proved(LOCKED_ROUND)))
    proof = record["proof"]
    entries = proof["log"]["entries"]
    lock = next(entry for entry in entries if entry["kind"] == "commitments_locked")
    body = json.loads(lock["body"])
    own = body["commitments"][0]
    own["commitment"] = seed_commitment(TABLE, proof["round"], own["seat"], own["player"], bytes(32), "found later")
    late = dict(lock) | {"kind": "seed_committed", "body": canonical_json({"round": proof["round"], **own})}
    for place, change in ((entries.index(lock) + 1, {}), (entries.index(lock), {"body": canonical_json(body)})):
        forged = json.loads(json.dumps(record))
        forged["proof"]["log"]["entries"][entries.index(lock)] |= change
        forged["proof"]["log"]["entries"].insert(place, late)
        forged = resealed(forged)
        with pytest.raises(RecordError, match="commitments"):
            check(forged)
        with pytest.raises(stand_alone.DoesNotHold, match="commitments"):
            stand_alone.verify(forged)
