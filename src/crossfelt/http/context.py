"""The objects that the routes of one application share."""

from __future__ import annotations

from dataclasses import dataclass

from crossfelt.http.budgets import Budgets
from crossfelt.http.identity import Identities
from crossfelt.http.signed_in import OpenSockets
from crossfelt.service.house import House
from crossfelt.service.report import Reports


@dataclass(frozen=True, slots=True)
class AppContext:
    """The house, the guests who are let in, and what they may spend."""

    house: House
    identities: Identities
    budgets: Budgets
    sockets: OpenSockets
    reports: Reports
