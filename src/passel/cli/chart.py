"""`passel chart`: pictures of exact numbers, as SVG or PNG; with `--json` the numbers."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from passel import variants
from passel.charts import CHARTS, Chart, ChartError, Order, data, named, picture
from passel.cli import files
from passel.cli.bar import Bar
from passel.cli.base import CliError, Command, Whole, json_option, lang_option, read_text
from passel.cli.keeping import two
from passel.notation import parse_record
from passel.words import Words

KINDS = ("svg", "png")


@click.command("chart", cls=Command)
@click.argument("chart", required=False)
@click.argument("file", required=False)
@click.option("--rules", metavar="RULES")
@click.option("--policy", metavar="POLICY")
@click.option("--against", type=Whole(0, 999_999), multiple=True, metavar="SCORE")
@click.option("-o", "--output", metavar="FILE")
@json_option
@lang_option
@click.pass_obj
def command(
    words: Words,
    chart: str | None,
    file: str | None,
    rules: str | None,
    policy: str | None,
    against: tuple[int, ...],
    output: str | None,
    as_json: bool,
) -> None:
    """Draw a chart into a file, print its numbers, or list all charts."""
    if chart is None:
        click.echo(_list(words, as_json))
        return
    chosen = named(chart)
    given = {"file": file, "rules": rules, "policy": policy, "against": against}
    for what, value in given.items():
        if value and what not in chosen.takes:
            raise ChartError("chart-takes-not", name=chart, what=_spelt(what), takes=_takes(chosen))
    if "file" in chosen.takes and file is None:
        raise CliError("missing-argument", argument="FILE")
    target, kind = _target(output, chart)
    if output is None and not as_json and target is not None and target.exists():
        raise CliError("file-is-there", path=str(target))
    record = None if file is None else parse_record(read_text(file))
    game = record.start.rules if record else variants.rules(rules or "pig")
    bar = Bar(lambda part, left: f"{int(100 * part)}%")
    try:
        found = chosen.numbers(Order(game, policy, against, record, two, bar.show))
    finally:
        bar.clear()
    if as_json:
        click.echo(json.dumps(data(chosen, found, words), ensure_ascii=False))
    if as_json and output is None:
        return
    content = picture(chosen, found, words, kind)
    if target is None:
        sys.stdout.buffer.write(content)
        return
    _write(target, content)
    if not as_json:
        told = chosen.module.told(found, words)
        click.echo(words.say("chart.written", path=str(target), sentence=told))


def _list(words: Words, as_json: bool) -> str:
    """All charts, each with what it shows and takes."""
    if as_json:
        return json.dumps({chart.name: list(chart.takes) for chart in CHARTS.values()})
    width = max(map(len, CHARTS))
    lines = [words.say("chart.list"), ""]
    for chart in CHARTS.values():
        shows = words.say(f"chart.{chart.name}.title")
        entry = words.say("phrase.named", name=shows, what=_takes(chart))
        lines.append(f"  {chart.name:{width}}  {entry}")
    return "\n".join([*lines, "", words.say("chart.more")])


def _takes(chart: Chart) -> list[str]:
    return [_spelt(what) for what in chart.takes]


def _spelt(what: str) -> str:
    return "FILE" if what == "file" else f"--{what}"


def _target(output: str | None, chart: str) -> tuple[Path | None, str]:
    """The file to write and its kind; None for standard output, which gets SVG."""
    if output == "-":
        return None, "svg"
    name = f"{chart}.svg" if output is None else output
    path = Path(name)
    kind = path.suffix.removeprefix(".").lower()
    if kind not in KINDS:
        raise CliError("bad-picture", path=name, kinds=[f".{kind}" for kind in KINDS])
    return path, kind


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all.

    Raises:
        CliError: `is-a-folder` or `cannot-write`.
    """
    if path.is_dir():
        raise CliError("is-a-folder", path=str(path))
    try:
        files.replace(path, content)
    except OSError as error:
        raise CliError("cannot-write", path=str(path)) from error
