/**
 * A game at this table: what stays the same, and a fold of events with every step so far. It knows
 * no screen, storage, clock or source of dice (sources.js).
 *
 * Words of a record are how events are kept, so what happened can be cut and joined as text. What
 * was entered can be taken back and entered again; a `Change` is a stretch of words that was
 * replaced, and without one the last word is what was entered last.
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
 * @typedef {object} Game What stays the same from the first event to the last, but for names.
 * @property {string} id
 * @property {Player[]} players
 * @property {number} begun Milliseconds since 1970.
 * @property {readonly Tag[]} [tags] Further tags of its record.
 * @property {import("./sources.js").SourceName} [source] Without one: `local`.
 *
 * @typedef {readonly [string, string]} Tag Its name and what it says.
 *
 * @typedef {object} Change
 * @property {number} at How many words stand before it.
 * @property {string[]} out The words that went.
 * @property {string[]} in The words that came.
 * @property {number} count How many words there were after it.
 * @property {readonly Change[]} undone What could be done again before it.
 */
import { PasselError } from "../engine/errors.js";
import { Announce, Hold, Throw, apply, over, sameTurn, start, winners } from "../engine/game.js";
import { eventText, printRecord, readFaces } from "../engine/notation.js";
import { name as rulesName, rules as rulesOf } from "../engine/variants.js";

/** The most corrections that can be taken back. */
const KEPT = 50;

export class Session {
  /**
   * @param {Game} game
   * @param {State} begin The state before the first event.
   * @param {readonly Step[]} [steps]
   * @param {string} [log] The events as text.
   * @param {readonly Change[]} [changes] What is more than one word at the end, oldest first.
   * @param {readonly Change[]} [undone] What was taken back, the next to do again last.
   */
  constructor(game, begin, steps = [], log = "", changes = [], undone = []) {
    this.game = game;
    this.begin = begin;
    this.steps = steps;
    this.log = log;
    this.changes = changes;
    this.undone = undone;
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

  /** The events as words of a record. @returns {string[]} */
  get words() {
    return this.log ? this.log.split(" ") : [];
  }

  /**
   * The session after more events. Throws `IllegalEvent` where the rules do not allow one.
   *
   * @param {readonly Event[]} events
   */
  with(events) {
    const steps = [...this.steps];
    const words = [];
    for (const event of events) {
      const before = steps.length ? steps[steps.length - 1].after : this.begin;
      steps.push({ before, event, after: apply(before, event) });
      words.push(eventText(event, this.rules));
    }
    const log = [this.log, ...words].filter(Boolean).join(" ");
    const { undone } = this;
    const fork = { at: this.steps.length, out: [], in: words, count: steps.length, undone };
    const changes = undone.length ? kept([...this.changes, fork]) : this.changes;
    return new Session(this.game, this.begin, steps, log, changes);
  }

  /**
   * The session with further tags of its record. What they say of dice holds only where no more
   * are thrown; of real dice the source says it.
   *
   * @param {readonly Tag[]} all
   */
  tagged(all) {
    const dice = /^(Dice|Game|Commitment|Seed( [0-9]+)?)$/;
    const tags = all.filter(([tag, value]) => value !== "physical" && (this.over || !dice.test(tag)));
    return this.of({ tags });
  }

  /** The session with these words in place of its own; those at the end may break the rules. @param {string[]} words */
  corrected(words) {
    const change = { ...difference(this.words, words), count: words.length, undone: this.undone };
    return this.#spliced(change, kept([...this.changes, change]), []);
  }

  /** The session without what was entered last; null where nothing was. @returns {Session | null} */
  back() {
    const { changes, steps } = this;
    const last = changes[changes.length - 1];
    if (last?.count === steps.length) {
      const redo = last.undone.length ? last.undone : [last];
      return this.#spliced({ ...last, out: last.in, in: last.out }, changes.slice(0, -1), redo);
    }
    if (!steps.length) return null;
    const { event } = steps[steps.length - 1];
    const announced = event.type === "throw" && steps[steps.length - 2]?.event.type === "announce";
    const at = steps.length - (announced ? 2 : 1);
    const words = this.words.slice(at);
    const change = { at, out: [], in: words, count: steps.length, undone: [] };
    return this.#spliced({ ...change, out: words, in: [] }, changes, [...this.undone, change]);
  }

  /** The session with what was taken back last; null where nothing was. @returns {Session | null} */
  again() {
    const { undone } = this;
    const change = undone[undone.length - 1];
    if (!change) return null;
    const rest = undone.slice(0, -1);
    const plain = !change.out.length && change.at === this.steps.length;
    return this.#spliced(change, plain ? this.changes : [...this.changes, { ...change, undone: [] }], rest);
  }

  /** @type {(change: Pick<Change, "at" | "out" | "in">, changes: readonly Change[], undone: readonly Change[]) => Session} */
  #spliced(change, changes, undone) {
    const words = this.words;
    words.splice(change.at, change.out.length, ...change.in);
    const steps = this.steps.slice(0, change.at);
    const more = folded(steps.length ? steps[steps.length - 1].after : this.begin, words.slice(change.at));
    const all = steps.concat(more);
    return new Session(this.game, this.begin, all, words.slice(0, all.length).join(" "), changes, undone);
  }

