/**
 * The set-up of the next game: pure functions from one draft to the next.
 *
 * @typedef {import("../../types").Rules} Rules
 * @typedef {import("./store.js").Player} Player
 *
 * @typedef {object} Person
 * @property {string} name As it was typed.
 * @property {number} [wins] How many games this player won, of several in a row.
 *
 * @typedef {object} Robot
 * @property {string} character Who it is; how it plays follows from the rules.
 * @property {number} [wins]
 *
 * @typedef {Person | Robot} Chair
 *
 * @typedef {object} Draft
 * @property {string} id The variant.
 * @property {Record<string, string>} options What was chosen, by option; kept when another
 *   variant cannot take it, for when one can.
 * @property {Chair[]} chairs In seat order.
 */
import { PasselError } from "../engine/errors.js";
import { start, winners } from "../engine/game.js";
import { OPTIONS } from "../engine/options.js";
import { VARIANTS, name as nameOf } from "../engine/variants.js";
import { characters } from "./bots.js";
import { distinct } from "./names.js";

/** @type {Draft} */
export const FIRST = { id: "pig", options: {}, chairs: [{ name: "" }, { name: "" }] };

/**
 * A draft from what was stored; whatever is wrong in it is as in the first.
 *
 * @param {any} stored
 * @returns {Draft}
 */
export function sound(stored) {
  const chairs = Array.isArray(stored.chairs) ? stored.chairs : [];
  const good = chairs.filter((/** @type {any} */ chair) => typeof (chair?.name ?? chair?.character) === "string");
  return {
    id: VARIANTS.has(stored.id) ? stored.id : FIRST.id,
    options: Object(stored.options) === stored.options ? stored.options : {},
    chairs: good.length ? good : FIRST.chairs,
  };
}

/** The rules that were chosen: those options that the variant can take. @param {Draft} draft */
export function rulesOf({ id, options, chairs }) {
  let rules = /** @type {import("../../types").Variant} */ (VARIANTS.get(id)).rules;
  for (const option of OPTIONS) {
    const value = options[option.name];
    const noSeat = option.data.seat && Number(value) > chairs.length;
    if (value === undefined || noSeat || !option.fits(rules)) continue;
    try {
      rules = option.write(rules, value);
    } catch (error) {
      if (!(error instanceof PasselError)) throw error; // A value of another variant.
    }
  }
  return rules;
}

/**
 * What is wrong with a value that was typed for an option; null where nothing is.
 *
 * @param {Draft} draft
 * @param {string} name
 */
export function wrongValue(draft, name) {
  const option = OPTIONS.find((each) => each.name === name);
  const value = draft.options[name];
  const rules = rulesOf({ ...draft, options: { ...draft.options, [name]: "" } });
  if (!option || value === undefined || !option.fits(rules)) return null;
  return refusal(() => option.write(rules, value));
}

/** What is wrong with the rules, whoever plays; null where nothing is. @param {Draft} draft */
export function ruled(draft) {
  return Object.keys(draft.options).map((name) => wrongValue(draft, name)).find(Boolean) ?? null;
}

/** Why this game cannot start; null where it can. @param {Draft} draft */
export const obstacle = (draft) => ruled(draft) ?? refusal(() => start(rulesOf(draft), draft.chairs.length));

/** @param {() => unknown} attempt @returns {PasselError | null} */
function refusal(attempt) {
  try {
    attempt();
    return null;
  } catch (error) {
    if (error instanceof PasselError) return error;
    throw error;
  }
}

/** @type {(draft: Draft, id: string) => Draft} */
export const withVariant = (draft, id) => ({ ...draft, id });

/** @type {(draft: Draft, name: string, value: string) => Draft} */
export const withOption = (draft, name, value) => ({ ...draft, options: { ...draft.options, [name]: value } });

/** The variant as it is by itself. @param {Draft} draft @returns {Draft} */
export const withoutOptions = (draft) => ({ ...draft, options: {} });

/** @type {(draft: Draft, chair: Chair) => Draft} */
export const withChair = (draft, chair) => ({ ...draft, chairs: [...draft.chairs, chair] });

/** @type {(draft: Draft, place: number, chair: Chair) => Draft} */
export const changed = (draft, place, chair) => ({
  ...draft,
  chairs: draft.chairs.map((each, other) => (other === place ? chair : each)),
});

/** @type {(draft: Draft, place: number) => Draft} */
export const without = (draft, place) => ({ ...draft, chairs: draft.chairs.filter((_, other) => other !== place) });

/** The draft with a chair moved one place towards the first. @type {(draft: Draft, place: number) => Draft} */
export function movedUp(draft, place) {
  const chairs = [...draft.chairs];
  chairs.splice(place - 1, 2, chairs[place], chairs[place - 1]);
  return { ...draft, chairs };
}

/**
 * People of these names and no others; bots stay.
 *
 * @param {Draft} draft
 * @param {string} lines One name a line.
 * @returns {Draft}
 */
export function withNames(draft, lines) {
  const [, most] = rulesOf(draft).seats;
  const bots = draft.chairs.filter((chair) => "character" in chair);
  const names = distinct(lines.split(/\n/))
    .filter(Boolean)
    .slice(0, most - bots.length);
  return { ...draft, chairs: [...names.map((name) => ({ name })), ...bots] };
}

/** Who sits down: clean names, and how each bot plays under these rules. @param {Draft} draft @returns {Player[]} */
export function players(draft) {
  const known = characters(rulesOf(draft));
  const names = distinct(draft.chairs.map((chair) => ("name" in chair ? chair.name : "")));
  return draft.chairs.map((chair, place) => {
    const wins = chair.wins ? { wins: chair.wins } : {};
    if ("name" in chair) return { name: names[place], ...wins };
    const { character, bot } = known.find((each) => each.character === chair.character) ?? known[0];
    return { character, bot, ...wins };
  });
}

/** Nobody has won a game yet. @param {Draft} draft @returns {Draft} */
export const withoutWins = (draft) => ({ ...draft, chairs: draft.chairs.map(({ wins, ...chair }) => chair) });

/**
 * The players after a game, with one win more for each that won it.
 *
 * @param {import("./session.js").Session} session
 * @returns {Player[]}
 */
export const played = ({ game, state }) =>
  game.players.map((player, place) => {
    const wins = (player.wins ?? 0) + Number(winners(state).includes(place + 1));
    return wins ? { ...player, wins } : player;
  });

/** The set-up for the next game of the same people. @param {import("./session.js").Session} session @returns {Draft} */
export function following(session) {
  const [id, ...options] = nameOf(session.rules).split(",");
  const chairs = played(session).map((player) => {
    const wins = player.wins ? { wins: player.wins } : {};
    return "bot" in player ? { character: player.character, ...wins } : { name: player.name, ...wins };
  });
  return { id, options: Object.fromEntries(options.map((each) => each.split("="))), chairs };
}
