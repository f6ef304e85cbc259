/**
 * The bots one can sit down with: characters, and the policy that each has under given rules.
 * How they play is the engine's; who they are is here.
 *
 * @typedef {import("../../types").Rules} Rules
 * @typedef {import("../../types").Event} Event
 * @typedef {import("../../types").Policy} Policy
 * @typedef {import("../../types").Dice} Dice
 * @typedef {import("./session.js").Session} Session
 *
 * @typedef {object} Character
 * @property {string} character `careful`, `steady`, `bold`, `clever` or `wild`.
 * @property {string} bot Its policy's name, as in the registry of `passel.bots`.
 * @property {number} count The number in that name; 0: none.
 */
import { Announce, HOLD, Hold, Throw, legalActions, start } from "../engine/game.js";
import { alwaysRoll, atRandom, choose, holdAt, keepPace, rollDice, scoreBase, scoringTurns, steady } from "../engine/policy.js";

/** How much of the steady bot's risk the others take. @type {[string, number][]} */
const SHARES = [
  ["steady", 1],
  ["careful", 0.6],
  ["bold", 1.4],
];

/**
 * Who can play under these rules.
 *
 * @param {Rules} rules
 * @returns {Character[]}
 */
export function characters(rules) {
  const word = rules.turn === "announced" ? "roll" : rules.turn === "shared" ? "sit-at" : "hold-at";
  const middle = steady(rules);
  const all = SHARES.map(([character, share]) => {
    const count = Math.min(Math.max(1, Math.round(middle * share)), rules.max_dice ?? Infinity);
    return { character, bot: `${word}-${count}`, count };
  });
  // Keeping pace is made for a race that takes several turns.
  if (rules.turn === "solo" && (rules.target ?? 0) >= 2 * middle) {
    all.splice(1, 0, { character: "clever", bot: "keep-pace", count: 0 });
  }
  return [...all, { character: "wild", bot: "random", count: 0 }];
}

/**
 * The policy that a name means; null where there is none of this name.
 *
 * @param {string} name
 * @returns {Policy | null}
 */
export function policy(name) {
  const number = Number(/[0-9]+/.exec(name)?.[0] ?? 0);
  switch (name.replace(/[0-9]+/, "N")) {
    case "hold-at-N":
    case "sit-at-N":
      return holdAt(number);
    case "roll-N":
      return rollDice(number);
    case "N-scoring-turns":
      return scoringTurns(number);
    case "keep-pace":
      return keepPace();
    case "score-base":
      return scoreBase();
    case "always-roll":
      return alwaysRoll();
    case "random":
      return atRandom();
    default:
      return null;
  }
}

/**
 * The policy of a seat, or null where a person sits.
 *
 * @param {Session} session
 * @param {number} seat
 */
export function botAt({ game: { players } }, seat) {
  const player = players[seat - 1];
  return "bot" in player ? (policy(player.bot) ?? alwaysRoll()) : null;
}

/** The seats whose decision is awaited now; in a roll-off the one that throws next. @param {Session} session */
export const deciding = ({ state }) => (state.roll_off ? [state.roll_off.length + 1] : state.to_move);

/**
 * What the bots do now: nothing while a person must decide.
 *
 * @param {Session} session
 * @param {Dice} dice
 * @param {Set<number>} stay As for `botHolds`.
 * @returns {Event[]}
 */
export function botEvents(session, dice, stay) {
  if (session.over) return [];
  const decided = botDecisions(session, dice, stay);
  if (decided.some(({ type }) => type === "hold")) return decided;
  if (!deciding(session).every((seat) => botAt(session, seat))) return [];
  const [announced] = decided;
  return rolled(session, dice, announced?.type === "announce" ? announced.dice : 0);
}

/**
 * What a bot decides now, other than to roll: a hold, or how many dice. A bot that decided to roll
 * is not asked again before the next throw.
 *
 * @param {Session} session
 * @param {Dice} dice
 * @param {Set<number>} stay As for `botHolds`.
 * @returns {Event[]}
 */
export function botDecisions(session, dice, stay) {
  const { state, rules } = session;
  if (session.over || state.roll_off || state.dice) return [];
  if (rules.turn === "shared") return botHolds(session, dice, stay).slice(0, 1);
  const [seat] = state.to_move;
  const bot = botAt(session, seat);
  if (!bot || stay.has(seat) || legalActions(state).length === 1) return [];
  const action = choose(bot, state, seat, (bound) => dice.below(bound));
  if (action.kind === "hold") return [Hold(seat)];
  stay.add(seat);
  return action.dice ? [Announce(action.dice)] : [];
}

/**
 * The holds of those bots that have enough in a shared turn. Each is asked once after a throw,
 * about the same state as all others.
 *
 * @param {Session} session
 * @param {Dice} dice
 * @param {Set<number>} stay The seats that decided, since the last throw, to stay in; added to.
 * @returns {Event[]}
 */
export function botHolds(session, dice, stay) {
  const { state, rules } = session;
  if (rules.turn !== "shared" || legalActions(state).length === 1) return [];
  return state.to_move.flatMap((seat) => {
    const bot = botAt(session, seat);
    if (!bot || stay.has(seat)) return [];
    if (choose(bot, state, seat, (bound) => dice.below(bound)) === HOLD) return [Hold(seat)];
    stay.add(seat);
    return [];
  });
}

/**
 * The events of a roll: the dice are thrown, announced before where the rules ask for it.
 *
 * @param {Session} session
 * @param {Dice} dice
 * @param {number} [count] How many dice to announce; 0: none.
 * @returns {Event[]}
 */
export function rolled({ state, rules }, dice, count = 0) {
  if (state.roll_off) return [Throw(dice.throw(...rules.roll_off))];
  const faces = dice.throw(rules.dice, count || state.dice || rules.count);
  return count && !state.dice ? [Announce(count), Throw(faces)] : [Throw(faces)];
}

/**
 * Who starts a new game: a seat, a roll-off, or null where the rules say it or nobody does.
 *
 * @param {Rules} rules
 * @param {number} count How many seats.
 * @param {import("../../types").State | null} last How these seats' last game ended: the next seat
 *   or the loser starts.
 * @param {Dice} dice
 */
export function whoStarts(rules, count, last, dice) {
  if (rules.turn === "shared") return null;
  if (!["random", "loser"].includes(rules.first)) {
    if (start(rules, count).roll_off) return "roll-off";
    return last && (last.first % count) + 1;
  }
  const scores = rules.first === "loser" && last ? last.scores : null;
  const lowest = scores && Math.min(...scores);
  const seats = Array.from({ length: count }, (_, place) => place + 1).filter(
    (seat) => !scores || scores[seat - 1] === lowest,
  );
  return seats[dice.below(seats.length)];
}
