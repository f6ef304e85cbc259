/**
 * What chance alone would bring: how often a face should fall, and how even all faces should be.
 *
 * @typedef {object} Evenness
 * @property {number} statistic Pearson's: the sum of (fell - expected)^2 / expected.
 * @property {number} freedom Its degrees of freedom.
 * @property {number} chance How likely fair dice are at least so uneven, 0 to 1.
 */

/** The part of all counts that may lie outside of the range: half of it below, half above. */
export const OUTSIDE = 0.01;

/** How often each face must be expected before anything is said of all faces together. */
const ENOUGH = 5;

/** A weight that adds nothing to a sum of doubles. */
const NOTHING = 1e-25;

/**
 * The central range of how often something falls: fewer than `low` times with a probability of at
 * most `OUTSIDE` / 2, and so more than `high` times; from the binomial distribution itself.
 *
 * @param {number} throws How many, 0 or more.
 * @param {number} p The probability that it falls in one throw, above 0 and below 1.
 * @returns {[low: number, high: number]}
 */
export function usualRange(throws, p) {
  const mode = Math.min(throws, Math.floor((throws + 1) * p));
  const odds = p / (1 - p);
  // Every probability in terms of the largest one, from there down to where nothing is left.
  const weights = [1];
  for (let k = mode, weight = 1; k > 0 && weight > NOTHING; k--) weights.unshift((weight *= k / (throws - k + 1) / odds));
  const first = mode + 1 - weights.length;
  for (let k = mode, weight = 1; k < throws && weight > NOTHING; k++) weights.push((weight *= ((throws - k) / (k + 1)) * odds));
  const tail = (weights.reduce((sum, weight) => sum + weight) * OUTSIDE) / 2;
  /** How many of these make up at most a tail. @param {number[]} from */
  const outside = (from) => {
    let sum = 0;
    return from.findIndex((weight) => (sum += weight) > tail);
  };
  return [first + outside(weights), first + weights.length - 1 - outside([...weights].reverse())];
}

/**
 * How even counts are: Pearson's chi-squared test. Those that should fall less than five times
 * are counted together, the rarest first.
 *
 * @param {readonly number[]} counts How often each fell.
 * @param {readonly number[]} weights How likely each is, as parts of their sum.
 * @returns {Evenness | null} Null: too few to say anything.
 */
export function evenness(counts, weights) {
  const throws = sum(counts);
  if (throws < ENOUGH * counts.length) return null;
  const total = sum(weights);
  const cells = counts.map((fell, place) => ({ fell, expected: (throws * weights[place]) / total }));
  const sort = () => cells.sort((a, b) => a.expected - b.expected);
  while (sort().length > 2 && cells[0].expected < ENOUGH) {
    const [one, other] = cells.splice(0, 2);
    cells.unshift({ fell: one.fell + other.fell, expected: one.expected + other.expected });
  }
  const statistic = sum(cells.map(({ fell, expected }) => (fell - expected) ** 2 / expected));
  const freedom = cells.length - 1;
  return { statistic, freedom, chance: beyond(statistic, freedom) };
}

/**
 * The probability of a chi-squared variable above x: 1 less the series of the lower incomplete
 * gamma function, whose terms are (x/2)^(d/2) e^(-x/2) / Γ(d/2 + 1) for d = freedom, freedom + 2, ...
 *
 * @param {number} x 0 or more.
 * @param {number} freedom 1 or more.
 */
export function beyond(x, freedom) {
  const half = x / 2;
  if (half > 700) return 0; // e^-700 is the last that a double holds
  let d = freedom % 2;
  let term = Math.exp(-half) * (d ? 2 * Math.sqrt(half / Math.PI) : 1);
  let below = 0;
  for (; d < freedom || (term > 0 && (d < x || term > below * 1e-17)); d += 2) {
    if (d >= freedom) below += term;
    term *= half / (d / 2 + 1);
  }
  return Math.max(0, 1 - below);
}

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
