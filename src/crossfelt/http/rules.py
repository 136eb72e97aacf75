"""Rule books over HTTP: resolved documents, choices, clauses, readings, procedures."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Query, Request

from crossfelt.analysis.crisscross.submission_warnings import submission_warnings
from crossfelt.crisscross.procedure import PHASES, methods_of, optional_wagers, procedure
from crossfelt.crisscross.progressives.printed_lists import printed_community
from crossfelt.crisscross.resolve import DEFAULT_BOOK, choices_of, load_rule_book, load_submission, rule_book_ids
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import CaseError, Fault, RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.http.bodies import StrictJson, described
from crossfelt.http.pools import pools_of
from crossfelt.http.refusals import NOT_FOUND, UNREADABLE_BODY, refused
from crossfelt.kingcross import resolve as scorings
from crossfelt.register import clauses, readings, registered
from crossfelt.rulefiles import TABLE, words_of
from crossfelt.schema import to_plain
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.wire import (
    BookDocument,
    Choice,
    ClauseEntry,
    ClausesAnswer,
    CommunityPays,
    FaultDetail,
    ProcedureAnswer,
    ProcedurePart,
    ProcedureStep,
    ProcedureWager,
    ReadingEntry,
    ReadingsAnswer,
    RuleBookAnswer,
    RuleBooksAnswer,
    RuleBookSummary,
    ScoredAchievement,
    ScoredHand,
    ScoringAnswer,
    ScoringChoice,
    TextSummary,
)
from crossfelt.service.wire.refusals import fault_parts

router = APIRouter(prefix="/api/rules", tags=["rule books"])

RuleBookId = Annotated[str, Path(description="A rule book id, such as `maryland`.")]
ScoringId = Annotated[str, Path(description="A scoring of King Cross, such as `king-cross`.")]
TextId = Annotated[str, Path(description="The id of a rule text: a rule book, or `king-cross`.")]


@router.get("", response_model=RuleBooksAnswer)
def list_rule_books() -> RuleBooksAnswer:
    """Every rule book that is shipped, in short, with every choice at its default."""
    books = rule_book_ids()
    return RuleBooksAnswer(
        rule_books=[_summary(load_rule_book(name)) for name in books],
        texts=[_text(name) for name in registered() if name not in books],
        default=DEFAULT_BOOK,
    )


@router.get("/{id}", response_model=RuleBookAnswer, responses=NOT_FOUND)
def show_rule_book(id: RuleBookId) -> RuleBookAnswer:
    """One rule book with every choice at its default: the document that is hashed, and the choices it leaves."""
    return _answer(load_rule_book(_known(id)))


@router.post(
    "/{id}/resolve",
    response_model=RuleBookAnswer,
    responses=NOT_FOUND | UNREADABLE_BODY | refused("These choices do not hold together."),
    openapi_extra=described("ResolveRequest", {"options": {"ace_low_straight": False}}),
)
async def resolve_rule_book(request: Request, id: RuleBookId, body: StrictJson) -> RuleBookAnswer:
    """One rule book with choices of your own."""
    return await pools_of(request).rules.run(_resolved, id, body)


def _resolved(id: str, body: object) -> RuleBookAnswer:
    name = _known(id)
    fields = Fields(body)
    options = read_options(fields)
    fields.refuse_unknown()
    if fields.faults:
        raise CaseError(fields.faults)
    return _answer(load_rule_book(name, options))


@router.get("/{id}/scoring", response_model=ScoringAnswer, responses=NOT_FOUND)
def show_scoring(id: ScoringId) -> ScoringAnswer:
    """Return the points of King Cross hands and achievements, and the choices of a host."""
    known = scorings.score_card_ids()
    if id not in known:
        raise _no_such("scoring", id, known)
    card = scorings.load_score_card(id)
    document = card.document
    dice, wild = document["dice"], document["wild"]
    return ScoringAnswer(
        id=card.id,
        version=card.version,
        title=card.title,
        hash=card.hash,
        most_seats=card.most_seats,
        rolls=dice["rolls"],
        rolls_clause=dice["clause"],
        rolls_reading=dice.get("reading"),
        wild_may_be_king=card.wild_may_be_king,
        wild_clause=wild["clause"],
        wild_reading=wild.get("reading"),
        points_clause=document["points"]["clause"],
        points=[ScoredHand(hand=hand, points=points) for hand, points in card.chart.items()],
        achievements=[
            ScoredAchievement(
                id=name,
                title=entry["title"],
                points=entry["points"],
                lines=entry.get("lines"),
                hands=list(entry.get("hands", ())),
                squares=list(entry.get("squares", ())),
                cards=list(entry.get("cards", ())),
                clause=entry["clause"],
                reading=entry.get("reading"),
            )
            for name, entry in document["achievements"].items()
        ],
        choices=[
            ScoringChoice(
                name=choice.name,
                default=cast(Any, choice.default),
                clause=choice.clause,
                reading=choice.reading,
                says=choice.says,
            )
            for choice in scorings.choices_of(id)
        ],
    )


@router.get("/{id}/clauses", response_model=ClausesAnswer, responses=NOT_FOUND)
def list_clauses(id: TextId) -> ClausesAnswer:
    """Every clause of the text, in its order, and how it is met."""
    register = clauses(_registered(id))
    return ClausesAnswer(
        rules=register.rules,
        text=register.text,
        publisher=register.publisher,
        clauses=[
            ClauseEntry(
                id=clause.id,
                says=clause.says,
                met=clause.met.value,
                shown_by=list(clause.shown_by),
                missing=clause.missing,
                reading=clause.reading,
            )
            for clause in register.clauses
        ],
    )


@router.get("/{id}/readings", response_model=ReadingsAnswer, responses=NOT_FOUND)
def list_readings(id: TextId) -> ReadingsAnswer:
    """How we read the points on which the text is silent, unclear or at odds with itself."""
    return ReadingsAnswer(
        rules=_registered(id),
        readings=[
            ReadingEntry(
                id=reading.id,
                title=reading.title,
                clauses=list(reading.clauses),
                says=reading.says,
                why=reading.why,
                option=reading.option,
                state=reading.state.value,
                missing=reading.missing,
            )
            for reading in readings(id)
        ],
    )


@router.get(
    "/{id}/procedure",
    response_model=ProcedureAnswer,
    responses=NOT_FOUND | refused("The rule book has no such dealing method."),
)
def show_procedure(
    id: RuleBookId,
    method: Annotated[str | None, Query(description="A dealing method; the rule book's default if absent.")] = None,
    wagers: Annotated[
        str | None,
        Query(
            description="The optional wagers on offer, with commas between; those of the rule book if absent.",
            max_length=200,
        ),
    ] = None,
) -> ProcedureAnswer:
    """The procedure of the table, step by step, for one dealing method and the wagers on offer."""
    book = load_rule_book(_known(id))
    chosen = book.dealing.method if method is None else method
    optional = optional_wagers(id)
    offered = [wager for wager in optional if wager in book.spots] if wagers is None else _offered(wagers, optional)
    return ProcedureAnswer(
        rules=id,
        method=chosen,
        methods=list(methods_of(id)),
        wagers=[
            ProcedureWager(id=wager, title=title, is_offered=wager in offered) for wager, title in optional.items()
        ],
        parts=[
            ProcedurePart(
                phase=phase,
                title=PHASES[phase],
                steps=[
                    ProcedureStep(number=step.number, who=cast(Any, step.who), says=step.says, clause=step.cited)
                    for step in steps
                ],
            )
            for phase, steps in groupby(procedure(id, chosen, offered), key=lambda step: step.phase)
        ],
    )


def _offered(wagers: str, known: Collection[str]) -> list[str]:
    """The wagers that a request names; refused when the rule book doesn't have one of them."""
    offered = words_of(wagers)
    strangers = [wager for wager in offered if wager not in known]
    if strangers:
        message = f"wagers: {describe(strangers[0])} is not one of {', '.join(known) or 'none'}"
        raise RuleBookError(message, FaultCode.NOT_ONE_OF, "wagers", value=strangers[0], choices=list(known))
    return offered


