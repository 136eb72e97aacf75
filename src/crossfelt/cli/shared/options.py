"""Options of commands of both games."""

from __future__ import annotations

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
json_cases_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: one document, or one per line for JSON Lines."
)

long_option = click.option("--long", "is_long", is_flag=True, help="Add what each clause says, in our words.")
