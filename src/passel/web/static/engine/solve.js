/**
 * Two seats, exactly: the twin of passel/exact/cells.py and solve.py. A number is the win
 * probability of the seat to move, unless said otherwise.
 *
 * @import { Phase, Rules, State } from "../../types"
 */
import { endingOf } from "./ending.js";
import { PasselError } from "./errors.js";
import { fixpoint } from "./fixpoint.js";
import { HOLD, legalActions, over, winners } from "./game.js";
import { tails, turn, workOf } from "./kernel.js";
import { enough, odds as oddsOf, roll } from "./odds.js";
import { rollOffChances, rollOffPoints } from "./rules.js";

/** Actions whose win probabilities differ by no more are said to be equal. */
export const EQUAL = 1e-12;

/** Two seats that do not share their turns. @type {(rules: Rules, seats: number) => boolean} */
export const isExact = (rules, seats) => seats === 2 && rules.turn !== "shared";

/**
 * How the values of all turn starts are laid out: `cells[own * width + other]` is the first seat's,
 * from `base` on stand the other's, or those of the next turn. Throws `not-exact` for shared turns,
 * `never-ends`, `turn-too-long`.
 *
 * @param {Rules} rules
 */
function layout(rules) {
  if (!isExact(rules, 2)) throw new PasselError("not-exact", { id: rules.id });
  const odds = oddsOf(rules);
  const ending = endingOf(odds, rules);
  const target = rules.target ?? 0;
  const turns = 2 * (rules.rounds ?? 0);
  const width = turns ? (turns / 2 + 1) * enough(odds) + 100 : target + ending.far + odds.size + 1;
  const base = turns ? width ** 2 : ending.far && target * width;
  return { odds, ending, target, turns, width, base, count: turns ? turns * base : target * width + base };
}

/**
 * About how long solving takes, in microseconds of a common computer, within a factor of two or
 * three: for whoever has to wait. Calibrated by bench/odds.py. Throws as `solve`.
 *
 * @param {Rules} rules
 */
export function effort(rules) {
  const { odds, ending, target, turns, count } = layout(rules);
  const { most, free, jumps, fixed } = odds;
  const gains = jumps.length;
  const forced = !most && free < gains;
  const length = most ? 1 : Math.min(forced ? target / 2 : 50, target);
  const looks = turns ? 1 : 4;
  const sweeps = turns || !fixed.some(({ lose }) => lose) ? 1 : ending.far ? 20 : 10;
  return (turns ? count : target * target * (ending.far ? 2 : 1)) * looks * sweeps * (0.6 + 0.001 * length * gains);
}

