/**
 * A game is a fold: `state = events.reduce(apply, start(rules))`; the twin of passel/game.py.
 *
 * A `State` is a small frozen value. Two kinds of things happen to it: decisions (`Hold`,
 * `Announce`; deciding to roll needs no event of its own) and chance (`Throw`). Nothing here knows
 * players, dice sources, clocks or languages.
 *
 * @import { Action as Act, AnnounceEvent, Distribution, Effect as What, Faces, HoldEvent,
 *   Outcome, Rules, Seats, ThrowEvent } from "../../types"
 * @typedef {import("../../types").State} State
 * @typedef {import("../../types").Event} Event
 */
import { IllegalEvent, PasselError, StartError, caught } from "./errors.js";
import { Effect, chances, checkFaces, checkThrow, distribution } from "./rules.js";
import { effect, rollOffChances, rollOffPoints } from "./rules.js";

/** @type {(faces: Faces) => ThrowEvent} */
export const Throw = (faces) => ({ type: "throw", faces });

/** @type {(seat: number) => HoldEvent} */
export const Hold = (seat) => ({ type: "hold", seat });

/** @type {(dice: number) => AnnounceEvent} */
export const Announce = (dice) => ({ type: "announce", dice });

/** @type {(kind: "roll" | "hold", dice?: number) => Act} */
export const Action = (kind, dice = 0) => Object.freeze({ kind, dice });

export const ROLL = Action("roll");
export const HOLD = Action("hold");

/** @type {(state: State, changes: Partial<State>) => State} */
export const replace = (state, changes) => Object.freeze({ ...state, ...changes });

/** Whether the game has ended. @param {State} state */
export const over = (state) => !state.to_move.length && !state.roll_off;

/** All seats, from 1. @type {(state: State) => Seats} */
export const seats = (state) => state.scores.map((_, place) => place + 1);

/** The seats that can still win, in seat order. @param {State} state */
export const contenders = (state) =>
  (state.playoff.length ? state.playoff : seats(state)).filter((seat) => !state.out.includes(seat));

/** Whether something was thrown this turn, as far as it matters. @param {State} state */
export const turnBegun = (state) => state.turn_total > 0 || state.must_roll === state.rules.pass_allowed;

/**
 * Whether an event that led from one state to the next left the turn going: in a shared turn the
 * round, in a roll-off the attempt.
 *
 * @type {(before: State, after: State) => boolean}
 */
export function sameTurn(before, after) {
  if (over(after) || before.round !== after.round) return false;
  if (before.roll_off) return !!after.roll_off?.length;
  return before.rules.turn === "shared" || before.to_move[0] === after.to_move[0];
}

/** Who starts where nothing else says so. @param {Rules} rules */
export const namedFirst = ({ first, turn }) => (turn === "shared" ? 1 : Number(first) || 1);

/**
 * The state before anything happened. `first` null: as the rules say; where they say `random` or
 * `loser` that is the caller's to draw, and seat 1 stands in for it. Throws `StartError`.
 *
 * @type {(rules: Rules, count?: number, scores?: readonly number[] | null,
 *   first?: number | "roll-off" | null) => State}
 */
export function start(rules, count = 2, scores = null, first = null) {
  const [fewest, most] = rules.seats;
  if (count < fewest || count > most) {
    throw new StartError("wrong-number-of-seats", { id: rules.id, met: count, fewest, most });
  }
  scores ??= Array(count).fill(0);
  if (scores.length !== count) throw new StartError("wrong-number-of-scores", { met: scores.length, count });
  for (const score of scores) {
    if (score < 0 || score > 999_999_999) throw new StartError("bad-score", { score });
    if (rules.target !== null && score >= rules.target) {
      throw new StartError("score-at-target", { score, target: rules.target });
    }
  }
  if (first !== null && rules.turn === "shared") throw new StartError("no-first-seat", { id: rules.id });
  first ??= rules.first === "roll-off" ? "roll-off" : namedFirst(rules);
  const rolled = first === "roll-off";
  if (rolled && rules.first !== first) throw new StartError("no-roll-off", { id: rules.id });
  const begin = Object.freeze({
    rules,
    scores,
    to_move: [],
    turn_total: 0,
    must_roll: false,
    round: 1,
    first: first === "roll-off" ? 1 : first,
    dice: 0,
    out: [],
    playoff: [],
    roll_off: rolled ? [] : null,
  });
  if (first === "roll-off") return begin;
  if (first < 1 || first > count) throw new StartError("no-such-first-seat", { met: first, count });
  return turnOf(begin, first);
}

/**
 * What each seat of `to_move` may decide; empty only when the game is over. During a roll-off and
 * after an announcement nothing is left to decide but the throw: `ROLL`.
 *
 * @type {(state: State) => readonly Act[]}
 */
