"""What all commands share: the language, help and mistakes in words, `--json`, exit codes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from passel import __version__
from passel.errors import NotationError, PasselError
from passel.words import LANGUAGES, Words, from_environment

COMMANDS = (
    "play",
    "serve",
    "site",
    "rules",
    "replay",
    "advise",
    "review",
    "verify",
    "solve",
    "match",
    "exploit",
    "simulate",
    "chart",
    "rooms",
)
"""Every command, in the order in which help lists them; `cli/NAME.py` holds `command`."""

NEWCOMERS = ("play", "serve", "rules", "advise", "review")
"""What `passel` alone names."""

BAD_INPUT = 2
INTERRUPTED = 130


class CliError(PasselError):
    """A fault of the command line itself: an argument, a file."""


class _Help:
    """Help in the reader's language, for a group as for a command."""

    def get_help(self, context: click.Context) -> str:
        words: Words = context.find_root().obj
        name = ".".join(context.command_path.split()[1:])
        key = f"help.{name}" if name else "help"
        lines = [words.say(key), "", words.say("help.usage", usage=_usage(context))]
        if isinstance(self, click.Group):
            names = self.list_commands(context)
            width = max(map(len, names))
            lines += ["", words.say("help.commands")]
            lines += [f"  {each:{width}}  {words.say(f'{key}.{each}.short')}" for each in names]
        command = context.command
        arguments = [p for p in command.params if isinstance(p, click.Argument)]
        options = [p for p in command.params if isinstance(p, click.Option)]
        rows = [(_metavar(p), words.say(f"help.argument.{p.name}")) for p in arguments]
        rows += [(_flags(p), words.say(f"help.option.{p.name}")) for p in options]
        rows.append(("--help", words.say("help.option.help")))
        width = max(len(row[0]) for row in rows)
        lines += ["", words.say("help.options")]
        lines += [f"  {left:{width}}  {right}" for left, right in rows]
        if name:
            lines += ["", words.say("help.example"), *_examples(words, f"help.{name}.example")]
        else:
            lines += ["", words.say("help.more")]
        return "\n".join(lines)


def _examples(words: Words, key: str) -> list[str]:
    return [f"  {line}" for line in words.say(key).split("\n")]


def _metavar(parameter: click.Parameter) -> str:
    name = (parameter.name or "").upper()
    name = f"{name}..." if parameter.nargs == -1 else name
    return name if parameter.required else f"[{name}]"


def _flags(option: click.Option) -> str:
    usual = "N" if isinstance(option.type, Whole) else "TEXT"
    value = "" if option.is_flag or option.count else f" {option.metavar or usual}"
    return ", ".join(option.opts) + value


def _usage(context: click.Context) -> str:
    words = [context.command_path]
    if isinstance(context.command, click.Group):
        return f"{context.command_path} COMMAND ..."
    words += [_metavar(p) for p in context.command.params if isinstance(p, click.Argument)]
    return " ".join([*words, "..."])


class Command(_Help, click.Command):
    """A command whose help is in the reader's language."""


class Family(_Help, click.Group):
    """Commands about one thing, in the order in which they were made: `passel rooms list`."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The commands in the order of help."""
        return list(self.commands)


class Group(_Help, click.Group):
    """All commands; each is imported when it is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The commands in the order of help."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of this name, imported now; None where there is none."""
        if name not in COMMANDS:
            return None
        command = import_module(f"passel.cli.{name}").command
        assert isinstance(command, click.Command)
        return command


