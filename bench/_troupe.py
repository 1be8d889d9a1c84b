"""`./troupe` as a stranger starts it: a process, its link, and an orderly end."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

CHECKOUT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"http://127\.0\.0\.1:\d+/\?key=\S+")
LEAVE_SECONDS = 30
_SETTINGS = ("DISCORD_TOKEN", "DATABASE_URL", "LLM_BASE_URL", "DISCORD_URL")


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A playground that has told its link."""

    link: str

    @property
    def url(self) -> str:
        parts = urlsplit(self.link)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def key(self) -> str:
        return parse_qs(urlsplit(self.link).query)["key"][0]


@asynccontextmanager
async def troupe(*arguments: str, data: Path) -> AsyncGenerator[Running]:
    """Start `./troupe`, wait for its link, and end it with Ctrl-C."""
    environment = {name: value for name, value in os.environ.items() if name not in _SETTINGS}
    environment["TROUPE_DATA"] = str(data)
    process = await asyncio.create_subprocess_exec(
        str(CHECKOUT / "troupe"),
        *arguments,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield Running(link=await _link(process))
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        await asyncio.wait_for(process.wait(), timeout=LEAVE_SECONDS)


async def _link(process: asyncio.subprocess.Process) -> str:
    said = b""
    while process.stdout is not None and (line := await process.stdout.readline()):
        said += line
        if found := LINK.search(line.decode()):
            return found.group(0)
    msg = f"./troupe ended without a link: {said.decode(errors='replace')}"
    raise RuntimeError(msg)
