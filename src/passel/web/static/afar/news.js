/**
 * What happened in a room, as sentences; what happened in its game is told as at any table.
 *
 * @typedef {import("../app/sentences.js").Sentence} Sentence
 * @typedef {import("./room.js").Room} Room
 */
import { sentence } from "../app/sentences.js";
import { everybody } from "./room.js";

/** A part of a sentence that names a player: the name, or the number of a seat without one. @type {(room: Room, key: string) => string | number} */
export function called(room, key) {
  const seat = (room.view?.seats.findIndex(({ player }) => player === key) ?? -1) + 1;
  const who = everybody(room).find(({ player }) => player === key);
  return who?.shown || seat || "?";
}

/**
 * @param {Room} before
 * @param {Room} room
 * @param {any[]} happened
 * @returns {Sentence[]}
 */
export function toldOf(before, room, happened) {
  if (!before.view) return [];
  const events = happened.slice(-4).flatMap((event) => told(before, room, event));
  return [...events, ...presence(before, room)];
}

/** @type {(before: Room, room: Room, event: any) => Sentence[]} */
function told(before, room, { kind, player, by, locked, stand_in, cause, reason }) {
  if (by && by === room.me && !["joined", "hosted", "took-back"].includes(kind)) {
    // Who did it sees it; what it changes for others is theirs to hear.
    if (!["configured", "ended", "closed", "played"].includes(kind)) return [];
  }
  const name = player ? called(room, player) : "";
  switch (kind) {
    case "joined":
      return [sentence(player === room.me ? "afar.said.joined.me" : "afar.said.joined", { name })];
    case "left":
      if (player === room.me) return [sentence("afar.said.left.me")];
      return [sentence("afar.said.left", { name: called(everybody(room).some((each) => each.player === player) ? room : before, player) })];
    case "moved":
      return player === room.me ? [] : [sentence("afar.said.moved", { name })];
    case "locked":
      return [sentence(locked ? "afar.said.locked" : "afar.said.unlocked")];
    case "configured":
      return [sentence("afar.said.configured")];
    case "hosted":
      return [sentence(player === room.me ? "afar.said.host.me" : "afar.said.host", { name })];
    case "stood-in":
      return [sentence(stand_in === null ? "afar.said.plays" : stand_in === "skip" ? "afar.said.skipped" : "afar.said.bot", { name })];
    case "played":
      return cause === "clock" ? [sentence("afar.said.clock")] : [];
    case "took-back":
      return [sentence("afar.said.took-back")];
    case "ended":
      return reason === "stopped" ? [sentence("afar.said.stopped")] : [];
    case "closed":
      return [sentence("afar.said.closed")];
    default:
      return [];
  }
}

/** Who went, and who came back. @type {(before: Room, room: Room) => Sentence[]} */
function presence(before, room) {
  return Object.entries(room.presence).flatMap(([player, now]) => {
    const then = before.presence[player];
    if (player === room.me || then === now || now === "left" || !before.seen.includes(player)) return [];
    const name = called(room, player);
    return [sentence(`afar.said.${now}`, { name })];
  });
}
