"""Whatever comes in from outside is read or refused in its own words: cases, rule books, choices, records.

Two kinds of input: any JSON at all, and good input with a few places changed, which gets much further.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from crossfelt.crisscross.actions import CloseBetting, PlaceWagers, Shuffle
from crossfelt.crisscross.casefile import settle_case
from crossfelt.crisscross.resolve import choices_of, load_rule_book, rule_book_from_document, rule_book_ids
from crossfelt.crisscross.round import CRISS_CROSS, RoundContest
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import CaseError, RecordError, RuleBookError
from crossfelt.game import CHANCE, FLOOR, SYSTEM, Contest, seat_actor
from crossfelt.record import export_record, replay
from tests.support.progressive_choices import least_meter, spin_choices, xtreme_choices
from tests.support.properties.any_json import ANYTHING
from tests.support.properties.felt import CARD_NAMES
from tests.support.properties.watched_rounds import AUDIENCES
from tests.support.rounds import random_round
from tests.support.scale import scaled

CASE: dict[str, Any] = {
    "rules": "cardroom",
    "community": {"across": ["2c", "9d"], "down": ["Th", "4s"], "middle": "Kd"},
    "bonus_cards": ["3c", "3d", "3h", "3s"],
    "seats": [
        {
            "seat": number,
            "hole": hole,
            "folded_at": folded_at,
            "wagers": {"ante_across": 500, "ante_down": 500, **bets, "five_card_bonus": 500, "six_card_bonus": 500},
        }
        for number, hole, folded_at, bets in (
            (1, ["Ah", "Kc"], None, {"across": 500, "down": 1000, "middle": 1500}),
            (4, ["7h", "7c"], "middle", {"across": 500, "down": 1000}),
        )
    ],
}


OFFERS: dict[str, Any] = {
    "bonus_spin": spin_choices(community="b", reset_cents=150_000),
    "xtreme": xtreme_choices(
        wheel_1="a",
        wheel_5="g",
        community_5="h",
        rate_ppm=1,
        event="two_pair",
        meters={"a": least_meter("a"), "g": least_meter("g") | {"initial_cents": 600_000}},
        community_weights={str(position): position for position in range(1, 9)},
    ),
}
PROGRESSIVE_BOOK = load_rule_book("maryland", OFFERS)
PROGRESSIVE_CASE: dict[str, Any] = {
    "rules": "maryland",
    "community": {"across": ["2c", "9d"], "down": ["2h", "9s"], "middle": "Kd"},
    "seats": [
        {
            "seat": number,
            "hole": hole,
            "folded_at": folded_at,
            "wagers": {"ante_across": 500, "ante_down": 500, **bets, "bonus_spin": 500, "bonus_spin_xtreme": xtreme},
        }
        for number, hole, folded_at, bets, xtreme in (
            (1, ["Ah", "Ac"], None, {"across": 500, "down": 1000, "middle": 1500}, 100),
            (4, ["7h", "7c"], "middle", {"across": 500, "down": 1000}, 500),
        )
    ],
    "progressive": {
        "meters": {"bonus_spin": "123456", "xtreme_a": "654321.5", "xtreme_g": "7/3"},
        "spins": [
            {"spot": "bonus_spin", "seat": 4, "symbol": "200&50"},
            {"spot": "bonus_spin", "seat": 1, "symbol": "jackpot"},
        ],
        "community_symbol": 4,
        "hot_spot": {"seat": 4, "symbol": "jackpot"},
    },
}


def cases() -> list[Any]:
    """The cases above, the one with more places more often."""
    return [CASE, PROGRESSIVE_CASE, PROGRESSIVE_CASE]


def nodes(root: Any) -> list[tuple[Any, Any]]:
    """Every place in a piece of data: the container and the key."""
    results: list[tuple[Any, Any]] = []
    queue = [root]
    while queue:
        node = queue.pop()
        for key in list(node) if isinstance(node, dict) else range(len(node)):
            results.append((node, key))
            if isinstance(node[key], (dict, list)):
                queue.append(node[key])
    return results


@st.composite
def changed(draw: st.DrawFn, originals: Callable[[], Sequence[Any]]) -> Any:
    """One of the originals with up to three places replaced, removed, doubled or exchanged."""
    data = deepcopy(originals()[draw(st.integers(0, len(originals()) - 1))])
    for _ in range(draw(st.integers(1, 3))):
        places = nodes(data)
        container, key = places[draw(st.integers(0, len(places) - 1))]
        other, at = places[draw(st.integers(0, len(places) - 1))]
        match draw(st.integers(0, 5)):
            case 0:
                container[key] = draw(ANYTHING)
            case 1:
                del container[key]
            case 2 if isinstance(container, list):
                container.append(deepcopy(container[key]))
            case 3 if isinstance(container[key], int) and not isinstance(container[key], bool):
                container[key] += draw(st.integers(-2, 2))
            case 4 if isinstance(container[key], bool):
                container[key] = not container[key]
            case _:
                container[key] = deepcopy(other[at])
    return data


def check_case(case: Any) -> None:
    try:
        result = settle_case(case, lambda name: PROGRESSIVE_BOOK if name == "maryland" else load_rule_book(name))
    except CaseError as error:
        assert error.faults
        assert all(fault and "\n" not in fault and len(fault) < 500 for fault in error.faults)
    else:
        for seat in result["seats"]:
            assert seat["net"] == seat["won"] + seat["returned"] - seat["staked"]
            assert json.loads(json.dumps(seat)) == seat


@given(ANYTHING | st.fixed_dictionaries(dict.fromkeys(CASE, ANYTHING)))
def test_any_json_as_a_case(case: object) -> None:
    check_case(case)


@settings(max_examples=scaled(400, 20_000))
@given(changed(cases))
def test_a_changed_case(case: object) -> None:
    check_case(case)


def documents() -> list[Any]:
    """The shipped rule books, resolved, and one that offers progressive wagers."""
    return [*(load_rule_book(rules).document for rules in rule_book_ids()), PROGRESSIVE_BOOK.document]


@settings(max_examples=scaled(300, 20_000))
@given(changed(lambda: [OFFERS]))
def test_changed_tables_of_progressive_wagers(offers: Any) -> None:
    try:
        book = load_rule_book("maryland", offers)
    except RuleBookError as error:
        assert error.faults
        assert all(fault and "\n" not in fault and len(fault) < 500 for fault in error.faults)
    else:
        assert rule_book_from_document(book.document).hash == book.hash
        play(book, random.Random(1))


@given(ANYTHING | st.fixed_dictionaries(dict.fromkeys(documents()[0], ANYTHING)))
def test_any_json_as_a_rule_book(document: object) -> None:
    try:
        rule_book_from_document(document)
    except RuleBookError as error:
        assert error.faults


@settings(max_examples=scaled(300, 20_000))
@given(changed(documents), st.integers(0, 2**32))
def test_a_changed_rule_book_is_refused_or_can_be_played(document: object, seed: int) -> None:
    try:
        book = rule_book_from_document(document)
    except RuleBookError as error:
        assert error.faults
        assert all(fault and "\n" not in fault and len(fault) < 500 for fault in error.faults)
    else:
        assert rule_book_from_document(book.document).hash == book.hash
        play(book, random.Random(seed))


def play(book: RuleBook, choose: random.Random) -> None:
    """Some steps of a round in which everyone does anything that is legal, seen by everyone."""
    seats = list(range(1, choose.randint(1, book.seat_count) + 1))
    contest: RoundContest = Contest(CRISS_CROSS, book, seats)
    for seat in seats:
        for opening in CRISS_CROSS.legal_actions(contest.state, seat_actor(seat))[:1]:
            assert isinstance(opening, PlaceWagers)
            sizes = {spot.id: spot.sizes_cents for spot in book.betting_spots if spot.sizes_cents}
            spins = {name: choose.choice(cents) for name, cents in sizes.items() if choose.random() < 0.7}
            contest.act(seat_actor(seat), PlaceWagers(opening.wagers | spins))
    if contest.state.in_play:
        contest.act(SYSTEM, CloseBetting())
    for _ in range(40):
        if contest.state.stage == "shuffling":
            deck = sorted(CARD_NAMES)
            choose.shuffle(deck)
            contest.act(CHANCE, Shuffle(tuple(deck)))
        if contest.pending.kind == "chance":
            contest.act(CHANCE, choose.choice(CRISS_CROSS.legal_actions(contest.state, CHANCE)))
        actors = (*(seat_actor(seat) for seat in seats), *[SYSTEM] * 6, FLOOR)
        actor = choose.choice(actors)
        legal = CRISS_CROSS.legal_actions(contest.state, actor)
        if legal:
            contest.act(actor, choose.choice(legal))
        for audience in AUDIENCES:
            CRISS_CROSS.view(contest.state, audience)
        assert sum(contest.balances.values()) == 0
    assert replay(CRISS_CROSS, json.loads(json.dumps(export_record(contest)))).state == contest.state


WHEELS = st.sampled_from("abcdj")
TABLES = st.fixed_dictionaries(
    {"rate_ppm": st.sampled_from((0, 1, 200_000, 1_000_001, -1))},
    optional={
        "wheel": WHEELS,
        "wheel_1": WHEELS,
        "wheel_5": WHEELS,
        "community": WHEELS,
        "event": st.sampled_from(("two_pair", "hole_pair", "high_card", "full_moon")),
        "reset_cents": st.integers(0, 10**6),
        "meters": st.dictionaries(WHEELS, st.just({"reset_cents": 99_999}), max_size=2),
        "weights": st.dictionaries(st.sampled_from(("jackpot", "500", "a", "b")), st.integers(-1, 3), max_size=3),
    },
)
"""Options for a progressive wager, some of them invalid."""


@st.composite
def choices(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Choices with their own names, and mostly with values of their own type."""
    rules = draw(st.sampled_from(rule_book_ids()))
    made: dict[str, Any] = {}
    for choice in draw(st.lists(st.sampled_from(choices_of(rules)), max_size=4)):
        likely = {
            "boolean": st.booleans(),
            "cents": st.integers(0, 2_000) | st.integers(0, 10**12),
            "text": st.sampled_from((*choice.values, "other")),
            "spots": st.lists(st.sampled_from(("across", "middle", "five_card_bonus", "tip")), max_size=3),
            "table": st.sampled_from(tuple(OFFERS.values())) | TABLES,
        }[choice.type]
        made[choice.name] = draw(likely | likely | ANYTHING)
    return rules, made


@settings(max_examples=scaled(300, 20_000))
@given(choices(), st.integers(0, 2**32))
def test_any_choices_are_refused_or_can_be_played(made: tuple[str, dict[str, Any]], seed: int) -> None:
    try:
        book = load_rule_book(*made)
    except RuleBookError as error:
        assert error.faults
        assert all(fault and "\n" not in fault for fault in error.faults)
    else:
        play(book, random.Random(seed))


@cache
def records() -> tuple[Any, ...]:
    """A few exported rounds."""
    return tuple(json.loads(json.dumps(export_record(random_round(seed)))) for seed in (1, 2, 3, 5))


@given(ANYTHING)
def test_any_json_as_a_record(record: object) -> None:
    check_record(record)


@settings(max_examples=scaled(100, 5_000))
@given(changed(records))
def test_a_changed_record(record: object) -> None:
    check_record(record)


def check_record(record: object) -> None:
    try:
        replay(CRISS_CROSS, record)
    except RecordError as error:
        assert error.faults
        assert all("\n" not in fault for fault in error.faults)
