"""The picker of commands, their options, and what becomes of a command."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.playground_page.acting import begin_command, message, option, say, show
from tests.playground_page.conftest import Theatre

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def test_the_picker_finds_a_command_by_the_beginnings_of_its_words(visit: Visit) -> None:
    page = visit()

    page.get_by_test_id("composer").press_sequentially("/se st")

    expect(page.get_by_test_id("slash-command")).to_have_count(1)
    expect(page.get_by_test_id("slash-command")).to_contain_text("/session start")
    expect(page.get_by_test_id("slash-command")).to_contain_text("Begin a scene here")


def test_what_the_bot_registers_is_in_an_open_picker_at_once(
    visit: Visit, theatre: Theatre
) -> None:
    page = visit()
    page.get_by_test_id("composer").press_sequentially("/brand")
    expect(page.get_by_text("No command begins with")).to_be_visible()

    theatre.run(theatre.bot.learn("brand-new"))

    expect(page.get_by_test_id("slash-command")).to_contain_text("/brand-new")


def test_an_option_is_completed_by_the_bot_while_one_types(visit: Visit) -> None:
    page = visit()

    begin_command(page, "session start")
    expect(page.get_by_test_id("autocomplete-item")).to_have_count(4)
    page.keyboard.type("mi")
    expect(page.get_by_test_id("autocomplete-item")).to_have_text(["Mira the Cartographer"])
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")

    answer = message(page, "Mira the Cartographer enters (None).")
    expect(answer).to_contain_text("Ada used /session start")
    expect(page.get_by_test_id("composer")).to_be_focused()


def test_an_optional_option_is_added_by_its_button(visit: Visit) -> None:
    page = visit()

    begin_command(page, "session start")
    page.get_by_test_id("autocomplete-item").filter(has_text="Moss").click()
    page.get_by_test_id("slash-add-option").click()
    option(page, "greeting").fill("two")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Must be a whole number.")).to_be_visible()
    option(page, "greeting").fill("2")
    page.keyboard.press("Enter")

    expect(message(page, "Moss enters (2).")).to_be_visible()


def test_a_required_option_must_be_given(visit: Visit) -> None:
    page = visit()

    begin_command(page, "show")
    page.keyboard.type("nothing like it")
    expect(page.get_by_text("No options match your search.")).to_be_visible()
    option(page, "what").fill("")
    expect(page.get_by_test_id("autocomplete-item").first).to_be_visible()
    page.get_by_test_id("slash-form").locator(".slash-name").click()
    page.keyboard.press("Enter")

    expect(option(page, "what")).to_have_attribute("aria-invalid", "true")


def test_a_whole_command_can_be_pasted(visit: Visit) -> None:
    page = visit()

    page.get_by_test_id("composer").fill("/session start character:Orrin greeting:1")
    expect(page.get_by_test_id("slash-command")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(option(page, "greeting")).to_have_value("1")
    page.get_by_test_id("send").evaluate("button => button.click()")

    expect(message(page, "Orrin enters (1).")).to_be_visible()


def test_escape_gives_the_composer_back(visit: Visit) -> None:
    page = visit()

    begin_command(page, "session start")
    page.keyboard.press("Escape")
    say(page, "Never mind.")

    expect(message(page, "Never mind.")).to_be_visible()


def test_a_file_is_an_option(visit: Visit) -> None:
    page = visit()

    begin_command(page, "read")
    option(page, "file").set_input_files(
        {"name": "poem.txt", "mimeType": "text/plain", "buffer": b"The sea, the sea"}
    )
    page.get_by_test_id("slash-add-option").click()
    page.get_by_test_id("autocomplete-item").filter(has_text="loud").click()
    page.keyboard.press("Enter")

    expect(message(page, "THE SEA, THE SEA")).to_be_visible()


def test_a_private_answer_is_seen_by_one_and_can_be_dismissed(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben")

    begin_command(ada, "session end")
    ada.keyboard.press("Enter")
    answer = message(ada, "The curtain falls.")
    expect(answer).to_contain_text("Only you can see this")
    say(ada, "Well played.")
    expect(message(ben, "Well played.")).to_be_visible()
    expect(message(ben, "The curtain falls.")).to_have_count(0)

    answer.get_by_role("button", name="Dismiss message").click()
    expect(answer).to_have_count(0)


def test_a_slow_answer_shows_that_the_bot_is_thinking(visit: Visit, theatre: Theatre) -> None:
    page = visit()
    theatre.call(theatre.bot.may_finish.clear)

    show(page, "thinking")
    expect(message(page, "Troupe is thinking…")).to_be_visible()
    theatre.call(theatre.bot.may_finish.set)

    expect(message(page, "I have thought.")).to_be_visible()
    expect(message(page, "thinking…")).to_have_count(0)


def test_the_bots_commands_stand_in_the_menus_of_messages_and_people(visit: Visit) -> None:
    page = visit()
    say(page, "A riddle")

    message(page, "A riddle").click(button="right")
    page.get_by_role("menuitem", name="Why this line?").click()
    expect(message(page, "Because of: A riddle")).to_be_visible()

    page.get_by_test_id("member").filter(has_text="Ben").click(button="right")
    page.get_by_role("menuitem", name="Persona").click()
    expect(message(page, "Ben has none.")).to_be_visible()
