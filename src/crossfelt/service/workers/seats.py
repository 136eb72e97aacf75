"""Answers for a seat that is due, from its view and the rules alone: the action of a policy, and advice.

The game's kit brings the policies and the adviser. Imported in a worker process only.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from crossfelt.catalog import KITS, GameKit, unknown_game
from crossfelt.chance import SeedStream
from crossfelt.errors import BadInput, Fault
from crossfelt.faults import FaultCode
from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.schema import to_plain
from crossfelt.service.wire.messages import game_messages
from crossfelt.service.wire.strict import wire_fault
from crossfelt.service.workers.questions import PolicyAction, SeatQuestion, ViewAdvice

MOST_RULES = 64
"""Rules that are cached: each belongs to a table."""

Document = dict[str, Any]


def policy_action(asked: PolicyAction) -> Document:
    """Return the action that a policy takes in this seat, as plain data."""
    kit, rules, view = _read(asked)
    policy = kit.policy(asked.policy)
    if fault := kit.tables.idle_fault(rules, view):
        raise BadInput(fault)
    return dict(to_plain(policy.load()(rules, SeedStream(asked.seed)).act(view)))


def view_advice(asked: ViewAdvice) -> Document:
    """Return advice on the decision of this seat."""
    kit, rules, view = _read(asked)
    if kit.load_adviser is None:
        raise BadInput(
            Fault(FaultCode.NO_ADVISER, f"{kit.words.title} has no adviser", "game", params={"game": kit.name})
        )
    return kit.load_adviser()(rules, view)


def _read(asked: SeatQuestion) -> tuple[GameKit, Any, Any]:
    """Return the kit of the game, the rules and the view of the seat."""
    if asked.game not in KITS:
        raise BadInput(unknown_game(asked.game))
    kit = KITS[asked.game]
    rules, view = _rules(asked.game, canonical_json(asked.rules)), _view(kit, asked.view)
    if rules.hash != view.rules_hash:
        message = "it belongs to a contest under other rules"
        params = {"value": view.rules_hash, "expected": rules.hash}
        raise BadInput(Fault(FaultCode.OTHER_RULES, message, "view", params=params))
    return kit, rules, view


@lru_cache(MOST_RULES)
def _rules(game: str, document: str) -> Any:
    return KITS[game].game.read_rules(parse_json(document))


def _view(kit: GameKit, data: Document) -> Any:
    """Read a view as JSON text, because strict Python data would have to hold tuples."""
    try:
        return game_messages(kit).view.validate_json(canonical_json(data))
    except ValidationError as error:
        raise BadInput(_view_fault(wire_fault(details, "all", data)) for details in error.errors()) from None


def _view_fault(fault: Fault) -> Fault:
    return Fault(fault.code, fault.message, f"view.{fault.where}", field=f"view.{fault.field}", params=fault.params)
