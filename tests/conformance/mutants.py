"""Texts with faults: some written by hand, one for each code, and random changes of sound ones."""

from __future__ import annotations

import re
from random import Random

_TWO = '[Rules "pig"]\n[Seats "2"]\n'
_HOG = '[Rules "hog,max_dice=5"]\n[Seats "2"]\n'
_SKUNK = '[Rules "skunk"]\n[Seats "3"]\n'
_PIGS = '[Rules "pass-the-pigs,piggyback=off"]\n[Seats "2"]\n'
_BIG = '[Rules "big-pig"]\n[Seats "2"]\n'

RECORDS = [
    "",
    "; nothing\n",
    "1: 3 4\n",
    '[Rules "pig"]\n1: 3\n',
    '\ufeff[Rules "pig"] [Seats "2"] ; two on a line\r\n1: 3 hold;\r2 : 4\n',
    '[Rules "pig"][Seats "2"][Result "*"]',
    '[Seats "2"]\n[Rules " pig , target = 50 "]\n',
    '[ Rules\u00a0"pig" ]\n[Seats "2"]\n\x1f1:\u30003\u2003hold\n2:\x856\n',
    '[Rules "pig"]\n[Seats "2"]\n1:\ufeff3\n',
    _TWO + '[Event "caf\u00e9"]\n[Seat-X "a\\\\b\\"c"]\n1: hold\n',
    _TWO + '[Event "😀"] [Event "😀"]\n',
    _TWO + '[Event "😀"] x\n',
    _TWO + '[Event "a\tb"]\n',
    _TWO + '[Event "a\u2028b"]\n',
    _TWO + '[Event "a\\b"]\n',
    _TWO + '[Seat "Ana"]\n',
    _TWO + '[Rules 1 "pig"]\n',
    _TWO + '[Seat 3 "Ana"]\n',
    _TWO + '[Seat 0 "Ana"]\n',
    _TWO + '[Seat 02 "Ana"]\n',
    _TWO + '[Seat 1 "Ana"]\n[Seat 1 "Bo"]\n',
    _TWO + '[Seat 1 "Ana"]\n[ Seat\u00a0 01  "Bo"]\n',
    _TWO + '[Seat 3 "\\"Ana\\\\"]\n',
    '[Rules "pig\t"]\n[Seats "\t2"]\n[Result "1\\""]\n',
    '[Rules "pig"]\n[Seat 1 "Ana"]\n[Seat 3 "Bo"]\n',
    '[Rules "pig"]\n[Seat 2 "Ana"]\n[Seat 1 "😀"]\n2: 3\n',
    '[Rules "pig"]\n[Seat 1 "Ana"]\n',
    '[Rules "pig"]\n[Seats "two"]\n',
    '[Rules "pig"]\n[Seats "2 3"]\n',
    '[Rules "pig"]\n[Seats "11"]\n',
    '[Rules "pug"]\n[Seats "2"]\n',
    '[Rules "pig,first=5"]\n[Seats "2"]\n',
    _TWO + '[Scores "1 2 3"]\n',
    _TWO + '[Scores "1 -2"]\n',
    _TWO + '[Scores "1 02"]\n',
    _TWO + '[Scores "1 100"]\n',
    _TWO + '[First "3"]\n',
    _TWO + '[First "0"]\n',
    _TWO + '[First "1 2"]\n',
    _SKUNK + '[First "1"]\n',
    _SKUNK + '[Scores "1 2 3"]\n*: 3-4 hold:2 hold:2\n',
    _SKUNK + "*: 3-4 hold:9\n",
    _SKUNK + "*: 3-4 hold\n",
    _SKUNK + "*: hold:1\n",
    _SKUNK + "1: 3-4\n",
    _TWO + "*: 3\n",
    _TWO + "2: 3\n",
    _TWO + "01: 3\n",
    _TWO + "12345: 3\n",
    _TWO + "hello: 3\n",
    _TWO + "😀 1: 3\n",
    _TWO + "1: 3 😀 4\n",
    _TWO + "1: 3 ; 😀\n1: 4\n",
    _TWO + "1: 3 hold 4\n",
    _TWO + '1: 3 hold\n[Event "late"]\n',
    _TWO + '[Scores "99 0"]\n1: 3 hold 4\n',
    _TWO + '[Scores "99 0"]\n1: 3 hold\n2: 4\n',
    _TWO + '[Scores "99 0"]\n1: 3 hold\nx\n',
    _TWO + '[Result "1"]\n1: 3\n',
    _TWO + '[Scores "99 0"]\n[Result "2"]\n1: 3 hold\n',
    _TWO + '[Scores "99 0"]\n[Result "1"]\n1: 3 hold\n',
    _TWO + "1: hold\n",
    _TWO + "1: 7\n",
    _TWO + "1: 3-4\n",
    _TWO + "1: x5\n",
    _TWO + "1: x05\n",
    _TWO + "first: 3\n",
    _HOG + "1: 3\n",
    _HOG + "1: hold\n",
    _HOG + "1: x6\n",
    _HOG + "1: x3 x3\n",
    _HOG + "1: x3 2-1\n2: x3 2-3\n",
    _HOG + "1: x3 1-3\n",
    _HOG + "1: x3\n2: x1\n",
    _PIGS + "1: R-D piggyback\n",
    _BIG + "first: 3-4\n",
    _BIG + "first: 3-4 4-3\nfirst: 1-2 x\n",
    _BIG + "first: 3-4 4-3\nfirst: 1-2 1-1\n1: 3-3 hold\n",
    _BIG + "first:\nfirst: 3-4 5-5\n2: 3-4\n",
    _BIG + "first: 3-4 5-5\nfirst: 3-4\n",
    _BIG + "first: 3-4\n1: 3-4\n",
    _BIG + "first: 3-4 4-3\n1: 3-4\n",
    _BIG + "first: hold\n",
    _BIG + "first: x3\n",
    _BIG + '[First "1"]\nfirst: 3-4\n',
    _BIG + "1: 3-4\nfirst: 3-4\n",
]

