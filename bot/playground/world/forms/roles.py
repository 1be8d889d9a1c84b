"""Roles as they are posted."""

from dataclasses import replace

from bot.playground.world.forms.channels import permission
from bot.playground.world.forms.form import Form
from bot.playground.world.people import Role


def read_role(form: Form, role: Role) -> Role:
    name, color = form.text("name", least=1, most=100), form.number("color", most=0xFFFFFF)
    hoist, mentionable = form.switch("hoist"), form.switch("mentionable")
    form.know("icon", "unicode_emoji", "colors")
    has_permissions = form.has("permissions")
    return replace(
        role,
        name=name or role.name,
        color=role.color if color is None else color,
        hoist=role.hoist if hoist is None else hoist,
        mentionable=role.mentionable if mentionable is None else mentionable,
        permissions=permission(form, "permissions") if has_permissions else role.permissions,
    )
