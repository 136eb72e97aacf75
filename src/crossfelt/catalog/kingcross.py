"""The kit of King Cross Poker."""

from __future__ import annotations

from crossfelt.catalog.kit import Environment, GameKit, Lazy, PolicyFactory, PolicySpec, WireTypes, Words

_SIMPLE = "crossfelt.kingcross.policies"
_COMPUTED = "crossfelt.analysis.king.policies"

ENVIRONMENT = Environment("Crossfelt/KingCross-v0", "crossfelt.envs.king:KingCross")

KING_CROSS_KIT = GameKit(
    name="king-cross",
    words=Words(
        title="King Cross Poker",
        contest="match",
        draws={"roll_dice": "roll"},
        resume="crossfelt king play --resume",
        most_seats="our limit, reading K16",
    ),
    load_game=Lazy("crossfelt.kingcross.match:KING_CROSS"),
    load_tables=Lazy("crossfelt.kingcross.live_tables:LIVE_TABLES"),
    wire=WireTypes(
        prefix="King",
        load_action=Lazy("crossfelt.kingcross.actions:Action"),
        load_event=Lazy("crossfelt.kingcross.events:Event"),
        load_view=Lazy("crossfelt.kingcross.views:MatchView"),
        load_rules_document=Lazy("crossfelt.service.wire.match_document:MatchDocument"),
    ),
    policies=(
        PolicySpec(
            "random",
            "Anywhere",
            "Takes any open square at random.",
            Lazy[PolicyFactory](f"{_SIMPLE}:random_policy"),
        ),
        PolicySpec(
            "greedy",
            "Greedy",
            "Takes the square that makes the most points at once.",
            Lazy[PolicyFactory](f"{_SIMPLE}:greedy_policy"),
        ),
        PolicySpec(
            "novice",
            "Novice",
            "Knows the odds but often slips.",
            Lazy[PolicyFactory](f"{_COMPUTED}:novice_policy"),
            needs_worker=True,
        ),
        PolicySpec(
            "casual",
            "Casual",
            "Knows the odds but sometimes slips.",
            Lazy[PolicyFactory](f"{_COMPUTED}:casual_policy"),
            needs_worker=True,
        ),
        PolicySpec(
            "steady",
            "Steady",
            "Takes the most valuable square now, without looking ahead.",
            Lazy[PolicyFactory](f"{_COMPUTED}:steady_policy"),
            needs_worker=True,
        ),
        PolicySpec(
            "expert",
            "Expert",
            "Weighs every possible next roll.",
            Lazy[PolicyFactory](f"{_COMPUTED}:expert_policy"),
            needs_worker=True,
        ),
        PolicySpec(
            "champion",
            "Champion",
            "Weighs the next two rolls and simulates games from there. Takes its time.",
            Lazy[PolicyFactory](f"{_COMPUTED}:champion_policy"),
            needs_worker=True,
        ),
    ),
    load_adviser=Lazy("crossfelt.analysis.king.adviser:advise_seat"),
    load_report=Lazy("crossfelt.cli.king.match_report:match_report"),
    load_dispute=Lazy("crossfelt.kingcross.dispute:match_document"),
    load_dispute_sections=Lazy("crossfelt.printing.dispute_match:match_sections"),
    load_warm_up=Lazy("crossfelt.analysis.king.warmup:warm_up"),
    environment=ENVIRONMENT,
)
