"""Answer actions with the events that follow, or refuse them with a code. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Iterator

from crossfelt.cards import card_name, parse_card
from crossfelt.crisscross import actions as asked
from crossfelt.crisscross import events as happened
from crossfelt.crisscross.actions import Action
from crossfelt.crisscross.events import Event
from crossfelt.crisscross.evolve import evolve
from crossfelt.crisscross.irregularities import FLOOR_RULING, MOST_WITHDRAWN_DECKS, reports, rule, void
from crossfelt.crisscross.layout import BONUS
from crossfelt.crisscross.progressives.play import AwaitedSeat, AwaitedSpin, growth
from crossfelt.crisscross.settlement import SettledWager, Settlement, seat_total
from crossfelt.crisscross.state import DECISIONS, RoundState, SeatState
from crossfelt.crisscross.wagers import amount_faults, betting_faults, unit_faults
from crossfelt.errors import CardError, Fault, IllegalAction, IllegalActionCode, describe
from crossfelt.faults import FaultCode
from crossfelt.game import Actor, refuse_strangers, with_consequences

_MAY_ASK: dict[type[Action], tuple[str, ...]] = {
    asked.PlaceWagers: ("seat",),
    asked.WithdrawWagers: ("seat",),
    asked.CloseBetting: ("system", "floor"),
    asked.Shuffle: ("chance",),
    asked.Spin: ("chance",),
    asked.DrawHotSpot: ("chance",),
    asked.Deal: ("system",),
    asked.Bet: ("seat",),
    asked.Fold: ("seat",),
    asked.Abandon: ("system",),
    asked.TakeOver: ("system",),
    asked.Report: ("floor",),
    asked.ForfeitSeat: ("floor",),
    asked.VoidRound: ("floor", "system"),
    asked.Settle: ("system",),
}
MOST_REASON = 200
"""The most characters in a reason."""


def decide(state: RoundState, actor: Actor, action: Action) -> tuple[Event, ...]:
    """Return the events of an action, consequences included; `IllegalAction` if it isn't allowed."""
    refuse_strangers(_MAY_ASK, actor, action)
    if state.is_finished:
        raise IllegalAction(IllegalActionCode.ROUND_OVER, f"the round is {state.stage}", stage=state.stage)
    return with_consequences(state, _answer(state, actor, action), evolve, _consequence)


def _answer(state: RoundState, actor: Actor, action: Action) -> Iterator[Event]:
    match action:
        case asked.PlaceWagers(wagers=wagers):
            yield from _place_wagers(state, _seated(state, actor), wagers)
        case asked.WithdrawWagers():
            seat = _seated(state, actor)
            _betting_is_open(state)
            if not seat.wagers:
                raise IllegalAction(
                    IllegalActionCode.NO_WAGERS, f"seat {seat.seat} has no wagers to withdraw", seat=seat.seat
                )
            yield happened.WagersWithdrawn(seat.seat, dict(seat.wagers))
        case asked.CloseBetting():
            _betting_is_open(state)
            if not state.in_play:
                raise IllegalAction(IllegalActionCode.NO_WAGERS, "nobody has placed a wager")
            yield happened.BettingClosed(tuple(seat.seat for seat in state.in_play))
        case asked.Shuffle(deck=deck):
            _stage_is(state, "shuffling")
            yield _shuffled(deck)
        case asked.Spin():
            yield _spun(state, action)
        case asked.DrawHotSpot(seat=number):
            yield _drawn(state, number)
        case asked.Deal(cards=cards):
            _stage_is(state, "dealing")
            yield _deal(state, cards)
        case asked.Bet() | asked.Fold():
            yield _decision(state, _seated(state, actor), action)
        case asked.Abandon(seat=number):
            yield from _abandon(state, _known_seat(state, number))
        case asked.TakeOver(seat=number):
            yield _take_over(state, _known_seat(state, number))
        case asked.Report():
            if action not in tuple(reports(state)):
                raise _no_ruling(state, action)
            yield from rule(state, action)
        case asked.ForfeitSeat(seat=number, reason=reason):
            yield from _forfeited(state, _forfeit(state, number, reason))
        case asked.VoidRound(reason=reason):
            if not reason.strip() or len(reason) > MOST_REASON or not reason.isprintable():
                message = f"give a reason in one line of at most {MOST_REASON} characters"
                raise IllegalAction(IllegalActionCode.REASON_NEEDED, message, "reason", value=reason, most=MOST_REASON)
            ruling = state.book.rulings.get(reason)
            silent = FLOOR_RULING if actor.kind == "floor" else "reading R17"
            yield void(state, reason.strip(), silent if ruling is None else ruling.clause)
        case asked.Settle(wagers=count):
            _stage_is(state, "settling")
            yield from _settle(state, count)


