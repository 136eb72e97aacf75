"""Rules documents go out as they are stored, and their types have exactly the keys that the games read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from copy import deepcopy
from importlib.resources import files
from secrets import token_hex
from typing import Any, get_args, get_origin

import jsonschema_rs
import pytest
from pydantic import ValidationError
from starlette.testclient import TestClient
from typing_extensions import get_type_hints, is_typeddict

from crossfelt.catalog import KITS, GameKit
from crossfelt.catalog.kit import WireTypes
from crossfelt.crisscross.resolve import load_rule_book, load_submission, rule_book_ids
from crossfelt.errors import BadInput, RuleBookError
from crossfelt.faults import FaultCode
from crossfelt.jsontext import canonical_json
from crossfelt.kingcross.resolve import choices_of, load_score_card, score_card_ids
from crossfelt.kingcross.rules import MODES, MatchRules
from crossfelt.service.tables.terms import TableTerms, opened
from crossfelt.service.wire.messages import game_messages
from crossfelt.service.wire.protocol import protocol_schema
from crossfelt.service.wire.strict import read_wire
from crossfelt.service.wire.tables import OpenTableRequest
from tests.support.coin_toss import COIN_TOSS_KIT, CoinRules, coin_toss_shipped
from tests.support.http.players import PRACTICE, Person, news
from tests.support.http.servers import Server, running
from tests.support.rule_choices import another_value, open_choices

PRIZE = """rules = "maryland"
[choices.bonus_spin]
wheel = "a"
community = "a"
prize_cents = 1000000
"""
"""A wheel with a fixed prize and no meter; `wheels.toml` has the one with a meter."""
EXAMPLES = {
    name: files("crossfelt").joinpath("examples", name).read_text(encoding="utf-8")
    for name in ("harbour.toml", "wheels.toml")
}
BOOKS = {
    **{name: load_rule_book(name) for name in rule_book_ids()},
    **{name: load_submission(text) for name, text in EXAMPLES.items()},
    "a fixed prize": load_submission(PRIZE),
}
CONDITIONAL = {
    "multiples": "only a bet is a multiple of its ante",
    "minimum_cents": "only what is no multiple has limits of its own",
    "maximum_cents": "only what is no multiple has limits of its own",
    "bound_cents": "only a bound has an amount",
    "unset_means": "only a bound says what no limit means",
    "cents": "only the jackpot of a wheel has no amount",
    "prize_cents": "only a wheel without a meter has a prize",
}
"""Optional keys that the reader needs beside, or in place of, another key."""


def _kit(game: str) -> GameKit:
    return COIN_TOSS_KIT if game == COIN_TOSS_KIT.name else KITS[game]


SHIPPED = [
    *(pytest.param("criss-cross", book.document, id=name) for name, book in BOOKS.items()),
    *(pytest.param("king-cross", MatchRules(load_score_card(name)).document, id=name) for name in score_card_ids()),
]
EVERY_DOCUMENT = pytest.mark.parametrize(
    ("game", "document"), [*SHIPPED, pytest.param("coin-toss", CoinRules().document, id="coin")]
)


def _entries(kind: Any, value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[type, tuple[str | int, ...]]]:
    """Yield each object of a document whose keys its type names, with the path to it."""
    if is_typeddict(kind):
        yield kind, path
        for key, child in get_type_hints(kind).items():
            if key in value:
                yield from _entries(child, value[key], (*path, key))
    elif get_origin(kind) is dict:
        for key, item in value.items():
            yield from _entries(get_args(kind)[1], item, (*path, key))
    elif get_origin(kind) is list:
        for index, item in enumerate(value):
            yield from _entries(get_args(kind)[0], item, (*path, index))


def _at(document: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        document = document[part]
    return document


def _is_refused(kit: GameKit, document: object) -> bool:
    """Whether the type refuses a document."""
    try:
        game_messages(kit).rules_document.validate_python(document)
    except ValidationError:
        return True
    return False


def _missing_keys(kit: GameKit, document: object) -> set[str] | None:
    """The keys that the game says are missing; None if it reads the document."""
    try:
        kit.game.read_rules(document)
    except RuleBookError as error:
        return {fault.field.rpartition(".")[2] for fault in error.faults if fault.code is FaultCode.MISSING}
    return None


@EVERY_DOCUMENT
def test_the_type_accepts_the_document(game: str, document: Any) -> None:
    assert game_messages(_kit(game)).rules_document.validate_python(document) == document


@pytest.mark.parametrize(("game", "document"), SHIPPED)
def test_the_published_schema_accepts_the_document(game: str, document: Any) -> None:
    name = f"{KITS[game].wire.prefix}RulesDocument"
    schema = {"$ref": f"#/$defs/{name}", "$defs": protocol_schema()["$defs"]}
    jsonschema_rs.validate(schema, document)
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(schema, {**document, "unexpected": "?"})


def test_the_type_accepts_every_choice() -> None:
    for rules in rule_book_ids():
        for choice in open_choices(rules):
            book = load_rule_book(rules, {choice.name: another_value(rules, choice)})
            assert not _is_refused(KITS["criss-cross"], book.document), choice.name
    for choice in choices_of():
        other = choice.values[-1] if choice.values else ""
        value = other.split(",") if choice.type == "hands" else other or choice.default is False
        for mode in MODES:
            rules_of_match = MatchRules(load_score_card(choices={choice.name: value}), mode, bonus=True)
            assert not _is_refused(KITS["king-cross"], rules_of_match.document), choice.name


@EVERY_DOCUMENT
def test_the_type_has_the_keys_that_the_game_reads(game: str, document: Any) -> None:
    """A key more is refused by both, a key less by both or by neither."""
    kit, seen = _kit(game), set()
    kit.game.read_rules(document)
    for kind, path in _entries(kit.wire.load_rules_document(), document):
        if (kind, frozenset(_at(document, path))) in seen:
            continue
        seen.add((kind, frozenset(_at(document, path))))
        changed = deepcopy(document)
        _at(changed, path)["unexpected"] = "?"
        assert _is_refused(kit, changed), (path, "unexpected")
        with pytest.raises(RuleBookError, match="unknown key"):
            kit.game.read_rules(changed)
        for key in _at(document, path):
            changed = deepcopy(document)
            del _at(changed, path)[key]
            missing = _missing_keys(kit, changed)
            if _is_refused(kit, changed):
                assert missing is not None, (path, key, "the game needs no such key")
            else:
                assert key not in (missing or ()) or key in CONDITIONAL, (path, key, "the game needs this key")


def test_every_conditional_key_is_one() -> None:
    """The game needs each of these keys somewhere."""
    kit, left = KITS["criss-cross"], set(CONDITIONAL)
    for book in BOOKS.values():
        for _, path in _entries(kit.wire.load_rules_document(), book.document):
            for key in left & _at(book.document, path).keys():
                changed = deepcopy(book.document)
                del _at(changed, path)[key]
                left -= (_missing_keys(kit, changed) or set()) & {key}
    assert not left


def test_a_kit_whose_type_does_not_describe_its_rules_opens_no_table() -> None:
    terms = TableTerms("Coins", "coin-toss", "practice", "coin", seat_count=1)
    with coin_toss_shipped() as kit:
        assert json.loads(opened(terms, "oak", "ann").rules_document) == CoinRules().document
        wire = kit.wire
        other = WireTypes(wire.prefix, wire.load_action, wire.load_event, wire.load_view, _match_document)
        KITS[kit.name] = GameKit(kit.name, kit.words, kit.load_game, kit.load_tables, other, kit.policies)
        with pytest.raises(ValidationError, match="score_card"):
            opened(terms, "oak", "ann")


def _match_document() -> Any:
    return KITS["king-cross"].wire.load_rules_document()


# ---- over HTTP


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as server:
        yield server
    assert server.faults == []


SERVED: dict[str, tuple[str, str, Any]] = {
    **{name: ("criss-cross", name, book) for name, book in BOOKS.items() if name in rule_book_ids()},
    **{name: ("criss-cross", text, BOOKS[name]) for name, text in EXAMPLES.items()},
    **{name: ("king-cross", name, MatchRules(load_score_card(name))) for name in score_card_ids()},
}


@pytest.mark.parametrize("name", SERVED)
def test_the_stored_document_is_served_byte_for_byte(server: Server, name: str) -> None:
    game, text, rules = SERVED[name]
    stored = canonical_json(rules.document)
    expected = f'"rules_document":{stored}'.encode()
    ada = Person(server)
    terms = {**PRACTICE, "id": token_hex(16), "game": game, "rules": text, "seat_count": 1}
    answer = ada.http.post("/api/tables", json=terms)
    info = answer.json()["info"]
    assert info["rules_hash"] == hashlib.sha256(stored.encode()).hexdigest()
    table = info["table"]
    line = ada.watch(table)
    line.ask("add_bot", seat=1, policy="random")
    closed = line.until(lambda message: any(item["event"]["kind"] == "round_closed" for item in news(message)))
    line.ask("remove_bot", seat=1)
    line.close()
    [ended] = [item["event"]["round"] for item in news(closed) if item["event"]["kind"] == "round_closed"]
    paths = (f"/api/tables/{table}", f"/api/tables/{table}/report", f"/api/rounds/{ended}/record")
    for content in (answer.content, *(ada.http.get(path).content for path in paths)):
        assert content.count(expected) == 1


@pytest.mark.parametrize("name", rule_book_ids())
def test_a_published_book_is_the_document_that_is_hashed(client: TestClient, name: str) -> None:
    answer = client.get(f"/api/rules/{name}").json()
    served = canonical_json(answer["document"])
    assert served == canonical_json(load_rule_book(name).document)
    assert answer["hash"] == hashlib.sha256(served.encode()).hexdigest()


def test_a_checked_game_has_the_document_of_its_score_card(client: TestClient) -> None:
    placements = [{"rolled": "7d", "square": "b2", "card": "7d"}]
    answer = client.post("/api/king/match", json={"placements": placements})
    document = json.dumps(MatchRules(load_score_card()).document, separators=(",", ":"))
    assert answer.content.count(f'"rules_document":{document}'.encode()) == 1


def test_a_table_among_the_choices_is_no_option_of_a_request() -> None:
    terms = {**PRACTICE, "id": token_hex(16), "options": BOOKS["wheels.toml"].choices}
    with pytest.raises(BadInput, match=r"options\.bonus_spin"):
        read_wire(OpenTableRequest, terms)
