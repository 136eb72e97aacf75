#!/usr/bin/env python3
"""Checks records of rounds at Crossfelt tables, without Crossfelt: Python 3.11 and this one file are enough.

    python3 crossfelt_verifier.py [--against RECEIPT] FILE ...

Each FILE holds one record, or one on each line; - reads the standard input. Written from the page "Chance you can
check", whose words are used here without another explanation. Digest, commitment, log, seeds and signature are checked,
every chance is drawn again, and every wager, card, ruling, settled line, meter, placement and score is worked out
from the rules in the record. That what the floor reports was so, nobody but the floor can know.
A RECEIPT is a file with a signed head that a player saved: if the log contradicts it, the server has cheated.
Exit status: 0 when every record holds, 1 when one does not, 2 when one cannot be read.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

Json = dict[str, Any]
RANKS, SUITS = "23456789TJQKA", "hcds"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
KEYS = {"format", "version", "game", "rules", "rules_hash", "rules_document", "seats", "carried", "steps"}
PROOF_KEYS = {"scheme", "round", "commitment", "secret", "seeds", "log", "signed_head"}
HANDS = re.findall(
    r"\w+",
    "high_card pair_2s_to_5s pair_6s_to_10s pair_jacks_or_better two_pair three_of_a_kind straight flush full_house"
    " four_of_a_kind straight_flush royal_flush",
)


class DoesNotHold(Exception):
    """The first thing about a record that does not hold."""


def need(holds: object, message: str) -> None:
    if not holds:
        raise DoesNotHold(message)


def read_json(text: str | bytes) -> Any:
    """A JSON value in which no key comes twice and every number is whole; `ValueError` for anything else."""

    def distinct(pairs: list[tuple[str, Any]]) -> Json:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a key comes twice in one object")
        return dict(pairs)

    def refused(text: str) -> None:
        raise ValueError(f"{text} is not a whole number")

    return json.loads(text, object_pairs_hook=distinct, parse_float=refused, parse_constant=refused)


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def without_clauses(value: Any) -> Any:
    """Events without the clauses that they cite, which move no chip."""
    if isinstance(value, dict):
        return {key: without_clauses(item) for key, item in value.items() if key != "clause"}
    return [without_clauses(item) for item in value] if isinstance(value, list) else value


def fields(*parts: str | int | bytes) -> bytes:
    """Each part preceded by its length as eight bytes."""
    encoded = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"".join(len(part).to_bytes(8, "big") + part for part in encoded)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Stream:
    """The bytes of one chance, and the numbers made of them."""

    def __init__(self, secret: bytes, message: bytes) -> None:
        self.secret, self.message, self.block, self.bytes = secret, message, 0, b""

    def below(self, count: int) -> int:
        size = max(1, ((count - 1).bit_length() + 7) // 8)
        while True:
            while len(self.bytes) < size:
                self.bytes += hmac.digest(self.secret, self.message + fields(self.block), "sha256")
                self.block += 1
            number, self.bytes = int.from_bytes(self.bytes[:size], "big"), self.bytes[size:]
            if number < 256**size // count * count:
                return number % count

    def deck(self) -> list[str]:
        cards = list(DECK)
        for place in range(51, 0, -1):
            other = self.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        return cards

    def symbol(self, stops: list[tuple[str, int]]) -> str:
        """Return the symbol on which a wheel with these symbols and weights stops."""
        number = self.below(sum(weight for _, weight in stops))
        return next(symbol for symbol, weight in stops if (number := number - weight) < 0)


def ranked(cards: list[str], ace_low: bool = True) -> tuple[int, list[int]]:
    """The place of five cards among the hands, and their ranks in the order in which hands of one name compare."""
    counts = Counter(RANKS.index(card[0]) for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if ranks == [12, 3, 2, 1, 0] and ace_low:
        ranks = [3, 2, 1, 0, -1]
    is_run, is_flush = ranks[0] - ranks[-1] == 4, len({card[1] for card in cards}) == 1
    if len(ranks) == 5 and is_run:
        name = ("royal_flush" if ranks[0] == 12 else "straight_flush") if is_flush else "straight"
    elif len(ranks) == 5:
        name = "flush" if is_flush else "high_card"
    elif len(ranks) == 4:
        name = HANDS[1 + (ranks[0] > 3) + (ranks[0] > 8)]
    else:
        most = {(3, 2): "two_pair", (3, 3): "three_of_a_kind", (2, 3): "full_house", (2, 4): "four_of_a_kind"}
        name = most[len(ranks), counts[ranks[0]]]
    return HANDS.index(name), ranks


CROSS = ["across_left", "across_right", "down_far", "down_near", "middle"]
BONUS = ["bonus_1", "bonus_2", "bonus_3", "bonus_4"]
LINES = {"across": ["across_left", "across_right", "middle"], "down": ["down_far", "down_near", "middle"]}
UNPAIRED = {"flush", "straight", "high_card"}
NEVER_TOGETHER = {  # hands that the two lines of one seat cannot both make
    "royal_flush": {"royal_flush", "four_of_a_kind", "full_house"},
    "straight_flush": {"four_of_a_kind", "full_house"},
    "four_of_a_kind": {"four_of_a_kind"} | UNPAIRED,
    "full_house": UNPAIRED,
}
STAGES = {"wagers_placed": "betting", "wagers_withdrawn": "betting", "betting_closed": "betting"}
STAGES |= {"shuffled": "shuffling", "deck_withdrawn": "dealing", "cards_dealt": "dealing", "card_set_aside": "dealing"}
STAGES |= {"meters_grew": "settling", "wheel_spun": "settling", "hot_spot_drawn": "settling"}
ACTIONS = {  # who may do it, and the events that follow from nothing else
    "place_wagers": ("seat", "wagers_placed wagers_withdrawn"),
    "withdraw_wagers": ("seat", "wagers_withdrawn"),
    "close_betting": ("system floor", "betting_closed"),
    "shuffle": ("chance", "shuffled"),
    "spin": ("chance", "wheel_spun"),
    "draw_hot_spot": ("chance", "hot_spot_drawn"),
    "deal": ("system", "cards_dealt"),
    "bet": ("seat", "bet_placed"),
    "fold": ("seat", "seat_folded"),
    "abandon": ("system", "seat_abandoned seat_forfeited community_pay_taken wagers_withdrawn"),
    "take_over": ("system", "seat_taken_over wagers_withdrawn"),
    "report": ("floor", "irregularity_ruled card_set_aside deck_withdrawn round_voided"),
    "forfeit_seat": ("floor", "seat_forfeited community_pay_taken"),
    "void_round": ("system floor", "round_voided"),
    "settle": ("system", "wager_settled hand_shown bonus_cards_revealed round_settled"),
    "roll_dice": ("chance", "rolled"),
    "place": ("seat", "card_placed placement_sealed"),
    "place_for": ("system", "card_placed placement_sealed"),
    "abandon_sheet": ("system", "sheet_abandoned"),
}
FOLLOWING = set(re.findall(r"\w+", "seat_folded community_revealed meters_grew card_placed placement_sealed"))
FOLLOWING |= {"placements_shown", "match_finished"}
Awaited = tuple[str, int | None, list[Any]]
"""A chance that a settlement waits for: wheel, seat and segments, or a draw among seats."""
Paid = tuple[int, int, list[Json]]
"""A settled wager: seat, stake, and what a progressive one won."""


class CrissCross:
    """A round of Criss Cross Poker, played again event by event."""

    name = "criss-cross"

    def __init__(self, rules: Json, seats: list[int], carried: Json) -> None:
        self.rules, self.seats, self.stages = rules, sorted(seats), {stage["id"]: stage for stage in rules["stages"]}
        self.spots: Json = {name: spot for name, spot in rules["spots"].items() if spot.get("offered", True)}
        offered = rules.get("progressives", {})
        self.spin, self.xtreme = offered.get("bonus_spin", {}), offered.get("xtreme", {})
        self.by_pair = self.xtreme.get("event") == "hole_pair"
        self.sizes = {size["size_cents"]: size for size in self.xtreme.get("sizes", ())}
        self.terms = {"bonus_spin": self.spin["meter"]} if "meter" in self.spin else {}
        for size in self.sizes.values():
            self.terms[f"xtreme_{size['wheel']}"] = self.xtreme["wheels"][size["wheel"]]["meter"]
        antes = [name for name, entry in self.spots.items() if entry["kind"] == "ante"]
        spot = {"kind": "progressive", "placed": "betting", "survives_fold": True, "needs": antes, "hand": "hole"}
        if self.spin:
            self.spots["bonus_spin"] = spot | {"sizes": self.spin["sizes_cents"]}
        if self.xtreme:
            hand = "hole" if self.by_pair else "community"
            self.spots["bonus_spin_xtreme"] = spot | {"sizes": list(self.sizes), "hand": hand}
        self.spot_at = {spot["placed"]: name for name, spot in self.spots.items()}
        self.limit = self.limit_in_force()
        self.meters = {name: Fraction(carried.get(name, terms["initial_cents"])) for name, terms in self.terms.items()}
        self.stage, self.deck, self.next = "betting", list[str](), 0
        self.wagers: dict[int, dict[str, int]] = {seat: {} for seat in self.seats}
        self.placed: dict[str, int] = {}
        self.folded, self.forfeited, self.absent = set[int](), set[int](), set[int]()
        self.taken_over, self.losing = set[int](), set[int]()
        self.reports, self.outcome = list[str](), ""
        self.settled, self.growth = list[Json](), list[Json]()
        self.shown, self.hot_spot = set[int | None](), 0
        self.spun: dict[tuple[str, int | None], str] = {}

    def in_play(self) -> list[int]:
        return [seat for seat in self.seats if self.wagers[seat]]

    def is_in(self, seat: int) -> bool:
        return bool(self.wagers[seat]) and seat not in self.folded and seat not in self.forfeited

    def cards(self, places: list[str]) -> list[str]:
        return [self.deck[self.placed[place]] for place in places]

    def hole(self, seat: int) -> list[str]:
        return self.cards([f"hole:{seat}:1", f"hole:{seat}:2"])

    def has_live(self, seat: int) -> bool:
        """Whether a wager of the seat is neither settled nor lost yet."""
        settled = {line["spot"] for line in self.settled if line["seat"] == seat and line["staked"]}
        left = [spot for spot in self.wagers[seat] if spot not in settled]
        is_folded = seat in self.folded
        return seat not in self.forfeited and any(
            not is_folded or self.spots[spot].get("survives_fold") for spot in left
        )

    def to_act(self) -> int:
        """The seat whose decision is awaited, 0 when there is none."""
        spot = self.spot_at.get(self.stage)
        due = [seat for seat in self.seats if self.is_in(seat) and spot not in self.wagers[seat]]
        if self.stage not in self.stages or not due:
            return 0
        return min(due) if self.stages[self.stage]["seats"] == "from_left" else max(due)

    def step(self, actor: str, action: Json, events: list[Json], stream: Stream | None) -> None:
        """One step of the record; with a stream, what chance brings must be what the stream gives."""
        need(self.stage not in ("settled", "voided"), "the round was over before")
        if action["kind"] == "settle":
            need(self.stage == "settling", "nothing is settled now")
            self.settle(events)
            return
        for event in events:
            bare, kind = without_clauses(event), event["kind"]
            need(STAGES.get(kind, self.stage) == self.stage, f"{kind} does not belong to {self.stage}")
            for key, value in self.happen(actor, action, bare, stream).items():
                need(bare[key] == value, f"the {key} of {kind} must be {json.dumps(value)}")
            live = [spot for seat in self.seats if seat not in self.forfeited for spot in self.wagers[seat]]
            asks_cross = any(self.spots[spot]["hand"] == "community" for spot in live)
            if self.stage in self.stages and not asks_cross and not any(map(self.is_in, self.seats)):
                self.stage = "settling"
        paid_back = [line for line in self.settled if line["seat"] in self.forfeited and not line["staked"]]
        need(not paid_back, "a seat that forfeits keeps a Community Pay")
        need(self.losing <= self.forfeited, "a seat that was abandoned keeps its wagers")
        need(self.stage not in self.stages or self.to_act() not in {0, *self.absent}, "cards must be turned, or folded")
        need(self.stage != "settling" or self.growth or not self.grown(), "the meters have not grown")

    def happen(self, actor: str, action: Json, event: Json, stream: Stream | None) -> Json:
        """Apply one event; return the fields that it must have."""
        kind, asked = event["kind"], int(actor[5:]) if actor.startswith("seat:") else action.get("seat", 0)
        match kind:
            case "wagers_placed":
                chips = {name: cents for name, cents in action["wagers"].items() if cents}
                self.check_wagers(chips)
                self.wagers[asked] = dict(chips)
                return {"seat": asked, "wagers": chips}
            case "wagers_withdrawn":
                taken, self.wagers[asked] = self.wagers[asked], {}
                return {"seat": asked, "wagers": taken}
            case "betting_closed":
                self.stage = "shuffling"
                return {"seats": self.in_play()}
            case "shuffled":
                need(sorted(action["deck"]) == sorted(DECK), "the deck is not the 52 cards, each once")
                need(not stream or action["deck"] == stream.deck(), "the deck is not the one that the secret makes")
                self.deck, self.next, self.stage = action["deck"], 0, "dealing"
                return {"deck": self.deck}
            case "deck_withdrawn":
                need(not self.placed and self.outcome in ("reshuffle", "replace_deck"), "the deck must stay")
                self.stage = "shuffling"
            case "cards_dealt":
                left = [place for place in self.deal_places() if place not in self.placed]
                dealt = dict(list(zip(left, range(self.next, 52), strict=False))[: len(event["placements"])])
                self.placed |= dealt
                self.next += len(dealt)
                self.stage = next(iter(self.stages)) if len(dealt) == len(left) else "dealing"
                return {"placements": [{"place": place, "position": at} for place, at in dealt.items()]}
            case "card_set_aside":
                need(self.outcome == "set_card_aside", "no card is set aside here")
                self.next += 1
                return {"position": self.next - 1, "card": self.deck[self.next - 1]}
            case "bet_placed":
                spot, multiple, due = self.spot_at[self.stage], action["multiple"], self.to_act()
                need(actor == f"seat:{due}" and action["stage"] == self.stage, f"{actor} is not to act")
                need(multiple in self.spots[spot]["multiples"], f"a bet of {multiple} antes is not allowed")
                self.wagers[due][spot] = multiple * self.wagers[due][self.spots[spot]["multiple_of"]]
                return {"seat": due, "spot": spot, "multiple": multiple, "cents": self.wagers[due][spot]}
            case "seat_folded":
                due = self.to_act()
                self.folded.add(due)
                by = "player" if action["kind"] == "fold" and actor == f"seat:{due}" else "table"
                need(by == "player" or due in self.absent, f"nobody folds for seat {due}")
                return {"seat": due, "stage": self.stage, "decided_by": by}
            case "community_revealed":
                need(self.stage in self.stages and not self.to_act(), "a decision is still awaited")
                now, after, places = self.stage, [*self.stages, "settling"], self.stages[self.stage]["reveals"]
                self.stage = after[after.index(now) + 1]
                return {"stage": now, "cards": dict(zip(places, self.cards(places), strict=True))}
            case "seat_abandoned":
                takes_all = self.rules["abandoned"]["outcome"] == "lose_all"
                loses_all = takes_all and asked not in self.taken_over and self.has_live(asked)
                decides = self.is_in(asked) and asked not in self.absent and self.stage != "settling"
                need(loses_all or decides, f"seat {asked} has nothing left to decide or to lose")
                self.absent.add(asked)
                self.losing |= {asked} if loses_all else set()
                return {"seat": asked}
            case "seat_taken_over":
                need(asked not in self.taken_over and self.has_live(asked), f"seat {asked} has nothing to lose")
                self.absent.add(asked)
                self.taken_over.add(asked)
                return {"seat": asked}
            case "seat_forfeited":
                reasons = self.rules.get("conduct", {}).get("reasons", {})
                if action["kind"] == "abandon":
                    reasons = ["abandoned"] if self.rules["abandoned"]["outcome"] == "lose_all" else []
                own = [line for line in self.settled if line["seat"] == asked and line["staked"]]
                is_late = asked not in self.losing if action["kind"] == "abandon" else bool(own)
                need(event["reason"] in reasons and not is_late, "the seat does not forfeit for this, or not any more")
                self.forfeited.add(asked)
                return {"seat": asked, "reason": action.get("reason", "abandoned")}
            case "community_pay_taken":
                need(event["wager"]["seat"] in self.forfeited, "only a seat that forfeits gives a Community Pay back")
                self.settled.remove(event["wager"])
            case "meters_grew":
                self.growth = self.grown()
                self.meters |= {entry["meter"]: Fraction(entry["after"]) for entry in self.growth}
                return {"growth": self.growth}
            case "wheel_spun":
                wheel, spinner, stops = self.awaited()
                need(action["symbol"] in dict(stops), "the wheel never stops there")
                need(not stream or action["symbol"] == stream.symbol(stops), "the spin is not what the secret makes")
                self.spun[wheel, spinner] = action["symbol"]
                return {"wheel": wheel, "seat": spinner, "symbol": action["symbol"]}
            case "hot_spot_drawn":
                among = self.awaited()[2]
                self.hot_spot = among[stream.below(len(among))] if stream else action["seat"]
                need(action["seat"] == self.hot_spot, "the Hot Spot is not the one that the secret makes")
                return {"seat": self.hot_spot, "among": among}
            case "round_voided":
                need(action["kind"] == "void_round" or self.outcome.startswith("void"), "the round is not void")
                self.stage = "voided"
                refunds = [{"seat": seat, "cents": sum(self.wagers[seat].values())} for seat in self.in_play()]
                return {"refunds": refunds, "reversed": self.settled, "shrunk": self.growth}
            case "irregularity_ruled":
                entry, place = self.rules["irregularities"][action["irregularity"]], action["place"]
                method = entry.get("by_method", {}).get(self.rules["dealing_method"], {})
                outcomes = method.get("outcomes", entry["outcomes"])
                self.reports.append(entry.get("counts_with", action["irregularity"]))
                count = self.reports.count(self.reports[-1])
                self.outcome = outcomes[min(count, len(outcomes)) - 1]
                card = None if place is None else self.cards([place])[0]
                return {"occurrence": count, "outcome": self.outcome, "place": place, "card": card}
        return {}

    def check_wagers(self, chips: dict[str, int]) -> None:
        for name, cents in chips.items():
            spot = self.spots[name]
            need(spot["placed"] == "betting", f"{name} is not wagered on before the deal")
            if "sizes" in spot:
                fits = cents in spot["sizes"]
            else:
                is_whole = cents % self.rules["table_unit_cents"] == 0
                fits = is_whole and spot["minimum_cents"] <= cents <= spot["maximum_cents"]
            need(fits, f"{cents} cents on {name} are not allowed")
            need(chips.get(spot.get("equal_to", ""), cents) == cents, f"{name} must equal another wager")
            need(all(other in chips for other in spot.get("needs", ())), f"{name} needs another wager")
        need(all(name in chips for name, spot in self.spots.items() if spot.get("required")), "an ante is missing")

    def deal_places(self) -> list[str]:
        places, rounds = list[str](), 0
        for token in self.rules["dealing"][self.rules["dealing_method"]]["order"]:
            rounds += token == "seat_round"
            numbers = {"seat_round": [rounds], "seat_stacks": [1, 2]}.get(token, [])
            places += [f"hole:{seat}:{number}" for seat in self.in_play() for number in numbers] or [token]
        return places

    def grown(self) -> list[Json]:
        """Return the contributions of the round's wagers to the meters."""
        growth, wagered = list[Json](), Counter[str]()
        for wagers in self.wagers.values():
            wagered["bonus_spin"] += wagers.get("bonus_spin", 0)
            if cents := wagers.get("bonus_spin_xtreme", 0):
                wagered[f"xtreme_{self.sizes[cents]['wheel']}"] += cents
        for name, terms in sorted(self.terms.items()):
            before, by = self.meters[name], Fraction(wagered[name] * terms["rate_ppm"], 1_000_000)
            amounts = {"before": str(before), "contributed": str(by), "after": str(before + by)}
            growth += [{"meter": name, "wagered": wagered[name]} | amounts] if wagered[name] else []
        return growth

    def limit_in_force(self) -> int | None:
        """The aggregate limit of one seat, None where there is none."""
        limit, tables = self.rules["aggregate_limit"], self.rules["pay_tables"]
        if limit["amount_cents"] or limit.get("bound", "none") == "none":
            return int(limit["amount_cents"])
        if limit["unset_means"] == "no_limit":
            return None
        main, most = [spot for spot in self.spots.values() if spot["kind"] in ("ante", "main")], 0
        for across in HANDS:
            for down in HANDS:
                hands = {"across": across, "down": down, "higher": max(across, down, key=HANDS.index)}
                odds = [tables[spot["pays"]].get(hands[spot["hand"]], -1) for spot in main]
                multiples = [max(spot.get("multiples", [1])) for spot in main]
                if down not in NEVER_TOGETHER.get(across, ()) and across not in NEVER_TOGETHER.get(down, ()):
                    most = max(most, sum(max(0, one) * many for one, many in zip(odds, multiples, strict=True)))
        least: int = min(spot["minimum_cents"] for spot in main if spot["kind"] == "ante")
        return max(int(limit["bound_cents"]), least * most)

    def hand(self, source: str, seat: int = 0) -> tuple[int, list[int]]:
        ace_low = self.rules["hands"]["ace_low_straight"]
        if source == "higher":
            return max(self.hand("across", seat), self.hand("down", seat))
        if source == "community":
            return ranked(self.cards(CROSS), ace_low)
        if source == "hole_and_bonus":
            cards = self.hole(seat) + self.cards(BONUS)
            return max(ranked(list(five), ace_low) for five in combinations(cards, 5))
        return ranked(self.hole(seat) + self.cards(LINES[source]), ace_low)

    def verdict(self, seat: int, name: str) -> tuple[str, str | None, int | None]:
        """Result, hand and odds of a wager; a progressive one has no odds and counts as lost until it is paid."""
        spot = self.spots[name]
        if seat in self.forfeited or (seat in self.folded and not spot.get("survives_fold")):
            return "forfeit", None, -1
        if spot["kind"] == "progressive":
            return "lose", None, None
        hand = HANDS[self.hand(spot["hand"], seat)[0]]
        odds = self.rules["pay_tables"][spot["pays"]].get(hand, -1)
        return ("lose" if odds == -1 else "push" if odds == 0 else "win"), hand, odds

    def in_order(self) -> Iterator[tuple[int, str]]:
        """Return the unsettled wagers in the order of the passes; a seat without a spot shows its hand."""
        settled = {(line["seat"], line["spot"]) for line in self.settled if line["staked"]}
        for turn in self.rules["settlement"]:
            for seat in sorted(self.in_play(), reverse=turn["seats"] == "from_right"):
                if turn["shows"] == "hands" and self.is_in(seat):
                    yield seat, ""
                for step, spot in ((entry, spot) for entry in turn["steps"] for spot in entry["spots"]):
                    is_due = spot in self.wagers[seat] and (seat, spot) not in settled
                    if is_due and self.verdict(seat, spot)[0] in step["results"]:
                        yield seat, spot

    def shown_before(self, seat: int, spot: str, result: str) -> list[int | None]:
        """Whose cards are turned before a wager is settled, None for the bonus cards."""
        if not spot:
            return [seat]
        if result == "forfeit" or (spot == "bonus_spin" and not self.spins_bonus(seat)):
            return []
        if spot == "bonus_spin_xtreme":
            return [*self.hot_pairs()]
        is_bonus = self.spots[spot]["hand"] == "hole_and_bonus"
        return [None, seat] if is_bonus else [seat] if spot == "bonus_spin" else []

    def settlement(self) -> tuple[list[Json], Awaited | None]:
        """The events that settle what is not settled yet, and the chance at which they stop."""
        outcome, shown, meters = list[Json](), set(self.shown), dict(self.meters)
        order = max((line["order"] for line in self.settled), default=0)
        covers, won_so_far = self.rules["aggregate_limit"]["covers"], Counter[int]()
        for line in self.settled:
            won_so_far[line["seat"]] += line["won"] if line["spot"] in covers else 0
        for seat, spot in self.in_order():
            result, hand, odds = self.verdict(seat, spot) if spot else ("", None, -1)
            for other in self.shown_before(seat, spot, result):
                if other not in shown:
                    kind = "bonus_cards_revealed" if other is None else "hand_shown"
                    cards = self.cards(BONUS) if other is None else self.hole(other)
                    outcome.append({"kind": kind, "cards": cards} | ({} if other is None else {"seat": other}))
                    shown.add(other)
            lines: Awaited | list[Paid] = [(seat, self.wagers[seat][spot], [])] if spot else []
            if odds is None:
                lines = self.progressive(spot, seat, meters)
            elif spot == "bonus_spin":  # forfeited; a wheel that has landed pays the others all the same
                lines = [(seat, self.wagers[seat][spot], []), *self.shares(seat)]
            if isinstance(lines, tuple):
                return outcome, lines
            for taker, staked, prizes in lines:
                order += 1
                due = won = (odds or 0) * staked if result == "win" else sum(prize["won"] for prize in prizes)
                if self.limit is not None and spot in covers:
                    won = min(due, self.limit - won_so_far[seat])
                    won_so_far[seat] += won
                is_wheel = odds is None or staked == 0
                said = ("win" if won else "lose") if is_wheel else result
                line = {"order": order, "seat": taker, "spot": spot, "staked": staked, "result": said, "hand": hand}
                line |= {"odds": None if is_wheel else odds, "won": won, "cut": due - won, "prizes": prizes}
                line["returned"] = staked if result in ("win", "push") else 0
                outcome.append({"kind": "wager_settled", "wager": line})
        return outcome, None

    def settle(self, events: list[Json]) -> None:
        (steps, awaited), is_last = self.settlement(), events[-1]["kind"] == "round_settled"
        bare = [without_clauses(event) for event in (events[:-1] if is_last else events)]
        need(len(bare) <= len(steps), "more is settled than was wagered")
        for event, step in zip(bare, steps, strict=False):
            need(event == step, f"what is settled next must be {json.dumps(step)}")
            if step["kind"] == "wager_settled":
                self.settled.append(step["wager"])
            else:
                self.shown.add(step.get("seat"))
            for won in step.get("wager", {"prizes": []})["prizes"]:
                if won["meter"] is not None:
                    self.meters[won["meter"]] += won["reset_cents"] - won["won"]
        if is_last:
            need(len(bare) == len(steps) and not awaited, "the round is not yet settled")
            need(events[-1]["totals"] == self.totals(), "the totals of the seats are others")
            self.stage = "settled"

    def totals(self) -> list[Json]:
        totals = []
        for seat in self.in_play():
            own = [line for line in self.settled if line["seat"] == seat]
            staked, won, returned = (sum(line[key] for line in own) for key in ("staked", "won", "returned"))
            need(staked == sum(self.wagers[seat].values()), f"not every chip of seat {seat} is settled")
            total = {"seat": seat, "staked": staked, "won": won, "returned": returned}
            totals.append(total | {"net": won + returned - staked})
        return totals

    def live(self, spot: str) -> list[int]:
        """The seats that have a progressive wager and have not forfeited, from the highest."""
        return [seat for seat in self.seats[::-1] if spot in self.wagers[seat] and seat not in self.forfeited]

    def has_pair(self, seat: int) -> bool:
        return len({card[0] for card in self.hole(seat)}) == 1

    def hot_pairs(self) -> list[int]:
        """The seats that their own pairs make Hot Spots."""
        return [seat for seat in self.live("bonus_spin_xtreme") if self.by_pair and self.has_pair(seat)]

    def spins_bonus(self, seat: int) -> bool:
        return bool(self.wagers[seat]["bonus_spin"] == self.spin["spins_cents"]) and self.has_pair(seat)

    def awaited(self) -> Awaited:
        """The chance that a settlement waits for."""
        steps, awaited = self.settlement()
        if steps or not awaited:
            raise DoesNotHold("the round does not wait for this chance")
        return awaited

    def progressive(self, spot: str, seat: int, meters: dict[str, Fraction]) -> Awaited | list[Paid]:
        """Return the payments of a progressive wager, or the chance that it waits for; each jackpot lowers `meters`."""
        staked = self.wagers[seat][spot]
        if spot == "bonus_spin":
            if not self.spins_bonus(seat):
                return [(seat, staked, [])]
            if (spot, seat) not in self.spun:
                return spot, seat, stops_of(self.spin)
            prize = self.landed(self.spin, self.spun[spot, seat], spot, meters)
            return [(seat, staked, [prize]), *self.shares(seat)]
        event, position = self.xtreme["event"], self.spun.get(("community", None))
        if position is None:
            occurs = self.hot_pairs() if self.by_pair else self.hand("community")[0] >= HANDS.index(event)
            stops = [(str(at), weight) for at, weight in enumerate(self.xtreme["community_weights"], start=1)]
            return ("community", None, stops) if occurs else [(seat, staked, [])]
        if not self.by_pair and not self.hot_spot:
            return "draw", None, sorted(self.live(spot))
        size = self.sizes[staked]
        wheel = self.xtreme["wheels"][size["wheel"]]
        prizes = [won("community", self.xtreme["community_lists"][size["community"]][int(position) - 1])]
        if seat in (self.hot_pairs() if self.by_pair else [self.hot_spot]):
            if ("hot_spot", seat) not in self.spun:
                return "hot_spot", seat, stops_of(wheel)
            prizes.append(self.landed(wheel, self.spun["hot_spot", seat], f"xtreme_{size['wheel']}", meters))
        return [(seat, staked, prizes)]

    def shares(self, spinner: int) -> list[Paid]:
        """Return what a Bonus Spin with two amounts pays the other seats, whatever became of its spinner."""
        spot, symbol = "bonus_spin", self.spun.get(("bonus_spin", spinner), "")
        pays = {table["size_cents"]: table["pays"] for table in self.spin["community_pays"]}
        others = [other for other in self.live(spot) if other != spinner and "&" in symbol]
        lists = [(other, pays[self.wagers[other][spot]]) for other in others]
        return [(other, 0, [won("community", entry_of(entries, symbol))]) for other, entries in lists]

    def landed(self, wheel: Json, symbol: str, meter: str, meters: dict[str, Fraction]) -> Json:
        """The prize of a wheel at rest."""
        if symbol != "jackpot":
            return won("wheel", entry_of(wheel["segments"], symbol))
        if meter not in meters:
            return won("jackpot", {"symbol": symbol, "cents": wheel["prize_cents"]})
        shown, reset = int(meters[meter]), self.terms[meter]["reset_cents"]
        meters[meter] += reset - shown
        return won("jackpot", {"symbol": symbol, "cents": shown}, meter, reset)

    def end(self) -> str:
        if self.stage == "settled":
            return "net cents " + ", ".join(f"seat {total['seat']} {total['net']:+}" for total in self.totals())
        need(self.stage == "voided" or not self.in_play(), "the round is not over, and chips are at stake")
        return "the round is void" if self.stage == "voided" else "nothing was wagered"


