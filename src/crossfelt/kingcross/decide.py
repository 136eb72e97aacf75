"""Answer actions with the events that follow, or refuse them with a code. Nothing is changed here."""

from __future__ import annotations

from crossfelt.cards import Card, card_name, parse_card, rank_of, suit_of
from crossfelt.errors import CardError, IllegalAction, IllegalActionCode, describe
from crossfelt.game import Actor, refuse_strangers, with_consequences
from crossfelt.kingcross import actions as asked
from crossfelt.kingcross import events as happened
from crossfelt.kingcross.actions import Action
from crossfelt.kingcross.dice import SUIT_FACES, VALUE_FACES, Roll
from crossfelt.kingcross.events import CardPlacement, DecidedBy, Event
from crossfelt.kingcross.evolve import evolve
from crossfelt.kingcross.scoring import score_sheet
from crossfelt.kingcross.sheet import KING_RANK, LINES, LINES_THROUGH, SQUARE_NAMES, Sheet, square_name
from crossfelt.kingcross.state import MatchState, SeatState

_MAY_ASK: dict[type[Action], tuple[str, ...]] = {
    asked.RollDice: ("chance",),
    asked.Place: ("seat",),
    asked.PlaceFor: ("system",),
    asked.AbandonSheet: ("system",),
}


def decide(state: MatchState, actor: Actor, action: Action) -> tuple[Event, ...]:
    """Return the events of an action, consequences included; `IllegalAction` if it isn't allowed."""
    refuse_strangers(_MAY_ASK, actor, action)
    if state.is_finished:
        raise IllegalAction(IllegalActionCode.ROUND_OVER, "the match is finished")
    return with_consequences(state, [_answer(state, actor, action)], evolve, _consequence)


def _answer(state: MatchState, actor: Actor, action: Action) -> Event:
    match action:
        case asked.RollDice():
            return _roll(state, action)
        case asked.Place(roll=roll, square=square, card=name):
            seat = _seat_in_time(state, actor.seat, roll)
            return _placed(state, seat, _checked_placement(state, seat, square, name), "player")
        case asked.PlaceFor(seat=number, roll=roll):
            seat = _seat_in_time(state, number, roll)
            return _placed(state, seat, _placement_of_the_table(state, seat), "table")
        case asked.AbandonSheet(seat=number):
            seat = _known_seat(state, number)
            if seat.absent or not has_more_to_place(seat):
                raise IllegalAction(
                    IllegalActionCode.ALREADY_DONE, f"seat {number} has nothing left to decide", seat=number
                )
            return happened.SheetAbandoned(seat.seat)


def _consequence(state: MatchState) -> Event | None:
    """Return the automatic events: the table places for absent players, and sealed placements and scores are shown."""
    for seat in state.seats:
        if seat.absent and seat.in_hand is not None:
            return _placed(state, seat, _placement_of_the_table(state, seat), "table")
    sealed = tuple(seat.sealed for seat in state.seats if seat.sealed is not None)
    if len(sealed) == len(state.seats):
        return happened.PlacementsShown(len(state.seats[0].rolls), sealed)
    if all(seat.sheet.is_full for seat in state.seats) and not state.is_finished:
        return _finished(state)
    return None


def has_more_to_place(seat: SeatState) -> bool:
    """Return whether the seat still has rolls to place."""
    return len(seat.sheet.empty) > (seat.sealed is not None)


def _roll(state: MatchState, action: asked.RollDice) -> happened.Rolled:
    rolling = state.rolling
    if not rolling:
        due = ", ".join(map(str, state.to_place))
        message = f"can't roll before seat {due} has placed the last roll"
        raise IllegalAction(IllegalActionCode.WRONG_STAGE, message, seats=state.to_place)
    if not (_is_face(action.value, VALUE_FACES) and _is_face(action.suit, SUIT_FACES)):
        raise IllegalAction(
            IllegalActionCode.BAD_ROLL,
            f"the d12 must be 1 to 12 and the d4 1 to 4, not {describe(action.value)} and {describe(action.suit)}",
            value=action.value,
            suit=action.suit,
        )
    first = state.seat(rolling[0])
    assert first is not None
    number = len(first.rolls) + 1
    card = Roll(action.value, action.suit).card
    return happened.Rolled(number, None if state.rules.is_secret else rolling[0], card_name(card))


def _is_face(face: object, faces: int) -> bool:
    # `True` and `1.0` equal 1 but aren't faces of a die.
    return type(face) is int and 1 <= face <= faces


def _placed(state: MatchState, seat: SeatState, where: tuple[int, Card], decided_by: DecidedBy) -> Event:
    square, card = where
    placement = CardPlacement(seat.seat, square_name(square), card_name(card), card != seat.in_hand, decided_by)
    kind = happened.PlacementSealed if state.rules.is_secret else happened.CardPlaced
    return kind(len(seat.rolls), placement)


