"""Buttons, selects, forms and layouts."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.playground_page.acting import choose, message, show
from tests.playground_page.conftest import Theatre

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def test_a_button_changes_its_message(visit: Visit) -> None:
    page = visit()
    show(page, "panel")

    page.get_by_role("button", name="Press me").click()

    expect(page.get_by_role("button", name="Pressed")).to_be_visible()


def test_a_button_that_nobody_answers_fails_in_its_place(visit: Visit, theatre: Theatre) -> None:
    page = visit()
    show(page, "panel")
    expect(message(page, "A panel")).to_be_visible()
    theatre.place.world.answer_within = timedelta(milliseconds=50)

    page.get_by_role("button", name="Nothing").click()

    expect(message(page, "A panel")).to_contain_text("This interaction failed")


def test_several_options_are_chosen_at_once(visit: Visit) -> None:
    page = visit()
    show(page, "panel")

    choose(page, page.get_by_test_id("select").first, "Ebb", "Slack")

    expect(message(page, "Tides: Ebb, Slack")).to_be_visible()


def test_a_person_is_chosen_by_keyboard(visit: Visit) -> None:
    page = visit()
    show(page, "panel")

    page.get_by_test_id("select").last.press("Enter")
    page.keyboard.type("be")
    expect(page.get_by_test_id("select-option")).to_have_count(1)
    page.keyboard.press("Enter")

    expect(message(page, "Person: Ben")).to_be_visible()


def test_roles_people_and_places_are_chosen_from_what_the_server_has(visit: Visit) -> None:
    page = visit()
    show(page, "picks")
    role, whom, place = (page.get_by_test_id("select").nth(number) for number in range(3))

    choose(page, role, "Troupe")
    expect(message(page, "Role: Troupe")).to_be_visible()
    choose(page, whom, "Ben", "@Troupe")
    expect(message(page, "Called: Troupe, ben")).to_be_visible()
    place.click()
    expect(page.get_by_test_id("select-option")).to_have_text(["harbour", "library", "tavern"])
    page.get_by_test_id("select-option").filter(has_text="harbour").click()

    expect(message(page, "Place: harbour")).to_be_visible()


def test_a_form_holds_every_kind_of_question(visit: Visit) -> None:
    page = visit()
    show(page, "modal")
    form = page.get_by_test_id("modal")
    form.get_by_role("button", name="Submit").click()
    expect(form.get_by_text("This is required.")).to_be_visible()

    form.get_by_label("Words").fill("Ahoy")
    choose(page, form.get_by_test_id("select"), "Stormy")
    form.locator("input[type=file]").set_input_files(
        {"name": "face.png", "mimeType": "image/png", "buffer": b"\x89PNG"}
    )
    form.get_by_role("radio", name="Low").check()
    form.get_by_role("checkbox", name="Vain").check()
    form.get_by_role("checkbox", name="Rash").check()
    form.get_by_role("button", name="Submit").click()

    expect(message(page, "Ahoy / Stormy / face.png / Low / Vain, Rash")).to_be_visible()
    expect(form).to_have_count(0)


def test_a_form_may_ask_for_one_tick(visit: Visit) -> None:
    page = visit()
    show(page, "consent")

    form = page.get_by_test_id("modal")
    expect(form.locator("em").filter(has_text="slowly")).to_be_visible()
    form.get_by_label("I am sure").check()
    form.get_by_role("button", name="Submit").click()

    expect(message(page, "sure: True")).to_be_visible()


def test_a_layout_shows_all_its_parts(visit: Visit) -> None:
    page = visit()
    show(page, "poster")

    expect(page.get_by_role("heading", name="The Salt Road")).to_be_visible()
    expect(page.get_by_role("button", name="Join")).to_be_visible()
    expect(page.get_by_role("link", name="notes.txt")).to_be_visible()
    picture = page.get_by_role("button", name="Open map.png")
    assert picture.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)")
    picture.click()
    expect(page.get_by_test_id("lightbox")).to_be_visible()


def test_an_embed_shows_its_fields(visit: Visit) -> None:
    page = visit()
    show(page, "embed")

    embed = page.get_by_role("article").filter(has_text="maps the coast").last
    expect(embed).to_contain_text("Trust")
    expect(embed).to_contain_text("by hand")
