"""Reports of a table for tests, counted from the start of its log each time."""

from __future__ import annotations

from crossfelt.service.house import House
from crossfelt.service.report import Reports, TableReport


def table_report(house: House, table: str) -> tuple[TableReport, tuple[str, ...]]:
    """Return the report of a table, and its floor managers."""
    return Reports(house.store, house.sealer).report(table)


def is_reconciled(report: TableReport) -> bool:
    """Whether log and ledger agree to the cent."""
    return not report.house.difference_cents and not any(meter.difference_cents for meter in report.meters)
