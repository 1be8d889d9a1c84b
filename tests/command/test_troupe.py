"""The shell command `./troupe`, in copies of the checkout, with stubs for what takes long."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Generator, Mapping
from pathlib import Path

import pytest

from tests import postgres

REPOSITORY = Path(__file__).parents[2]
TOOLS = "cat cmp cp dirname env grep id ln mkdir mktemp mv readlink rm sed sh sort"
"""All that it needs of the system: what is tried here must not find the machine's own uv."""

STUB = """#!/bin/sh
printf '%s' "{name}" >>"$TOLD"
for word in "$@"; do printf '|%s' "$word" >>"$TOLD"; done
echo >>"$TOLD"
{then}
"""
MAKES_AN_ENVIRONMENT = """mkdir -p "$UV_PROJECT_ENVIRONMENT/bin"
ln -sf "$STUBS/venv-python" "$UV_PROJECT_ENVIRONMENT/bin/python"
"""


class Checkout:
    """A copy of what the command needs, and stubs that tell with which words they were called."""

    def __init__(self, folder: Path) -> None:
        self.here = folder / "a check out"
        self.stubs = folder / "stubs"
        self.told = folder / "told"
        self.here.mkdir()
        self.stubs.mkdir()
        self.told.touch()
        for name in ("troupe", "pyproject.toml", "uv.lock"):
            shutil.copy(REPOSITORY / name, self.here)
        self.stub("venv-python")
        self.tools = folder / "tools"
        self.tools.mkdir()
        for tool in TOOLS.split():
            (self.tools / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")

    def stub(self, name: str, then: str = "") -> None:
        path = self.stubs / name
        path.write_text(STUB.format(name=name, then=then))
        path.chmod(0o755)

    def run(
        self,
        *words: str,
        command: Path | None = None,
        settings: Mapping[str, str] | None = None,
        user: int | None = None,
    ) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": f"{self.stubs}:{self.tools}",
            "HOME": str(self.here.parent),
            "STUBS": str(self.stubs),
            "TOLD": str(self.told),
        }
        return subprocess.run(  # noqa: S603 - our own command
            [command or self.here / "troupe", *words],
            env=environment | dict(settings or {}),
            cwd="/",
            user=user,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )

    def calls(self) -> list[str]:
        return self.told.read_text().splitlines()


@pytest.fixture
def checkout() -> Generator[Checkout]:
    with postgres.open_folder() as folder:
        yield Checkout(folder)


@pytest.fixture
def with_uv(checkout: Checkout) -> Checkout:
    checkout.stub("uv", MAKES_AN_ENVIRONMENT)
    return checkout


def test_it_sets_up_without_the_tools_of_developers_and_runs(with_uv: Checkout) -> None:
    ran = with_uv.run("character", "two words")

    assert ran.returncode == 0
    assert with_uv.calls() == [
        "uv|sync|--frozen|--inexact|--quiet|--no-dev",
        "venv-python|-m|bot|character|two words",
    ]
    assert len(ran.stderr.splitlines()) == 1


def test_it_is_quiet_once_it_is_set_up(with_uv: Checkout) -> None:
    with_uv.run()

    assert with_uv.run().stderr == ""


def test_tests_get_the_tools_and_all_their_arguments(with_uv: Checkout) -> None:
    with_uv.run("test", "-k", "a or b")

    assert with_uv.calls() == [
        "uv|sync|--frozen|--inexact|--quiet",
        "venv-python|-m|pytest|-k|a or b",
    ]


OURS = {"DATABASE_URL": "postgresql://db", "LLM_BASE_URL": "http://model"}


@pytest.mark.parametrize(
    ("environment", "dotenv", "embedded"),
    [
        pytest.param(OURS, "", False, id="both in the environment"),
        pytest.param({}, "DATABASE_URL=x\nexport LLM_BASE_URL = 'y'\n", False, id="both in .env"),
        pytest.param({"DATABASE_URL": "x"}, "LLM_BASE_URL=y\n", False, id="one in each"),
        pytest.param({"DATABASE_URL": "x"}, "", True, id="only a database"),
        pytest.param(OURS | {"LLM_BASE_URL": ""}, "", True, id="an empty one"),
        pytest.param({}, "#DATABASE_URL=x\nLLM_BASE_URL=\n", True, id="a comment and an empty one"),
    ],
)
def test_a_host_with_their_own_database_and_model_installs_nothing_embedded(
    with_uv: Checkout, environment: dict[str, str], dotenv: str, *, embedded: bool
) -> None:
    (with_uv.here / ".env").write_text(dotenv)

    with_uv.run(settings=environment)

    assert ("--no-group|embedded" not in with_uv.calls()[0]) == embedded


