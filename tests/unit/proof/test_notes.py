"""Signed notes: keys, signatures and rotation statements as C2SP writes them."""

from __future__ import annotations

import base64
import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from crossfelt.errors import BadInput
from crossfelt.proof.notes import (
    SignedNote,
    VerifierKey,
    head_text,
    parse_note,
    parse_verifier_key,
    rotation_text,
    successor,
)

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = VerifierKey(PRIVATE.public_key().public_bytes_raw())
OTHER = VerifierKey(Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw())
HEAD = head_text("oak", 7, "ab" * 32)


def encoded(kind: int, key: VerifierKey) -> str:
    return base64.b64encode(bytes([kind]) + key.public).decode()


def signed(text: str) -> str:
    return base64.b64encode(KEY.id + PRIVATE.sign(text.encode())).decode()


def note(text: str) -> str:
    return str(SignedNote(text, ((KEY.name, signed(text)),)))


def test_key_name_and_id_follow_from_the_public_key() -> None:
    name = "crossfelt/" + hashlib.sha256(KEY.public).hexdigest()[:16]
    identity = hashlib.sha256(name.encode() + b"\n\x01" + KEY.public).digest()[:4]
    assert str(KEY) == f"{name}+{identity.hex()}+{encoded(1, KEY)}"
    assert parse_verifier_key(str(KEY)) == KEY


@pytest.mark.parametrize(
    "text",
    [
        "",
        "+",
        "a+b",
        str(KEY)[:-1],
        str(KEY) + "=",
        str(KEY).replace("crossfelt/", "other/"),
        f"{KEY.name}+00000000+{encoded(1, KEY)}",
        f"{KEY.name}+{KEY.id.hex()}+{encoded(2, KEY)}",
        f"{KEY.name}+{KEY.id.hex()}+{encoded(1, OTHER)}",
    ],
)
def test_a_key_whose_parts_disagree_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="not a valid verifier key"):
        parse_verifier_key(text)


def test_a_note_is_read_back_as_it_was_written() -> None:
    result = parse_note(note(HEAD))
    assert result.text == HEAD == f"crossfelt-head-2\noak\n7\n{'ab' * 32}\n"
    assert result.is_signed_by(KEY)
    assert not result.is_signed_by(OTHER)
    assert note(HEAD) == f"{HEAD}\n— {KEY.name} {signed(HEAD)}\n"


def test_every_changed_byte_of_text_or_signature_is_noticed() -> None:
    for text in (head_text("oak", 8, "ab" * 32), head_text("elm", 7, "ab" * 32), head_text("oak", 7, "ac" * 32)):
        assert not KEY.verifies(text, signed(HEAD))
    raw = base64.b64decode(signed(HEAD))
    for at in range(len(raw)):
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        assert not KEY.verifies(HEAD, base64.b64encode(changed).decode())
    for text in ("", "!", signed(HEAD)[:-4], signed(HEAD) + "AAAA", signed(HEAD) + "\n"):
        assert not KEY.verifies(HEAD, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        HEAD,
        note(HEAD)[:-1],
        note(HEAD).replace("\n\n", "\n"),
        note(HEAD).replace("— ", "- "),
        note(HEAD).replace("oak", "o\tak"),
        note(HEAD) + "more\n",
        "\n\n— a AAAA\n",
    ],
)
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="not a signed note"):
        parse_note(text)


def test_a_table_name_cannot_add_lines_to_a_note() -> None:
    for name in ("", "oak\n8", "a\x00"):
        with pytest.raises(BadInput):
            head_text(name, 1, "")


def test_a_rotation_is_believed_only_when_the_old_key_signed_it() -> None:
    text = rotation_text(KEY, OTHER, 1_700_000_000_000)
    assert successor(note(text)) == (KEY, OTHER)
    with pytest.raises(BadInput, match="isn't signed by the key it replaces"):
        successor(note(rotation_text(OTHER, KEY, 1)))
    # A signature for a head isn't valid for a rotation: the first line says which of the two it is.
    with pytest.raises(BadInput, match="not a rotation statement"):
        successor(note(HEAD))