export function legalActions(state) {
  if (over(state)) return [];
  if (state.roll_off || state.dice) return [ROLL];
  const most = state.rules.max_dice;
  if (most !== null) return Array.from({ length: most }, (_, place) => Action("roll", place + 1));
  return state.must_roll ? [ROLL] : [ROLL, HOLD];
}

/**
 * The exact distribution of the next throw over its effects. Throws `IllegalEvent`: `game-over`
 * or `announce-first`.
 *
 * @type {(state: State) => Distribution}
 */
export function throws(state) {
  checkThrowable(state);
  if (state.roll_off) return rollOffChances(state.rules);
  const all = chances(state.rules, state.dice);
  if (!isSafe(state)) return all;
  return distribution(all.chances.map((chance) => ({ ...chance, effect: saved(chance.effect) })));
}

/**
 * The kind and the number of the dice of the next throw.
 * @type {(state: State) => readonly [string, number]}
 */
export const nextDice = ({ rules, roll_off, dice }) =>
  roll_off ? rules.roll_off : [rules.dice, dice || rules.count];

/**
 * What this throw does in this state. Throws `IllegalEvent`.
 * @type {(state: State, faces: Faces) => What}
 */
export function effectOf(state, faces) {
  const { rules } = state;
  checkThrowable(state);
  /** @type {(error: PasselError) => never} */
  const refuse = ({ code, parts }) => {
    throw new IllegalEvent(code, state, parts);
  };
  return caught(() => {
    if (state.roll_off) {
      checkFaces(...rules.roll_off, faces);
      if (`${rules.roll_off}` === `${[rules.dice, rules.count]}`) checkThrow(rules, faces);
      return Effect("gain", rollOffPoints(rules, faces));
    }
    checkThrow(rules, faces, state.dice);
    const what = effect(rules, faces);
    return isSafe(state) ? saved(what) : what;
  }, refuse);
}

/**
 * The state after an event; the given state is unchanged. Throws `IllegalEvent` with the code of
 * the rule that the event breaks (passel/game.py lists them).
 *
 * @type {(state: State, event: Event) => State}
 */
export function apply(state, event) {
  switch (event.type) {
    case "throw": {
      const what = effectOf(state, event.faces);
      return state.roll_off ? rollOff(state, state.roll_off, event.faces) : settle(state, what);
    }
    case "hold":
      checkHold(state, event.seat);
      return bank(state, event.seat, state.turn_total);
    case "announce":
      checkAnnounce(state, event.dice);
      return replace(state, { dice: event.dice });
  }
}

/** @type {(state: State, events: readonly Event[]) => State} */
export const fold = (state, events) => events.reduce(apply, state);

/** How the game ended, or null while it goes on. @type {(state: State) => Outcome | null} */
export function outcome(state) {
  if (!over(state)) return null;
  const left = contenders(state);
  if (left.length === 1 && state.out.length) return { winners: left, reason: "last-left" };
  return { winners: leaders(state), reason: state.rules.end === "rounds" ? "rounds" : "target" };
}

/** The seats that won; empty while the game goes on. @param {State} state */
export const winners = (state) => outcome(state)?.winners ?? [];

/** Whether a bust would be void, as the first throw of a round. @param {State} state */
const isSafe = (state) => state.rules.first_throw_safe && !turnBegun(state);

/** @param {What} what */
const saved = (what) => (what.kind === "bust" || what.kind === "bust_all" ? Effect("void") : what);

/**
 * How many seats after the first one a seat plays.
 * @type {(state: State, seat: number) => number}
 */
export const placeOf = (state, seat) => (seat - state.first + state.scores.length) % state.scores.length;

/** Contenders in the order of play. @param {State} state */
const order = (state) => [...contenders(state)].sort((a, b) => placeOf(state, a) - placeOf(state, b));

/**
 * The start of a seat's turn; in a shared game of everybody's.
 * @type {(state: State, seat: number) => State}
 */
const turnOf = (state, seat) =>
  replace(state, {
    to_move: state.rules.turn === "shared" ? contenders(state) : [seat],
    turn_total: 0,
    must_roll: !state.rules.pass_allowed,
    dice: 0,
  });

/** @param {State} state */
function leaders(state) {
  const left = contenders(state);
  const best = Math.max(...left.map((seat) => state.scores[seat - 1]));
  return left.filter((seat) => state.scores[seat - 1] === best);
}

/**
 * The scores after seats gained points.
 * @type {(state: State, seats: Seats, points: number) => number[]}
 */
const scored = (state, seats, points) =>
  state.scores.map((score, place) => (seats.includes(place + 1) ? Math.max(0, score + points) : score));

