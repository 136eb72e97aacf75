"""Read a resolved document into a `RuleBook`, noting every fault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast, get_args

from crossfelt.crisscross.layout import BONUS, COMMUNITY, HAND_SOURCES, HandSource, SpotCards
from crossfelt.crisscross.playable import (
    amount_faults,
    coverage_faults,
    limit_faults,
    ruling_faults,
    settlement_faults,
    shuffler_faults,
    spot_faults,
    unit_faults,
)
from crossfelt.crisscross.progressives.reader import read_progressives
from crossfelt.crisscross.progressives.terms import BONUS_SPIN, HOLE_PAIR, XTREME, Progressives
from crossfelt.crisscross.rulebook import (
    LOSES,
    AggregateLimit,
    Conduct,
    Dealing,
    Outcome,
    PayTable,
    Result,
    RuleBook,
    Ruling,
    SeatOrder,
    SettlementPass,
    SettlementStep,
    Spot,
    SpotKind,
    Stage,
    StageName,
    limit_edge,
)
from crossfelt.errors import describe
from crossfelt.faults import FaultCode
from crossfelt.fields import MOST_CENTS, Fields
from crossfelt.ranking import Hand
from crossfelt.rulefiles import cited

MOST_ODDS = 1_000_000
SEAT_TOKENS = ("seat_round", "seat_stacks")
SHUFFLERS = ("none", "automatic", "counting")
IRREGULARITIES = (
    "face_up_card",
    "drawn_in_error",
    "backed_up",
    "wrong_card_count",
    "community_card_exposed",
    "bonus_card_exposed",
    "own_card_exposed",
    "shuffler_failure",
    "shoe_failure",
    "deck_count_wrong",
    "stub_wrong_misdealt",
    "stub_wrong_not_misdealt",
)


def read_rule_book(fields: Fields) -> RuleBook | None:
    """Return the book, or None if a fault was noted in `fields.faults`."""
    identity = fields.text("id"), fields.integer("version", least=1, most=10_000), fields.text("title")
    fields.text("publisher")
    choices = fields.table("choices")
    choices.names()
    seats = fields.table("seats")
    seat_count = seats.integer("count", least=1, most=6)
    seats.boolean("one_per_player")
    _close(seats)
    hands = fields.table("hands")
    ace_low_straight = hands.boolean("ace_low_straight")
    _close(hands)
    _read_deck(fields.table("deck"))
    pay_tables = _read_pay_tables(fields.table("pay_tables"))
    spots = _read_spots(fields.table("spots"), pay_tables)
    progressives = read_progressives(fields.table("progressives")) if "progressives" in fields else None
    if progressives is not None and not fields.faults:
        spots |= _progressive_spots(fields.table("progressives"), progressives, spots)
    stages = tuple(stage for entry in fields.tables("stages") if (stage := _read_stage(entry, spots)))
    shuffler = fields.text("shuffler", among=SHUFFLERS)
    dealing = _read_dealings(fields, shuffler)
    passes = tuple(_read_pass(entry, spots) for entry in fields.tables("settlement"))
    _check_every_spot_is_settled(fields, spots, passes)
    terms = read_limit_terms(fields.table("aggregate_limit"), fields.raw("spots"))
    rulings = _read_rulings(fields.table("irregularities"), fields.table("dealing").names(), dealing, shuffler)
    conduct = _read_conduct(fields.table("conduct")) if "conduct" in fields else None
    abandoned, abandoned_clause = _read_abandoned(fields.table("abandoned"))
    unit = fields.integer("table_unit_cents", least=1, most=MOST_CENTS)
    fields.refuse_unknown()
    if fields.faults or dealing is None:
        return None
    fields.faults.extend(spot_faults(spots, stages, dealing))
    fields.faults.extend((*settlement_faults(spots, passes), *ruling_faults(rulings)))
    fields.faults.extend((*amount_faults(spots), *unit_faults(unit, spots)))
    fields.faults.extend(shuffler_faults(dealing, shuffler))
    edge = limit_edge(terms.bound_cents, spots, pay_tables)
    fields.faults.extend(limit_faults(terms.amount_cents, terms.bound, edge, spots))
    if fields.faults:
        return None
    return RuleBook(
        id=identity[0],
        version=identity[1],
        title=identity[2],
        document=_plain(fields),
        seat_count=seat_count,
        ace_low_straight=ace_low_straight,
        dealing=dealing,
        shuffler=shuffler,
        table_unit_cents=unit,
        spots=spots,
        pay_tables=pay_tables,
        stages=stages,
        passes=passes,
        aggregate_limit=terms.limit(edge, frozenset(spots)),
        rulings=rulings,
        conduct=conduct,
        abandoned=abandoned,
        abandoned_clause=abandoned_clause,
        progressives=progressives,
    )


def _plain(fields: Fields) -> dict[str, Any]:
    return {key: fields.raw(key) for key in fields.names()}


def decided_by(entry: Mapping[str, object]) -> str:
    """Return the source that decides an entry of a document: its clause, its reading where it names no clause, or both.

    A reading beside a clause explains it; it decides too only where the entry says so.

    >>> decided_by({"clause": "12.A"}), decided_by({"clause": "12.B", "reading": "R11", "decided_by": "both"})
    ('12.A', '12.B, reading R11')
    """
    clause, reading = entry.get("clause"), entry.get("reading")
    return cited(str(clause or ""), str(reading or "") if not clause or entry.get("decided_by") == "both" else "")


def _close(entry: Fields) -> str:
    """Read the clause and reading that end every entry; one of the two is required. Return what decides."""
    clause = entry.text("clause", default="")
    reading = entry.text("reading", default="")
    together = entry.text("decided_by", among=("clause", "both"), default="clause")
    entry.refuse_unknown()
    if not clause and not reading:
        entry.fault(FaultCode.MISSING, "needs a clause or a reading")
    elif together == "both" and not (clause and reading):
        entry.fault(FaultCode.MISSING, "needs a clause and a reading to be decided by both", "decided_by")
    return decided_by({"clause": clause, "reading": reading, "decided_by": together})


def _read_deck(entry: Fields) -> None:
    entry.integer("cards", least=52, most=52)
    entry.integer("decks", least=1, most=1)
    entry.integer("decks_with_shuffler", least=1, most=2)
    entry.text("rotation_clause")
    _close(entry)


def _read_pay_tables(tables: Fields) -> dict[str, PayTable]:
    pay_tables: dict[str, PayTable] = {}
    for name in tables.names():
        entry = tables.table(name)
        odds = tuple(entry.integer(hand.slug, least=LOSES, most=MOST_ODDS, default=LOSES) for hand in Hand)
        pay_tables[name] = PayTable(name, odds, _close(entry))
    return pay_tables


def _read_spots(tables: Fields, pay_tables: dict[str, PayTable]) -> dict[str, Spot]:
    names = tables.names()
    spots: dict[str, Spot] = {}
    for name in names:
        entry = tables.table(name)
        offered = entry.boolean("offered", default=True)
        kind = entry.text("kind", among=("ante", "main", "bonus"))
        multiple_of = entry.optional_text("multiple_of", among=names)
        spot = Spot(
            id=name,
            title=entry.text("title"),
            kind=cast(SpotKind, kind),
            hand=cast(HandSource, entry.text("hand", among=HAND_SOURCES)),
            placed=entry.text("placed", among=("betting", *get_args(StageName))),
            pays=entry.text("pays", among=tuple(pay_tables)),
            required=entry.boolean("required", default=False),
            # A bet's size follows from its ante; everything else has limits of its own.
            minimum_cents=0 if multiple_of else entry.integer("minimum_cents", least=1, most=MOST_CENTS),
            maximum_cents=0 if multiple_of else entry.integer("maximum_cents", least=1, most=MOST_CENTS),
            equal_to=entry.optional_text("equal_to", among=names),
            multiple_of=multiple_of,
            multiples=entry.integers("multiples", least=1, most=100) if multiple_of else (),
            needs=entry.texts("needs", among=names, default=()),
            survives_fold=entry.boolean("survives_fold", default=False),
            limits_clause=cited(entry.text("limits_clause", default=""), entry.text("limits_reading", default="")),
            clause=_close(entry),
        )
        spot = spot if spot.limits_clause else replace(spot, limits_clause=spot.clause)
        if offered:
            spots[name] = spot
    return spots


def _progressive_spots(tables: Fields, progressives: Progressives, spots: dict[str, Spot]) -> dict[str, Spot]:
    """Return a spot for each progressive wager: both antes are needed (reading R23), folded seats keep it (reading
    R5)."""
    progressive: dict[str, Spot] = {}
    antes = tuple(spot.id for spot in spots.values() if spot.kind == "ante")
    spin, xtreme = progressives.bonus_spin, progressives.xtreme
    offers: list[tuple[str, str, SpotCards, tuple[int, ...]]] = []
    if spin is not None:
        offers.append((BONUS_SPIN, "bonus_spin", "hole", tuple(sorted(spin.community))))
    if xtreme is not None:
        offers.append((XTREME, "xtreme", "hole" if xtreme.event == HOLE_PAIR else "community", tuple(xtreme.sizes)))
    for name, key, hand, sizes in offers:
        entry = tables.table(key)
        progressive[name] = Spot(
            id=name,
            title=entry.text("title"),
            kind="progressive",
            hand=hand,
            placed="betting",
            pays="",
            required=False,
            minimum_cents=min(sizes),
            maximum_cents=max(sizes),
            equal_to=None,
            multiple_of=None,
            multiples=(),
            needs=antes,
            survives_fold=True,
            clause=entry.text("clause"),
            limits_clause=entry.text("sizes_clause"),
            sizes_cents=sizes,
        )
    return progressive


def _read_stage(entry: Fields, spots: dict[str, Spot]) -> Stage | None:
    stage = entry.text("id", among=get_args(StageName))
    order = entry.text("seats", among=get_args(SeatOrder))
    reveals = entry.texts("reveals", among=COMMUNITY)
    clauses = [entry.text(f"{kind}_clause") for kind in ("decision", "fold", "reveal")]
    order_clause, reading = entry.text("order_clause", default=""), entry.text("reading", default="")
    entry.refuse_unknown()
    if not order_clause and not reading:
        entry.fault(FaultCode.MISSING, "needs a clause or a reading for the order of the seats")
    spot = next((spot for spot in spots.values() if spot.placed == stage), None)
    if spot is None:
        entry.fault(FaultCode.BAD_RULES, "no spot is placed at this stage", names=[stage])
        return None
    order_by = order_clause or cited("", reading)
    return Stage(cast(StageName, stage), cast(SeatOrder, order), order_by, spot, reveals, *clauses)


def _read_dealings(fields: Fields, shuffler: str) -> Dealing | None:
    methods = fields.table("dealing")
    names = methods.names()
    chosen = fields.text("dealing_method", among=names)
    dealings = {name: _read_dealing(name, methods.table(name), shuffler) for name in names}
    return dealings.get(chosen)


def _read_dealing(name: str, entry: Fields, shuffler: str) -> Dealing:
    tokens: list[str] = []
    raw = entry.raw("order")
    for token in raw if isinstance(raw, list) else []:
        if token not in (*COMMUNITY, *BONUS, *SEAT_TOKENS):
            message = f"{describe(token)} is not a place or a round of cards"
            choices = [*COMMUNITY, *BONUS, *SEAT_TOKENS]
            entry.fault(FaultCode.NOT_ONE_OF, message, "order", value=token, choices=choices)
        tokens.append(str(token))
    places = [token for token in tokens if token not in SEAT_TOKENS]
    rounds = tokens.count("seat_round") + 2 * tokens.count("seat_stacks")
    if len(set(places)) != len(places) or set(COMMUNITY) - set(places) or rounds != 2:
        message = "must name each of the five places once and give every seat two cards"
        entry.fault(FaultCode.BAD_RULES, message, "order")
    bonus = [place for place in places if place in BONUS]
    if bonus and set(bonus) != set(BONUS):
        entry.fault(FaultCode.BAD_RULES, "must name all four bonus cards or none", "order")
    entry.optional_text("deck_change_clause")
    interval = entry.integer("stub_count_every_rounds", least=0, most=1000, default=0)
    counted_with = entry.texts("stub_count_shufflers", among=SHUFFLERS, default=SHUFFLERS)
    return Dealing(
        method=name,
        order=tuple(tokens),
        needs_shuffler=entry.boolean("needs_shuffler", default=False),
        needs_shuffler_clause=entry.text("needs_shuffler_clause", default=""),
        deck_change_hours=entry.integer("deck_change_hours", least=0, most=1000, default=0),
        stub_count_every_rounds=interval if shuffler in counted_with else 0,
        stub_count_clause=entry.text("stub_count_clause", default=""),
        clause=_close(entry),
    )


def _read_pass(entry: Fields, spots: dict[str, Spot]) -> SettlementPass:
    steps: list[SettlementStep] = []
    for step in entry.tables("steps"):
        results = step.texts("results", among=get_args(Result))
        # A bonus that this house doesn't offer is still in the published order.
        named = tuple(spot for spot in step.texts("spots") if spot in spots)
        step.refuse_unknown()
        steps.append(SettlementStep(frozenset(cast(tuple[Result, ...], results)), named))
    shows = entry.text("shows", among=("hands", "bonus_cards", "nothing"))
    order = entry.text("seats", among=get_args(SeatOrder))
    return SettlementPass(
        seats=cast(SeatOrder, order),
        shows="hands" if shows == "hands" else "bonus_cards" if shows == "bonus_cards" else "nothing",
        steps=tuple(steps),
        clause=_close(entry),
    )


def _check_every_spot_is_settled(fields: Fields, spots: dict[str, Spot], passes: tuple[SettlementPass, ...]) -> None:
    """Check that each spot has each result exactly once, so that no chip is left on the table or moved twice."""
    for spot in spots:
        for result in get_args(Result):
            places = sum(spot in step.spots and result in step.results for turn in passes for step in turn.steps)
            if places != 1:
                message = f"{spot} with result {result} is settled {places} times"
                fields.fault(FaultCode.BAD_RULES, message, "settlement", names=[spot, result], count=places)


@dataclass(frozen=True, slots=True)
class LimitTerms:
    """An aggregate limit as written, before it is computed from the wagers."""

    amount_cents: int
    covers: frozenset[str]
    bound: str
    bound_cents: int
    unset_means: str
    clause: str
    covers_clause: str

    def limit(self, edge: int, offered: frozenset[str]) -> AggregateLimit:
        """Return the limit over the spots that the house offers."""
        return AggregateLimit(self.in_force(edge), self.covers & offered, self.clause, self.covers_clause)

    def in_force(self, edge: int) -> int | None:
        """Return the limit in cents; a limit that isn't set is the highest allowed, or none at all."""
        if self.amount_cents or self.bound == "none":
            return self.amount_cents
        return edge if self.unset_means == "bound" else None


