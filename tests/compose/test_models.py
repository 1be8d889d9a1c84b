"""Settings become models: fallbacks elsewhere, what the doctor found out, the host's sampling."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.compose.endpoints import endpoints, patience_of
from bot.compose.model_checks import model_findings
from bot.compose.sampling import operators_sampling
from bot.content.presets import BadPresets
from bot.engine.ports import ChatMessage, ChatModel, ChatRequest, ReplySummary
from bot.engine.prompt.roles import RolePolicy
from bot.engine.sampling.cascade import Origin
from bot.llm.patience import Patience
from bot.llm.remembered import FILE, remember_roles, roles_at
from bot.llm.tokens import EndpointTokenCounter, NeutralTokenCounter
from bot.playground.scripted_model import Rule, Script, serve_scripted_model
from bot.settings import Settings

FIRST = RolePolicy(system="first", alternate=False)
DOWN = Rule(status=401)


def settings(data: Path, **values: object) -> Settings:
    return Settings(_env_file=None, troupe_data=data, **values)  # pyright: ignore[reportArgumentType, reportCallIssue]


async def said_by(model: ChatModel) -> tuple[str, ReplySummary]:
    hello = ChatMessage(role="user", content="Ada: Hello?")
    request = ChatRequest(purpose="narrator Mara", messages=(hello,), max_tokens=50)
    async with model.stream(request) as reply:
        return "".join([piece async for piece in reply]), reply.summary


def a_counter() -> EndpointTokenCounter:
    return EndpointTokenCounter(NeutralTokenCounter())


@pytest.mark.parametrize("role", ["narrator", "scribe"])
async def test_the_fallback_is_asked_at_its_own_endpoint_with_its_own_key(
    role: str, tmp_path: Path
) -> None:
    script = Script(api_key="other", models=("b",), rule=(Rule(reply=("From elsewhere.",)),))
    async with serve_scripted_model([DOWN]) as first, serve_scripted_model(script) as second:
        chosen = settings(
            tmp_path,
            llm_base_url=first.base_url,
            llm_fallback_base_url=second.base_url,
            llm_fallback_api_key="other",
        )
        async with endpoints(chosen, url=first.base_url, key="mine") as here:
            model = (
                here.narrator("a", counter=a_counter())
                if role == "narrator"
                else here.scribe(counter=a_counter())
            )
            said, summary = await said_by(model)

    assert (said, summary.model) == ("From elsewhere.", "b")
    assert len(second.requests) == 1


async def test_a_fallback_at_the_same_endpoint(tmp_path: Path) -> None:
    async with serve_scripted_model(
        [Rule(status=401, times=1), Rule(reply=("Second.",))]
    ) as server:
        chosen = settings(tmp_path, llm_base_url=server.base_url, narrator_fallback="b")
        async with endpoints(chosen, url=server.base_url, key=None) as here:
            assert (await said_by(here.narrator("a", counter=a_counter())))[0] == "Second."

    assert [seen.model for seen in server.requests] == ["a", "b"]


def test_patience_is_what_the_settings_say(tmp_path: Path) -> None:
    assert patience_of(settings(tmp_path)) == Patience()


class TestDoctor:
    async def examined(self, chosen: Settings) -> Mapping[str, tuple[str, str]]:
        return {one.about: (one.state, one.says) for one in await model_findings(chosen)}

    async def test_the_layout_is_found_out_and_remembered(self, tmp_path: Path) -> None:
        script = Script(system="first", rule=(Rule(reply=("Hi.",)),))
        async with serve_scripted_model(script) as server:
            told = await self.examined(settings(tmp_path, llm_base_url=server.base_url))

            assert told["Model"][0] == "good"
            assert told["Model's roles"] == (
                "good",
                "one system message, first; turns in any order",
            )
            assert roles_at(tmp_path, server.base_url) == {"": FIRST}

    async def test_a_fallback_is_looked_at_as_well(self, tmp_path: Path) -> None:
        async with (
            serve_scripted_model([Rule(reply=("Hi.",))]) as first,
            serve_scripted_model(Script(api_key="x")) as second,
        ):
            told = await self.examined(
                settings(
                    tmp_path, llm_base_url=first.base_url, llm_fallback_base_url=second.base_url
                )
            )

        assert told["Model"][0] == "good"
        assert told["Fallback"] == ("bad", "it does not accept the key (401)")

    async def test_the_sampling_is_told_with_its_origin(self, tmp_path: Path) -> None:
        chosen = settings(tmp_path, llm_base_url="http://127.0.0.1:9/v1", sampling={"top_p": 0.5})

        told = await self.examined(chosen)

        assert told["Sampling"] == ("note", "top_p 0.5 (SAMPLING), temperature 0.8 (balanced)")

    async def test_a_preset_that_is_not_there_is_told(self, tmp_path: Path) -> None:
        chosen = settings(tmp_path, llm_base_url="http://127.0.0.1:9/v1", sampling_preset="gone")

        told = await self.examined(chosen)

        assert told["Sampling"][0] == "bad"
        assert "balanced" in told["Sampling"][1]


def test_what_the_doctor_remembers_is_kept_by_address_and_model(tmp_path: Path) -> None:
    remember_roles(tmp_path / "data", base_url="http://a/v1", model="m", policy=FIRST)
    remember_roles(tmp_path / "data", base_url="http://a/v1", model="n", policy=RolePolicy())
    remember_roles(tmp_path / "data", base_url="http://b/v1", model="m", policy=RolePolicy())

    assert roles_at(tmp_path / "data", "http://a/v1") == {"m": FIRST, "n": RolePolicy()}
    assert roles_at(tmp_path / "data", "http://c/v1") == {}


def test_a_broken_memory_knows_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{")

    assert roles_at(tmp_path, "http://a/v1") == {}


def test_the_demo_model_has_a_preset_of_its_own(tmp_path: Path) -> None:
    chosen = operators_sampling(settings(tmp_path))

    assert chosen.origins["temperature"] == Origin(level="operator", preset="demo")


def test_a_hosts_own_prompts_without_presets_have_the_usual_one(tmp_path: Path) -> None:
    chosen = operators_sampling(settings(tmp_path, prompts=tmp_path, llm_base_url="http://x/v1"))

    assert chosen.values.temperature == 0.8


def test_an_unknown_preset_is_the_hosts_to_mend(tmp_path: Path) -> None:
    with pytest.raises(BadPresets, match="no preset is called gone; there are balanced, demo"):
        operators_sampling(settings(tmp_path, sampling_preset="gone"))
