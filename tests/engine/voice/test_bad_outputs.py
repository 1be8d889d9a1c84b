"""What models do wrong, and what becomes of it; each cut between every two characters."""

from collections.abc import Mapping, Sequence

import pytest

from bot.engine.cast.lines import Piece
from bot.engine.voice.reading import Hearing, read
from tests.engine.voice.reading_aloud import MARA, OTHERS, cut, leaks, said, secret, thought

Cases = Mapping[str, tuple[str, Sequence[Piece]]]

EVENING = [said("Evening.")]

OWN_NAME: Cases = {
    "own name": ("Mara Quill: Evening.", EVENING),
    "own name in bold": ("**Mara Quill:** Evening.", EVENING),
    "bold before the colon": ("**Mara Quill**: Evening.", EVENING),
    "all of it in bold": ("**Mara Quill: Evening.**", [said("**Evening.**")]),
    "own name, any case, any space": ("\n\n mara quill : Evening.", EVENING),
    "first name": ("Mara: Evening.", EVENING),
    "own name before an action": ("Mara Quill: *nods* Aye.", [said("*nods* Aye.")]),
    "own name on a line of its own": ("**Mara Quill**\n\nEvening.", EVENING),
    "own name before each paragraph": (
        "Mara Quill: Evening.\n\nMara Quill: Sit.",
        [said("Evening.\n\nSit.")],
    ),
    "own name twice": ("Mara Quill: Mara Quill: Evening.", EVENING),
    "own name after reasoning": ("<think>Hm.</think>\n\nMara Quill: Evening.", EVENING),
}
REASONING: Cases = {
    "think": ("<think>They seem sad.</think>Evening.", EVENING),
    "thinking": ("<thinking>\nAda is wet.\n</thinking>\nEvening.", EVENING),
    "reasoning": ("<reasoning>Short.</reasoning> Evening.", EVENING),
    "think with attributes": ('<think effort="low">Hm.</think>Evening.', EVENING),
    "THINK in brackets": ("[THINK]Hm [a].[/THINK]Evening.", EVENING),
    "think in triangles": ("◁think▷Hm.◁/think▷Evening.", EVENING),
    "the channel of analysis": (
        (
            "<|channel|>analysis<|message|>Ada wants soup.<|end|>"
            "<|start|>assistant<|channel|>final<|message|>Evening.<|return|>"
        ),
        EVENING,
    ),
    "thought in long tokens": (
        "<|begin_of_thought|>Hm.<|end_of_thought|>Evening.",
        EVENING,
    ),
    "thinking in Cohere's tokens": ("<|START_THINKING|>Hm.<|END_THINKING|>Evening.", EVENING),
    "reasoning without an end": ("<think>Never closed", []),
    "reasoning that names people": ("<think>\nAda: sad?\n</think>Evening.", EVENING),
    "reasoning between": ("Evening.<think>More?</think> Sit.", [said("Evening. Sit.")]),
}
ROLE_TOKENS: Cases = {
    "ChatML": ("<|im_start|>assistant\nEvening.<|im_end|>", EVENING),
    "ChatML goes on": ("Evening.<|im_end|>\n<|im_start|>user\nHello!", EVENING),
    "headers": ("<|start_header_id|>assistant<|end_header_id|>\n\nEvening.<|eot_id|>", EVENING),
    "start of turn": ("<start_of_turn>model\nEvening.<end_of_turn>", EVENING),
    "INST": ("[INST] Speak. [/INST] Evening.</s>", EVENING),
    "the whole template": ("<s>[INST] <<SYS>>Be kind.<</SYS>> Hi [/INST] Evening.", EVENING),
    "wide bars": ("<｜Assistant｜>Evening.<｜end▁of▁sentence｜>", EVENING),
    "role and bars": ("<|assistant|>\nEvening.<|user|>\nHello!", EVENING),
    "an end of text": ("Evening.<|endoftext|>Once upon a time", EVENING),
    "another's turn first": ("<|im_start|>user\nHello!", []),
    "Alpaca": ("### Response:\nEvening.\n\n### Instruction:\nGo on.", EVENING),
    "Vicuna": ("ASSISTANT: Evening.\nUSER: Hello!", EVENING),
    "cut off within a token": ("Evening.<|im_en", EVENING),
}
FOR_OTHERS: Cases = {
    "speaks for the player": ("Evening.\nAda: Hello!", EVENING),
    "in bold": ("Evening.\n**Ben Okri:** Hello!", EVENING),
    "bold before the colon": ("Evening.\n\n**Ada**: Hello!", EVENING),
    "in italics": ("Evening.\n*Ada:* Hello!", EVENING),
    "behind a tag that is none": ("Evening.\n<b>Ada</b>: Hello!", EVENING),
    "only the player's line": ("Ada: Hello!", []),
    "the player first": ("**Ada:** Hello!\n**Mara Quill:** Evening.", []),
    "after own name": ("Mara Quill: Ada: Hello!", []),
    "after a thought": ("<thought>Wet.</thought>\nAda: Hello!", [thought("Wet.")]),
    "right after a thought": ("<thought>Wet.</thought> Ada: Hello!", [thought("Wet.")]),
    "within a thought never closed": ("<thought>Wet.\nAda: Hello!", [thought("Wet.")]),
    "after a list that is over": (
        "Two rooms:\n- one\n- two\n\nAda: The first!",
        [said("Two rooms:\n- one\n- two")],
    ),
    "after quotes that are closed": (
        '"Evening," she says.\nAda: "Hello!"',
        [said('"Evening," she says.')],
    ),
    "after a quote never closed": ('"Evening.\n\nAda: Hello!', [said('"Evening.')]),
    "a wide colon": ("晚上好。\nAda：你好！", [said("晚上好。")]),
}
PROMPT_SAID_BACK: Cases = {
    "the closing words": (
        "(Now Mara Quill's line, only Mara Quill's; Ada will answer.)\nEvening.",
        EVENING,
    ),
    "the closing words in other words": ("(Now Mara Quill's line.)\n\nEvening.", EVENING),
    "and goes on with them": ("Evening.\n\n(Now Ada's line, only Ada's.)", EVENING),
    "a rule": ("You write Mara Quill's part in a roleplay, and nobody else's.\nEvening.", EVENING),
    "two sections": (
        (
            "You write Mara Quill's part in a roleplay, and nobody else's.\n"
            "Mara Quill keeps an inn at a crossroads.\n\nEvening."
        ),
        EVENING,
    ),
    "only that": ("Mara Quill keeps an inn at a crossroads.", []),
}
AROUND: Cases = {
    "a fence": ("```\nEvening.\n```", EVENING),
    "a fence of text": ("```text\n*nods* Aye.\n```\n", [said("*nods* Aye.")]),
    "a fence with the player in it": ("```\nEvening.\nAda: Hello!\n```", EVENING),
    "quotes around an action": ('"*nods* Evening."', [said("*nods* Evening.")]),
    "quotes around the name": ('"Mara Quill: Evening."', EVENING),
    "here is": ("Here is Mara Quill's reply:\n\nEvening.", EVENING),
    "sure, here is": ("Sure! Here's Mara's response:\nEvening.", EVENING),
    "in German": ("Hier ist Maras Antwort:\nEvening.", EVENING),
    "all of it": ("Here is the next line:\n\n**Mara Quill:** Evening.\n\nAda: Hello!", EVENING),
}
STAGE_TAGS: Cases = {
    "action tags": ("<action>nods</action> Aye.", [said("*nods* Aye.")]),
    "an action never closed": ("<action>nods", [said("*nods*")]),
    "asterisks in an action": ("<action>*nods*</action> Aye.", [said("*nods* Aye.")]),
    "an empty action": ("Aye.<action> </action> Sit.", [said("Aye. Sit.")]),
    "a thought": (
        "Aye. <thought>He lies.</thought> Sit.",
        [said("Aye."), thought("He lies."), said("Sit.")],
    ),
    "a thought never closed": ("Aye. <thought>He lies.", [said("Aye."), thought("He lies.")]),
    "a thought closed as reasoning": (
        "Aye. <thought>He lies.</think> Sit.",
        [said("Aye."), thought("He lies."), said("Sit.")],
    ),
    "a thought whose end is cut off": ("<thought>He lies.</thou", [thought("He lies.")]),
    "unknown tags": ("<smiles/>Aye.<wink>So</wink>.", [said("Aye.So.")]),
    "unknown with attributes": ('Aye. <font color="red">Sit.</font>', [said("Aye. Sit.")]),
    "acts": ("Aye. <leaves/>", [said("Aye.")]),
    "acts to places": ('Aye. <goes to="garden"/> Come.', [said("Aye.  Come.")]),
    "a place within the act": ("Aye.<goes>the garden</goes> Come.", [said("Aye. Come.")]),
    "an act never closed": ("<leaves>Farewell.", [said("Farewell.")]),
    "a mood": ('<mood is="grim"/>Aye.', [said("Aye.")]),
    "a mood within": ("<mood>grim</mood>Aye.", [said("Aye.")]),
}
WHISPERS: Cases = {
    "a whisper": (
        'Aye. <whispers to="Ben Okri">He lies.</whispers> Sit.',
        [said("Aye."), secret("He lies."), said("Sit.")],
    ),
    "never closed": (
        'Aye. <whispers to="Ada">He lies.\nRun!',
        [said("Aye."), secret("He lies.\nRun!")],
    ),
    "to nobody": ("<whisper>He lies.</whisper>Aye.", [secret("He lies."), said("Aye.")]),
    "whose tag breaks": ('<whispers to="Ada" <b>He lies.', [secret('to="Ada" He lies.')]),
    "whose tag is too long": (f'<whispers to="{"x" * 90}">No.', [secret(f'to="{"x" * 90}">No.')]),
    "whose tag is cut off": ('Aye. <whispers to="Ad', [said("Aye.")]),
    "closed at once": ('Aye. <whispers to="Ada"/>He lies.', [said("Aye."), secret("He lies.")]),
    "with a thought in it": (
        "<whispers>He <thought>lies</thought>.</whispers>Aye.",
        [secret("He\nlies\n."), said("Aye.")],
    ),
}
NOTHING: Cases = {
    "nothing": ("", []),
    "white space": ("   \n ", []),
    "a hole": ("Aye.\n\n\n\n\nSit.", [said("Aye.\n\nSit.")]),
    "spaces at line ends": ("Aye.  \t\n  \nSit.", [said("Aye.\n\nSit.")]),
    "asterisks": ("* *", []),
    "only a name": ("Mara Quill:", []),
}

