"""Messages come, grow, change and go while one looks at them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.playground_page.acting import begin_command, message, say
from tests.playground_page.conftest import Theatre

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def test_an_empty_channel_tells_how_to_begin(visit: Visit) -> None:
    page = visit()

    expect(page.get_by_test_id("first-hint")).to_contain_text("/session start")


def test_two_tabs_are_two_people_who_read_each_other(visit: Visit) -> None:
    ada = visit("ada")
    ben = visit("ben", beside=ada)

    say(ada, "Anyone here?")
    say(ben, "Only me.")

    expect(message(ada, "Only me.")).to_have_attribute("data-author", "Ben")
    expect(message(ben, "Anyone here?")).to_have_attribute("data-author", "Ada")


def test_a_reply_grows_under_its_characters_name(visit: Visit, theatre: Theatre) -> None:
    page = visit()
    theatre.call(theatre.bot.may_finish.clear)

    say(page, "sing")
    line = page.locator("[data-author=Mira]")
    expect(line).not_to_contain_text("comes in")
    expect(line.locator("strong")).to_have_text("la")
    line.evaluate("node => { node.querySelector('em').marked = true; }")
    theatre.call(theatre.bot.may_finish.set)

    expect(line).to_contain_text("the tide comes in.")
    expect(line.get_by_text("APP")).to_be_visible()
    # The words that were there are the same nodes: nothing flickers.
    assert line.evaluate("node => node.querySelector('em').marked")


def test_the_list_stays_where_one_reads(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben")
    for number in range(12):
        say(ada, f"line {number}\n\n\n.")
    expect(message(ben, "line 11")).to_be_in_viewport()

    ben.locator(".scroller").evaluate("node => { node.scrollTop = 0; }")
    expect(message(ben, "line 0\n")).to_be_in_viewport()
    say(ada, "the newest")

    expect(ben.get_by_test_id("jump-to-present")).to_contain_text("1 new message")
    expect(message(ben, "line 0\n")).to_be_in_viewport()
    ben.get_by_test_id("jump-to-present").click()
    expect(message(ben, "the newest")).to_be_in_viewport()


def test_arrow_up_edits_ones_last_line(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben")
    say(ada, "Good mornign")

    expect(message(ben, "Good mornign")).to_be_visible()
    ada.get_by_test_id("composer").press("ArrowUp")
    ada.get_by_test_id("edit").fill("Good morning")
    ada.get_by_test_id("edit").press("Enter")

    expect(message(ben, "Good morning")).to_contain_text("(edited)")


def test_a_deleted_line_goes_for_everybody(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben")
    say(ada, "Forget this.")
    expect(message(ben, "Forget this.")).to_be_visible()

    message(ada, "Forget this.").click(button="right")
    ada.get_by_role("menuitem", name="Delete message").click()
    ada.get_by_role("button", name="Delete").click()

    expect(message(ben, "Forget this.")).to_have_count(0)


def test_a_reply_names_what_it_answers(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben")
    say(ada, "Who has the map?")

    message(ben, "Who has the map?").click(button="right")
    ben.get_by_role("menuitem", name="Reply").click()
    say(ben, "I do.")

    answer = message(ada, "I do.")
    expect(answer.get_by_role("button", name="Go to the message by Ada")).to_be_visible()


def test_reactions_are_counted_and_taken_back(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben")
    say(ada, "A toast!")

    message(ben, "A toast!").hover()
    ben.get_by_role("button", name="React with 👍").click()
    ada.get_by_role("button", name="👍, 1").click()
    expect(ben.get_by_role("button", name="👍, 2")).to_be_visible()
    ben.get_by_role("button", name="👍, 2").click()

    expect(ada.get_by_role("button", name="👍, 1")).to_have_attribute("aria-pressed", "true")


def test_typing_is_told_to_others_and_to_the_bot(visit: Visit, theatre: Theatre) -> None:
    ada, ben = visit("ada"), visit("ben")

    ada.get_by_test_id("composer").press_sequentially("Well")

    expect(ben.get_by_test_id("typing")).to_have_text("Ada is typing…")
    assert theatre.run(theatre.bot.heard.get()) == ("typing", "ada")
    ada.get_by_test_id("composer").press("Enter")
    expect(ben.get_by_test_id("typing")).to_be_empty()


def test_what_is_typed_is_text_and_never_markup(visit: Visit) -> None:
    page = visit()

    say(page, '<img src=x onerror="window.stolen = 1"> **bold** ||hidden||')

    line = message(page, "bold")
    expect(line).to_contain_text('<img src=x onerror="window.stolen = 1">')
    expect(line.locator("img")).to_have_count(0)
    expect(line.locator("strong")).to_have_text("bold")
    assert page.evaluate("window.stolen") is None


def test_a_spoiler_opens_when_pressed(visit: Visit) -> None:
    page = visit()
    say(page, "It was ||the butler||")

    expect(page.get_by_text("the butler")).to_be_hidden()
    page.get_by_role("button", name="Spoiler").click()

    expect(page.get_by_text("the butler")).to_be_visible()


def test_a_name_after_an_at_sign_becomes_a_mention(visit: Visit, theatre: Theatre) -> None:
    ada, ben = visit("ada"), visit("ben", at="harbour")

    ada.get_by_test_id("composer").press_sequentially("Wake up, @be")
    ada.get_by_test_id("mention-item").filter(has_text="Ben").click()
    ada.get_by_test_id("composer").press("Enter")

    expect(message(ada, "Wake up").get_by_role("button", name="@Ben")).to_be_visible()
    tavern = ben.locator(f'[data-testid=channel][data-channel-id="{theatre.channel("tavern")}"]')
    expect(tavern.locator(".badge")).to_have_text("1")


def test_files_go_along_and_pictures_open(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben")

    ada.get_by_test_id("file-input").set_input_files(
        [{"name": "tide.txt", "mimeType": "text/plain", "buffer": b"Low water at nine."}]
    )
    expect(ada.get_by_test_id("tray")).to_contain_text("tide.txt")
    say(ada, "The tables")

    expect(message(ben, "The tables").get_by_role("link", name="tide.txt")).to_be_visible()


def test_files_are_dropped_anywhere(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("messages").evaluate(
        """node => {
            const carried = new DataTransfer();
            carried.items.add(new File(["x"], "map.txt", { type: "text/plain" }));
            for (const kind of ["dragenter", "dragover", "drop"])
                node.dispatchEvent(new DragEvent(kind, { dataTransfer: carried, bubbles: true }));
        }"""
    )
    expect(page.get_by_test_id("tray")).to_contain_text("map.txt")

    page.get_by_role("button", name="Mark map.txt as spoiler").click()
    page.get_by_test_id("composer").press("Enter")

    expect(page.get_by_role("link", name="SPOILER_map.txt")).to_have_count(1)
    expect(page.get_by_role("button", name="Spoiler")).to_be_visible()


def test_a_lost_connection_is_told_and_mended(visit: Visit) -> None:
    ada, ben = visit("ada"), visit("ben")
    say(ada, "before")
    expect(message(ben, "before")).to_be_visible()

    ben.context.set_offline(True)
    ben.evaluate("() => import('/static/socket.js').then((socket) => socket.connect())")
    expect(ben.get_by_role("status").first).to_contain_text("connection to the playground was lost")
    ben.context.set_offline(False)
    say(ada, "meanwhile")

    expect(message(ben, "meanwhile")).to_have_count(1)
    expect(message(ben, "before")).to_have_count(1)


def test_a_private_answer_is_in_sight_though_one_reads_older_lines(visit: Visit) -> None:
    ada = visit("ada")
    for number in range(12):
        say(ada, f"line {number}\n\n\n.")
    expect(message(ada, "line 11")).to_be_in_viewport()
    ada.locator(".scroller").evaluate("node => { node.scrollTop = 0; }")
    expect(message(ada, "line 0\n")).to_be_in_viewport()

    begin_command(ada, "session end")
    ada.keyboard.press("Enter")

    expect(ada.get_by_test_id("message").last).to_be_in_viewport()
