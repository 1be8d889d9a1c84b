"""Lines that can be shown and yet are not good: said before, in circles, short, foreign."""

import pytest

from bot.engine.voice.language import is_foreign
from bot.engine.voice.reading import Hearing, read
from bot.engine.voice.repetition import OwnLines
from bot.engine.voice.verdicts import FINE, Fault, Judge
from tests.engine.voice.reading_aloud import MARA


def tale(start: int, words: int) -> str:
    """Words that nobody has said before, counted."""
    return " ".join(f"word{number}" for number in range(start, start + words))


def verdict(raw: str, *, own: list[str] | None = None, scene: list[str] | None = None) -> object:
    return Judge(own=own or [], scene=scene or []).judge(read(raw, MARA)).fault


def test_a_new_line_is_fine() -> None:
    assert Judge(own=[tale(0, 50)], scene=[tale(0, 50)]).judge(read(tale(50, 50), MARA)) == FINE


def test_a_line_said_before_repeats() -> None:
    assert verdict(tale(0, 50), own=[tale(0, 50), tale(900, 50)]) is Fault.REPEATS


@pytest.mark.parametrize(("old", "repeats"), [(22, False), (23, True)])
def test_forty_of_a_hundred_runs_of_five_words_are_too_much(old: int, *, repeats: bool) -> None:
    # 50 words have 46 runs of five; `old` words in a row have old - 4 of them. 0.4 * 46 = 18.4.
    line = f"{tale(0, old)} {tale(500, 50 - old)}"

    assert (verdict(line, own=[tale(0, 100)]) is Fault.REPEATS) is repeats


def test_under_twenty_words_may_be_said_again() -> None:
    assert verdict(tale(0, 19), own=[tale(0, 19)]) is None
    assert verdict(tale(0, 20), own=[tale(0, 20)]) is Fault.REPEATS


def test_only_one_earlier_line_is_compared_at_a_time() -> None:
    own = [tale(number * 10, 10) for number in range(5)]

    assert verdict(tale(0, 50), own=own) is None


def test_only_the_last_twenty_lines_count() -> None:
    others = [tale(1000 + number * 30, 30) for number in range(20)]

    assert verdict(tale(0, 50), own=[tale(0, 50), *others]) is None


def test_a_growing_line_is_compared_from_its_sixtieth_word_on() -> None:
    judge = Judge(own=[tale(0, 100)], scene=[])

    assert not judge.repeats_already(read(tale(0, 59), MARA))
    assert judge.repeats_already(read(tale(0, 60), MARA))


def test_case_and_marks_make_no_other_words() -> None:
    old = (
        "The ferry sank, and with it went the lamps, the bell, and all the flour we had for winter."
    )

    assert OwnLines([old]).share_in(old.upper().replace(",", " —") + " Aye, all of it.") > 0.7


def test_scripts_without_spaces_have_words_too() -> None:
    old = "昔々あるところにおじいさんとおばあさんが住んでいました。おじいさんは山へ行きました。"

    assert verdict(old, own=[old]) is Fault.REPEATS


@pytest.mark.parametrize(
    ("before", "line", "short"),
    [
        pytest.param([30] * 6 + [5, 5], 5, True, id="three times running"),
        pytest.param([30] * 6 + [5, 25], 5, False, id="not running"),
        pytest.param([30] * 6, 5, False, id="once"),
        pytest.param([8] * 6, 4, False, id="half is not under half"),
        pytest.param([30, 5, 5], 5, False, id="too few lines to tell"),
    ],
)
def test_three_short_lines_running_are_short(before: list[int], line: int, *, short: bool) -> None:
    own = [tale(number * 100, words) for number, words in enumerate(before)]

    assert (verdict(tale(9000, line), own=own) is Fault.SHORT) is short


def test_nothing_is_the_worst() -> None:
    judge = Judge(own=[tale(0, 50)], scene=["Plain English lines. " * 5])
    bad = ["", "Again and again and again. " * 40, "Добрый вечер, садитесь.", tale(0, 50)]

    verdicts = [judge.judge(read(raw, MARA)) for raw in bad]

    assert [v.fault for v in verdicts] == [Fault.EMPTY, Fault.LOOPS, Fault.FOREIGN, Fault.REPEATS]
    assert verdicts == sorted(verdicts, reverse=True)


ENGLISH = [
    "A long evening at the inn, and rain.",
    "She asks for a room and for a bowl of soup, please.",
]
RUSSIAN = ["Добрый вечер. " * 8]
MIXED = [*ENGLISH, "Привет, Мара!"]


@pytest.mark.parametrize(
    ("answer", "scene", "foreign"),
    [
        pytest.param("Добрый вечер, садитесь к огню.", ENGLISH, True, id="Cyrillic"),
        pytest.param("晚上好，请坐到火边，汤马上就好。", ENGLISH, True, id="Chinese"),
        pytest.param("こんばんは、どうぞおかけください。", ENGLISH, True, id="Japanese"),
        pytest.param("안녕하세요, 여기 불가에 앉으세요 손님.", ENGLISH, True, id="Korean"),
        pytest.param("مساء الخير، تفضلي بالجلوس.", ENGLISH, True, id="Arabic"),
        pytest.param("Good evening, sit down by the fire.", RUSSIAN, True, id="Latin"),
        pytest.param("Guten Abend, setz dich ans Feuer.", ENGLISH, False, id="the same script"),
        pytest.param("«Добрый вечер», says he, and takes a chair.", ENGLISH, False, id="a quote"),
        pytest.param("Привет!", ENGLISH, False, id="a cry"),
        pytest.param("Добрый вечер, садитесь.", MIXED, False, id="used before"),
        pytest.param("Добрый вечер, садитесь.", ["Hi."], False, id="a scene that just began"),
        pytest.param("…!? 1, 2, 3", ENGLISH, False, id="no letters"),
        pytest.param("", ENGLISH, False, id="nothing"),
    ],
)  # fmt: skip
def test_another_script_than_the_scenes_is_foreign(
    answer: str, scene: list[str], *, foreign: bool
) -> None:
    assert is_foreign(answer, scene=scene) is foreign


def test_what_is_thought_is_no_repetition() -> None:
    raw = f"Aye. <thought>{tale(0, 50)}</thought>"

    assert Judge(own=[tale(0, 50)], scene=[]).judge(read(raw, Hearing(speaker="Mara"))) == FINE
