"""The one rule about help at live tables: every route that computes any depends on `NO_LIVE_ADVICE`."""

from __future__ import annotations

from fastapi import Depends, Request

from crossfelt.http.context import AppContext


async def refuse_live_advice(request: Request) -> None:
    """Refuse a guest with a wager or a sheet in a contest of a live table, from its first card until it ends, at
    whichever process they play. A request without a guest can't be tied to one."""
    context: AppContext | None = request.app.state.context
    if context is not None:
        player = context.identities.player(request)
        if player is not None:
            await context.house.keep_up()
        context.house.refuse_advice(player)


NO_LIVE_ADVICE = Depends(refuse_live_advice)
