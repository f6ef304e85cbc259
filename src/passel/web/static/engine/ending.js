/**
 * The end of a game that compares scores: last turns and play-offs of two seats. Only the lead
 * matters here, and whether a score is 0. The twin of passel/exact/ending.py. `far` 0: there is none.
 */
import { fixpoint } from "./fixpoint.js";
import { reach, roll } from "./odds.js";

/** @type {import("../../types").MakeEnding} */
export function endingOf(odds, { end, tie }) {
  const far = end === "at-once" ? 0 : reach(odds);
  const { points } = odds;
  let ties = [0.5, 0.5];
  /** What the second seat has that is so far behind, with a score above 0. @type {number[]} */
  let chase = [];

  /** @type {import("../../types").Ending} */
  const ending = {
    far,
    tied: (score) => ties[Math.min(score, 1)],
    compare: (own, other) => (own === other ? 1 - ending.tied(own) : Number(own > other)),
    second: (own, other) => (other > own || (own && own === other) ? (chase[other - own] ?? 0) : last(own, other).value),
  };
  const { compare, second } = ending;

  /** @type {(own: number, other: number) => import("../../types").Turn} */
  const last = (own, other) => {
    const hold = Array.from(Array(Math.max(other - own, 0) + 2), (_, k) => compare(own + k, other));
    return roll(odds, hold, compare(own + points, other), compare(0, other));
  };

  /** The first turn of a play-off that begins with both scores here. @param {number} score */
  const first = (score) => {
    const hold = Array.from(Array(far + 1), (_, k) => 1 - second(score, score + k));
    return roll(odds, hold, 1 - second(score, score + points), 1 - second(score, 0)).value;
  };

  const image = (/** @type {number[]} */ guess) => {
    ties = guess;
    // Where a bust is a loss, one turn from furthest behind holds all others.
    const { may, must } = last(1, 1 + far);
    chase = Array.from(Array(far + 1), (_, behind) =>
      odds.most || behind <= points ? last(1, 1 + behind).value : (odds.passing ? may : must)[far - behind],
    );
    return [first(0), first(1)];
  };
  if (far) image(tie === "shared" ? ties : fixpoint(image, ties));
  return ending;
}
