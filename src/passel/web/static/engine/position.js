/**
 * A position: one state of a game as one word, `pig:42-60:1:18`, and back; the twin of
 * passel/notation/position.py.
 *
 * @import { Parts, State } from "../../types"
 * @typedef {{ word: string, line: number, column: number }} Field A part of the text and its place.
 */
import { text as throwText } from "./dice.js";
import { NotationError, caught } from "./errors.js";
import { Throw, contenders, fold, over, placeOf, replace, seats, turnBegun, winners } from "./game.js";
import { SPACE, partition, strip } from "./text.js";
import { isNumber, offered, place, readFaces } from "./tokens.js";
import { name, rules as rulesOf } from "./variants.js";

const GAP = new RegExp(`[${SPACE}]`);

/** A state as one word; the round only where it can matter. @param {State} state */
export function printPosition(state) {
  const { rules, scores, to_move, round, first, dice, out, playoff, roll_off } = state;
  const total = `${state.turn_total}${state.must_roll ? "!" : ""}`;
  const words = [name(rules), scores.join("-"), to_move.join("+") || "-", total];
  if (roll_off) words.push(`first=${["roll-off", ...roll_off.map(throwText)].join("+")}`);
  else if (first !== 1) words.push(`first=${first}`);
  if (round !== 1 && (rules.end === "rounds" || playoff.length)) words.push(`round=${round}`);
  if (dice) words.push(`dice=${dice}`);
  if (out.length) words.push(`out=${out.join("+")}`);
  if (playoff.length) words.push(`playoff=${playoff.join("+")}`);
  return words.join(":");
}

/**
 * The state that a position names. Throws `NotationError` where it does not parse, or could not
 * arise in a game of these rules.
 *
 * @type {(text: string) => State}
 */
export function parsePosition(text) {
  const all = strip(text);
  const begin = text.indexOf(all);
  let at = begin;
  const fields = all.split(":").map((word) => {
    const field = { word, ...place(text, at) };
    at += word.length + 1;
    return field;
  });
  const gap = all.search(GAP);
  if (gap >= 0 || fields.length < 4) {
    const where = place(text, gap < 0 ? begin + all.length : begin + gap);
    fail("bad-position", { word: "", ...where }, ["RULES:SCORES:TO_MOVE:TURN_TOTAL"]);
  }
  const [head, scored, moving, total, ...rest] = fields;
  const four = readState(head, scored, moving, total);
  const keys = keysOf(rest);
  const state = withKeys(four, keys);
  check(state, { scored, moving, total, ...Object.fromEntries(keys) });
  return state;
}

/** @type {(code: string, field: Field, expected?: string[], parts?: Parts) => never} */
function fail(code, { word, line, column }, expected = [], parts = {}) {
  throw new NotationError(code, { line, column, token: word, expected }, parts);
}

/**
 * What every position says.
 * @type {(head: Field, scored: Field, moving: Field, total: Field) => State}
 */
function readState(head, scored, moving, total) {
  const rules = caught(
    () => rulesOf(head.word),
    ({ code, parts }) => fail(code, head, offered(parts), parts),
  );
  const scores = numbers(scored, "-", "bad-scores");
  const [fewest, most] = rules.seats;
  const met = scores.length;
  if (met < fewest || met > most) {
    fail("wrong-number-of-seats", scored, [], { id: rules.id, met, fewest, most });
  }
  const to_move = moving.word === "-" ? [] : seatsOf(moving, met);
  const must_roll = total.word.endsWith("!");
  const number = must_roll ? total.word.slice(0, -1) : total.word;
  if (!isNumber(number)) fail("bad-turn-total", total, ["NUMBER", "NUMBER!"]);
  const turn_total = Number(number);
  const others = { round: 1, first: 1, dice: 0, out: [], playoff: [], roll_off: null };
  return { rules, scores, to_move, turn_total, must_roll, ...others };
}

/** @type {(field: Field, sign: string, code: string) => number[]} */
function numbers(field, sign, code) {
  const words = field.word.split(sign);
  if (!words.every(isNumber)) fail(code, field, ["NUMBER"]);
  return words.map(Number);
}

/** @type {(field: Field, count: number) => number[]} */
function seatsOf(field, count) {
  const seats = numbers(field, "+", "bad-seats");
  if (seats.some((seat, index) => index && seat <= seats[index - 1])) fail("bad-seats", field, ["SEAT"]);
  const strange = seats.find((seat) => seat < 1 || seat > count);
  if (strange !== undefined) fail("no-such-seat", field, [], { seat: strange, count });
  return seats;
}

/** The values of the further fields by their keys. @param {Field[]} fields */
function keysOf(fields) {
  /** @type {Map<string, Field>} */
  const keys = new Map();
  for (const field of fields) {
    const [key, value] = partition(field.word);
    if (!/^(first|round|dice|out|playoff)=/.test(field.word)) {
      fail("bad-key", field, ["first=", "round=", "dice=", "out=", "playoff="]);
    }
    if (keys.has(key)) fail("repeated-key", field, [], { key });
    keys.set(key, { ...field, word: value, column: field.column + key.length + 1 });
  }
  return keys;
}

