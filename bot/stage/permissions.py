"""What Troupe needs to be allowed on a server, and the link that asks for exactly that."""

import discord

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_private_threads=True,
    manage_webhooks=True,
    read_message_history=True,
    embed_links=True,
    attach_files=True,
)
"""Characters speak through webhooks (Manage Webhooks); after a crash Troupe looks at what stands
in the channel (Read Message History); faces are attachments; an aside is a private thread."""


def invite_link(application: int) -> str:
    """The link with which an administrator adds the bot."""
    return discord.utils.oauth_url(
        application, permissions=NEEDED, scopes=("bot", "applications.commands")
    )
