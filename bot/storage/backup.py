"""A backup of the whole database, by PostgreSQL's own pg_dump."""

import asyncio
import os
import shutil
from pathlib import Path

from bot.storage.addresses import normalised
from bot.storage.embedded.binaries import find_folder
from bot.storage.errors import DatabaseUnavailable


class BackupFailed(Exception):
    """Says what happened. The file that was to be written is not there."""


async def back_up(url: str, file: Path, *, bin_dir: Path | None = None) -> None:
    """Write a backup that `pg_restore` reads. An older file of that name is replaced at the end.

    Raises:
        BackupFailed: pg_dump is missing or did not come to its end.
    """
    address = normalised(url)
    options: dict[str, object] = {
        "host": address.query.get("host") or address.host,
        "port": address.query.get("port") or address.port,
        "username": address.username,
        "dbname": address.database,
    }
    named = [f"--{name}={value}" for name, value in options.items() if value]
    partial = file.with_name(f"{file.name}.part")
    environment = os.environ | ({"PGPASSWORD": address.password} if address.password else {})
    try:
        dump = await asyncio.create_subprocess_exec(
            _pg_dump(bin_dir),
            "--format=custom",
            f"--file={partial}",
            *named,
            env=environment,
            stderr=asyncio.subprocess.PIPE,
        )
        _, complaint = await dump.communicate()
    except OSError as error:
        msg = f"The backup could not be started ({error}). Nothing was written."
        raise BackupFailed(msg) from error
    if dump.returncode != 0:
        partial.unlink(missing_ok=True)
        lines = complaint.decode(errors="replace").strip().splitlines()
        msg = f"pg_dump failed: {lines[-1] if lines else 'it gave no reason'}. {file} is untouched."
        raise BackupFailed(msg)
    partial.replace(file)


def _pg_dump(bin_dir: Path | None) -> str:
    """Ours if it is installed (it reads any older server), else the host's."""
    try:
        return str(find_folder(bin_dir) / "pg_dump")
    except DatabaseUnavailable:
        found = shutil.which("pg_dump")
    if found is None:
        msg = "There is no pg_dump here: install PostgreSQL's client programs."
        raise BackupFailed(msg)
    return found
