/**
 * Playing from afar: what this tab has to do with a room. It comes and goes, holds the stream or
 * hears of it from another tab, and knows what it was told (hearing.js). What is done in a room is
 * in commands.js, how one gets in and out in doors.js.
 *
 * @typedef {import("../app/app.js").App} App
 * @typedef {import("./post.js").Refusal} Refusal
 * @typedef {import("./room.js").Room} Room
 */
import { sentence } from "../app/sentences.js";
import { Commands } from "./commands.js";
import { Distant } from "./distant.js";
import { Doors } from "./doors.js";
import { heard } from "./hearing.js";
import { Line } from "./line.js";
import { ask } from "./post.js";
import { unknown, whole } from "./room.js";
import { forget, keep, keptOf } from "./secrets.js";
import { Tabs } from "./tabs.js";

/** How often a clock is drawn, in milliseconds. */
const TICK = 1000;

export class Afar {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.commands = new Commands(this);
    this.doors = new Doors(this);
    app.play.sources.afar = new Distant(this);
    /** @type {Line | null} */
    this.line = null;
    /** @type {Tabs | null} */
    this.tabs = null;
    this.ticking = 0;
    /** When something was last said that was heard. */
    this.told = 0;
    /** Whether this site has a server of rooms; null: not known yet. @type {boolean | null} */
    this.served = null;
  }

  /** The room on the screen. @returns {Room} */
  get room() {
    return /** @type {Room} */ (this.app.state.room);
  }

  get kept() {
    return keptOf(this.app.store, this.room.id);
  }

  get lang() {
    return this.app.words.lang;
  }

  /** Whether a room is still the one on the screen. @param {string} id */
  isIn(id) {
    return this.room?.id === id;
  }

  // --- coming and going -------------------------------------------------------------------------

  /** Show what the address names. @param {string[]} route */
  enter([screen, id]) {
    if (screen === "room" && id) this.#open(id);
    else this.#look();
  }

  /** Learn whether there is a server of rooms. */
  async #look() {
    try {
      const { passel } = await ask({ path: "", lang: this.lang });
      this.served = typeof passel === "string";
    } catch {
      this.served = false;
    }
    this.app.draw();
  }

  /** @param {string} id */
  #open(id) {
    const { app } = this;
    const { player, joining } = keptOf(app.store, id);
    app.state = { ...app.state, room: unknown(id, player), acting: true };
    this.tabs = new Tabs(id, () => this.lead(), (told) => this.#told(told));
    this.ticking = window.setInterval(() => this.room?.view?.game?.deadline && app.draw(), TICK);
    app.play.feel.awake(true);
    if (joining) this.doors.finishJoining();
  }

  leave() {
    clearInterval(this.ticking);
    this.line?.close();
    this.tabs?.close();
    this.line = null;
    this.tabs = null;
    this.app.state = { ...this.app.state, room: null };
  }

  // --- the stream -------------------------------------------------------------------------------

  /** Hold the stream, for all tabs. */
  lead() {
    const { id } = this.room;
    this.line?.close();
    this.line = new Line({
      room: id,
      token: () => (keptOf(this.app.store, id).joining ? null : keptOf(this.app.store, id).token),
      after: () => this.room?.seq ?? 0,
      lang: () => this.lang,
      heard: (event, data) => {
        this.tabs?.tell({ what: "news", event, data });
        heard(this, event, data);
      },
      changed: (up) => {
        this.tabs?.tell({ what: "line", data: up });
        this.#changed(up);
      },
      refused: (refused) => this.#refused(refused),
    });
  }

  /** What another tab of this browser says. @param {import("./tabs.js").Told} told */
  #told({ what, event, data }) {
    const { room, line, tabs } = this;
    if (!room) return;
    if (what === "hello" && line && room.view) {
      tabs?.tell({ what: "news", event: "room", data: whole(room) });
      tabs?.tell({ what: "line", data: room.up });
      tabs?.tell({ what: "choice", data: room.choice });
    }
    if (what === "news" && event && !line) heard(this, event, data);
    if (what === "line" && !line) this.#changed(data);
    if (what === "choice") this.know({ choice: data });
    if (what === "seat") this.seated();
  }

  /** Our seat has changed: the stream is for it now. */
  seated() {
    this.know({ me: this.kept.player });
    if (this.line?.over) this.lead();
    else this.line?.again();
  }

  /** @param {boolean} up */
  #changed(up) {
    if (!this.room || this.room.up === up) return;
    const { view } = this.room;
    const lost = sentence(up ? "afar.back" : "afar.said.lost");
    // The very first connection is no news.
    if (view) this.app.state = { ...this.app.state, said: this.app.heard([lost]) };
    this.know({ up });
    this.commands.heard();
  }

  /** What the server refused to the stream itself. @param {Refusal} refused */
  #refused({ code, message }) {
    if (!this.room) return;
    if (code === "no-seat" || code === "seat-moved" || code === "bad-token") {
      keep(this.app.store, this.room.id, { token: null, player: null });
      this.app.state = { ...this.app.state, room: { ...this.room, me: null, refused: message } };
      this.tabs?.tell({ what: "seat" });
      return this.lead();
    }
    if (code === "no-such-room") forget(this.app.store, this.room.id);
    this.app.update({ room: { ...this.room, gone: message }, session: null });
  }

  // --- what is known ----------------------------------------------------------------------------

  /** @param {Partial<Room>} changes */
  know(changes) {
    if (this.room) this.app.update({ room: { ...this.room, ...changes } });
  }

  /** What the server refused, in its words. @param {string} text */
  say(text) {
    this.app.state = { ...this.app.state, said: this.app.heard([sentence("afar.refused", { text })]) };
    this.know({ refused: text });
  }
}