  /** The session with something else that stays the same: names. @param {Partial<Game>} game */
  of(game) {
    const { begin, steps, log, changes, undone } = this;
    return new Session({ ...this.game, ...game }, begin, steps, log, changes, undone);
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
    const { begin, steps, log, state, changes, undone } = this;
    const shared = begin.rules.turn === "shared";
    return {
      ...this.game,
      rules: rulesName(begin.rules),
      first: begin.roll_off ? "roll-off" : shared ? null : begin.first,
      scores: begin.scores.some(Boolean) ? [...begin.scores] : null,
      log,
      count: steps.length,
      ...(changes.length && { changes }),
      ...(undone.length && { undone }),
      changed: now,
      now: [...state.scores],
      winners: [...winners(state)],
    };
  }

  /**
   * The record of the game as text, with the tags that the terminal gives its own (docs/terminal.md).
   *
   * @param {string[]} bots What a bot is called, one a seat.
   */
  record(bots) {
    const { players, begun, source, tags = [] } = this.game;
    const names = players.map((player, place) => ("bot" in player ? bots[place] : player.name || null));
    /** @type {Tag[]} */
    const own = players.flatMap((player, place) => ("bot" in player ? [[`Bot ${place + 1}`, player.bot]] : []));
    const dated = tags.some(([tag]) => tag === "Begun" || tag === "Date");
    if (!dated) own.push(["Begun", new Date(begun).toLocaleString("sv").slice(0, 16)]);
    if (source === "tapped") own.push(["Dice", "physical"]);
    const further = tags.filter(([tag]) => own.every(([other]) => other !== tag));
    const events = this.steps.map((step) => step.event);
    return printRecord({ start: this.begin, events, names: names.some(Boolean) ? names : [], tags: [...own, ...further] });
  }
}

/** The newest of some changes. @param {readonly Change[]} changes */
const kept = (changes) => changes.slice(-KEPT);

/** The stretch in which some words differ from others. @type {(from: string[], to: string[]) => Pick<Change, "at" | "out" | "in">} */
function difference(from, to) {
  const most = Math.min(from.length, to.length);
  let at = 0;
  while (at < most && from[at] === to[at]) at++;
  let end = 0;
  while (end < most - at && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { at, out: from.slice(at, from.length - end), in: to.slice(at, to.length - end) };
}

/**
 * The steps that words make, up to the first that cannot be.
 *
 * @param {State} before
 * @param {readonly string[]} words
 */
export function folded(before, words) {
  /** @type {Step[]} */
  const steps = [];
  for (const word of words) {
    const step = stepOf(word, before);
    if (!step) break;
    steps.push(step);
    before = step.after;
  }
  return steps;
}

/**
 * What a word of a record does in a state; null where it cannot be.
 *
 * @param {string} word
 * @param {State} before
 * @returns {Step | null}
 */
export function stepOf(word, before) {
  try {
    const event = eventOf(word, before);
    return { before, event, after: apply(before, event) };
  } catch (error) {
    if (error instanceof PasselError) return null;
    throw error;
  }
}

/**
 * A session from what was stored. What does not fit the rules is left out with all that follows.
 *
 * @param {SavedGame} saved
 * @returns {{ session: Session, lost: number }} `lost`: how many events were left out.
 */
export function restored({ id, players, begun, source, tags, rules, first, scores, log, changes, undone }) {
  const begin = start(rulesOf(rules), players.length, scores, first);
  const words = log ? log.split(" ") : [];
  const steps = folded(begin, words);
  const lost = words.length - steps.length;
  const game = { id, players, begun, ...(source && { source }), ...(tags && { tags }) };
  const kept = words.slice(0, steps.length).join(" ");
  // What could be taken back or done again is about the whole log.
  return { session: new Session(game, begin, steps, kept, lost ? [] : changes, lost ? [] : undone), lost };
}

/**
 * The event that a word of a record is; or a `PasselError`.
 *
 * @param {string} word
 * @param {State} state
 * @returns {Event}
 */
export function eventOf(word, state) {
  const [, hold, seat, dice] = /^(hold)(?::(\d+))?$|^x(\d+)$/.exec(word) ?? [];
  if (hold) return Hold(seat ? Number(seat) : state.to_move[0]);
  if (dice) return Announce(Number(dice));
  return Throw(readFaces(word, state.roll_off ? state.rules.roll_off[0] : state.rules.dice));
}
