"""What an endpoint tells the doctor."""

from bot.llm.endpoint import EndpointReport, OpenAIEndpoint
from bot.playground.scripted_model import Script, serve_scripted_model


async def test_the_probe_lists_models_and_the_context() -> None:
    async with (
        serve_scripted_model(Script(models=("one", "two"), context=4096)) as server,
        OpenAIEndpoint(base_url=server.base_url) as endpoint,
    ):
        report = await endpoint.probe("two")

    assert report == EndpointReport(models=("one", "two"), context=4096)
    assert report.reachable


async def test_the_probe_tells_that_the_key_is_wrong() -> None:
    async with (
        serve_scripted_model(Script(api_key="right")) as server,
        OpenAIEndpoint(base_url=server.base_url, api_key="wrong") as endpoint,
    ):
        report = await endpoint.probe()

    assert not report.reachable
    assert report.trouble == "it does not accept the key (401)"
