"""By keyboard alone, on a phone, in light and dark, and with nothing from elsewhere."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.playground_page.acting import message, say
from tests.playground_page.conftest import Theatre

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def test_messages_are_walked_and_answered_by_keyboard(visit: Visit) -> None:
    page = visit()
    say(page, "first")
    say(page, "second")
    expect(message(page, "second")).to_be_visible()

    message(page, "second").focus()
    page.keyboard.press("ArrowUp")
    expect(message(page, "first")).to_be_focused()
    page.keyboard.press("r")
    page.keyboard.type("I mean this one.")
    page.keyboard.press("Enter")

    expect(message(page, "I mean this one.")).to_contain_text("first")


def test_letters_typed_anywhere_go_to_the_composer(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("members").click()
    page.locator("body").evaluate("() => document.activeElement.blur()")

    page.keyboard.type("Hello")

    expect(page.get_by_test_id("composer")).to_have_value("Hello")


def test_on_a_phone_the_channels_slide_in(visit: Visit) -> None:
    page = visit()
    page.set_viewport_size({"width": 390, "height": 844})
    harbour = page.get_by_test_id("channel").filter(has_text="harbour")
    expect(harbour).to_be_hidden()

    page.get_by_test_id("open-sidebar").click()
    harbour.click()

    expect(page.get_by_test_id("place-title")).to_have_text("harbour")
    expect(harbour).to_be_hidden()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width == 390


SWIPE = """([from, to]) => {
  const at = (x) => [new Touch({ identifier: 1, target: document.body, clientX: x, clientY: 400 })];
  const app = document.getElementById("app");
  app.dispatchEvent(new TouchEvent("touchstart", { touches: at(from), bubbles: true }));
  app.dispatchEvent(new TouchEvent("touchend", { changedTouches: at(to), bubbles: true }));
}"""


def test_on_a_phone_a_swipe_brings_the_channels_and_sends_them_away(visit: Visit) -> None:
    page = visit()
    page.set_viewport_size({"width": 390, "height": 844})
    harbour = page.get_by_test_id("channel").filter(has_text="harbour")
    expect(harbour).to_be_hidden()

    page.evaluate(SWIPE, [20, 60])
    expect(harbour).to_be_hidden()
    page.evaluate(SWIPE, [20, 200])
    expect(harbour).to_be_visible()
    page.evaluate(SWIPE, [300, 100])

    expect(harbour).to_be_hidden()


def test_the_members_slide_in_on_a_phone_and_can_be_hidden_on_a_desk(visit: Visit) -> None:
    page = visit()
    ben = page.get_by_test_id("member").filter(has_text="Ben")
    page.get_by_test_id("toggle-members").click()
    expect(ben).to_be_hidden()
    page.get_by_test_id("toggle-members").click()
    expect(ben).to_be_visible()

    page.set_viewport_size({"width": 390, "height": 844})
    expect(ben).to_be_hidden()
    page.get_by_test_id("toggle-members").click()
    expect(ben).to_be_visible()
    page.keyboard.press("Escape")

    expect(ben).to_be_hidden()


def test_light_and_dark_follow_the_system_until_one_chooses(visit: Visit) -> None:
    page = visit()
    page.emulate_media(color_scheme="dark")
    expect(page.locator("body")).to_have_css("background-color", "rgb(49, 51, 56)")
    page.emulate_media(color_scheme="light")
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")

    page.get_by_test_id("theme").click()

    expect(page.locator("body")).to_have_css("background-color", "rgb(49, 51, 56)")


def test_nothing_comes_from_another_host(visit: Visit, theatre: Theatre) -> None:
    page = visit()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.reload()
    say(page, "https://example.com/picture.png ![x](https://example.com/x.png)")
    expect(message(page, "example.com")).to_be_visible()

    assert asked
    assert [url for url in asked if not url.startswith(theatre.place.url)] == []


def test_without_the_key_the_page_says_which_link_to_open(visit: Visit, theatre: Theatre) -> None:
    page = visit()
    stranger = page.context.browser
    assert stranger is not None
    other = stranger.new_page()

    other.goto(theatre.place.url)

    expect(other.locator("body")).to_contain_text("open the link that the playground printed")
    other.close()
