"""The chips that players have in open rounds, at all tables of one server.

A wager counts from the moment at which it is about to be written, so that two tables that write at once are never
both let pass where only one may. A wallet and everything that its wagers can still return stay within the bound, so a
settlement is never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from crossfelt.bounds import MOST_WALLET_CENTS
from crossfelt.money import dollars
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables.accounts import wallet
from crossfelt.service.tables.state import TableState


class WalletFull(Refused):
    """A wager or a payment that could lift a wallet above its bound."""

    def __init__(self) -> None:
        super().__init__(
            RefusalCode.WALLET_FULL,
            f"A wallet holds at most {dollars(MOST_WALLET_CENTS)}, and this could lift it above that. Wait until the"
            " open rounds are over, or use a smaller amount.",
            most_cents=MOST_WALLET_CENTS,
        )


@dataclass(frozen=True, slots=True)
class Held:
    """Chips of one player in open rounds."""

    staked_cents: int = 0
    most_cents: int = 0
    """The most that they can return, stakes included."""


_NOTHING = Held()


class AtStake:
    """Every open wager, by player and table."""

    def __init__(self, balance: Callable[[str], int]) -> None:
        """`balance` reads the cents in an account."""
        self._balance = balance
        self._held: dict[str, dict[str, Held]] = {}
        """Table -> player -> chips."""
        self._tables: dict[str, set[str]] = {}
        """Player -> tables with chips of theirs."""

    def of(self, player: str) -> Held:
        """Everything that a player has in open rounds."""
        held = [self._held[table][player] for table in self._tables.get(player, ())]
        return Held(sum(each.staked_cents for each in held), sum(each.most_cents for each in held))

    def reserve(self, before: TableState, after: TableState) -> dict[str, int]:
        """Count the wagers of a decision that is about to be written, and return the most that wallets may hold once
        they are paid for. Only a new wager has such a ceiling: whatever follows from it was counted when it was made.
        """
        table, ceilings = before.table, {}
        for player, seat, staked in _wagers(after):
            held = self._held.get(table, {}).get(player, _NOTHING)
            if staked <= held.staked_cents:
                continue
            most = _most(after, seat)
            if most > held.most_cents:
                elsewhere = self.of(player).most_cents - held.most_cents
                ceilings[wallet(player)] = MOST_WALLET_CENTS - elsewhere - most
            self._put(player, table, Held(staked, max(most, held.most_cents)))
        return ceilings

    def refuse_payment(self, player: str, cents: int) -> None:
        """Refuse to pay a player so much that open wagers could then lift the wallet above its bound."""
        if self._balance(wallet(player)) + self.of(player).most_cents + cents > MOST_WALLET_CENTS:
            raise WalletFull

    def note(self, state: TableState) -> None:
        """Count a table as it is now written."""
        table = state.table
        wagers = {player: (seat, staked) for player, seat, staked in _wagers(state)}
        held = self._held.get(table, {})
        for player in [player for player in held if player not in wagers]:
            self._drop(player, table)
        for player, (seat, staked) in wagers.items():
            if held.get(player, _NOTHING).staked_cents != staked:
                self._put(player, table, Held(staked, _most(state, seat)))

    def _put(self, player: str, table: str, held: Held) -> None:
        self._held.setdefault(table, {})[player] = held
        self._tables.setdefault(player, set()).add(table)

    def _drop(self, player: str, table: str) -> None:
        del self._held[table][player]
        self._tables[player].remove(table)
        if not self._held[table]:
            del self._held[table]
        if not self._tables[player]:
            del self._tables[player]


def _wagers(state: TableState) -> Iterator[tuple[str, int, int]]:
    """Player, seat and chips of every seat with something at stake."""
    if state.is_playing and state.play is not None:
        for seat, stake in state.play.stakes.items():
            if seat in state.seats and stake.staked_cents:
                yield state.seats[seat].player, seat, stake.staked_cents


def _most(state: TableState, seat: int) -> int:
    assert state.play is not None
    return state.game.most_possible(state.play.state, seat)
