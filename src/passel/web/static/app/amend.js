/**
 * The correction of a turn: what of all later turns still fits. Nothing here acts; a correction is
 * looked at first and made by `Session.corrected`.
 *
 * A later turn stays a turn of its seat: it fits where that seat, or in a shared turn everybody,
 * begins a turn. Within it everything fits up to the first entry that the rules refuse.
 *
 * @typedef {import("../../types").State} State
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").Step} Step
 *
 * @typedef {object} Amended
 * @property {string[]} words All words of the game after the correction.
 * @property {boolean[]} fits For each word of the corrected turn, whether it can be.
 * @property {Step[]} lost The later entries that do not fit any more, in order.
 * @property {State} state The game as it would stand.
 */
import { over, sameTurn } from "../engine/game.js";
import { stepOf } from "./session.js";

/**
 * What a game is once a turn of it has these words.
 *
 * @param {Session} session
 * @param {number} turn Which turn, from 0.
 * @param {readonly string[]} words
 * @returns {Amended}
 */
export function amended(session, turn, words) {
  const { turns } = session;
  const old = session.words;
  let at = turns.slice(0, turn).flat().length;
  const all = old.slice(0, at);
  let state = turns[turn][0].before;
  let begins = true; // a turn
  let open = true; // for more entries of the same turn
  /** @type {(word: string) => boolean} */
  const take = (word) => {
    const step = open ? stepOf(word, state) : null;
    if (!step) return (open = false);
    all.push(word);
    state = step.after;
    open = sameTurn(step.before, state);
    begins = !open;
    return true;
  };
  const fits = words.map(take);
  at += turns[turn].length;
  /** @type {Step[]} */
  const lost = [];
  for (const steps of turns.slice(turn + 1)) {
    open = begins && !over(state) && sameOwner(state, steps[0].before);
    steps.forEach((step, place) => take(old[at + place]) || lost.push(step));
    at += steps.length;
  }
  return { words: all, fits, lost, state };
}

/** Whether a turn that begins in one state belongs to the one of the other. @type {(one: State, other: State) => boolean} */
function sameOwner(one, other) {
  if (one.roll_off || other.roll_off) return !!one.roll_off && !!other.roll_off;
  return one.rules.turn === "shared" || one.to_move[0] === other.to_move[0];
}