def test_it_works_through_symlinks(with_uv: Checkout) -> None:
    inner, outer = with_uv.here.parent / "inner", with_uv.stubs / "outer"
    inner.symlink_to("a check out/troupe")
    outer.symlink_to("../inner")

    assert with_uv.run("doctor", command=outer).returncode == 0
    assert with_uv.calls()[-1] == "venv-python|-m|bot|doctor"


def test_the_bots_own_exit_code_comes_back(with_uv: Checkout) -> None:
    with_uv.stub("venv-python", "exit 3")

    assert with_uv.run().returncode == 3


def test_help_sets_nothing_up(with_uv: Checkout) -> None:
    ran = with_uv.run("--help")

    assert "./troupe doctor" in ran.stdout
    assert with_uv.calls() == []


def test_an_ordinary_user_may_run_it_and_needs_no_home(with_uv: Checkout) -> None:
    if os.geteuid() != 0:
        pytest.skip("only as root")
    nobody = pwd.getpwnam("nobody").pw_uid
    for path in (with_uv.here, with_uv.told):
        os.chown(path, nobody, -1)

    ran = with_uv.run(user=nobody, settings={"HOME": "/nonexistent"})

    assert ran.returncode == 0
    assert with_uv.calls()[-1] == "venv-python|-m|bot"


def test_a_folder_that_may_not_be_written_is_named(with_uv: Checkout) -> None:
    if os.geteuid() != 0:
        pytest.skip("only as root")

    ran = with_uv.run(user=pwd.getpwnam("nobody").pw_uid)

    assert ran.returncode == 1
    assert ran.stderr.strip() == f"troupe: nobody may not write to {with_uv.here}."


def test_an_old_python_is_passed_over_and_named_if_there_is_no_other(checkout: Checkout) -> None:
    for name in ("python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"):
        checkout.stub(name, "exit 1")

    ran = checkout.run()

    assert ran.returncode == 1
    assert "Python 3.11 or newer was not found" in ran.stderr.splitlines()[-1]


def test_a_python_without_venv_is_told_which_package_to_install(checkout: Checkout) -> None:
    checkout.stub("python3", 'case "$2" in *ensurepip*) exit 1 ;; esac')

    ran = checkout.run()

    assert ran.returncode == 1
    assert "apt install python3-venv" in ran.stderr.splitlines()[-1]


FAKE_VENV = """case "$1 $2" in
"-m venv") mkdir -p "$3/bin" && cp "$STUBS/{python}" "$3/bin/python" ;;
esac
"""


def test_uv_is_fetched_into_the_checkout_once(checkout: Checkout) -> None:
    checkout.stub("python3", FAKE_VENV.format(python="fetching-python"))
    checkout.stub("fetching-python", 'cp "$STUBS/fetched-uv" "${0%/*}/uv"')
    checkout.stub("fetched-uv", MAKES_AN_ENVIRONMENT)

    checkout.run()
    checkout.run()

    asked = [call.partition("|")[0] for call in checkout.calls()]
    assert asked.count("fetching-python") == 1
    assert asked.count("fetched-uv") == 2
    assert [path.name for path in (checkout.here / ".uv").iterdir()] == ["bin"]


def test_pip_sets_up_where_uv_cannot_be_had_and_only_when_something_changed(
    checkout: Checkout,
) -> None:
    checkout.stub("python3", FAKE_VENV.format(python="pip-python"))
    checkout.stub("pip-python", 'case "$*" in *" uv") exit 1 ;; esac')

    checkout.run()
    checkout.run("doctor")

    calls = checkout.calls()
    assert [call for call in calls if "[embedded]" in call] == [
        "pip-python|-m|pip|install|-q|-e|.[embedded]"
    ]
    assert calls[-1] == "pip-python|-m|bot|doctor"


def test_the_lock_may_name_only_the_public_index(with_uv: Checkout) -> None:
    with (with_uv.here / "uv.lock").open("a") as lock:
        lock.write('# source = { url = "https://mirror.example/simple" }\n')
    for tool in ("ruff", "basedpyright", "lint-imports"):
        (with_uv.here / ".venv" / "bin").mkdir(parents=True, exist_ok=True)
        with_uv.stub(tool)
        (with_uv.here / ".venv" / "bin" / tool).symlink_to(with_uv.stubs / tool)

    ran = with_uv.run("check")

    assert ran.returncode == 1
    assert "https://mirror.example" in ran.stderr
    assert "failed: lock-names-the-public-index" in ran.stderr.splitlines()[-1]
    assert with_uv.calls()[1] == "venv-python|-m|pytest|--numprocesses=auto|--dist=loadfile"
