"""Read the progressive wagers of a resolved document, noting every fault, because a record embeds its own document."""

from __future__ import annotations

from crossfelt.bounds import MOST_PRIZE_CENTS
from crossfelt.crisscross.progressives.meter import MOST_RATE_PPM, MeterTerms
from crossfelt.crisscross.progressives.terms import (
    HOLE_PAIR,
    BonusSpin,
    CommunityPay,
    Progressives,
    Xtreme,
    XtremeSize,
)
from crossfelt.crisscross.progressives.wheel import JACKPOT, MOST_WEIGHT, Segment, Wheel
from crossfelt.faults import FaultCode
from crossfelt.fields import MOST_CENTS, Fields
from crossfelt.ranking import Hand

_LETTERS = tuple("abcdefghi")


def read_progressives(fields: Fields) -> Progressives:
    """Return both wagers, where the document offers them; faults are noted in `fields.faults`."""
    bonus_spin = _read_bonus_spin(fields.table("bonus_spin")) if "bonus_spin" in fields else None
    xtreme = _read_xtreme(fields.table("xtreme")) if "xtreme" in fields else None
    fields.refuse_unknown()
    if bonus_spin is None and xtreme is None:
        message = "must offer at least one progressive wager"
        fields.fault(FaultCode.MISSING, message, choices=["bonus_spin", "xtreme"])
    return Progressives(bonus_spin, xtreme)


def _read_bonus_spin(entry: Fields) -> BonusSpin:
    _read_spot_part(entry)
    letter = entry.text("wheel", among=_LETTERS)
    wheel = _read_wheel(entry, f"bonus_spin_{letter}")
    sizes = entry.integers("sizes_cents", least=1, most=MOST_CENTS)
    spins_cents = entry.integer("spins_cents", least=1, most=MOST_CENTS)
    if spins_cents not in sizes:
        entry.fault(FaultCode.NOT_ONE_OF, "must be one of the sizes", "spins_cents", value=spins_cents, choices=sizes)
    community: dict[int, dict[str, CommunityPay]] = {}
    for table in entry.tables("community_pays"):
        size = table.integer("size_cents", least=1, most=MOST_CENTS)
        community[size] = {pay.symbol: pay for pay in _read_pays(table, "pays")}
        table.refuse_unknown()
    two_amounts = {segment.symbol for segment in wheel.segments if "&" in segment.symbol}
    if set(community) != set(sizes) or any(set(pays) != two_amounts for pays in community.values()):
        message = "must have a pay for every size and every symbol with two amounts"
        entry.fault(FaultCode.BAD_RULES, message, "community_pays")
    bonus_spin = BonusSpin(
        letter=letter,
        wheel=wheel,
        spins_cents=spins_cents,
        community_letter=entry.text("community", among=_LETTERS),
        community=community,
        meter=_read_meter(entry.table("meter"), "bonus_spin") if "meter" in entry else None,
        prize_cents=0 if "meter" in entry else entry.integer("prize_cents", least=0, most=MOST_PRIZE_CENTS),
        jackpot_name=entry.text("jackpot_name"),
        prize_name=entry.text("prize_name", default=""),
        clause=entry.text("clause"),
    )
    entry.refuse_unknown()
    return bonus_spin


