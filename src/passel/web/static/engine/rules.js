/**
 * What a throw is worth under rules that are plain data; the twin of passel/rules.py. Python makes
 * the data (passel/web/catalogue.py); nothing here or in the page asks for a variant by name.
 *
 * @import { Chance, Distribution, Effect as What, Face, Faces } from "../../types"
 * @typedef {import("../../types").Rules} Rules
 * @typedef {import("../../types").Row} Row
 * @typedef {import("../../types").EffectKind} EffectKind
 */
import { KINDS, isWord, read, sum, text, weightedThrows } from "./dice.js";
import { PasselError, RulesError } from "./errors.js";

/** @type {EffectKind[]} */
const EFFECT_KINDS = ["gain", "void", "bust", "bust_all", "out", "refused"];

/** @type {(kind: EffectKind, points?: number, must_roll?: boolean) => What} */
export const Effect = (kind, points = 0, must_roll = false) => ({ kind, points, must_roll });

/** @param {Row} row */
const symbols = (row) => row.pattern.split("-").filter((symbol) => symbol !== "...");

/**
 * Whether the faces, in any order, are a throw of this row.
 * @type {(row: Row, faces: Faces, bustFace: number) => boolean}
 */
function rowFits(row, faces, bustFace) {
  /** @type {(symbols: string[], left: Faces, equal?: Face) => boolean} */
  const fit = ([symbol, ...rest], left, equal) =>
    !symbol ||
    left.some(
      (face, place) =>
        (symbol === "?" ||
          symbol === `${face}` ||
          (symbol === "b" && face === bustFace) ||
          (symbol === "x" && (equal ?? face) === face)) &&
        fit(rest, left.filter((_, other) => other !== place), symbol === "x" ? face : equal),
    );
  const further = faces.length - symbols(row).length;
  return (row.pattern.endsWith("...") ? further >= 0 : further === 0) && fit(symbols(row), faces);
}

/** What a throw does, whatever the state. @type {(rules: Rules, faces: Faces) => What} */
export function effect(rules, faces) {
  const kind = KINDS[rules.dice];
  const row = rules.rows.find((row) => rowFits(row, faces, rules.bust_face));
  if (!row) throw new RulesError("bad-rules", { id: rules.id });
  if (row.kind !== "gain") return Effect(row.kind);
  const total = isWord(kind, faces) ? 0 : sum(kind, faces);
  return Effect("gain", row.points ?? row.times * total, row.must_roll);
}

/**
 * Refuse faces that these dice cannot show. An announced throw may be shorter only where its last
 * face is its first bust face.
 *
 * @type {(rules: Rules, faces: Faces, announced?: number) => void}
 */
export function checkThrow(rules, faces, announced = 0) {
  const count = announced || rules.count;
  const short = faces.length < announced;
  checkFaces(rules.dice, short ? faces.length : count, faces);
  const bust = faces.indexOf(rules.bust_face);
  if (short && (bust < 0 || bust < faces.length - 1)) {
    throw new PasselError("stops-at-first-bust", { throw: text(faces), count, face: rules.bust_face });
  }
  if (effect(rules, faces).kind === "refused") {
    throw new PasselError("throw-refused", { throw: text(faces) });
  }
}

/** @type {(kind: string, count: number, faces: Faces) => void} */
export function checkFaces(kind, count, faces) {
  const dice = KINDS[kind];
  if (isWord(dice, faces)) return;
  for (const face of faces) if (!dice.faces.includes(face)) throw noSuchFace(kind, `${face}`);
  const met = faces.length;
  if (met !== count) throw new PasselError("wrong-number-of-dice", { throw: text(faces), met, count });
}

/** @type {(kind: string, face: string) => PasselError} */
export function noSuchFace(kind, face) {
  const { faces, words } = KINDS[kind];
  return new PasselError("no-such-face", { face, faces: [...faces.map(String), ...words] });
}

/** @type {WeakMap<Rules, Distribution[]>} */
const known = new WeakMap();

/**
 * The exact distribution of a throw, `announced` dice (0: nothing is), over its effects: gains by
 * their points, then void, bust, bust_all.
 *
 * @type {(rules: Rules, announced?: number) => Distribution}
 */
export function chances(rules, announced = 0) {
  const all = known.get(rules) ?? [];
  known.set(rules, all);
  return (all[announced] ??= distribution(
    (announced ? announcedThrows(rules, announced) : weightedThrows(rules.dice, rules.count)).map(
      ([faces, weight]) => ({ effect: effect(rules, faces), weight, faces }),
    ),
    (a, b) =>
      EFFECT_KINDS.indexOf(a.kind) - EFFECT_KINDS.indexOf(b.kind) ||
      a.points - b.points ||
      Number(a.must_roll) - Number(b.must_roll),
  ));
}

/**
 * Chances with those of equal effects added up, in the order given or as they are met.
 *
 * @type {(all: Chance[], order?: (a: What, b: What) => number) => Distribution}
 */
export function distribution(all, order = () => 0) {
  /** @type {Map<string, Chance>} */
  const merged = new Map();
  let total = 0;
  for (const chance of all) {
    const key = JSON.stringify(chance.effect);
    const before = merged.get(key);
    merged.set(key, before ? { ...before, weight: before.weight + chance.weight } : chance);
    total += chance.weight;
  }
  return { total, chances: [...merged.values()].sort((a, b) => order(a.effect, b.effect)) };
}

/**
 * Throws of many dice with their weights. Twenty dice have 6^20 throws; but an open-ended row asks
 * only whether some faces are there, so throws that met the same of those and have the same sum
 * are one.
 *
 * @type {(rules: Rules, count: number) => (readonly [Faces, number])[]}
 */
function announcedThrows(rules, count) {
  const kind = KINDS[rules.dice];
  const faceOf = (/** @type {string} */ each) => (each === "b" ? rules.bust_face : read(kind, each));
  const special = rules.rows.flatMap(symbols).map(faceOf);
  /** @type {(readonly [Faces, number])[]} */
  let groups = [[[], 1]];
  while (count--) {
    /** @type {Map<string, readonly [Faces, number]>} */
    const grown = new Map();
    for (const [before, weight] of groups) {
      for (const face of kind.faces) {
        const faces = [...before, face];
        const met = kind.faces.filter((each) => special.includes(each) && faces.includes(each));
        const key = `${met} ${sum(kind, faces)}`;
        const same = grown.get(key);
        grown.set(key, same ? [same[0], same[1] + weight] : [faces, weight]);
      }
    }
    groups = [...grown.values()];
  }
  return groups;
}

/** What one throw of a roll-off counts, lowest first. @type {(rules: Rules) => Distribution} */
export const rollOffChances = (rules) =>
  distribution(
    weightedThrows(...rules.roll_off).map(([faces, weight]) => ({
      effect: Effect("gain", rollOffPoints(rules, faces)),
      weight,
      faces,
    })),
    (a, b) => a.points - b.points,
  );

/** What a throw counts in a roll-off. @type {(rules: Rules, faces: Faces) => number} */
export function rollOffPoints(rules, faces) {
  const kind = KINDS[rules.roll_off[0]];
  return kind.counts.length ? effect(rules, faces).points : sum(kind, faces);
}