def read_options(fields: Fields) -> dict[str, object]:
    """The `options` of a request; noted as a fault when they are no table."""
    if "options" not in fields:
        return {}
    options = fields.raw("options")
    if not isinstance(options, dict):
        message = f"must be a table, not {describe(options)}"
        fields.fault(FaultCode.WRONG_TYPE, message, "options", expected="table", value=options)
        return {}
    return options


def _known(name: str) -> str:
    if name not in rule_book_ids():
        raise _no_such("rule book", name, rule_book_ids())
    return name


def _registered(name: str) -> str:
    if name not in registered():
        raise _no_such("rule text", name, registered())
    return name


def _no_such(noun: str, name: str, choices: Collection[str]) -> Refused:
    message = f"there is no {noun} {describe(name)}: choose from {', '.join(choices)}"
    fault = Fault(FaultCode.NO_SUCH_RULES, message, field="id", params={"value": name, "choices": list(choices)})
    return Refused(RefusalCode.NOT_FOUND, fault)


def _summary(book: RuleBook) -> RuleBookSummary:
    antes = [spot for spot in book.spots.values() if spot.kind == "ante"]
    return RuleBookSummary(
        id=book.id,
        version=book.version,
        title=book.title,
        publisher=book.document["publisher"],
        hash=book.hash,
        seats=book.seat_count,
        main_pays=book.pay_tables["main"].named(),
        bonus_spots=[spot.title for spot in book.spots.values() if spot.kind == "bonus"],
        ante_minimum_cents=min(spot.minimum_cents for spot in antes),
        ante_maximum_cents=max(spot.maximum_cents for spot in antes),
        aggregate_limit_cents=book.aggregate_limit.amount_cents,
        clauses=len(clauses(book.id).clauses),
        readings=len(readings(book.id)),
        progressives=_example_progressives().get(book.id),
    )


