"""Signed heads: one signature for each entry, keys that replace each other, and a history that must fit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from crossfelt.jsontext import canonical_json
from crossfelt.proof.notes import head_text, successor
from crossfelt.service.house import House
from crossfelt.service.sealing import derived_key
from crossfelt.service.signing import SETTING, Signer, rotate, signer_of
from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.opener import open_store
from crossfelt.storage.port import StorageFailed
from tests.support.service.houses import KEY, open_table

NOW_MS = 1_790_000_000_000


def test_the_signing_key_is_neither_the_server_key_nor_another_derived_key() -> None:
    first, second = Signer(KEY), Signer(KEY, 2)
    assert first.key == Signer(KEY).key != second.key
    assert len({KEY, derived_key(KEY, "seal"), derived_key(KEY, "sign 1"), first.key.public}) == 4


def test_a_head_is_signed_once_however_many_messages_carry_it(monkeypatch: pytest.MonkeyPatch) -> None:
    signed: list[str] = []
    sign = Signer.sign

    def counted(signer: Signer, text: str) -> str:
        signed.append(text)
        return sign(signer, text)

    monkeypatch.setattr(Signer, "sign", counted)

    async def play() -> None:
        clock, house, table, people = await open_table(6)
        await clock.move(5_000)
        for person in people:
            update = person.updates[-1]
            text = head_text(table.state.table, update.seq, update.head)
            assert house.signer.key.verifies(text, update.signature)
        assert len({person.updates[-1].signature for person in people}) == 1

    asyncio.run(play())
    assert len(signed) == len(set(signed)) > 6


def test_each_rotation_is_signed_by_the_key_before_it(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "tables.db"), KEY)
    first = signer_of(store, KEY)
    second, third = rotate(store, KEY, NOW_MS), rotate(store, KEY, NOW_MS + 1)
    assert [successor(statement) for statement in third.statements] == [
        (first.key, second.key),
        (second.key, third.key),
    ]
    store.close()
    again = open_store(str(tmp_path / "tables.db"), KEY)
    assert House(again, KEY).signer.key == third.key
    again.close()


@pytest.mark.parametrize(
    "document",
    [[], {}, {"generation": 2, "statements": [7]}, {"generation": 2, "statements": ["crossfelt-key-2\n"]}],
)
def test_a_damaged_history_of_keys_is_refused_in_one_line(document: object) -> None:
    store = MemoryStore()
    store.save_setting(SETTING, canonical_json(document)).result()
    with pytest.raises(StorageFailed, match="the history of signing keys in the database is damaged"):
        signer_of(store, KEY)


def test_statements_of_another_server_are_refused() -> None:
    ours, theirs = MemoryStore(), MemoryStore()
    rotate(theirs, bytes(32), NOW_MS)
    ours.save_setting(SETTING, theirs.setting(SETTING) or "").result()
    with pytest.raises(StorageFailed, match="don't lead to this server's signing key"):
        signer_of(ours, KEY)
