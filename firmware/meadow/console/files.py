"""Serves the files of a folder from memory: pages, modules, styles. No build, no cache to clear.

A browser asks each time whether its copy is still right (ETag), so that a phone without internet
has the right one after every update. Host programs serve their own pages with it too.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from meadow.console.answering import not_here

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
}
MOST_BYTES = 4_000_000

_NAME = re.compile(r"([A-Za-z0-9_-]+/){0,3}[A-Za-z0-9_-][A-Za-z0-9_.-]*\.([a-z0-9]+)")
_PACKED = frozenset({"html", "css", "js", "json", "webmanifest", "svg", "txt"})


class _Kept(NamedTuple):
    """A file in memory. ``stamp`` tells whether it is still the one on the disk."""

    stamp: tuple[int, int]
    content: bytes
    packed: bytes
    etag: str
    kind: str


class StaticFiles:
    """The files of one folder and those below it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[str, _Kept] = {}

    async def serve(self, request: Request) -> Response:
        """The file that the path parameter ``path`` names."""
        return self.file(request, request.path_params["path"])

    def file(self, request: Request, name: str) -> Response:
        """A file by its name in the folder."""
        kept = self._read(name)
        if kept is None:
            return not_here(request, 404, "there is no such file here")
        headers = {"etag": kept.etag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if kept.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = kept.content
        if kept.packed and "gzip" in request.headers.get("accept-encoding", ""):
            content = kept.packed
            headers["content-encoding"] = "gzip"
        return Response(content, headers=headers, media_type=TYPES[kept.kind])

    def _read(self, name: str) -> _Kept | None:
        match = _NAME.fullmatch(name)
        if match is None or match[2] not in TYPES:
            return None
        path = self._folder / name
        try:
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            kept = self._kept.get(name)
            if kept is not None and kept.stamp == stamp:
                return kept
            if status.st_size > MOST_BYTES:
                return None
            content = path.read_bytes()
        except OSError:
            return None
        packed = gzip.compress(content, 9, mtime=0) if match[2] in _PACKED else b""
        etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        kept = _Kept(stamp, content, packed, etag, match[2])
        self._kept[name] = kept
        return kept
