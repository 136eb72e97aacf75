"""The kit of Criss Cross Poker."""

from __future__ import annotations

from crossfelt.catalog.kit import Environment, GameKit, Lazy, PolicyFactory, PolicySpec, WireTypes, Words

_SIMPLE = "crossfelt.crisscross.policies"
_COMPUTED = "crossfelt.analysis.crisscross.policies"
_SIMULATED = "crossfelt.simulation.seats"

ENVIRONMENT = Environment("Crossfelt/CrissCross-v0", "crossfelt.envs.crisscross:CrissCross")

CRISS_CROSS_KIT = GameKit(
    name="criss-cross",
    words=Words(
        title="Criss Cross Poker",
        contest="round",
        draws={"shuffle": "deck", "spin": "spin", "draw_hot_spot": "Hot Spot"},
        resume="crossfelt deal --resume",
        one_seat="Massachusetts 6(g), reading R14",
        most_seats="reading R14",
        void_needs="A community card is face up, so a void needs one of these reasons: {reasons} (reading R17).",
    ),
    load_game=Lazy("crossfelt.crisscross.round:CRISS_CROSS"),
    load_tables=Lazy("crossfelt.crisscross.live_tables:LIVE_TABLES"),
    wire=WireTypes(
        prefix="",
        load_action=Lazy("crossfelt.crisscross.actions:Action"),
        load_event=Lazy("crossfelt.crisscross.events:Event"),
        load_view=Lazy("crossfelt.crisscross.views:TableView"),
        load_rules_document=Lazy("crossfelt.service.wire.book_document:BookDocument"),
    ),
    policies=(
        PolicySpec(
            "random",
            "Anything goes",
            "Bets or folds at random.",
            Lazy[PolicyFactory](f"{_SIMPLE}:random_policy"),
        ),
        PolicySpec(
            "never-fold",
            "Came to see cards",
            "Never folds, and bets the most once a hand pays.",
            Lazy[PolicyFactory](f"{_SIMPLE}:never_fold_policy"),
            load_arrays=Lazy(f"{_SIMULATED}:never_fold_arrays"),
        ),
        PolicySpec(
            "always-1x",
            "Steady and small",
            "Bets one ante at every decision, whatever the cards are.",
            Lazy[PolicyFactory](f"{_SIMPLE}:always_smallest_policy"),
            fixed_bet=0,
        ),
        PolicySpec(
            "card",
            "By the strategy card",
            "Plays by the short strategy card that people can remember.",
            Lazy[PolicyFactory](f"{_COMPUTED}:grown_card_policy"),
            needs_worker=True,
            load_arrays=Lazy(f"{_SIMULATED}:grown_card_arrays"),
        ),
        PolicySpec(
            "optimal",
            "Without a mistake",
            "Knows the exact value of every choice and takes the best.",
            Lazy[PolicyFactory](f"{_COMPUTED}:optimal_policy"),
            needs_worker=True,
            load_arrays=Lazy(f"{_SIMULATED}:optimal_arrays"),
        ),
    ),
    load_adviser=Lazy("crossfelt.analysis.crisscross.adviser:advise_seat"),
    load_takings=Lazy("crossfelt.crisscross.takings:TableTakings"),
    load_report=Lazy("crossfelt.cli.crisscross.round_report:round_report"),
    load_dispute=Lazy("crossfelt.crisscross.dispute:round_document"),
    load_dispute_sections=Lazy("crossfelt.printing.dispute_round:round_sections"),
    load_warm_up=Lazy("crossfelt.analysis.crisscross.warmup:warm_up"),
    environment=ENVIRONMENT,
)