BAD = [
    pytest.param(raw, pieces, id=f"{what}: {case}")
    for what, table in {
        "own name": OWN_NAME,
        "reasoning": REASONING,
        "role tokens": ROLE_TOKENS,
        "for others": FOR_OTHERS,
        "prompt": PROMPT_SAID_BACK,
        "around": AROUND,
        "tags": STAGE_TAGS,
        "whispers": WHISPERS,
        "nothing": NOTHING,
    }.items()
    for case, (raw, pieces) in table.items()
]


@pytest.mark.parametrize(("raw", "pieces"), BAD)
def test_what_models_do_wrong_is_put_right(raw: str, pieces: Sequence[Piece]) -> None:
    assert list(read(raw, MARA).kept) == list(pieces)


@pytest.mark.parametrize(("raw", "pieces"), BAD)
def test_no_cut_of_the_stream_shows_what_the_whole_would_not(
    raw: str, pieces: Sequence[Piece]
) -> None:
    assert leaks(raw) == []


@pytest.mark.parametrize(("raw", "pieces"), BAD)
@pytest.mark.parametrize("lengths", [(1,), (2, 3), (7,), (1, 20)])
def test_however_it_is_cut_it_reads_the_same(
    raw: str, pieces: Sequence[Piece], lengths: tuple[int, ...]
) -> None:
    assert cut(raw, *lengths) == read(raw, MARA)


