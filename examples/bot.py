"""A bot that joins a room by its link and plays: python examples/bot.py LINK."""

import json
import secrets
import sys
import urllib.error
import urllib.request

server, room = sys.argv[1].split("/#/room/")
token = secrets.token_hex(16)  # whoever has it holds the seat


def ask(path, body=None):
    data = None if body is None else json.dumps({"id": secrets.token_hex(8), **body}).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    url = f"{server}/api/rooms/{room}/{path}"
    return urllib.request.urlopen(urllib.request.Request(url, data, headers))


me = json.load(ask("commands", {"do": "join", "name": "Twenty"}))["player"]
for line in ask("events"):
    now = json.loads(line[5:]).get("room") if line.startswith(b"data:") else None
    if now and now["phase"] == "closed":
        break
    if now and now["phase"] == "playing":
        game, players = now["game"], [seat["player"] for seat in now["seats"]]
        if players.index(me) + 1 in game["to_move"]:
            holds = "hold" in game["legal"] and game["turn_total"] >= 20
            do, *dice = ("hold" if holds else game["legal"][0]).split()
            command = {"do": do, "dice": int(*dice)} if dice else {"do": do}
            try:
                ask("commands", {**command, "version": now["version"]})
            except urllib.error.HTTPError as refused:
                print(json.load(refused)["error"]["message"])
