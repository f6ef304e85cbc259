/**
 * What was practised, kept in this browser: the choice of game and level, the answers, how many
 * in a row were best. No more than it takes to show them.
 *
 * @typedef {import("./store.js").Store} Store
 * @typedef {[string, number, boolean]} Answer The rules, the level, whether it was a best choice.
 *
 * @typedef {object} Practice
 * @property {string} rules What was practised last.
 * @property {number} level
 * @property {Answer[]} answers The last ones, in order.
 * @property {number} row How many best choices came one after the other, up to now.
 * @property {number} most
 */

/** @type {Practice} */
const NOTHING = { rules: "pig", level: 1, answers: [], row: 0, most: 0 };

const NAME = "practise";

/** So many answers are kept. */
const KEPT = 500;

/** @param {unknown} answer @returns {answer is Answer} */
const isAnswer = (answer) =>
  Array.isArray(answer) && typeof answer[0] === "string" && typeof answer[1] === "number" && typeof answer[2] === "boolean";

/** @param {unknown} number */
const counted = (number) => (Number.isSafeInteger(number) ? Math.max(0, Number(number)) : 0);

/** What is stored, as far as it makes sense. @param {Store} store @returns {Practice} */
export function practice(store) {
  const { rules, level, answers, row, most } = store.value(NAME, NOTHING);
  return {
    rules: typeof rules === "string" ? rules : NOTHING.rules,
    level: [1, 2, 3].includes(level) ? level : NOTHING.level,
    answers: Array.isArray(answers) ? answers.filter(isAnswer) : [],
    row: counted(row),
    most: counted(most),
  };
}

/** Store it; whether it will last. @type {(store: Store, practice: Practice) => boolean} */
export const keep = (store, practice) => store.setValue(NAME, practice);

/** One answer more. @type {(practice: Practice, best: boolean) => Practice} */
export function answered(practice, best) {
  const row = best ? practice.row + 1 : 0;
  /** @type {Answer} */
  const answer = [practice.rules, practice.level, best];
  return { ...practice, row, most: Math.max(row, practice.most), answers: [...practice.answers, answer].slice(-KEPT) };
}

/** Without the answers. @param {Practice} practice @returns {Practice} */
export const cleared = ({ rules, level }) => ({ ...NOTHING, rules, level });

/** By rules, in the order of their first answer: how many answers, how many of them best. @param {Practice} practice */
export function sums({ answers }) {
  /** @type {Map<string, [number, number]>} */
  const found = new Map();
  for (const [rules, , best] of answers) {
    const [all, right] = found.get(rules) ?? [0, 0];
    found.set(rules, [all + 1, right + Number(best)]);
  }
  return [...found];
}
