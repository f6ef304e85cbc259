/**
 * What is done in a room: a press is sent once, with an id, until it is answered, and is over when
 * what came of it is on the screen. Nothing is shown before the server told it.
 *
 * @typedef {import("./afar.js").Afar} Afar
 * @typedef {{ do: string, [field: string]: any }} Command
 */
import { Refusal, insist } from "./post.js";
import { secret } from "./secrets.js";

/** An answer that takes so many milliseconds is waited for in words. */
const SLOW = 700;
/** A stream that does not tell what was answered so many milliseconds ago is not trusted. */
const LATE = 4000;
/** Beginnings that another command overtook are sent again so often. */
const AGAIN = 4;

export class Commands {
  /** @param {Afar} afar */
  constructor(afar) {
    this.afar = afar;
    /** Those who wait until something was told. @type {Set<() => void>} */
    this.waiting = new Set();
  }

  /**
   * Send a command until it is answered; what the server refuses is said.
   *
   * @param {Command} command
   * @param {{ quiet?: boolean }} [how] `quiet`: nobody pressed anything for it.
   * @returns {Promise<any>} The answer; null where there is none.
   */
  async send(command, { quiet = false } = {}) {
    const { afar } = this;
    const { room, kept, lang } = afar;
    const { id } = room;
    if (!quiet) {
      if (room.sending) return null; // One press acts once.
      afar.know({ sending: true, refused: "" });
      setTimeout(() => afar.room?.sending && afar.know({ slow: true }), SLOW);
    }
    const question = { path: `/rooms/${id}/commands`, body: { id: secret(), ...command }, token: kept.token, lang };
    try {
      const done = await insist(question, () => afar.isIn(id));
      if (!quiet) await this.#told(id, done.seq);
      return done;
    } catch (error) {
      if (!(error instanceof Refusal)) return null;
      if (!quiet && afar.isIn(id)) afar.say(error.message);
      throw error;
    } finally {
      if (!quiet && afar.isIn(id)) afar.know({ sending: false, slow: false });
    }
  }

  /** Wait until the stream has told what was answered. @type {(id: string, seq: number) => Promise<void>} */
  #told(id, seq) {
    const { afar } = this;
    const isTold = () => !afar.isIn(id) || !afar.room.up || afar.room.seq >= seq;
    if (isTold()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve();
      };
      const look = () => isTold() && done();
      const timer = setTimeout(() => {
        if (afar.isIn(id)) afar.line?.again();
        done();
      }, LATE);
      this.waiting.add(look);
    });
  }

  /** Something was told, or the stream is up or lost. */
  heard() {
    for (const look of [...this.waiting]) look();
  }

  /** The same where a refusal needs nothing more. @param {Command} command */
  async order(command) {
    try {
      return await this.send(command);
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  /** Act in the game, for what is on the screen. @param {Command} command */
  act(command) {
    return this.order({ version: this.afar.room.view?.version, ...command });
  }

  /** Begin a game, or the next one: what others did meanwhile in the lobby changes nothing. @param {"start" | "rematch"} what */
  async begin(what) {
    const { afar } = this;
    const { phase } = afar.room.view ?? {};
    for (let tries = 0; tries < AGAIN; tries++) {
      const { view } = afar.room;
      if (view?.phase !== phase) return;
      try {
        await this.send({ do: what, version: view?.version });
        return;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "stale" || tries === AGAIN - 1) return;
        this.#overtaken(error.version);
        afar.know({ refused: "" });
      }
    }
  }

  /** Choose in a shared turn; seen by nobody else. @param {"roll" | "hold"} choice */
  async choose(choice) {
    const { afar } = this;
    const version = afar.room.view?.version;
    const done = await this.act({ do: choice });
    // Where the throw has followed already, it is on the screen.
    if (done?.version !== version || afar.room?.view?.version !== version) return;
    afar.know({ choice });
    afar.tabs?.tell({ what: "choice", data: choice });
    afar.app.tell(`afar.chosen.${choice}`);
  }

  /** Somebody wishes something at the table. @param {import("../app/sources.js").Wish} wish */
  async wish(wish) {
    const { afar } = this;
    const { view } = afar.room;
    const shared = afar.app.state.session?.rules.turn === "shared";
    const free = shared && view?.game.legal.includes("hold");
    if (wish.kind === "hold") return shared ? this.choose("hold") : this.act({ do: "hold" });
    if (wish.kind === "roll") return free ? this.choose("roll") : this.act({ do: "roll", ...(wish.dice && { dice: wish.dice }) });
    for (const word of wish.words) {
      const dice = /^x(\d+)$/.exec(word)?.[1];
      const done = await this.act(dice ? { do: "roll", dice: Number(dice) } : { do: "enter", throw: word });
      if (!done) return;
      this.#overtaken(done.version);
    }
  }

  /** A version that an answer names and the stream has not told yet. @param {number | null} version */
  #overtaken(version) {
    const { view } = this.afar.room ?? {};
    if (view && version !== null && version > view.version) this.afar.know({ view: { ...view, version } });
  }
}
