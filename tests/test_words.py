"""Everything that can be said is said in every language, with the same parts, rightly counted."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import get_args, get_type_hints

import click
import pages
import pytest
from babel import Locale
from babel.numbers import format_decimal

import passel
from passel import variants
from passel.cli.asking import Commands
from passel.errors import IllegalEvent, NotationError
from passel.game import Announce, apply, start
from passel.notation import parse_position, parse_record
from passel.options import OPTIONS
from passel.rules import EFFECT_KINDS, Row, Rules
from passel.variants import VARIANTS
from passel.web.site import SPOKEN, SPOKEN_LATER, TAUGHT
from passel.words import LANGUAGES, SMALL, Message, Words, catalogue, from_environment
from passel.words.telling import tell, worth

SOURCE = Path(passel.__file__).parent
GLOSSARY = Path(__file__).parent.parent / "docs" / "glossary.md"
NARROW = "\u202f"
TYPED = r"--[a-z-]+|\[[^]]*\]|\{.*?\}|\S+=\S*|[“«„][^”»]*[”»]"
EN = catalogue("en")


def forms(message: Message) -> dict[str, str]:
    """A message's sentences by plural category; a plain one stands under `""`."""
    return message if isinstance(message, dict) else {"": message}


def fields(sentence: str) -> set[str]:
    """The names of a sentence's placeholders."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def sentences(lang: str) -> Iterator[tuple[str, str]]:
    """Every sentence of a language with its key."""
    for key, message in catalogue(lang).items():
        for sentence in forms(message).values():
            yield key, sentence


# The catalogues agree with each other.


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_message(lang: str) -> None:
    assert set(catalogue(lang)) == set(EN)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_message_is_plural_in_all_languages_or_in_none(lang: str) -> None:
    assert [
        key for key, message in catalogue(lang).items() if type(message) is not type(EN.get(key))
    ] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_messages_have_the_categories_of_their_language(lang: str) -> None:
    categories = {*Locale.parse(lang).plural_form.tags, "other"}
    wrong = {
        key: set(message)
        for key, message in catalogue(lang).items()
        if isinstance(message, dict) and set(message) != categories
    }
    assert wrong == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_forms_of_a_message_have_the_same_placeholders(lang: str) -> None:
    """Only where English says its one as a word ("one die") may others do so too."""
    wrong = []
    for key, message in catalogue(lang).items():
        english = forms(EN[key])
        wanted = fields(english.get("other") or english[""])
        in_words = {"count"} - fields(english.get("one", "{count}"))
        for category, sentence in forms(message).items():
            met = fields(sentence)
            if met != wanted and not (category == "one" and met == wanted - in_words):
                wrong.append((key, category, met ^ wanted))
    assert wrong == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_count_before_a_noun_makes_a_message_plural(lang: str) -> None:
    wrong = [
        key
        for key, message in catalogue(lang).items()
        if isinstance(message, str) and re.search(r"\{count\} [^\W\d_]", message)
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_is_clean(lang: str) -> None:
    """No empty sentence, no stray space, no typewriter apostrophe, no placeholder without name."""
    wrong = [
        (key, sentence)
        for key, sentence in sentences(lang)
        if not sentence.strip()
        or sentence != sentence.strip()
        or "  " in sentence
        or re.search(r"\w'\w", sentence)
        or "" in fields(sentence)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("lang", "marks"), [("en", "“”"), ("fr", f"«{NARROW}{NARROW}»"), ("pl", "„”")]
)
def test_quotation_marks_are_those_of_the_language(lang: str, marks: str) -> None:
    """Straight ones stand only in what is typed: [Rules "pig"]."""
    before, after = marks[: len(marks) // 2], marks[len(marks) // 2 :]
    for key, sentence in sentences(lang):
        said = re.sub(r'\[[^]]*"[^]]*\]', "", sentence)
        quoted = re.sub(f"{before}[^{marks}]+{after}", "", said)
        assert not re.search(r"[\"«»“”„]", quoted), (key, sentence)


def test_french_double_signs_follow_a_narrow_no_break_space() -> None:
    """Except in what is typed: « 1: », file.py:function, pig:42-60:1:18."""
    for key, sentence in sentences("fr"):
        if key.startswith(("source.", "keys.")):  # titles of other languages; `?` is a key
            continue
        said = re.sub(f"«{NARROW}[^»]*{NARROW}»", "", sentence)
        assert not re.search(rf"(?<!{NARROW})[;:!?%](\s|$)|\s(?<!{NARROW})[;:!?%]", said), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_key_on_the_keyboard_means_two_things(lang: str) -> None:
    """The first word of a command at the table is its key; a word means one command."""
    spoken = [str(catalogue(lang)[f"keys.{name}"]).split() for name in Commands.NAMES]
    words = [word for each in spoken for word in each]
    assert len(words) == len(set(words))
    assert [each[0] for each in spoken if len(each[0]) != 1] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_is_one_word_for_an_idea(lang: str) -> None:
    """The glossary lists the words that are not used; what is typed may hold them."""
    rows = re.findall(rf"^\| {lang} \| (.+?) \|", GLOSSARY.read_text("utf-8"), re.M)
    avoided = "|".join(word for row in rows for word in row.split(", "))
    assert avoided
    wrong = [
        (key, sentence)
        for key, sentence in sentences(lang)
        if not re.fullmatch(r"(source|keys)\..+|help\..+\.example", key)
        and re.search(rf"\b({avoided})\b", re.sub(TYPED, "", sentence), re.I)
    ]
    assert wrong == []


# What is said has a sentence, and every sentence is said.


@cache
def modules() -> dict[Path, ast.Module]:
    """Every Python file of the package as a tree."""
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


@cache
def page() -> str:
    """Every script and sheet of the page, joined."""
    files = [p for p in sorted(SOURCE.rglob("web/**/*")) if p.suffix in {".js", ".html"}]
    return "\n".join(path.read_text("utf-8") for path in files)


def texts(node: ast.AST | None) -> set[str]:
    """All texts that an expression can be, as far as it is written out."""
    match node:
        case ast.Constant(value=str() as value):
            return {value}
        case ast.IfExp(body=body, orelse=orelse):
            return texts(body) | texts(orelse)
        case _:
            return set()


def taking_code() -> dict[str, int]:
    """Every function and error class that takes a `code`, and at which place."""
    found: dict[str, int] = {}
    bases: dict[str, list[str]] = {}
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = [base.id for base in node.bases if isinstance(base, ast.Name)]
                functions = [each for each in node.body if isinstance(each, ast.FunctionDef)]
                for function in functions:
                    if function.name == "__init__" and "code" in names(function):
                        found[node.name] = names(function).index("code") - 1
            elif isinstance(node, ast.FunctionDef) and "code" in names(node):
                found[node.name] = names(node).index("code") - (names(node)[0] == "self")
    found.pop("__init__", None)
    for _ in bases:
        for name, above in bases.items():
            for base in above:
                if base in found:
                    found.setdefault(name, found[base])
    return found


def names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The names of a function's positional parameters, in order."""
    return [each.arg for each in (*function.args.posonlyargs, *function.args.args)]


