/**
 * Dice that can be checked: promised before the game, proved after it; the twin of passel/fair.py.
 *
 * @import { Fairness, GameRecord, Promised, State } from "../../types"
 */
import { GENERATOR, Seeded, field } from "./dice.js";
import { FairError, PasselError } from "./errors.js";
import { nextDice, sameTurn, seats } from "./game.js";
import { states } from "./record.js";
import { joined, sha256 } from "./sha256.js";
import { strip } from "./text.js";

/** What is shown before the game. @type {(seed: Uint8Array, game: string) => string} */
export function commitment(seed, game) {
  const digest = sha256(joined(field(`${GENERATOR} commitment`), field(game), field(seed)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the tags say that the throws are derived from. @type {(record: GameRecord) => Promised} */
export function promise({ start, tags }) {
  const said = new Map(tags);
  const count = start.scores.length;
  for (const name of said.keys()) {
    const seat = /^Seed ([0-9]+)$/.exec(name)?.[1];
    if (seat && !seats(start).includes(Number(seat))) {
      throw new PasselError("no-such-seat", { seat: Number(seat), count });
    }
  }
  for (const tag of ["Game", "Commitment"]) {
    if (!said.has(tag)) throw new FairError("missing-fair-tag", { tag });
  }
  const [committed, seed] = ["Commitment", "Seed"].map((tag) => {
    const value = said.get(tag) ?? null;
    if (value !== null && !/^[0-9a-f]{64}$/i.test(value)) throw new FairError("bad-fair-tag", { tag, value });
    return value && value.toLowerCase();
  });
  return {
    game: said.get("Game") ?? "",
    commitment: committed ?? "",
    seats: seats(start).map((seat) => said.get(`Seed ${seat}`) ?? ""),
    seed,
  };
}

/** Derive every throw of a record again. @type {(record: GameRecord) => Fairness} */
export function verify(record) {
  const dice = new Map(record.tags).get("Dice") ?? null;
  const throws = record.events.filter(({ type }) => type === "throw").length;
  /** @type {(result: Fairness["result"], more?: Partial<Fairness>) => Fairness} */
  const verdict = (result, more) => ({ result, throws, dice, promise: null, difference: null, ...more });
  if (dice !== GENERATOR) {
    return verdict(dice === null ? "unsaid" : dice === "physical" ? "physical" : "unknown");
  }
  const promised = promise(record);
  const { seed, game } = promised;
  if (seed === null) return verdict("sealed", { promise: promised });
  const key = Uint8Array.from({ length: 32 }, (_, at) => parseInt(seed.slice(2 * at, 2 * at + 2), 16));
  if (commitment(key, game) !== promised.commitment) return verdict("unfair-seed", { promise: promised });
  const difference = firstDifference(record, new Seeded(key, game, promised.seats));
  return verdict(difference ? "unfair-throw" : "fair", { promise: promised, difference });
}

/** @type {(record: GameRecord, dice: Seeded) => Fairness["difference"]} */
function firstDifference(record, dice) {
  const all = states(record);
  let turn = 1;
  for (const [place, event] of record.events.entries()) {
    const before = all[place];
    if (event.type === "throw") {
      const derived = dice.throw(...nextDice(before));
      // Announced dice may be thrown only up to the first that loses.
      const kept = before.dice ? derived.slice(0, event.faces.length) : derived;
      if (`${kept}` !== `${event.faces}`) {
        return { throw: dice.thrown, turn, seat: thrower(before), recorded: event.faces, derived };
      }
    }
    if (!sameTurn(before, all[place + 1])) turn++;
  }
  return null;
}

/** Whose throw comes next; null where all share it. @param {State} state */
function thrower({ roll_off, rules, to_move }) {
  if (roll_off) return roll_off.length + 1;
  return rules.turn === "shared" ? null : to_move[0];
}

/** The line, from 1, of a turn of a record's text. @type {(text: string, turn: number) => number} */
export function turnLine(text, turn) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const turns = [...lines.keys()].filter((at) => /^[^;[]/.test(strip(lines[at])));
  return turns[turn - 1] + 1;
}
