"""The page's requests: with the key, in somebody's name, answered like Discord's."""

from collections.abc import Awaitable, Callable, Sequence

from aiohttp import web

from bot.playground.page.guard import Guard
from bot.playground.rest.call import Call, Reply, Route, json_reply, read_body
from bot.playground.world.errors import DiscordError
from bot.playground.world.forms.form import as_snowflake
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.people import user_json
from bot.playground.world.world import World

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Work = Callable[[Call], Awaitable[Reply]]
NO_KEY = {"code": 0, "message": "401: Open the link that the playground printed."}


def mount(app: web.Application, world: World, guard: Guard, routes: Sequence[Route]) -> None:
    for each in routes:
        app.router.add_route(each.method, each.path, handler(world, guard, _at_once(each)))


def handler(world: World, guard: Guard, work: Work) -> _Handler:
    async def handle(request: web.Request) -> web.StreamResponse:
        if not guard.has_key(request):
            return json_reply(NO_KEY, status=401)
        actor = acting(world, request.headers.get("X-Act-As"))
        if actor is None:
            return json_reply({"code": 10013, "message": "Unknown User"}, status=404)
        try:
            body, uploads = await read_body(request)
            call = Call(
                world=world,
                actor=actor,
                params=request.match_info,
                query=request.query,
                body=body,
                uploads=uploads,
            )
            reply = await work(call)
        except DiscordError as error:
            return json_reply(error.body(), status=error.status)
        return json_reply(reply.body, status=reply.status)

    return handle


def open_handler(world: World, guard: Guard) -> _Handler:
    """List the people, so that a page can ask whom to act as: the one route that needs nobody."""

    async def handle(request: web.Request) -> web.StreamResponse:  # aiohttp's shape
        if not guard.has_key(request):
            return json_reply(NO_KEY, status=401)
        people = [user_json(each) for each in world.users.values() if not each.is_bot]
        return json_reply(people)

    return handle


def acting(world: World, text: str | None) -> Snowflake | None:
    """Return whom the page acts for: a person, never a bot."""
    user = world.users.get(as_snowflake(text) or Snowflake(0))
    return None if user is None or user.is_bot else user.id


def _at_once(route: Route) -> Work:
    async def work(call: Call) -> Reply:  # the shape of those that wait
        return route.answer(call)

    return work
