"""The one rule about help at live tables: every route that computes any depends on `NO_LIVE_ADVICE`."""

from __future__ import annotations

from fastapi import Depends, Request

from crossfelt.http.parts import Parts


def refuse_live_advice(request: Request) -> None:
    """Refuses a guest with a wager or a sheet in a contest of a live table, from its first card until it ends. A
    request without a guest can't be tied to one."""
    parts: Parts | None = request.app.state.parts
    if parts is not None:
        parts.house.refuse_advice(parts.identities.player(request))


NO_LIVE_ADVICE = Depends(refuse_live_advice)
