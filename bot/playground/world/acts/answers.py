"""The bot answers an interaction: at once, later, again."""

from dataclasses import dataclass, replace
from datetime import timedelta

from bot.playground.world.access import permissions
from bot.playground.world.acts.editing import change, remove
from bot.playground.world.acts.interactions import tell
from bot.playground.world.acts.mentions import ONLY_USERS
from bot.playground.world.acts.sending import Sender, post
from bot.playground.world.errors import fault, refuse
from bot.playground.world.forms.drafts import Draft
from bot.playground.world.hooks import Interaction, InteractionType, Phase
from bot.playground.world.messages import (
    CHAT_INPUT,
    CONTEXT_MENU,
    DEFAULT,
    NO_FLAGS,
    Flag,
    Message,
)
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import Json, World

TOKEN_LASTS = timedelta(minutes=15)
MESSAGE, THINKING, LATER, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
_ALLOWED = {
    InteractionType.COMMAND: frozenset({MESSAGE, THINKING, MODAL}),
    InteractionType.COMPONENT: frozenset({MESSAGE, THINKING, LATER, UPDATE, MODAL}),
    InteractionType.AUTOCOMPLETE: frozenset({CHOICES}),
    InteractionType.MODAL: frozenset({MESSAGE, THINKING, LATER, UPDATE}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    type: int
    draft: Draft
    choices: list[Json]
    modal: Json | None = None


def find(world: World, *, interaction: Snowflake, token: str) -> Interaction:
    """Find one that still waits for its answer."""
    found = world.interactions.get(interaction)
    if found is None or found.token != token or found.phase is Phase.FAILED:
        raise refuse(10062)
    if found.phase is not Phase.OPEN:
        raise refuse(40060)
    if world.ports.clock.now() - found.started_at > world.answer_within:
        raise refuse(10062)
    return found


def check_type(interaction: Interaction, answer: int) -> None:
    fits = answer in _ALLOWED[interaction.type]
    if answer in (LATER, UPDATE) and interaction.message is None:
        fits = False
    if not fits:
        raise fault("type", code="INTERACTION_CALLBACK_TYPE_INVALID", message="Does not fit here")


def answer(world: World, interaction: Interaction, answer: Answer) -> Interaction:
    """Give the first answer."""
    if answer.type == CHOICES:
        done = replace(interaction, phase=Phase.ANSWERED)
        world.interactions[done.id] = done
        tell(world, done, "AUTOCOMPLETE_ANSWERED", {"choices": answer.choices})
        return done
    if answer.type == MODAL:
        done = replace(interaction, phase=Phase.ANSWERED, modal=answer.modal)
        world.interactions[done.id] = done
        tell(world, done, "INTERACTION_MODAL", answer.modal or {})
        return done
    done = _with_message(world, interaction, answer)
    tell(world, done, "INTERACTION_SUCCESS", {})
    return done


def _with_message(world: World, interaction: Interaction, answer: Answer) -> Interaction:
    original = interaction.message
    phase = Phase.THINKING if answer.type == THINKING else Phase.ANSWERED
    # Marked as answered first: its message shows the interaction, and refusals must not.
    if answer.type == MESSAGE:
        if answer.draft.is_empty:
            raise refuse(50006)
        original = say(world, interaction, draft=answer.draft).id
    elif answer.type == THINKING:
        original = say(world, interaction, draft=answer.draft, flags=Flag.LOADING).id
    elif answer.type == UPDATE:
        change(world, message=original_of(world, interaction, original), draft=answer.draft)
    done = replace(interaction, phase=phase, original=original)
    world.interactions[done.id] = done
    return done


def say(world: World, interaction: Interaction, *, draft: Draft, flags: Flag = NO_FLAGS) -> Message:
    channel = world.channel(interaction.channel)
    flags |= draft.flags & Flag.EPHEMERAL
    sender = Sender(
        user=world.application.id,
        permissions=permissions(world, channel=channel, user=world.application.id),
        pings=ONLY_USERS,
        application=world.application.id,
        interaction=interaction.id,
        type=_message_type(interaction),
        only_for=interaction.user if Flag.EPHEMERAL in flags else None,
        flags=flags,
    )
    return post(world, channel=channel, draft=draft, sender=sender)


def by_token(world: World, *, token: str) -> Interaction:
    """Find an answered interaction through its webhook, which lives 15 minutes."""
    for found in reversed(world.interactions.values()):
        if found.token == token:
            break
    else:
        raise refuse(50027)
    if world.ports.clock.now() - found.started_at > TOKEN_LASTS:
        raise refuse(50027)
    if found.phase in (Phase.OPEN, Phase.FAILED):
        raise refuse(10015)
    return found


def follow_up(world: World, interaction: Interaction, *, draft: Draft) -> Message:
    """Say more. The first follow-up after "thinking…" takes its place."""
    if draft.is_empty:
        raise refuse(50006)
    if interaction.phase is Phase.THINKING:
        return edit(world, interaction, message=None, draft=draft)
    return say(world, interaction, draft=draft)


def edit(
    world: World, interaction: Interaction, *, message: Snowflake | None, draft: Draft
) -> Message:
    found = original_of(world, interaction, message or interaction.original)
    changed = change(world, message=found, draft=draft)
    if interaction.phase is Phase.THINKING and found.id == interaction.original:
        world.interactions[interaction.id] = replace(interaction, phase=Phase.ANSWERED)
    return changed


def unsay(world: World, interaction: Interaction, *, message: Snowflake | None) -> None:
    remove(world, message=original_of(world, interaction, message or interaction.original))
    if interaction.phase is Phase.THINKING:
        world.interactions[interaction.id] = replace(interaction, phase=Phase.ANSWERED)


def original_of(world: World, interaction: Interaction, message: Snowflake | None) -> Message:
    """Find a message that this interaction's webhook may touch."""
    if message is None:
        raise refuse(10008)
    found = world.message(channel=interaction.channel, message=message)
    if found.interaction != interaction.id and found.id != interaction.message:
        raise refuse(10008)
    return found


def _message_type(interaction: Interaction) -> int:
    if interaction.type is not InteractionType.COMMAND:
        return DEFAULT
    return CHAT_INPUT if interaction.data["type"] == 1 else CONTEXT_MENU
