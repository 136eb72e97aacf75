"""The head of the page: preview images, icons, and the manifest of the installed page."""

from __future__ import annotations

import json
import re
import shutil
import struct
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from crossfelt.http.app import create_app
from crossfelt.http.headers import HEADERS

WEB = Path(__file__).resolve().parents[2] / "web"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The page as a build leaves it, without its scripts."""
    shutil.copytree(WEB / "public", tmp_path, dirs_exist_ok=True)
    shutil.copy(WEB / "index.html", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("base", "host", "written"),
    [
        ("http://testserver", "cards.example", "http://cards.example/share.png"),
        ("http://testserver", 'a"><b', "http://a&quot;&gt;&lt;b/share.png"),
        ("https://cards.example", "cards.example", "https://cards.example/share.png"),
    ],
)
def test_a_preview_gets_the_whole_address_of_the_picture(folder: Path, base: str, host: str, written: str) -> None:
    client = TestClient(create_app(folder), base_url=base)
    page = client.get("/", headers={"host": host})
    assert f'<meta property="og:image" content="{written}" />' in page.text
    again = client.get("/", headers={"host": host, "if-none-match": page.headers["etag"]})
    assert again.status_code == 304


def test_everything_that_the_head_and_the_manifest_name_is_served(folder: Path) -> None:
    client = TestClient(create_app(folder))
    links = dict(re.findall(r'<link rel="([a-z-]+)" href="\./([^"]+)"', client.get("/").text))
    assert links.keys() == {"icon", "apple-touch-icon", "manifest"}
    answer = client.get(f"/{links['manifest']}")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Crossfelt", "./", "standalone")
    icons = {icon["src"].removeprefix("./"): icon["sizes"] for icon in manifest["icons"]}
    pictures = {**icons, links["apple-touch-icon"]: "180x180", "share.png": "1200x630"}
    for name, size in pictures.items():
        picture = client.get(f"/{name}")
        assert picture.status_code == 200, name
        if name.endswith(".png"):
            width, height = struct.unpack(">II", picture.content[16:24])
            assert (picture.headers["content-type"], f"{width}x{height}") == ("image/png", size), name
            assert len(picture.content) < 60_000, name


def test_the_policy_allows_the_manifest() -> None:
    assert "manifest-src 'self'" in HEADERS["content-security-policy"]