@cache
def raised() -> tuple[dict[str, list[ast.Call]], list[str]]:
    """The calls that raise each code; and the calls whose code cannot be found out."""
    places = taking_code()
    calls: dict[str, list[ast.Call]] = {}
    unclear: list[str] = []
    for path, tree in modules().items():
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            inner = [each for each in ast.walk(function) if isinstance(each, ast.Call)]
            for call in inner:
                called = call.func
                name = called.attr if isinstance(called, ast.Attribute) else ast.unparse(called)
                place = places.get(name)
                if place is None or len(call.args) <= place:
                    continue
                code = call.args[place]
                codes = texts(code)
                if isinstance(code, ast.Name):
                    codes = set().union(
                        *(
                            texts(each.value)
                            for each in ast.walk(function)
                            if isinstance(each, ast.Assign)
                            and [getattr(t, "id", "") for t in each.targets] == [code.id]
                        )
                    )
                    passed_on = code.id in names(function)
                else:
                    passed_on = isinstance(code, ast.Attribute) and code.attr == "code"
                if not codes and not passed_on:
                    unclear.append(f"{path.name}:{call.lineno}: {ast.unparse(call)}")
                for each in codes:
                    calls.setdefault(each, []).append(call)
    return calls, unclear


def page_codes() -> set[str]:
    """The codes of errors that the page raises by itself."""
    return set(re.findall(r'(?:Error|fail\w*)\((?:[^"()]*, )?"([a-z-]+)"', page(), re.I))


