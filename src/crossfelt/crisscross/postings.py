"""The chips that each event moves, over abstract accounts: a seat, the round's escrow, the house."""

from __future__ import annotations

from crossfelt.crisscross import events as happened
from crossfelt.crisscross.settlement import SettledWager
from crossfelt.ledger import ESCROW, HOUSE, Posting, posting, seat_account


def postings(event: happened.Event) -> tuple[Posting, ...]:
    """Wagers are held in escrow when made; settling moves them on; a void gives everything back once."""
    match event:
        case happened.WagersPlaced(seat=seat, wagers=wagers):
            return posting(seat_account(seat), ESCROW, sum(wagers.values()))
        case happened.WagersWithdrawn(seat=seat, wagers=wagers):
            return posting(ESCROW, seat_account(seat), sum(wagers.values()))
        case happened.BetPlaced(seat=seat, cents=cents):
            return posting(seat_account(seat), ESCROW, cents)
        case happened.WagerSettled(wager=wager):
            return wager_postings(wager)
        case happened.RoundVoided(refunds=refunds, reversed=wagers):
            reversals = (
                Posting(move.destination, move.source, move.cents)
                for wager in reversed(wagers)
                for move in reversed(wager_postings(wager))
            )
            returns = (move for refund in refunds for move in posting(ESCROW, seat_account(refund.seat), refund.cents))
            return (*reversals, *returns)
        case _:
            return ()


def wager_postings(wager: SettledWager) -> tuple[Posting, ...]:
    """A settled wager: the stake leaves escrow for the seat or the house, and the house pays what is won."""
    seat = seat_account(wager.seat)
    return (
        *posting(ESCROW, HOUSE, wager.staked - wager.returned),
        *posting(ESCROW, seat, wager.returned),
        *posting(HOUSE, seat, wager.won),
    )
