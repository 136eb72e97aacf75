"""Options that commands of both games have, and assignments such as `--option NAME=VALUE`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from crossfelt.errors import RuleBookError

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
json_cases_option = click.option("--json", "as_json", is_flag=True, help="Print JSON: one document, or one a line.")


def options_by_name(options: Sequence[str], parse: Callable[[str], tuple[str, object]]) -> dict[str, object]:
    """What `parse` makes of each `NAME=VALUE`; all that cannot be read are refused together."""
    found: dict[str, object] = {}
    faults: list[str] = []
    for assignment in options:
        try:
            key, value = parse(assignment)
        except RuleBookError as error:
            faults.extend(error.faults)
            continue
        if key in found:
            faults.append(f"option {key}: is given twice")
        found[key] = value
    if faults:
        raise RuleBookError(faults)
    return found


def option_text(value: object) -> str:
    """The value of a choice as it is written after `--option NAME=`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
