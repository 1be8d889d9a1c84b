"""The prompt templates on disk: jinja2, boxed in, and strict about what it is given."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from jinja2 import FileSystemLoader, StrictUndefined, meta
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import BaseModel

from bot.engine.ports import Templates


class DiskTemplates(Templates):
    """Jinja compiles a template once and again when its file has changed.

    The texts of cards and players come in as values. They are never compiled, so what looks like
    a template in them stays text.
    """

    def __init__(self, root: Path) -> None:
        # Prompts are not HTML: escaping would put `&amp;` into what the model reads.
        self._environment = ImmutableSandboxedEnvironment(
            loader=FileSystemLoader(root),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,
        )

    def render(self, name: str, context: BaseModel) -> str:
        # Not model_dump: templates read the models' attributes, at any depth.
        values = {field: getattr(context, field) for field in type(context).model_fields}
        return self._environment.get_template(name).render(values)

    def version(self, name: str) -> str:
        digest = sha256()
        for source in self._with_what_it_includes(name, seen=set()):
            digest.update(sha256(source.encode()).digest())
        return digest.hexdigest()[:16]

    def _with_what_it_includes(self, name: str, *, seen: set[str]) -> Iterator[str]:
        seen.add(name)
        loader = self._environment.loader
        if loader is None:  # the type allows it; the constructor above does not
            return
        source, _, _ = loader.get_source(self._environment, name)
        yield source
        for included in meta.find_referenced_templates(self._environment.parse(source)):
            if included is not None and included not in seen:
                yield from self._with_what_it_includes(included, seen=seen)
