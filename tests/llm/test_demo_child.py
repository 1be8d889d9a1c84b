"""What starting the demo model says when it cannot start."""

import json
from pathlib import Path

import pytest

from bot.llm.demo import DemoModelUnavailable, child, demo_model
from bot.llm.demo.child import Server, read_card, start_server, write_card
from bot.llm.demo.places import Places
from bot.locks import Lock

NO_SERVER = Server(address="http://127.0.0.1:9", key="k")


def library(folder: Path, code: str) -> Path:
    """A stand-in for the package that runs the model."""
    folder.mkdir()
    (folder / "xllamacpp.py").write_text(code, encoding="utf-8")
    return folder


async def start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, code: str
) -> DemoModelUnavailable:
    monkeypatch.setenv("PYTHONPATH", str(library(tmp_path / "lib", code)))
    places = Places(tmp_path)
    with Lock(places.lease) as lease:
        lease.take(shared=True, wait=False)  # else it would end at once
        with pytest.raises(DemoModelUnavailable) as raised:
            await start_server(places, tmp_path / "x.gguf")
    return raised.value


async def test_a_processor_that_is_too_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trouble = await start(
        tmp_path, monkeypatch, code="import os, signal; os.kill(os.getpid(), signal.SIGILL)"
    )

    assert "AVX2" in trouble.happened
    assert "LLM_BASE_URL" in trouble.to_do


async def test_a_process_that_ends_tells_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = await start(tmp_path, monkeypatch, code="raise RuntimeError('bad file')")

    assert "ended with 1: RuntimeError: bad file" in trouble.happened


async def test_secrets_do_not_reach_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very secret")
    trouble = await start(
        tmp_path,
        monkeypatch,
        code="import os; raise RuntimeError(os.environ.get('DISCORD_TOKEN', 'unknown'))",
    )

    assert "RuntimeError: unknown" in trouble.happened


async def test_without_the_library_the_message_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_spec(name: str) -> None:
        return None

    monkeypatch.setattr(child, "find_spec", no_spec)
    file = tmp_path / "x.gguf"
    file.write_bytes(b"GGUF")

    with pytest.raises(DemoModelUnavailable, match="embedded"):
        async with demo_model(tmp_path, file):
            pass


def test_a_card_is_for_this_user_only_and_reads_back(tmp_path: Path) -> None:
    places = Places(tmp_path)
    places.card.write_text("{}", encoding="utf-8")
    write_card(places, NO_SERVER)

    assert places.card.stat().st_mode & 0o777 == 0o600
    assert read_card(places) == NO_SERVER


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", json.dumps({"address": "x"})])
def test_a_card_that_is_broken_is_none(tmp_path: Path, text: str) -> None:
    places = Places(tmp_path)
    places.card.write_text(text, encoding="utf-8")

    assert read_card(places) is None


async def test_a_server_that_is_gone_does_not_answer() -> None:
    assert not await NO_SERVER.answers()
