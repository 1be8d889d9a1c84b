"""The embedded PostgreSQL under real processes that come, leave, and are killed."""

import asyncio
import os
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager

import psutil
import pytest

from tests.storage.embedded.conftest import Bots, both_users
from tests.waiting import until

ENOUGH = 20


@both_users
async def test_the_last_one_out_stops_the_server_and_data_stay(new_bots: Bots) -> None:
    first = await new_bots.start_ready()
    await first.has_committed(ENOUGH)
    family = new_bots.family()
    second = await new_bots.start_ready(idle=True)

    assert await first.leave() == 0
    assert new_bots.servers() == family[:1]

    assert await second.leave() == 0
    await new_bots.all_gone(family)

    again = await new_bots.start_ready(idle=True)
    assert again.found == first.left
    assert await again.leave() == 0
    await new_bots.all_gone(family)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=lambda how: how.name)
async def test_a_bot_that_is_told_to_stop_leaves_nothing_running(
    bots: Bots, how: signal.Signals
) -> None:
    bot = await bots.start_ready()
    await bot.has_committed(1)
    family = bots.family()

    await bot.leave(how)

    await bots.all_gone(family)
    assert not (bots.place.cluster / "postmaster.pid").exists()


async def test_the_server_outlives_a_killed_bot_and_the_next_one_takes_over(bots: Bots) -> None:
    killed = await bots.start_ready()
    await killed.has_committed(ENOUGH)
    family = bots.family()

    await killed.die()
    heir = await bots.start_ready(idle=True)

    assert bots.servers() == family[:1]
    assert heir.found >= killed.left
    await heir.leave()
    await bots.all_gone(family)


async def test_a_killed_server_recovers_at_the_next_start(bots: Bots) -> None:
    bot = await bots.start_ready()
    await bot.has_committed(ENOUGH)
    family = bots.family()

    family[0].kill()
    await bot.lost_its_server()
    heir = await bots.start_ready()

    assert heir.found >= bot.left
    assert bots.servers() != family[:1]
    await bot.leave()
    assert len(bots.servers()) == 1, "the bot that stayed is not the last"
    await heir.leave()
    await bots.all_gone(family)


@both_users
async def test_everything_killed_at_once_recovers(bots: Bots) -> None:
    bot = await bots.start_ready()
    await bot.has_committed(ENOUGH)

    await bots.kill_all()
    heir = await bots.start_ready(idle=True)

    assert heir.found >= bot.left
    await heir.leave()
    await bots.all_gone(bots.family())


async def test_four_at_once_share_one_server(new_bots: Bots) -> None:
    four = [await new_bots.start(idle=True) for _ in range(4)]
    await asyncio.gather(*(bot.ready() for bot in four))
    family = new_bots.family()

    assert len(new_bots.servers()) == 1
    await asyncio.gather(*(bot.leave() for bot in four))
    await new_bots.all_gone(family)


async def test_four_that_come_and_go_lose_nothing(bots: Bots) -> None:
    committed = 0
    for end in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGTERM):
        bot = await bots.start_ready()
        assert bot.found >= committed
        await bot.has_committed(ENOUGH)
        await bot.leave(end)
        committed = bot.left


@pytest.mark.parametrize("impostor", ["somebody else", "a zombie"])
async def test_a_pid_that_is_not_our_servers_is_not_believed(bots: Bots, impostor: str) -> None:
    bot = await bots.start_ready()
    await bot.has_committed(1)
    await bots.kill_all()
    owner = bots.place.owner.uid

    with _somebody_else(owner) if impostor == "somebody else" else _zombie(owner) as pid:
        lock = bots.place.socket.with_name(f"{bots.place.socket.name}.lock")
        for file in (bots.place.cluster / "postmaster.pid", lock):
            _, *rest = file.read_text().splitlines()
            file.write_text("\n".join([str(pid), *rest]) + "\n")

        heir = await bots.start_ready(idle=True)

        assert heir.found >= bot.left
        await heir.leave()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=lambda how: how.name)
async def test_a_first_start_that_is_cut_short_leaves_no_half_database(
    new_bots: Bots, how: signal.Signals
) -> None:
    cut_short = await new_bots.start()
    home = new_bots.data / "postgres"
    await until(lambda: list(home.glob("pgdata.new.*")))

    await cut_short.leave(how)
    if how == signal.SIGINT:
        assert new_bots.servers() == []

    bot = await new_bots.start_ready()
    await bot.has_committed(1)
    assert list(home.glob("pgdata.new.*")) == []


async def test_the_server_does_not_know_the_bots_secrets(bots: Bots) -> None:
    bot = await bots.start_ready(idle=True)

    environment = bots.servers()[0].environ()

    assert "DISCORD_TOKEN" not in environment
    await bot.leave()


@contextmanager
def _somebody_else(uid: int) -> Generator[int]:
    with subprocess.Popen(["/bin/sleep", "600"], user=_other(uid)) as sleeper:
        yield sleeper.pid
        sleeper.kill()


@contextmanager
def _zombie(uid: int) -> Generator[int]:
    with subprocess.Popen(["/bin/true"], user=_other(uid)) as dead:
        process = psutil.Process(dead.pid)
        while process.status() != psutil.STATUS_ZOMBIE:
            pass
        yield dead.pid


def _other(uid: int) -> int | None:
    return None if uid == os.geteuid() else uid
