"""Strong players and advice for a seat see its view and the rules, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from crossfelt.analysis.crisscross.policies import optimal_policy
from crossfelt.analysis.king.policies import new_policy
from crossfelt.catalog import KITS, AnyContest
from crossfelt.chance import SeededChance
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.crisscross.round import RoundContest, open_round
from crossfelt.errors import BadInput
from crossfelt.game import SYSTEM, seat_actor, seat_audience
from crossfelt.kingcross.match import MatchContest, open_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules
from crossfelt.schema import from_plain, to_plain
from crossfelt.service.wire.analysis import AdviseAnswer, KingHintAnswer
from crossfelt.service.wire.strict import read_wire
from tests.support.service.worker_questions import Ask


def seat_question(contest: AnyContest, seat: int, **more: Any) -> dict[str, Any]:
    """A question about a seat, as a table would put it."""
    view = to_plain(contest.view(seat_audience(seat)))
    return {"game": contest.game.name, "rules": contest.rules.document, "view": view, **more}


def act(ask: Ask, contest: AnyContest, seat: int, policy: str, **more: Any) -> None:
    """Lets a policy in a worker act for the seat."""
    plain = ask("policy_action", seat_question(contest, seat, policy=policy, **more))
    contest.act(seat_actor(seat), from_plain(contest.game.action_kinds, plain))


def new_round(rules: str = "maryland", seats: tuple[int, ...] = (1, 2)) -> RoundContest:
    return open_round(load_rule_book(rules), seats)


def close_betting(contest: RoundContest, chance: SeededChance) -> None:
    closing = contest.game.on_timeout(contest.state, None)
    assert closing is not None
    contest.act(SYSTEM, closing)
    contest.advance(chance)


@pytest.mark.parametrize("rules", rule_book_ids())
def test_a_table_of_bots_plays_a_round_through_workers_as_it_would_without(ask: Ask, rules: str) -> None:
    contest, chance = new_round(rules, (1, 2, 3)), SeededChance(5)
    names = {1: "optimal", 2: "card", 3: "random"}
    for seat, name in names.items():
        act(ask, contest, seat, name)
    close_betting(contest, chance)
    policy = optimal_policy(contest.rules, chance)
    asked = 0
    while not contest.is_finished:
        (seat,) = contest.pending.seats
        if seat == 1:
            plain = ask("policy_action", seat_question(contest, 1, policy="optimal"))
            assert plain == to_plain(policy.act(contest.view(seat_audience(1))))
            asked += 1
        act(ask, contest, seat, names[seat])
        contest.advance(chance)
    assert asked


def test_advice_on_a_view_is_advice_on_its_cards(ask: Ask) -> None:
    contest, chance = new_round(seats=(1,)), SeededChance(2)
    act(ask, contest, 1, "always-1x")
    close_betting(contest, chance)
    decisions = []
    while not contest.is_finished:
        view = contest.view(seat_audience(1))
        result = ask("view_advice", seat_question(contest, 1))
        read_wire(AdviseAnswer, result)
        decisions.append(result["decision"])
        cards: dict[str, Any] = {"hole": list(view.seats[0].hole)}
        for line, places in (("across", ("left", "right")), ("down", ("far", "near"))):
            turned = [name for place in places if (name := _card_at(view.community, place)) is not None]
            cards |= {line: turned} if turned else {}
        bets = [1] * (len(decisions) - 1)
        assert result == without_report(ask("advise", {"rules": "maryland", "bets": bets, **cards}))
        act(ask, contest, 1, "always-1x")
        contest.advance(chance)
    assert decisions == ["across", "down", "middle"]


def without_report(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without the header that names the rules of a report: a table's rules are known at the table."""
    return {key: value for key, value in answer.items() if key != "report"}


def _card_at(community: dict[str, str | None], place: str) -> str | None:
    return next((name for key, name in community.items() if place in key), None)


def king_match(bonus: bool = True) -> MatchContest:
    contest = open_match(MatchRules(load_score_card(), "communal", bonus), (1, 2))
    contest.advance(SeededChance(7))
    return contest


@pytest.mark.parametrize("level", KITS["king-cross"].policy_names)
def test_a_player_of_every_level_places_its_roll(ask: Ask, level: str) -> None:
    contest = king_match()
    act(ask, contest, 2, level, seed=3)
    assert contest.view(seat_audience(2)).seats[1].sealed is not None


def test_an_expert_in_a_worker_is_the_expert(ask: Ask) -> None:
    contest, chance = king_match(), SeededChance(7)
    policy = new_policy(contest.rules.score_card, True, "expert", 0)
    for _ in range(4):
        for seat in (1, 2):
            plain = ask("policy_action", seat_question(contest, seat, policy="expert"))
            assert plain == to_plain(policy.act(contest.view(seat_audience(seat))))
            contest.act(seat_actor(seat), from_plain(contest.game.action_kinds, plain))
        contest.advance(chance)


@pytest.mark.parametrize("bonus", [False, True])
def test_a_hint_on_a_view_is_a_hint_on_its_sheet(ask: Ask, bonus: bool) -> None:
    contest = king_match(bonus)
    sheet = contest.view(seat_audience(1)).seats[0]
    result = ask("view_advice", seat_question(contest, 1))
    read_wire(KingHintAnswer, result)
    body = {"grid": [list(row) for row in sheet.grid], "roll": sheet.in_hand, "bonus": bonus}
    assert result == without_report(ask("king_hint", body))


def test_a_seat_that_is_not_due_is_refused(ask: Ask) -> None:
    contest, chance = new_round(), SeededChance(5)
    for seat in (1, 2):
        act(ask, contest, seat, "optimal")
    with pytest.raises(BadInput, match="view: the seat has no decision to make"):
        ask("view_advice", seat_question(contest, 1))
    close_betting(contest, chance)
    other = 3 - contest.pending.seats[0]
    for kind, more in (("view_advice", {}), ("policy_action", {"policy": "optimal"})):
        with pytest.raises(BadInput, match="view: the seat has no decision to make"):
            ask(kind, seat_question(contest, other, **more))  # type: ignore[arg-type]


def test_a_seat_without_a_card_is_refused(ask: Ask) -> None:
    contest = king_match()
    act(ask, contest, 1, "greedy")
    for kind, more in (("view_advice", {}), ("policy_action", {"policy": "expert"})):
        with pytest.raises(BadInput, match="view: the seat has no card to place"):
            ask(kind, seat_question(contest, 1, **more))  # type: ignore[arg-type]


def test_what_does_not_belong_together_is_refused(ask: Ask) -> None:
    contest, match = new_round(), king_match()
    body = seat_question(contest, 1, policy="optimal")
    wrong = {
        "view: it belongs to a contest under other rules": body | {"rules": load_rule_book("cardroom").document},
        "view.audience: Field required": body | {"view": {}},
        "view.deck_: Unexpected": body | {"view": {**body["view"], "deck_": 1}},
        "policy: 'genius' is not one of random, never-fold": body | {"policy": "genius"},
        "game: 'whist' is not one of": body | {"game": "whist"},
        "policy: 'optimal' is not one of random": seat_question(match, 1, policy="optimal"),
        "rule book": body | {"rules": {}},
    }
    for message, question in wrong.items():
        with pytest.raises(BadInput) as caught:
            ask("policy_action", question)
        assert any(message in fault for fault in caught.value.faults), (message, caught.value.faults)
