"""Actions on the wire."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from crossfelt.catalog import GameKit
from crossfelt.errors import RecordError
from crossfelt.jsontext import parse_json
from crossfelt.schema import from_plain
from crossfelt.service.wire.messages import game_messages


def assert_no_action(kit: GameKit, text: str, complaint: str) -> None:
    """Check that both the game and the published schema refuse a text that isn't exactly one of its actions."""
    with pytest.raises(RecordError) as refused:
        from_plain(kit.game.action_kinds, parse_json(text), "action")
    assert complaint in str(refused.value)
    with pytest.raises(ValidationError):
        game_messages(kit).action.validate_json(text)
