/**
 * Playing from afar: what this tab does in a room. Nothing is shown before the server told it; a
 * press is sent once, with an id, until it is answered.
 *
 * @typedef {import("../app/app.js").App} App
 * @typedef {import("../app/session.js").Session} Session
 * @typedef {import("../app/sentences.js").Sentence} Sentence
 * @typedef {import("./room.js").Room} Room
 */
import { sentence, toldAll, turnOf } from "../app/sentences.js";
import { Distant } from "./distant.js";
import { Line } from "./line.js";
import { toldOf } from "./news.js";
import { Refusal, ask, insist } from "./post.js";
import { after, everybody, isHost, seatOf, sessionOf, unknown, whole } from "./room.js";
import { forget, keep, keptOf, luck, secret } from "./secrets.js";
import { Tabs } from "./tabs.js";

/** An answer that takes so many milliseconds is waited for in words. */
const SLOW = 700;
/** How often a clock is drawn, in milliseconds. */
const TICK = 1000;
/** Beginnings that another command overtook are sent again so often. */
const AGAIN = 4;
/** The most new events that are told one by one. */
const TOLD = 3;

/** How a game begins. @type {(session: Session) => Sentence[]} */
const opening = ({ state }) => [
  state.rules.turn === "shared" ? sentence("page.said.round", { round: state.round }) : turnOf(state.to_move[0]),
];

export class Afar {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    app.play.sources.afar = new Distant(this);
    /** @type {Line | null} */
    this.line = null;
    /** @type {Tabs | null} */
    this.tabs = null;
    this.ticking = 0;
    /** Whether this site has a server of rooms; null: not known yet. @type {boolean | null} */
    this.served = null;
    /** Whether a room is being made. */
    this.making = false;
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
    this.tabs = new Tabs(id, () => this.#lead(), (told) => this.#told(told));
    this.ticking = window.setInterval(() => this.room?.view?.game?.deadline && app.draw(), TICK);
    app.play.feel.awake(true);
    if (joining) this.#finishJoining();
  }

  leave() {
    clearInterval(this.ticking);
    this.line?.close();
    this.tabs?.close();
    this.line = null;
    this.tabs = null;
    this.app.state = { ...this.app.state, room: null };
  }

  /** Hold the stream, for all tabs. */
  #lead() {
    const { id } = this.room;
    this.line?.close();
    this.line = new Line({
      room: id,
      token: () => (keptOf(this.app.store, id).joining ? null : keptOf(this.app.store, id).token),
      after: () => this.room?.seq ?? 0,
      lang: () => this.lang,
      heard: (event, data) => {
        this.tabs?.tell({ what: "news", event, data });
        this.#heard(event, data);
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
    if (what === "news" && event && !line) this.#heard(event, data);
    if (what === "line" && !line) this.#changed(data);
    if (what === "choice") this.#know({ choice: data });
    if (what === "seat") this.#seated();
  }

  /** Our seat has changed: the stream is for it now. */
  #seated() {
    this.#know({ me: this.kept.player });
    if (this.line?.over) this.#lead();
    else this.line?.again();
  }

  /** @param {Partial<Room>} changes */
  #know(changes) {
    if (this.room) this.app.update({ room: { ...this.room, ...changes } });
  }

  // --- what is heard ----------------------------------------------------------------------------