def row_keys(rules: Rules) -> Iterator[tuple[Row, str]]:
    """The rows of these rules with the keys of their sentences."""
    for row in rules.rows:
        ends = (f"{rules.dice}.{row.pattern}", row.pattern, "other")
        keys = [f"rules.row.{end}.{worth(row)}" for end in ends]
        yield row, next(key for key in keys if key in EN)


def rules_under_every_option() -> Iterator[Rules]:
    """Every variant, and every variant with one option set to each of its words."""
    for variant in VARIANTS.values():
        yield variant.rules
        for option in OPTIONS:
            if option.fits(variant.rules):
                for value in option.values:
                    yield option.write(variant.rules, value)


def row_family() -> set[str]:
    gains = ("sum", "twice", "times", "points")
    whats = {*gains, *(f"{gain}-again" for gain in gains), *EFFECT_KINDS} - {"gain"}
    other = {f"rules.row.other.{what}" for what in whats}
    return other | {key for rules in rules_under_every_option() for _, key in row_keys(rules)}


def help_family() -> set[str]:
    keys = {"help.option.help"}
    for name, command in pages.commands():
        if name:
            key = f"help.{name.replace(' ', '.')}"
            keys |= {key, f"{key}.short", f"{key}.example"}
        for parameter in command.params:
            kind = "argument" if isinstance(parameter, click.Argument) else "option"
            keys.add(f"help.{kind}.{parameter.name}")
    return keys


def variant_family() -> set[str]:
    notes = {key for key in EN if key.endswith(".note")}
    needed = {f"variant.{id}.{end}" for id in VARIANTS for end in ("name", "short")}
    return needed | notes & {f"variant.{id}.note" for id in VARIANTS}


def choice_family() -> set[str]:
    """The sentences for one choice out of several, which the rules make by a field's value."""
    hints = get_type_hints(Rules)
    first = next(option for option in OPTIONS if option.name == "first")
    every = list(rules_under_every_option())
    return (
        {f"rules.end.{end}" for end in get_args(hints["end"])}
        | {f"rules.tie.{tie}" for tie in get_args(hints["tie"])}
        | {f"rules.first.{who}" for who in ("seat", *first.values)}
        | {"rules.pass.on", "rules.pass.off"}
        | {f"rules.turn.{rules.turn}.{rules.dice}" for rules in every}
    )


def source_family() -> set[str]:
    ids = {source for variant in VARIANTS.values() for source in variant.sources}
    return {f"source.{id}" for id in ids | {id for option in OPTIONS for _, id in option.sources}}


FAMILIES = {
    "row": (r"rules\.row\..+", row_family),
    "choice": (r"rules\.(end|tie|first|pass|turn)\..+", choice_family),
    "help": (r"help\.(option\..+|argument\..+|.+\.short|.+\.example)", help_family),
    "variant": (r"variant\..+", variant_family),
    "option": (r"option\..+", lambda: {f"option.{option.name}" for option in OPTIONS}),
    "source": (r"source\..+", source_family),
}
"""Keys that are put together: what they look like, and all that there can be."""


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_of_messages_has_all_its_members_and_no_others(name: str) -> None:
    looks, family = FAMILIES[name]
    wanted = family()
    there = {key for key in EN if re.fullmatch(looks, key)}
    there |= wanted & set(EN)
    assert (wanted - there, there - wanted) == (set(), set()), "(missing, unused)"