def read_limit_terms(entry: Fields, all_spots: object) -> LimitTerms:
    """Return the terms of an aggregate limit; `all_spots` includes spots that aren't offered."""
    # A bonus that this house doesn't offer may still be covered.
    kinds = {name: _raw_kind(spot) for name, spot in all_spots.items()} if isinstance(all_spots, dict) else {}
    kinds |= dict.fromkeys((BONUS_SPIN, XTREME), "progressive")
    covers = entry.texts("covers", among=tuple(kinds))
    must_cover = entry.texts("must_cover", among=tuple(kinds))
    why = cited(entry.text("must_cover_clause", default=""), entry.text("must_cover_reading", default=""))
    for fault in coverage_faults(covers, must_cover, kinds):
        entry.citing(why).add(fault, "covers")
    bare = [name for name, kind in kinds.items() if kind in ("ante", "main") and name not in must_cover]
    if bare:
        # No rule text has a limit that excludes antes and bets, so a book can't either (reading R10).
        message = f"must name every ante and bet: {', '.join(bare)}"
        entry.fault(FaultCode.BAD_RULES, message, "must_cover", names=bare)
    bound = entry.text("bound", among=("at_most", "at_least", "none"), default="none")
    return LimitTerms(
        amount_cents=entry.integer("amount_cents", least=0, most=MOST_CENTS),
        covers=frozenset(covers),
        bound=bound,
        bound_cents=entry.integer("bound_cents", least=1, most=MOST_CENTS) if bound != "none" else 0,
        unset_means=entry.text("unset_means", among=("bound", "no_limit")) if bound != "none" else "",
        clause=_close(entry),
        covers_clause=why,
    )


