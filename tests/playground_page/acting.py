"""What people do on the page, in the words of the tests."""

from playwright.sync_api import Locator, Page, expect


def say(page: Page, words: str) -> None:
    page.get_by_test_id("composer").fill(words)
    page.get_by_test_id("composer").press("Enter")


def message(page: Page, words: str) -> Locator:
    return page.get_by_test_id("message").filter(has_text=words)


def begin_command(page: Page, name: str) -> None:
    """Type a command to its end; the page then shows its options."""
    page.get_by_test_id("composer").click()
    page.keyboard.type(f"/{name} ")
    expect(page.get_by_test_id("slash-form")).to_be_visible()


def option(page: Page, name: str) -> Locator:
    return page.locator(f'[data-testid="slash-option"][data-option="{name}"]')


def show(page: Page, what: str) -> None:
    """Let the bot show something: `/show what:…`, taken from its suggestions."""
    begin_command(page, "show")
    page.keyboard.type(what)
    expect(page.get_by_test_id("autocomplete-item")).to_have_text([what])
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")


def go(page: Page, name: str) -> None:
    page.get_by_test_id("channel").filter(has_text=name).click()
    expect(page.get_by_test_id("place-title")).to_contain_text(name)


def become(page: Page, name: str) -> None:
    page.get_by_test_id("act-as").click()
    page.get_by_test_id("act-as-person").filter(has_text=name).click()
    expect(page.get_by_test_id("act-as")).to_contain_text(name)


def choose(page: Page, select: Locator, *labels: str) -> None:
    select.click()
    for label in labels:
        page.get_by_test_id("select-option").filter(has_text=label).click()
    if page.get_by_role("button", name="Done").count():
        page.get_by_role("button", name="Done").click()
