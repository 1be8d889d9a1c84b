"""The doctor's findings: what is wrong, and what to do."""

from pathlib import Path

import pytest

from bot.compose import doctor
from bot.compose.doctor import CONTENT_FLAGS, MEMBERS_FLAGS, application_findings
from bot.compose.findings import Finding
from bot.settings import Settings
from bot.stage.permissions import NEEDED

APPLICATION = {"id": "4242", "name": "Troupe", "flags": CONTENT_FLAGS | MEMBERS_FLAGS}


def states(findings: list[Finding]) -> dict[str, str]:
    return {finding.about: finding.state for finding in findings}


@pytest.mark.parametrize(
    ("status", "application", "expected"),
    [
        pytest.param(
            200,
            APPLICATION,
            {
                "Token": "good",
                "Message content intent": "good",
                "Members intent": "good",
                "Invite": "note",
            },
            id="all is well",
        ),
        pytest.param(
            200,
            APPLICATION | {"flags": 0},
            {
                "Token": "good",
                "Message content intent": "bad",
                "Members intent": "note",
                "Invite": "note",
            },
            id="no privileged intents",
        ),
        pytest.param(401, {"message": "401: Unauthorized"}, {"Token": "bad"}, id="a wrong token"),
        pytest.param(503, {}, {"Discord": "bad"}, id="Discord is ill"),
    ],
)
def test_what_discord_says_of_the_application(
    status: int, application: dict[str, object], expected: dict[str, str]
) -> None:
    assert states(application_findings(status, application)) == expected


def test_the_invite_asks_for_exactly_what_is_needed() -> None:
    (invite,) = [f for f in application_findings(200, APPLICATION) if f.about == "Invite"]

    assert f"permissions={NEEDED.value}" in invite.says
    assert "client_id=4242" in invite.says
    assert "applications.commands" in invite.says


def test_whatever_is_bad_says_what_to_do() -> None:
    bad = [f for f in application_findings(200, APPLICATION | {"flags": 0}) if f.state == "bad"]

    assert all(finding.advice for finding in bad)


async def test_an_unreachable_model_and_a_broken_card_are_named(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    settings = Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        llm_base_url="http://127.0.0.1:9/v1",
        database_url="postgresql://bot:hidden@127.0.0.1:9/troupe",  # pyright: ignore[reportArgumentType]
        characters=tmp_path,
        troupe_data=tmp_path / "data",
    )
    told: list[str] = []

    healthy = await doctor.examine(settings, tell=told.append)

    report = "\n".join(told)
    assert not healthy
    assert "✗ Model" in report
    assert "✗ Database" in report
    assert "broken.json" in report
    assert "✓ Disk" in report
    assert "hidden" not in report
