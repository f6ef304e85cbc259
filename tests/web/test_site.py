"""The tree of files: complete, small, of known types, and the service worker knows all of it."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path, PurePosixPath

import pytest

import passel
from passel.web import catalogue
from passel.web.site import (
    FOLDERS,
    MISSING,
    POLICY,
    WORKER,
    File,
    digest,
    made_worker,
    policy,
    site,
)
from passel.words import LANGUAGES
from passel.words import catalogue as messages

STATIC = Path(passel.__file__).parent / "web/static"
SITE = site()
SCRIPTS = [path for path in SITE if path.endswith(".js")]
OURS = [path for path in SCRIPTS if not path.startswith("vendor/") and path != WORKER]
MOST_BYTES = 1_000_000


def text(path: str) -> str:
    return SITE[path].content.decode()


def listed(worker: str) -> dict[str, str]:
    """The files that a service worker keeps, with their digests."""
    found = re.search(r"const FILES = (\{.*?\});", worker, re.DOTALL)
    assert found
    files: dict[str, str] = json.loads(found[1])
    return files


def test_every_file_of_the_package_is_in_the_site_but_sources_of_types() -> None:
    there = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    made = {
        "catalogue.json",
        *(f"{folder}/{lang}.json" for folder in FOLDERS for lang in LANGUAGES),
    }
    assert set(SITE) == {path for path in there if not path.endswith(".d.ts")} | made


def test_all_of_it_is_at_most_one_megabyte_compressed() -> None:
    assert sum(file.smallest for file in SITE.values()) <= MOST_BYTES


@pytest.mark.parametrize("path", SITE)
def test_a_file_is_named_as_every_host_can_serve_it(path: str) -> None:
    assert re.fullmatch(r"(?:[a-z0-9-]+/)*[A-Za-z0-9-]+(?:\.[a-z]+)?", path)


def test_two_sites_from_the_same_package_are_the_same() -> None:
    assert digest(site()) == digest(SITE)


# What is made on the way.


@pytest.mark.parametrize("path", OURS)
def test_a_script_keeps_its_code_line_by_line_and_loses_its_comments(path: str) -> None:
    before = (STATIC / path).read_text("utf-8").split("\n")
    after = text(path).split("\n")
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        bare = old.strip()
        assert new == old or (new == "" and bare.startswith(("/**", "*", "//")))


@pytest.mark.parametrize("path", OURS)
def test_no_text_of_the_page_looks_like_a_comment(path: str) -> None:
    """A line of a template that began like one would be lost: none is lost inside backticks."""
    before = (STATIC / path).read_text("utf-8").split("\n")
    inside = False
    for old, new in zip(before, text(path).split("\n"), strict=True):
        assert old == new or not inside, old
        inside ^= new.count("`") % 2 == 1
    assert not inside


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_gets_its_sentences_as_they_are(lang: str) -> None:
    for folder, groups in FOLDERS.items():
        said = json.loads(text(f"{folder}/{lang}.json"))
        assert said == {key: messages(lang)[key] for key in said}
        assert {key.partition(".")[0] for key in said} == set(groups)


def test_the_page_says_no_sentence_that_only_the_terminal_gets() -> None:
    groups = {key.partition(".")[0] for key in messages("en")} - set().union(*FOLDERS.values())
    keys = re.findall(r"[\"'`]([a-z-]+)\.[a-z][\w.$-]*", "\n".join(map(text, OURS)))
    assert groups & set(keys) == set()


def test_the_page_has_the_sentences_of_the_errors_that_its_scripts_name_and_no_others() -> None:
    """A server's own refusals come as whole sentences."""
    scripts = "\n".join(map(text, OURS))
    said = {key for key in json.loads(text("words/en.json")) if key.startswith("error.")}
    there = {key for key in messages("en") if key.startswith("error.")}
    assert said == {key for key in there if f'"{key.removeprefix("error.")}"' in scripts}
    assert {"error.must-roll", "error.bad-value"} <= said
    assert "error.port-taken" not in said


def test_the_catalogue_is_pythons() -> None:
    assert json.loads(text("catalogue.json")) == catalogue.catalogue()


# The service worker.


def test_the_worker_keeps_every_file_but_itself_and_the_missing_page() -> None:
    kept = listed(text(WORKER))
    assert set(kept) == {"" if path == "index.html" else path for path in SITE} - {WORKER, MISSING}
    assert all(kept[path] == SITE[path or "index.html"].digest for path in kept)


@pytest.mark.parametrize("path", ["index.html", "app/main.js", "words/pl.json"])
def test_a_changed_file_makes_another_worker(path: str) -> None:
    template = (STATIC / WORKER).read_text("utf-8")
    others = {each: file for each, file in SITE.items() if each != WORKER}
    changed = {**others, path: File(path, SITE[path].content + b"\n")}
    before, after = made_worker(template, others), made_worker(template, changed)
    assert listed(before) != listed(after)
    caches = [re.findall(r'const DIGEST = "([0-9a-f]{64})"', worker) for worker in (before, after)]
    assert caches[0] != caches[1]
    assert len(caches[0]) == len(caches[1]) == 1


def test_a_worker_without_a_place_for_its_files_is_refused() -> None:
    with pytest.raises(ValueError, match=r"sw\.js needs one line"):
        made_worker("", SITE)


# The page.


def test_the_page_says_the_policy_that_the_server_says() -> None:
    found = re.findall(
        r'http-equiv="Content-Security-Policy" content="([^"]*)"', text("index.html")
    )
    assert found == [policy(page=True)]
    assert "frame-ancestors" in policy()
    assert all("unsafe" not in value and "*" not in value for value in POLICY.values())


@pytest.mark.parametrize("path", ["index.html", MISSING])
def test_a_page_has_nothing_inline_and_only_relative_addresses(path: str) -> None:
    page = text(path)
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    addresses = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert addresses
    for address in addresses:
        assert not re.match(r"/|[a-z]+:", address)
        assert address == "./" or address in SITE


def test_every_script_that_the_first_screen_needs_is_announced() -> None:
    """So that a phone does not wait once for each step of the way from one to the next."""
    announced = set(re.findall(r'rel="modulepreload" href="([^"]*)"', text("index.html")))
    wanted = {"app/main.js"}
    todo = ["app/main.js"]
    while todo:
        path = PurePosixPath(todo.pop())
        pattern = r"^(?:import|export)\b[^;]*?\bfrom \"([^\"]+)\""
        for address in re.findall(pattern, text(str(path)), re.MULTILINE):
            parts = (path.parent / address).parts
            while ".." in parts:
                place = parts.index("..")
                parts = parts[: place - 1] + parts[place + 1 :]
            found = "/".join(each for each in parts if each != ".")
            if found not in wanted:
                wanted.add(found)
                todo.append(found)
    assert announced == wanted - {"app/main.js"}


# What makes it installable.


def test_the_manifest_names_the_app_its_place_and_its_icons() -> None:
    manifest = json.loads(text("manifest.webmanifest"))
    assert manifest["name"] == "Passel"
    assert {manifest[key] for key in ("id", "start_url", "scope")} == {"./"}
    assert manifest["display"] == "standalone"
    icons = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= icons
    for icon in manifest["icons"]:
        file = SITE[icon["src"]]
        assert file.type == icon["type"]
        if icon["sizes"] != "any":
            assert "{}x{}".format(*struct.unpack(">II", file.content[16:24])) == icon["sizes"]