def test_an_error_quotes_of_a_very_long_text_the_beginning_only() -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(f"pig:1-2:1:{'9' * 5000}")
    assert caught.value.token == "9" * 5000
    said = Words("en").error(caught.value)
    assert f"“{'9' * 100} …”" in said
    assert len(said) < 300


def test_french_lists_of_commands_tell_in_the_infinitive_what_each_does() -> None:
    shorts = {key: said for key, said in sentences("fr") if re.fullmatch(r"help\..+\.short", key)}
    assert {key for key, said in shorts.items() if not re.match(r"\w+(er|ir|re)\b", said)} == set()


def test_every_error_has_a_sentence_and_every_sentence_an_error() -> None:
    codes, unclear = raised()
    said = {key.removeprefix("error.") for key in EN if key.startswith("error.")}
    assert unclear == []
    assert (set(codes) - said, said - set(codes) - page_codes()) == (set(), set())


def test_an_error_is_given_every_part_that_its_sentence_names() -> None:
    """As far as the call says its parts one by one; a text's `expected` and `tag` are its own."""
    codes, _ = raised()
    missing = []
    for code, calls in codes.items():
        wanted = set().union(*map(fields, forms(EN.get(f"error.{code}", "")).values()))
        for call in calls:
            given = {keyword.arg for keyword in call.keywords}
            if None not in given and wanted - {"expected", "tag"} - given:
                missing.append(f"{code}: {ast.unparse(call)}")
    assert missing == []


def pattern(node: ast.AST) -> list[str]:
    """What a text can look like, as patterns: `a`, `f"a.{b}"`, `a if c else b`; else anything."""
    match node:
        case ast.Constant(value=str() as value):
            return [re.escape(value)]
        case ast.JoinedStr(values=values):
            bits = [texts(each) or {".+"} for each in values]
            return ["".join(bit if bit == ".+" else re.escape(bit) for (bit,) in bits)]
        case ast.IfExp(body=body, orelse=orelse):
            return pattern(body) + pattern(orelse)
        case _:
            return [".+"]


def made_keys() -> Iterator[str]:
    """Patterns of the keys that an f-string or a template of the page makes.

    Where a function puts a word before its `key`, they are made from the keys it is called with.
    """
    for tree in modules().values():
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        given: dict[ast.JoinedStr, list[str]] = {}
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef) or "key" not in names(function):
                continue
            place = names(function).index("key") - (names(function)[0] == "self")
            keys = [
                each
                for call in calls
                if ast.unparse(call.func).rpartition(".")[2] == function.name and call.args[place:]
                for each in pattern(call.args[place])
            ]
            for node in ast.walk(function):
                if isinstance(node, ast.JoinedStr) and ast.unparse(node).endswith("{key}'"):
                    given[node] = keys
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                (whole,) = pattern(node)
                start = whole.removesuffix(".+")
                yield from (start + end for end in given[node]) if node in given else [whole]
    # The page's templates: `page.roll.${kind}`, and `${which}.gain` after a text "page.said".
    begins = r"[a-z][\w-]*\.|\$\{\w+\}\.(?=[a-z])"
    for template in re.findall(rf"`((?:{begins})(?:\$\{{[^}}`]*\}}|[\w.?-])+)`", page()):
        made = ".*".join(map(re.escape, re.split(r"\$\{[^}]*\}", template)))
        yield f"page\\.{made}" if template.startswith("$") else made


def test_every_message_is_used() -> None:
    said: set[str] = set(re.findall(r"(?<=[\"'`])[a-z][\w-]*(?:\.[\w?-]+)*(?=[\"'`])", page()))
    for tree in modules().values():
        for node in ast.walk(tree):
            said |= texts(node)
    looks = "|".join(each for each, _ in FAMILIES.values()) + r"|error\..+"
    members = set().union(*(family() for _, family in FAMILIES.values()))
    rest = {key for key in EN if not re.fullmatch(looks, key)} - said - members
    own = r"[a-z][a-z-]*\\\."  # a key's first word is never made
    made = [each for each in made_keys() if re.match(own, each)]
    made = [each for each in made if not re.match(r"(help|error|rules|variant)\\\.", each)]
    assert {key for key in rest if not any(re.fullmatch(each, key) for each in made)} == set()