/** @type {(state: State, what: What) => State} */
function settle(state, what) {
  switch (what.kind) {
    case "gain": {
      const total = state.turn_total + what.points;
      const seat = state.to_move[0];
      if (state.dice || banksItself(state, what, total)) return bank(state, seat, total);
      return replace(state, { turn_total: total, must_roll: what.must_roll });
    }
    case "void":
      return replace(state, { must_roll: false });
    case "out":
      return passOn(replace(state, { out: [...state.out, ...state.to_move].sort((a, b) => a - b) }));
    default: {
      const points = what.kind === "bust_all" ? -Infinity : state.rules.bust_points;
      return passOn(replace(state, { scores: scored(state, state.to_move, points) }));
    }
  }
}

/** @type {(state: State, what: What, total: number) => boolean} */
function banksItself(state, what, total) {
  const { auto_bank, target } = state.rules;
  const score = state.scores[state.to_move[0] - 1] + total;
  return auto_bank && target !== null && !what.must_roll && score >= target;
}

/** @type {(state: State, seat: number, total: number) => State} */
function bank(state, seat, total) {
  const banked = replace(state, { scores: scored(state, [seat], total) });
  const stillIn = state.to_move.filter((other) => other !== seat);
  return stillIn.length ? replace(banked, { to_move: stillIn }) : passOn(banked);
}

/**
 * After a turn: the next seat's turn, the next round, a play-off or the end.
 * @type {(state: State) => State}
 */
function passOn(state) {
  const { rules } = state;
  const inOrder = order(state);
  if (inOrder.length === 1 && state.out.length) return end(state);
  if (rules.turn !== "shared") {
    const [seat] = state.to_move;
    const reached = rules.target !== null && state.scores[seat - 1] >= rules.target;
    if (rules.end === "at-once" && reached) return end(state);
    const next = inOrder.find((other) => placeOf(state, other) > placeOf(state, seat));
    if (next) return turnOf(state, next);
  }
  const round = state.round + 1;
  if (!isLastRound(state)) return turnOf(replace(state, { round }), inOrder[0]);
  const playoff = leaders(state);
  if (playoff.length === 1 || rules.tie === "shared") return end(state);
  const tied = replace(state, { playoff, round });
  return turnOf(tied, order(tied)[0]);
}

/** Whether the round that is complete now decides the game. @param {State} state */
function isLastRound(state) {
  const { rounds, end, target } = state.rules;
  if (state.playoff.length) return true;
  if (rounds !== null) return state.round >= rounds;
  return end === "full-round" && Math.max(...state.scores) >= (target ?? 0);
}

/** @param {State} state */
const end = (state) => replace(state, { to_move: [], turn_total: 0, must_roll: false, dice: 0 });

/** @type {(state: State, before: readonly Faces[], faces: Faces) => State} */
function rollOff(state, before, faces) {
  const thrown = [...before, faces];
  if (thrown.length < state.scores.length) return replace(state, { roll_off: thrown });
  const points = thrown.map((each) => rollOffPoints(state.rules, each));
  const best = points.indexOf(Math.max(...points));
  if (points.includes(points[best], best + 1)) return replace(state, { roll_off: [] });
  return turnOf(replace(state, { roll_off: null, first: best + 1 }), best + 1);
}

/** @param {State} state */
function checkThrowable(state) {
  if (over(state)) throw new IllegalEvent("game-over", state);
  if (state.rules.max_dice !== null && !state.dice && !state.roll_off) {
    throw new IllegalEvent("announce-first", state, { most: state.rules.max_dice });
  }
}

/** @type {(state: State, seat: number) => void} */
function checkHold(state, seat) {
  if (over(state)) throw new IllegalEvent("game-over", state);
  if (state.roll_off) throw new IllegalEvent("roll-off-first", state);
  const count = state.scores.length;
  if (!seats(state).includes(seat)) throw new IllegalEvent("no-such-seat", state, { seat, count });
  if (!state.to_move.includes(seat)) {
    const held = state.rules.turn === "shared" && contenders(state).includes(seat);
    throw new IllegalEvent(held ? "already-held" : "not-to-move", state, { seat, to_move: state.to_move });
  }
  if (state.rules.max_dice !== null) throw new IllegalEvent("nothing-to-hold", state);
  if (state.must_roll) throw new IllegalEvent(turnBegun(state) ? "must-roll" : "hold-before-throw", state);
}

/** @type {(state: State, dice: number) => void} */
function checkAnnounce(state, dice) {
  const most = state.rules.max_dice;
  if (over(state)) throw new IllegalEvent("game-over", state);
  if (state.roll_off) throw new IllegalEvent("roll-off-first", state);
  if (most === null) throw new IllegalEvent("nothing-to-announce", state);
  if (state.dice) throw new IllegalEvent("already-announced", state, { count: state.dice });
  if (dice < 1 || dice > most) throw new IllegalEvent("too-many-dice", state, { met: dice, most });
}
