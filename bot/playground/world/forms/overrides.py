"""Rules about commands as they are posted."""

from bot.playground.world.forms.form import Form
from bot.playground.world.hooks import CommandRule, RuleKind
from bot.playground.world.ports import Snowflake


def read_rules(form: Form, *, most: int) -> tuple[CommandRule, ...]:
    form.need("permissions")
    return tuple(_rule(each) for each in form.forms("permissions", most=most))


def _rule(form: Form) -> CommandRule:
    form.need("id", "type", "permission")
    kind = form.choice("type", [int(each) for each in RuleKind])
    return CommandRule(
        target=form.snowflake("id") or Snowflake(0),
        kind=RuleKind(int(kind or RuleKind.ROLE)),
        allow=bool(form.switch("permission")),
    )
