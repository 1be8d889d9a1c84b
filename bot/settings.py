"""Every setting, read once from the environment (and `.env`). `.env.example` shows them all."""

from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.engine.sampling.values import Sampling


class Settings(BaseSettings):
    """A name here in capitals is the environment variable. Empty means: not set."""

    model_config = SettingsConfigDict(
        env_file=".env", extra="ignore", frozen=True, env_ignore_empty=True
    )

    # Discord. Without a token Troupe serves the playground instead.
    discord_token: SecretStr | None = None
    discord_url: str | None = None
    """Another server that speaks Discord's API, such as a playground that already runs."""
    start_needs: Literal["manage_channels", "anyone"] = "manage_channels"
    """Who may start and end a session: members with Manage Channels, or anyone."""

    # Where things lie.
    troupe_data: Path = Path("data")
    characters: Path = Path("characters")
    prompts: Path = Path("prompts")

    # Storage. Without a URL an embedded Postgres runs under `troupe_data`.
    database_url: SecretStr | None = None
    pg_bin_dir: Path | None = None
    """PostgreSQL's programs, if not those of the `embedded` extra."""

    # The model: any endpoint that speaks the OpenAI API. Without one the demo model runs.
    llm_base_url: str | None = None
    llm_api_key: SecretStr | None = None
    narrator_model: str = ""
    """Writes the prose. Empty: the first model that the endpoint lists."""
    llm_fallback_base_url: str | None = None
    """Where the fallbacks are asked, if not at the same endpoint."""
    llm_fallback_api_key: SecretStr | None = None
    narrator_fallback: str = ""
    """Asked when the narrator model does not answer, or will not."""
    scribe_model: str = ""
    """Does the bookkeeping. Empty: the narrator model."""
    scribe_fallback: str = ""
    model_gguf: Path | None = None
    """Another model file for the demo server."""
    max_answer_tokens: int = Field(default=600, ge=50, le=8000)
    prompt_soft_tokens: int = Field(default=6000, ge=500)
    prompt_hard_tokens: int = Field(default=8000, ge=600)
    max_tokens_per_day: int | None = Field(default=None, ge=1)
    """Read and written, over all servers, from midnight UTC. Empty: no limit."""
    sampling_preset: str = ""
    """A name in `prompts/sampling.toml`. Empty: balanced, and demo for the demo model."""
    sampling: Sampling = Sampling()
    """Single values that go before the preset's, as JSON."""

    # Patience with the model, in seconds.
    model_connect_seconds: float = Field(default=5, gt=0)
    model_first_word_seconds: float = Field(default=60, gt=0)
    """Until the first word, or the first sign of reasoning."""
    model_next_word_seconds: float = Field(default=30, gt=0)
    model_thinking_seconds: float = Field(default=180, gt=0)
    """How long a model may reason before its first word."""
    model_answer_seconds: float = Field(default=300, gt=0)
    """For a whole answer."""
    model_rest_after: int = Field(default=3, ge=1)
    """Failures in a row after which a model is left alone for a while."""
    model_rest_seconds: float = Field(default=30, gt=0)
    model_answers_at_once: int = Field(default=32, ge=1)
    """How many answers one endpoint is asked for at the same time; others wait in line."""
    model_answers_waiting: int = Field(default=100, ge=0)

    # Play.
    ooc_markers: Annotated[tuple[str, ...], NoDecode] = ("//", "OOC:")
    """A line that begins with one of these is out of character."""
    thoughts: Literal["dimmed", "spoiler", "hidden"] = "dimmed"
    """How a character's thoughts are shown to the players."""
    channel_calls_per_minute: int = Field(default=30, ge=1)
    """Messages and edits that one channel is sent in a minute; Discord takes about 30."""
    locale: str = "en"

    # The playground.
    playground_port: int = Field(default=0, ge=0, le=65535)
    """0 picks a free port."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", validation_alias=AliasChoices("troupe_log_level")
    )

    @field_validator("ooc_markers", mode="before")
    @classmethod
    def _markers(cls, value: object) -> object:
        return tuple(value.split()) if isinstance(value, str) else value

    @cached_property
    def demo(self) -> bool:
        """Whether the small model that comes with Troupe plays."""
        return self.llm_base_url is None


def load() -> Settings:
    """Read the environment. Raises pydantic's ValidationError, which names each wrong setting."""
    return Settings.model_validate({})