def test_every_sentence_that_is_said_is_there() -> None:
    """The keys that a call of `say` writes out, or makes around parts of it."""

    def there(looks: str) -> bool:
        return any(re.fullmatch(looks, key) for key in EN)

    missing: list[tuple[str, str]] = []
    for path, tree in modules().items():
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not call.args:
                continue
            if re.search(r"(words|english)\.say$", ast.unparse(call.func)):
                place = f"{path.name}:{call.lineno}"
                missing += [(each, place) for each in pattern(call.args[0]) if not there(each)]
    missing += [
        (each, "") for each in made_keys() if re.match(r"play\\\.", each) and not there(each)
    ]
    assert missing == []


def test_every_sentence_that_the_page_writes_out_is_there() -> None:
    written = set(re.findall(r'"((?:afar|page|score|study)(?:\.[\w-]+)+)"', page()))
    begun = {each for each in written for key in EN if key.startswith(f"{each}.")}
    assert written - begun - set(EN) == {"study.css"}


def test_the_page_is_sent_every_group_of_sentences_that_it_says() -> None:
    """A key that is not there would be shown in place of its sentence."""
    groups = {key.partition(".")[0] for key in EN}
    said = {each for each in groups if re.search(rf"[\"`]{each}\.[a-z$]", page())}
    assert said - {*SPOKEN, *SPOKEN_LATER, *TAUGHT} == set()


def test_every_row_of_the_catalogue_has_a_sentence_of_its_own() -> None:
    generic = {
        (rules.id, row.pattern, key)
        for rules in rules_under_every_option()
        for row, key in row_keys(rules)
        if key.startswith("rules.row.other.")
    }
    assert generic == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_rules_can_be_told(lang: str) -> None:
    words = Words(lang)
    for rules in rules_under_every_option():
        assert all(line[-1] == "." and not set("{}") & set(line) for line in tell(rules, words))


# Numbers.


@pytest.mark.parametrize(
    ("lang", "number", "category"),
    [
        *(("en", number, "other") for number in (0, 2, 5, 11, 1_000_000)),
        ("en", 1, "one"),
        *(("fr", number, "one") for number in (0, 1)),
        *(("fr", number, "other") for number in (2, 5, 100, 1_000, 1_000_001)),
        *(("fr", number, "many") for number in (1_000_000, 2_000_000)),
        ("pl", 1, "one"),
        *(("pl", number, "few") for number in (2, 3, 4, 22, 34, 102, 1_000_003)),
        *(("pl", number, "many") for number in (0, 5, 11, 12, 14, 21, 25, 112, 1_000_000)),
    ],
)
def test_plural_category(lang: str, number: int, category: str) -> None:
    assert Words(lang).plural(number) == category


@pytest.mark.parametrize(
    ("lang", "number", "digits", "written"),
    [
        ("en", 7, 0, "7"),
        ("en", 1_234, 0, "1,234"),
        ("en", 1_234.5, 1, "1,234.5"),
        ("en", -12, 0, "-12"),
        ("fr", 999, 0, "999"),
        ("fr", 1_234, 0, f"1{NARROW}234"),
        ("fr", 1_234.5, 1, f"1{NARROW}234,5"),
        ("fr", 1_000_000, 0, f"1{NARROW}000{NARROW}000"),
        ("pl", 1_234, 0, "1234"),
        ("pl", 1_234.5, 1, "1234,5"),
        ("pl", 9_999, 0, "9999"),
        ("pl", 10_000, 0, "10\u00a0000"),
        ("pl", 12_345.5, 1, "12\u00a0345,5"),
        ("pl", 1_000_000, 0, "1\u00a0000\u00a0000"),
    ],
)
def test_a_number_is_written_as_the_language_does(
    lang: str, number: float, digits: int, written: str
) -> None:
    assert Words(lang).number(number, digits) == written


