"""One round as readable text that parses back to the same events.

Write it with `format_round` and read it with `parse_round`. The first lines name the rule book, its hash and the
choices that differ from its defaults. Then each event has one line in plain words. A line that starts with `#` is a
comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from crossfelt.crisscross import events as happened
from crossfelt.crisscross.events import EVENTS, Event
from crossfelt.crisscross.progressives.play import MeterGrowth, Prize
from crossfelt.crisscross.resolve import choices_of, load_rule_book
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SettledWager
from crossfelt.game import NOTHING_CARRIED
from crossfelt.notation import Noted, Patterns, heading_lines, lines_after, parse_event, read_heading
from crossfelt.schema import kinds_of, to_plain

_TITLE = "crossfelt round, notation 1"
_KINDS = kinds_of(*EVENTS)

NotedRound = Noted[RuleBook, Event]


def format_round(
    book: RuleBook, seats: Sequence[int], events: Iterable[Event], carried: Mapping[str, str] = NOTHING_CARRIED
) -> str:
    """Return the text of a round, complete or in progress."""
    heading = heading_lines("rules", book, choices_of(book.id), seats, carried=carried)
    lines = [_TITLE, *heading, *map(format_event, events)]
    return "\n".join(lines) + "\n"


def parse_round(text: str) -> NotedRound:
    """Return the round of a text; `NotationError` names the first line that is wrong."""
    lines = lines_after(_TITLE, text)
    heading = read_heading(lines, "rules")
    book = heading.rules("rule book", load_rule_book)
    events: list[Event] = []
    for number, line in lines:
        events.append(parse_event(number, line, _KINDS, lambda line: _plain_event(events, line)))
    return Noted(book, heading.seats, tuple(events), heading.carried)


def format_event(event: Event) -> str:
    """Return one event as one line."""
    match event:
        case happened.WagersPlaced(seat=seat, wagers=wagers):
            return f"seat {seat} wagers {_pairs(wagers)}"
        case happened.WagersWithdrawn(seat=seat, wagers=wagers):
            return f"seat {seat} takes back {_pairs(wagers)}"
        case happened.BettingClosed(seats=seats):
            return f"no more bets: {_words(seats)}"
        case happened.Shuffled(deck=deck):
            return f"deck {_words(deck)}"
        case happened.DeckWithdrawn():
            return "deck withdrawn"
        case happened.CardsDealt(placements=placements):
            return f"dealt {_pairs({entry.place: entry.position for entry in placements})}"
        case happened.BetPlaced(seat=seat, spot=spot, multiple=multiple, cents=cents):
            return f"seat {seat} bets {spot} {multiple}x {cents}"
        case happened.SeatFolded(seat=seat, stage=stage, decided_by=decided_by):
            return f"seat {seat} folds at {stage}, decided by {decided_by}"
        case happened.SeatAbandoned(seat=seat):
            return f"seat {seat} is abandoned"
        case happened.SeatTakenOver(seat=seat):
            return f"seat {seat} is taken over"
        case happened.SeatForfeited(seat=seat, reason=reason, clause=clause):
            return f"seat {seat} forfeits | {reason} | {clause}"
        case happened.CommunityRevealed(stage=stage, cards=cards):
            return f"turned after {stage}: {_pairs(cards)}"
        case happened.IrregularityRuled():
            where = f" {event.place} {event.card}" if event.place is not None else ""
            return f"irregularity {event.irregularity} #{event.occurrence}{where}: {event.outcome} | {event.clause}"
        case happened.CardSetAside(position=position, card=card):
            return f"set aside {position} {card}"
        case happened.HandShown(seat=seat):
            return f"seat {seat} shows {_words(event.cards)}"
        case happened.BonusCardsRevealed():
            return f"bonus cards {_words(event.cards)}"
        case happened.MetersGrew(growth=growth):
            return f"meters grow: {_growth_text(growth)}"
        case happened.WheelSpun(wheel=wheel, seat=seat, symbol=symbol):
            return f"wheel {wheel} {'of the table' if seat is None else f'of seat {seat}'} stops at {symbol}"
        case happened.HotSpotDrawn(seat=seat, among=among):
            return f"seat {seat} is the hot spot among {_words(among)}"
        case happened.CommunityPayTaken(wager=wager):
            return f"community pay {wager.order} of seat {wager.seat} goes back"
        case happened.WagerSettled(wager=wager):
            return _format_wager(wager)
        case happened.RoundSettled(totals=totals):
            return "settled: " + ", ".join(
                f"seat {total.seat} staked {total.staked} won {total.won} returned {total.returned} net {total.net}"
                for total in totals
            )
        case happened.RoundVoided():
            fate = "deck removed" if event.deck_removed else "deck stays"
            refunds, lines = _pairs({str(refund.seat): refund.cents for refund in event.refunds}), len(event.reversed)
            shrunk = f", meters shrink: {_growth_text(event.shrunk)}" if event.shrunk else ""
            return f"void | {event.clause} | {fate} | refunds {refunds} | reversed {lines}{shrunk} | {event.reason}"


def _format_wager(wager: SettledWager) -> str:
    hand = "unseen" if wager.hand is None else wager.hand
    odds = "amounts" if wager.odds is None else wager.odds
    return (
        f"wager {wager.order} seat {wager.seat} {wager.spot} {wager.staked}: {wager.result} {hand} at {odds}, "
        f"won {wager.won} returned {wager.returned} cut {wager.cut} | {wager.clause}"
        + "".join(f" | {_prize_text(prize)}" for prize in wager.prizes)
    )


def _prize_text(prize: Prize) -> str:
    source = "" if prize.meter is None else f" from meter {prize.meter} reset to {prize.reset_cents}"
    return f"{prize.kind} {prize.symbol} {prize.won}{source} by {prize.clause}"


def _growth_text(growth: Iterable[MeterGrowth]) -> str:
    return ", ".join(
        f"{step.meter} by {step.contributed} on {step.wagered} from {step.before} to {step.after}" for step in growth
    )


def _pairs(values: dict[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in values.items()) or "nothing"


def _words(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _plain_event(before: Sequence[Event], line: str) -> dict[str, Any] | None:
    plain = _PATTERNS.read(line)
    if plain is not None and plain["kind"] == "round_voided":
        wagers = _standing(before)
        if len(wagers) != plain["reversed"]:
            raise ValueError("a void reverses every wager settled so far")
        plain["reversed"] = [to_plain(wager) for wager in wagers]
    if plain is not None and plain["kind"] == "community_pay_taken":
        matching = [
            wager for wager in _standing(before) if wager.order == plain["order"] and wager.seat == plain["seat"]
        ]
        if len(matching) != 1:
            raise ValueError("no such Community Pay was made")
        plain = {"kind": plain["kind"], "wager": to_plain(matching[0])}
    return plain


def _standing(before: Sequence[Event]) -> list[SettledWager]:
    """Return the wagers settled so far, without those that were taken back."""
    taken = [event.wager for event in before if isinstance(event, happened.CommunityPayTaken)]
    settled = (event.wager for event in before if isinstance(event, happened.WagerSettled))
    return [wager for wager in settled if wager not in taken]


Build = Callable[["re.Match[str]"], dict[str, Any]]


def _number(text: str) -> int:
    if len(text) > 18:
        raise ValueError("too many digits")
    return int(text)


def _numbers(text: str) -> dict[str, int]:
    return {key: _number(value) for key, value in _texts(text).items()}


def _texts(text: str) -> dict[str, str]:
    if text == "nothing":
        return {}
    pairs = [tuple(entry.split(" ")) for entry in text.split(", ")]
    if any(len(pair) != 2 for pair in pairs) or len({pair[0] for pair in pairs}) != len(pairs):
        raise ValueError("not a list of pairs")
    return {pair[0]: pair[1] for pair in pairs}


def _build_irregularity(match: re.Match[str]) -> dict[str, Any]:
    return {
        "kind": "irregularity_ruled",
        "irregularity": match[1],
        "occurrence": _number(match[2]),
        "place": match[3],
        "card": match[4],
        "outcome": match[5],
        "clause": match[6],
    }


def _build_wager(match: re.Match[str]) -> dict[str, Any]:
    line: dict[str, Any] = {key: _number(match[key]) for key in ("order", "seat", "staked", "won", "returned", "cut")}
    line["odds"] = None if match["odds"] == "amounts" else _number(match["odds"])
    line["hand"] = None if match["hand"] == "unseen" else match["hand"]
    line["prizes"] = [_build_prize(text) for text in (match["prizes"] or "").split(" | ") if text]
    words = {"spot": match["spot"], "result": match["result"], "clause": match["clause"]}
    return {"kind": "wager_settled", "wager": line | words}


_PRIZE = re.compile(
    r"(?P<kind>\w+) (?P<symbol>[\w&]+) (?P<won>\d+)"
    r"(?: from meter (?P<meter>\w+) reset to (?P<reset>\d+))? by (?P<clause>[^|]+)",
    re.ASCII,
)
_GROWTH = re.compile(r"(\w+) by ([\d/]+) on (\d+) from ([\d/]+) to ([\d/]+)", re.ASCII)


def _build_prize(text: str) -> dict[str, Any]:
    match = _PRIZE.fullmatch(text)
    if not match:
        raise ValueError("not a prize")
    return {
        "kind": match["kind"],
        "symbol": match["symbol"],
        "won": _number(match["won"]),
        "clause": match["clause"],
        "meter": match["meter"],
        "reset_cents": _number(match["reset"] or "0"),
    }


def _build_growth(text: str) -> list[dict[str, Any]]:
    steps = []
    for part in text.split(", "):
        match = _GROWTH.fullmatch(part)
        if not match:
            raise ValueError("not the growth of a meter")
        meter, contributed, wagered, before, after = match.groups()
        steps.append(
            {
                "meter": meter,
                "wagered": _number(wagered),
                "before": before,
                "contributed": contributed,
                "after": after,
            }
        )
    return steps


_TOTAL = re.compile(r"seat (\d+) staked (\d+) won (\d+) returned (\d+) net (-?\d+)")


def _build_settled(match: re.Match[str]) -> dict[str, Any]:
    totals = []
    for text in match[1].split(", "):
        total = _TOTAL.fullmatch(text)
        if not total:
            raise ValueError("not a total")
        keys = ("seat", "staked", "won", "returned", "net")
        totals.append(dict(zip(keys, map(_number, total.groups()), strict=True)))
    return {"kind": "round_settled", "totals": totals}


def _build_void(match: re.Match[str]) -> dict[str, Any]:
    return {
        "kind": "round_voided",
        "clause": match[1],
        "deck_removed": match[2] == "deck removed",
        "refunds": [{"seat": _number(seat), "cents": cents} for seat, cents in _numbers(match[3]).items()],
        # How many wagers are reversed; which ones follows from the lines before.
        "reversed": _number(match[4]),
        "shrunk": _build_growth(match[5]) if match[5] else [],
        "reason": match[6],
    }


def _of(kind: str, **fields: Callable[[re.Match[str]], Any]) -> Build:
    def build(match: re.Match[str]) -> dict[str, Any]:
        return {"kind": kind} | {name: read(match) for name, read in fields.items()}

    return build


def _seat(match: re.Match[str]) -> int:
    return _number(match[1])


_PATTERNS = Patterns(
    (
        (r"seat (\d+) wagers (.+)", _of("wagers_placed", seat=_seat, wagers=lambda m: _numbers(m[2]))),
        (r"seat (\d+) takes back (.+)", _of("wagers_withdrawn", seat=_seat, wagers=lambda m: _numbers(m[2]))),
        (
            r"no more bets: ([\d ]+)",
            _of("betting_closed", seats=lambda m: [_number(n) for n in m[1].split()]),
        ),
        (r"deck withdrawn", _of("deck_withdrawn")),
        (r"deck (.+)", _of("shuffled", deck=lambda m: m[1].split(" "))),
        (
            r"dealt (.+)",
            _of(
                "cards_dealt",
                placements=lambda m: [{"place": k, "position": v} for k, v in _numbers(m[1]).items()],
            ),
        ),
        (
            r"seat (\d+) bets (\w+) (\d+)x (\d+)",
            _of(
                "bet_placed",
                seat=_seat,
                spot=lambda m: m[2],
                multiple=lambda m: _number(m[3]),
                cents=lambda m: _number(m[4]),
            ),
        ),
        (
            r"seat (\d+) folds at (\w+), decided by (\w+)",
            _of("seat_folded", seat=_seat, stage=lambda m: m[2], decided_by=lambda m: m[3]),
        ),
        (r"seat (\d+) is abandoned", _of("seat_abandoned", seat=_seat)),
        (r"seat (\d+) is taken over", _of("seat_taken_over", seat=_seat)),
        (
            r"seat (\d+) forfeits \| (\w+) \| ([^|]+)",
            _of("seat_forfeited", seat=_seat, reason=lambda m: m[2], clause=lambda m: m[3]),
        ),
        (
            r"turned after (\w+): (.+)",
            _of("community_revealed", stage=lambda m: m[1], cards=lambda m: _texts(m[2])),
        ),
        (r"irregularity (\w+) #(\d+)(?: ([\w:]+) (\w\w))?: (\w+) \| ([^|]+)", _build_irregularity),
        (r"set aside (\d+) (\w\w)", _of("card_set_aside", position=_seat, card=lambda m: m[2])),
        (r"seat (\d+) shows (\w\w \w\w)", _of("hand_shown", seat=_seat, cards=lambda m: m[2].split())),
        (r"meters grow: (.+)", _of("meters_grew", growth=lambda m: _build_growth(m[1]))),
        (
            r"wheel (\w+) of (?:the table|seat (\d+)) stops at ([\w&]+)",
            _of(
                "wheel_spun",
                wheel=lambda m: m[1],
                seat=lambda m: None if m[2] is None else _number(m[2]),
                symbol=lambda m: m[3],
            ),
        ),
        (
            r"seat (\d+) is the hot spot among ([\d ]+)",
            _of("hot_spot_drawn", seat=_seat, among=lambda m: [_number(n) for n in m[2].split()]),
        ),
        (
            r"community pay (\d+) of seat (\d+) goes back",
            _of("community_pay_taken", order=_seat, seat=lambda m: _number(m[2])),
        ),
        (r"bonus cards (.+)", _of("bonus_cards_revealed", cards=lambda m: m[1].split(" "))),
        (
            r"wager (?P<order>\d+) seat (?P<seat>\d+) (?P<spot>\w+) (?P<staked>\d+): (?P<result>\w+) (?P<hand>\w+) "
            r"at (?P<odds>-?\d+|amounts), won (?P<won>\d+) returned (?P<returned>\d+) cut (?P<cut>\d+) "
            r"\| (?P<clause>[^|]+?)(?: \| (?P<prizes>.+))?",
            _build_wager,
        ),
        (r"settled: (.+)", _build_settled),
        (
            r"void \| ([^|]+) \| (deck \w+) \| refunds ([^|]+) \| reversed (\d+)"
            r"(?:, meters shrink: ([^|]+))? \| (.+)",
            _build_void,
        ),
    )
)
