"""Who may do what at a table: operator, floor, host, player. Pure questions about its state, answered by refusals.

At a live table nobody rules on a contest in which they have a wager or a sheet (readings R16 and R17). The one
exception is a private table opened with `host_rules`, which says so in the lobby, at the table and in each record.
"""

from __future__ import annotations

from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables.state import TableState

OPERATOR = "operator"
"""The account under which everything the operator does is logged."""


def in_contest(state: TableState, player: str) -> bool:
    """Whether a player has a wager or a sheet in the contest in progress."""
    seat = state.seat_of(player)
    if seat is None or not state.is_playing or state.play is None:
        return False
    return seat in state.play.stakes or (not state.game.takes_latecomers and seat in state.play.seats)


def may_get_no_advice(state: TableState, player: str) -> bool:
    """Whether a player is in a contest of this live table whose first card is dealt or first roll is made."""
    play = state.play
    return state.opened.table_kind == "live" and play is not None and play.draws > 0 and in_contest(state, player)


def refuse_operator(player: str) -> None:
    """Refuse a seat to the operator, who isn't a guest and has no wallet."""
    if player == OPERATOR:
        raise Refused(RefusalCode.NOT_YOUR_ROLE, "The operator can't play. Sign in as a guest to take a seat.")


def refuse_unless_host(state: TableState, player: str) -> None:
    """Refuse anyone but the host."""
    if player != state.opened.host:
        raise Refused(RefusalCode.NOT_YOUR_ROLE, "only the host of this table may do this")


def refuse_unless_floor(state: TableState, player: str) -> None:
    """Refuse anyone but the floor."""
    if player not in state.floor:
        raise Refused(RefusalCode.FLOOR_NEEDED, f"Only a floor manager of this table can do this. {_who_grants(state)}")


def refuse_unless_floor_or_operator(state: TableState, player: str) -> None:
    """Refuse orders other than rulings, such as taking the table out of service, to all but floor and operator."""
    if player != OPERATOR:
        refuse_unless_floor(state, player)


def refuse_ruling(state: TableState, player: str) -> None:
    """Refuse a ruling on the contest in progress by anyone but a floor who isn't in it."""
    refuse_unless_floor(state, player)
    if not rules_own_contests(state, player) and in_contest(state, player):
        raise Refused(
            RefusalCode.IN_CONTEST,
            "You have a wager or a sheet in this contest, so you can't rule on it. Ask a floor manager who isn't "
            "playing.",
        )


def refuse_removal(state: TableState, by: str) -> None:
    """Refuse a removal that folds a hand in the contest in progress by a floor who is in that contest."""
    if by != OPERATOR:
        refuse_ruling(state, by)


def rules_own_contests(state: TableState, player: str) -> bool:
    """Whether a player may rule on contests they are in: everyone's floor at practice tables, the host where the table
    says that the host rules."""
    opened = state.opened
    return opened.table_kind == "practice" or (opened.host_rules and player == opened.host)


def refuse_pause(state: TableState, player: str) -> None:
    """Refuse a pause by anyone but the operator, the host, or a floor who isn't in the contest."""
    if player not in (OPERATOR, state.opened.host):
        refuse_ruling(state, player)


def pauses_later(state: TableState, player: str) -> bool:
    """Whether a pause waits for the end of the round: a host who isn't floor pauses between rounds only."""
    return player == state.opened.host and player not in state.floor and state.is_at_stake


def refuse_resume(state: TableState, player: str) -> None:
    """Refuse to end a pause: the host ends their own pauses, the floor any."""
    planned = state.pause_planned
    by = state.paused_by if planned is None else planned.by
    if not (player == state.opened.host == by):
        refuse_unless_floor_or_operator(state, player)


def refuse_grant(state: TableState, by: str) -> None:
    """Refuse to change who is floor: the operator may, and the host where the host rules. Elsewhere a host could make
    a second account of their own floor, and it would rule on the host's rounds."""
    if by == OPERATOR:
        return
    if not state.opened.host_rules:
        raise Refused(RefusalCode.OPERATOR_NEEDED, f"{_who_grants(state)} Ask the operator of this server.")
    refuse_unless_host(state, by)


def _who_grants(state: TableState) -> str:
    if state.opened.host_rules:
        return "The host appoints floor managers."
    return "At this live table, only the operator appoints floor managers."