def _placement_of_the_table(state: MatchState, seat: SeatState) -> tuple[int, Card]:
    """Return the first legal square row by row, with the first legal change if the roll is wild (reading K17)."""
    assert seat.in_hand is not None
    return seat.sheet.placements(seat.in_hand, state.rules.score_card.wild_may_be_king)[0]


def _checked_placement(state: MatchState, seat: SeatState, square: str, name: str) -> tuple[int, Card]:
    sheet, rolled = seat.sheet, seat.in_hand
    assert rolled is not None
    if square not in SQUARE_NAMES:
        message = f"{describe(square)} is not a square from a1 to e5"
        raise IllegalAction(IllegalActionCode.NO_SUCH_SQUARE, message, "square", value=square)
    number = SQUARE_NAMES.index(square)
    if sheet.squares[number] is not None:
        raise IllegalAction(IllegalActionCode.SQUARE_TAKEN, f"{square} is taken", "square", square=square)
    try:
        card = parse_card(name)
    except CardError as error:
        raise IllegalAction(IllegalActionCode.NO_SUCH_CARD, error.faults) from None
    may_be_king = state.rules.score_card.wild_may_be_king
    if (number, card) not in sheet.placements(rolled, may_be_king):
        fault = _change_fault(sheet, rolled, card, may_be_king)
        if fault is not None:
            raise IllegalAction(IllegalActionCode.BAD_CHANGE, fault, "card", rolled=card_name(rolled), card=name)
        raise _closed(sheet, number, card)
    return number, card


def _change_fault(sheet: Sheet, rolled: Card, card: Card, may_be_king: bool) -> str | None:
    """Return why the roll can't be placed as this card on any square; None if only the square is wrong."""
    was, target = card_name(rolled), card_name(card)
    if not sheet.is_wild(rolled):
        return f"the roll is {was} and isn't wild, so it can't be placed as {target}" if card != rolled else None
    if card == rolled:
        return f"{was} fits nowhere, so it is wild; change its value or its suit"
    if rank_of(card) != rank_of(rolled) and suit_of(card) != suit_of(rolled):
        return f"a wild {was} may change its value or its suit, not both, so it can't become {target}"
    if rank_of(card) == KING_RANK and not may_be_king:
        return f"a wild {was} can't become a king"
    return None


def _closed(sheet: Sheet, square: int, card: Card) -> IllegalAction:
    lines = [line + 1 for line in LINES_THROUGH[square] if any(sheet.squares[at] == card for at in LINES[line])]
    name = square_name(square)
    if lines:
        where = ", ".join(f"line {line}" for line in lines)
        message = f"{name}: {card_name(card)} is already in {where}"
    else:
        message = f"{name}: a fourth king would leave the printed King no suit of its own"
    return IllegalAction(
        IllegalActionCode.CARD_IN_LINE, message, "square", square=name, card=card_name(card), lines=lines
    )


def _finished(state: MatchState) -> happened.MatchFinished:
    scores = tuple(_score(state, seat) for seat in state.seats)
    best = max(score.total for score in scores)
    return happened.MatchFinished(scores, tuple(score.seat for score in scores if score.total == best))


def _score(state: MatchState, seat: SeatState) -> happened.SeatScore:
    score = score_sheet(state.rules.score_card, seat.sheet, state.rules.bonus)
    return happened.SeatScore(
        seat=seat.seat,
        line_points=score.line_points,
        bonus_points=score.bonus_points,
        total=score.total,
        hands=tuple(line.name for line in score.lines),
        achievements=tuple(entry.name for entry in score.achievements if state.rules.bonus and entry.is_reached),
    )


def _seat_in_time(state: MatchState, number: int | None, roll: int) -> SeatState:
    """Return the seat if this roll is the one it has to place."""
    seat = _known_seat(state, number)
    if seat.in_hand is None:
        why = "was abandoned, so the table places for it" if seat.absent else "has no card to place"
        raise IllegalAction(IllegalActionCode.NOT_YOUR_TURN, f"seat {number} {why}", seat=number, absent=seat.absent)
    if type(roll) is not int or roll != len(seat.rolls):
        message = f"this is for roll {describe(roll)}; seat {number} is at roll {len(seat.rolls)}"
        params = {"stage": len(seat.rolls), "expected": roll, "seats": [number]}
        raise IllegalAction(IllegalActionCode.WRONG_STAGE, message, "roll", **params)
    return seat


def _known_seat(state: MatchState, number: int | None) -> SeatState:
    seat = state.seat(number) if type(number) is int else None
    if seat is None:
        raise IllegalAction(IllegalActionCode.NOT_SEATED, f"seat {describe(number)} is not in this match", seat=number)
    return seat
