/**
 * The loops of exact play: plain numbers, no rules and no player. A shorter twin of
 * passel/exact/kernel.py, where words, equations and sources stand: `fixpoint` finds the unknowns
 * here, so there are no slopes. Types and what they mean: ../../types.d.ts.
 */

/** @type {import("../../types").MakeWork} */
export const workOf = (length) => ({ may: new Float64Array(length), must: new Float64Array(length), low: 0 });

/** @type {import("../../types").PlayTurn} */
export function turn(odds, work, row, at, top, tail, tailAt, bust, lose, start) {
  const { jumps, chances, free, size, fixed, places, most } = odds;
  const { may, must } = work;
  let best = 0;
  for (let n = 1; n <= most; n++) {
    let value = fixed[n].bust * bust + fixed[n].lose * lose + fixed[n].stay * start;
    for (let t = places[n]; t < places[n + 1]; t++) value += chances[t] * (1 - row[at + jumps[t]]);
    must[n] = value;
    best = Math.max(best, value);
  }
  if (most) return best;
  const count = jumps.length;
  const { stay, again, late } = fixed[0];
  const ends = fixed[0].bust * bust + fixed[0].lose * lose;
  for (let k = top; k < top + size; k++) {
    may[k] = 1 - row[at + k];
    must[k] = tail[tailAt + k] + ends * late;
  }
  let held = size;
  work.low = top;
  for (let k = top - 1; k >= 0; k--) {
    let value = ends;
    for (let t = 0; t < free; t++) value += chances[t] * may[k + jumps[t]];
    for (let t = free; t < count; t++) value += chances[t] * must[k + jumps[t]];
    const hold = k ? 1 - row[at + k] : start;
    const rolled = value / (1 - again - stay);
    if (rolled > hold) {
      may[k] = must[k] = rolled;
      held = 0;
    } else {
      may[k] = hold;
      must[k] = (value + stay * hold) / (1 - again);
      if (++held >= size) work.low = k;
    }
  }
  return must[0];
}

/** @type {import("../../types").FillTails} */
export function tails({ jumps, chances, free, size, fixed }, row, rowAt, first, last, tail, edge, at) {
  const { stay, again, settle } = fixed[0];
  let least = 2;
  for (let s = last + size; s >= first; s--) {
    const hold = 1 - row[rowAt + s];
    const place = at + s - first;
    let value = stay * hold;
    for (let t = 0; t < jumps.length && s <= last; t++) {
      value += chances[t] * (t < free ? 1 - row[rowAt + s + jumps[t]] : tail[place + jumps[t]]);
    }
    tail[place] = s > last ? settle * hold : value / (1 - again);
    if (s <= last) edge[place] = least = Math.min(least, hold - tail[place]);
  }
}
