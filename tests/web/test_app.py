"""What the server answers: the files of the site and nothing else, small, fresh and guarded."""

from __future__ import annotations

import gzip

import pytest
from ask import ask

from passel.web.app import EVERYWHERE, HEADERS, app
from passel.web.site import File, site

SITE = site()
APP = app(SITE)


@pytest.mark.parametrize("path", SITE)
def test_every_file_of_the_site_is_served_whole(path: str) -> None:
    answer = ask(APP, f"/{path}")
    assert answer.status == 200
    assert answer.body == SITE[path].content
    assert answer.headers["content-type"] == SITE[path].type
    assert answer.headers["content-length"] == str(len(answer.body))
    assert answer.headers["cache-control"] == "no-cache"


def test_the_root_is_the_index() -> None:
    assert ask(APP, "/").body == SITE["index.html"].content


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/app/../../site.py",
        "/./index.html",
        "//index.html",
        "/app",
        "/app/",
        "/app/main.js/",
        "/app\\main.js",
        "/etc/passwd",
        "/index.html\0",
        "/\u202e",
        "/site.json",
    ],
)
def test_what_is_no_file_of_the_site_is_missing(path: str) -> None:
    answer = ask(APP, path)
    assert answer.status == 404
    assert b"There is no such page here." in answer.body
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("path", "root"), [("/nothing", "./"), ("/a/nothing", "../"), ("/a/b/", "../../")]
)
def test_the_missing_page_leads_home_from_every_depth(path: str, root: str) -> None:
    assert f'href="{root}"'.encode() in ask(APP, path).body


@pytest.mark.parametrize("path", ["/", "/app/main.js", "/nothing"])
@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_head_says_what_get_would_and_sends_nothing(path: str, encoding: str) -> None:
    head = ask(APP, path, "HEAD", accept_encoding=encoding)
    get = ask(APP, path, accept_encoding=encoding)
    assert head.body == b""
    assert (head.status, head.headers) == (get.status, get.headers)
    assert get.headers["content-length"] == str(len(get.body))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get"])
def test_nothing_but_reading_is_allowed(method: str) -> None:
    answer = ask(APP, "/", method)
    assert answer.status == 405
    assert answer.headers["allow"] == "GET, HEAD"
    assert answer.body == b""


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("path", ["/", "/index.html", "/sw.js", "/nothing"])
def test_pages_workers_and_errors_are_guarded(method: str, path: str) -> None:
    headers = ask(APP, path, method).headers
    guards = {**HEADERS, **EVERYWHERE}
    assert {name: headers[name.lower()] for name in guards} == guards
    assert "unsafe" not in headers["content-security-policy"]
    assert "server" not in headers


@pytest.mark.parametrize("path", SITE)
def test_nothing_is_taken_for_another_type(path: str) -> None:
    assert ask(APP, f"/{path}").headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("gzip, deflate, br, zstd", True),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
        ("GZIP", True),
        ("*", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.0, *", False),
        ("br", False),
    ],
)
def test_text_is_compressed_for_those_who_take_it(accepted: str, packed: bool) -> None:
    answer = ask(APP, "/app/main.js", accept_encoding=accepted)
    body = gzip.decompress(answer.body) if packed else answer.body
    assert ("content-encoding" in answer.headers) is packed
    assert body == SITE["app/main.js"].content
    assert answer.headers["vary"] == "Accept-Encoding"


def test_what_gains_nothing_is_not_compressed() -> None:
    noise = File("noise.png", bytes(range(256)))
    answer = ask(app({**SITE, noise.path: noise}), "/noise.png", accept_encoding="gzip")
    assert "content-encoding" not in answer.headers
    assert answer.body == noise.content


@pytest.mark.parametrize("encoding", ["", "gzip"])
@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_what_the_browser_has_is_not_sent_again(encoding: str, form: str) -> None:
    first = ask(APP, "/app/main.js", accept_encoding=encoding)
    tags = form.format(first.headers["etag"])
    again = ask(APP, "/app/main.js", accept_encoding=encoding, if_none_match=tags)
    assert again.status == 304
    assert again.body == b""
    assert again.headers["etag"] == first.headers["etag"]
    assert again.headers["cache-control"] == "no-cache"


def test_a_changed_file_is_sent_again_and_has_another_tag() -> None:
    tag = ask(APP, "/app/main.js").headers["etag"]
    changed = app({**SITE, "app/main.js": File("app/main.js", b"// new")})
    answer = ask(changed, "/app/main.js", if_none_match=tag)
    assert (answer.status, answer.body) == (200, b"// new")
    assert answer.headers["etag"] != tag


def test_compressed_and_plain_have_different_tags() -> None:
    plain, packed = (ask(APP, "/", accept_encoding=each) for each in ("", "gzip"))
    assert plain.headers["etag"] != packed.headers["etag"]
