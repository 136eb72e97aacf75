"""The layout of the par sheet: the document of `analysis.documents.par` as sections of text, tables and charts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

from crossfelt.analysis.report_header import header_of
from crossfelt.cards import RANKS
from crossfelt.money import dollars
from crossfelt.printing.blocks import (
    MINUS,
    Block,
    Entries,
    Entry,
    Picture,
    Section,
    Sheet,
    Table,
    Words,
    number,
    percent,
    words,
)
from crossfelt.printing.charts import (
    Axis,
    Curve,
    Series,
    bar_chart,
    curve_grid,
    distribution_chart,
    hand_grid,
    line_chart,
)
from crossfelt.printing.par_front import WAGER_TITLES, about, choice_words, reproduce, rule_book, summary
from crossfelt.printing.strategy_card import legend
from crossfelt.printing.wheels import progressives_blocks
from crossfelt.rulefiles import MODIFIED

Document = Mapping[str, Any]
SEEN_TITLES = {
    "nothing": "nothing",
    "one_across": "one across card",
    "one_down": "one down card",
    "both_across": "both across cards",
    "middle": "the middle card",
}
_POWERS = range(1, 7)
_NET_TICKS = (
    *(0.0, -10.0, *(10.0**power for power in _POWERS)),
    *(-2.0, -5.0, 2.0, 5.0, *(base * 10.0**power for power in _POWERS for base in (5, 2))),
)
SHORT_CARD_LINES = 7
LEAST_ROUNDS_DRAWN = 1_000


def par_sheet(document: Document) -> Sheet:
    """Return the whole sheet, in the order in which an analyst reads."""
    header = header_of(document)
    parts = {
        ("about", "About this sheet"): about,
        ("summary", "Summary"): summary,
        ("rule-book", "Rule book"): rule_book,
        ("reproduce", "Reproducing this sheet"): reproduce,
        ("pay-table", "Pay table of the main game"): _pay_table,
        ("wagers", "Return by wager and by hand"): _wagers,
        ("distribution", "Net result of a round"): _distribution,
        ("starting-hands", "Starting hands"): _starting_hands,
        ("bonus", "Bonus bets"): _bonus,
        ("progressives", "Progressive wagers"): progressives_blocks,
        ("limit", "Aggregate limit"): _caps,
        ("protection", "Game protection"): _protection,
        ("sessions", "Sessions and hold"): _sessions,
        ("sensitivity", "Sensitivity to the pay table"): _sensitivity,
        ("strategy", "Strategy cards"): _strategy,
        ("readings", "Interpretations relied on"): _readings,
    }
    sections = (Section(name, title, tuple(make(document))) for (name, title), make in parts.items())
    return Sheet(
        title=f"Par sheet: Criss Cross Poker{f' ({MODIFIED})' if header.modified else ''}",
        subtitle=header.title,
        sections=tuple(section for section in sections if section.blocks),
        footer=header.footer,
        header=header.line,
    )


def _pay_table(document: Document) -> Iterator[Block]:
    pay = document["pay"]
    names = list(dict.fromkeys([*pay["bets"], *pay["antes"]]))
    yield Table(
        "Odds to 1 of the main game",
        ("hand", ">Across, Down and Middle bets", ">antes"),
        tuple((words(name), _odds(pay["bets"].get(name)), _odds(pay["antes"].get(name))) for name in names),
    )
    clauses = pay["clauses"]
    yield Words(f"Clauses: bets {clauses['bets']}; antes {clauses['antes']}. Any other hand loses.")
    if pay["changed"]:
        changes = ", ".join(f"{words(hand)} (printed {_odds(odds)})" for hand, odds in pay["changed"].items())
        yield Words(f"{MODIFIED} PAY TABLE. Not the odds of the rule book: {changes}.")


def _wagers(document: Document) -> Iterator[Block]:
    wagers, deals = document["wagers"], document["deals"]
    yield Table(
        "Wagers",
        (
            "wager",
            ">staked, antes per round",
            ">net, antes per round",
            ">house edge, % of this wager",
            ">exact net, antes",
        ),
        tuple(
            (
                WAGER_TITLES[name],
                number(wager["staked"] / deals, 5),
                number(wager["net"] / deals, 5, "+"),
                percent(wager["house_edge_of_this_wager"]),
                number(wager["net"]),
            )
            for name, wager in wagers.items()
        ),
    )
    hands = list(dict.fromkeys(hand for wager in wagers.values() for hand in wager["by_hand"]))
    heads = tuple(f">{WAGER_TITLES[name]}" for name in wagers)
    nothing = {"deals": 0, "net": 0}
    entries = {hand: [wager["by_hand"].get(hand, nothing) for wager in wagers.values()] for hand in hands}
    yield Table(
        "Net result by hand, antes per round",
        ("hand", *heads),
        tuple((words(hand), *(number(entry["net"] / deals, 5, "+") for entry in row)) for hand, row in entries.items()),
    )
    yield Table(
        "Deals by hand, exact number",
        ("hand", *heads),
        tuple((words(hand), *(number(entry["deals"]) for entry in row)) for hand, row in entries.items()),
    )


def _distribution(document: Document) -> Iterator[Block]:
    rows, deals = document["distribution"], document["deals"]
    alt = (
        f"Chance of each of the {len(rows)} net results of a round, from {rows[0]['net']} to {rows[-1]['net']} antes, "
        "on a logarithmic scale."
    )
    svg = distribution_chart(
        alt,
        [(row["net"], row["deals"] / deals) for row in rows],
        Axis("net result of a round, antes", "signed_log", number, _NET_TICKS),
        Axis("chance in a round", "log", _one_in),
    )
    yield Picture(svg, alt, "Chance of every net result of a round; both scales are logarithmic.")
    sums = accumulate(row["deals"] for row in rows)
    yield Table(
        "Exact distribution of the net result of a round",
        (">net, antes", ">deals", ">% of all rounds", ">% at or below"),
        tuple(
            (
                number(row["net"], 0, "+"),
                number(row["deals"]),
                percent(row["deals"] / deals, 6),
                percent(below / deals, 4),
            )
            for row, below in zip(rows, sums, strict=True)
        ),
        is_long=True,
    )


def _starting_hands(document: Document) -> Iterator[Block]:
    hands = document["starting_hands"]
    actions = list(next(iter(hands.values()))["ev"])
    shades = {
        action: 0 if place == 0 else round(1 + 2 * (place - 1) / max(len(actions) - 2, 1))
        for place, action in enumerate(actions)
    }
    alt = "Best first action with each of the 169 starting hands and its value in antes, suited above the diagonal."
    grid = {
        name: (hand["best"], shades[hand["best"]], hand["ev"][hand["best"]]["value"]) for name, hand in hands.items()
    }
    yield Picture(hand_grid(alt, "".join(reversed(RANKS)), grid), alt, alt, 0.82)
    yield Table(
        "Value of every first action, antes per round",
        ("hand", ">ways", "best", *(f">{action}" for action in actions)),
        tuple(
            (
                name,
                str(hand["holes"]),
                hand["best"],
                *(number(hand["ev"][action]["value"], 4, "+") for action in actions),
            )
            for name, hand in hands.items()
        ),
        is_long=True,
    )


def _bonus(document: Document) -> Iterator[Block]:
    for spot, entry in document["bonus"].items():
        draws, edge = entry["draws"], entry["house_edge_of_this_wager"]
        yield Words(
            f"{entry['title']}: house edge {percent(edge['value'], 4)} of this wager, exactly "
            f"{number(edge['numerator'])} / {number(edge['denominator'])}; standard deviation "
            f"{number(entry['standard_deviation'], 4)} stakes; it wins in {percent(entry['hit_rate']['value'])} of all "
            "draws."
        )
        yield Table(
            f"{entry['title']}, every draw",
            ("hand", ">odds to 1", ">draws", ">% of all draws", ">return, % of this wager"),
            tuple(
                (
                    words(hand),
                    _odds(row["odds"]),
                    number(row["draws"]),
                    percent(row["draws"] / draws, 5),
                    percent(row["odds"] * row["draws"] / draws),
                )
                for hand, row in entry["hands"].items()
            ),
        )
        yield from _together(entry["title"], document["with_main_game"][spot])


def _together(title: str, joint: Document) -> Iterator[Block]:
    if joint["method"] == "exact":
        how = "counted over every deal"
        covariance = number(joint["covariance"], 6)
    else:
        how = f"sampled: {number(joint['rounds'])} rounds, seed {joint['seed']}"
        covariance = f"{number(joint['covariance'], 4)} \u00b1 {number(joint['covariance_standard_error'], 4)}"
    correlation = joint["correlation"]
    yield Table(
        f"{title} of one ante beside the main game ({how})",
        ("figure", ">value"),
        (
            ("Covariance with the main game, antes squared", covariance),
            ("Correlation with the main game", "none" if correlation is None else number(correlation, 5)),
            ("Standard deviation of both together, antes", number(joint["standard_deviation_of_both"], 4)),
        ),
    )


def _caps(document: Document) -> Iterator[Block]:
    caps = document["caps"]
    if caps is None:
        return
    counted = ", ".join(WAGER_TITLES[name] for name in caps["counts_towards_it"])
    yield Words(
        f"A player wins at most {dollars(caps['limit_cents'])} in a round ({caps['clause']}). The limit counts these "
        f"wagers of the main game: {counted}. No bonus bet is made here. Same play: optimal play without the limit. "
        "Best play: optimal play under it."
    )
    if "left_out" in caps:
        yield Words(f"Left out: {caps['left_out']}.")
        return
    rows = caps["antes"]
    alt = "House edge by the size of the ante: without the limit, and under it with the same and the best play."
    if len(rows) > 1:
        kinds = {"no limit": "house_edge_without_limit", "same play": "house_edge_same_play", "best play": "house_edge"}
        series = [
            Series(name, [(row["ante_cents"] / 100, row[key]["both_antes"]) for row in rows])
            for name, key in kinds.items()
        ]
        x = Axis("ante", text=lambda ante: dollars(round(100 * ante)))
        svg = line_chart(alt, series, x, Axis("house edge, % of both antes", text=lambda edge: percent(edge, 2)))
        yield Picture(svg, alt, "House edge under the aggregate limit, % of both antes.")
    yield Table(
        "House edge under the limit, % of both antes",
        (">ante", ">no limit", ">same play", ">best play", ">cost of the limit", "first action changes for"),
        tuple(
            (
                dollars(row["ante_cents"]),
                percent(row["house_edge_without_limit"]["both_antes"], 4),
                percent(row["house_edge_same_play"]["both_antes"], 4),
                percent(row["house_edge"]["both_antes"], 4),
                percent(row["cost"]["both_antes"], 4),
                ", ".join(row["changed_starting_hands"]) or "no hand",
            )
            for row in rows
        ),
    )


def _protection(document: Document) -> Iterator[Block]:
    part = document["protection"]
    alt = "House edge when a card is seen before the first decision, % of both antes."
    bars = [(SEEN_TITLES[row["seen"]], row["house_edge"]["both_antes"]) for row in part["seen"]]
    yield Picture(
        bar_chart(alt, bars, lambda edge: percent(edge, 2), "house edge, % of both antes, when this is seen first"),
        alt,
        "House edge if one player sees a card before the first decision; exact.",
    )
    yield Table(
        "A card seen before the first decision, exact",
        (
            "seen",
            ">house edge, % of both antes",
            ">gain for the player, % of both antes",
            ">exact value, antes",
            ">over",
        ),
        tuple(
            (
                SEEN_TITLES[row["seen"]],
                percent(row["house_edge"]["both_antes"], 4),
                percent(row["worth"]["both_antes"], 4),
                number(row["ev"]["numerator"]),
                number(row["ev"]["denominator"]),
            )
            for row in part["seen"]
        ),
    )
    shared = part["shared"]
    if not shared["seats"]:
        yield Words("Players who share their cards: not sampled.")
        return
    yield Table(
        f"Players who share their cards: sampled, {number(shared['samples'])} situations, seed "
        f"{shared['seed']}, \u00b1 one standard error; % of both antes for each seat",
        (">seats", ">cards known", ">house edge", ">gain", ">each of the last two cards"),
        tuple(
            (
                str(row["seats"]),
                str(row["known_cards"]),
                percent(row["house_edge"]["both_antes"]),
                f"{percent(row['gain'] / 2)} \u00b1 {percent(row['standard_error'] / 2)}",
                f"{percent(row['extra_per_card'] / 2, 4)} \u00b1 {percent(row['extra_standard_error'] / 2, 4)}",
            )
            for row in shared["seats"]
        ),
    )


def _sessions(document: Document) -> Iterator[Block]:
    part = document["sessions"]
    if "left_out" in part:
        yield Words(f"Left out: {part['left_out']}.")
        return
    rows = part["after"]
    confidence = percent(part["confidence"], 0)
    error = max(row["error_bound"] for row in rows)
    yield Words(
        "Rounds of one seat at flat antes, each independent of the others, with optimal play. Probabilities come from "
        f"Fourier transforms; none is off by more than {number(math.ceil(1e8 * error) / 1e8, 8)}."
    )
    # The band of a few hundred rounds is so wide that no other would be seen beside it.
    drawn = [row for row in rows if row["rounds"] >= LEAST_ROUNDS_DRAWN]
    alt = f"Range of the table's win at {confidence} confidence, by rounds played, % of both antes; it narrows."
    svg = line_chart(
        alt,
        [Series("expected", [(row["rounds"], row["hold_of_both_antes"]["expected"]) for row in drawn])],
        Axis("rounds of one seat", "log", number),
        Axis("hold, % of both antes", text=lambda share: percent(share, 0)),
        [(row["rounds"], row["hold_of_both_antes"]["low"], row["hold_of_both_antes"]["high"]) for row in drawn],
    )
    yield Picture(svg, alt, f"Expected hold (line) and its {confidence} range (shaded), % of both antes.")
    yield Table(
        f"Results by rounds played, and the hold with its {confidence} range",
        (
            ">rounds",
            ">ahead, % of players",
            ">even, % of players",
            ">behind, % of players",
            ">expected hold, % of both antes",
            ">lowest hold, % of both antes",
            ">highest hold, % of both antes",
        ),
        tuple(
            (
                number(row["rounds"]),
                *(percent(row[name], 2) for name in ("ahead", "even", "behind")),
                *(percent(row["hold_of_both_antes"][name], 2) for name in ("expected", "low", "high")),
            )
            for row in rows
        ),
    )
    shares = [entry["share"] for entry in rows[0]["quantiles"]]
    yield Table(
        "Net result that this share of players ends at or below, antes",
        (">rounds", *(f">{percent(share, 0)}" for share in shares)),
        tuple((number(row["rounds"]), *(number(entry["net"], 0, "+") for entry in row["quantiles"])) for row in rows),
    )
    telling = part["rounds_to_tell"]
    if telling:
        exactly = number(telling["exact"]) if telling["exact"] else "very many"
        yield Words(
            f"It takes {exactly} rounds before the side with the edge is ahead with {confidence} probability; "
            f"{number(telling['normal'])} by a normal approximation."
        )
    yield from _ruin(part)


def _ruin(part: Document) -> Iterator[Block]:
    lengths = list(dict.fromkeys(row["rounds"] for row in part["ruin"]))
    chances = {(row["bankroll"], row["rounds"]): row["ruined"] for row in part["ruin"]}
    bankrolls = list(dict.fromkeys(row["bankroll"] for row in part["ruin"]))
    alt = "Chance of ruin by bankroll, for each number of rounds; it falls as the bankroll grows."
    series = [
        Series(f"{number(rounds)} rounds", [(bankroll, chances[bankroll, rounds]) for bankroll in bankrolls])
        for rounds in lengths
    ]
    x = Axis("bankroll, antes", "log", number, tuple(map(float, bankrolls)))
    svg = line_chart(alt, series, x, Axis("ruined, % of players", text=lambda share: percent(share, 0)))
    yield Table(
        f"Ruined: less than {part['ruin'][0]['ruined_below']} antes left before or after some round, % of players",
        (">bankroll, antes", *(f">within {number(rounds)} rounds" for rounds in lengths)),
        tuple(
            (number(bankroll), *(percent(chances[bankroll, rounds], 4) for rounds in lengths)) for bankroll in bankrolls
        ),
    )
    yield Picture(svg, alt, "Chance of ruin by bankroll, % of players.")


def _sensitivity(document: Document) -> Iterator[Block]:
    part = document["sensitivity"]
    alt = "House edge by the odds of each hand, the others as they are; a ring marks the odds of this sheet."
    curves = [
        Curve(
            words(row["hand"]),
            [(point["odds"], point["house_edge_of_both_antes"]) for point in row["points"]],
            row["odds"],
        )
        for row in part
    ]
    yield Picture(
        curve_grid(alt, curves, lambda edge: f"{100 * edge:.4g}%".replace("-", MINUS)),
        alt,
        "House edge (% of both antes) by the odds to 1 of one hand; 0 pushes and −1 loses. The ring marks the odds of "
        "this sheet. Each curve has its own scale, and every point is solved exactly.",
    )
    yield Table(
        "Change in the house edge for one more unit of odds, percentage points of both antes",
        (
            "hand",
            ">odds to 1",
            ">slope",
            ">lowest odds",
            ">house edge, % of both antes",
            ">highest odds",
            ">house edge, % of both antes",
        ),
        tuple(
            (
                words(row["hand"]),
                _odds(row["odds"]),
                number(100 * row["house_edge_of_both_antes_per_odds"]["value"], 5, "+"),
                *(
                    cell
                    for point in (row["points"][0], row["points"][-1])
                    for cell in (_odds(point["odds"]), percent(point["house_edge_of_both_antes"]))
                ),
            )
            for row in part
        ),
    )


def _strategy(document: Document) -> Iterator[Block]:
    cards = document["strategy_cards"]
    yield Words(
        "Strategy cards derived from the exact values, each the best found of its length. The cost of a card "
        "compared with optimal play is counted over every deal. For each decision, use the first line that fits."
    )
    alt = "Cost of the best card of each length, % of both antes; it falls quickly with the first few lines."
    if len(cards) > 1:
        svg = line_chart(
            alt,
            [Series("cost", [(len(card["lines"]), card["cost_of_both_antes"]) for card in cards])],
            Axis("lines on the card", ticks=tuple(float(len(card["lines"])) for card in cards)),
            Axis("cost, % of both antes", "log", lambda share: f"{100 * share:g}%"),
            size=(720, 240),
        )
        yield Picture(svg, alt, "Cost of the best card by its number of lines, % of both antes, logarithmic.")
    yield Table(
        "Cost compared with optimal play, by the length of the card",
        (">lines", ">cost, % of both antes", ">exact cost, antes over all deals"),
        tuple(
            (str(len(card["lines"])), percent(card["cost_of_both_antes"], 5), number(card["cost"]["numerator"]))
            for card in cards
        ),
    )
    short = [card for card in cards if len(card["lines"]) <= SHORT_CARD_LINES]
    counting = [*short[-1:], *(cards[-1:] if cards[-1:] != short[-1:] else [])]
    for card in counting:
        yield _card_table(card, "")
    for note in legend(line["rule"] for card in counting for line in card["lines"]):
        yield Words(note)
    yield _card_table(document["simple_strategy_card"], " without counting")


def _card_table(card: Document, kind: str) -> Table:
    price = percent(card["cost_of_both_antes"], 4)
    return Table(
        f"Card of {len(card['lines'])} lines{kind}, costs {price} of both antes",
        ("decision", "rule"),
        tuple((", ".join(name.capitalize() for name in line["decisions"]), line["rule"]) for line in card["lines"]),
    )


def _readings(document: Document) -> Iterator[Block]:
    yield Words(
        "How this sheet interprets the rules where they are silent, unclear or contradictory. The rules always prevail."
    )
    yield Entries(
        tuple(
            Entry(
                row["id"],
                row["title"],
                row["says"],
                "" if row["option"] is None else f"In force: {choice_words(row['option'], row['in_force'])}.",
            )
            for row in document["readings"]
        )
    )
    if document["readings_set_aside"]:
        yield Words("The house interprets these points differently:")
        yield Entries(
            tuple(
                Entry(row["id"], row["title"], f"In force: {choice_words(row['option'], row['in_force'])}.", "")
                for row in document["readings_set_aside"]
            )
        )


def _odds(odds: int | None) -> str:
    if odds is None or odds < 0:
        return "loses"
    return "push" if odds == 0 else number(odds)


def _one_in(share: float) -> str:
    """Return a chance in words: `1 in 20`, `1 in 3.4 million`."""
    if share >= 1:
        return "always"
    count = 1 / share
    for size, name in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        # Rounding must not turn a tick of 999,999.99 into another word.
        if count >= size * (1 - 1e-9):
            return f"1 in {count / size:.3g} {name}"
    return f"1 in {number(count)}" if count >= 100 else f"1 in {count:.3g}"