def _raw_kind(spot: object) -> object:
    return spot.get("kind") if isinstance(spot, dict) else None


def _read_rulings(
    tables: Fields, known_methods: tuple[str, ...], dealing: Dealing | None, shuffler: str
) -> dict[str, Ruling]:
    rulings: dict[str, Ruling] = {}
    for kind in tables.names():
        entry = tables.table(kind)
        if kind not in IRREGULARITIES:
            message = "is not a known kind of irregularity"
            entry.fault(FaultCode.NOT_ONE_OF, message, None, value=kind, choices=list(IRREGULARITIES))
        outcomes = _read_outcomes(entry)
        meaning = entry.text("says")
        counter = entry.text("counts_with", default=kind)
        methods = entry.texts("methods", among=known_methods, default=())
        shufflers = entry.texts("shufflers", among=SHUFFLERS, default=())
        needs_shuffler = entry.boolean("needs_shuffler", default=False)
        by_method = _read_by_method(entry.table("by_method"), known_methods) if "by_method" in entry else {}
        clause = _close(entry)
        if dealing is None:
            continue
        if dealing.method in by_method:
            other, clause = by_method[dealing.method]
            outcomes = other or outcomes
        arises = (not methods or dealing.method in methods) and (not shufflers or shuffler in shufflers)
        if arises and not (needs_shuffler and shuffler == "none"):
            rulings[kind] = Ruling(kind, outcomes, counter, clause, meaning)
    return rulings


