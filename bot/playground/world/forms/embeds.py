"""Embeds: what may stand in one, and how much in all of them together."""

from typing import Any

from bot.playground.world.forms.form import Form

MOST = 10
MOST_CHARACTERS = 6_000
_MOST_COLOR = 0xFFFFFF
_URL = 2_048


def embeds(form: Form) -> tuple[dict[str, Any], ...]:
    read = tuple(_embed(each) for each in form.forms("embeds", most=MOST))
    if sum(_characters(each) for each in read) > MOST_CHARACTERS:
        form.fail(
            "embeds",
            code="MAX_EMBED_SIZE_EXCEEDED",
            message=f"Embed size exceeds maximum size of {MOST_CHARACTERS}",
        )
    return read


def _embed(form: Form) -> dict[str, Any]:
    # Clients send back what they were shown; only what follows says anything.
    form.know("type", "provider", "video", "flags")
    parts = {
        "title": form.text("title", most=256),
        "description": form.text("description", most=4_096),
        "url": form.text("url", most=_URL),
        "timestamp": form.text("timestamp", most=64),
        "color": form.number("color", most=_MOST_COLOR),
        "footer": form.inner("footer", _footer),
        "image": form.inner("image", _picture),
        "thumbnail": form.inner("thumbnail", _picture),
        "author": form.inner("author", _author),
        "fields": [_field(each) for each in form.forms("fields", most=25)] or None,
    }
    return {"type": "rich", **{name: part for name, part in parts.items() if part is not None}}


def _field(form: Form) -> dict[str, Any]:
    form.need("name", "value")
    return {
        "name": form.text("name", least=1, most=256) or "",
        "value": form.text("value", least=1, most=1_024) or "",
        "inline": bool(form.switch("inline")),
    }


def _footer(form: Form) -> dict[str, Any]:
    form.need("text")
    form.know("proxy_icon_url")
    return _given(
        text=form.text("text", least=1, most=2_048), icon_url=form.text("icon_url", most=_URL)
    )


def _author(form: Form) -> dict[str, Any]:
    form.need("name")
    form.know("proxy_icon_url")
    return _given(
        name=form.text("name", least=1, most=256),
        url=form.text("url", most=_URL),
        icon_url=form.text("icon_url", most=_URL),
    )


def _picture(form: Form) -> dict[str, Any]:
    form.need("url")
    form.know("proxy_url", "width", "height", "flags", "description", "content_type")
    form.know("placeholder", "placeholder_version")
    return _given(url=form.text("url", most=_URL))


def _given(**parts: str | None) -> dict[str, Any]:
    return {name: part for name, part in parts.items() if part is not None}


def _characters(embed: dict[str, Any]) -> int:
    counted = [embed.get("title"), embed.get("description")]
    counted.append(embed.get("footer", {}).get("text"))
    counted.append(embed.get("author", {}).get("name"))
    for field in embed.get("fields", []):
        counted += [field["name"], field["value"]]
    return sum(len(text) for text in counted if text)
