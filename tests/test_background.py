"""Work in the background is kept, named, waited for, and its failures are logged."""

import asyncio
import logging

import pytest

from bot.background import settle, spawn


async def test_a_failure_is_logged_with_the_tasks_name(caplog: pytest.LogCaptureFixture) -> None:
    async def fails() -> None:
        raise ValueError

    with caplog.at_level(logging.ERROR):
        spawn(fails(), name="count the spoons")
        await settle()

    (record,) = caplog.records
    assert record.getMessage() == "background_task_failed"
    assert vars(record)["task"] == "count the spoons"


async def test_settling_waits_for_work_that_work_has_started() -> None:
    done: list[str] = []

    async def second() -> None:
        await asyncio.sleep(0)
        done.append("second")

    async def first() -> None:
        spawn(second(), name="second")

    spawn(first(), name="first")
    await settle()

    assert done == ["second"]


async def test_settling_cancels_what_does_not_end() -> None:
    task = spawn(asyncio.Event().wait(), name="for ever")

    await settle(0.01)

    assert task.cancelled()
