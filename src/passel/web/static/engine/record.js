/**
 * The record of a game: its rules and everything that happened, as text and back; the twin of
 * passel/notation/record.py.
 *
 * @import { Event, Parts, State } from "../../types"
 * @typedef {import("../../types").GameRecord} GameRecord
 *
 * @typedef {{ value: string, written: string, line: number, at: number }} TagValue What a tag says,
 *   as it is written, its line from 1, and where it begins in that line, from 0.
 */
import { NotationError, PasselError, caught } from "./errors.js";
import { Announce, Hold, Throw, apply, fold, namedFirst, over } from "./game.js";
import { sameTurn, seats, start, winners } from "./game.js";
import { SPACE, split, strip } from "./text.js";
import { eventText, expected, isNumber, offered, place, readFaces } from "./tokens.js";
import { name, rules as rulesOf } from "./variants.js";

const TAG = new RegExp(
  String.raw`\[[S]*([A-Za-z][A-Za-z0-9_-]*)(?:[S]+([0-9]{1,4}))?[S]*"((?:[^"\\]|\\["\\])*)"[S]*\]`
    .replaceAll("[S]", `[${SPACE}]`),
  "y",
);
const LABEL = new RegExp(`(first|\\*|[0-9]{1,4})[${SPACE}]*:`, "y");
const TOKEN = new RegExp(`[^${SPACE};]+`, "g");
const WORD = new RegExp(`[^${SPACE}]`, "g");
const KNOWN = ["Rules", "Seats", "Seat", "Scores", "First", "Result"];

/** @type {(pattern: RegExp, text: string, at: number) => RegExpExecArray | null} */
function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where the next word begins, or the line ends. @type {(line: string, at: number) => number} */
const wordFrom = (line, at) => match(WORD, line, at)?.index ?? line.length;

/** The state after the last event. @param {GameRecord} record */
export const final = (record) => fold(record.start, record.events);

/** The state before the first event and after each. @param {GameRecord} record */
export function states(record) {
  const all = [record.start];
  for (const event of record.events) all.push(apply(all[all.length - 1], event));
  return all;
}

/** A record as its canonical text, which ends with a line feed. @param {GameRecord} record */
export function printRecord({ start: begin, events, names, tags }) {
  const lines = [tag("Rules", name(begin.rules))];
  if (!names.length || names.includes(null)) lines.push(tag("Seats", String(begin.scores.length)));
  names.forEach((each, seat) => each !== null && lines.push(tag(`Seat ${seat + 1}`, each)));
  if (begin.scores.some(Boolean)) lines.push(tag("Scores", begin.scores.join(" ")));
  if (!begin.roll_off && begin.first !== namedFirst(begin.rules)) lines.push(tag("First", `${begin.first}`));
  const end = lines.length;
  lines.push(...tags.map(([name, value]) => tag(name, value)), "");
  let state = begin;
  /** @type {string[]} */
  let words = [];
  for (const event of events) {
    const after = apply(state, event);
    if (!words.length) words.push(labelOf(state));
    words.push(eventText(event, begin.rules));
    if (!sameTurn(state, after)) {
      lines.push(words.join(" "));
      words = [];
    }
    state = after;
  }
  if (words.length || (state.roll_off && !events.length)) lines.push(words.join(" ") || "first:");
  if (over(state)) lines.splice(end, 0, tag("Result", winners(state).join(" ")));
  return `${lines.join("\n").replace(/\n+$/, "")}\n`;
}

