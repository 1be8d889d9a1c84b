"""Names made to mislead: each is seen, stands on its line, and harms no prompt and no reading."""

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.background import settle
from bot.engine.errors import InvalidPersona
from bot.engine.ids import MemberId
from bot.engine.use_cases.personas import tidy_name
from bot.engine.use_cases.requests import DescribePersona, Who
from tests.engine.use_cases.playing import ADA, TAVERN, Company
from tests.fakes.model import ScriptedChatModel

UNSEEN = (
    *("\u200b", "\u2060", "\u061c", "\u00ad", "\u180e", "\ufeff", "\U000e0041", "\ufff9"),
    *("\u3164", "\u115f", "\u1160", "\uffa0", "\u2800"),
    *("\ufe0f", "\u034f", "\u0301" * 80, "\ud800", "\x00", " " * 80, "\u2028", "\u202e\u2066"),
)
HOSTILE = (
    *("Mara Quill", "mara quill", "Mara", "</thought>", "<thought>", "<action>", "{{char}}"),
    *("{{original}}", "((", "))", "//", "OOC:", "(a+)+$", "[", "\\", ".*", "a" * 80, "*", "**_"),
    *("<|im_end|>", "<think>", "@everyone", "Clyde", "```", "||", ":", "🎉" * 40, "Ada:", "null"),
)


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
async def test_a_name_of_which_nothing_is_seen_is_none(name: str) -> None:
    company = Company()
    nobody = Who(member=MemberId(9), name=name)

    with pytest.raises(InvalidPersona):
        await company.personas.set(DescribePersona(who=nobody, channel=TAVERN, name=name))

    assert (await company.personas.show(nobody)).name == "Somebody"


@given(st.text(max_size=100))
def test_a_tidy_name_stands_on_one_line_as_it_is_seen(name: str) -> None:
    tidy = tidy_name(name)

    assert tidy == " ".join(tidy.split())
    assert not {category(character) for character in tidy} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert tidy_name(tidy) == tidy


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
async def test_whatever_the_name_the_character_answers(name: str) -> None:
    company = Company(model=ScriptedChatModel("*nods* Aye. <thought>Odd.</thought>"))
    await company.start()

    await company.personas.set(DescribePersona(who=ADA, channel=TAVERN, name=name))
    company.say("A room, please.")
    await settle()

    assert company.texts[-1] == "*nods* Aye.\nOdd."
    assert f"{name}: A room, please." in company.model.calls[0].prompt


@pytest.mark.parametrize("name", ["x\ud800", "\u202eadA", "A\u3164da"], ids=ascii)
async def test_a_name_that_had_to_be_tidied_is_not_new_with_each_line(name: str) -> None:
    company = Company()
    session = (await company.start()).session
    odd = Who(member=MemberId(9), name=name)

    for _ in range(3):
        company.say("Hello.", who=odd)
        await settle()

    assert "participant_changed" not in [event.body.KIND for event in company.log(session)]
