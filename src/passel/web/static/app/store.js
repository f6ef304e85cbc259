/**
 * What lasts: settings, the last set-up, names and games, in this browser's `localStorage`.
 *
 * Writing is synchronous, so an event is stored before it is shown, and the browser tells other
 * tabs. Storage may be forbidden, full or damaged: then a memory stands in, `put` answers false,
 * or a game is read as `Damaged`; nothing here throws.
 *
 * @typedef {object} PersonSeat
 * @property {string} name Empty: the seat's number stands for it.
 * @property {number} [wins] How many games this player won before, of several in a row.
 *
 * @typedef {object} BotSeat
 * @property {string} bot Its policy, `hold-at-20`.
 * @property {string} character Its name is the character's, in the reader's language.
 * @property {number} [wins]
 *
 * @typedef {PersonSeat | BotSeat} Player
 *
 * @typedef {object} SavedGame
 * @property {string} id
 * @property {readonly (readonly [string, string])[]} [tags] Further tags of its record.
 * @property {string} rules `pig,target=50`.
 * @property {Player[]} players One a seat.
 * @property {number | "roll-off" | null} first Who starts, as `start` of the engine takes it.
 * @property {number[] | null} scores Scores before the first turn; null: all 0.
 * @property {string} log The events, as words of a record with a space between.
 * @property {number} count How many events there are.
 * @property {import("./sources.js").SourceName} [source] Where they come from; without one: `local`.
 * @property {readonly import("./session.js").Change[]} [changes] Corrections that can be taken back.
 * @property {readonly import("./session.js").Change[]} [undone] What was taken back and can be done again.
 * @property {number} begun Milliseconds since 1970.
 * @property {number} changed
 * @property {number[]} now The scores.
 * @property {number[]} winners Empty until it is over.
 *
 * @typedef {object} Damaged A game that cannot be read.
 * @property {string} id
 * @property {string} damaged What is stored.
 */

const PREFIX = "passel.";
const GAME = `${PREFIX}game.`;

/** @param {SavedGame | Damaged} game @returns {game is Damaged} */
export const isDamaged = (game) => "damaged" in game;


export class Store {
  /** @param {Storage | null} storage The browser's, or null where it gives none. */
  constructor(storage) {
    /** Whether what is stored outlives the tab. */
    this.lasting = storage !== null && works(storage);
    /** @type {Map<string, string>} */
    this.memory = new Map();
    this.storage = this.lasting ? storage : null;
  }

  /** A store in this browser, or in memory where it allows none. @param {Window} window */
  static open(window) {
    try {
      return new Store(window.localStorage);
    } catch {
      return new Store(null);
    }
  }

  /** @param {string} key @returns {string | null} */
  read(key) {
    // What could not be written stands in memory and is newer.
    const kept = this.memory.get(key);
    if (kept !== undefined) return kept;
    try {
      return this.storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  /**
   * Write a value; in memory where storage is full.
   *
   * @param {string} key
   * @param {string} value
   * @returns {boolean} Whether it will last.
   */
  write(key, value) {
    try {
      if (!this.storage) throw new Error("no storage");
      this.storage.setItem(key, value);
      this.memory.delete(key);
      return true;
    } catch {
      this.memory.set(key, value);
      return false;
    }
  }

  /**
   * A small value of the page, such as its settings: what is stored, over what is there by default.
   *
   * @template {object} T
   * @param {string} name
   * @param {T} usual
   * @returns {T}
   */
  value(name, usual) {
    const found = parsed(this.read(PREFIX + name));
    return found && typeof found === "object" && !Array.isArray(found) ? { ...usual, ...found } : usual;
  }

  /**
   * @param {string} name
   * @param {object} value
   */
  setValue(name, value) {
    return this.write(PREFIX + name, JSON.stringify(value));
  }

  /** What is stored of a game, as it stands there. @param {string} id @returns {string | null} */
  text(id) {
    return this.read(GAME + id);
  }

  /**
   * A game by its id; null where there is none.
   *
   * @param {string} id
   * @returns {SavedGame | Damaged | null}
   */
  game(id) {
    const text = this.text(id);
    if (text === null) return null;
    const game = parsed(text);
    return isGame(game) ? { ...game, id } : { id, damaged: text };
  }

  /** Every game, the last changed first, the damaged ones last. @returns {(SavedGame | Damaged)[]} */
  games() {
    const keys = new Set(this.memory.keys());
    try {
      for (let place = 0; place < (this.storage?.length ?? 0); place++) keys.add(this.storage?.key(place) ?? "");
    } catch {
      // Storage that was forbidden meanwhile: what memory has is all.
    }
    const ids = [...keys].filter((key) => key.startsWith(GAME)).map((key) => key.slice(GAME.length));
    const games = ids.flatMap((id) => this.game(id) ?? []);
    const time = (/** @type {SavedGame | Damaged} */ game) => (isDamaged(game) ? 0 : game.changed);
    return games.sort((a, b) => time(b) - time(a));
  }

  /** Store a game. @param {SavedGame} game @returns {boolean} Whether it will last. */
  put(game) {
    return this.write(GAME + game.id, JSON.stringify(game));
  }

  /** @param {string} id */
  remove(id) {
    this.memory.delete(GAME + id);
    try {
      this.storage?.removeItem(GAME + id);
    } catch {
      // It is out of this store in any case.
    }
  }

  /**
   * Call back when another tab changes or removes a game.
   *
   * @param {(id: string) => void} changed
   */
  watch(changed) {
    window.addEventListener("storage", ({ key, storageArea }) => {
      if (storageArea === this.storage && key?.startsWith(GAME)) changed(key.slice(GAME.length));
    });
  }
}

/** @param {Storage} storage */
function works(storage) {
  try {
    const key = `${PREFIX}try`;
    storage.setItem(key, "1");
    storage.removeItem(key);
    return true;
  } catch {
    return storage.length > 0; // Full is not forbidden: what is there can be read.
  }
}

/** @param {string | null} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** @param {any} value @returns {value is SavedGame} */
const isGame = (value) =>
  typeof value?.rules === "string" &&
  typeof value.log === "string" &&
  Array.isArray(value.players) &&
  value.players.every((/** @type {any} */ player) => typeof (player?.name ?? player?.bot) === "string") &&
  (value.tags ?? []).every?.((/** @type {any} */ tag) => typeof tag?.[0] === "string" && typeof tag[1] === "string") &&
  Array.isArray(value.now) &&
  Array.isArray(value.winners);
