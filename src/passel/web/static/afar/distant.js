/**
 * A room as a source of dice and events: a wish is sent, and what comes of it comes over the
 * stream. Nothing happens at once.
 *
 * @typedef {import("../app/sources.js").Source} Source
 * @typedef {import("../app/session.js").Session} Session
 */
import { deciding } from "../app/bots.js";
import { sentence } from "../app/sentences.js";
import { isMissing, seatOf, self } from "./room.js";

/** @implements {Source} */
export class Distant {
  afar = true;
  mends = false;

  /** @param {import("./afar.js").Afar} afar */
  constructor(afar) {
    this.afarness = afar;
  }

  get taps() {
    return this.afarness.room?.view?.game?.dice === "physical";
  }

  /** @type {Source["ask"]} */
  ask(_, wish) {
    void this.afarness.commands.wish(wish);
  }

  /** @type {Source["bots"]} */
  bots() {
    return [];
  }

  /** @type {Source["hands"]} */
  hands() {
    const { room } = this.afarness;
    const seat = room ? seatOf(room) : 0;
    return seat ? [seat] : [];
  }

  /** @param {Session} session */
  refuses(session) {
    const { room } = this.afarness;
    if (!room?.up) return sentence("afar.lost");
    const [seat] = this.hands(session);
    if (!seat) return sentence("afar.watching");
    if (self(room)?.stand_in) return sentence("afar.stood-in.me");
    const now = deciding(session);
    if (session.rules.turn !== "shared" && !now.includes(seat)) return sentence("afar.turn", { name: now[0] });
    return null;
  }

  /** @type {(session: Session, seat: number) => import("../app/sentences.js").Sentence | null} */
  note(session, seat) {
    const { room } = this.afarness;
    const one = room?.view?.seats[seat - 1];
    if (!room || !one || room.view?.phase !== "playing") return null;
    if (one.stand_in) return sentence(one.stand_in === "skip" ? "afar.skipped" : "afar.bot-plays");
    if (one.left) return sentence("afar.presence.left");
    if (isMissing(room, one)) return sentence("afar.presence.missing");
    if (!one.bot && room.presence[one.player] === "away") return sentence("afar.presence.away");
    const waits = session.rules.turn === "shared" && room.view.game.legal.includes("hold") && session.state.to_move.includes(seat);
    return waits && one.chosen ? sentence("afar.has-chosen") : null;
  }
}
