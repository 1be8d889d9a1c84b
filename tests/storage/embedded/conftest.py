"""Bots in processes of their own, as ourselves and as an ordinary user."""

import asyncio
import os
import pwd
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

import psutil
import pytest

from bot.storage.embedded.binaries import find_folder
from bot.storage.embedded.owner import Owner
from bot.storage.embedded.place import Place, place_for
from tests import postgres
from tests.waiting import until

REPOSITORY = Path(__file__).parents[3]
PATIENCE = 60


@dataclass(slots=True, kw_only=True)
class Bot:
    process: asyncio.subprocess.Process
    found: int = -1
    """How many numbers were there when it came."""
    committed: int = 0

    @property
    def left(self) -> int:
        """How many numbers must be there after it."""
        return self.found + self.committed

    async def ready(self) -> "Bot":
        word, _, number = (await self._line()).partition(" ")
        assert word == "found", f"the bot did not start: {word} {number}"
        self.found = int(number)
        return self

    async def has_committed(self, count: int) -> None:
        while self.committed < count:
            line = await self._line()
            assert line.startswith("committed"), line
            self.committed += 1

    async def lost_its_server(self) -> None:
        while (line := await self._line()) != "lost":
            assert line.startswith("committed"), line
            self.committed += 1

    async def leave(self, signal_number: int = signal.SIGTERM) -> int:
        self.process.send_signal(signal_number)
        return await self.end()

    async def die(self) -> None:
        await self.leave(signal.SIGKILL)

    async def end(self) -> int:
        assert self.process.stdout is not None
        rest = await asyncio.wait_for(self.process.stdout.read(), PATIENCE)
        self.committed += rest.count(b"committed")
        return await asyncio.wait_for(self.process.wait(), PATIENCE)

    async def _line(self) -> str:
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        return line.decode().strip()


@dataclass(kw_only=True)
class Bots:
    """Starts bots that share one data folder, and looks at the server that they share."""

    data: Path
    uid: int | None
    started: list[Bot] = field(default_factory=list[Bot])

    @cached_property
    def place(self) -> Place:
        return place_for(self.data)

    async def start(self, *, idle: bool = False) -> Bot:
        program = ["-m", "tests.storage.embedded.small_bot", str(self.data)]
        options = ["--idle"] if idle else []
        if self.uid is not None:
            options += ["--uid", str(self.uid)]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *program,
            *options,
            cwd=REPOSITORY,
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"DISCORD_TOKEN": "a-token-that-is-secret"},
        )
        self.started.append(Bot(process=process))
        return self.started[-1]

    async def start_ready(self, *, idle: bool = False) -> Bot:
        return await (await self.start(idle=idle)).ready()

    async def kill_all(self) -> None:
        """Bots, server and backends, all at once."""
        family = self.family()
        for bot in self.started:
            if bot.process.returncode is None:
                bot.process.kill()
        for process in family:
            with suppress(psutil.NoSuchProcess):  # backends end by themselves
                process.kill()
        for bot in self.started:
            await bot.end()
        await self.all_gone(family)

    def servers(self) -> list[psutil.Process]:
        """The living postmasters of our cluster."""
        cluster = str(self.place.cluster)
        return [process for process in psutil.process_iter() if _serves(process, cluster)]

    def family(self) -> list[psutil.Process]:
        """The server and all its backends."""
        servers = self.servers()
        return servers + [child for server in servers for child in server.children(recursive=True)]

    async def all_gone(self, family: list[psutil.Process]) -> None:
        await until(lambda: not any(_lives(process) for process in family))
        assert self.servers() == []


def _serves(process: psutil.Process, cluster: str) -> bool:
    try:
        command = process.cmdline()
    except psutil.Error:
        return False
    return cluster in command and command[0].endswith("/postgres")


def _lives(process: psutil.Process) -> bool:
    try:
        return process.status() not in {psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD}
    except psutil.NoSuchProcess:
        return False


both_users = pytest.mark.parametrize("user", ["ourselves", "nobody"], indirect=True)
"""For a test of `bots`: once as whoever we are, once as an ordinary user."""


@pytest.fixture
def user(request: pytest.FixtureRequest) -> int | None:
    return _nobody() if getattr(request, "param", "ourselves") == "nobody" else None


@pytest.fixture
async def new_bots(user: int | None) -> AsyncGenerator[Bots]:
    """Bots that have no database yet."""
    with _folder_of(user) as folder:
        bots = Bots(data=folder / "data", uid=user)
        yield bots
        await bots.kill_all()


@pytest.fixture
async def bots(user: int | None, used_folders: "FolderOf") -> AsyncGenerator[Bots]:
    """Bots with the database that went through all that other tests did to it."""
    bots = Bots(data=used_folders(user) / "data", uid=user)
    yield bots
    await bots.kill_all()


FolderOf = Callable[[int | None], Path]


@pytest.fixture(scope="session")
def used_folders() -> Generator[FolderOf]:
    with ExitStack() as folders:

        @cache
        def folder_of(user: int | None) -> Path:
            return folders.enter_context(_folder_of(user))

        yield folder_of


@contextmanager
def _folder_of(user: int | None) -> Generator[Path]:
    with postgres.open_folder() as folder:
        if user is not None:
            os.chown(folder, user, user)
        yield folder


def _nobody() -> int:
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    entry = pwd.getpwnam("nobody")
    programs = find_folder()
    if not Owner(name="nobody", uid=entry.pw_uid, gid=entry.pw_gid).can_enter(programs):
        pytest.skip(f"only where an ordinary user can reach {programs}")
    return entry.pw_uid


@pytest.fixture
def folder() -> Generator[Path]:
    """A folder that the server's user can enter."""
    with postgres.open_folder() as path:
        yield path