  /** @param {boolean} up */
  #changed(up) {
    if (!this.room || this.room.up === up) return;
    const { view } = this.room;
    const lost = sentence(up ? "afar.back" : "afar.lost");
    // The very first connection is no news.
    if (view) this.app.state = { ...this.app.state, said: this.app.heard([lost]) };
    this.#know({ up });
  }

  /** What the server refused to the stream itself. @param {Refusal} refused */
  #refused({ code, message }) {
    if (!this.room) return;
    if (code === "no-seat" || code === "seat-moved" || code === "bad-token") {
      keep(this.app.store, this.room.id, { token: null, player: null });
      this.app.state = { ...this.app.state, room: { ...this.room, me: null, refused: message } };
      this.tabs?.tell({ what: "seat" });
      return this.#lead();
    }
    if (code === "no-such-room") forget(this.app.store, this.room.id);
    this.app.update({ room: { ...this.room, gone: message }, session: null });
  }

  /** @type {(event: string, data: any) => void} */
  #heard(event, data) {
    const { app, room: before } = this;
    if (!before) return;
    const room = after(before, event, data);
    const lines = toldOf(before, room, data.happened ?? []);
    const { session } = app.state;
    const next = event === "room" ? this.#sessionOf(room, session) : session;
    app.state = { ...app.state, room };
    if (event === "room") this.#happened(before, room);
    const fresh = next && next !== session ? this.#fresh(session, next) : 0;
    if (next && fresh) app.play.receive(next, Math.min(fresh, TOLD), lines);
    else {
      const begun = next && next.game.id !== session?.game.id && !next.over && room.view?.phase === "playing";
      if (begun) lines.push(...toldAll(next.steps.slice(-TOLD)), ...(next.steps.length || !next.state.to_move.length ? [] : opening(next)));
      const said = lines.length ? app.heard(lines, !begun) : app.state.said;
      app.update({ session: next, said, ...(next !== session && { dice: app.play.chosen(next) }) });
    }
    if (before.view?.phase !== room.view?.phase) this.#phase(before, room);
  }

  /** The game that is played or was played last; none in the lobby. @type {(room: Room, last: Session | null) => Session | null} */
  #sessionOf(room, last) {
    const phase = room.view?.phase;
    return phase === "playing" || phase === "over" || phase === "closed" ? sessionOf(room, last) : null;
  }

  /** How many events a session has that another one lacks. @type {(old: Session | null, next: Session) => number} */
  #fresh(old, next) {
    return old?.game.id === next.game.id ? next.steps.length - old.steps.length : 0;
  }

  /** What follows in this browser from what happened. @type {(before: Room, room: Room) => void} */
  #happened(before, room) {
    const { app } = this;
    const view = /** @type {import("./room.js").View} */ (room.view);
    const kept = keptOf(app.store, room.id);
    if (!kept.token) return;
    const names = everybody(room).flatMap(({ shown, player }) => (shown && player !== room.me ? [shown] : []));
    if (kept.rules !== view.rules || kept.names !== names.join(", "))
      keep(app.store, room.id, { rules: view.rules, names: names.join(", ") });
    if (!room.me || (before.view === null && view.phase === "playing")) this.#whoAmI(room.id);
    // The server has committed itself to the next game: now our part of its dice is due.
    if (view.next && room.me && seatOf(room) && kept.seeded !== view.next.game && view.dice === "server") {
      keep(app.store, room.id, { seeded: view.next.game });
      this.send({ do: "seed", seed: luck() }, { quiet: true });
    }
  }

  /** A new screen of the same room. @type {(before: Room, room: Room) => void} */
  #phase(before, room) {
    const { app } = this;
    const view = /** @type {import("./room.js").View} */ (room.view);
    if (view.phase === "over" || view.phase === "closed") this.#record(room.id);
    if (view.phase === "playing") app.play.settle(500);
    if (before.view) {
      app.shut();
      app.state = { ...app.state, dialog: null };
    }
    app.update({ room: { .../** @type {Room} */ (app.state.room), record: "", refused: "" } });
    app.focus("h1");
    window.scrollTo(0, 0);
  }

  /** Who we are by our token, and what we chose. @param {string} id */
  async #whoAmI(id) {
    const { token } = keptOf(this.app.store, id);
    try {
      const { you } = await ask({ path: `/rooms/${id}`, token, lang: this.lang });
      if (!you) return;
      keep(this.app.store, id, { player: you.player });
      if (this.room?.id === id) this.#know({ me: you.player, choice: you.choice });
    } catch {
      // The stream says what is wrong.
    }
  }

  /** The record of the game that is over, with what checks its dice. @param {string} id */
  async #record(id) {
    try {
      const record = await insist({ path: `/rooms/${id}/record`, lang: this.lang }, () => this.room?.id === id);
      if (this.room?.id === id) this.#know({ record });
    } catch {
      // Nothing was played.
    }
  }

  // --- what is done -----------------------------------------------------------------------------

  /**
   * Send a command until it is answered; what the server refuses is said.
   *
   * @param {{ do: string, [field: string]: any }} command
   * @param {{ quiet?: boolean }} [how] `quiet`: nobody pressed anything for it.
   * @returns {Promise<any>} The answer; null where there is none.
   */
  async send(command, { quiet = false } = {}) {
    const { room, kept } = this;
    const { id } = room;
    if (!quiet) {
      if (room.sending) return null; // One press acts once.
      this.app.state = { ...this.app.state, room: { ...room, sending: true, refused: "" } };
      setTimeout(() => this.room?.sending && this.#know({ slow: true }), SLOW);
    }
    const question = { path: `/rooms/${id}/commands`, body: { id: secret(), ...command }, token: kept.token, lang: this.lang };
    try {
      return await insist(question, () => this.room?.id === id);
    } catch (error) {
      if (!(error instanceof Refusal)) return null;
      if (!quiet && this.room?.id === id) this.say(error.message);
      throw error;
    } finally {
      if (!quiet && this.room?.id === id) this.#know({ sending: false, slow: false });
    }
  }

  /** The same where a refusal needs nothing more. @param {{ do: string, [field: string]: any }} command */
  async order(command) {
    try {
      return await this.send(command);
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  /** What the server refused, in its words. @param {string} text */
  say(text) {
    this.app.state = { ...this.app.state, said: this.app.heard([sentence("afar.refused", { text })]) };
    this.#know({ refused: text });
  }

  /** Act in the game, for what is on the screen. @param {{ do: string, [field: string]: any }} command */
  act(command) {
    return this.order({ version: this.room.view?.version, ...command });
  }

  /** Begin a game, or the next one: what others did meanwhile in the lobby changes nothing. @param {"start" | "rematch"} what */
  async begin(what) {
    const { phase } = this.room.view ?? {};
    for (let tries = 0; tries < AGAIN; tries++) {
      const { view } = this.room;
      if (view?.phase !== phase) return;
      try {
        await this.send({ do: what, version: view?.version });
        return;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "stale" || tries === AGAIN - 1) return;
        const { version } = error;
        if (this.room.view && version !== null) this.#know({ view: { ...this.room.view, version }, refused: "" });
      }
    }
  }

  /**
   * Make a room and show it.
   *
   * @param {{ rules: string, name: string | null, plays: boolean, dice: string, clock: number }} wish
   */
  async make(wish) {
    const { app } = this;
    if (this.making) return;
    this.making = true;
    app.draw();
    const token = secret();
    try {
      const made = await insist({ path: "/rooms", body: { id: secret(), ...wish }, token, lang: this.lang }, () => app.state.route[0] === "afar");
      keep(app.store, made.room, { token, player: made.player, rules: wish.rules });
      app.go("room", made.room);
    } catch (error) {
      if (error instanceof Refusal) app.tell("afar.refused", { text: error.message });
    } finally {
      this.making = false;
      app.draw();
    }
  }

  /** Go to the room of a short code. @param {string} code */
  async find(code) {
    const { app } = this;
    if (!code.trim()) return app.tell("afar.code.empty");
    try {
      const { room } = await ask({ path: "/codes", body: { code }, lang: this.lang });
      app.go("room", room);
    } catch (error) {
      if (error instanceof Refusal) app.update({ fault: error.message, said: app.heard([sentence("afar.refused", { text: error.message })]) });
      else app.tell("afar.lost");
    }
  }

  /** Take a seat. @param {string} name */
  join(name) {
    const { id } = this.room;
    if (this.kept.joining) return;
    keep(this.app.store, id, { token: secret(), player: null, joining: { id: secret(), name: name || null, seed: luck() } });
    this.#finishJoining();
  }

  async #finishJoining() {
    const { id } = this.room;
    const { token, joining } = this.kept;
    if (!joining) return;
    try {
      const body = { do: "join", ...joining };
      const { player } = await insist({ path: `/rooms/${id}/commands`, body, token, lang: this.lang }, () => this.room?.id === id);
      const seeded = this.room?.view?.next?.game ?? 0;
      keep(this.app.store, id, { player, joining: null, seeded });
      this.#moved(id);
    } catch (error) {
      if (!(error instanceof Refusal)) return;
      keep(this.app.store, id, { token: null, joining: null });
      if (this.room?.id === id) this.say(error.message);
    }
  }

  /** Take the seat that another device offers. @param {string} ticket */
  async claim(ticket) {
    const { id } = this.room;
    const token = secret();
    const body = { do: "claim", id: secret(), ticket };
    try {
      const { player } = await insist({ path: `/rooms/${id}/commands`, body, token, lang: this.lang }, () => this.room?.id === id);
      keep(this.app.store, id, { token, player, joining: null });
      this.app.go("room", id);
    } catch (error) {
      if (error instanceof Refusal && this.room?.id === id) this.say(error.message);
    }
  }

  /** Offer our seat to another device. */
  async offer() {
    const ticket = secret();
    if (await this.order({ do: "offer", ticket })) this.#know({ ticket });
  }

  /** Leave the room for good. */
  async quit() {
    const { id } = this.room;
    if (!(await this.order({ do: "leave" }))) return;
    forget(this.app.store, id);
    this.app.go("afar");
  }

  /** @param {string} id */
  #moved(id) {
    this.tabs?.tell({ what: "seat" });
    if (this.room?.id === id) this.#seated();
  }

  /** Choose in a shared turn; seen by nobody else. @param {"roll" | "hold"} choice */
  async choose(choice) {
    const version = this.room.view?.version;
    const done = await this.act({ do: choice });
    if (!this.room || done?.version !== version) return; // The throw has followed already.
    this.#know({ choice });
    this.tabs?.tell({ what: "choice", data: choice });
    this.app.tell(`afar.chosen.${choice}`);
  }

  /** Somebody wishes something at the table. @param {import("../app/sources.js").Wish} wish */
  async wish(wish) {
    const view = this.room.view;
    const shared = this.app.state.session?.rules.turn === "shared";
    const free = shared && view?.game.legal.includes("hold");
    if (wish.kind === "hold") return shared ? this.choose("hold") : this.act({ do: "hold" });
    if (wish.kind === "roll") return free ? this.choose("roll") : this.act({ do: "roll", ...(wish.dice && { dice: wish.dice }) });
    for (const word of wish.words) {
      const dice = /^x(\d+)$/.exec(word)?.[1];
      const done = await this.act(dice ? { do: "roll", dice: Number(dice) } : { do: "enter", throw: word });
      if (!done) return;
      if (this.room?.view) this.#know({ view: { ...this.room.view, version: done.version } });
    }
  }

  /** Whether our seat decides on others. */
  get hosts() {
    return isHost(this.room);
  }
}
