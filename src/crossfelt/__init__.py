"""Crossfelt: Criss Cross Poker and King Cross Poker, played and analyzed exactly by their rules.

Import the names you need from here; `import crossfelt` alone imports nothing else, because each name is imported on
first use. Open `game.py` first.

>>> from crossfelt import load_rule_book
>>> load_rule_book("maryland").title
'Criss Cross Poker, Maryland'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from crossfelt.catalog import replay_record as replay_record
    from crossfelt.chance import SeededChance as SeededChance
    from crossfelt.chance import SystemChance as SystemChance
    from crossfelt.crisscross.casefile import settle_case as settle_case
    from crossfelt.crisscross.notation import format_round as format_round
    from crossfelt.crisscross.notation import parse_round as parse_round
    from crossfelt.crisscross.resolve import load_rule_book as load_rule_book
    from crossfelt.crisscross.resolve import load_submission as load_submission
    from crossfelt.crisscross.resolve import rule_book_ids as rule_book_ids
    from crossfelt.crisscross.round import CRISS_CROSS as CRISS_CROSS
    from crossfelt.crisscross.rulebook import RuleBook as RuleBook
    from crossfelt.crisscross.settlement import settle as settle
    from crossfelt.errors import CrossfeltError as CrossfeltError
    from crossfelt.game import Contest as Contest
    from crossfelt.kingcross.match import KING_CROSS as KING_CROSS
    from crossfelt.kingcross.resolve import load_score_card as load_score_card
    from crossfelt.kingcross.rules import MatchRules as MatchRules
    from crossfelt.kingcross.scorecard import ScoreCard as ScoreCard
    from crossfelt.kingcross.scoring import score_sheet as score_sheet
    from crossfelt.kingcross.sheet import Sheet as Sheet
    from crossfelt.ranking import Hand as Hand
    from crossfelt.ranking import ranker as ranker
    from crossfelt.record import export_record as export_record

_HOMES = {
    "CRISS_CROSS": "crossfelt.crisscross.round",
    "Contest": "crossfelt.game",
    "CrossfeltError": "crossfelt.errors",
    "Hand": "crossfelt.ranking",
    "KING_CROSS": "crossfelt.kingcross.match",
    "MatchRules": "crossfelt.kingcross.rules",
    "RuleBook": "crossfelt.crisscross.rulebook",
    "ScoreCard": "crossfelt.kingcross.scorecard",
    "SeededChance": "crossfelt.chance",
    "Sheet": "crossfelt.kingcross.sheet",
    "SystemChance": "crossfelt.chance",
    "export_record": "crossfelt.record",
    "format_round": "crossfelt.crisscross.notation",
    "load_rule_book": "crossfelt.crisscross.resolve",
    "load_score_card": "crossfelt.kingcross.resolve",
    "load_submission": "crossfelt.crisscross.resolve",
    "parse_round": "crossfelt.crisscross.notation",
    "ranker": "crossfelt.ranking",
    "replay_record": "crossfelt.catalog",
    "rule_book_ids": "crossfelt.crisscross.resolve",
    "score_sheet": "crossfelt.kingcross.scoring",
    "settle": "crossfelt.crisscross.settlement",
    "settle_case": "crossfelt.crisscross.casefile",
}

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'crossfelt' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
