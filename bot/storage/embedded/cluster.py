"""A cluster on disk: made whole or not at all, and only touched by its own version."""

import os
import shutil
import tempfile
from pathlib import Path

from bot.storage.embedded.binaries import Binaries
from bot.storage.embedded.errors import EmbeddedPostgresUnavailable
from bot.storage.embedded.place import Place

USER, DATABASE = "bot", "postgres"
_BUILTIN_LOCALES_SINCE = 17
_PROVIDERS_SINCE = 15


def ensure_cluster(place: Place, binaries: Binaries) -> None:
    if not place.cluster.exists():
        _create(place, binaries)
    made_by = (place.cluster / "PG_VERSION").read_text(encoding="utf-8").strip()
    if made_by != str(binaries.major):
        raise EmbeddedPostgresUnavailable(
            what=f"The database in {place.cluster} was made by PostgreSQL {made_by}, and the"
            f" programs are those of {binaries.major}.",
            kept="It is untouched.",
            advice=f"Set PG_BIN_DIR to the programs of {made_by}, then dump and restore it.",
        )


def _create(place: Place, binaries: Binaries) -> None:
    # Beside its place and under a new name each time: a killed attempt leaves no half cluster,
    # and one that still runs does not write into ours.
    scratch = Path(tempfile.mkdtemp(prefix="pgdata.new.", dir=place.home))
    place.owner.give(scratch, mode=0o700)
    command = [binaries / "initdb", "-D", scratch, "-U", USER, "-E", "UTF8", "--auth=trust"]
    answer = place.owner.run(*command, "--no-instructions", *_locale(binaries.major))
    if answer.returncode != 0:
        shutil.rmtree(scratch, ignore_errors=True)
        raise EmbeddedPostgresUnavailable(
            what=f"PostgreSQL could not make a database in {place.home}: {answer.stderr.strip()}",
            kept="Nothing is left of the attempt.",
            advice="Make room, or set TROUPE_DATA to a folder on another disk.",
        )
    scratch.rename(place.cluster)
    _sync(place.home)
    for left_over in place.home.glob("pgdata.new.*"):
        shutil.rmtree(left_over, ignore_errors=True)


def _locale(major: int) -> list[str]:
    if major >= _BUILTIN_LOCALES_SINCE:
        return ["--locale-provider=builtin", "--locale=C.UTF-8"]
    provider = ["--locale-provider=libc"] if major >= _PROVIDERS_SINCE else []
    return [*provider, "--locale=C.UTF-8"]


def _sync(folder: Path) -> None:
    """Make a renaming last through a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
