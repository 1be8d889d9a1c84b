"""What a bot asks for when it starts: itself, its application, the gateway."""

from bot.playground.rest.call import Call, Reply, route
from bot.playground.world.show.people import user_json
from bot.playground.world.world import Json, World

_CONTENT, _MEMBERS, _PRESENCES = 1 << 18, 1 << 14, 1 << 12


def application_flags(world: World) -> int:
    application = world.application
    return (
        (_CONTENT if application.may_read_content else 0)
        | (_MEMBERS if application.may_see_members else 0)
        | (_PRESENCES if application.may_see_presences else 0)
    )


def me(call: Call) -> Reply:
    own = {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}
    return Reply(body={**user_json(call.world.bot), **own})


def application(call: Call) -> Reply:
    world = call.world
    owner = next((each for each in world.users.values() if not each.is_bot), world.bot)
    flags = application_flags(world)
    body: Json = {
        "id": str(world.application.id),
        "name": world.application.name,
        "icon": None,
        "description": "",
        "type": None,
        "verify_key": "0" * 64,
        "flags": flags,
        "flags_new": str(flags),
        "bot": user_json(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(owner),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }
    return Reply(body=body)


def gateway(call: Call) -> Reply:
    return Reply(body={"url": gateway_url(call.world)})


def gateway_bot(call: Call) -> Reply:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    body = {
        "url": gateway_url(call.world),
        "session_start_limit": limit,
        "shards": call.world.shards,
    }
    return Reply(body=body)


def gateway_url(world: World) -> str:
    return f"{world.links.base.replace('http', 'ws', 1)}/gateway"


def user(call: Call) -> Reply:
    return Reply(body=user_json(call.world.user(call.id("user"))))


ROUTES = (
    route("GET", "/users/@me", me),
    route("GET", "/oauth2/applications/@me", application),
    route("GET", "/applications/@me", application),
    route("GET", "/gateway", gateway),
    route("GET", "/gateway/bot", gateway_bot),
    route("GET", "/users/{user}", user),
)
