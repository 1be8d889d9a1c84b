"""A history as rows to join with: (segment, until), one for each stretch."""

from sqlalchemy import ARRAY, Integer, bindparam, column, func
from sqlalchemy.sql.selectable import TableValuedAlias

from bot.engine.ids import START, Seq
from bot.engine.log.segments import History

ALL = 2**31 - 1
"""As `until`: the whole segment."""

STRETCHES: TableValuedAlias = (
    func.unnest(
        bindparam("segments", type_=ARRAY(Integer)), bindparam("untils", type_=ARRAY(Integer))
    )
    .table_valued(column("segment", Integer), column("until", Integer), name="stretch")
    .render_derived()
)
"""One statement text for every history, so that the server's prepared plan is used again."""


def as_parameters(history: History, *, after: Seq = START) -> dict[str, list[int]]:
    """The parameters of `STRETCHES`, without the stretches that end before anything is wanted."""
    wanted = [s for s in history if s.until is None or s.until > after]
    return {
        "segments": [stretch.segment for stretch in wanted],
        "untils": [ALL if stretch.until is None else stretch.until for stretch in wanted],
    }
