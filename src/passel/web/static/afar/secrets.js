/**
 * The secrets of this browser: seats in rooms. A seat is a token that is made here; the server
 * knows only its hash, so what is lost here is lost. All tabs share what is kept.
 *
 * @typedef {import("../app/store.js").Store} Store
 *
 * @typedef {object} Kept What this browser knows of a room.
 * @property {string | null} token Of its seat; null: it watches.
 * @property {string | null} player The seat's player, `p1`.
 * @property {{ id: string, name: string | null, seed: string } | null} joining What was asked and
 *   not yet answered: asked again, with the same id, it is done once.
 * @property {number} seeded The game for which this seat's part of the dice was sent.
 * @property {string} rules Of its last game, for the list.
 * @property {string} names Who is there, for the list.
 * @property {number} changed Milliseconds since 1970.
 */

/** @type {Kept} */
const NOTHING = { token: null, player: null, joining: null, seeded: 0, rules: "pig", names: "", changed: 0 };

/** The most rooms that are remembered. */
const MOST = 50;

/** 128 bits that nobody can guess, as 32 digits; also the name of a command. */
export const secret = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A player's part of the dice, short enough to be read aloud. */
export const luck = () => secret().slice(0, 12);

/** @param {Store} store @returns {Record<string, Kept>} */
const all = (store) => store.value("rooms", {});

/** What is known of a room. @type {(store: Store, id: string) => Kept} */
export const keptOf = (store, id) => ({ ...NOTHING, ...all(store)[id] });

/** Know more of a room. @type {(store: Store, id: string, changes: Partial<Kept>) => void} */
export function keep(store, id, changes) {
  const rooms = { ...all(store), [id]: { ...keptOf(store, id), ...changes, changed: Date.now() } };
  const newest = Object.entries(rooms).sort(([, a], [, b]) => b.changed - a.changed);
  store.setValue("rooms", Object.fromEntries(newest.slice(0, MOST)));
}

/** Know nothing of a room any more. @type {(store: Store, id: string) => void} */
export function forget(store, id) {
  const { [id]: _, ...others } = all(store);
  store.setValue("rooms", others);
}

/** The rooms in which this browser has a seat, the last changed first. @param {Store} store @returns {[string, Kept][]} */
export const seated = (store) =>
  Object.entries(all(store))
    .filter(([, { token }]) => token)
    .sort(([, a], [, b]) => b.changed - a.changed);
