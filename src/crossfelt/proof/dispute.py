"""The report on a disputed record as plain data: what happened, every check, every hash, and what can't be shown.

A record that doesn't hold gets its report too. What the file merely states is under `stated`; it may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from crossfelt import __version__
from crossfelt.catalog import KITS
from crossfelt.errors import ProofError, describe
from crossfelt.ledger import HOUSE
from crossfelt.proof.inspection import Inspection
from crossfelt.proof.log_slice import LogSlice, body_of
from crossfelt.record import DIGEST, PROOF
from crossfelt.register.citations import explained
from crossfelt.rulefiles import MODIFIED
from crossfelt.schema import to_plain
from crossfelt.storage.port import Entry

Document = dict[str, Any]
FORMAT = 1
"""Rises when a key changes its meaning or goes away."""
FLOOR_KINDS = {
    "floor_acted": "The floor ruled",
    "incident_noted": "Incident noted",
    "seat_removed": "Player removed",
    "table_paused": "Table paused",
    "table_resumed": "Table resumed",
    "out_of_service": "Out of service",
    "back_in_service": "Back in service",
}
"""Entries of the log about what people at the table did, beside the steps of the contest."""
MOST_STATED = 200


def dispute_document(record: Document, inspection: Inspection) -> Document:
    """Everything that the report says, without pictures."""
    contest, log = inspection.contest, inspection.log
    load = KITS[contest.game.name].load_dispute if contest is not None else None
    # A record that continues after a failed step reveals nothing of a contest in progress.
    shows_hidden = inspection.broken_step is not None or (contest is not None and contest.is_finished)
    shown = load()(contest, shows_hidden) if load is not None and contest is not None else None
    corrections = list(_corrections(log))
    citations = [*(shown or {}).get("citations", ()), *(entry["clause"] for entry in corrections)]
    failed = inspection.failed
    document = {
        "dispute_report": FORMAT,
        "crossfelt": __version__,
        "holds": inspection.verified is not None,
        "cheating": inspection.is_cheating,
        "failed": None if failed is None else {"check": failed.id, "title": failed.title, "finding": failed.finding},
        "checks": to_plain(inspection.checks),
        "proved": PROOF in record,
        "stated": _stated(record),
        "log": None if log is None else _log(log),
        "steps": None if contest is None else len(contest.steps),
        "broken_step": inspection.broken_step,
        "finished": contest is not None and contest.is_finished,
        "seeds": _seeds(record),
        "contest": shown,
        "entries": [] if log is None else [entry.seq for entry in log.of_kind("step")],
        "floor": list(_floor(log)),
        "corrections": corrections,
        "clauses": [
            {"clause": name, "says": text} for name, text in explained((shown or {}).get("rules_id", ""), citations)
        ],
    }
    printable: Document = _printable(document | {"not_shown": list(_not_shown(record, inspection, document))})
    return printable


def _stated(record: Document) -> Document:
    """The claims of the file. Only the checks show whether they are true."""
    proof = record.get(PROOF)
    proof = proof if isinstance(proof, dict) else {}
    log = proof.get("log")
    log = log if isinstance(log, dict) else {}
    signed = proof.get("signed_head")
    return {
        **{key: _text(record.get(key)) for key in ("game", "rules", "rules_hash", DIGEST)},
        **{key: _text(proof.get(key)) for key in ("scheme", "round", "commitment", "secret")},
        **{key: _text(log.get(key)) for key in ("table", "before", "head")},
        "key": _text(signed.get("key")) if isinstance(signed, dict) else None,
    }


def _text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value if value is None or len(value) <= MOST_STATED else f"{value[:MOST_STATED]}..."
    return describe(value)


def _log(log: LogSlice) -> Document:
    first, last = log.entries[0], log.entries[-1]
    return {
        "table": first.table,
        "first_seq": first.seq,
        "last_seq": last.seq,
        "committed_at": stamp(first),
        "closed_at": stamp(last),
        "head": log.head.hex(),
        "sealed": sum(entry.is_sealed for entry in log.entries),
    }


def stamp(entry: Entry) -> str:
    """When an entry was written, by the clock of the server, in UTC."""
    return datetime.fromtimestamp(min(entry.stamped_ms, 253_402_300_799_000) / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _seeds(record: Document) -> list[Document]:
    proof = record.get(PROOF)
    seeds = proof.get("seeds") if isinstance(proof, dict) else None
    return [
        {key: _text(seed.get(key)) for key in ("seat", "state", "commitment", "nonce", "seed")}
        for seed in (seeds if isinstance(seeds, list) else [])
        if isinstance(seed, dict)
    ]


def _bodies(log: LogSlice | None, kinds: tuple[str, ...]) -> Iterator[tuple[Entry, Document]]:
    for entry in log.entries if log is not None else ():
        if entry.kind in kinds:
            try:
                yield entry, body_of(entry)
            except ProofError:
                yield entry, {}


def _floor(log: LogSlice | None) -> Iterator[Document]:
    for entry, body in _bodies(log, tuple(FLOOR_KINDS)):
        text = next((body[key] for key in ("says", "reason") if isinstance(body.get(key), str) and body[key]), "")
        yield {
            "entry": entry.seq,
            "at": stamp(entry),
            "what": FLOOR_KINDS[entry.kind],
            "by": _text(body.get("by")) or "",
            "text": _text(text) or "",
        }


def _corrections(log: LogSlice | None) -> Iterator[Document]:
    for entry, body in _bodies(log, ("corrected",)):
        yield {
            "entry": entry.seq,
            "at": stamp(entry),
            "cents": sum(-move.cents if move.destination.startswith(HOUSE) else move.cents for move in entry.postings),
            **{key: _text(body.get(key)) or "" for key in ("by", "round", "seat", "player", "clause", "reason")},
        }


def dispute_rules(document: Document) -> str:
    """Return the name of the rules: as the file has it, and MODIFIED where they aren't the shipped defaults."""
    name = document["stated"]["rules"] or "rules not named"
    origin = (document["contest"] or {}).get("origin")
    return name if origin is None or (origin["is_shipped"] and not origin["changes"]) else f"{name} {MODIFIED}"