/** @type {(state: State, keys: Map<string, Field>) => State} */
function withKeys(state, keys) {
  const { rules } = state;
  const count = state.scores.length;
  /** @type {(key: string, read: (field: Field) => unknown) => void} */
  const set = (key, read) => {
    const field = keys.get(key);
    if (field) state = replace(state, { [key]: read(field) });
  };
  const seats = (/** @type {Field} */ field) => seatsOf(field, count);
  const first = keys.get("first");
  /** @type {Record<string, boolean>} */
  const unfit = {
    dice: !rules.max_dice,
    first: rules.turn === "shared",
    out: !rules.rows.some((row) => row.kind === "out"),
    playoff: rules.tie !== "playoff",
    round: rules.end !== "rounds" && !keys.has("playoff"),
  };
  for (const [key, field] of keys) {
    if (unfit[key]) fail("key-not-here", field, [], { key });
  }
  for (const key of ["round", "dice"]) {
    set(key, (field) => {
      if (!isNumber(field.word) || field.word === "0") fail("bad-key-value", field, ["NUMBER"], { key });
      return Number(field.word);
    });
  }
  set("playoff", seats);
  set("out", seats);
  if (first) {
    const [word, ...thrown] = first.word.split("+");
    if (word === "roll-off" && rules.first === "roll-off" && thrown.length < count) {
      const begin = replace(state, { roll_off: [] });
      state = caught(
        () => fold(begin, thrown.map((each) => Throw(readFaces(each, rules.roll_off[0])))),
        ({ code, parts }) => fail(code, first, [], parts),
      );
    } else if (isNumber(first.word)) {
      state = replace(state, { first: seats(first)[0] });
    } else {
      fail("bad-key-value", first, ["SEAT"], { key: "first" });
    }
  }
  // The `!` of a new turn, where nothing else can be meant.
  const canBeVoid = rules.first_throw_safe || rules.rows.some((row) => row.kind === "void");
  const isNew = state.to_move.length && !state.turn_total && !rules.pass_allowed && !canBeVoid;
  return replace(state, isNew ? { must_roll: true } : {});
}

/**
 * Refuse what could not arise in a game.
 * @type {(state: State, fields: Record<string, Field>) => void}
 */
function check(state, fields) {
  const { rules, to_move, turn_total, must_roll, round, dice, out, playoff } = state;
  /** @type {(key: string, ...expected: string[]) => void} */
  const badValue = (key, ...expected) => fail("bad-key-value", fields[key], expected, { key });
  if (playoff.length && playoff.length < 2) badValue("playoff", "SEAT+SEAT");
  if (out.length && !contenders(state).length) badValue("out", "SEAT");
  if (dice && !(to_move.length && dice <= (rules.max_dice ?? 0))) badValue("dice", "NUMBER");
  if (fields.round) {
    const low = playoff.length ? (rules.rounds ?? 1) + 1 : 1;
    const high = playoff.length ? round : (rules.rounds ?? 0);
    if (round < low || round > high) badValue("round", "NUMBER");
  } else if (playoff.length) {
    badValue("playoff", "round=");
  }
  if (state.roll_off) {
    if (to_move.length || turn_total || must_roll || out.length || playoff.length) {
      fail("bad-to-move", fields.moving, ["-"]);
    }
    checkScores(state, fields.scored, seats(state));
  } else if (over(state)) {
    checkOver(state, fields);
  } else {
    checkGoing(state, fields);
  }
}

/**
 * These seats cannot have reached the target yet.
 * @type {(state: State, field: Field, seats: readonly number[]) => void}
 */
function checkScores({ scores, rules: { target } }, scored, seats) {
  for (const seat of seats) {
    const score = scores[seat - 1];
    if (target !== null && score >= target) fail("score-at-target", scored, [], { score, target });
  }
}

/** @type {(state: State, fields: Record<string, Field>) => void} */
function checkOver(state, { moving, total }) {
  const { rules } = state;
  const reached = state.scores.filter((score) => score >= (rules.target ?? 0)).length;
  const decided = winners(state).length === 1 || rules.tie === "shared";
  const ended =
    rules.end === "at-once"
      ? reached === 1
      : state.playoff.length || (rules.end === "full-round" ? reached > 0 : state.round === rules.rounds);
  const lastLeft = contenders(state).length === 1 && state.out.length;
  if (!(ended && decided) && !lastLeft) fail("not-over", moving, ["SEAT"]);
  if (state.turn_total || state.must_roll) fail("bad-turn-total", total, ["0"]);
}

/** @type {(state: State, fields: Record<string, Field>) => void} */
function checkGoing(state, { scored, moving, total }) {
  const { rules, to_move, turn_total, must_roll } = state;
  const left = contenders(state);
  const shared = rules.turn === "shared";
  if (!to_move.every((seat) => left.includes(seat)) || (!shared && to_move.length !== 1)) {
    fail("bad-to-move", moving, ["SEAT"]);
  }
  if (left.length === 1 && state.out.length) fail("bad-to-move", moving, ["-"]);
  if (!state.playoff.length) {
    const waits = (/** @type {number} */ seat) => placeOf(state, seat) >= placeOf(state, to_move[0]);
    checkScores(state, scored, seats(state).filter((seat) => rules.end === "at-once" || waits(seat)));
  }
  const must = rules.rows.some((row) => row.must_roll);
  if (rules.max_dice !== null && (turn_total || !must_roll)) fail("bad-turn-total", total, ["0!"]);
  if (must_roll && rules.max_dice === null && (turn_total ? !must : rules.pass_allowed)) {
    fail("bad-turn-total", total, [total.word.replace(/!$/, "")]);
  }
  if (shared && !turnBegun(state) && to_move.length !== left.length) {
    fail("bad-to-move", moving, [left.join("+")]);
  }
}
