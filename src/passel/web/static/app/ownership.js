/**
 * Which of several tabs acts in a game; the others look on. By Web Locks where the browser has
 * them; on plain http it has none, and a lease in `localStorage` that its holder renews stands in.
 * Neither is needed for the game to stay whole (play.js compares what is stored before it writes);
 * they say who may press.
 */

const RENEWED = 2000;
const STALE = 5000;
const GRANTED = 150;
const KEY = "passel.lease";

export class Ownership {
  /**
   * @param {Storage | null} storage
   * @param {(owned: boolean) => void} changed Called when this tab wins or loses the game.
   */
  constructor(storage, changed) {
    this.storage = storage;
    this.changed = changed;
    /** Nobody's, until a game is asked for. */
    this.id = "";
    /** @type {boolean | null} Not yet known: null. */
    this.owned = null;
    this.tab = Array.from(crypto.getRandomValues(new Uint32Array(2))).join("-");
    /** Ends what was asked before. @type {() => void} */
    this.end = () => {};
    window.addEventListener("pagehide", () => this.release());
  }

  /**
   * Ask for a game; answers by `changed`, perhaps later, when the other tab lets go.
   *
   * @param {string} id
   * @param {{ steal?: boolean }} [how] `steal`: take it from the tab that has it.
   */
  ask(id, { steal = false } = {}) {
    if (id === this.id && !steal) return;
    this.release();
    this.id = id;
    if (!this.storage)
      this.#now(true); // Memory is not shared, so there is nobody to ask.
    else if (navigator.locks) this.#lock(id, steal);
    else this.#lease(id, steal);
  }

  /** Let the game go, for other tabs. */
  release() {
    this.end();
    this.end = () => {};
    this.id = "";
    this.owned = null;
  }

  /** @param {boolean} owned */
  #now(owned) {
    if (owned === this.owned) return;
    this.owned = owned;
    this.changed(owned);
  }

  /** @type {(id: string, steal: boolean) => void} */
  #lock(id, steal) {
    const waiting = new AbortController();
    let over = false;
    let free = () => {};
    this.end = () => {
      over = true;
      waiting.abort();
      free();
    };
    const held = () =>
      new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
        free = resolve;
        if (over) resolve();
        else this.#now(true);
      });
    // Whoever must wait for longer than a grant takes looks on.
    setTimeout(() => !over && this.owned === null && this.#now(false), GRANTED);
    const options = steal ? { steal: true } : { signal: waiting.signal };
    navigator.locks.request(`passel ${id}`, options, held).catch(() => {
      if (over) return;
      this.#now(false); // Another tab took it: wait until it lets go.
      this.#lock(id, false);
    });
  }

  /** @type {(id: string, steal: boolean) => void} */
  #lease(id, steal) {
    const storage = /** @type {Storage} */ (this.storage);
    const key = `${KEY}.${id}`;
    const look = () => {
      const [tab, time] = (storage.getItem(key) ?? "").split(" ");
      const free = !tab || tab === this.tab || Date.now() - Number(time) > STALE;
      if (free || steal) {
        try {
          storage.setItem(key, `${this.tab} ${Date.now()}`);
        } catch {
          // Full: no other tab can write either.
        }
      }
      this.#now(free || steal);
      steal = false;
    };
    const heard = (/** @type {StorageEvent} */ event) => event.key === key && look();
    const timer = setInterval(look, RENEWED);
    window.addEventListener("storage", heard);
    this.end = () => {
      clearInterval(timer);
      window.removeEventListener("storage", heard);
      if (this.owned) storage.removeItem(key);
    };
    look();
  }
}