def _not_shown(record: Document, inspection: Inspection, document: Document) -> Iterator[str]:
    """The limits of what the record proves, in sentences."""
    if inspection.verified is None:
        yield "The record doesn't hold. Treat everything drawn from it as a claim of the person who made the file."
    if inspection.broken_step is not None:
        yield f"Nothing after step {inspection.broken_step - 1} is shown, because step {inspection.broken_step} fails."
    elif inspection.contest is not None and not inspection.contest.is_finished:
        yield "The contest isn't over. What is still hidden from players is hidden here."
    if document["contest"] is not None and not document["contest"]["origin"]["is_shipped"]:
        yield "The rules in the record aren't the ones that this version of Crossfelt ships under their name."
    if not document["proved"]:
        yield "The record has no proof: it doesn't show where its chance came from, who made the file, or when."
        return
    withheld = [str(seed["seat"]) for seed in document["seeds"] if seed["state"] == "withheld"]
    if withheld:
        seats = f"Seat {withheld[0]}" if len(withheld) == 1 else f"Seats {', '.join(withheld)}"
        yield f"{seats} committed to a seed and didn't reveal it (possibly offline). The record can't show why."
    chance = inspection.verified.chance if inspection.verified is not None else None
    if not any(result.id == "receipt" for result in inspection.checks):
        yield (
            "No receipt of a player was compared, so the record can't show that its log is the one that players saw. "
            "Use --against RECEIPT."
        )
    if chance is not None and chance.host_rules:
        yield "The host of this table may rule on rounds they play in."
    yield (
        "The record can't show which person had a seat, whether someone was told a card, or whether what the floor "
        "reported was true."
    )
    if record.get("carried"):
        yield (
            "The record can't show that meters weren't changed between two rounds. Compare them with the record of the "
            "round before."
        )
    yield "Corrections made after the round was closed are in the table's log, not in this record."


def _printable(value: Any) -> Any:
    """Replace every character that can't be printed in all text of the data."""
    if isinstance(value, str):
        return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in value)
    if isinstance(value, dict):
        return {_printable(key): _printable(entry) for key, entry in value.items()}
    return [_printable(entry) for entry in value] if isinstance(value, list | tuple) else value
