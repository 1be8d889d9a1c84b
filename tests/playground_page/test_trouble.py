"""The panel for faults: what goes wrong with the bot, made on the page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.playground_page.acting import message, say
from tests.playground_page.conftest import Theatre
from tests.waiting import until

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def make(page: Page, kind: str, **fields: str) -> None:
    page.get_by_test_id("open-admin").click()
    page.get_by_test_id("tab-faults").click()
    page.get_by_test_id("fault-kind").select_option(kind)
    for label, choice in fields.items():
        page.get_by_label(label).select_option(label=choice)
    page.get_by_role("button", name="Make it happen").click()
    expect(page.get_by_test_id("toast").filter(has_text="Done.")).to_be_visible()


def test_requests_fail_as_chosen(visit: Visit, theatre: Theatre) -> None:
    page = visit()

    make(page, "502")

    expect(page.get_by_test_id("faults")).to_contain_text("502")
    assert len(theatre.place.faults.http.pending) == 1
    page.get_by_role("button", name="Clear all").click()
    expect(page.get_by_test_id("faults")).to_contain_text("Nothing is wrong")


@pytest.mark.parametrize(
    "kind", ["gateway_drop", "gateway_lose", "gateway_reconnect", "gateway_invalidate"]
)
def test_the_bot_comes_back_when_its_gateway_breaks(
    visit: Visit, theatre: Theatre, kind: str
) -> None:
    page = visit()
    before = theatre.bot.connections

    make(page, kind)
    page.keyboard.press("Escape")
    theatre.run(until(lambda: theatre.bot.connections > before))
    say(page, "sing")

    expect(page.locator("[data-author=Mira]")).to_contain_text("the tide comes in.")


def test_a_webhook_that_spoke_here_is_deleted(visit: Visit, theatre: Theatre) -> None:
    page = visit()
    say(page, "sing")
    expect(message(page, "the tide comes in.")).to_be_visible()

    make(page, "delete_webhook", Webhook="the one that Mira speaks through")

    assert hooks(theatre) == []


def test_a_webhook_that_spoke_here_is_moved(visit: Visit, theatre: Theatre) -> None:
    page = visit()
    say(page, "sing")
    expect(message(page, "the tide comes in.")).to_be_visible()

    make(
        page,
        "move_webhook",
        **{"Webhook": "the one that Mira speaks through", "To channel": "#library"},
    )

    assert hooks(theatre) == [theatre.channel("library")]


def hooks(theatre: Theatre) -> list[str]:
    """Where the webhooks of this server are."""
    known = theatre.place.world.webhooks.values()
    return [str(each.channel) for each in known if each.guild == theatre.guild]
