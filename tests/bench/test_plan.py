"""One seed, one plan."""

from collections import Counter

from bench._plan import STEPS, Chance, Weather, plan, rules


def test_a_seed_always_gives_the_same_plan_and_another_another() -> None:
    one = plan(Weather(messages=200, seed=1))

    assert plan(Weather(messages=200, seed=1)) == one
    assert plan(Weather(messages=200, seed=2)) != one


def test_each_step_is_killed_as_often_as_the_others() -> None:
    items = [item for channel in plan(Weather(messages=2_000, seed=1)) for item in channel]

    killed = Counter(item.step for item in items if item.step is not None)
    assert set(killed) == set(STEPS)
    assert set(killed.values()) <= {killed["line kept"], killed["line kept"] - 1}


def test_every_message_is_typed_once_and_one_channel_is_deleted() -> None:
    items = [item for channel in plan(Weather(messages=400, seed=3)) for item in channel]

    assert len({item.number for item in items}) == len(items)
    assert sum(item.last for item in items) == 1


def test_the_model_has_an_answer_to_every_line() -> None:
    script = rules(Chance(1), 400)

    for item in (item for channel in plan(Weather(messages=400, seed=1)) for item in channel):
        matches = (r.match(purpose="narrator Mara", last=item.text, prompt="") for r in script)
        assert any(match is not None for match in matches)


def test_a_share_lies_between_nothing_and_all() -> None:
    shares = [Chance(5).share(n) for n in range(500)]

    assert 0 <= min(shares) < 0.05
    assert 0.95 < max(shares) < 1
