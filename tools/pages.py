"""Write the pages of docs/ that are made from the code: `python tools/pages.py`.

`docs/rules.md` tells every variant from its data, `docs/reference.md` lists the commands and the
codes of errors. A test holds both to the code.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from passel import variants
from passel.bots import BOTS
from passel.cli.base import passel
from passel.options import OPTIONS
from passel.rules import Rules
from passel.words import Words, catalogue
from passel.words.telling import options_of, sources_of, tell

DOCS = Path(__file__).parent.parent / "docs"
NOTE = "<!-- Made by tools/pages.py from the code: change it there. -->"


def rules_page() -> str:
    """The rules of every variant, with sources and options."""
    words = Words("en")
    lines = [
        "# The rules",
        "",
        NOTE,
        "",
        "Pig is a folk game: its sources contradict each other, and here every reading is a named",
        "variant. Sources are described in sources.md. An option is written after the id:",
        "`pig,target=50,bust_points=1`; a name prints only options that differ from the variant's",
        "own.",
        "",
        "| id | name | what is special |",
        "|---|---|---|",
    ]
    for id in variants.VARIANTS:
        name, short = words.say(f"variant.{id}.name"), words.say(f"variant.{id}.short")
        lines.append(f"| [`{id}`](#{id}) | {name} | {short} |")
    for id, variant in variants.VARIANTS.items():
        rules = variant.rules
        lines += ["", f"## {id}", "", f"**{words.say(f'variant.{id}.name')}**", ""]
        lines += [f"- {sentence}" for sentence in tell(rules, words)]
        lines += ["", f"Sources: {'; '.join(sources_of(rules, words))}."]
        taken = ", ".join(f"`{option.name}`" for option in OPTIONS if option.fits(rules))
        lines += ["", f"Options: {taken}."]
    lines += [
        "",
        "## Options",
        "",
        "| option | takes | means | who plays it so |",
        "|---|---|---|---|",
    ]
    seen = set()
    for variant in variants.VARIANTS.values():
        for changed in (variant.rules, *_with_other_ends(variant.rules.id)):
            fitting = [option for option in OPTIONS if option.fits(changed)]
            rows = zip(fitting, options_of(changed, words), strict=True)
            for option, (_, sources) in rows:
                if option.name not in seen:
                    seen.add(option.name)
                    takes = ", ".join(option.takes(changed))
                    meaning = words.say(f"option.{option.name}")
                    lines.append(f"| `{option.name}` | {takes} | {meaning} | {sources} |")
    return "\n".join(lines) + "\n"


def _with_other_ends(id: str) -> list[Rules]:
    rules = variants.VARIANTS[id].rules
    return [variants.rules(f"{id},end=full-round")] if rules.end == "at-once" else []


def commands(
    group: click.Group = passel, above: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    """Every command with its name, `rooms list`, in the order of help; first all of them: ``."""
    yield " ".join(above), group
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        if isinstance(command, click.Group):
            yield from commands(command, (*above, name))
        else:
            yield " ".join((*above, name)), command


def reference_page() -> str:
    """Every command with its options, and every code of an error with its sentence."""
    words = Words("en")
    lines = [
        "# Reference",
        "",
        NOTE,
        "",
        "Bad input is one sentence on standard error and exit code 2; with `--json` it is",
        '`{"error": {"code", "line", "column", "token", "expected", "message"}}` on standard',
        "output, with nulls where the fault is not in a text. An interrupt leaves with exit code",
        "130.",
        "",
        "## Commands",
    ]
    for name, command in commands():
        if not name:
            continue
        key = f"help.{name.replace(' ', '.')}"
        lines += ["", f"### passel {name}", "", words.say(key), ""]
        for parameter in command.params:
            argument = parameter.param_type_name == "argument"
            family = "argument" if argument else "option"
            shown = parameter.name.upper() if argument else ", ".join(parameter.opts)
            lines.append(f"- `{shown}`: {words.say(f'help.{family}.{parameter.name}')}")
        lines += ["", "```", words.say(f"{key}.example"), "```"]
    lines += [
        "",
        "## Policies",
        "",
        "`N` stands for a whole number from 1 to 999. Each also holds as soon as holding reaches",
        "the target. `file.py:function` is a function of your own: it takes the state, or the",
        "state and the seat that is asked, and answers `roll`, `hold`, `roll 5`, or in hog a",
        "number of dice.",
        "",
        "| policy | does | plays |",
        "|---|---|---|",
        "| `optimal` | Plays the equilibrium: of two, or of more where known. | solo, announced |",
        "| `best-response(POLICY)` | Does the best against a known policy. | solo, announced |",
    ]
    for bot in BOTS:
        does = (bot.make.__doc__ or "").partition("\n")[0]
        lines.append(f"| `{bot.name}` | {does} | {', '.join(bot.turns)} |")
    lines += ["", "## Errors", "", "| code | sentence |", "|---|---|"]
    for key, message in catalogue("en").items():
        if key.startswith("error."):
            sentence = message if isinstance(message, str) else message["other"]
            escaped = sentence.replace("|", "\\|")
            lines.append(f"| `{key.removeprefix('error.')}` | {escaped} |")
    return "\n".join(lines) + "\n"


PAGES = {"rules.md": rules_page, "reference.md": reference_page}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")
