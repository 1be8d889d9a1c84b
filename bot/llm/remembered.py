"""What the doctor found out about endpoints' models, kept in a file for the bot to read."""

import os
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.engine.prompt.roles import RolePolicy

FILE = "models.json"
"""Under `troupe_data`."""


class _File(BaseModel):
    """By the endpoint's address, then by the model's name as the settings have it."""

    model_config = ConfigDict(frozen=True)
    roles: dict[str, dict[str, RolePolicy]] = {}


def roles_at(data: Path, base_url: str) -> Mapping[str, RolePolicy]:
    """The models of this endpoint that the doctor has asked. A broken file knows none."""
    return _read(data).roles.get(base_url, {})


def remember_roles(data: Path, *, base_url: str, model: str, policy: RolePolicy) -> None:
    known = _read(data).roles
    roles = known | {base_url: known.get(base_url, {}) | {model: policy}}
    data.mkdir(parents=True, exist_ok=True)
    new = data / f"{FILE}.new"
    new.write_text(_File(roles=roles).model_dump_json(indent=2) + "\n", encoding="utf-8")
    os.replace(new, data / FILE)  # noqa: PTH105 - whole or not at all


def _read(data: Path) -> _File:
    try:
        return _File.model_validate_json((data / FILE).read_bytes())
    except (OSError, ValidationError):
        return _File()