def lang_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--lang`, read before parsing by `run`; declared so that it is accepted anywhere."""
    return click.option("--lang", metavar="|".join(LANGUAGES), expose_value=False)(function)


def json_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--json`: the result, or what is wrong, as one JSON value on standard output."""
    return click.option("--json", "as_json", is_flag=True)(function)


@click.group(cls=Group, invoke_without_command=True)
@click.option("--version", is_flag=True)
@lang_option
@click.pass_context
def passel(context: click.Context, version: bool) -> None:
    """Say the version, or what can be done."""
    words: Words = context.obj
    if version:
        click.echo(words.say("version", version=__version__, kernel=words.say(kernel_key())))
    elif context.invoked_subcommand is None:
        click.echo("\n".join(greeting(words)))


def greeting(words: Words) -> list[str]:
    """What `passel` alone says: hello, and what a newcomer can do."""
    known = [name for name in NEWCOMERS if name in COMMANDS]
    width = max(map(len, known))
    return [
        words.say("hello"),
        "",
        *(f"  passel {name:{width}}  {words.say(f'help.{name}.short')}" for name in known),
        "",
        words.say("hello.begin", command="passel play"),
        words.say("hello.more", command="passel --help"),
    ]


def kernel_key() -> str:
    """Which kernel runs, as a key of the catalogue."""
    from passel.exact.kernel import COMPILED

    return "version.compiled" if COMPILED else "version.interpreted"


def run(arguments: list[str]) -> int:
    """Run the command line.

    Args:
        arguments: Without the program's name.

    Returns:
        The exit code: 0, or what the command answers; 2 for bad input, after one sentence on
        standard error (with `--json` one JSON value on standard output); 130 when interrupted.
    """
    _speak_utf8()
    try:
        words = Words(_language(arguments))
    except PasselError as error:
        return _report(error, Words(from_environment(os.environ)), arguments)
    try:
        code = passel.main(arguments, prog_name="passel", standalone_mode=False, obj=words)
        if sys.stdout:
            sys.stdout.flush()
        return int(code or 0)
    except click.ClickException as error:
        return _report(_translated(error), words, arguments)
    except PasselError as error:
        return _report(error, words, arguments)
    except (KeyboardInterrupt, click.Abort):
        click.echo(err=True)
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
    except OSError:
        _silence()
        click.echo(f"passel: {words.error(CliError('cannot-answer'))}", err=True)
        return BAD_INPUT
    return 0


def _silence() -> None:
    """Write nothing more: what standard output leads to takes nothing any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8() -> None:
    """Write what the terminal cannot show as `?` instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _language(arguments: list[str]) -> str:
    """The language of `--lang`, wherever it stands, else of the environment."""
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang" or argument.startswith("--lang="):
            _, sign, lang = argument.partition("=")
            lang = lang if sign else (arguments[place + 1 :] or [""])[0]
            if lang not in LANGUAGES:
                raise CliError("no-such-language", lang=lang, languages=LANGUAGES)
            return lang
    return from_environment(os.environ)


def _translated(error: click.ClickException) -> PasselError:
    """What click found wrong, as a code of ours."""
    match error:
        case click.NoSuchOption():
            return CliError("no-such-option", option=error.option_name)
        case click.MissingParameter(param=click.Option() as option):
            return CliError("missing-argument", argument=option.opts[0])
        case click.MissingParameter(param=click.Parameter() as parameter):
            return CliError("missing-argument", argument=(parameter.name or "").upper())
        case click.BadOptionUsage():
            takes = "does not take" not in error.message
            code = "option-needs-value" if takes else "option-takes-no-value"
            return CliError(code, option=error.option_name)
        case click.UsageError(message=message) if "extra argument" in message:
            return CliError("extra-argument", argument=message.partition("(")[2].rstrip(").'"))
        case click.UsageError(message=message) if message.startswith("No such command"):
            name = error.message.split("'")[1] if "'" in error.message else ""
            family = error.ctx and error.ctx.command
            assert isinstance(family, click.Group)
            assert error.ctx
            commands = family.list_commands(error.ctx)
            return CliError("no-such-command", name=name, commands=commands)
        case _:
            return CliError("bad-usage")


def _report(error: PasselError, words: Words, arguments: list[str]) -> int:
    if "--json" in arguments:
        click.echo(json.dumps({"error": error_json(error, words)}, ensure_ascii=False))
    else:
        click.echo(f"passel: {words.error(error)}", err=True)
    return BAD_INPUT


def error_json(error: PasselError, words: Words) -> dict[str, Any]:
    """An error as programs read it; the place is null where the fault is not in a text."""
    where = error if isinstance(error, NotationError) else None
    return {
        "code": error.code,
        "line": where and where.line,
        "column": where and where.column,
        "token": where and where.token,
        "expected": list(where.expected) if where else None,
        "message": words.error(error),
    }


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`.

    Raises:
        CliError: `no-such-file`, `is-a-folder`, `cannot-read` or `not-text`.
    """
    if path == "-" and sys.stdin is None:
        raise CliError("cannot-read", path=path)
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8")
    except FileNotFoundError as error:
        raise CliError("no-such-file", path=path) from error
    except IsADirectoryError as error:
        raise CliError("is-a-folder", path=path) from error
    except UnicodeDecodeError as error:
        raise CliError("not-text", path=path, place=error.start + 1) from error
    except (OSError, ValueError) as error:
        raise CliError("cannot-read", path=path) from error


class Whole(click.ParamType[int]):
    """A whole number from `low` to `high`, as the value of an option."""

    name = "NUMBER"

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Raises `CliError` `bad-number` for another text."""
        text = str(value)
        short = len(text) <= len(str(self.high))
        if short and text.isascii() and text.isdecimal() and self.low <= int(text) <= self.high:
            return int(text)
        option = param.opts[0] if param else ""
        raise CliError("bad-number", option=option, value=text, low=self.low, high=self.high)
