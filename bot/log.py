"""Logging: one line an event, static names, ids as data, and whose turn it is on every line."""

import logging
import sys
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

_BOUND: ContextVar[dict[str, object] | None] = ContextVar("bound", default=None)
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


@contextmanager
def bound(**ids: object) -> Generator[None]:
    """Put these ids on every line that is logged inside the block."""
    token = _BOUND.set((_BOUND.get() or {}) | ids)
    try:
        yield
    finally:
        _BOUND.reset(token)


class Plain(logging.Formatter):
    """`12:30:01 INFO bot.client ready guilds=1`: readable, and easy to cut into fields."""

    def format(self, record: logging.LogRecord) -> str:
        data = dict(_BOUND.get() or {})
        data |= {key: value for key, value in vars(record).items() if key not in _STANDARD}
        pairs = "".join(f" {key}={_quoted(value)}" for key, value in data.items())
        head = f"{self.formatTime(record, '%H:%M:%S')} {record.levelname} {record.name}"
        line = f"{head} {record.getMessage()}{pairs}"
        if record.exc_info:
            line = f"{line}\n{self.formatException(record.exc_info)}"
        return line


def _quoted(value: object) -> str:
    text = str(value)
    return repr(text) if " " in text or "\n" in text else text


def set_up(level: str) -> None:
    """Log to standard error. Libraries speak only when something is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Plain())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("bot").setLevel(level)
