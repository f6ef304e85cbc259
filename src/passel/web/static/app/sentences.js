/**
 * What happened, as sentences. A `Sentence` is a key of the catalogue with its parts and knows no
 * language, so what was said last can be said again in another one.
 *
 * @typedef {import("../../types").State} State
 * @typedef {import("../../types").Faces} Faces
 * @typedef {import("./session.js").Step} Step
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./store.js").Player} Player
 *
 * @typedef {object} Sentence
 * @property {string} key
 * @property {Record<string, any>} parts Numbers, texts; `name`: a seat; `names`: seats; `throw`:
 *   what the dice showed.
 */
import { KINDS, isWord } from "../engine/dice.js";
import { effectOf, outcome, sameTurn } from "../engine/game.js";
import { rollOffPoints } from "../engine/rules.js";
import { html } from "../vendor/preact.js";

/** @type {(key: string, parts?: Record<string, any>) => Sentence} */
export const sentence = (key, parts = {}) => ({ key, parts });

/**
 * One event told: what was thrown or held, and what comes next.
 *
 * @param {Step} step
 * @returns {Sentence[]}
 */
export function told(step) {
  const { before, event, after } = step;
  if (event.type === "announce") return [];
  const what = before.roll_off ? tossed(step) : event.type === "hold" ? held(step) : thrown(step);
  return [what, ...consoled(step), ...followed(before, after)];
}

/** What a lost turn still gives, where the rules give something. @param {Step} step */
function consoled({ before, event }) {
  const count = before.rules.bust_points;
  const lost = count && event.type === "throw" && !before.roll_off && effectOf(before, event.faces).kind === "bust";
  return lost ? [sentence("page.said.bust-point", { count })] : [];
}

/** @param {Step} step */
function held({ before, event, after }) {
  const name = event.type === "hold" ? event.seat : 0;
  const count = before.turn_total;
  return sentence(count ? "page.said.hold" : "page.said.pass", { name, count, score: after.scores[name - 1] });
}

/** A throw for who starts. @param {Step} step */
function tossed({ before, event }) {
  const faces = event.type === "throw" ? event.faces : [];
  const name = (before.roll_off?.length ?? 0) + 1;
  return sentence("page.said.off", { name, throw: faces, count: rollOffPoints(before.rules, faces) });
}

/** @param {Step} step */
function thrown({ before, event, after }) {
  const faces = event.type === "throw" ? event.faces : [];
  const { rules, turn_total: lost } = before;
  const [name] = before.to_move;
  const effect = effectOf(before, faces);
  const who = rules.turn === "shared" ? "page.said.all" : "page.said";
  const parts = { name, throw: faces, gain: effect.points, face: rules.bust_face };
  switch (effect.kind) {
    case "gain": {
      const total = lost + effect.points;
      const score = after.scores[name - 1];
      if (score !== before.scores[name - 1]) return sentence("page.said.banked", { ...parts, count: total, score });
      const again = effect.must_roll ? "-again" : "";
      const sum = effect.points === faces[0] && faces.length === 1 && !lost ? "-first" : "";
      return sentence(`${who}.gain${again || sum}`, { ...parts, count: total });
    }
    case "void":
      return sentence(`${who}.void`, parts);
    case "out":
      return sentence("page.said.out", parts);
    case "bust_all":
      return sentence(`${who}.bust-all`, { ...parts, count: before.scores[name - 1] });
    default:
      return sentence(lost ? `${who}.bust` : `${who}.bust-nothing`, { ...parts, count: lost });
  }
}

/**
 * What comes of it for the others: whose turn it is, a new round, the end.
 *
 * @param {State} before
 * @param {State} after
 * @returns {Sentence[]}
 */
function followed(before, after) {
  const ended = outcome(after);
  if (ended) return [won(after)];
  if (before.roll_off) {
    if (!after.roll_off) return [sentence("page.said.starts", { name: after.first })];
    return after.roll_off.length ? [turnOf(after.roll_off.length + 1)] : [sentence("page.said.off-tie")];
  }
  if (sameTurn(before, after)) return [];
  /** @type {Sentence[]} */
  const said = [];
  const { target, end, turn } = before.rules;
  const reached = (/** @type {State} */ state) => end === "full-round" && Math.max(...state.scores) >= (target ?? 0);
  if (!before.playoff.length && after.playoff.length)
    said.push(sentence("page.said.playoff", { names: after.playoff }));
  else if (reached(after) && !reached(before)) said.push(sentence("page.said.last-turns", { name: before.to_move[0] }));
  return [...said, turn === "shared" ? sentence("page.said.round", { round: after.round }) : turnOf(after.to_move[0])];
}

/** @param {number} seat */
export const turnOf = (seat) => sentence("page.said.turn", { name: seat });

/** Who won. @param {State} state A game that is over. */
export function won(state) {
  const { winners, reason } = outcome(state) ?? { winners: [], reason: "target" };
  const [name] = winners;
  const count = state.scores[name - 1];
  if (reason === "last-left") return sentence("page.said.last-left", { name });
  if (state.scores.length === 1) return sentence("page.said.alone", { name, count });
  return winners.length > 1
    ? sentence("page.said.share", { names: winners, count })
    : sentence("page.said.wins", { name, count });
}

/** Says sentences in one language, to one table of players. */
export class Teller {
  /**
   * @param {Words} words
   * @param {readonly Player[]} players
   * @param {string} kind The kind of dice.
   * @param {number} [me] The one seat of who is told; 0: there is none, or several.
   */
  constructor(words, players, kind, me = 0) {
    this.words = words;
    this.players = players;
    this.kind = kind;
    this.me = me;
  }

  /** A seat's name. @param {number} seat */
  name(seat) {
    const player = this.players[seat - 1];
    if (player && "bot" in player) return this.words.say(`page.bot.${player.character}.name`);
    return player?.name || this.words.say("seat", { seat });
  }

  get names() {
    return this.players.map((_, place) => this.name(place + 1));
  }

  /**
   * What dice showed, in words: "3 and 4", "heads", "razorback and trotter".
   *
   * @param {Faces} faces
   */
  faces(faces) {
    const spoken = faces.map((face) =>
      typeof face === "number" ? String(face) : this.words.say(`page.face.${this.kind}.${face}`),
    );
    return isWord(KINDS[this.kind], faces) || spoken.length > 4 ? spoken.join(", ") : this.words.list(spoken);
  }

  /** As nodes of the page. @param {Sentence} said @returns {any[]} */
  nodes({ key, parts }) {
    return this.words.pieces(
      key === "page.said.turn" && parts.name === this.me ? "page.said.turn.yours" : key,
      this.#parts(parts, (seat) => html`<bdi>${this.name(seat)}</bdi>`),
    );
  }

  /**
   * @param {Record<string, any>} parts
   * @param {(seat: number) => any} named
   */
  #parts(parts, named) {
    const { name, names } = parts;
    return {
      ...parts,
      ...(typeof name === "number" && { name: named(name) }),
      ...(names && { names: this.words.list(names.map((/** @type {number} */ seat) => this.name(seat))) }),
      ...(Array.isArray(parts.throw) && { throw: this.faces(parts.throw) }),
    };
  }
}

/** The sentences of the newest steps. @param {readonly Step[]} steps */
export const toldAll = (steps) => steps.flatMap(told);
