"""What may not be committed is found, and nothing else.

The samples are put together here, so that the check does not find them in this file.
"""

import subprocess
from pathlib import Path

import pytest
from tracked import Finding, check, check_name, check_text, main

HTTPS = "https" + "://"
ROOT = "/" + "root"
WORK = "/" + "work"
HOME = "/" + "home"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (f"see {HTTPS}pypi.org/simple for more", "a registry address"),
        (f"{HTTPS}files.pythonhosted.org/packages/ab/cd/x-1.0-py3-none-any.whl", "a registry"),
        (f'"resolved": "{HTTPS}registry.npmjs.org/x/-/x-1.0.0.tgz",', "a registry address"),
        (f"{HTTPS}me:secret@mirror.example:3141/root/pypi/+simple/", "a registry address"),
        (f"pip install --index-url {HTTPS}mirror.example/py x", "a package source"),
        (f"pip install --find-links={'/'}opt/wheels x", "a package source"),
        (f"PIP_EXTRA_INDEX_URL={HTTPS}mirror.example", "a package source"),
        (f"registry={HTTPS}mirror.example", "a package source"),
        (f'extra-index-url = ["{HTTPS}mirror.example"]', "a package source"),
        (f"cd {WORK}", "a machine's path"),
        (f'CACHE = "{WORK}/main/cache"', "a machine's path"),
        (f"{ROOT}/.cache/passel", "a machine's path"),
        (f"PATH={HOME}/ann/bin:$PATH", "a machine's path"),
        (f"{'/'}Users/ann/passel", "a machine's path"),
        ("C:" + r"\Users\ann", "a machine's path"),
        (f"file{'://'}/opt/wheels/x.whl", "a machine's path"),
    ],
)
def test_is_found_with_its_file_and_line(line: str, what: str) -> None:
    [finding] = check_text("docs/a.md", f"first\n\n{line}\nlast\n")
    assert (finding.file, finding.line) == ("docs/a.md", 3)
    assert finding.what.startswith(what)


@pytest.mark.parametrize(
    "line",
    [
        "apt install python3-venv && pip install . && pipx install passel",
        f"{HTTPS}pypi.org/project/passel",
        f"{HTTPS}example.org/home/ann/work/simple-pig.html",
        "python -m pip install --require-hashes -r requirements/run.txt",
        "pip-compile --no-emit-index-url --no-emit-find-links",
        "the /usr/bin/chromium of Debian; notes in docs/work/plan.md; ~/work/passel; a/root/b",
        "passel site /tmp/site",
        "GET /api/rooms/work HTTP/1.1",
        "the square root/half the work/the home/stretch",
    ],
)
def test_clean_text_passes(line: str) -> None:
    assert list(check_text("README.md", line)) == []


def test_requirements_hold_no_address_at_all() -> None:
    line = f"x @ {HTTPS}example.org/x.zip"
    assert [f.line for f in check_text("requirements/run.txt", line)] == [1]
    assert list(check_text("docs/run.txt", line)) == []


@pytest.mark.parametrize(
    "file",
    ["uv.lock", "pylock.toml", "pylock.test.toml", "poetry.lock", "pdm.lock", "web/Pipfile.lock"],
)
def test_lock_formats_that_name_registries_are_refused(file: str) -> None:
    assert [(f.file, f.line) for f in check_name(file)] == [(file, 0)]


@pytest.mark.parametrize("file", ["requirements/run.txt", "src/lock.py", "docs/uv.lock.md"])
def test_other_names_are_not(file: str) -> None:
    assert list(check_name(file)) == []


def test_what_git_ignores_is_not_read_and_what_it_would_add_is(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("ignored\n")
    for name in ("ignored", "new", "added", "deleted"):
        (tmp_path / name).write_text(f"{ROOT}/x\n")
    (tmp_path / "binary").write_bytes(f"\0{ROOT}/x\n".encode())
    subprocess.run(["git", "add", "added", "deleted"], cwd=tmp_path, check=True)
    (tmp_path / "deleted").unlink()
    assert [f.file for f in check(tmp_path)] == ["added", "new"]


def test_a_finding_reads_like_a_compiler_message() -> None:
    assert str(Finding("a/b.py", 7, "a thing")) == "a/b.py:7: a thing"


def test_the_repository_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert (main(), capsys.readouterr().out) == (0, "")
