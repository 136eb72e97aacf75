"""Messages as text. What a table tells six seats differs in a few places, so each part is encoded once for them all."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import Any

from pydantic_core import to_json

from crossfelt.service.tables.messages import Update


def text_of(message: Any) -> str:
    """A message as it is sent."""
    return to_json(message).decode()


def encoded(update: Update) -> str:
    """An update as text, the same as `text_of` makes of it."""
    return _UPDATES.text(update)


class Fieldwise:
    """Encodes objects of a kind field by field, and keeps the text of each field until another value comes.

    Messages are never changed once they are made, so a value that is the same object has the same text.
    """

    def __init__(self, **inner: Fieldwise) -> None:
        """`inner` are the fields whose values are taken apart in the same way."""
        self._inner = inner
        self._kind: type | None = None
        self._names: list[str] = []
        self._values: list[Any] = []
        self._texts: list[str] = []

    def text(self, whole: Any) -> str:
        """The object as JSON, its fields in their order."""
        if type(whole) is not self._kind:
            self._begin(type(whole))
        for number, (value, previous) in enumerate(zip(self._all(whole), self._values, strict=True)):
            if value is not previous:
                self._texts[number] = self._field(self._names[number], value)
                self._values[number] = value
        return "{" + ",".join(self._texts) + "}"

    def _begin(self, kind: type) -> None:
        self._kind = kind
        self._names = [field.name for field in fields(kind)]
        self._all = attrgetter(*self._names)
        self._values = [_NOTHING] * len(self._names)
        self._texts = [""] * len(self._names)

    def _field(self, name: str, value: Any) -> str:
        inner = self._inner.get(name)
        return f'"{name}":' + (text_of(value) if inner is None or value is None else inner.text(value))


_NOTHING = object()
"""No value of a message."""
_UPDATES = Fieldwise(view=Fieldwise())
