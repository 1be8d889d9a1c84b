"""The statements of the job queue.

`clock_timestamp()` is written, `statement_timestamp()` compared: an index serves only the latter.
"""

from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Integer,
    Interval,
    Text,
    bindparam,
    case,
    cast,
    column,
    exists,
    func,
    literal,
    null,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB, insert

from bot.storage.tables import JOB

CLOCK = func.clock_timestamp()
NOW = func.statement_timestamp()
_LEASE = bindparam("lease", type_=Interval)


def _state(name: str) -> ColumnElement[bool]:
    """Written into the statement, so that the partial indexes can serve it."""
    return JOB.c.state == literal(name, literal_execute=True)


ENQUEUE = (
    insert(JOB)
    .values(
        kind=bindparam("of_kind"),
        payload=bindparam("carried"),
        dedupe_key=bindparam("key"),
        run_at=CLOCK + bindparam("delay", type_=Interval),
        max_attempts=bindparam("tries"),
    )
    .on_conflict_do_nothing(index_elements=[JOB.c.kind, JOB.c.dedupe_key])
)

_LAPSED = _state("running") & (JOB.c.lease_until < NOW)
_DUE = (
    select(JOB.c.id)
    .where(
        JOB.c.kind == func.any(bindparam("kinds", type_=ARRAY(Text))),
        (_state("ready") & (JOB.c.run_at <= NOW))
        | (_LAPSED & (JOB.c.attempt < JOB.c.max_attempts)),
    )
    .order_by(JOB.c.run_at)
    .limit(bindparam("limit", type_=Integer))
    .with_for_update(skip_locked=True)
    .cte("due")
)
CLAIM = (
    update(JOB)
    .where(JOB.c.id == _DUE.c.id)
    .values(
        state="running",
        worker=bindparam("by"),
        attempt=JOB.c.attempt + 1,
        lease_until=CLOCK + _LEASE,
    )
    .returning(JOB.c.id, JOB.c.kind, JOB.c.payload, JOB.c.attempt)
)

_MINE = (
    func.unnest(
        bindparam("ids", type_=ARRAY(BigInteger)), bindparam("attempts", type_=ARRAY(Integer))
    )
    .table_valued(column("id", BigInteger), column("attempt", Integer), name="mine")
    .render_derived()
)
RENEW = (
    update(JOB)
    .where(_state("running"), JOB.c.id == _MINE.c.id, JOB.c.attempt == _MINE.c.attempt)
    .values(lease_until=CLOCK + _LEASE)
    .returning(JOB.c.id)
)

_LAST = JOB.c.attempt >= JOB.c.max_attempts
FAIL = (
    update(JOB)
    .where(
        JOB.c.id == bindparam("job"), JOB.c.attempt == bindparam("at_attempt"), _state("running")
    )
    .values(
        state=case((_LAST, "failed"), else_="ready"),
        run_at=CLOCK + bindparam("pause", type_=Interval),
        ended_at=case((_LAST, CLOCK), else_=null()),
        error=bindparam("why"),
        lease_until=None,
    )
    .returning(JOB.c.state, JOB.c.every)
)

_EXHAUSTED = select(JOB.c.id).where(_LAPSED, _LAST).with_for_update(skip_locked=True).cte("lost")
BURY = (
    update(JOB)
    .where(JOB.c.id == _EXHAUSTED.c.id)
    .values(state="failed", error="lease ran out", lease_until=None, ended_at=CLOCK)
    .returning(JOB.c.id, JOB.c.every)
)


# ── Recurring jobs: one occurrence a period, named by the second at which the period begins ──


def _period(every: ColumnElement[Any], *, ahead: int) -> ColumnElement[int]:
    """The start of this period, or of one `ahead`, in seconds since the epoch."""
    length = cast(func.extract("epoch", every), BigInteger)
    now = cast(func.extract("epoch", NOW), BigInteger)
    return cast((now // length + ahead) * length, BigInteger)


_OCCURRENCE = ("kind", "payload", "every", "max_attempts", "dedupe_key", "run_at")
_EVERY = bindparam("period", type_=Interval)
_ALIVE = (
    (JOB.c.kind == bindparam("of_kind"))
    & JOB.c.every.is_not(None)
    & (_state("ready") | _state("running"))
)
CHANGE_PERIOD = update(JOB).where(_ALIVE, JOB.c.every != _EVERY).values(every=_EVERY)
BEGIN_RECURRING = (
    insert(JOB)
    .from_select(
        _OCCURRENCE,
        select(
            bindparam("of_kind", type_=Text),
            cast(literal("{}", literal_execute=True), JSONB),
            _EVERY,
            bindparam("tries", type_=Integer),
            cast(_period(_EVERY, ahead=0), Text),
            func.to_timestamp(_period(_EVERY, ahead=0)),
        ).where(~exists(select(JOB.c.id).where(_ALIVE))),
    )
    .on_conflict_do_nothing(index_elements=[JOB.c.kind, JOB.c.dedupe_key])
)
NEXT_OCCURRENCE = (
    insert(JOB)
    .from_select(
        _OCCURRENCE,
        select(
            JOB.c.kind,
            JOB.c.payload,
            JOB.c.every,
            JOB.c.max_attempts,
            cast(_period(JOB.c.every, ahead=1), Text),
            func.to_timestamp(_period(JOB.c.every, ahead=1)),
        ).where(JOB.c.id == bindparam("job")),
    )
    .on_conflict_do_nothing(index_elements=[JOB.c.kind, JOB.c.dedupe_key])
)