def _consequence(state: RoundState) -> Event | None:
    """Return the automatic events: the table folds for an absent player, cards are turned, meters grow."""
    stage = state.current
    if stage is None:
        return _meters_grow(state)
    number = state.to_act
    if number is None:
        return happened.CommunityRevealed(stage.id, {place: state.name_at(place) for place in stage.reveals})
    seat = state.seat(number)
    assert seat is not None
    return happened.SeatFolded(number, stage.id, "table") if seat.absent else None


def _meters_grow(state: RoundState) -> Event | None:
    """Return the contributions of the round, made once, before settlement starts (reading P7)."""
    offered = state.book.progressives
    if state.stage != "settling" or state.growth or offered is None:
        return None
    grown = growth(offered, (seat.wagers for seat in state.in_play), state.meters_before)
    return happened.MetersGrew(grown) if grown else None


def _spun(state: RoundState, action: asked.Spin) -> happened.WheelSpun:
    awaited = state.awaited
    if not isinstance(awaited, AwaitedSpin) or (awaited.wheel, awaited.seat) != (action.wheel, action.seat):
        message = f"no spin of this kind is due; the round is at {state.stage}"
        raise IllegalAction(IllegalActionCode.WRONG_STAGE, message, stage=state.stage)
    wheels = state.wheels
    assert wheels is not None
    segment = wheels.wheel_of(awaited).segment(action.symbol)
    if segment is None or not segment.weight:
        message = f"{describe(action.symbol)} is not a symbol of this wheel"
        symbols = [segment.symbol for segment in wheels.wheel_of(awaited).segments if segment.weight]
        raise IllegalAction(IllegalActionCode.BAD_SPIN, message, "symbol", value=action.symbol, choices=symbols)
    return happened.WheelSpun(action.wheel, action.seat, action.symbol)


def _drawn(state: RoundState, number: int) -> happened.HotSpotDrawn:
    awaited = state.awaited
    if not isinstance(awaited, AwaitedSeat):
        message = f"no Hot Spot draw is due; the round is at {state.stage}"
        raise IllegalAction(IllegalActionCode.WRONG_STAGE, message, stage=state.stage)
    if type(number) is not int or number not in awaited.seats:
        seats = ", ".join(map(str, awaited.seats))
        message = f"seat {describe(number)} is not in the draw among {seats}"
        raise IllegalAction(IllegalActionCode.BAD_SPIN, message, "seat", value=number, choices=awaited.seats)
    return happened.HotSpotDrawn(number, awaited.seats)


def _place_wagers(state: RoundState, seat: SeatState, wagers: dict[str, int]) -> Iterator[Event]:
    _betting_is_open(state)
    book = state.book
    faults = amount_faults(book, wagers)
    late = [name for name in wagers if name in book.spots and book.spots[name].placed != "betting"]
    faults.extend(
        Fault(FaultCode.PLACED_TOO_EARLY, "is not placed before the deal", name, params={"spot": name})
        for name in late
        if wagers[name]
    )
    chips = {spot.id: wagers[spot.id] for spot in book.betting_spots if wagers.get(spot.id)}
    if not faults:
        faults = [*betting_faults(book, chips), *unit_faults(book, chips)]
    if faults:
        raise IllegalAction(IllegalActionCode.BAD_WAGERS, (fault.within("wagers") for fault in faults))
    if seat.wagers:
        yield happened.WagersWithdrawn(seat.seat, dict(seat.wagers))
    yield happened.WagersPlaced(seat.seat, chips)


def _shuffled(deck: tuple[str, ...]) -> happened.Shuffled:
    try:
        cards = {parse_card(name) for name in deck}
    except CardError as error:
        raise IllegalAction(IllegalActionCode.BAD_DECK, error.faults) from None
    if len(deck) != 52 or len(cards) != 52:
        raise IllegalAction(IllegalActionCode.BAD_DECK, "a deck must have all 52 cards, each once")
    return happened.Shuffled(tuple(deck))


def _deal(state: RoundState, cards: int | None) -> happened.CardsDealt:
    left = [place for place in state.deal_places if place not in state.placed]
    if cards is not None and not 1 <= cards <= len(left):
        message = f"{len(left)} cards are left to deal, not {describe(cards)}"
        raise IllegalAction(IllegalActionCode.NO_SUCH_CARD, message, "cards", most=len(left), value=cards)
    first = state.next_position
    dealt = enumerate(left if cards is None else left[:cards], start=first)
    return happened.CardsDealt(tuple(happened.Placement(place, position) for position, place in dealt))


