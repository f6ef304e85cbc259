/**
 * A room as this tab knows it: a value, and how messages of the stream change it
 * (docs/reference/protocol.md). It knows no screen and no network.
 *
 * @typedef {import("../app/store.js").Player} Player
 * @typedef {import("../../types").Rules} Rules
 *
 * @typedef {object} Seat
 * @property {string} player
 * @property {string | null} name
 * @property {string | null} shown
 * @property {string | null} bot
 * @property {string} seed
 * @property {string | null} stand_in
 * @property {boolean} chosen
 * @property {boolean} left
 *
 * @typedef {object} View The room as the server tells it.
 * @property {"lobby" | "playing" | "over" | "closed"} phase
 * @property {number} version
 * @property {string} rules
 * @property {"server" | "physical"} dice
 * @property {number} clock
 * @property {string | null} code
 * @property {boolean} locked
 * @property {string | null} host
 * @property {Seat[]} seats
 * @property {Seat[]} aside
 * @property {{ game: number, commitment: string } | null} next
 * @property {any} game
 *
 * @typedef {object} Room
 * @property {string} id
 * @property {boolean} up Whether this browser hears from the server.
 * @property {string} gone Why there is no such room for us, in a sentence; empty: there is.
 * @property {View | null} view Null before the first message.
 * @property {readonly Player[]} players As they sit, for sentences.
 * @property {readonly string[]} words The record's.
 * @property {number} seq
 * @property {Record<string, "here" | "away" | "missing" | "left">} presence
 * @property {readonly string[]} seen Who was here before.
 * @property {number} spectators
 * @property {number} ahead How many milliseconds the server's clock is ahead of ours.
 * @property {string | null} me Our player; null: we watch.
 * @property {"roll" | "hold" | null} choice What we chose in a shared turn.
 * @property {boolean} sending Whether something we did has no answer yet.
 * @property {boolean} slow Whether that takes long.
 * @property {string} refused What the server refused last, in its words.
 * @property {string} record Of the game that is over.
 * @property {string} ticket With which another device may take our seat.
 */
import { characters } from "../app/bots.js";
import { Session, folded } from "../app/session.js";
import { parsePosition } from "../engine/notation.js";
import { rules as rulesOf } from "../engine/variants.js";

/** A room of which nothing is known. @type {(id: string, me: string | null) => Room} */
export const unknown = (id, me) => ({
  id,
  up: false,
  gone: "",
  view: null,
  players: [],
  words: [],
  seq: 0,
  presence: {},
  seen: [],
  spectators: 0,
  ahead: 0,
  me,
  choice: null,
  sending: false,
  slow: false,
  refused: "",
  record: "",
  ticket: "",
});

/** The room after a message of its stream. @type {(room: Room, event: string, data: any) => Room} */
export function after(room, event, data) {
  const ahead = data.now - Date.now();
  const { presence, spectators } = data;
  const here = Object.keys(presence).filter((player) => presence[player] === "here");
  const seen = [...new Set([...room.seen, ...here])];
  if (event === "presence") return { ...room, presence, seen, spectators, ahead };
  if (data.seq < room.seq) return room; // Another tab was slower.
  const { seq, room: view, log } = data;
  const words = [...room.words.slice(0, log.from), ...log.words];
  const thrown = log.words.length > 0 || words.length !== room.words.length;
  const choice = thrown || view.phase !== "playing" ? null : room.choice;
  const rules = rulesOf(view.rules);
  const players = view.seats.map((/** @type {Seat} */ seat) => playerOf(seat, rules));
  return { ...room, view, players, words, seq, presence, seen, spectators, ahead, choice };
}

/** A message that says all that is known, for another tab. @param {Room} room */
export const whole = ({ seq, view, words, presence, spectators, ahead }) => ({
  ...{ seq, now: Date.now() + ahead, happened: [], room: view },
  ...{ log: { from: 0, words }, presence, spectators },
});

/** All people and bots, those without a seat last. @param {Room} room @returns {Seat[]} */
export const everybody = ({ view }) => (view ? [...view.seats, ...view.aside] : []);

/** Who we are here; null: we watch. @param {Room} room @returns {Seat | null} */
export const self = (room) => everybody(room).find(({ player }) => player === room.me) ?? null;

/** The number of our seat; 0: none. @param {Room} room */
export const seatOf = ({ view, me }) => (view?.seats.findIndex(({ player }) => player === me) ?? -1) + 1;

/** @param {Room} room */
export const isHost = ({ view, me }) => !!me && view?.host === me;

/** Whether somebody new can sit down now. @param {Room} room */
export const isOpen = ({ view }) => !!view?.code && (view.phase === "lobby" || view.phase === "over");

/** Whether a player is not there to play. @type {(room: Room, seat: Seat) => boolean} */
export const isMissing = ({ presence }, { player, bot, left }) =>
  !bot && (left || presence[player] === "missing" || presence[player] === "left");

/** Those for whom somebody must say what happens: missing, and nobody plays for them. @param {Room} room */
export const awaited = (room) =>
  room.view?.phase === "playing" ? room.view.seats.filter((seat) => isMissing(room, seat) && seat.player !== room.me) : [];

/** How a seat is called at the table. @type {(seat: Seat, rules: Rules) => Player} */
export function playerOf({ shown, bot }, rules) {
  if (!bot || shown) return { name: shown ?? "" };
  const character = characters(rules).find((each) => each.bot === bot);
  return character ? { bot, character: character.character } : { name: bot };
}

/**
 * The game of a room as a session, with as little folded anew as can be.
 *
 * @param {Room} room
 * @param {Session | null} last The one before.
 * @returns {Session | null}
 */
export function sessionOf({ id, view, words }, last) {
  const table = view?.game;
  if (!view || !table) return null;
  const name = `${id}/${table.number}`;
  const rules = rulesOf(table.rules);
  const same = last && last.game.id === name ? last : null;
  const sat = table.scores.map((/** @type {number} */ _, /** @type {number} */ place) => view.seats[place]);
  // Who leaves after the end was there all the same.
  const players =
    same && view.phase !== "playing" ? same.game.players : sat.map((/** @type {Seat} */ seat) => (seat ? playerOf(seat, rules) : { name: "" }));
  const begin = same?.begin ?? parsePosition(table.begin);
  let at = 0;
  const old = same?.words ?? [];
  while (at < old.length && at < words.length && old[at] === words[at]) at++;
  const steps = same?.steps.slice(0, at) ?? [];
  const before = steps.length ? steps[steps.length - 1].after : begin;
  const all = steps.concat(folded(before, words.slice(at)));
  const game = { id: name, players, begun: same?.game.begun ?? Date.now(), source: /** @type {const} */ ("afar") };
  return new Session(game, begin, all, words.join(" "));
}
