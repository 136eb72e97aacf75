"""The layout of a dispute report: verdict, contest, every check, hashes, and what the record can't show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crossfelt.analysis.report_header import header_of
from crossfelt.cards import card_symbols
from crossfelt.catalog import KITS
from crossfelt.money import dollars
from crossfelt.printing.blocks import (
    Banner,
    Block,
    Check,
    Checks,
    Code,
    Section,
    Sheet,
    Table,
    Words,
)
from crossfelt.printing.par_html import page
from crossfelt.printing.par_pdf import pdf

Document = Mapping[str, Any]
HASHES = {
    "rules_hash": "rules",
    "commitment": "commitment",
    "secret": "secret",
    "before": "entry before",
    "head": "head",
    "digest": "digest",
    "key": "signing key",
}


def dispute_pdf(document: Document) -> bytes:
    """Return the report as a PDF. The same document gives the same bytes."""
    return pdf(dispute_sheet(document))


def dispute_html(document: Document) -> str:
    """Return the report as one HTML page."""
    return page(dispute_sheet(document))


def dispute_sheet(document: Document) -> Sheet:
    """Return the whole report, in the order in which a dispute is examined."""
    stated = document["stated"]
    parts = {
        ("verdict", "Verdict"): _verdict(document),
        ("checks", "Verification"): _checks(document),
        ("rulings", "Rulings, voids and corrections"): _floor(document),
        ("clauses", "Clauses that decided, in our words"): _clauses(document),
        ("course", "Course of the contest"): _course(document),
        ("hashes", "Hashes and seeds"): _hashes(document),
        ("limits", "What this record can't show"): _limits(document),
        ("again", "Checking again"): _again(document),
    }
    sections = [Section(name, title, tuple(blocks)) for (name, title), blocks in parts.items()]
    sections[1:1] = _contest(document)
    title, contest = _named(stated["game"])
    return Sheet(
        title=f"Dispute report: {title}",
        subtitle=f"{contest.capitalize()} {stated['round'] or 'without a proof'}, {header_of(document).rules}",
        sections=tuple(section for section in sections if section.blocks),
        footer=header_of(document).footer,
        header=header_of(document).line,
    )


def _named(game: str | None) -> tuple[str, str]:
    """Return the title of a game and its word for one contest."""
    if game in KITS:
        return KITS[game].words.title, KITS[game].words.contest
    return "unknown game", "contest"


def _verdict(document: Document) -> Iterator[Block]:
    failed = document["failed"]
    if failed is None:
        yield Banner(
            "Record valid: every check passed." if document["proved"] else "The record replays. It has no proof.", True
        )
    else:
        word = "The server cheated" if document["cheating"] else "Record not valid"
        yield Banner(f"{word}: \u201c{failed['title']}\u201d failed.", False)
        yield Words(failed["finding"])
    stated, log = document["stated"], document["log"]
    rows = [
        ("Rules", _rules(document)),
        ("State", _state(document)),
        ("Steps shown", "none" if document["steps"] is None else str(document["steps"])),
    ]
    if log is not None:
        rows += [
            ("Table", log["table"]),
            (_named(stated["game"])[1].capitalize(), stated["round"] or "not named"),
            ("Log entries", f"{log['first_seq']} to {log['last_seq']}, {log['sealed']} of them sealed"),
            ("Committed at", f"{log['committed_at']} UTC, by the server's clock"),
            ("Closed at", f"{log['closed_at']} UTC, by the server's clock"),
        ]
    yield Table("The record", ("", "as the file states it"), tuple(rows))


def _rules(document: Document) -> str:
    name, contest = document["stated"]["rules"] or "not named", document["contest"]
    if contest is None:
        return name
    if not contest["origin"]["is_shipped"]:
        return f"{name}, but not as Crossfelt ships them"
    changes = "; ".join(contest["origin"]["changes"])
    return f"{name}, with the house's choices: {changes}" if changes else f"{name}, as published"


def _state(document: Document) -> str:
    contest = document["contest"]
    if contest is None:
        return "cannot be replayed"
    if document["broken_step"] is not None:
        return f"replayed up to step {document['broken_step'] - 1}"
    return str(contest["stage"]) if document["finished"] else f"not over, at {contest['stage']}"


def _contest(document: Document) -> list[Section]:
    """Return the sections of the game about its contest."""
    contest = document["contest"]
    load = KITS[document["stated"]["game"]].load_dispute_sections if contest is not None else None
    return [] if load is None else list(load()(contest))


def _checks(document: Document) -> Iterator[Block]:
    yield Checks(tuple(Check(entry["title"], entry["state"], entry["finding"]) for entry in document["checks"]))


def _floor(document: Document) -> Iterator[Block]:
    contest = document["contest"] or {}
    if void := contest.get("void"):
        source = "no rule text covers it" if void["is_floor_ruling"] else void["clause"]
        yield Words(f"The round is void: {void['says']} ({source}). Every wager was returned.")
    rulings = contest.get("rulings") or ()
    if rulings:
        yield Table(
            "Irregularities",
            ("what happened", ">occurrence", "card", "ruling", "clause"),
            tuple(
                (
                    entry["says"],
                    str(entry["occurrence"]),
                    _card_words(entry["place"], entry["card"]),
                    entry["outcome"].replace("_", " "),
                    entry["clause"],
                )
                for entry in rulings
            ),
        )
    if forfeits := contest.get("forfeits"):
        rows = tuple((str(entry["seat"]), entry["reason"].replace("_", " "), entry["clause"]) for entry in forfeits)
        yield Table("Forfeited seats", (">seat", "reason", "clause"), rows)
    if document["floor"]:
        yield Table(
            "People at the table, from the log",
            (">entry", "at (UTC)", "what", "by", "reason"),
            tuple((str(row["entry"]), row["at"], row["what"], row["by"], row["text"]) for row in document["floor"]),
        )
    if document["corrections"]:
        yield Table(
            "Corrections in these log entries",
            (">entry", "at (UTC)", "round", "player", ">to the player", "clause", "reason"),
            tuple(
                (
                    str(row["entry"]),
                    row["at"],
                    row["round"],
                    row["player"],
                    dollars(row["cents"]),
                    row["clause"],
                    row["reason"],
                )
                for row in document["corrections"]
            ),
        )
    if not (contest.get("void") or rulings or contest.get("forfeits") or document["floor"] or document["corrections"]):
        yield Words("None in this record.")


def _card_words(place: str | None, card: str | None) -> str:
    """Return a card and its place, such as `seat 2, first card: 5♠`, as far as a ruling names them."""
    if not place:
        return ""
    if place.startswith("hole:"):
        _, seat, number = place.split(":")
        place = f"seat {seat}, {'first' if number == '1' else 'second'} card"
    return f"{place.replace('_', ' ')}: {card_symbols(card)}" if card else place.replace("_", " ")


def _clauses(document: Document) -> Iterator[Block]:
    if document["clauses"]:
        rows = tuple((row["clause"], row["says"]) for row in document["clauses"])
        yield Table("In the order of the text", ("clause", "what it says"), rows)


def _course(document: Document) -> Iterator[Block]:
    contest, entries = document["contest"], document["entries"]
    if contest is None:
        return
    rows = []
    for number, step in enumerate(contest["course"], 1):
        entry = [str(entries[number - 1]) if number <= len(entries) else ""] if entries else []
        head = (str(number), *entry, step["actor"].replace(":", " "))
        rows += [(*(head if place == 0 else ("",) * len(head)), event) for place, event in enumerate(step["says"])]
    yield Table("Steps", (">step", *([">log entry"] if entries else []), "by", "what happened"), tuple(rows))


def _hashes(document: Document) -> Iterator[Block]:
    stated = {key: value for key, value in document["stated"].items() if value}
    lines = [f"{label:<14}{stated[key]}" for key, label in HASHES.items() if key in stated]
    if lines:
        yield Words("As the file states them. SHA-256 in hex:")
        yield Code("\n".join(lines))
    if document["seeds"]:
        seeds = [{key: value or "" for key, value in seed.items()} for seed in document["seeds"]]
        rows = tuple((seed["seat"], seed["state"], seed["seed"]) for seed in seeds)
        yield Table("Players' seeds", (">seat", "state", "seed"), rows)
        # In full, so that a reader of the paper can hash the seed and its nonce again.
        committed = [
            f"seat {seed['seat']:<3}{key:<12}{seed[key]}"
            for seed in seeds
            for key in ("commitment", "nonce")
            if seed[key]
        ]
        if committed:
            yield Code("\n".join(committed))


def _limits(document: Document) -> Iterator[Block]:
    for sentence in document["not_shown"]:
        yield Words(sentence)


def _again(document: Document) -> Iterator[Block]:
    yield Words(f"Made by Crossfelt {document['crossfelt']}. Check the same file again:")
    yield Code("crossfelt verify RECORD")
    if document["proved"]:
        yield Words("Or with the verifier of one file, which shares no code with Crossfelt:")
        yield Code("python3 crossfelt_verifier.py RECORD")
