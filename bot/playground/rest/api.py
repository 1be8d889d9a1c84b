"""All routes of the bot's API."""

from bot.playground.rest import (
    boot,
    channels,
    commands,
    guilds,
    interactions,
    messages,
    threads,
    webhooks,
)

ROUTES = (
    *boot.ROUTES,
    *commands.ROUTES,
    *messages.ROUTES,
    *channels.ROUTES,
    *threads.ROUTES,
    *guilds.ROUTES,
    *webhooks.ROUTES,
    *interactions.ROUTES,
)
