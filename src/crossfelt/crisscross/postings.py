"""The chips that each event moves, over abstract accounts: a seat, the round's escrow, the house."""

from __future__ import annotations

from crossfelt.crisscross import events as happened
from crossfelt.crisscross.settlement import Line
from crossfelt.ledger import ESCROW, HOUSE, Posting, posting, seat_account


def postings(event: happened.Event) -> tuple[Posting, ...]:
    """Wagers are held in escrow when made; a line settles them; a void gives everything back once."""
    match event:
        case happened.WagersPlaced(seat=seat, wagers=wagers):
            return posting(seat_account(seat), ESCROW, sum(wagers.values()))
        case happened.WagersWithdrawn(seat=seat, wagers=wagers):
            return posting(ESCROW, seat_account(seat), sum(wagers.values()))
        case happened.BetPlaced(seat=seat, cents=cents):
            return posting(seat_account(seat), ESCROW, cents)
        case happened.LinePosted(line=line):
            return line_postings(line)
        case happened.RoundVoided(refunds=refunds, reversed=lines):
            reversals = (
                Posting(move.destination, move.source, move.cents)
                for line in reversed(lines)
                for move in reversed(line_postings(line))
            )
            returns = (move for refund in refunds for move in posting(ESCROW, seat_account(refund.seat), refund.cents))
            return (*reversals, *returns)
        case _:
            return ()


def line_postings(line: Line) -> tuple[Posting, ...]:
    """A settled wager: the stake leaves escrow for the seat or the house, and the house pays what is won."""
    seat = seat_account(line.seat)
    return (
        *posting(ESCROW, HOUSE, line.staked - line.returned),
        *posting(ESCROW, seat, line.returned),
        *posting(HOUSE, seat, line.won),
    )
