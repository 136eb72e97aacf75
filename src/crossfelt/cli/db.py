"""`crossfelt db migrate`, `verify`, `backup`, `restore`, `copy` and `export`: maintain the database of a server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import STDIN, print_json, refuse_unwritable
from crossfelt.errors import BadInput, describe

with deferred():
    from crossfelt.service import signing
    from crossfelt.storage import backup as backups
    from crossfelt.storage import export as exporting
    from crossfelt.storage import opener, paths, port, transfer

if TYPE_CHECKING:
    from crossfelt.storage.port import Broken, Receipt, Whole

INVALID = 1

database_option = click.option(
    "--database",
    metavar="URL",
    help="Database of the server: sqlite:///FILE, a file or postgresql://HOST/NAME.  [default: a file in your data "
    "folder]",
)


@click.command()
@database_option
def migrate(database: str | None) -> None:
    """Update a database to the schema of this version.

    A server does the same when it starts. The log doesn't change. A database in use is refused.
    """
    url = _url(database)
    had, has = opener.migrate_database(url)
    name = opener.shown(url)
    print(f"{name} already has schema {has}." if had == has else f"{name}: updated from {had or 'none'} to {has}.")


@click.command()
@database_option
@click.option(
    "--receipt",
    "receipts",
    metavar="TABLE:SEQ:HEX",
    multiple=True,
    help="Also check that the log has the entry of this receipt; repeatable.",
)
@json_option
def verify(database: str | None, receipts: tuple[str, ...], as_json: bool) -> None:
    """Verify every page, hash and row of a database.

    A server may be using the database. The exit status is 1 when a check fails, and the first bad entry or row is
    named. Rows that aren't in the log, such as players, are checked with the server key. A log whose end was cut off
    fails against a receipt that a player saved: table, number and hash of an entry.
    """
    expected = [_receipt(text) for text in receipts]
    url = _url(database)
    key = opener.key_where_known(url)
    store = opener.open_reader(url, key)
    try:
        with progress_bar("verifying") as report:
            verdict = store.verified(report, signing.checkpoint_check(key))
        if isinstance(verdict, port.Whole):
            verdict = next(filter(None, map(store.check_receipt, expected)), verdict)
    finally:
        store.close()
    if as_json:
        print_json(_document(verdict))
    else:
        print(_sentence(store.name, verdict, len(expected)))
    if isinstance(verdict, port.Broken):
        raise click.exceptions.Exit(INVALID)


@click.command()
@click.argument("target", metavar="TARGET")
@database_option
@click.option("--with-key", is_flag=True, help="Copy the server key too, to TARGET.key.")
@json_option
def backup(target: str, database: str | None, with_key: bool, as_json: bool) -> None:
    """Copy a database, even while a server uses it.

    TARGET is a new file, or a folder. The copy is verified before it gets its name. Without the server key, a copy can
    be verified, but its sealed cards can't be opened. Keep the key in another place, or copy it with --with-key and
    keep both secret.
    """
    path = _path(database)
    copy = Path(target)
    copy = copy / path.name if copy.is_dir() else copy
    with progress_bar("copying and verifying") as report:
        copied = backups.back_up(path, copy, paths.known_key(path), with_key=with_key, report=report)
    _tell_copied(copy, with_key, copied, as_json)


@click.command()
@click.argument("source", metavar="BACKUP")
@database_option
@json_option
def restore(source: str, database: str | None, as_json: bool) -> None:
    """Restore a backup where there is no database yet.

    BACKUP is a file that db backup wrote. It is verified with its key: BACKUP.key, or CROSSFELT_KEY, or the key that is
    already at the new place. Existing files are never overwritten.
    """
    saved, path = Path(source), _path(database)
    has_key = paths.key_file_for(saved).exists()
    key = paths.server_key(saved, {}) if has_key else paths.known_key(path)
    with progress_bar("copying and verifying") as report:
        copied = backups.restore(saved, path, key, write_key_too=has_key, report=report)
    _tell_copied(path, has_key, copied, as_json)


@click.command()
@click.argument("source", metavar="SOURCE")
@click.argument("target", metavar="TARGET")
@json_option
def copy(source: str, target: str, as_json: bool) -> None:
    """Copy a database from SQLite to PostgreSQL, or back.

    SOURCE and TARGET are sqlite:///PATH, a path or postgresql://HOST/NAME. Every entry, hash and number stays the
    same, and the copy is verified before it is committed. Stop the server first: later changes aren't copied.
    """
    key = opener.key_where_known(source)
    reader = opener.open_reader(source, key)
    try:
        with progress_bar("copying and verifying") as report:
            copied = transfer.copy_database(reader, target, opener.shown(target), key, report)
    finally:
        reader.close()
    path = None if paths.is_postgresql(target) else paths.database_path(target)
    has_key = bool(key) and path is not None and not paths.key_file_for(path).exists()
    if has_key and path is not None:
        paths.write_key(paths.key_file_for(path), key)
    if as_json:
        print_json({**_document(copied), "target": opener.shown(target), "key": has_key})
        return
    print(f"{opener.shown(target)} is valid: {_extent(copied)}.\nHead: {copied.head.hex()}")
    if has_key and path is not None:
        tell_written(paths.key_file_for(path), "the server key, keep it secret")
    elif path is None and key:
        print(f"Start the server with {paths.KEY_VARIABLE} set to the same key.")


@click.command()
@click.argument("file", metavar="[FILE]", default=STDIN)
@database_option
@click.option("--table", metavar="NAME", help="Export only this table.")
def export(file: str, database: str | None, table: str | None) -> None:
    """Export the log as JSON Lines, every entry as it is stored.

    FILE is replaced if it exists; without it, or with -, the lines go to stdout. Sealed bodies stay sealed, in base64.
    Each line has the hash of its entry, so that the chain can be checked as the documentation describes.
    """
    if file != STDIN:
        refuse_unwritable("FILE", file)
    store = opener.open_reader(_url(database))
    try:
        lines = exporting.export_lines(store, table)
        if file == STDIN:
            for line in lines:
                print(line)
            return
        total = max(1, sum(store.head(name)[0] for name in ((table,) if table is not None else store.tables())))
        with progress_bar("exporting") as report, Path(file).open("w", encoding="utf-8") as out:
            for number, line in enumerate(lines):
                out.write(line + "\n")
                if number % 1000 == 0:
                    report(number / total)
    except OSError as error:
        raise BadInput(f"cannot write {file!a}: {error.strerror}") from None
    finally:
        store.close()
    tell_written(file)


def _url(database: str | None) -> str:
    if database == paths.MEMORY:
        raise BadInput("--database: a database in memory has no file")
    return database if database is not None else str(paths.default_database())


def _path(database: str | None) -> Path:
    url = _url(database)
    if paths.is_postgresql(url):
        raise BadInput("--database: this works on SQLite files. Back up PostgreSQL with pg_dump or pg_basebackup.")
    path = paths.database_path(url)
    assert path is not None
    return path


def _receipt(text: str) -> Receipt:
    table, _, rest = text.rpartition(":")[0].rpartition(":")
    head = text.rpartition(":")[2]
    try:
        seq, digest = int(rest), bytes.fromhex(head)
    except ValueError:
        raise BadInput(f"--receipt: write TABLE:SEQ:HEX, not {describe(text)}") from None
    if not table:
        raise BadInput(f"--receipt: write TABLE:SEQ:HEX, not {describe(text)}")
    return port.Receipt(table, seq, seq, digest)


def _sentence(name: str, verdict: Whole | Broken, receipts: int) -> str:
    if isinstance(verdict, port.Broken):
        return f"{name} is invalid: {verdict}."
    checked = "" if not receipts else " and the receipt" if receipts == 1 else f" and {receipts} receipts"
    return f"{name} is valid: {_extent(verdict)}{checked}.\nHead: {verdict.head.hex()}"


def _document(verdict: Whole | Broken) -> dict[str, object]:
    if isinstance(verdict, port.Broken):
        return {"holds": False, "table": verdict.table or None, "seq": verdict.seq or None, "says": verdict.says}
    return {"holds": True, "tables": verdict.tables, "entries": verdict.entries, "head": verdict.head.hex()}


def _tell_copied(copy: Path, has_key: bool, copied: Whole, as_json: bool) -> None:
    if as_json:
        print_json({**_document(copied), "file": str(copy), "key": has_key})
        return
    tell_written(copy, f"{_extent(copied)}, all verified")
    if has_key:
        tell_written(paths.key_file_for(copy), "the server key, keep it secret")


def _extent(whole: Whole) -> str:
    entries = "1 entry" if whole.entries == 1 else f"{whole.entries:,} entries"
    return f"{entries} in 1 log" if whole.tables == 1 else f"{entries} in {whole.tables:,} logs of tables and wallets"