/** @type {(name: string, value: string) => string} */
const tag = (name, value) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`;

/** How the line of this turn begins. @param {State} state */
function labelOf(state) {
  if (state.roll_off) return "first:";
  return state.rules.turn === "shared" ? "*:" : `${state.to_move[0]}:`;
}

/** How the next line can begin. @param {State} state */
const labels = (state) => [over(state) ? "end" : labelOf(state)];

/** The record that a text is. Throws `NotationError`. @param {string} text */
export const parseRecord = (text) => new RecordReader(text).read();

/** Reads a record once, line by line; knows where it stands, for the error it may throw. */
class RecordReader {
  line = 1;
  /** @type {Map<string, TagValue>} */
  tags = new Map();
  /** @type {[string, string][]} */
  other = [];
  /** @type {Map<number, string>} */
  names = new Map();
  /**
   * The state before the first event, once a turn or the end of the text is met.
   * @type {State | null}
   */
  begin = null;
  /** @type {Event[]} */
  events = [];
  /** Whether the last line stopped in the middle of a turn. */
  middle = false;

  /** @param {string} text */
  constructor(text) {
    this.lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  }

  /** @returns {GameRecord} */
  read() {
    /** @type {State | undefined} */
    let state;
    for (const [before, line] of this.lines.entries()) {
      this.line = before + 1;
      const at = wordFrom(line, 0);
      if (at === line.length || line[at] === ";") continue;
      if (line[at] === "[") this.#readTags(line, at);
      else state = this.#readTurn(state ?? this.#start(), line, at);
    }
    state ??= this.#start();
    const said = this.tags.get("Result");
    const result = winners(state).map(String);
    if (!result.length) result.push("*");
    if (said && `${split(said.value).sort()}` !== `${[...result].sort()}`) {
      this.#failAt("Result", "untrue-result", [result.join(" ")], { true: result });
    }
    return /** @type {GameRecord} */ (this.#record());
  }

  /** What was read so far, if a turn could begin. @returns {GameRecord | null} */
  #record() {
    const { begin, names } = this;
    const named = begin && names.size ? seats(begin).map((seat) => names.get(seat) ?? null) : [];
    return begin && { start: begin, events: [...this.events], names: named, tags: this.other };
  }

  /** @type {(code: string, token: string, at: number, expected?: string[], parts?: Parts) => never} */
  #fail(code, token, at, expected = [], parts = {}) {
    const { line } = this;
    const { column } = place(this.lines[line - 1], at);
    throw new NotationError(code, { line, column, token, expected, kept: this.#record() }, parts);
  }

  /**
   * A fault of a tag's value.
   * @type {(tag: string, code: string, expected?: string[], parts?: Parts) => never}
   */
  #failAt(tag, code, expected, parts) {
    const { written, line, at } = this.#tag(tag);
    this.line = line;
    return this.#fail(code, written, at, expected, parts);
  }

  /** A tag that is there. @param {string} tag */
  #tag(tag) {
    return /** @type {TagValue} */ (this.tags.get(tag));
  }

  /** @type {(line: string, at: number) => void} */
  #readTags(line, at) {
    while (at < line.length && line[at] !== ";") {
      const found = match(TAG, line, at);
      if (!found) return this.#fail("bad-tag", strip(line.slice(at)), at, ['[Name "value"]']);
      const [all, name, seat, written] = found;
      const isKnown = KNOWN.includes(name);
      if (this.begin) this.#fail("tag-after-turns", all, at, ["SEAT:"]);
      let value = written.replace(/\\(.)/g, "$1");
      if (isKnown && name !== "Seat") value = value.replaceAll("\t", " ");
      if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(value)) this.#fail("bad-character", all, at);
      const key = seat ? `${name} ${Number(seat)}` : name;
      const [nameAt, valueAt] = [all.indexOf(name), all.indexOf('"') + 1];
      if (this.tags.has(key)) {
        this.#fail("repeated-tag", strip(all.slice(nameAt, valueAt - 1)), at + nameAt, [], { tag: key });
      }
      if (isKnown) {
        if (!seat === (name === "Seat")) this.#fail("bad-tag", all, at, ['[Seat 1 "Ana"]']);
        this.tags.set(key, { value, written, line: this.line, at: at + valueAt });
        if (seat) this.names.set(Number(seat), value);
      } else {
        this.other.push([key, value]);
      }
      at = wordFrom(line, at + all.length);
    }
  }

  /** The state that the tags describe. @returns {State} */
  #start() {
    const { line, tags } = this;
    if (!tags.has("Rules")) this.#fail("no-rules-tag", "", 0, ['[Rules "pig"]']);
    const rules = this.#checked("Rules", () => rulesOf(this.#tag("Rules").value));
    this.line = line;
    const count = this.#count();
    const [anybody, unsaid] = rules.turn === "shared" ? [null, null] : [1, namedFirst(rules)];
    this.#checked(tags.has("Seats") ? "Seats" : "Seat 1", () => start(rules, count, null, anybody));
    const scores = tags.has("Scores") ? this.#numbers("Scores") : null;
    if (scores) this.#checked("Scores", () => start(rules, count, scores, anybody));
    const isSaid = tags.has("First");
    const first = isSaid ? this.#number("First") : unsaid;
    const begin = this.#checked(isSaid ? "First" : "Rules", () => start(rules, count, scores, first));
    this.line = line;
    return (this.begin = begin);
  }

  /**
   * What `make` makes; what it refuses is refused at the tag's value.
   *
   * @template T
   * @param {string} tag
   * @param {() => T} make
   */
  #checked(tag, make) {
    return caught(make, ({ code, parts }) => this.#failAt(tag, code, offered(parts), parts));
  }

  /** How many seats the tags name. */
  #count() {
    const named = [...this.names.keys()].sort((a, b) => a - b);
    if (this.tags.has("Seats")) {
      const count = this.#number("Seats");
      const seat = named.filter((each) => each < 1 || each > count).pop();
      if (seat !== undefined) this.#failAt(`Seat ${seat}`, "no-such-seat", [], { seat, count });
      return count;
    }
    if (!named.length) this.#fail("no-seats-tag", "", 0, ['[Seats "2"]']);
    const seat = named[named.length - 1];
    if (seat !== named.length || !named[0]) {
      this.#failAt(`Seat ${seat}`, "seats-not-in-order", [], { seat });
    }
    return seat;
  }

  /** @param {string} tag */
  #numbers(tag, count = Infinity) {
    const words = split(this.#tag(tag).value);
    if (!words.length || words.length > count || !words.every(isNumber)) {
      this.#failAt(tag, "bad-number-tag", ["NUMBER"], { tag });
    }
    return words.map(Number);
  }

  /** @param {string} tag */
  #number(tag) {
    return this.#numbers(tag, 1)[0];
  }

  /** The state after a line. @type {(state: State, line: string, at: number) => State} */
  #readTurn(state, line, at) {
    const found = match(LABEL, line, at);
    if (!found) {
      const [token] = match(TOKEN, line, at) ?? [line[at]];
      return this.#fail("no-label", token, at, labels(state));
    }
    state = this.#checkLabel(state, found[1], at);
    at += found[0].length;
    let ended = false;
    for (let token; (token = match(TOKEN, line, at)); at = token.index + token[0].length) {
      if (line.slice(at, token.index).includes(";")) break;
      if (ended) this.#fail(over(state) ? "game-over" : "turn-over", token[0], token.index, labels(state));
      const before = state;
      state = this.#readEvent(state, token[0], token.index);
      ended = !sameTurn(before, state);
    }
    this.middle = !ended;
    return state;
  }

  /**
   * Refuse a line that cannot follow; a roll-off may begin.
   * @type {(state: State, label: string, at: number) => State}
   */
  #checkLabel(state, label, at) {
    const { rules } = state;
    const isFirst = label === "first";
    if (isFirst) {
      if (rules.first !== "roll-off") this.#fail("no-roll-off", label, at, labels(state), { id: rules.id });
      if (this.tags.has("First")) this.#fail("first-and-roll-off", label, at, labels(state));
      if (!this.events.length && !state.roll_off) {
        this.begin = state = start(rules, state.scores.length, state.scores, "roll-off");
      }
    }
    if (over(state)) this.#fail("game-over", label, at, ["end"]);
    if (this.middle) this.#fail("turn-not-finished", label, at, expected(state));
    if (`${label}:` !== labelOf(state)) {
      let code = "wrong-seat";
      if (isFirst) code = "roll-off-decided";
      else if (state.roll_off) code = "roll-off-first";
      else if ((label === "*") !== (rules.turn === "shared")) code = "wrong-label";
      this.#fail(code, label, at, labels(state), { label: labelOf(state) });
    }
    return state;
  }

  /**
   * The state after the event that a token names.
   * @type {(state: State, token: string, at: number) => State}
   */
  #readEvent(state, token, at) {
    const { rules, roll_off, to_move } = state;
    const shared = rules.turn === "shared";
    const [, sign, digits] = /^(x|hold:)(.*)$/s.exec(token) ?? [];
    /** @returns {Event} */
    const read = () => {
      if (token === "hold") {
        if (!shared && to_move.length) return Hold(to_move[0]);
        throw new PasselError(shared ? "hold-needs-seat" : "roll-off-first");
      }
      if (sign && isNumber(digits) && (sign === "x" || shared)) {
        return sign === "x" ? Announce(Number(digits)) : Hold(Number(digits));
      }
      return Throw(readFaces(token, roll_off ? rules.roll_off[0] : rules.dice));
    };
    return caught(
      () => {
        const event = read();
        const after = apply(state, event);
        this.events.push(event);
        return after;
      },
      ({ code, parts }) => this.#fail(code, token, at, expected(state), parts),
    );
  }
}
