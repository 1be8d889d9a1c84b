"""Starting the server's process, asking whether it answers, ending one that does not."""

import asyncio
import json
import logging
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp

from bot.llm.demo.places import Places
from bot.llm.demo.trouble import OTHER_MODEL, DemoModelUnavailable

log = logging.getLogger(__name__)

_LOAD_SECONDS = 90  # 0.5 to 6 s were measured; a busy machine takes longer
_ASK_SECONDS = 3
_SECRETS = ("DISCORD_TOKEN", "DATABASE_URL", "LLM_API_KEY")  # none of its business
_ROOT = Path(__file__).parents[3]


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Where a server answers and with which key: what its card says."""

    address: str
    key: str

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    async def answers(self) -> bool:
        """Ask it for something that only the right server gives for this key."""
        timeout = aiohttp.ClientTimeout(total=_ASK_SECONDS)
        head = {"Authorization": f"Bearer {self.key}"}
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout) as http,
                http.get(f"{self.address}/v1/models", headers=head) as answer,
            ):
                return answer.status == 200  # noqa: PLR2004 - a status says it best
        except (aiohttp.ClientError, TimeoutError):
            return False


def read_card(places: Places) -> Server | None:
    try:
        card = json.loads(places.card.read_text(encoding="utf-8"))
        return Server(address=str(card["address"]), key=str(card["key"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_card(places: Places, server: Server) -> None:
    """Whole or not at all, and readable by this user only from its first byte."""
    fresh = places.card.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    fd = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(fd, "w", encoding="utf-8") as file:
        json.dump({"address": server.address, "key": server.key}, file)
    fresh.replace(places.card)


async def start_server(places: Places, gguf: Path, *, like: Server | None = None) -> Server:
    """Start a server; `like` the one that died, so that who knows its address need not be told.

    Raises:
        DemoModelUnavailable: it did not come up.
    """
    if find_spec("xllamacpp") is None:
        raise DemoModelUnavailable(
            "xllamacpp, which runs it, is not installed.",
            to_do=f'Install the extra "embedded". {OTHER_MODEL}',
        )
    key = like.key if like else secrets.token_urlsafe(24)
    process = await asyncio.to_thread(_launch, places, gguf, like.port if like else 0)
    started = False
    try:
        address = await _address(process, key, places)
        server = Server(address=address, key=key)
        if not await server.answers():
            raise _no_start("it runs but does not answer", places)
        started = True
    finally:
        if not started:
            process.kill()  # which also ends the thread that listens to it
        # Whoever else uses it may outlive us; while we live, its end must not leave a zombie.
        threading.Thread(target=process.wait, name="demo-model-reaper", daemon=True).start()
    write_card(places, server)
    log.info("demo_model_started", extra={"model": gguf.stem, "port": server.port})
    return server


def _launch(places: Places, gguf: Path, port: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "bot.llm.demo", str(gguf.absolute())]
    command += ["--folder", str(places.folder.absolute()), "--port", str(port)]
    with places.log.open("wb") as errors:
        return subprocess.Popen(  # noqa: S603 - our own module
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=_environment(os.environ),
            start_new_session=True,  # Ctrl-C in a terminal is for the bots
        )


def _environment(ours: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in ours.items() if name.upper() not in _SECRETS}
    # Waiting threads must sleep: spinning ones slow generation tenfold when a core is busy.
    kept["OMP_WAIT_POLICY"] = "passive"
    path = [str(_ROOT), *filter(None, [kept.get("PYTHONPATH")])]
    return kept | {"PYTHONPATH": os.pathsep.join(path)}


async def _address(process: "subprocess.Popen[bytes]", key: str, places: Places) -> str:
    try:
        async with asyncio.timeout(_LOAD_SECONDS):
            line = await asyncio.to_thread(_hand_over_and_listen, process, key)
    except TimeoutError as error:
        late = f"it was not loaded after {_LOAD_SECONDS} s"
        raise _no_start(late, places) from error
    if line:
        return str(json.loads(line)["address"])
    ended = await asyncio.to_thread(process.wait)
    if ended == -signal.SIGILL:
        raise DemoModelUnavailable(
            "this machine's processor is too old for it (it needs AVX2 and FMA).",
            to_do=OTHER_MODEL,
        )
    happened = f"its process ended with {ended}"
    raise _no_start(happened, places)


def _hand_over_and_listen(process: "subprocess.Popen[bytes]", key: str) -> bytes:
    with process.stdin or open(os.devnull, "wb") as inlet:  # noqa: PTH123
        inlet.write(key.encode() + b"\n")
    with process.stdout or open(os.devnull, "rb") as outlet:  # noqa: PTH123
        return outlet.readline()


def _no_start(happened: str, places: Places) -> DemoModelUnavailable:
    try:
        said = places.log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    except OSError:
        said = []
    why = f": {said[-1][:300]}" if said else ""
    return DemoModelUnavailable(f"{happened}{why}.", to_do=f"See {places.log}. {OTHER_MODEL}")


def end_by_force(places: Places) -> None:
    """End a server that lives (it holds its lock) but does not answer.

    Its number may by now be another process's, so the process must also look like ours.
    """
    try:
        pid = int(places.pid.read_text(encoding="utf-8"))
        shown = subprocess.run(  # noqa: S603
            ["ps", "-ww", "-p", str(pid), "-o", "command="],  # noqa: S607
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        if "bot.llm.demo" in shown and str(places.folder.absolute()) in shown:
            os.kill(pid, signal.SIGKILL)
            log.warning("demo_model_ended_by_force")
            return
    except (OSError, ValueError) as error:
        log.warning("demo_model_not_ended", extra={"reason": str(error)})
    else:
        log.warning("demo_model_not_ended", extra={"reason": "no such process"})