def _decision(state: RoundState, seat: SeatState, action: asked.Bet | asked.Fold) -> Event:
    stage = state.current
    if stage is None or action.stage != stage.id:
        raise IllegalAction(
            IllegalActionCode.WRONG_STAGE,
            f"this is for the {describe(action.stage)} decision; the round is at {state.stage}",
            "stage",
            stage=state.stage,
            expected=action.stage,
        )
    if state.to_act != seat.seat:
        message = f"seat {state.to_act} is to act, not seat {seat.seat}"
        raise IllegalAction(IllegalActionCode.NOT_YOUR_TURN, message, to_act=state.to_act, seat=seat.seat)
    if isinstance(action, asked.Fold):
        return happened.SeatFolded(seat.seat, stage.id, "player")
    spot = stage.spot
    # `True` and `1.0` equal 1 but aren't valid multiples.
    if type(action.multiple) is not int or action.multiple not in spot.multiples:
        allowed = ", ".join(f"{multiple}x" for multiple in spot.multiples)
        raise IllegalAction(
            IllegalActionCode.BAD_MULTIPLE,
            f"{spot.id}: {describe(action.multiple)} is not one of {allowed} ({spot.clause})",
            "multiple",
            spot=spot.id,
            value=action.multiple,
            choices=spot.multiples,
        )
    assert spot.multiple_of is not None
    return happened.BetPlaced(seat.seat, spot.id, action.multiple, action.multiple * seat.wagers[spot.multiple_of])


def _abandon(state: RoundState, seat: SeatState) -> Iterator[Event]:
    if state.stage == "betting":
        yield _withdrawn(seat)
        return
    # A removed player who then leaves loses no more than by the fold.
    loses_all = state.book.abandoned == "lose_all" and not seat.taken_over and _has_live_wagers(state, seat)
    is_to_decide = seat.is_in and not seat.absent and state.stage != "settling"
    if not loses_all and not is_to_decide:
        message = f"seat {seat.seat} has no decision or live wager left"
        raise IllegalAction(IllegalActionCode.ALREADY_DONE, message, seat=seat.seat)
    yield happened.SeatAbandoned(seat.seat)
    if loses_all:
        forfeited = happened.SeatForfeited(seat.seat, "abandoned", state.book.abandoned_clause)
        yield from _forfeited(state, forfeited)


def _take_over(state: RoundState, seat: SeatState) -> Event:
    if state.stage == "betting":
        return _withdrawn(seat)
    if seat.taken_over or not _has_live_wagers(state, seat):
        message = f"seat {seat.seat} has no decision or live wager left"
        raise IllegalAction(IllegalActionCode.ALREADY_DONE, message, seat=seat.seat)
    return happened.SeatTakenOver(seat.seat)


def _withdrawn(seat: SeatState) -> happened.WagersWithdrawn:
    """Return the withdrawal of a player who leaves before the deal, when there is nothing to fold."""
    if not seat.wagers:
        raise IllegalAction(IllegalActionCode.NO_WAGERS, f"seat {seat.seat} has no wagers", seat=seat.seat)
    return happened.WagersWithdrawn(seat.seat, dict(seat.wagers))


def _forfeited(state: RoundState, event: happened.SeatForfeited) -> Iterator[Event]:
    """Return the forfeit, with the Community Pay that the seat received in this round and gives back (reading P7)."""
    yield event
    for wager in state.settled_wagers:
        if wager.seat == event.seat and wager.is_community_pay:
            yield happened.CommunityPayTaken(wager)


def _has_live_wagers(state: RoundState, seat: SeatState) -> bool:
    """Return whether a wager of the seat is neither settled nor lost yet, including a folded seat's bonus (reading
    R15)."""
    settled = {wager.spot for wager in state.settled_wagers if wager.seat == seat.seat and not wager.is_community_pay}
    return not seat.forfeited and any(
        spot not in settled and (seat.folded_at is None or state.book.spots[spot].survives_fold) for spot in seat.wagers
    )


def _forfeit(state: RoundState, number: int, reason: str) -> happened.SeatForfeited:
    conduct = state.book.conduct
    if conduct is None:
        message = f"{state.book.id} has no rule that forfeits a seat's wagers"
        raise IllegalAction(IllegalActionCode.NO_SUCH_RULING, message, rules=state.book.id)
    seat = _known_seat(state, number)
    if reason not in conduct.reasons:
        raise IllegalAction(
            IllegalActionCode.REASON_NEEDED,
            f"{describe(reason)} is not one of {', '.join(conduct.reasons)} ({conduct.clause})",
            "reason",
            value=reason,
            choices=list(conduct.reasons),
        )
    if state.stage not in (*DECISIONS, "settling"):
        message = f"a seat can forfeit only after the deal, not at {state.stage}"
        raise IllegalAction(IllegalActionCode.WRONG_STAGE, message, stage=state.stage)
    if not seat.wagers or seat.forfeited:
        raise IllegalAction(IllegalActionCode.ALREADY_DONE, f"seat {number} has nothing to forfeit", seat=number)
    if any(wager.seat == number and not wager.is_community_pay for wager in state.settled_wagers):
        # From now on the floor voids the round or corrects it afterwards (reading R16).
        message = f"the first wager of seat {number} is settled, so it can't forfeit; void or correct the round instead"
        raise IllegalAction(IllegalActionCode.ALREADY_DONE, message, seat=number)
    return happened.SeatForfeited(number, reason, f"{conduct.clause}, {conduct.reasons[reason]}")


