/**
 * What a throw does, as the kernel reads it, and one turn where what comes after it is known; the
 * twin of passel/exact/odds.py.
 */
import { PasselError } from "./errors.js";
import { turn, workOf } from "./kernel.js";
import { chances as chancesOf } from "./rules.js";

/** Turns that still have more than a negligible chance to reach so many points are refused. */
const LONGEST = 20_000;

/** Throws `never-ends` where no throw gains or ends anything. @type {import("../../types").MakeOdds} */
export function odds(rules) {
  const most = rules.max_dice ?? 0;
  const jumps = [];
  const chances = [];
  const places = [0];
  const fixed = [];
  let free = 0;
  for (let dice = Math.min(most, 1); dice <= most; dice++) {
    const { total, chances: all } = chancesOf(rules, dice);
    const share = (/** @type {(effect: import("../../types").Effect) => boolean} */ counts) =>
      all.reduce((sum, { effect, weight }) => sum + (counts(effect) ? weight : 0), 0) / total;
    const gains = all.filter(({ effect }) => effect.kind === "gain" && effect.points);
    gains.sort((a, b) => Number(a.effect.must_roll) - Number(b.effect.must_roll));
    free = gains.filter(({ effect }) => !effect.must_roll).length;
    places[dice] = jumps.length;
    for (const { effect, weight } of gains) {
      jumps.push(effect.points);
      chances.push(weight / total);
    }
    const moves = share(({ must_roll }) => !must_roll);
    const late = moves && 1 / moves;
    fixed[dice] = {
      bust: share(({ kind }) => kind === "bust"),
      lose: share(({ kind }) => kind === "bust_all"),
      stay: share(({ kind, points, must_roll }) => !points && !must_roll && /gain|void/.test(kind)),
      again: share(({ points, must_roll }) => !points && must_roll),
      late,
      settle: share(({ kind, must_roll }) => !must_roll && /gain|void/.test(kind)) * late,
    };
  }
  places.push(jumps.length);
  const stuck = !most && fixed[0].stay + fixed[0].again >= 1;
  if (!jumps.length || stuck) throw new PasselError("never-ends", { id: rules.id });
  const { bust_points: points, pass_allowed } = rules;
  const shape = { free, size: Math.max(...jumps), fixed, places, most, points, passing: pass_allowed && !most };
  return { jumps: Int32Array.from(jumps), chances: Float64Array.from(chances), ...shape };
}

/** @type {import("../../types").PlayKnown} */
export function roll(odds, hold, bust, lose) {
  const last = hold.length - 1;
  const length = last + 2 * odds.size + 2;
  const row = Float64Array.from({ length }, (_, k) => 1 - hold[Math.min(k, last)]);
  const work = workOf(length + odds.most);
  const tail = new Float64Array(length).fill(odds.fixed[odds.most].settle * hold[last]);
  const value = turn(odds, work, row, 0, last + 1, tail, 0, bust, lose, hold[0]);
  return { ...work, value: odds.passing ? work.may[0] : value };
}

/** What a turn banks at most that stops where another throw loses in the mean. @type {import("../../types").Bound} */
export function enough({ most, size, jumps, chances, fixed }) {
  const gain = chances.reduce((sum, chance, t) => sum + jumps[t] * chance, 0);
  return most ? size : Math.trunc(gain / Math.max(fixed[0].bust + fixed[0].lose, 1e-3)) + 2 * size;
}

/** The fewest points that hardly any turn reaches; or `turn-too-long`. @type {import("../../types").Bound} */
export function reach({ most, size, jumps, chances, fixed }) {
  const still = [1];
  for (let points = 0; !most && still[points] >= 1e-18; ) {
    if (++points >= LONGEST) throw new PasselError("turn-too-long", { points });
    const chance = chances.reduce((sum, each, t) => sum + each * (still[points - jumps[t]] ?? 1), 0);
    still.push(chance / (1 - fixed[0].again - fixed[0].stay));
  }
  return most ? size + 1 : still.length - 1;
}
