/**
 * How this browser gets into a room and out of it: a room that is made, a code, a seat that is
 * taken, moved, given up. What was asked and not answered is asked again, and done once.
 *
 * @typedef {import("./afar.js").Afar} Afar
 */
import { sentence } from "../app/sentences.js";
import { Refusal, ask, insist } from "./post.js";
import { forget, keep, luck, secret } from "./secrets.js";

export class Doors {
  /** @param {Afar} afar */
  constructor(afar) {
    this.afar = afar;
    /** Whether a room is being made. */
    this.making = false;
  }

  get app() {
    return this.afar.app;
  }

  /**
   * Make a room and show it.
   *
   * @param {{ rules: string, name: string | null, plays: boolean, dice: string, clock: number }} wish
   */
  async make(wish) {
    const { app, afar } = this;
    if (this.making) return;
    this.making = true;
    app.draw();
    const token = secret();
    try {
      const question = { path: "/rooms", body: { id: secret(), ...wish }, token, lang: afar.lang };
      const made = await insist(question, () => app.state.route[0] === "afar");
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
    const { app, afar } = this;
    if (!code.trim()) return app.tell("afar.code.empty");
    try {
      const { room } = await ask({ path: "/codes", body: { code }, lang: afar.lang });
      app.go("room", room);
    } catch (error) {
      if (error instanceof Refusal) app.update({ fault: error.message, said: app.heard([sentence("afar.refused", { text: error.message })]) });
      else app.tell("afar.lost");
    }
  }

  /** Take a seat. @param {string} name */
  join(name) {
    const { afar } = this;
    if (afar.kept.joining) return;
    const joining = { id: secret(), name: name || null, seed: luck() };
    keep(this.app.store, afar.room.id, { token: secret(), player: null, joining });
    this.finishJoining();
  }

  /** Ask for the seat until it is ours or refused. */
  async finishJoining() {
    const { afar, app } = this;
    const { id } = afar.room;
    const { token, joining } = afar.kept;
    if (!joining) return;
    try {
      const { player } = await this.#commanded(id, token, { do: "join", ...joining });
      const seeded = afar.room?.view?.next?.game ?? 0;
      keep(app.store, id, { player, joining: null, seeded });
      afar.tabs?.tell({ what: "seat" });
      if (afar.isIn(id)) afar.seated();
    } catch (error) {
      if (!(error instanceof Refusal)) return;
      keep(app.store, id, { token: null, joining: null });
      if (afar.isIn(id)) afar.say(error.message);
    }
  }

  /** Take the seat that another device offers. @param {string} ticket */
  async claim(ticket) {
    const { afar, app } = this;
    const { id } = afar.room;
    const token = secret();
    try {
      const { player } = await this.#commanded(id, token, { do: "claim", id: secret(), ticket });
      keep(app.store, id, { token, player, joining: null });
      app.go("room", id);
    } catch (error) {
      if (error instanceof Refusal && afar.isIn(id)) afar.say(error.message);
    }
  }

  /** A command of who has no seat yet. @type {(id: string, token: string | null, body: object) => Promise<any>} */
  #commanded(id, token, body) {
    const question = { path: `/rooms/${id}/commands`, body, token, lang: this.afar.lang };
    return insist(question, () => this.afar.isIn(id));
  }

  /** Offer our seat to another device. */
  async offer() {
    const ticket = secret();
    if (!(await this.afar.commands.order({ do: "offer", ticket }))) return;
    this.afar.know({ ticket });
    document.getElementById("move")?.focus(); // It stands below.
  }

  /** Leave the room for good. */
  async quit() {
    const { afar, app } = this;
    const { id } = afar.room;
    if (!(await afar.commands.order({ do: "leave" }))) return;
    forget(app.store, id);
    app.go("afar");
  }

  /** Who we are by our token, and what we chose. */
  async whoAmI() {
    const { afar, app } = this;
    const { id } = afar.room;
    try {
      const { you } = await ask({ path: `/rooms/${id}`, token: afar.kept.token, lang: afar.lang });
      if (!you) return;
      keep(app.store, id, { player: you.player });
      if (afar.isIn(id)) afar.know({ me: you.player, choice: you.choice });
    } catch {
      // The stream says what is wrong.
    }
  }
}