RULES = [
    "",
    "pig,",
    "pig,target",
    "constructor",
    "pig,toString=1",
    "pig,target=5,target=6",
    "pig, target = 0005 ",
    "pig,tie=playoff",
    "pig,auto_bank=on,tie=playoff,end=full-round",
]

ACTIONS = [
    "roll",
    " hold ",
    "roll 7",
    "roll 07",
    "roll 1 2",
    "roll 123456789012345",
    "",
    " ",
    "hold 1",
    "Roll",
    "\n\u00a0a  b",
    "\x1fa b\tc",
    "😀\r\n x y",
]

POSITIONS = [
    "",
    "pig",
    "  pig:42-60:1:18  ",
    "\n \u00a0pig:42-60:1:😀:x",
    "pig:42-60:1:\x1f18",
    "pig:123456789012345-60:1:18",
    "skunk:123456789012345-0:1+2:5",
    "skunk:1234567890123456-0:1+2:5",
    " pug:0-0:1:0",
    "pig:42-60:1",
    "pig,target=50:42-60:1:18",
    "pig:0-0-0:2:0",
    "pig:0:1:0",
    "pig:0-x:1:0",
    "pig:0-0:x:0",
    "pig:0-0:3:0",
    "pig:0-0:1+2:5",
    "pig:0-0:2+1:5",
    "pig:0-0:-:0",
    "pig:0-0:1:😀",
    "pig:0-0:1:5:😀=1:first=3",
    "pig:0-0:1:5:first",
    "pig:0-0:1:5:first=2:first=2",
    "pig:0-0:1:5:first=3",
    "pig:0-0:1:5:first=x",
    "pig:0-0:1:5:round=2",
    "pig:0-0:1:5:round=0",
    "pig:0-0:1:5:dice=2",
    "pig:0-0:1:5:out=1",
    "pig:0-0:1:5:playoff=1+2",
    "pig:0-0:1:5!",
    "pig:100-0:2:5",
    "pig:100-0:-:5",
    "pig:100-0:-:0!",
    "pig,pass_allowed=on:0-0:1:0!",
    "hog:0-0:1:5:dice=3",
    "hog:0-0:1:0:dice=3",
    "skunk:20-5-7:1+3:11:round=2",
    "skunk:20-5-7:1+3:0:round=2",
    "skunk:20-5-7:1+3:11:first=2",
    "skunk:20-5-7:-:0:round=5",
    "skunk,tie=playoff:20-20-7:1+2:0:round=6:playoff=1+2",
    "pig,end=full-round,tie=playoff:100-100:1:5:round=2:playoff=1+2",
    "pig,end=full-round,tie=playoff:100-100-0:3:5:round=2:playoff=1+2",
    "pig,end=full-round,tie=playoff:100-100:1:5",
    "pig,end=full-round,tie=playoff:100-0:2:5",
    "pig,end=full-round,tie=playoff:100-100:-:0:round=2:playoff=1+2",
    "pig,end=full-round,tie=playoff:105-100:-:0:round=2:playoff=1+2",
    "pig,end=full-round,tie=playoff:100-100:-:0",
    "pig,end=full-round:100-100:-:0",
    "pig,end=full-round:99-99:-:0",
    "skunk,tie=playoff:20-20-7:1+2:0:playoff=1+2",
    "skunk,tie=playoff:20-20-7:1+2:0:round=5:playoff=1+2",
    "skunk,tie=playoff:20-20-7:1+2:0:round=6:playoff=1",
    "big-pig:0-0:-:0:first=roll-off+3-4",
    "big-pig:0-0:1:0:first=roll-off+3-4",
    "big-pig:0-0:-:0:first=roll-off+3-4+5-5",
    "big-pig:0-0:-:0:first=roll-off+3-7",
    "big-pig:0-100:-:0:first=roll-off",
    "pass-the-pigs:0-0-0:1:5:out=1",
    "pass-the-pigs:0-0-0:3:5:out=1+2",
    "pass-the-pigs:0-0-0:-:0:out=1+2",
    "pass-the-pigs:0-0-0:-:0:out=1+2+3",
    "pass-the-pigs:0-0-0:2:5:out=2+1",
]

_PIECES = [
    *' \t"[];:-+=!*\\,x09', "\u00a0", "\x1f", "\ufeff", "é", "😀", "\n", "\r\n", "hold", "hold:2",
    "1:", "2:", "*:", "first:", "x5", "x0", "1-1", "6-6", "2-3", "7", "H", "T", "D-P", "oinker",
    "piggyback", "[Result \"1\"]", "[First \"2\"]", "[Seat 1 \"A\"]", ":out=1", ":playoff=1+2",
    ":round=6", ":first=2", ":dice=3", ",target=7", ",end=full-round", ",tie=playoff", "=", "on",
]  # fmt: skip


def mutant(random: Random, text: str) -> str:
    """The text with one to three random changes."""
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        words: list[str] = re.findall(r"\s+|[\w-]+|.", text)
        if not words:
            return str(random.choice(_PIECES))
        at = random.randrange(len(words))
        other = random.randrange(len(words))
        match random.randrange(6):
            case 0:
                del words[at]
            case 1:
                words.insert(at, random.choice(_PIECES))
            case 2:
                words.insert(at, f" {random.choice(_PIECES)} ")
            case 3:
                words[at] = random.choice(_PIECES)
            case 4:
                words[at], words[other] = words[other], words[at]
            case _:
                words.append(words[at])
        text = "".join(words)
    return text
