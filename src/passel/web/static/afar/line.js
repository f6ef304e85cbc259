/**
 * One stream of a room's events, kept up: it is taken up again after every loss, from where it was
 * lost. `EventSource` cannot send a token, so the stream is read here.
 *
 * @typedef {object} Ends What a line is between.
 * @property {string} room
 * @property {() => string | null} token Read at each attempt.
 * @property {() => number} after The last event that is known; 0: none.
 * @property {() => string} lang
 * @property {(event: string, data: any) => void} heard
 * @property {(up: boolean) => void} changed Called when it is up, and when it is lost.
 * @property {(refused: import("./post.js").Refusal) => void} refused It will not be tried again.
 */
import { Refusal, base, bearing, passes, pause, refusal, until } from "./post.js";

/** Without a sign of life for so many milliseconds a connection is dead. */
const SILENT = 40_000;
/** A stream that ended after so many milliseconds or more is taken up again at once, in silence. */
const LASTED = 500;
/** After a sleep, a connection that was silent for so long is not trusted. */
const DOUBTED = 17_000;

export class Line {
  /** @param {Ends} ends */
  constructor(ends) {
    this.ends = ends;
    this.over = false;
    this.heardAt = 0;
    this.failed = 0;
    /** Whether the last stream was ended only to begin another one. */
    this.anew = false;
    this.attempt = new AbortController();
    this.lost = () => this.attempt.abort();
    this.woken = () => {
      if (document.visibilityState === "visible" && Date.now() - this.heardAt > DOUBTED) this.attempt.abort();
    };
    document.addEventListener("visibilitychange", this.woken);
    window.addEventListener("pageshow", this.woken);
    window.addEventListener("online", this.woken);
    window.addEventListener("offline", this.lost);
    this.#keepUp();
  }

  /** Begin anew, with another token. */
  again() {
    this.anew = true;
    this.attempt.abort();
  }

  close() {
    this.over = true;
    this.attempt.abort();
    document.removeEventListener("visibilitychange", this.woken);
    window.removeEventListener("pageshow", this.woken);
    window.removeEventListener("online", this.woken);
    window.removeEventListener("offline", this.lost);
  }

  async #keepUp() {
    while (!this.over) {
      const begun = Date.now();
      try {
        await this.#read();
        // The server ends a stream whose seat has moved or is gone, and proxies end old ones.
        if (!this.attempt.signal.aborted && Date.now() - begun >= LASTED) continue;
      } catch (error) {
        if (error instanceof Refusal && !passes(error)) {
          this.close();
          return this.ends.refused(error);
        }
      }
      if (this.over) return;
      if (this.anew) {
        this.anew = false;
        continue;
      }
      this.ends.changed(false);
      await until(pause(this.failed++), () => !this.over);
    }
  }

  /** Read one stream to its end. */
  async #read() {
    const { room, token, after, lang, changed } = this.ends;
    this.attempt = new AbortController();
    const { signal } = this.attempt;
    let watch = 0;
    const alive = () => {
      this.heardAt = Date.now();
      clearTimeout(watch);
      watch = window.setTimeout(() => this.attempt.abort(), SILENT);
    };
    alive();
    try {
      const known = after() ? `&after=${after()}` : "";
      const response = await fetch(`${base()}/rooms/${room}/events?lang=${lang()}${known}`, {
        headers: bearing(token()),
        cache: "no-store",
        signal,
      });
      if (!response.ok || !response.body) throw refusal(response.status, await response.text());
      const reader = response.body.getReader();
      signal.addEventListener("abort", () => reader.cancel().catch(() => {}));
      const decoder = new TextDecoder();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done || signal.aborted || this.over) return;
        alive();
        rest += decoder.decode(value, { stream: true });
        const messages = rest.split("\n\n");
        rest = messages.pop() ?? "";
        if (messages.length) changed(true);
        for (const message of messages) this.#tell(message);
        this.failed = 0;
      }
    } finally {
      clearTimeout(watch);
    }
  }

  /** @param {string} message The lines of one event. */
  #tell(message) {
    let event = "message";
    let data = "";
    for (const line of message.split("\n")) {
      if (line.startsWith("event: ")) event = line.slice(7);
      else if (line.startsWith("data: ")) data += line.slice(6);
    }
    if (data && !this.over) this.ends.heard(event, JSON.parse(data));
  }
}
