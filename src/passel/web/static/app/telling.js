/**
 * The rules of one game told in sentences, from their data alone; the twin of
 * `passel/words/telling.py`.
 *
 * @typedef {import("../../types").Rules} Rules
 * @typedef {import("../../types").Row} Row
 * @typedef {import("./words.js").Words} Words
 */
import { VARIANTS } from "../engine/variants.js";

/** The variant's name. @param {Rules} rules @param {Words} words */
export const title = ({ id }, words) => (words.has(`variant.${id}.name`) ? words.say(`variant.${id}.name`) : id);

/** Where these rules come from. @type {(rules: Rules, words: Words) => string} */
export const sources = ({ id }, words) =>
  (VARIANTS.get(id)?.sources ?? []).map((source) => words.say(`source.${source}`)).join("; ");

/**
 * How far a game goes, in a few words: "first to 100", "5 rounds".
 *
 * @param {Rules} rules
 * @param {Words} words
 */
export const goal = ({ end, target, rounds }, words) => words.say(`page.goal.${end}`, { count: target ?? rounds ?? 0 });

/**
 * These rules as whole sentences, in the order in which a player needs them.
 *
 * @param {Rules} rules
 * @param {Words} words
 * @returns {string[]}
 */
export function tell(rules, words) {
  const { say } = words;
  const [fewest, most] = rules.seats;
  const said = [
    say("rules.seats", { fewest, most }),
    say(`rules.end.${rules.end}`, { count: rules.target ?? rules.rounds ?? 0 }),
    say(`rules.turn.${rules.turn}.${rules.dice}`, { count: rules.max_dice ?? rules.count }),
    ...rules.rows.map((row) => told(row, rules, words)),
  ];
  if (rules.bust_points) said.push(say("rules.bust-points", { count: rules.bust_points }));
  if (rules.first_throw_safe) said.push(say("rules.first-throw-safe"));
  if (rules.turn === "solo") said.push(say(`rules.pass.${rules.pass_allowed ? "on" : "off"}`));
  if (rules.auto_bank) said.push(say("rules.auto-bank"));
  if (rules.end !== "at-once") said.push(say(`rules.tie.${rules.tie}`));
  if (rules.turn !== "shared") {
    const key = /^[0-9]+$/.test(rules.first) ? "seat" : rules.first;
    said.push(say(`rules.first.${key}`, { seat: rules.first }));
  }
  const note = `variant.${rules.id}.note`;
  return words.has(note) ? [...said, say(note)] : said;
}

/** @type {(row: Row, rules: Rules, words: Words) => string} */
function told(row, rules, words) {
  const what = worth(row);
  const keys = [`${rules.dice}.${row.pattern}`, row.pattern, "other"].map((kind) => `rules.row.${kind}.${what}`);
  const key = keys.find((each) => words.has(each)) ?? keys[2];
  const { pattern, times } = row;
  return words.say(key, { pattern, face: rules.bust_face, count: row.points ?? 0, times });
}

/** What a row does, as part of a key: `bust`, `points`, `sum`, `twice`, `twice-again`. @param {Row} row */
function worth({ kind, points, times, must_roll }) {
  if (kind !== "gain") return kind;
  const gain = points !== null ? "points" : times === 1 ? "sum" : times === 2 ? "twice" : "times";
  return must_roll ? `${gain}-again` : gain;
}