/** Throws as `layout`. @type {import("../../types").Solve} */
export function solve(rules, known) {
  const { odds, ending, target, turns, width, base, count } = layout(rules);
  const { size, most, points, passing, free, jumps, fixed } = odds;
  const cells = known?.length === count ? known : new Float64Array(count);

  /** The value of a turn's start. @type {(phase: Phase, own: number, other: number) => number} */
  const begin = ({ index, playoff }, own, other) => {
    if (playoff) return index ? ending.second(own, other) : ending.tied(own);
    const beyond = Math.max(0, own - width + 1, other - width + 1);
    if (beyond && !turns) return 0;
    return cells[index * base + Math.max(own - beyond, 0) * width + Math.max(other - beyond, 0)];
  };

  /** What these scores are worth to the seat whose turn just ended. @type {(phase: Phase, own: number, other: number) => number} */
  const after = ({ index, playoff }, own, other) => {
    const counted = turns && !playoff;
    if (!base && own >= target) return 1;
    const last = counted ? index === turns - 1 : index && (playoff || Math.max(own, other) >= target);
    if (last) return ending.compare(own, other);
    return 1 - begin({ index: counted ? index + 1 : base && 1 - index, playoff }, other, own);
  };

  /** @type {import("../../types").Solution["values"]} */
  const values = (state) => {
    const [phase, own, other] = where(state);
    const length = 2 * width + Math.max(other - own, 0) + ending.far;
    const hold = Array.from(Array(length), (_, k) => after(phase, own + k, other));
    const { must } = roll(odds, hold, after(phase, own + points, other), after(phase, 0, other));
    const k = Math.min(state.turn_total, length - 1);
    return legalActions(state).map((action) => (action === HOLD ? hold[k] : must[most ? state.dice || action.dice : k]));
  };

  /** @param {State} state */
  const winOf = (state) => {
    const { must_roll, turn_total, dice, roll_off, scores } = state;
    if (over(state)) return winners(state).includes(1) ? 1 / winners(state).length : 0;
    if (roll_off) {
      const [one, two] = scores;
      const start = { index: 0, playoff: false };
      const mine = roll_off.length && rollOffPoints(rules, roll_off[0]);
      const { total, chances } = rollOffChances(rules);
      const ahead = chances.reduce(
        (sum, { effect, weight }) => sum + weight * (mine ? Number(effect.points < mine) + Number(effect.points <= mine) : 1),
        0,
      );
      const first = ahead / total / 2;
      return first * begin(start, one, two) + (1 - first) * (1 - begin(start, two, one));
    }
    if (must_roll !== rules.pass_allowed && !turn_total && !dice) return begin(...where(state));
    return Math.max(...values(state));
  };

  /** What busts are worth to a seat that must roll and holds as soon as it may. @type {(bust: number, lose: number) => number} */
  const latest = (bust, lose) => (most ? 0 : (fixed[0].bust * bust + fixed[0].lose * lose) * fixed[0].late);

  /** Every turn of counted rounds, the last first; beyond the table the lead is kept. */
  function countedRounds() {
    const last = 2 * width - 2;
    const { may: row, must: tail } = workOf(last + size + 1);
    const { may: edge } = workOf(last + 1);
    const work = workOf(last + 2 * size + most + 2);
    for (let place = turns * width - 1; place >= 0; place--) {
      const index = Math.trunc(place / width);
      const other = place % width;
      const phase = { index, playoff: false };
      for (let s = 0; s <= last + size; s++) row[s] = 1 - after(phase, s, other);
      if (!most) tails(odds, row, 0, 0, last, tail, edge, 0);
      for (let own = 0; own < width; own++) {
        const [bust, lose] = [1 - row[own + points], 1 - row[0]];
        let top = own + 1;
        while (top < last && edge[top] < latest(bust, lose)) top++;
        const value = turn(odds, work, row, own, top - own, tail, own, bust, lose, 1 - row[own]);
        cells[index * base + own * width + other] = passing ? work.may[0] : value;
      }
    }
  }

  /**
   * A race, pairs of scores in descending order of their sum: the turns of the two seats there
   * depend on each other, by busts, and on nothing else that is unknown.
   */
  function race() {
    const seats = base ? [0, base] : [0];
    // By slot, the one seat's turns at one score of the other: from which score on it is best to
    // hold, as long as busts are worth no more than `bound`.
    const part = width - target;
    const crest = part - size;
    const { may: tail, must: edge } = workOf(seats.length * target * part);
    const { may: tops, must: bound } = workOf(2 * target);
    const { may: lows, must: lates } = workOf(2 * target);
    const work = workOf(width + 2 * size + most);
    for (let own = 0; base && own < target; own++) {
      for (let other = target; other < width; other++) cells[base + own * width + other] = ending.second(1, 1 + other - own);
    }
    for (let slot = 0; !most && slot < seats.length * target; slot++) {
      const row = slot < target ? slot * width + base : (slot - target) * width;
      tails(odds, cells, row, target, target + crest - 1, tail, edge, slot * part);
    }

    /** A seat's turn, where handing over the dice with nothing gained is worth `given`. @type {(own: number, row: number, slot: number, given: number) => number} */
    const play = (own, row, slot, given) => {
      const bust = points ? 1 - cells[row + own + points] : given;
      const lose = own ? 1 - cells[row] : given;
      const late = latest(bust, lose);
      let top = tops[slot];
      if (late > bound[slot] || free < jumps.length) {
        top = 0;
        while (top < crest && edge[slot * part + top] < late) top++;
        tops[slot] = top += target;
        bound[slot] = late;
      }
      const value = turn(odds, work, cells, row + own, Math.max(1, top - own), tail, slot * part + own - target, bust, lose, given);
      lows[slot] = own + work.low;
      lates[slot] = late;
      return value;
    };

    /** @type {(i: number, j: number) => void} */
    const pair = (i, j) => {
      const there = base + j * width + i;
      const other = base ? target + i : i;
      const first = (/** @type {number} */ given) => play(i, base + j * width, j, given);
      const second = (/** @type {number} */ given) => play(j, i * width, other, given);
      let x = 0;
      let [y] = fixpoint(([guess]) => [second(1 - (x = first(1 - guess)))], [cells[there] || cells[there + 1]]);
      // Where no throw takes the choice away, what is held here is held at lower scores as well.
      for (const slot of [j, other]) {
        tops[slot] = lows[slot];
        bound[slot] = lates[slot];
      }
      if (passing && x + y < 1 - 1e-15) {
        // Both would rather pass, and the game stands still: a half, as far as neither has more
        // by rolling while the other passes.
        const [alone] = fixpoint(([given]) => [first(given)], [x]);
        const [lone] = fixpoint(([given]) => [second(given)], [y]);
        x = Math.min(Math.max(0.5, alone), 1 - lone);
        y = 1 - x;
      }
      cells[i * width + j] = x;
      cells[there] = y;
    };

    const sweep = () => {
      bound.fill(-1);
      for (let total = 2 * target - 2; total >= 0; total--) {
        for (let i = Math.min(target - 1, total); i >= 0 && total - i < target; i--) {
          if (base || 2 * i >= total) pair(i, total - i);
        }
      }
    };

    // What the loss of a score leads to is guessed and improved.
    const heads = seats.flatMap((at) => Array.from(Array(target - 1), (_, own) => at + (own + 1) * width));
    const image = (/** @type {number[]} */ values) => {
      heads.forEach((head, place) => (cells[head] = values[place]));
      sweep();
      return heads.map((head) => cells[head]);
    };
    if (heads.length && fixed.some(({ lose }) => lose)) fixpoint(image, Array(heads.length).fill(0.5));
    else sweep();
  }

  if (cells !== known) turns ? countedRounds() : race();
  return {
    rules,
    cells,
    values,
    win(state, seat) {
      const value = Math.min(1, Math.max(0, winOf(state)));
      return !seat || seat === (state.to_move[0] ?? 1) ? value : 1 - value;
    },
  };
}

/** The phase, the mover's score and the other's. @type {(state: State) => [Phase, number, number]} */
function where({ rules, to_move: [mover], scores, first, playoff, round }) {
  const second = mover === first ? 0 : 1;
  const index = rules.end === "at-once" ? 0 : rules.rounds === null || playoff.length ? second : 2 * round - 2 + second;
  return [{ index, playoff: playoff.length > 0 }, scores[mover - 1], scores[2 - mover]];
}