@pytest.mark.parametrize(
    ("lang", "written"), [("en", "53.1%"), ("fr", f"53,1{NARROW}%"), ("pl", "53,1%")]
)
def test_a_probability_is_written_in_percent(lang: str, written: str) -> None:
    assert Words(lang).percent(0.53059) == written


@pytest.mark.parametrize(
    ("lang", "nearly", "hardly"),
    [
        ("en", "more than 99.99%", "less than 0.01%"),
        ("fr", f"plus de 99,99{NARROW}%", f"moins de 0,01{NARROW}%"),
        ("pl", "ponad 99,99%", "mniej niż 0,01%"),
    ],
)
def test_what_is_not_certain_is_not_written_as_0_or_100(
    lang: str, nearly: str, hardly: str
) -> None:
    words = Words(lang)
    assert words.percent(1 - 4e-5, 2) == words.percent(1 - 1e-9, 2) == nearly
    assert words.percent(4e-5, 2) == words.percent(1e-9, 2) == hardly
    assert words.percent(1 - 6e-5, 2) == words.percent(0.9999, 2)
    for sure in (0.0, 1.0):  # to rounding
        assert words.percent(sure, 2) == words.percent(abs(sure - 1e-15), 2)
        assert not set(words.percent(sure, 2).split()) & {"more", "plus", "ponad", "less", "moins"}


# The language.


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "pl"}, "pl"),
        ({"LANG": "PL_pl"}, "pl"),
        ({"LANG": "fr.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "plt_MG"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr_FR", "LANGUAGE": "pl:fr"}, "pl"),
        ({"LANG": "fr_FR", "LANGUAGE": "de:pl"}, "pl"),
        ({"LANG": "fr_FR", "LANGUAGE": "de"}, "fr"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "pl_PL"}, "pl"),
        ({"LC_MESSAGES": "pl_PL", "LC_ALL": "fr-CA"}, "fr"),
        ({"LC_ALL": "C", "LANG": "pl_PL"}, "en"),
    ],
)
def test_the_environment_asks_for_a_language(environ: Mapping[str, str], lang: str) -> None:
    assert from_environment(environ) == lang


# Whole sentences.


@pytest.mark.parametrize(
    ("lang", "points", "sentence"),
    [
        ("en", 0, "Ana: 0 points"),
        ("en", 1, "Ana: 1 point"),
        ("en", 1_234, "Ana: 1,234 points"),
        ("fr", 0, f"Ana{NARROW}: 0 point"),
        ("fr", 1, f"Ana{NARROW}: 1 point"),
        ("fr", 2, f"Ana{NARROW}: 2 points"),
        ("fr", 1_234, f"Ana{NARROW}: 1{NARROW}234 points"),
        ("fr", 1_000_000, f"Ana{NARROW}: 1{NARROW}000{NARROW}000 de points"),
        ("pl", 0, "Ana: 0 punktów"),
        ("pl", 1, "Ana: 1 punkt"),
        ("pl", 2, "Ana: 2 punkty"),
        ("pl", 5, "Ana: 5 punktów"),
        ("pl", 12, "Ana: 12 punktów"),
        ("pl", 22, "Ana: 22 punkty"),
        ("pl", 1_234, "Ana: 1234 punkty"),
    ],
)
def test_a_score_is_said_with_its_points(lang: str, points: int, sentence: str) -> None:
    assert Words(lang).say("replay.score", name="Ana", count=points) == sentence


