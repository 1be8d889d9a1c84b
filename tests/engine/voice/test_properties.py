"""Whatever a model writes: it is read, in no time, the same however it comes, and nothing leaks."""

import time

from hypothesis import given
from hypothesis import strategies as st

from bot.engine.log.events import Span
from bot.engine.voice.reading import Ear, Hearing, read
from tests.engine.voice.reading_aloud import MARA, cut, leaks

_PARTS = st.sampled_from(
    [
        *("Mara Quill:", "**Mara:**", "Ada:", "Ada", "**Ben Okri**:", "\n", "\n\n", " ", "a", "B."),
        *("<thought>", "</thought>", "<action>", "</action>", "<whispers to='Ada'>", "</whispers>"),
        *("<leaves/>", "<goes>", "</goes>", "<b>", "</b>", "<think>"),
        *("<", "</", ">", "<3", "[", "]"),
        *("<|im_end|>", "<|im_start|>assistant\n", "<start_of_turn>model", "[INST]", "[/INST]"),
        *('"', "“", "”", "```", "`", "*", "**", "_", ":", "Here is Mara's reply:"),
        *("(Now ", "'s line"),
        *("The rooms:", "You write Mara Quill's part in a roleplay, and nobody else's.", "(", "x"),
    ]
)  # fmt: skip
_RAW = st.lists(_PARTS, max_size=14).map("".join)


@given(_RAW)
def test_no_cut_shows_what_the_whole_would_not(raw: str) -> None:
    assert leaks(raw) == []


@given(_RAW, st.lists(st.integers(1, 9), min_size=1, max_size=5))
def test_it_reads_the_same_however_it_comes(raw: str, lengths: list[int]) -> None:
    assert cut(raw, *lengths) == read(raw, MARA)


@given(_RAW)
def test_what_is_read_is_tidy_and_in_order(raw: str) -> None:
    reading = read(raw, MARA)

    assert all(piece.text == piece.text.strip() != "" for piece in reading.kept)
    assert not any(
        "thought>" in piece.text.casefold() for piece in reading.pieces if "`" not in raw
    )
    assert [piece for piece in reading.kept if piece in reading.pieces] == list(reading.pieces)


@given(st.text(max_size=200), st.text(max_size=20), st.lists(st.text(max_size=12), max_size=4))
def test_any_text_and_any_names_are_read(raw: str, speaker: str, others: list[str]) -> None:
    hearing = Hearing(speaker=speaker, others=tuple(others), personas=tuple(others[:2]))

    assert cut(raw, 1, hearing=hearing) == read(raw, hearing)


@given(st.text(alphabet='abc \n<>*"', max_size=60))
def test_what_is_whispered_is_never_shown(secret: str) -> None:
    raw = f"Aye. <whispers to='Ada'>QQQ{secret}"

    assert not any("Q" in piece.text for piece in read(raw, MARA).pieces if piece.span is Span.SAID)
    ear = Ear(MARA)
    for character in raw:
        assert "Q" not in ear.hear(character).said


def test_a_long_line_is_read_piece_by_piece_in_no_time() -> None:
    """2 ms on a quiet core; the bound is for a loaded one."""
    paragraph = (
        '*She sets mug {} down and looks at Ada.* "You want a room," she says. Two pence: {}.'
    )
    text = "\n\n".join(paragraph.format(n, n * n) for n in range(40))[:2400]

    def in_sixty_pieces() -> float:
        began = time.process_time()
        ear = Ear(MARA)
        for at in range(0, len(text), 40):
            ear.hear(text[at : at + 40])
        return time.process_time() - began

    assert min(in_sixty_pieces() for _ in range(5)) < 0.01


def test_a_hundred_thousand_characters_are_read_in_no_time() -> None:
    text = "".join(f"She counts to {n} and looks up: no one.\n" for n in range(4000))[:100_000]

    def seconds() -> float:
        began = time.process_time()
        assert len(read(text, MARA).said) > 90_000
        return time.process_time() - began

    assert min(seconds() for _ in range(3)) < 0.25
