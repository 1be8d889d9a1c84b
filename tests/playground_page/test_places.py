"""Channels, threads, forum posts and direct messages; who may see and do what there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.playground_page.acting import become, go, message, say

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def test_a_channel_is_bold_until_one_has_read_it(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben", at="harbour")
    tavern = ben.get_by_role("link", name="tavern, unread")

    say(ada, "Come over.")
    expect(tavern).to_be_visible()
    go(ben, "tavern")

    expect(message(ben, "Come over.")).to_be_visible()
    expect(tavern).to_have_count(0)


def test_a_thread_is_a_place_of_its_own(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("threads").click()
    page.get_by_role("menuitem", name="New thread").click()
    page.get_by_label("Thread name").fill("the cellar")
    page.get_by_role("button", name="Create thread").click()
    expect(page.get_by_test_id("place-title")).to_have_text("tavern › the cellar")

    say(page, "sing")
    expect(page.locator("[data-author=Mira]")).to_contain_text("the tide comes in.")
    go(page, "tavern")

    expect(page.locator("[data-author=Mira]")).to_have_count(0)


def test_a_message_can_grow_a_thread(visit: Visit) -> None:
    page = visit()
    say(page, "A long story")

    message(page, "A long story").click(button="right")
    page.get_by_role("menuitem", name="Create thread").click()
    page.get_by_role("button", name="Create thread").click()
    expect(page.get_by_test_id("place-title")).to_contain_text("A long story")
    go(page, "tavern")

    expect(message(page, "A long story").get_by_text("Open thread")).to_be_visible()


def test_a_forum_holds_posts(visit: Visit) -> None:
    page = visit(at="stories")
    page.get_by_test_id("new-post").click()
    page.get_by_label("Title").fill("The salt road")
    page.get_by_role("textbox", name="Message").fill("It began at low water.")
    page.get_by_role("button", name="Post", exact=True).click()

    expect(message(page, "It began at low water.")).to_be_visible()
    go(page, "stories")
    expect(page.get_by_test_id("post")).to_contain_text("The salt road")


def test_the_bot_answers_in_direct_messages(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("home").click()
    page.locator(".side-dms .channel").first.click()

    say(page, "sing")

    expect(message(page, "hums")).to_have_attribute("data-author", "Troupe")


def test_acting_as_somebody_else_keeps_the_place(visit: Visit) -> None:
    page = visit()

    become(page, "Ben")
    say(page, "Ben speaking.")

    expect(message(page, "Ben speaking.")).to_have_attribute("data-author", "Ben")
    page.reload()
    expect(page.get_by_test_id("act-as")).to_contain_text("Ben")
    expect(page.get_by_test_id("place-title")).to_have_text("tavern")


def test_a_new_person_joins_and_can_be_played(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("act-as").click()
    page.get_by_role("menuitem", name="Add a person").click()
    page.get_by_label("Name").fill("Cleo")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_test_id("member").filter(has_text="Cleo")).to_be_visible()

    become(page, "Cleo")
    say(page, "New here.")

    expect(message(page, "New here.")).to_have_attribute("data-author", "Cleo")


def test_an_age_restricted_channel_asks_first(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben")
    ada.get_by_test_id("create-channel").click()
    ada.get_by_label("Name").fill("cellar")
    ada.get_by_label("Age-restricted").check()
    ada.get_by_role("button", name="Create channel").last.click()
    expect(ada.get_by_test_id("age-gate")).to_be_visible()
    ada.get_by_role("button", name="Continue").click()
    say(ada, "Adults only.")

    ben.get_by_test_id("channel").filter(has_text="cellar").click()
    expect(ben.get_by_test_id("age-gate")).to_be_visible()
    ben.get_by_role("button", name="Continue").click()

    expect(message(ben, "Adults only.")).to_be_visible()


def test_a_permission_taken_away_closes_the_composer_at_once(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben")

    ada.get_by_test_id("open-admin").click()
    ada.get_by_role("button", name="Permissions of tavern").click()
    ada.get_by_role("radio", name="Send Messages: deny").click()
    expect(ben.get_by_text("You do not have permission to send messages")).to_be_visible()
    go(ben, "library")
    assert ben.get_by_test_id("composer").evaluate("field => field.clientHeight") > 10
    go(ben, "tavern")
    ada.get_by_role("radio", name="View Channels: deny").click()

    expect(ben.get_by_test_id("channel").filter(has_text="tavern")).to_have_count(0)
    expect(ben.get_by_test_id("place-title")).to_have_text("harbour")


def test_a_deleted_channel_goes_from_every_page(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben", at="library")
    expect(ben.get_by_test_id("place-title")).to_have_text("library")

    ada.get_by_test_id("open-admin").click()
    ada.get_by_role("button", name="Delete library").click()
    ada.get_by_role("button", name="Delete channel").click()

    expect(ben.get_by_test_id("channel").filter(has_text="library")).to_have_count(0)
    expect(ben.get_by_test_id("place-title")).to_have_text("tavern")


def test_roles_are_made_and_given(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("open-admin").click()
    page.get_by_test_id("tab-roles").click()
    page.get_by_role("button", name="Create role").click()
    page.get_by_test_id("role").get_by_role("textbox", name="Name").fill("Game master")
    page.get_by_test_id("role").get_by_label("Show its members apart").check()
    page.get_by_test_id("role").get_by_role("button", name="Create role").click()
    page.get_by_test_id("tab-people").click()
    page.get_by_role("button", name="Game master for Ben").click()
    expect(page.get_by_role("button", name="Game master for Ben")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("Escape")

    expect(page.get_by_test_id("members")).to_contain_text("Game master — 1")


def test_a_line_is_said_again_by_a_proxy(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("open-admin").click()
    page.get_by_test_id("tab-world").click()
    page.get_by_label("Speaks as").fill("Raven")
    page.get_by_label("Before the words").fill("r:")
    page.get_by_role("button", name="Switch on").click()
    expect(page.get_by_test_id("proxies")).to_contain_text("Raven")
    page.keyboard.press("Escape")

    say(page, "r:Nevermore.")

    expect(message(page, "Nevermore.")).to_have_count(1)
    expect(message(page, "Nevermore.")).to_have_attribute("data-author", "Raven")
