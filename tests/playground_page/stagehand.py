"""A small discord.py bot that shows the page everything a bot can show."""

import asyncio
import io
from typing import Any, Literal

import discord
from discord import app_commands, ui
from discord.ext import commands

CHARACTERS = ("Mira the Cartographer", "Moss", "Captain Vey", "Orrin")
Context = discord.Interaction["Stagehand"]


class Stagehand(commands.AutoShardedBot):
    """Streams a reply to "sing", and answers a handful of commands."""

    def __init__(self) -> None:
        intents = discord.Intents.default()
        intents.message_content = True
        super().__init__("\0", intents=intents, guild_ready_timeout=0.1)
        self.heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        # A test holds this back to look at a reply that is not finished.
        self.may_finish = asyncio.Event()
        self.may_finish.set()
        self.connections = 0

    async def on_shard_ready(self, _shard: int) -> None:
        self.connections += 1

    async def on_shard_resumed(self, _shard: int) -> None:
        self.connections += 1

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds before a new session, as one does at Discord."""

    async def setup_hook(self) -> None:
        await self.add_cog(Props())
        self.tree.add_command(SessionGroup(name="session", description="The roleplay here"))
        self.tree.add_command(why)
        self.tree.add_command(persona)
        await self.tree.sync()

    async def learn(self, name: str) -> None:
        """Register one more command, as a newer version of a bot would."""

        async def perform(interaction: Context) -> None:
            await interaction.response.send_message("Done.")

        self.tree.add_command(app_commands.Command(name=name, description="New", callback=perform))
        await self.tree.sync()

    async def on_typing(self, _channel: object, user: discord.User, _when: object) -> None:
        self.heard.put_nowait(("typing", user.name))

    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot:
            return
        self.heard.put_nowait(("message", message.content))
        if message.content.startswith("sing"):
            await self.sing(message)

    async def sing(self, message: discord.Message) -> None:
        channel = message.channel
        if isinstance(channel, discord.DMChannel):
            await channel.send("**Mira**\n*hums* La la la.")
            return
        parent = channel.parent if isinstance(channel, discord.Thread) else channel
        assert isinstance(parent, discord.TextChannel)
        hook = await parent.create_webhook(name="Stagehand")
        words = "*hums* La, la, **la**, and the tide comes in."
        where = channel if isinstance(channel, discord.Thread) else discord.utils.MISSING
        line = await hook.send(words[:16], username="Mira", wait=True, thread=where)
        await line.edit(content=words[:21])
        await self.may_finish.wait()
        await line.edit(content=words)


class Greeting(ui.Modal, title="A greeting"):
    words: ui.Label["Greeting"] = ui.Label(
        text="Words", description="What they say first", component=ui.TextInput(max_length=50)
    )
    mood: ui.Label["Greeting"] = ui.Label(
        text="Mood",
        component=ui.Select(
            options=[discord.SelectOption(label=each) for each in ("Calm", "Stormy")]
        ),
    )
    face: ui.Label["Greeting"] = ui.Label(
        text="Face", component=ui.FileUpload(required=False, max_values=2)
    )
    voice: ui.Label["Greeting"] = ui.Label(
        text="Voice",
        component=ui.RadioGroup(
            options=[discord.RadioGroupOption(label=each) for each in ("Low", "High")]
        ),
    )
    flaws: ui.Label["Greeting"] = ui.Label(
        text="Flaws",
        component=ui.CheckboxGroup(
            options=[discord.CheckboxGroupOption(label=each) for each in ("Vain", "Rash")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        parts = (self.words, self.mood, self.face, self.voice, self.flaws)
        said = [_value(part.component) for part in parts]
        await interaction.response.send_message(" / ".join(said))


def _value(component: ui.Item[Greeting]) -> str:
    if isinstance(component, ui.FileUpload):
        return ", ".join(each.filename for each in component.values) or "no file"
    if isinstance(component, ui.Select | ui.CheckboxGroup):
        return ", ".join(component.values)
    assert isinstance(component, ui.TextInput | ui.RadioGroup)
    return str(component.value)


class Consent(ui.Modal, title="Consent"):
    note: ui.TextDisplay[Any] = ui.TextDisplay("Read this *slowly*.")
    sure: ui.Label["Consent"] = ui.Label(text="I am sure", component=ui.Checkbox())

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.sure.component, ui.Checkbox)
        await interaction.response.send_message(f"sure: {self.sure.component.value}")


class Panel(ui.View):
    @ui.button(label="Press me", style=discord.ButtonStyle.primary)
    async def pressed(self, interaction: discord.Interaction, button: ui.Button["Panel"]) -> None:
        button.label = "Pressed"
        await interaction.response.edit_message(view=self)

    @ui.button(label="Whisper", style=discord.ButtonStyle.secondary, emoji="🤫")
    async def whisper(self, interaction: discord.Interaction, _: ui.Button["Panel"]) -> None:
        await interaction.response.send_message("Just between us.", ephemeral=True)

    @ui.button(label="Nothing", style=discord.ButtonStyle.danger)
    async def nothing(self, _: discord.Interaction, __: ui.Button["Panel"]) -> None:
        """Never answer."""

    @ui.select(
        placeholder="Choose a tide",
        max_values=2,
        options=[discord.SelectOption(label=each) for each in ("Ebb", "Flood", "Slack")],
    )
    async def tide(self, interaction: discord.Interaction, select: ui.Select["Panel"]) -> None:
        await interaction.response.send_message(f"Tides: {', '.join(select.values)}")

    @ui.select(cls=ui.UserSelect, placeholder="Choose a person")
    async def person(
        self, interaction: discord.Interaction, select: ui.UserSelect["Panel"]
    ) -> None:
        await interaction.response.send_message(f"Person: {select.values[0].display_name}")


class Picks(ui.View):
    """The selects that choose among what the server has."""

    @ui.select(cls=ui.RoleSelect, placeholder="Choose a role")
    async def role(self, interaction: discord.Interaction, select: ui.RoleSelect["Picks"]) -> None:
        await interaction.response.send_message(f"Role: {select.values[0].name}")

    @ui.select(cls=ui.MentionableSelect, placeholder="Choose whom to call", max_values=2)
    async def whom(
        self, interaction: discord.Interaction, select: ui.MentionableSelect["Picks"]
    ) -> None:
        names = sorted(str(each.name) for each in select.values)
        await interaction.response.send_message(f"Called: {', '.join(names)}")

    @ui.select(
        cls=ui.ChannelSelect,
        placeholder="Choose a place",
        channel_types=[discord.ChannelType.text],
    )
    async def place(
        self, interaction: discord.Interaction, select: ui.ChannelSelect["Picks"]
    ) -> None:
        await interaction.response.send_message(f"Place: {select.values[0].name}")


class Poster(ui.LayoutView):
    def __init__(self) -> None:
        super().__init__()
        join = ui.Button["Poster"](label="Join")
        inside = ui.Container["Poster"](
            ui.Section["Poster"]("## The Salt Road", "A tale of *three* tides.", accessory=join),
            ui.Separator["Poster"](),
            ui.TextDisplay["Poster"]("||The lighthouse keeper did it.||"),
            ui.MediaGallery["Poster"](discord.MediaGalleryItem("attachment://map.png")),
            ui.File["Poster"]("attachment://notes.txt"),
            accent_colour=discord.Colour.teal(),
        )
        self.add_item(inside)


class Props(commands.Cog):
    @app_commands.command(description="Show what there is")
    async def show(self, interaction: Context, what: str) -> None:
        if what == "panel":
            await interaction.response.send_message("A panel", view=Panel())
        elif what == "picks":
            await interaction.response.send_message("Pick", view=Picks())
        elif what == "poster":
            files = [
                discord.File(io.BytesIO(picture()), "map.png"),
                discord.File(io.BytesIO(b"Low water at nine."), "notes.txt"),
            ]
            await interaction.response.send_message(view=Poster(), files=files)
        elif what == "embed":
            embed = discord.Embed(title="Mira", description="*maps* the **coast**", colour=0x2F7F95)
            embed.add_field(name="Trust", value="3", inline=True).set_footer(text="by hand")
            await interaction.response.send_message(embed=embed)
        elif what == "modal":
            await interaction.response.send_modal(Greeting())
        elif what == "consent":
            await interaction.response.send_modal(Consent())
        elif what == "thinking":
            await interaction.response.defer(thinking=True)
            await interaction.client.may_finish.wait()
            await interaction.followup.send("I have thought.")

    @show.autocomplete("what")
    async def what_there_is(self, _: Context, current: str) -> list[app_commands.Choice[str]]:
        known = ("panel", "picks", "poster", "embed", "modal", "consent", "thinking")
        return [app_commands.Choice(name=each, value=each) for each in known if current in each]

    @app_commands.command(description="Read a file aloud")
    async def read(
        self,
        interaction: Context,
        file: discord.Attachment,
        volume: Literal["soft", "loud"] = "soft",
    ) -> None:
        words = (await file.read()).decode()
        await interaction.response.send_message(words.upper() if volume == "loud" else words)


class SessionGroup(app_commands.Group):
    @app_commands.command(description="Begin a scene here")
    @app_commands.describe(character="Who the bot plays", greeting="How they begin")
    async def start(
        self, interaction: Context, character: str, greeting: int | None = None
    ) -> None:
        await interaction.response.send_message(f"{character} enters ({greeting}).")

    @start.autocomplete("character")
    async def characters(self, _: Context, current: str) -> list[app_commands.Choice[str]]:
        found = [each for each in CHARACTERS if current.lower() in each.lower()]
        return [app_commands.Choice(name=each, value=each) for each in found]

    @app_commands.command(description="End the scene here")
    async def end(self, interaction: Context) -> None:
        await interaction.response.send_message("The curtain falls.", ephemeral=True)


@app_commands.context_menu(name="Why this line?")
async def why(interaction: Context, message: discord.Message) -> None:
    await interaction.response.send_message(f"Because of: {message.content}", ephemeral=True)


@app_commands.context_menu(name="Persona")
async def persona(interaction: Context, user: discord.User) -> None:
    await interaction.response.send_message(f"{user.display_name} has none.", ephemeral=True)


def picture() -> bytes:
    from PIL import Image  # noqa: PLC0415  # only one command needs it

    drawn = io.BytesIO()
    Image.new("RGB", (320, 180), (47, 127, 149)).save(drawn, "PNG")
    return drawn.getvalue()
