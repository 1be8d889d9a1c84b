"""What a message says about the interaction it answers."""

from bot.playground.world.hooks import Interaction, InteractionType
from bot.playground.world.show.people import user_json
from bot.playground.world.world import Json, World


def metadata_json(world: World, interaction: Interaction) -> Json:
    user = user_json(world.users[interaction.user])
    shown: Json = {
        "id": str(interaction.id),
        "type": int(interaction.type),
        "user": user,
        "authorizing_integration_owners": owners_json(interaction),
    }
    if interaction.type is InteractionType.COMPONENT and interaction.message is not None:
        shown["interacted_message_id"] = str(interaction.message)
    if interaction.type is InteractionType.MODAL:
        shown["triggering_interaction_metadata"] = {
            **shown,
            "type": int(InteractionType.COMMAND),
        }
    if interaction.type is not InteractionType.COMMAND:
        return {"interaction_metadata": shown}
    old = {
        "id": shown["id"],
        "type": shown["type"],
        "name": " ".join(_names(interaction.data)),
        "user": user,
    }
    return {"interaction_metadata": shown, "interaction": old}


def _names(data: Json) -> list[str]:
    """Return the names of a command, its group and its subcommand."""
    inner = next((each for each in data.get("options", []) if each["type"] in (1, 2)), None)
    return [data["name"], *(_names(inner) if inner else [])]


def owners_json(interaction: Interaction) -> Json:
    """Name who installed the application: the server, or nobody in its DM."""
    return {"0": str(interaction.guild or 0)}
