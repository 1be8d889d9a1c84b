"""Webhooks in Discord's JSON."""

from bot.playground.world.hooks import Webhook
from bot.playground.world.show.people import user_json
from bot.playground.world.world import Json, World


def webhook_json(world: World, webhook: Webhook, *, with_user: bool = True) -> Json:
    """Show the token only for the application's own: nobody may use another's."""
    shown: Json = {
        "id": str(webhook.id),
        "type": 1,
        "name": webhook.name,
        "avatar": webhook.avatar,
        "guild_id": str(webhook.guild),
        "channel_id": str(webhook.channel),
        "application_id": str(webhook.application) if webhook.application else None,
    }
    if with_user:
        shown["user"] = user_json(world.users[webhook.creator])
    # Tokens of webhooks that people made are shown to who manages them; other bots' are not.
    if webhook.application in (None, world.application.id):
        shown["token"] = webhook.token
        shown["url"] = f"{world.links.base}/api/webhooks/{webhook.id}/{webhook.token}"
    return shown
