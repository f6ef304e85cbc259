/**
 * Where the events of a game come from. The session is the same for all: somebody wishes
 * something, the source lets it happen, at once or later, and play.js stores and shows it.
 *
 * @typedef {import("../../types").Event} Event
 * @typedef {import("../../types").Dice} Dice
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./sentences.js").Sentence} Sentence
 *
 * @typedef {"local" | "tapped" | "afar"} SourceName
 *
 * @typedef {{ kind: "roll", dice: number }
 *   | { kind: "hold", seat: number }
 *   | { kind: "enter", words: readonly string[] }} Wish To throw, so many dice where one may choose
 *   (else 0); to hold; to write down what real dice showed, in words of a record.
 *
 * @typedef {object} Source
 * @property {boolean} taps Whether people throw real dice and tap what they show.
 * @property {boolean} mends Whether what happened can be taken back and corrected.
 * @property {boolean} afar Whether the game is kept elsewhere and its events come when they come.
 * @property {(session: Session, wish: Wish, happen: (events: readonly Event[]) => void) => void} ask
 *   Lets a wish come true: calls `happen` with what came of it.
 * @property {(session: Session) => readonly Event[]} bots What bots do by themselves now.
 * @property {(session: Session) => readonly number[]} hands The seats that act on this device.
 * @property {(session: Session) => Sentence | null} [refuses] Why nobody can act here now, beside the rules.
 * @property {(session: Session, seat: number) => Sentence | null} [note] What else is to say of a seat.
 */
import { botDecisions, botEvents, botHolds, rolled } from "./bots.js";
import { Hold, apply } from "../engine/game.js";
import { eventOf } from "./session.js";

/** Everybody who is no bot. @param {Session} session */
const people = ({ game: { players } }) => players.flatMap((player, place) => ("bot" in player ? [] : [place + 1]));

/** Bots at this table: what they decide does not change until the next throw. */
class Bots {
  /** @param {Dice} dice Their chance. */
  constructor(dice) {
    this.dice = dice;
    /** Those that decided to stay in since that throw. @type {Set<number>} */
    this.stay = new Set();
    /** @type {object | null} */
    this.thrown = null;
  }

  /** Who decided to stay in. @param {Session} session */
  staying({ steps, begin }) {
    let place = steps.length - 1;
    while (place >= 0 && steps[place].event.type !== "throw") place--;
    const thrown = steps[place] ?? begin;
    if (thrown !== this.thrown) this.stay = new Set();
    this.thrown = thrown;
    return this.stay;
  }

  /** Bots that have enough hold before the next throw, however soon it comes. @param {Session} session */
  holds(session) {
    return botHolds(session, this.dice, this.staying(session));
  }
}

/** Dice of this device. @implements {Source} */
export class Local {
  taps = false;
  mends = false;
  afar = false;
  hands = people;

  /** @param {Dice} dice */
  constructor(dice) {
    this.dice = dice;
    this.table = new Bots(dice);
  }

  /** @type {Source["ask"]} */
  ask(session, wish, happen) {
    if (wish.kind === "hold") happen([Hold(wish.seat)]);
    if (wish.kind === "roll") happen([...this.table.holds(session), ...rolled(session, this.dice, wish.dice)]);
  }

  /** @type {Source["bots"]} */
  bots(session) {
    return botEvents(session, this.dice, this.table.staying(session));
  }
}

/** Real dice: what they show is tapped. Bots decide, and people throw for them. @implements {Source} */
export class Tapped {
  taps = true;
  mends = true;
  afar = false;
  hands = people;

  /** @param {Dice} dice The bots' chance. */
  constructor(dice) {
    this.dice = dice;
    this.table = new Bots(dice);
  }

  /** @type {Source["ask"]} */
  ask(session, wish, happen) {
    if (wish.kind === "hold") return happen([Hold(wish.seat)]);
    if (wish.kind !== "enter") return;
    const shared = session.rules.turn === "shared";
    const decided = shared ? this.table.holds(session) : this.bots(session);
    const now = session.with(decided);
    // What was thrown before a bot said how many dice, or that it holds, is not its throw.
    if (decided.length && (!shared || now.over)) return happen(decided);
    happen([...decided, ...eventsOf(wish.words, now.state)]);
  }

  /** @type {Source["bots"]} */
  bots(session) {
    return botDecisions(session, this.dice, this.table.staying(session));
  }
}

/** The events that words of a record are; or a `PasselError`. @type {(words: readonly string[], state: import("../../types").State) => Event[]} */
function eventsOf(words, state) {
  return words.map((word) => {
    const event = eventOf(word, state);
    state = apply(state, event);
    return event;
  });
}
