"""Files of one folder: read only from inside it, parsed once for each state of the disk."""

import stat
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

Parsed = TypeVar("Parsed")


class Unreadable(Exception):
    """A file that cannot or must not be read; says why in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Changes with the file, also when an editor puts another file in its place."""

    mtime_ns: int
    ctime_ns: int
    size: int
    inode: int


class FreshFolder(Generic[Parsed]):
    """Parses the files of `root` and parses one again when it has changed on disk.

    At most `keep` files stay parsed, so a huge folder costs time, not memory.
    """

    def __init__(
        self, root: Path, parse: Callable[[str, bytes], Parsed], *, keep: int, limit: int
    ) -> None:
        self._root = root
        self._parse = parse
        self._keep = keep
        self._limit = limit
        self._parsed: OrderedDict[str, tuple[Stamp, Parsed]] = OrderedDict()

    def read(self, name: str) -> Parsed:
        """The parsed file `name`, a path below the folder.

        Raises:
            Unreadable: it is not there, not below the folder, not a file, or too large.
        """
        try:
            path, stamp = self._look(name)
            known = self._parsed.pop(name, None)
            if known is None or known[0] != stamp:
                known = (stamp, self._parse(name, path.read_bytes()))
        except OSError as error:
            raise Unreadable(error.strerror or type(error).__name__) from error
        except RuntimeError as error:  # how Python below 3.13 says it
            raise Unreadable("a symbolic link to itself") from error
        self._parsed[name] = known
        if len(self._parsed) > self._keep:
            self._parsed.popitem(last=False)
        return known[1]

    def _look(self, name: str) -> tuple[Path, Stamp]:
        """Where the file really lies, and its state before the reading: a later change shows."""
        path = self._root / name
        found = path.lstat()
        if "/" in name or stat.S_ISLNK(found.st_mode):  # only then can it lead out of the folder
            path = path.resolve(strict=True)
            if not path.is_relative_to(self._root.resolve()):
                raise Unreadable("lies outside its folder")
            found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise Unreadable("not a file")  # a pipe would be waited for without end
        if found.st_size > self._limit:
            reason = f"{found.st_size:,} bytes; at most {self._limit:,} are read"
            raise Unreadable(reason)
        stamp = Stamp(
            mtime_ns=found.st_mtime_ns,
            ctime_ns=found.st_ctime_ns,
            size=found.st_size,
            inode=found.st_ino,
        )
        return path, stamp