@pytest.mark.parametrize(
    ("lang", "rounds", "sentence"),
    [
        ("en", 1, "There is 1 round; then the highest score wins."),
        ("en", 5, "There are 5 rounds; then the highest score wins."),
        ("fr", 1, f"Il y a 1 manche{NARROW}; puis le plus haut score gagne."),
        ("fr", 5, f"Il y a 5 manches{NARROW}; puis le plus haut score gagne."),
        ("pl", 1, "Gra trwa 1 rundę; potem wygrywa najwyższy wynik."),
        ("pl", 3, "Gra trwa 3 rundy; potem wygrywa najwyższy wynik."),
        ("pl", 5, "Gra trwa 5 rund; potem wygrywa najwyższy wynik."),
    ],
)
def test_rounds_are_counted(lang: str, rounds: int, sentence: str) -> None:
    rules = variants.rules(f"skunk,rounds={rounds}")
    assert sentence in tell(rules, Words(lang))


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        (
            "en",
            "Line 3, column 9, at “hold”: After this throw you must roll again. You cannot hold.",
        ),
        (
            "fr",
            f"Ligne 3, colonne 9, à «{NARROW}hold{NARROW}»{NARROW}: "
            "Après ce lancer, tu dois relancer. Tu ne peux pas garder tes points.",
        ),
        (
            "pl",
            "Wiersz 3, kolumna 9, przy „hold”: "
            "Po tym rzucie musisz rzucić jeszcze raz. Nie możesz zachować punktów.",
        ),
    ],
)
def test_a_fault_of_a_record_says_where_and_why(lang: str, sentence: str) -> None:
    record = '[Rules "big-pig"]\n[Seats "2"]\n1: 4-4  hold\n'
    with pytest.raises(NotationError) as caught:
        parse_record(record)
    assert Words(lang).error(caught.value) == sentence


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "position",
    ["pig", "pig:1-2:1:x", "hog:1-2:1:5!", "pig:1-2:1:5:first=x", "pig:1-2:1+2:5", "pig:1-2:-:0"],
)
def test_a_fault_of_a_position_is_a_whole_sentence(lang: str, position: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(position)
    said = Words(lang).error(caught.value)
    assert said.endswith(".")
    assert not set("{}()'") & set(said)


@pytest.mark.parametrize(
    ("lang", "dice", "sentence"),
    [
        ("en", 1, "1 die is already announced. Throw it."),
        ("en", 5, "5 dice are already announced. Throw them."),
        ("fr", 1, "1 dé est déjà annoncé. Lance-le."),
        ("fr", 5, "5 dés sont déjà annoncés. Lance-les."),
        ("pl", 1, "1 kostka jest już zapowiedziana. Rzuć nią."),
        ("pl", 2, "2 kostki są już zapowiedziane. Rzuć nimi."),
        ("pl", 5, "5 kostek jest już zapowiedzianych. Rzuć nimi."),
    ],
)
def test_announced_dice_are_counted(lang: str, dice: int, sentence: str) -> None:
    announced = apply(start(variants.rules("hog")), Announce(dice))
    with pytest.raises(IllegalEvent) as caught:
        apply(announced, Announce(dice))
    assert Words(lang).error(caught.value) == sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_small_numbers_are_counted_and_written_as_cldr_says(lang: str) -> None:
    words, locale = Words(lang), Locale.parse(lang)
    for count in range(SMALL):
        assert words.plural(count) == locale.plural_form(count)
    for value in (0, 7, 999, 0.1234, 12.3456, 99.99996, 998.87654):
        for digits in range(5):
            pattern = "#,##0" + ("." + "0" * digits if digits else "")
            assert words.number(value, digits) == format_decimal(value, pattern, lang)


TYPED_IN_LESSONS = {
    "the face of a die": "throw.m1 survive.hint survive.material survive.q2 survive.m1 kinds.a1"
    " kinds.m2 sheet.survive",
    "nothing": "kinds.letter sheet.rounds sheet.shared",
    "a part of 100": "throw.told2 throw.stage.percent survive.told",
    "a whole": "survive.m2",
    "a size of paper": "sheets.lead",
    "a place": "first.first first.second",
    "an example": "sheet.strategies",
}
"""What a number that stands in a sentence of the lessons is; all others are computed."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_number_of_a_lesson_is_typed(lang: str) -> None:
    known = {f"learn.{key}" for keys in TYPED_IN_LESSONS.values() for key in keys.split()}
    typed = {
        key
        for key, sentence in sentences(lang)
        if key.startswith("learn.") and re.search(r"\d", re.sub(r"\{.*?\}", "", sentence))
    }
    assert typed <= known
