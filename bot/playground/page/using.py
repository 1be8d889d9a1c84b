"""Commands, buttons, modals: what people do with the bot."""

import asyncio

from bot.playground.rest.call import Call, Reply, route
from bot.playground.world.acts import commands
from bot.playground.world.acts.interactions import Use, start
from bot.playground.world.errors import fault
from bot.playground.world.forms.form import Form, as_snowflake
from bot.playground.world.forms.shapes import Json
from bot.playground.world.hooks import InteractionType
from bot.playground.world.show.commands import command_json
from bot.playground.world.world import Event

_STARTS = (2, 3, 5)


def usable(call: Call) -> Reply:
    channel = as_snowflake(call.query.get("channel_id"))
    if channel is None:
        raise fault("channel_id", code="BASE_TYPE_REQUIRED", message="This field is required")
    place = call.world.channel(channel)
    found = commands.usable(call.world, channel=place, user=call.actor)
    return Reply(body=[command_json(call.world, each) for each in found])


def used(call: Call) -> Reply:
    started = start(call.world, _use(call, kinds=_STARTS))
    return Reply(body={"interaction_id": str(started.id)})


async def suggested(call: Call) -> Reply:
    """Ask the bot for choices and wait for them, as long as Discord does."""
    answered: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
    asked: list[str] = []

    def hear(event: Event) -> None:
        is_answer = event.kind == "AUTOCOMPLETE_ANSWERED" and event.only_for == call.actor
        if is_answer and event.data["interaction_id"] in asked and not answered.done():
            answered.set_result(event.data)

    stop = call.world.listen(hear)
    try:
        asked.append(str(start(call.world, _use(call, kinds=(4,))).id))
        seconds = call.world.answer_within.total_seconds()
        found = await asyncio.wait_for(answered, timeout=seconds)
    except TimeoutError:
        return Reply(body={"choices": [], "failed": True})
    finally:
        stop()
    return Reply(body={"choices": found["choices"]})


def _use(call: Call, *, kinds: tuple[int, ...]) -> Use:
    form = call.form()
    form.need("channel_id", "data")
    form.know("guild_id", "application_id", "session_id", "nonce")
    channel = form.snowflake("channel_id")
    message = form.snowflake("message_id")
    kind = form.choice("type", kinds) or kinds[0]
    data = form.inner("data", _anything) or {}
    form.finish()
    return Use(
        user=call.actor,
        channel=channel or call.actor,
        type=InteractionType(int(kind)),
        data=data,
        message=message,
        uploads=call.uploads,
    )


def _anything(form: Form) -> Json:
    """Take the data as it is: what it may hold is the command's or component's business."""
    form.know(*form.body)
    return form.body


ROUTES = (
    route("GET", "/page/commands", usable),
    route("POST", "/page/interactions", used),
)
