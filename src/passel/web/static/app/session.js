/**
 * A game at one table: events in, state out. A `Session` is an immutable value: who sits where,
 * and every step so far. It knows no screen, storage, clock or source of dice.
 *
 * @typedef {import("../../types").State} State
 * @typedef {import("../../types").Event} Event
 * @typedef {import("../../types").Rules} Rules
 * @typedef {import("./store.js").SavedGame} SavedGame
 * @typedef {import("./store.js").Player} Player
 *
 * @typedef {object} Step One event and what came of it.
 * @property {State} before
 * @property {Event} event
 * @property {State} after
 *
 * @typedef {object} Game What stays the same from the first event to the last.
 * @property {string} id
 * @property {Player[]} players
 * @property {number} begun Milliseconds since 1970.
 * @property {readonly Tag[]} [tags] Further tags of its record.
 *
 * @typedef {readonly [string, string]} Tag Its name and what it says.
 */
import { PasselError } from "../engine/errors.js";
import { Announce, Hold, Throw, apply, over, sameTurn, start, winners } from "../engine/game.js";
import { eventText, printRecord, readFaces } from "../engine/notation.js";
import { name as rulesName, rules as rulesOf } from "../engine/variants.js";

export class Session {
  /**
   * @param {Game} game
   * @param {State} begin The state before the first event.
   * @param {readonly Step[]} [steps]
   * @param {string} [log] The events as text.
   */
  constructor(game, begin, steps = [], log = "") {
    this.game = game;
    this.begin = begin;
    this.steps = steps;
    this.log = log;
    this.state = steps.length ? steps[steps.length - 1].after : begin;
    Object.freeze(this);
  }

  /** @returns {Rules} */
  get rules() {
    return this.begin.rules;
  }

  get over() {
    return over(this.state);
  }

  /**
   * The session after more events. Throws `IllegalEvent` where the rules do not allow one.
   *
   * @param {readonly Event[]} events
   */
  with(events) {
    const steps = [...this.steps];
    const words = this.log ? [this.log] : [];
    let before = this.state;
    for (const event of events) {
      const after = apply(before, event);
      steps.push({ before, event, after });
      words.push(eventText(event, this.rules));
      before = after;
    }
    return new Session(this.game, this.begin, steps, words.join(" "));
  }

  /**
   * The session with further tags of its record. What they say of dice holds only where no more
   * are thrown.
   *
   * @param {readonly Tag[]} all
   */
  tagged(all) {
    const tags = all.filter(([tag]) => this.over || !/^(Dice|Game|Commitment|Seed( [0-9]+)?)$/.test(tag));
    return new Session({ ...this.game, tags }, this.begin, this.steps, this.log);
  }

  /** The session without its last event; for events that nobody drew, such as a hold. */
  undone() {
    const kept = this.steps.slice(0, -1);
    return new Session(this.game, this.begin, kept, this.log.split(" ").slice(0, kept.length).join(" "));
  }

  /** The steps of the turn that goes on, or of the one that just ended. @returns {readonly Step[]} */
  get turn() {
    let first = this.steps.length - 1;
    while (first > 0 && sameTurn(this.steps[first - 1].before, this.steps[first - 1].after)) first--;
    return this.steps.slice(Math.max(first, 0));
  }

  /** All turns, oldest first. @returns {Step[][]} */
  get turns() {
    /** @type {Step[][]} */
    const turns = [];
    let going = false;
    for (const step of this.steps) {
      if (going) turns[turns.length - 1].push(step);
      else turns.push([step]);
      going = sameTurn(step.before, step.after);
    }
    return turns;
  }

  /**
   * As it is stored.
   *
   * @param {number} now Milliseconds since 1970.
   * @returns {SavedGame}
   */
  saved(now) {
    const { begin, steps, log, state } = this;
    const shared = begin.rules.turn === "shared";
    return {
      ...this.game,
      rules: rulesName(begin.rules),
      first: begin.roll_off ? "roll-off" : shared ? null : begin.first,
      scores: begin.scores.some(Boolean) ? [...begin.scores] : null,
      log,
      count: steps.length,
      changed: now,
      now: [...state.scores],
      winners: [...winners(state)],
    };
  }

  /**
   * The record of the game as text.
   *
   * @param {string[]} names One a seat.
   */
  record(names) {
    const { begun, tags = [] } = this.game;
    /** @type {Tag} */
    const date = ["Date", new Date(begun).toISOString().slice(0, 10)];
    const dated = tags.some(([tag]) => tag === "Date") ? tags : [date, ...tags];
    const events = this.steps.map((step) => step.event);
    return printRecord({ start: this.begin, events, names, tags: dated });
  }
}

/**
 * A session from what was stored. What does not fit the rules is left out with all that follows.
 *
 * @param {SavedGame} saved
 * @returns {{ session: Session, lost: number }} `lost`: how many events were left out.
 */
export function restored({ id, players, begun, tags, rules, first, scores, log }) {
  const begin = start(rulesOf(rules), players.length, scores, first);
  const words = log ? log.split(" ") : [];
  /** @type {Step[]} */
  const steps = [];
  let before = begin;
  for (const word of words) {
    try {
      const event = eventOf(word, before);
      const after = apply(before, event);
      steps.push({ before, event, after });
      before = after;
    } catch (error) {
      if (!(error instanceof PasselError)) throw error;
      break;
    }
  }
  const kept = words.slice(0, steps.length).join(" ");
  return { session: new Session({ id, players, begun, tags }, begin, steps, kept), lost: words.length - steps.length };
}

/**
 * The event that a word of a record is.
 *
 * @param {string} word
 * @param {State} state
 * @returns {Event}
 */
function eventOf(word, state) {
  const [, hold, seat, dice] = /^(hold)(?::(\d+))?$|^x(\d+)$/.exec(word) ?? [];
  if (hold) return Hold(seat ? Number(seat) : state.to_move[0]);
  if (dice) return Announce(Number(dice));
  return Throw(readFaces(word, state.roll_off ? state.rules.roll_off[0] : state.rules.dice));
}