def test_another_speakers_line_ends_ours_at_its_colon() -> None:
    assert not read("Evening.\nAda", MARA, complete=False).ended
    assert read("Evening.\nAda:", MARA, complete=False).ended


def test_reasoning_whose_beginning_stood_in_the_prompt_falls_when_it_ends() -> None:
    assert read("They seem sad.\n</think>\n\nEvening.", MARA).pieces == tuple(EVENING)


def test_a_secret_is_never_among_what_is_shown() -> None:
    reading = read('Aye. <whispers to="Ada">He lies.</whispers> Sit.', MARA)

    assert [piece.text for piece in reading.pieces] == ["Aye.", "Sit."]
    assert "lies" not in reading.said


def test_the_same_again_and_again_ends() -> None:
    raw = "Aye. " + "The rain falls on the roof and the fire burns low. " * 40
    reading = read(raw, MARA)

    assert reading.ended
    assert reading.looping
    assert len(reading.said) < 400
    assert leaks(raw) == []


@pytest.mark.parametrize("unit", ["ha", "no, ", "*nods* ", "…", "word and word\n"])
def test_short_rounds_end_too(unit: str) -> None:
    raw = unit * 1000

    assert read(raw, MARA).looping
    assert len(read(raw, MARA).said) <= 400
    assert leaks(raw[:600]) == []


def test_a_name_that_both_have_is_the_speakers_own() -> None:
    twin = Hearing(speaker="Ada", others=OTHERS)

    assert read("Ada: Evening.", twin).pieces == tuple(EVENING)