@cache
def _example_progressives() -> dict[str, str]:
    """The submission with progressive wagers that comes with the package, by the rule book that it builds on."""
    text = files("crossfelt").joinpath("examples", "wheels.toml").read_text(encoding="utf-8")
    return {load_submission(text).id: text}


def _text(name: str) -> TextSummary:
    register = clauses(name)
    return TextSummary(
        id=name,
        text=register.text,
        publisher=register.publisher,
        clauses=len(register.clauses),
        readings=len(readings(name)),
    )


def _answer(book: RuleBook) -> RuleBookAnswer:
    return RuleBookAnswer(
        id=book.id,
        version=book.version,
        title=book.title,
        hash=book.hash,
        document=cast(BookDocument, book.document),
        choices=[
            Choice(
                name=choice.name,
                type=cast(Any, choice.type),
                default=cast(Any, choice.default),
                value=None if choice.type == TABLE else book.choices[choice.name],
                least=choice.least,
                most=choice.most,
                most_is_ours=choice.most_is_ours,
                values=list(choice.values),
                clause=choice.clause,
                reading=choice.reading,
                says=choice.says,
            )
            for choice in choices_of(book.id)
        ],
        aggregate_limit_cents=book.aggregate_limit.amount_cents,
        arising=list(book.rulings),
        community_lists=[
            CommunityPays.model_validate({"letter": letter, **to_plain(pays)})
            for letter, lists in printed_community(book.id).items()
            for pays in lists
        ],
        warnings=[FaultDetail.model_validate(fault_parts(warning)) for warning in submission_warnings(book)],
    )