def _read_outcomes(entry: Fields) -> tuple[Outcome, ...]:
    outcomes = entry.raw("outcomes")
    if not isinstance(outcomes, list) or not outcomes or any(item not in get_args(Outcome) for item in outcomes):
        message = f"must be outcomes among {', '.join(get_args(Outcome))}"
        entry.fault(FaultCode.NOT_ONE_OF, message, "outcomes", value=outcomes, choices=get_args(Outcome))
        return ("void",)
    return tuple(cast(list[Outcome], outcomes))


def _read_by_method(
    tables: Fields, known_methods: tuple[str, ...]
) -> dict[str, tuple[tuple[Outcome, ...] | None, str]]:
    """Return dealing method -> source that decides under it, and its own outcomes where they differ."""
    by_method: dict[str, tuple[tuple[Outcome, ...] | None, str]] = {}
    for method in tables.names():
        if method not in known_methods:
            message = f"is not one of {', '.join(known_methods)}"
            tables.fault(FaultCode.NOT_ONE_OF, message, method, value=method, choices=list(known_methods))
        entry = tables.table(method)
        by_method[method] = (_read_outcomes(entry) if "outcomes" in entry else None, _close(entry))
    return by_method


def _read_abandoned(entry: Fields) -> tuple[Literal["fold", "lose_all"], str]:
    """Return the outcome for a seat whose player has left, and its source."""
    outcome = entry.text("outcome", among=("fold", "lose_all"))
    lose_all_clause = entry.text("lose_all_clause", default="")
    clause = _close(entry)
    if outcome != "lose_all":
        return "fold", clause
    if not lose_all_clause:
        # Only rules with abandoned wagers let a house take them (reading R15).
        entry.fault(FaultCode.MISSING, "lose_all needs a clause that allows it", "lose_all_clause")
    return "lose_all", lose_all_clause


def _read_conduct(entry: Fields) -> Conduct:
    reasons = entry.table("reasons")
    texts = {name: reasons.text(name) for name in reasons.names()}
    return Conduct(_close(entry), texts)