SettlementEvent = happened.WagerSettled | happened.HandShown | happened.BonusCardsRevealed


def _settlement_events(state: RoundState, settlement: Settlement) -> Iterator[SettlementEvent]:
    """Return the next events of settlement, up to a spin that it must wait for: wagers settled and cards shown."""
    for step in settlement.steps:
        if isinstance(step, SettledWager):
            yield happened.WagerSettled(step)
        elif step.seat is None:
            bonus = (state.card_at(place) for place in BONUS if place in state.placed)
            yield happened.BonusCardsRevealed(tuple(card_name(card) for card in bonus))
        else:
            first, second = state.hole(step.seat)
            yield happened.HandShown(step.seat, (card_name(first), card_name(second)))


def _settle(state: RoundState, count: int | None) -> Iterator[Event]:
    settlement = state.settlement()
    if settlement.awaited is not None and not settlement.steps:
        raise IllegalAction(IllegalActionCode.WRONG_STAGE, "the round is waiting for a spin", stage=state.stage)
    steps = tuple(_settlement_events(state, settlement))
    left = sum(_settles_a_wager(step) for step in steps)
    if count is not None and not 1 <= count <= left:
        message = f"{left} wagers are left to settle, not {describe(count)}"
        raise IllegalAction(IllegalActionCode.NO_SUCH_CARD, message, "wagers", most=left, value=count)
    wagers = list(state.settled_wagers)
    done = 0
    for step in steps:
        # A Community Pay is settled with the wager before it.
        if done == count and not (isinstance(step, happened.WagerSettled) and step.wager.is_community_pay):
            break
        yield step
        done += _settles_a_wager(step)
        if isinstance(step, happened.WagerSettled):
            wagers.append(step.wager)
    if done == left and settlement.awaited is None:
        totals = tuple(seat_total(seat.seat, wagers) for seat in state.in_play)
        staked = tuple(seat.staked for seat in state.in_play)
        assert tuple(total.staked for total in totals) == staked, "every chip is settled exactly once"
        yield happened.RoundSettled(totals)


def _settles_a_wager(step: SettlementEvent) -> bool:
    return isinstance(step, happened.WagerSettled) and not step.wager.is_community_pay


def _seated(state: RoundState, actor: Actor) -> SeatState:
    return _known_seat(state, actor.seat)


def _known_seat(state: RoundState, number: int | None) -> SeatState:
    seat = state.seat(number) if isinstance(number, int) and not isinstance(number, bool) else None
    if seat is None:
        raise IllegalAction(IllegalActionCode.NOT_SEATED, f"seat {describe(number)} is not in this round", seat=number)
    return seat


def _betting_is_open(state: RoundState) -> None:
    if state.stage != "betting":
        raise IllegalAction(IllegalActionCode.BETTING_CLOSED, "no more bets: betting is closed")


def _stage_is(state: RoundState, stage: str) -> None:
    if state.stage != stage:
        message = f"this is for {stage}; the round is at {state.stage}"
        raise IllegalAction(IllegalActionCode.WRONG_STAGE, message, expected=stage, stage=state.stage)


def _no_ruling(state: RoundState, report: asked.Report) -> IllegalAction:
    kind = report.irregularity
    if kind not in state.book.rulings:
        known = list(state.book.rulings)
        message = f"{state.book.id} has no ruling on {describe(kind)} here: it has {', '.join(known)}"
        params = {"rules": state.book.id, "value": kind, "choices": known}
        return IllegalAction(IllegalActionCode.NO_SUCH_RULING, message, "irregularity", **params)
    if report.place is not None:
        message = f"{describe(report.place)} has no hidden card of that kind"
        return IllegalAction(IllegalActionCode.NO_SUCH_CARD, message, "place", value=report.place)
    if state.withdrawn_decks >= MOST_WITHDRAWN_DECKS and kind in ("shuffler_failure", "deck_count_wrong"):
        message = f"{state.withdrawn_decks} decks of this round were withdrawn; deal this one, or void the round"
        return IllegalAction(IllegalActionCode.ALREADY_DONE, message, "irregularity")
    message = f"{kind} can't happen at {state.stage}"
    return IllegalAction(IllegalActionCode.WRONG_STAGE, message, "irregularity", irregularity=kind, stage=state.stage)
