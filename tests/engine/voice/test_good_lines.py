"""Lines that look wrong and are not: they pass unharmed, and no cut of them shows anything else."""

import pytest

from bot.engine.voice.reading import read
from tests.engine.voice.reading_aloud import MARA, cut, leaks, said

GOOD = {
    "a name called out": "Ada, come here.",
    "a name called out on a line of its own": "*cups her hands*\n\nAda!\nBen Okri! Supper!",
    "a name at the very end": "Who was it?\nAda",
    "a name in a sentence with a colon": "I said to Ada: wait.",
    "a longer name": "Ada Lovelace: that was her name.",
    "the beginning of a name": "Mar: an old word for the sea.\nBen: a hill.",
    "a name in quotes": '*smiles* "Ada: that is my name," she told me.',
    "a name at the beginning of quotes": '"Ada: that is my name," she told me.',
    "nothing but quotes": '"Ada: that is my name."',
    "quotes over lines": '"Listen:\nAda: three pence.\nBen Okri: two."',
    "a letter read aloud": (
        "*unfolds the letter and reads:*\n\nDear Ada:\nBen Okri: owes me.\nYours, M."
    ),
    "a letter in quotes": '*reads aloud* "Dear Ada: the ship sails at dawn."',
    "a letter in curved quotes": "“Dear all,\n\nAda: come home.\nBen Okri: stay.”",
    "a letter in German quotes": "„Liebe alle,\n\nAda: komm heim.“ *faltet ihn zusammen*",
    "a letter with a salutation": "She wrote:\n\nDear friends,\n\nBen Okri: he pays.\n\nYours",
    "a quotation with a colon": 'The sign says "Rooms: two pence", no more.',
    "a list": "The rooms tonight:\nAda: the blue one\nBen Okri: the attic\n\nSleep well.",
    "a numbered list": "1. Soup\n2. Bread\n3. Ada's pie: yours.",
    "a poem": "The rain: it falls,\nThe fire: it calls,\n  and none will go\n\ninto the snow.",
    "code in a fence": "Try this:\n```py\nif a<b and c>d:\n    print('<b>')\n```\nDid it work?",
    "a fence first": "```py\nprint('Ada: hi')\n```\nThat is all.",
    "a fence of code alone": "```py\nprint(1)\n```",
    "a name in a fence": "```\nAda: 3\nBen Okri: 2\n```\n*shows the board*",
    "code in a line": "Type `<b>` and `a < b` and brackets [sic].",
    "a sum": "2 < 3 and 5 > 4, and a <b and c> d.",
    "hearts": "I <3 this place <3",
    "mentions and times": "<@123> <@!5> <@&7> <#9> <t:1700000000:R> </roll:42> <id:home>",
    "custom emoji": "<:lantern:42> and <a:flicker:43>",
    "links": "<https://example.org/a?b=c> and [a map](https://example.org)",
    "an address": "Write to <inn@example.org>.",
    "a note": "Note: the door sticks.",
    "Mara in the middle": "They call me Mara: the one with the keys.",
    "here is": "Here is the key: it sticks.",
    "here is, on its own": "Here is my answer:\n\nNo.",
    "sure": "Sure, come in.",
    "of course": "Of course. The line: it moves.",
    "the reply": "Here is the reply from the mayor, at last.",
    "a bracket": "(Now, where was I?)",
    "now": "(Now Ada is in the kitchen.)",
    "quoted speech": '"Evening."',
    "quoted speech twice": '"Evening," she says. *nods* "Sit."',
    "actions": "*nods* Aye. **Sit**, _please_. ***Now.***",
    "an emphasised name": "**Ada** is here. *Ada* is here.\n*Ada looks up.*",
    "spoilers": "||It was Ben.|| ~~No.~~",
    "headers": "# The Lantern\n## Rooms\n-# small print",
    "German": "Guten Abend! Was darf’s sein: Suppe oder Brot?",
    "French": "« Bonsoir », dit-elle. Une chambre : deux sous.",
    "Japanese": "「こんばんは」と彼女は言った。部屋：二つ。",
    "Chinese": "她说：“请坐。”",
    "Arabic": "مساء الخير: تفضلي.",
    "Turkish": "İyi akşamlar. Oda: iki kuruş.",
    "a laugh": "Hahahahahahahahahaha! No, no, no, no.",
    "a refrain": "Row, row, row your boat,\nRow, row, row your boat.",
    "dashes": "Well—\n\n—no.\n---\nLater.",
}


@pytest.mark.parametrize("line", GOOD.values(), ids=GOOD.keys())
def test_good_lines_pass_unharmed(line: str) -> None:
    reading = read(line, MARA)

    assert reading.pieces == (said(line),)
    assert not reading.ended
    assert reading.feelings == ()


@pytest.mark.parametrize("line", GOOD.values(), ids=GOOD.keys())
def test_no_cut_shows_anything_else(line: str) -> None:
    assert leaks(line) == []
    assert cut(line, 1, 5) == read(line, MARA)