def stops_of(wheel: Json) -> list[tuple[str, int]]:
    return [(entry["symbol"], entry["weight"]) for entry in wheel["segments"] if entry["weight"]]


def entry_of(entries: list[Json], symbol: str) -> Json:
    return next(entry for entry in entries if entry["symbol"] == symbol)


def won(kind: str, pay: Json, meter: str | None = None, reset: int = 0) -> Json:
    return {"kind": kind, "symbol": pay["symbol"], "won": pay["cents"], "meter": meter, "reset_cents": reset}


SQUARES = [column + row for row in "12345" for column in "abcde"]
SHEET_LINES = [SQUARES[column::5] for column in range(5)] + [SQUARES[row : row + 5] for row in range(0, 25, 5)]
SHEET_LINES += [SQUARES[0::6], SQUARES[4:21:4]]
VALUES = "A23456789TJQK"


class KingCross:
    """A match of King Cross Poker, played again event by event; `K` is the printed King."""

    name = "king-cross"

    def __init__(self, rules: Json, seats: list[int], _: Json) -> None:
        self.card, self.bonus, self.is_communal = rules["score_card"], rules["bonus"], rules["mode"] == "communal"
        self.sheets: dict[int, dict[str, str]] = {seat: {"c3": "K"} for seat in sorted(seats)}
        self.rolls: dict[int, list[str]] = {seat: [] for seat in self.sheets}
        self.sealed: dict[int, Json] = {}
        self.absent, self.is_over = set[int](), False

    def in_hand(self, seat: int) -> str:
        """The card that a seat has to place, empty when there is none."""
        placed = len(self.sheets[seat]) - 1 + (seat in self.sealed)
        return self.rolls[seat][-1] if len(self.rolls[seat]) > placed else ""

    def open_squares(self, seat: int, card: str) -> list[tuple[str, str]]:
        closed, sheet = set(self.sheets[seat]), self.sheets[seat]
        for line in SHEET_LINES:
            cards = [sheet.get(square, "") for square in line]
            if card in cards or (card[0] == "K" in cards and sum(other[:1] == "K" for other in cards) == 4):
                closed |= set(line)
        return [(square, card) for square in SQUARES if square not in closed]

    def placements(self, seat: int) -> list[tuple[str, str]]:
        """Where the card in hand may go, and as which card, in the order in which the table looks."""
        card, values = self.in_hand(seat), VALUES if self.card["wild"]["may_be_king"] else VALUES[:12]
        suits = [card[0] + suit for suit in SUITS if suit != card[1]]
        wild = suits + [value + card[1] for value in values if value != card[0]]
        changed = (place for other in wild for place in self.open_squares(seat, other))
        return self.open_squares(seat, card) or list(changed)

    def step(self, actor: str, action: Json, events: list[Json], stream: Stream | None) -> None:
        """One step of the record; with a stream, what chance brings must be what the stream gives."""
        need(not self.is_over, "the match was over before")
        for event in events:
            right = self.happen(actor, action, event, stream)
            need(event == right, f"{event['kind']} must be {json.dumps(right)}")
        need(not any(map(self.in_hand, self.absent)), "the table has yet to place for a seat that was abandoned")
        need(len(self.sealed) < len(self.sheets), "the placements have not been shown")

    def happen(self, actor: str, action: Json, event: Json, stream: Stream | None) -> Json:
        """Apply one event; return the event that it must be."""
        seats, kind = list(self.sheets), event["kind"]
        match kind:
            case "rolled":
                ready = [seat for seat in seats if not self.in_hand(seat) and len(self.sheets[seat]) < 25]
                need(ready and not self.sealed, "no roll is wanted now")
                rolling = ready if self.is_communal else ready[:1]
                need(rolling == seats or not self.is_communal, "a seat has yet to place")
                number = stream.below(48) if stream else (action["value"] - 1) * 4 + action["suit"] - 1
                drawn = {"kind": "roll_dice", "value": number // 4 + 1, "suit": number % 4 + 1}
                need(action == drawn, "the roll is not the one that the secret makes")
                card = VALUES[number // 4] + SUITS[number % 4]
                for seat in rolling:
                    self.rolls[seat].append(card)
                shared = None if self.is_communal else rolling[0]
                return {"kind": kind, "roll": len(self.rolls[rolling[0]]), "seat": shared, "card": card}
            case "card_placed" | "placement_sealed":
                seat = event["placement"]["seat"]
                need(self.in_hand(seat), f"seat {seat} has nothing to place")
                (square, card), by, roll = self.placements(seat)[0], "table", len(self.rolls[seat])
                if actor == f"seat:{seat}":
                    square, card, by = action["square"], action["card"], "player"
                    need((square, card) in self.placements(seat), f"{card} may not go to {square}")
                    need(action["roll"] == roll, f"this was for roll {action['roll']}")
                is_for = action["kind"] == "place_for" and action["seat"] == seat
                need(by == "player" or is_for or seat in self.absent, f"nobody places for seat {seat}")
                placed = {"seat": seat, "square": square, "card": card, "decided_by": by}
                placed["is_wild"] = card != self.in_hand(seat)
                if self.is_communal:
                    self.sealed[seat] = placed
                else:
                    self.sheets[seat][square] = card
                named = "placement_sealed" if self.is_communal else "card_placed"
                return {"kind": named, "roll": roll, "placement": placed}
            case "placements_shown":
                shown = [self.sealed.pop(seat) for seat in seats]
                for entry in shown:
                    self.sheets[entry["seat"]][entry["square"]] = entry["card"]
                return {"kind": kind, "roll": len(self.rolls[seats[0]]), "placements": shown}
            case "sheet_abandoned":
                self.absent.add(action["seat"])
                return {"kind": kind, "seat": action["seat"]}
        need(all(len(sheet) == 25 for sheet in self.sheets.values()), "a sheet is not full")
        scores = [self.score(seat) for seat in seats]
        best, self.is_over = max(score["total"] for score in scores), True
        winners = [score["seat"] for score in scores if score["total"] == best]
        return {"kind": "match_finished", "scores": scores, "winners": winners}

    def score(self, seat: int) -> Json:
        lines = [[self.sheets[seat][square] for square in line] for line in SHEET_LINES]
        hands = [line_hand(line) for line in lines]
        points = [self.card["points"][hand] for hand in hands]
        paid = [name for name in ACHIEVEMENTS if self.bonus and self.is_reached(name, seat, lines, hands, points)]
        bonus = sum(self.card["achievements"][name]["points"] for name in paid)
        score = {"seat": seat, "line_points": sum(points), "bonus_points": bonus, "total": sum(points) + bonus}
        return score | {"hands": hands, "achievements": paid}

    def is_reached(self, name: str, seat: int, lines: list[list[str]], hands: list[str], points: list[int]) -> bool:
        entry = self.card["achievements"][name]
        counted = [line for line, hand in zip(lines, hands, strict=True) if hand in entry.get("hands", ())]
        match name:
            case "pool_shark":
                return len({self.sheets[seat][square][0] for square in entry["squares"]}) == 1
            case "bottom_feeder":
                return set(entry["hands"]) <= set(hands)
            case "dead_mans_hand":
                return any(set(entry["cards"]) <= set(line) for line in counted)
            case "jackpot":
                counted = [line for line, one in zip(lines, points, strict=True) if one]
            case "law_and_order":
                counted = list(filter(is_in_order, counted))
            case "anarchy":
                scoring = [line for line, one in zip(lines, points, strict=True) if one or not entry["needs_points"]]
                counted = [line for line in scoring if is_calm(line, entry["scope"])]
        return len(counted) >= int(entry["lines"])

    def end(self) -> str:
        totals = ", ".join(f"seat {seat} {self.score(seat)['total']}" for seat in self.sheets if self.is_over)
        return f"points {totals}" if self.is_over else "the match ended early"


ACHIEVEMENTS = re.findall(
    r"\w+", "straight_shooter jackpot pool_shark boat_captain law_and_order anarchy bottom_feeder dead_mans_hand"
)


def line_hand(line: list[str]) -> str:
    """The best hand of a line, in which the printed King takes any suit that is not there already."""
    suits = [suit for suit in SUITS if "K" + suit not in line]
    name = HANDS[max(ranked(["K" + suit if card == "K" else card for card in line])[0] for suit in suits)]
    return "one_pair" if name.startswith("pair") else "everything_else" if name == "high_card" else name


def is_in_order(line: list[str]) -> bool:
    high = [RANKS.index(card[0]) for card in line]
    low = [-1 if rank == 12 else rank for rank in high]
    ways = (high, high[::-1], low, low[::-1])
    return any(all(one < other for one, other in pairwise(ranks)) for ranks in ways)


def is_calm(line: list[str], scope: str) -> bool:
    """Whether no two cards, or no two neighbors, are of adjacent rank."""
    ranks = [RANKS.index(card[0]) for card in line]
    pairs = pairwise(ranks) if scope == "neighbours" else combinations(ranks, 2)
    return not any(abs(one - other) in (1, 12) for one, other in pairs)


class Log:
    """The entries of the log that a record holds, and their hashes."""

    def __init__(self, log: Json) -> None:
        need(log["scheme"] == 2, "the scheme of the log is not known")
        first = sha256(fields("crossfelt-log-2", log["table"]))
        need(log["first_seq"] > 1 or log["before"] == first, "the first entry does not follow the name of its table")
        self.entries, self.hashes = list[tuple[int, str, bytes | Json]](), {log["first_seq"] - 1: log["before"]}
        self.postings: dict[int, list[Move]] = {}
        for seq, entry in enumerate(log["entries"], start=log["first_seq"]):
            is_sealed, kind = entry["sealed"], entry["kind"]
            types = {key: type(value) for key, value in entry.items()}
            need(types == ENTRY, f"log entry {seq} is no entry")
            for move in entry["postings"]:
                is_move = list(map(type, move)) == [str, str, int] and move[0] != move[1] and move[2] > 0
                need(is_move, f"log entry {seq}: {json.dumps(move)} is no posting")
            need(
                not entry["asked"] or re.fullmatch("[0-9a-f]{64}", entry["asked"]), f"log entry {seq}: asked is no hash"
            )
            body = base64.b64decode(entry["body"], validate=True) if is_sealed else entry["body"].encode()
            before, state = bytes.fromhex(self.hashes[seq - 1]), "sealed" if is_sealed else "open"
            parts = ("crossfelt-log-2", before, log["table"], seq, entry["stamped_ms"], kind, state, body)
            moves = self.postings[seq] = [(source, target, cents) for source, target, cents in entry["postings"]]
            asked = bytes.fromhex(entry["asked"])
            self.hashes[seq] = sha256(fields(*parts, asked, *(part for move in moves for part in move)))
            self.entries.append((seq, kind, body if is_sealed or kind not in KINDS else opened(seq, body)))
        need(self.hashes[self.entries[-1][0]] == log["head"], "the hashes of the log do not lead to its head")

    def one(self, kind: str, **right: object) -> int:
        """The number of the only entry of this kind, which must hold what is right."""
        entries = [(seq, body) for seq, name, body in self.entries if name == kind]
        need(len(entries) == 1, f"the log must hold {kind} once, not {len(entries)} times")
        seq, body = entries[0]
        need(isinstance(body, bytes) == (kind == "secret_sealed"), f"log entry {seq}: a {kind} is sealed or is not")
        for key, value in right.items():
            need(body[key] == value, f"log entry {seq}: the {key} of {kind} is not that of the record")  # type: ignore[call-overload]
        return seq


SEED_KINDS = {"seed_committed", "seat_leaving", "seat_left", "commitments_locked", "seed_revealed", "seeds_locked"}
KINDS = {"round_committed", "round_opened", "step", "round_closed"} | SEED_KINDS
KINDS |= {"seat_taken", "corrected"}
ENTRY = {"stamped_ms": int, "kind": str, "sealed": bool, "body": str, "asked": str, "postings": list}
Move = tuple[str, str, int]
"""From which account chips go, to which, and how many cents."""


def settled_moves(wager: Json) -> list[Move]:
    """A stake goes to the house or back, and the house pays; a jackpot comes out of its meter, which is reset."""
    seat, from_meters = f"seat:{wager['seat']}", [prize for prize in wager["prizes"] if prize["meter"]]
    paid = wager["won"] - sum(prize["won"] for prize in from_meters)
    moves = [("escrow", "house", wager["staked"] - wager["returned"]), ("escrow", seat, wager["returned"])]
    moves.append(("house", seat, paid))
    for prize in from_meters:
        meter = f"meter:{prize['meter']}"
        moves += [(meter, seat, prize["won"]), ("house", meter, prize["reset_cents"])]
    return moves


def grown_moves(growth: list[Json]) -> list[Move]:
    """The house puts into each meter by how much its whole cents have grown."""
    ends = [(f"meter:{line['meter']}", Fraction(line["before"]), Fraction(line["after"])) for line in growth]
    return [("house", meter, after // 1 - before // 1) for meter, before, after in ends]


def moves_of(event: Json) -> list[Move]:
    """The chips that an event moves between escrow, house, meters and seats."""
    seat = f"seat:{event.get('seat')}"
    match event["kind"]:
        case "wagers_placed":
            moves = [(seat, "escrow", sum(event["wagers"].values()))]
        case "wagers_withdrawn":
            moves = [("escrow", seat, sum(event["wagers"].values()))]
        case "bet_placed":
            moves = [(seat, "escrow", event["cents"])]
        case "wager_settled":
            moves = settled_moves(event["wager"])
        case "meters_grew":
            moves = grown_moves(event["growth"])
        case "community_pay_taken":
            moves = undone(settled_moves(event["wager"]))
        case "round_voided":
            settled = [move for wager in event["reversed"] for move in settled_moves(wager)]
            refunds = [("escrow", f"seat:{refund['seat']}", refund["cents"]) for refund in event["refunds"]]
            moves = undone(grown_moves(event["shrunk"]) + settled) + refunds
        case _:
            moves = []
    return [move for move in moves if move[2]]


def undone(moves: list[Move]) -> list[Move]:
    return [(target, source, cents) for source, target, cents in reversed(moves)]


def check_chips(record: Json, log: Log) -> None:
    """Whether the postings of each entry are the chips that its events move, with one wallet for each seat."""
    proof, steps, staked = record["proof"], iter(record["steps"]), Counter[str]()
    table, wallets = proof["log"]["table"], dict[str, str]()

    def named(account: str, sealed: str) -> str:
        kind, _, name = account.partition(":")
        if kind == "seat" and account not in wallets:
            need(sealed.startswith("wallet:") and sealed not in wallets.values(), f"{sealed} is no wallet of {account}")
            wallets[account] = sealed
        fixed = {"escrow": f"escrow:{proof['round']}", "house": f"house:{table}", "meter": f"meter:{table}:{name}"}
        return wallets[account] if kind == "seat" else fixed[kind]

    for seq, kind, body in log.entries:
        sealed, place = log.postings[seq], f"log entry {seq}"
        if kind == "step":
            moves = [move for event in next(steps)["events"] for move in moves_of(event)]
            need(len(moves) == len(sealed), f"{place}: the step moves chips {len(moves)} times, not {len(sealed)}")
            for move, (source, target, cents) in zip(moves, sealed, strict=True):
                is_right = (named(move[0], source), named(move[1], target), move[2]) == (source, target, cents)
                need(is_right, f"{place}: the postings are not what the step moves")
                staked[move[0]] += cents
                staked[move[1]] -= cents
        elif kind == "corrected" and isinstance(body, dict):
            ends, cents = (f"house:{table}", f"wallet:{body['player']}"), body["cents"]
            source, target = ends if cents > 0 else ends[::-1]
            need(sealed == [(source, target, abs(cents))], f"{place}: the correction moves other chips")
        else:
            need(not sealed, f"{place}: {kind} moves chips")
        if kind in ("seat_taken", "seat_left") and isinstance(body, dict):
            seat, wallet = f"seat:{body['seat']}", f"wallet:{body.get('player')}"
            need(not staked[seat], f"{place}: {seat} has chips in the round")
            if kind == "seat_left":
                need(wallets.pop(seat, wallet) == wallet, f"{place}: another player has {seat}")
            else:
                need(seat not in wallets and wallet not in wallets.values(), f"{place}: {seat} or its player is taken")
                wallets[seat] = wallet


def opened(seq: int, body: bytes) -> Json:
    read: Json = read_json(body)
    need(canonical(read) == body, f"log entry {seq} is not canonical JSON")
    return read


def check_log(record: Json, log: Log) -> None:
    """Whether the log of a round says what its record says, in the order that makes its chance fair."""
    proof, steps = record["proof"], record["steps"]
    committed = log.one("round_committed", round=proof["round"], commitment=proof["commitment"])
    closed = log.one("round_closed", round=proof["round"], secret=proof["secret"])
    ends = log.entries[0][0], log.entries[-1][0]
    need((committed, closed) == ends, "the log runs from the commitment to the reveal")
    same = {key: record[key] for key in ("seats", "rules_hash", "carried")}
    begun, hidden = log.one("round_opened", round=proof["round"], **same), log.one("secret_sealed")
    logged = [(seq, body) for seq, kind, body in log.entries if kind == "step"]
    need(len(logged) == len(steps), f"the log has {len(logged)} steps, the record {len(steps)}")
    chances = [seq for (seq, _), step in zip(logged, steps, strict=True) if step["actor"] == "chance"]
    need(not logged or begun < logged[0][0], "the round was opened after its first step")
    for number, ((seq, body), step) in enumerate(zip(logged, steps, strict=True), start=1):
        if isinstance(body, bytes):
            hides = {"shuffled", "placement_sealed"} & {event["kind"] for event in step["events"]}
            need(hides, f"log entry {seq} is sealed, and step {number} hides nothing")
        else:
            read = {key: body[key] for key in ("actor", "action", "events")}
            need(read == step, f"step {number}: log entry {seq} holds another step than the record")
    check_seeds(record, log, begun, hidden, min(chances, default=0))


def check_seeds(record: Json, log: Log, begun: int, hidden: int, draw: int) -> None:
    """Whether seeds were committed, locked when the contest first waited for chance, revealed, and locked for good
    directly before the first draw, which is entry `draw`, or 0 if nothing was drawn."""
    proof, table = record["proof"], record["proof"]["log"]["table"]
    steps = [seq for seq, kind, _ in log.entries if kind == "step"]
    closings = [
        (seq, event["seats"])
        for seq, step in zip(steps, record["steps"], strict=True)
        for event in step["events"]
        if event["kind"] == "betting_closed"
    ]
    if record["game"] == KingCross.name:
        closings = [(begun, record["seats"])]
    in_force: dict[int, Json] = {}
    locked: dict[int, Json] = {}
    fixed: dict[int, Json] = {}
    lock = end = 0
    for seq, kind, body in log.entries:
        if kind not in SEED_KINDS or not isinstance(body, dict):
            continue
        where, seat = f"log entry {seq}: {kind}", body.get("seat", 0)
        need(type(seat) is int, f"{where} has no seat")
        need(kind.startswith("seat_") or body["round"] == proof["round"], f"{where} is of another round")
        match kind:
            case "seed_committed":
                need(not lock, f"{where} comes after the commitments were locked")
                in_force[seat] = {key: body[key] for key in ("seat", "player", "commitment")}
                need(re.fullmatch("[0-9a-f]{64}", body["commitment"], re.ASCII), f"{where} holds no commitment")
            case "seat_left" | "seat_leaving":
                in_force.pop(seat, None)
            case "commitments_locked":
                need(not lock and closings and closings[0][0] == seq - 1, f"{where} does not follow the close of bets")
                locked = {one: in_force[one] for one in sorted(in_force) if one in closings[0][1]}
                need(
                    canonical(body["commitments"]) == canonical(list(locked.values())),
                    f"{where}: other commitments were in force",
                )
                for one, made in locked.items():
                    withheld = {"state": "withheld", "nonce": "", "seed": ""}
                    fixed[one] = {"seat": one, "commitment": made["commitment"]} | withheld
                lock = seq
            case "seed_revealed":
                need(lock and not end and seat in locked, f"{where} comes at the wrong time, or is of another seat")
                need(fixed[seat]["state"] == "withheld", f"{where}: seat {seat} has revealed before")
                nonce, seed, made = bytes.fromhex(body["nonce"]), body["seed"], locked[seat]
                is_plain = 1 <= len(seed) <= 64 and all(" " <= character <= "~" for character in seed)
                need(is_plain and seed == seed.strip(), f"{where}: {seed!a} is not a seed")
                parts = ("crossfelt-seed-2", table, proof["round"], seat, made["player"], nonce, seed)
                is_right = len(nonce) == 32 and sha256(fields(*parts)) == made["commitment"]
                need(is_right and nonce.hex() == body["nonce"], f"{where} does not open the commitment of seat {seat}")
                fixed[seat] |= {"state": "revealed", "nonce": body["nonce"], "seed": seed}
            case "seeds_locked":
                need(lock and not end and seq == draw - 1, f"{where} does not come directly before the first draw")
                need(canonical(body["seeds"]) == canonical(list(fixed.values())), f"{where}: other seeds were revealed")
                end = seq
    need(bool(closings) == bool(lock), "the log must hold commitments_locked once when bets are closed")
    need(bool(draw) == bool(end), "the log must hold seeds_locked once, before the first draw")
    need(not lock or hidden < lock, "the secret was sealed after the commitments were locked")
    right = canonical(list(fixed.values()) if end else [])
    need(canonical(proof["seeds"]) == right, "the seeds of the proof are not those locked")


def stream_fields(seed: Json) -> tuple[str | int | bytes, ...]:
    """The seed of one locked seat, part of every draw of its round."""
    return seed["seat"], seed["commitment"], seed["state"], bytes.fromhex(seed["nonce"]), seed["seed"]


PRIME, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
TWIST = -121665 * pow(121666, -1, PRIME) % PRIME
Point = tuple[int, int, int, int]
"""A point of the curve of Ed25519 as X, Y, Z and T with x = X/Z, y = Y/Z and xy = T/Z."""


def point_of(encoded: bytes) -> Point:
    """The point that 32 bytes write down."""
    number = int.from_bytes(encoded, "little")
    y, is_odd = number % 2**255, number >> 255
    need(len(encoded) == 32 and y < PRIME, "the signature or its key is not a point")
    square = (y * y - 1) * pow(TWIST * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    need(x * x % PRIME == square and (x or not is_odd), "the signature or its key is not a point")
    x = x if x % 2 == is_odd else PRIME - x
    return x, y, 1, x * y % PRIME


def sum_of(one: Point, other: Point) -> Point:
    low = (one[1] - one[0]) * (other[1] - other[0])
    high = (one[1] + one[0]) * (other[1] + other[0])
    cross, across = 2 * TWIST * one[3] * other[3], 2 * one[2] * other[2]
    e, f, g, h = (high - low) % PRIME, (across - cross) % PRIME, (across + cross) % PRIME, (high + low) % PRIME
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


BASE = point_of((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))


def is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether an Ed25519 signature (RFC 8032) is that of a public key: S times the base point less the hash times the
    key must be R."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or s >= ORDER:
        return False
    x, y, z, t = point_of(public)
    minus: Point = (-x % PRIME, y, z, -t % PRIME)
    scale = int.from_bytes(hashlib.sha512(r + public + message).digest(), "little") % ORDER
    steps = {"01": minus, "10": BASE, "11": sum_of(BASE, minus)}
    total: Point = (0, 1, 1, 0)
    for bits in zip(f"{s:0253b}", f"{scale:0253b}", strict=True):
        total = sum_of(total, total)
        step = steps.get("".join(bits))
        total = total if step is None else sum_of(total, step)
    inverse = pow(total[2], -1, PRIME)
    x, y = total[0] * inverse % PRIME, total[1] * inverse % PRIME
    return (y + (x % 2 << 255)).to_bytes(32, "little") == r


def check_signature(key: str, text: str, signature: str) -> str:
    """The name of the key that signed a note; the three parts of a verifier key must belong together."""
    name, number, encoded = (*key.split("+", 2), "", "")[:3]
    typed, signed = base64.b64decode(encoded, validate=True), base64.b64decode(signature, validate=True)
    identity = hashlib.sha256(name.encode() + b"\n" + typed).digest()[:4]
    is_key = typed[:1] == b"\x01" and name == f"crossfelt/{sha256(typed[1:])[:16]}" and number == identity.hex()
    need(is_key and base64.b64encode(typed).decode() == encoded, "the key of the signature is not a verifier key")
    is_right = signed[:4] == identity and base64.b64encode(signed).decode() == signature
    need(is_right and is_signed(typed[1:], signed[4:], text.encode()), f"the head is not signed by {name}")
    return name


def signed_lines(key: str, note: str) -> list[str]:
    """The lines of a note that a key has signed."""
    text, _, line = note.rpartition("\n\n")
    dash, name, signature = line.removesuffix("\n").split(" ")
    need((dash, name) == ("\u2014", check_signature(key, text + "\n", signature)), "another key signed the note")
    return text.split("\n")


def check_receipt(receipt: Json, log: Log, table: str, key: str) -> None:
    """Whether a signed head that a player kept is in the log."""
    kind, of, seq, head = signed_lines(receipt["key"], receipt["note"])
    need(kind == "crossfelt-head-2", "the receipt is not one")
    need(of == table and int(seq) in log.hashes, f"the receipt is about entry {seq} of table {of}, which is not here")
    if log.hashes[int(seq)] != head:
        need(receipt["key"] != key, f"the server cheated: it signed two different logs, see entry {seq} of {of}")
        raise DoesNotHold(f"entry {seq} is another one in the receipt, which is signed by another key")


def check_answer(actor: str, kind: str, events: list[str]) -> None:
    """Whether this actor may do this, and nothing follows that cannot: what chance brings comes in by chance alone."""
    who, own = (words.split() for words in ACTIONS[kind])
    need(actor.split(":", maxsplit=1)[0] in who, f"{kind} is not for {actor}")
    need(events and events[0] in own, f"nothing follows from {kind}, or something else")
    need(set(events[1:]) <= set(own) | FOLLOWING, f"more than can be follows from {kind}")


def verify(record: Json, receipt: Json | None = None) -> str:
    """A line on what was shown; `DoesNotHold` names the first thing that does not hold."""
    rest = {key: value for key, value in record.items() if key != "digest"}
    if "digest" in record or "proof" in record:
        is_right = record.get("digest") == sha256(canonical(rest))
        need(is_right, "the digest is not that of the record: something in the file was changed")
    need(set(rest) - {"proof"} == KEYS and record["version"] == 1, "the record has other keys than it should")
    rules, is_proved = record["rules_document"], "proof" in record
    card = rules.get("score_card", rules)
    need(record["rules_hash"] == sha256(canonical(rules)), "the hash of the rules is another")
    need(record["rules"] == f"{card['id']}-{card['version']}", "the rules have another name")
    secret, message, said = b"", b"", "chance is not proven, the record has no proof"
    need(is_proved or receipt is None, "a receipt needs a record with a proof")
    if is_proved:
        proof: Json = record["proof"]
        need(proof["scheme"] == "crossfelt-chance-2" and set(proof) == PROOF_KEYS, "the scheme is not known")
        secret = bytes.fromhex(proof["secret"])
        is_hash = len(secret) == 32 and sha256(secret) == proof["commitment"]
        need(is_hash, "the commitment is not the hash of the secret")
        log, table = Log(proof["log"]), proof["log"]["table"]
        check_log(record, log)
        parts = [part for seed in proof["seeds"] for part in stream_fields(seed)]
        message = fields("crossfelt-chance-2", proof["round"], *parts, "", "draw")
        silent = [seed["seat"] for seed in proof["seeds"] if seed["state"] == "withheld"]
        said = f"round {proof['round']} of table {table}"
        said += f", seeds not revealed (possibly offline) by seats {silent}" if silent else ""
    games = {kind.name: kind for kind in (CrissCross, KingCross)}
    game, drawn = games[record["game"]](rules, record["seats"], record["carried"]), 0
    for number, step in enumerate(record["steps"], start=1):
        drawn += step["actor"] == "chance"
        stream = Stream(secret, message + fields(drawn)) if is_proved and step["actor"] == "chance" else None
        try:
            check_answer(step["actor"], step["action"]["kind"], [event["kind"] for event in step["events"]])
            game.step(step["actor"], step["action"], step["events"], stream)
        except DoesNotHold as error:
            raise DoesNotHold(f"step {number}: {error}") from None
    if is_proved:
        check_chips(record, log)
        signed: Json = proof["signed_head"]
        need(set(signed) == {"key", "signature"}, "the signature has other keys than it should")
        last = log.entries[-1][0]
        name = check_signature(
            signed["key"], f"crossfelt-head-2\n{table}\n{last}\n{log.hashes[last]}\n", signed["signature"]
        )
        said += f", signed by {name}"
        if receipt is not None:
            check_receipt(receipt, log, table, signed["key"])
    steps = f"{drawn} chances, {len(record['steps'])} steps"
    return f"{said}; {record['game']} under {record['rules']}; {steps}; {game.end()}"


def records_of(content: bytes) -> list[Json]:
    """One record, or one on each line; `ValueError` when it is neither."""
    lines = [line for line in content.split(b"\n") if line.strip()]
    try:
        records = [read_json(content)]
    except ValueError:
        if len(lines) < 2:
            raise
        records = [read_json(line) for line in lines]
    if not all(isinstance(record, dict) and record.get("format") == "crossfelt-record" for record in records):
        raise ValueError("it is not a record")
    return records


def main(arguments: list[str]) -> int:
    receipt, worst = None, 0
    if arguments[:1] == ["--against"] and arguments[1:]:
        try:
            receipt, arguments = read_json(Path(arguments[1]).read_bytes()), arguments[2:]
        except (OSError, ValueError, RecursionError) as error:
            print(f"{arguments[1]}: cannot be read: {error}")
            return 2
    if not arguments or any(name.startswith("--") for name in arguments):
        print(__doc__)
        return 2
    for name in arguments:
        try:
            records = records_of(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            print(f"{name}: cannot be read: {error}")
            worst = 2
            continue
        for number, record in enumerate(records, start=1):
            place = name if len(records) == 1 else f"{name}, record {number}"
            try:
                print(f"{place}: holds: {verify(record, receipt)}")
            except (DoesNotHold, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                why = error if isinstance(error, DoesNotHold) else f"it is not made as a record is ({error!r})"
                print(f"{place}: does not hold: {why}")
                worst = max(worst, 1)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
