"""The sheet `Progressives`: each wheel in use, with its weights, pays and meter as inputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crossfelt.money import dollars
from crossfelt.printing.wheels import event_words, symbol_name
from crossfelt.printing.workbook.book import Book, Number, Page
from crossfelt.printing.workbook.play import Document

MILLION = 1_000_000
CENTS = 100


def write_progressives(book: Book, document: Document) -> None:
    """Write the sheet, one wheel below the other; nothing where the house offers none."""
    if document["progressives"] is None:
        return
    page = book.page("Progressives", [50, 18, 18, 18, 18])
    page.text(0, 0, "Progressive wagers", "title")
    page.note(
        1, "One wager of the size that spins. Yellow cells may be changed. Payments to other seats are not counted."
    )
    starts = [3]
    factor = document["volatility_index"]["standard_deviations"]
    for wheel in document["progressives"]["wheels"]:
        starts.append(_Wheel(page, wheel, document["rule_book"]["seat_count"], factor).write(starts[-1]))
    page.break_pages(starts[1:-1])


@dataclass(frozen=True, slots=True)
class _Wheel:
    """One wheel with the wager that spins it."""

    page: Page
    document: Document
    most_seats: int
    volatility_factor: float
    """Standard deviations of a volatility index."""

    @property
    def suffix(self) -> str:
        """The end of the names of its cells: the wheel and the size of the wager in dollars."""
        return f"{self.document['wheel']}_{self.document['wager_cents'] // CENTS}"

    def write(self, row: int) -> int:
        """Write it from this row down; returns the first row below it."""
        wheel, page = self.document, self.page
        page.section(row, f"{wheel['title']}, wagers of {dollars(wheel['wager_cents'])}", 5)
        for place, note in enumerate(wheel["notes"], row + 1):
            page.note(place, note)
        row = self._settings(row + len(wheel["notes"]) + 1)
        row = self._chances(row)
        row = self._symbols(row, "Symbol", wheel["symbols"], "", with_shares=wheel["community"] is None)
        if wheel["community"] is not None:
            row = self._symbols(row, "Community list", wheel["community"]["symbols"], "Community_", with_shares=False)
        return self._figures(row)

    def _name(self, name: str) -> str:
        return f"{name}_{self.suffix}"

    def _settings(self, row: int) -> int:
        wheel = self.document
        settings: list[tuple[str, str, float, Number]] = [
            ("Wager", "Wager (input)", wheel["wager_cents"] / CENTS, "dollars"),
            ("Seats", "Seats with this wager (input)", 1, "count"),
        ]
        if wheel["meter"] is not None:
            settings += [
                ("Meter", "Meter, here at its reset amount (input)", wheel["meter"]["reset_cents"] / CENTS, "dollars"),
                (
                    "Rate",
                    "Contribution to the meter, % of this wager (input)",
                    wheel["meter"]["rate_ppm"] / MILLION,
                    "percent",
                ),
            ]
        for place, (name, label, value, kind) in enumerate(settings, row):
            self.page.text(place, 0, label)
            self.page.pay(place, 1, value, kind)
            self.page.define(self._name(name), place, 1)
        self.page.only_seats(row + 1, 1, self.most_seats)
        return row + len(settings) + 1

    def _chances(self, row: int) -> int:
        """Write how often the event occurs and this wager spins, by the number of seats, as exact fractions."""
        page, by_seats = self.page, self.document["by_seats"]
        heading = "Seats with this wager" if len(by_seats) > 1 else "Any number of seats"
        page.heads(
            row,
            heading,
            ">Event: cases (count)",
            ">Event: out of (count)",
            ">Spin: cases (count)",
            ">Spin: out of (count)",
        )
        for place, entry in enumerate(by_seats, row + 1):
            page.count(place, 0, entry["seats"])
            chances = (entry[name][part] for name in ("event_chance", "spin_chance") for part in _PARTS)
            for column, value in enumerate(chances, 1):
                page.count(place, column, value)
        last = row + len(by_seats)
        for column, name in enumerate(("Event_cases", "Event_total", "Spin_cases", "Spin_total"), 1):
            page.define(self._name(name), row + 1, column, last)
        page.note(last + 1, f"The event is {event_words(self.document)}. Cases and totals are exact, in lowest terms.")
        return last + 3

    def _symbols(self, row: int, title: str, symbols: Sequence[Document], prefix: str, *, with_shares: bool) -> int:
        page, total = self.page, sum(entry["weight"] for entry in symbols)
        shares = [">To each other seat (input)"] if with_shares else []
        page.heads(row, title, ">Pays (input)", ">Weight (input)", ">% of all spins", *shares)
        first, last = row + 1, row + len(symbols)
        weights = self._name(f"{prefix}Weights")
        for place, entry in enumerate(symbols, first):
            page.text(
                place, 0, symbol_name(entry).partition(",")[0] if entry["symbol"].isalpha() else symbol_name(entry)
            )
            if entry["symbol"].isalpha() and self.document["meter"] is not None:
                page.formula(place, 1, self._name("Meter"), entry["pays"] / CENTS, "dollars")
            else:
                page.pay(place, 1, entry["pays"] / CENTS, "dollars")
            page.pay(place, 2, entry["weight"], "weight")
            page.formula(place, 3, f"C{place + 1}/SUM({weights})", entry["weight"] / total, "percent")
            if with_shares:
                page.pay(place, 4, entry["others_receive"] / CENTS, "dollars")
        page.define(self._name(f"{prefix}Pays"), first, 1, last)
        page.define(weights, first, 2, last)
        if with_shares:
            page.define(self._name("Shares"), first, 4, last)
        return last + 2

    def _figures(self, row: int) -> int:
        for place, (name, label, formula, result, kind) in enumerate(self._results(), row):
            self.page.text(place, 0, label)
            self.page.formula(place, 1, formula, result, kind)
            self.page.define(self._name(name), place, 1)
        return row + len(self._results()) + 2

    def _results(self) -> list[tuple[str, str, str, float, Number]]:
        wheel, name = self.document, self._name
        seats = name("Seats") if len(wheel["by_seats"]) > 1 else "1"
        pays, weights, wager = name("Pays"), name("Weights"), name("Wager")
        spin, event = name("Spin_chance"), name("Event_chance")
        symbols = wheel["symbols"]
        results: list[tuple[str, str, str, float, Number]] = [
            (
                "Event_chance",
                "Event, % of all rounds",
                f"INDEX({name('Event_cases')},{seats})/INDEX({name('Event_total')},{seats})",
                wheel["event_chance"]["value"],
                "percent",
            ),
            (
                "Spin_chance",
                "This wager spins, % of all rounds",
                f"INDEX({name('Spin_cases')},{seats})/INDEX({name('Spin_total')},{seats})",
                wheel["spin_chance"]["value"],
                "percent",
            ),
            (
                "Spin_mean",
                "Average of a spin",
                f"SUMPRODUCT({pays},{weights})/SUM({weights})",
                _mean(symbols),
                "dollars",
            ),
        ]
        mean, square = f"{spin}*{name('Spin_mean')}", f"{spin}*SUMPRODUCT({pays}^2,{weights})/SUM({weights})"
        wins = f'{spin}*SUMIF({pays},">0",{weights})/SUM({weights})'
        if wheel["community"] is not None:
            community = wheel["community"]["symbols"]
            listed, list_weights = name("Community_Pays"), name("Community_Weights")
            results.append(
                (
                    "Community_mean",
                    "Average of a Community Pay",
                    f"SUMPRODUCT({listed},{list_weights})/SUM({list_weights})",
                    _mean(community),
                    "dollars",
                )
            )
            mean += f"+{event}*{name('Community_mean')}"
            square += f"+2*{spin}*{name('Spin_mean')}*{name('Community_mean')}"
            square += f"+{event}*SUMPRODUCT({listed}^2,{list_weights})/SUM({list_weights})"
            paid = f'SUMIF({listed},">0",{list_weights})/SUM({list_weights})'
            wins = f"{event}*{paid}+(1-{paid})*{wins}"
        deviation = wheel["standard_deviation"]
        results += [
            ("Return", "Return, % of this wager", f"({mean})/{wager}", wheel["return"]["value"], "percent"),
            (
                "House_edge",
                "House edge, % of this wager",
                f"1-{name('Return')}",
                1 - wheel["return"]["value"],
                "percent",
            ),
            ("Hit_rate", "Wins anything, % of all rounds", wins, wheel["hit_rate"], "percent"),
            (
                "Standard_deviation",
                "Standard deviation, wagers",
                f"SQRT({square}-({mean})^2)/{wager}",
                deviation,
                "antes",
            ),
            (
                "Volatility_index",
                "Volatility index, wagers",
                f"Volatility_z*{name('Standard_deviation')}",
                self.volatility_factor * deviation,
                "antes",
            ),
        ]
        return [*results, *self._meter_results(), *self._shared_results()]

    def _meter_results(self) -> list[tuple[str, str, str, float, Number]]:
        wheel, name = self.document, self._name
        if wheel["meter"] is None:
            return []
        reset, slope = wheel["meter"]["reset_cents"] / CENTS, wheel["per_meter_dollar"]
        weights, meter = name("Weights"), name("Meter")
        per_dollar = f"{name('Spin_chance')}*INDEX({weights},1)/SUM({weights})/{name('Wager')}"
        assert wheel["symbols"][0]["symbol"].isalpha(), "the jackpot is the first symbol"
        return [
            (
                "Long_run_return",
                "Return in the long run, % of this wager",
                f"{name('Return')}+{name('Rate')}",
                wheel["long_run_return"]["value"],
                "percent",
            ),
            (
                "Return_per_1000",
                "Return for each $1,000 on the meter, % of this wager",
                f"1000*{per_dollar}",
                1000 * slope,
                "percent",
            ),
            (
                "Break_even",
                "Break-even meter",
                f"MAX(0,{meter}+(1-{name('Return')})/({per_dollar}))",
                max(0.0, reset + (1 - wheel["return"]["value"]) / slope),
                "dollars",
            ),
        ]

    def _shared_results(self) -> list[tuple[str, str, str, float, Number]]:
        wheel, name = self.document, self._name
        if wheel["community"] is not None:
            return []
        shared = f"SUMPRODUCT({name('Shares')},{name('Weights')})/SUM({name('Weights')})"
        formula = f"({name('Seats')}-1)*{name('Spin_chance')}*{shared}/{name('Wager')}"
        label = "From spins of other seats, % of this wager"
        return [("Received", label, formula, wheel["received_from_other_spins"]["value"], "percent")]


_PARTS = ("numerator", "denominator")


def _mean(symbols: Sequence[Document]) -> float:
    total = sum(entry["weight"] for entry in symbols)
    return float(sum(entry["weight"] * entry["pays"] for entry in symbols) / total / CENTS)
