/**
 * The single words of records and positions: throws, events, actions; the twin of
 * passel/notation/tokens.py.
 *
 * @import { Action as Act, Event, Face, Rules, State } from "../../types"
 */
import { KINDS, read, text as throwText } from "./dice.js";
import { NotationError } from "./errors.js";
import { Action, HOLD, legalActions, over } from "./game.js";
import { noSuchFace } from "./rules.js";
import { SPACE, split } from "./text.js";

const ACTION = new RegExp(`[^${SPACE}]+( [^${SPACE}]+)*`);

/** A number has no sign, no leading zero, at most 15 digits. @param {string} word */
export const isNumber = (word) => /^(0|[1-9][0-9]{0,14})$/.test(word);

/**
 * The line and the column, from 1 and in code points, of an index of a text.
 * @type {(text: string, at: number) => { line: number, column: number }}
 */
export function place(text, at) {
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length, column: [...lines[lines.length - 1]].length + 1 };
}

/** `3-4`, `hold`, `hold:2`, `x5`. @type {(event: Event, rules: Rules) => string} */
export function eventText(event, rules) {
  switch (event.type) {
    case "throw":
      return throwText(event.faces);
    case "hold":
      return rules.turn === "shared" ? `hold:${event.seat}` : "hold";
    case "announce":
      return `x${event.dice}`;
  }
}

/**
 * The faces that a token names; or `no-such-face`.
 * @type {(token: string, kind: string) => Face[]}
 */
export function readFaces(token, kind) {
  return token.split("-").map((word) => {
    const face = read(KINDS[kind], word);
    if (face === undefined) throw noSuchFace(kind, word);
    return face;
  });
}

/** What could stand next in a record. @type {(state: State) => string[]} */
export function expected(state) {
  if (over(state)) return ["end"];
  if (state.rules.max_dice !== null && !state.dice && !state.roll_off) return ["xN"];
  const hold = state.rules.turn === "shared" ? "hold:SEAT" : "hold";
  return legalActions(state).map((action) => (action === HOLD ? hold : "throw"));
}

/** What a refusal of rules or of a number of seats names as possible. @type {(parts: any) => string[]} */
export const offered = (parts) =>
  "fewest" in parts ? [`${parts.fewest}-${parts.most}`] : (parts.takes ?? parts.options ?? parts.variants ?? []);

/** `roll`, `hold`, `roll 5`; or `bad-action`. @type {(text: string) => Act} */
export function parseAction(text) {
  const [kind, ...dice] = split(text);
  if (kind === "hold" && !dice.length) return HOLD;
  if (kind === "roll" && dice.length <= 1 && dice.every(isNumber)) {
    return Action("roll", Number(dice[0] ?? 0));
  }
  const met = ACTION.exec(text);
  const where = place(text, met?.index ?? 0);
  throw new NotationError("bad-action", { ...where, token: met?.[0] ?? "", expected: ["roll", "hold"] });
}
