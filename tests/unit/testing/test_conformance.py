"""The laws of a game: both games keep them, and a game that breaks one is found out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from crossfelt.cards import card_name
from crossfelt.catalog import KITS
from crossfelt.chance import SeededChance
from crossfelt.crisscross.actions import Fold
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.crisscross.round import CrissCross
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.state import RoundState
from crossfelt.crisscross.views import TableView
from crossfelt.game import NOTHING_CARRIED, Actor, Audience, Pending
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules
from crossfelt.testing.conformance import (
    Subject,
    check,
    check_policy,
    check_rule_book,
    check_score_card,
    criss_cross,
    king_cross,
)
from tests.support.progressive_choices import spin_choices, xtreme_choices
from tests.support.scale import scaled

BOOK = load_rule_book("maryland")
CARD = load_score_card()


@pytest.mark.parametrize(
    ("rules", "abandoned"),
    [(rules, "fold") for rules in rule_book_ids()] + [("maryland", "lose_all"), ("massachusetts", "lose_all")],
)
def test_every_rule_book_keeps_the_laws(rules: str, abandoned: str) -> None:
    check_rule_book(load_rule_book(rules, {"abandoned": abandoned}), contests=scaled(3, 300))


SPINS = dict.fromkeys(("jackpot", "500", "250", "120", "60", "50", "30", "20", "18", "13", "12", "10", "25&15"), 1)
PROGRESSIVE: dict[str, dict[str, object]] = {
    "fixed prize": {"bonus_spin": spin_choices("c")},
    "growing": {"bonus_spin": spin_choices(rate_ppm=333_333, weights=SPINS)},
    "shared meter": {
        "xtreme": xtreme_choices(wheel_1="a", wheel_2="d", wheel_5="d", rate_ppm=1, event="high_card"),
    },
    "both, by a pair": {
        "bonus_spin": spin_choices("d", community="b", rate_ppm=0),
        "xtreme": xtreme_choices(wheel_2="e", community_2="h", rate_ppm=1_000_000, event="hole_pair"),
    },
}


@pytest.mark.parametrize("offers", PROGRESSIVE)
@pytest.mark.parametrize("abandoned", ["fold", "lose_all"])
def test_houses_with_progressive_wagers_keep_the_laws(offers: str, abandoned: str) -> None:
    book = load_rule_book("maryland", {"abandoned": abandoned, **PROGRESSIVE[offers]})
    events = [event for seed in range(scaled(4, 300)) for event in check(criss_cross(book), seed, trouble=40).events]
    wagered = {event.wager.spot for event in events if event.kind == "wager_settled"}
    assert wagered >= {spot.id for spot in book.betting_spots}
    if offers == "shared meter" or scaled(0, 1):
        assert any(event.kind == "wheel_spun" for event in events)


@pytest.mark.parametrize("wild_may_be_king", [False, True])
def test_every_score_card_keeps_the_laws(wild_may_be_king: bool) -> None:
    check_score_card(load_score_card(choices={"wild_may_be_king": wild_may_be_king}), contests=scaled(1, 50))


def test_names_and_kinds_tell_games_apart() -> None:
    games = [kit.game for kit in KITS.values()]
    assert list(KITS) == [game.name for game in games] == ["criss-cross", "king-cross"]
    for game in games:
        assert game.sealed_kinds < set(game.event_kinds)
        assert not set(game.action_kinds) & set(game.event_kinds)
    one, two = games
    assert not set(one.event_kinds) & set(two.event_kinds)


@pytest.mark.parametrize("rules", rule_book_ids())
@pytest.mark.parametrize("name", ["random", "never-fold", "always-1x"])
def test_simple_policies_play_whole_rounds(rules: str, name: str) -> None:
    book = load_rule_book(rules)
    policy = KITS["criss-cross"].policy(name).load()(book, SeededChance(5))
    rounds = check_policy(criss_cross(book), policy, contests=20)
    assert {contest.state.stage for contest in rounds} == {"settled"}
    folded = [seat for contest in rounds for seat in contest.state.seats if seat.folded_at is not None]
    assert bool(folded) == (name == "random")


def test_simple_placers_play_whole_matches() -> None:
    rules = MatchRules(CARD, "communal")
    for name in ("random", "greedy"):
        policy = KITS["king-cross"].policy(name).load()(rules, SeededChance(name))
        (match,) = check_policy(king_cross(rules, (1, 2, 3)), policy)
        assert match.state.finished is not None


class Careless(CrissCross):
    """Starts every meter at its initial amount."""

    def open(self, rules: RuleBook, seats: Sequence[int], carried: Mapping[str, str] = NOTHING_CARRIED) -> RoundState:
        return super().open(rules, seats)


def test_a_game_that_forgets_its_meters_is_found_out() -> None:
    book = load_rule_book("maryland", PROGRESSIVE["growing"])
    with pytest.raises(AssertionError, match="the next contest must start from"):
        check(replace(criss_cross(book), game=Careless()), 1, trouble=1_000)


class Leaky(CrissCross):
    """Shows the deck to everybody."""

    def view(self, state: RoundState, audience: Audience) -> TableView:
        deck = None if state.deck is None else tuple(card_name(card) for card in state.deck)
        return replace(super().view(state, audience), deck=deck)


class Silent(CrissCross):
    """Does not list that a seat may fold."""

    def legal_actions(self, state: RoundState, actor: Actor) -> tuple[Any, ...]:
        return tuple(action for action in super().legal_actions(state, actor) if not isinstance(action, Fold))


class Boastful(CrissCross):
    """Lists what is not allowed."""

    def legal_actions(self, state: RoundState, actor: Actor) -> tuple[Any, ...]:
        return (*super().legal_actions(state, actor), Fold("middle"))


class Stuck(CrissCross):
    """Does not say what the system does next."""

    def pending(self, state: RoundState) -> Pending[Any]:
        result = super().pending(state)
        return replace(result, action=None)


class Forgetful(CrissCross):
    """Loses the bet when its event is read again."""

    def evolve(self, state: RoundState, event: Any) -> RoundState:
        after = super().evolve(state, event)
        return after if event.kind != "bet_placed" else state


class Generous(CrissCross):
    """Keeps chips in escrow."""

    def postings(self, event: Any) -> tuple[Any, ...]:
        return () if event.kind == "wager_settled" else super().postings(event)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Leaky, "the view of"),
        (Silent, "not listed"),
        (Boastful, "Fold"),
        (Stuck, "without an action"),
        (Forgetful, "left in escrow"),
        (Generous, "left in escrow"),
    ],
)
def test_a_game_that_breaks_a_law_is_found_out(game: Callable[[], CrissCross], message: str) -> None:
    subject = replace(criss_cross(BOOK), game=game())
    with pytest.raises(AssertionError, match=message):
        for seed in range(20):
            check(subject, seed)


def test_a_subject_needs_only_what_its_game_says() -> None:
    subject: Subject[Any, Any, Any, Any, Any] = criss_cross(BOOK, (3,))
    seats: Sequence[int] = subject.seats
    assert check(subject, 1, trouble=1_000).seats == tuple(seats)
