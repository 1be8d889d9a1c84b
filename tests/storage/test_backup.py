"""A backup that PostgreSQL's own tools can read."""

from pathlib import Path

import pytest
from sqlalchemy import text

from bot.storage.backup import BackupFailed, back_up
from bot.storage.database import engine_for


async def test_a_backup_holds_what_was_written(database_url: str, tmp_path: Path) -> None:
    engine = engine_for(database_url)
    async with engine.begin() as db:
        await db.execute(text("CREATE TABLE keepsake (what text)"))
    await engine.dispose()

    await back_up(database_url, tmp_path / "troupe.backup")

    written = (tmp_path / "troupe.backup").read_bytes()
    assert written.startswith(b"PGDMP")
    assert b"keepsake" in written
    assert not (tmp_path / "troupe.backup.part").exists()


async def test_a_failed_backup_leaves_the_older_one(tmp_path: Path) -> None:
    older = tmp_path / "troupe.backup"
    older.write_text("older")

    with pytest.raises(BackupFailed, match="untouched"):
        await back_up("postgresql://nobody@127.0.0.1:9/nothing", older)

    assert older.read_text() == "older"
    assert not (tmp_path / "troupe.backup.part").exists()
