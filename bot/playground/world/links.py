"""Links to files: signed, expiring, and checked when somebody follows them."""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import parse_qs, quote, unquote, urlsplit

from bot.playground.world.messages import Attachment
from bot.playground.world.ports import Snowflake

LIFETIME = timedelta(hours=24)
_ATTACHMENT_PARTS = 4


@dataclass(slots=True, kw_only=True)
class Links:
    """`base` is where the server answers; known once it has a port."""

    secret: str
    base: str = ""

    def to_attachment(self, attachment: Attachment, *, now: datetime) -> str:
        issued = int(now.timestamp())
        expires = issued + int(LIFETIME.total_seconds())
        path = attachment_path(attachment)
        signature = self._sign(path, issued=f"{issued:x}", expires=f"{expires:x}")
        return f"{self.base}{path}?ex={expires:x}&is={issued:x}&hm={signature}"

    def is_good(self, path: str, *, query: str, now: datetime) -> bool:
        given = {name: values[0] for name, values in parse_qs(query).items()}
        expires, issued = given.get("ex", ""), given.get("is", "")
        right = self._sign(path, issued=issued, expires=expires)
        if not hmac.compare_digest(right, given.get("hm", "")):
            return False
        return int(expires, 16) > now.timestamp()

    def own_attachment(self, url: str) -> Snowflake | None:
        """Return the attachment that a link of ours names, with or without its signature."""
        if not self.base or not url.startswith(f"{self.base}/attachments/"):
            return None
        parts = urlsplit(url).path.strip("/").split("/")
        if len(parts) != _ATTACHMENT_PARTS or not parts[2].isdecimal():
            return None
        return Snowflake(int(parts[2]))

    def _sign(self, path: str, *, issued: str, expires: str) -> str:
        text = f"{unquote(path)}\n{issued}\n{expires}".encode()
        return hmac.new(self.secret.encode(), text, hashlib.sha256).hexdigest()


def attachment_path(attachment: Attachment) -> str:
    name = quote(attachment.filename, safe="")
    return f"/attachments/{attachment.channel}/{attachment.id}/{name}"