def _read_xtreme(entry: Fields) -> Xtreme:
    _read_spot_part(entry)
    lists = entry.table("community_lists")
    communities = {letter: _read_pays(lists, letter) for letter in lists.names()}
    tables = entry.table("wheels")
    wheels: dict[str, tuple[Wheel, MeterTerms]] = {}
    for letter in tables.names():
        table = tables.table(letter)
        wheels[letter] = _read_wheel(table, f"xtreme_{letter}"), _read_meter(table.table("meter"), f"xtreme_{letter}")
        table.refuse_unknown()
    sizes: dict[int, XtremeSize] = {}
    for table in entry.tables("sizes"):
        cents = table.integer("size_cents", least=1, most=MOST_CENTS)
        letter = table.text("wheel", among=tuple(wheels))
        community = table.text("community", among=tuple(communities))
        table.refuse_unknown()
        if letter in wheels and community in communities:
            wheel, meter = wheels[letter]
            sizes[cents] = XtremeSize(cents, letter, wheel, meter, community, communities[community])
    weights = _read_community_weights(entry)
    if not sizes:
        message = "must offer at least one size of wager"
        entry.fault(FaultCode.WRONG_COUNT, message, "sizes", least=1, most=None, count=0)
    if any(len(size.community) != len(weights) for size in sizes.values()):
        message = "must have a weight for every position of every list"
        entry.fault(FaultCode.BAD_RULES, message, "community_weights")
    xtreme = Xtreme(
        event=entry.text("event", among=(HOLE_PAIR, *(hand.slug for hand in Hand))),
        sizes=dict(sorted(sizes.items())),
        community_wheel=Wheel(
            "xtreme_community",
            tuple(Segment(str(number), 0, weight, "reading P5") for number, weight in enumerate(weights, start=1)),
            entry.boolean("community_example"),
        ),
        jackpot_name=entry.text("jackpot_name"),
        clause=entry.text("clause"),
    )
    entry.refuse_unknown()
    return xtreme


def _read_spot_part(entry: Fields) -> None:
    for key in ("title", "clause", "reading", "sizes_clause"):
        entry.text(key)


def _read_wheel(entry: Fields, name: str) -> Wheel:
    segments: list[Segment] = []
    for table in entry.tables("segments"):
        symbol = table.text("symbol")
        cents = None if symbol == JACKPOT else table.integer("cents", least=0, most=MOST_CENTS)
        weight = table.integer("weight", least=0, most=MOST_WEIGHT)
        segments.append(Segment(symbol, cents, weight, table.text("clause")))
        table.refuse_unknown()
    symbols = [segment.symbol for segment in segments]
    if len(set(symbols)) != len(symbols) or JACKPOT not in symbols:
        entry.fault(FaultCode.BAD_RULES, "must name each symbol once, the jackpot among them", "segments")
    wheel = Wheel(name, tuple(segments), entry.boolean("example"))
    if not 1 <= wheel.total <= MOST_WEIGHT:
        message = f"the weights must sum to 1 to {MOST_WEIGHT}"
        entry.fault(FaultCode.WEIGHTS_TOO_LARGE, message, "segments", total=wheel.total, most=MOST_WEIGHT)
    return wheel


def _read_pays(entry: Fields, key: str) -> tuple[CommunityPay, ...]:
    pays: list[CommunityPay] = []
    for table in entry.tables(key):
        cents = table.integer("cents", least=0, most=MOST_CENTS)
        pays.append(CommunityPay(table.text("symbol"), cents, table.text("clause")))
        table.refuse_unknown()
    return tuple(pays)


def _read_meter(entry: Fields, name: str) -> MeterTerms:
    terms = MeterTerms(
        id=name,
        rate_ppm=entry.integer("rate_ppm", least=0, most=MOST_RATE_PPM),
        initial_cents=entry.integer("initial_cents", least=0, most=MOST_PRIZE_CENTS),
        reset_cents=entry.integer("reset_cents", least=0, most=MOST_PRIZE_CENTS),
        clause=entry.text("clause"),
    )
    entry.refuse_unknown()
    return terms


def _read_community_weights(entry: Fields) -> tuple[int, ...]:
    raw = entry.raw("community_weights")
    if (
        not isinstance(raw, list)
        or not raw
        or any(isinstance(weight, bool) or not isinstance(weight, int) or weight < 1 for weight in raw)
        or sum(raw) > MOST_WEIGHT
    ):
        message = f"must be whole numbers of at least 1 that sum to at most {MOST_WEIGHT}"
        entry.fault(FaultCode.OUT_OF_RANGE, message, "community_weights", least=1, most=MOST_WEIGHT, value=raw)
        return (1,)
    return tuple(raw)
