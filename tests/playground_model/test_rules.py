"""Which rule answers, and with what."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.playground.scripted_model import BadScript, Rule, Script, load_script
from bot.playground.scripted_model.answers import Asked, Said, answer


def said_by(script: Sequence[Rule], *, purpose: str, asked: Asked) -> str | None:
    found = answer(Script(rule=tuple(script)), asked, purpose=purpose, spent={})
    return None if found is None else "".join(found[1].pieces)


def line(text: str, *, before: str = "", **more: object) -> Asked:
    system = Said(role="system", content=f"You are Mira. {before}")
    return Asked(messages=[system, Said(role="user", content=text)], **more)  # pyright: ignore[reportArgumentType]


def reply_to(
    rule: Rule, text: str, *, purpose: str = "narrator Mira", before: str = ""
) -> str | None:
    return said_by([rule], purpose=purpose, asked=line(text, before=before))


YES = ("yes",)


@pytest.mark.parametrize(
    ("rule", "purpose"),
    [
        pytest.param(Rule(reply=YES), "", id="any"),
        pytest.param(Rule(purpose="scribe", reply=YES), "scribe", id="the same"),
        pytest.param(Rule(purpose="narrator *", reply=YES), "narrator Zoë", id="a pattern"),
        pytest.param(Rule(purpose="NARRATOR zoë", reply=YES), "narrator Zoë", id="another case"),
    ],
)
def test_a_rule_applies_by_purpose(rule: Rule, purpose: str) -> None:
    assert reply_to(rule, "Ada: Hello.", purpose=purpose) == "yes"


def test_a_rule_for_another_purpose_does_not_apply() -> None:
    assert reply_to(Rule(purpose="scribe", reply=YES), "Ada: Hello.") is None


@pytest.mark.parametrize(
    ("rule", "text", "applies"),
    [
        pytest.param(Rule(words=("key",), reply=YES), "Ada: The KEY?", True, id="any case"),
        pytest.param(Rule(words=("key",), reply=YES), "Ada: A monkey.", False, id="whole words"),
        pytest.param(Rule(words=("sing*",), reply=YES), "Ada: Singing?", True, id="a beginning"),
        pytest.param(Rule(words=("a", "b"), reply=YES), "Ada: a", False, id="all words"),
        pytest.param(Rule(any_words=("a", "b"), reply=YES), "Ada: b", True, id="any word"),
        pytest.param(Rule(any_words=("a", "b"), reply=YES), "Ada: c", False, id="no word"),
        pytest.param(Rule(words=("old ship",), reply=YES), "Ada: old\nship", True, id="a phrase"),
        pytest.param(Rule(words=("ada",), reply=YES), "Ada: Hello.", False, id="not the name"),
        pytest.param(Rule(words=("mira",), reply=YES), "Ada: Hello.", False, id="not the prompt"),
        pytest.param(
            Rule(words=("mira",), where="prompt", reply=YES), "Ada: Hello.", True, id="the prompt"
        ),
        pytest.param(
            Rule(words=("only",), reply=YES),
            "Ada: Hello.\n\n(Now only Mira's line.)",
            False,
            id="not the direction",
        ),
        pytest.param(
            Rule(words=("old",), reply=YES), "Ada: old\n\nBen: new", False, id="the last line"
        ),
        pytest.param(
            Rule(words=("old",), reply=YES), "Ada: old\n\nwords", True, id="a line of paragraphs"
        ),
    ],
)
def test_a_rule_applies_by_words(rule: Rule, text: str, *, applies: bool) -> None:
    assert (reply_to(rule, text) == "yes") is applies


def test_the_first_rule_that_applies_answers() -> None:
    rules = [Rule(words=("no",), reply=("1",)), Rule(reply=("2",)), Rule(reply=("3",))]

    assert said_by(rules, purpose="", asked=line("Ada: Hello.")) == "2"


def test_what_was_captured_and_who_spoke_fill_the_reply() -> None:
    rule = Rule(pattern=r"i am (?P<who>\w+)", reply=("{who}, {speaker}, {character}, {x}, {}",))

    assert reply_to(rule, "Ada: I am Bob.") == "Bob, Ada, Mira, {x}, {}"


def test_the_same_line_has_the_same_reply_and_others_have_others() -> None:
    rule = Rule(reply=("1", "2", "3"))
    replies = [reply_to(rule, f"Ada: line {number}") for number in range(12)]

    assert replies == [reply_to(rule, f"Ada: line {number}") for number in range(12)]
    assert set(replies) == {"1", "2", "3"}


def test_stop_words_end_the_reply() -> None:
    asked = line("Ada: Hello.", stop=["\nAda:"])

    assert said_by([Rule(reply=("Aye.\nAda: No!",))], purpose="", asked=asked) == "Aye."


@pytest.mark.parametrize(
    ("rule", "max_tokens", "said", "reason"),
    [
        pytest.param(Rule(reply=("a b c",)), None, "a b c", "stop", id="whole"),
        pytest.param(Rule(reply=("a b c",)), 2, "a b", "length", id="the request's limit"),
        pytest.param(Rule(reply=("a b c",)), 3, "a b c", "stop", id="just fits"),
        pytest.param(Rule(reply=("a b c",), cut_off_after=1), 9, "a", "length", id="the rule's"),
        pytest.param(Rule(reply=("a",), cut_off_after=9), 9, "a", "length", id="it only says so"),
        pytest.param(
            Rule(reply=("",), finish_reason="content_filter"),
            9,
            "",
            "content_filter",
            id="filtered",
        ),
    ],
)
def test_a_limit_cuts_off_and_says_so(
    rule: Rule, max_tokens: int | None, said: str, reason: str
) -> None:
    found = answer(
        Script(rule=(rule,)), line("Ada: Hi.", max_tokens=max_tokens), purpose="", spent={}
    )

    assert found is not None
    assert "".join(found[1].pieces) == said
    assert found[1].finish_reason == reason


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        pytest.param("rule = [", "bad.toml: ", id="not TOML"),
        pytest.param("[[rule]]\nrepyl = 'x'", "rule.0.repyl: Extra inputs", id="an unknown field"),
        pytest.param("[[rule]]\nwords = ['x']", "needs a reply", id="does nothing"),
        pytest.param("[[rule]]\nreply = 'x'\npattern = '('", "pattern: ", id="a bad pattern"),
        pytest.param("[[rule]]\nstatus = 200", "rule.0.status", id="a status that is no error"),
    ],
)
def test_a_script_that_is_wrong_says_where(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(BadScript, match=complaint):
        load_script(file)


def test_a_script_that_is_missing_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadScript, match=r"none\.toml"):
        load_script(tmp_path / "none.toml")


def test_the_example_in_the_readme_is_a_script(tmp_path: Path) -> None:
    readme = Path(__file__).parents[2] / "bot/playground/scripted_model/README.md"
    example = readme.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    file = tmp_path / "example.toml"
    file.write_text(example, encoding="utf-8")

    script = load_script(file)

    found = answer(script, line("Ada: My name is Bo."), purpose="narrator Mara Quill", spent={})
    assert found is not None
    assert "".join(found[1].pieces) == "*smiles* Welcome, Bo. I am Mara Quill."
