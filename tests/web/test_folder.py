"""A site in a folder: complete, replaced whole, and nothing else in the folder is touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from passel.web import folder
from passel.web.folder import MARK, FolderError, write
from passel.web.site import File, Site, digest, site

SITE = site()
SMALL: Site = {
    path: File(path, path.encode()) for path in ("app/a.js", "app/b.js", "index.html", "sw.js")
}


def there(root: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    paths = [path for path in root.rglob("*") if path.is_file()]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def written(tree: Site) -> dict[str, bytes]:
    return {path: file.content for path, file in tree.items()}


def refusal(tree: Site, root: Path) -> str:
    """The code with which a folder is refused; nothing in it changes."""
    before = there(root) if root.is_dir() else {}
    with pytest.raises(FolderError) as refused:
        write(tree, root)
    assert before == (there(root) if root.is_dir() else {})
    return refused.value.code


def test_a_new_folder_gets_the_whole_site_and_its_mark(tmp_path: Path) -> None:
    write(SITE, tmp_path / "new/site")
    files = there(tmp_path / "new/site")
    mark = json.loads(files.pop(MARK))
    assert files == written(SITE)
    assert mark["digest"] == digest(SITE)
    assert mark["files"] == {path: file.digest for path, file in SITE.items()}


def test_an_earlier_site_is_replaced_and_what_is_not_its_own_stays(tmp_path: Path) -> None:
    write(SMALL, tmp_path)
    (tmp_path / "CNAME").write_text("pig.example")
    (tmp_path / "app/mine.txt").write_text("mine")
    newer = {path: SMALL[path] for path in ("index.html", "sw.js")}
    newer["c/d.js"] = File("c/d.js", b"new")
    write(newer, tmp_path)
    files = there(tmp_path)
    del files[MARK]
    assert files == {**written(newer), "CNAME": b"pig.example", "app/mine.txt": b"mine"}


def test_folders_that_become_empty_go(tmp_path: Path) -> None:
    write(SMALL, tmp_path)
    write({path: SMALL[path] for path in ("index.html", "sw.js")}, tmp_path)
    assert not (tmp_path / "app").exists()


def test_writing_it_again_changes_no_file(tmp_path: Path) -> None:
    write(SMALL, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.js")}
    write(SMALL, tmp_path)
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.js")}


def test_the_worker_comes_last_and_the_index_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    put = folder._put

    def noting(root: Path, path: str, content: bytes) -> None:
        order.append(path)
        put(root, path, content)

    monkeypatch.setattr(folder, "_put", noting)
    write(SITE, tmp_path)
    assert order[0] == order[-1] == MARK
    assert order[-3:-1] == ["index.html", "sw.js"]


def test_an_interrupted_site_can_be_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(SMALL, tmp_path)
    newer = {**SMALL, "app/c.js": File("app/c.js", b"c"), "index.html": File("index.html", b"i")}
    del newer["app/b.js"]
    replace, calls = Path.replace, 0

    def failing(source: Path, target: Path) -> Path:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise OSError(28, "No space left on device", str(target))
        return replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", failing)
        with pytest.raises(FolderError) as refused:
            write(newer, tmp_path)
        assert refused.value.code == "cannot-write"
    write(newer, tmp_path)
    files = there(tmp_path)
    assert {path for path in files if not path.endswith(".new")} == {*newer, MARK}
    assert all(files[path] == newer[path].content for path in newer)


@pytest.mark.parametrize("name", ["letter.txt", "index.html", "app/a.js", ".hidden"])
def test_a_folder_with_other_things_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("dear diary")
    assert refusal(SMALL, tmp_path) == "not-a-site"


@pytest.mark.parametrize(
    "mark",
    ["", "[]", "null", '"x"', "{}", '{"made_by": "me", "files": {}}', '{"made_by": "passel"}'],
)
def test_a_mark_of_something_else_is_no_mark(tmp_path: Path, mark: str) -> None:
    (tmp_path / MARK).write_text(mark)
    assert refusal(SMALL, tmp_path) == "not-a-site"


def test_a_file_in_the_way_of_a_new_one_is_not_lost(tmp_path: Path) -> None:
    write(SMALL, tmp_path)
    (tmp_path / "logo.png").write_bytes(b"mine")
    newer = {**SMALL, "logo.png": File("logo.png", b"ours")}
    assert refusal(newer, tmp_path) == "in-the-way"


@pytest.mark.parametrize("path", ["../out.txt", "/out.txt", "app/../../out.txt", "..\\out.txt", ""])
def test_a_mark_cannot_name_files_outside(tmp_path: Path, path: str) -> None:
    outside = tmp_path / "out.txt"
    outside.write_text("safe")
    root = tmp_path / "site"
    write(SMALL, root)
    mark = json.loads((root / MARK).read_text())
    mark["files"][path if path != "/out.txt" else str(outside)] = None
    (root / MARK).write_text(json.dumps(mark))
    write(SMALL, root)
    assert outside.read_text() == "safe"


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert refusal(SMALL, tmp_path / "file") == "not-a-folder"


@pytest.mark.parametrize("name", [".git", ".nojekyll", "CNAME"])
def test_what_belongs_to_a_host_may_be_in_an_empty_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("kept")
    write(SMALL, tmp_path)
    assert (tmp_path / name).read_text() == "kept"
