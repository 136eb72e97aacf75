"""Options that commands of both games have, and assignments such as `--option NAME=VALUE`."""

from __future__ import annotations

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
json_cases_option = click.option("--json", "as_json", is_flag=True, help="Print JSON: one document, or one a line.")

long_option = click.option("--long", "is_long", is_flag=True, help="With what each clause says, in our words.")


def option_text(value: object) -> str:
    """The value of a choice as it is written after `--option NAME=`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
