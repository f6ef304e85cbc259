/**
 * Dice, coins and pigs, drawn. What they show is settled before they move.
 *
 * @typedef {import("../../types").Face} Face
 * @typedef {import("../../types").Faces} Faces
 */
import { html } from "../vendor/preact.js";

/** Places of the pips of each face, in a square of 100. @type {Record<string, [number, number][]>} */
const PIPS = {
  1: [[50, 50]],
  2: [
    [73, 27],
    [27, 73],
  ],
  3: [
    [73, 27],
    [50, 50],
    [27, 73],
  ],
  4: [
    [27, 27],
    [73, 27],
    [27, 73],
    [73, 73],
  ],
  5: [
    [27, 27],
    [73, 27],
    [50, 50],
    [27, 73],
    [73, 73],
  ],
  6: [
    [27, 25],
    [73, 25],
    [27, 50],
    [73, 50],
    [27, 75],
    [73, 75],
  ],
};

/** How each pig lies: a turn about its middle, and whether it is seen from above. @type {Record<string, [number, boolean]>} */
const POSES = { D: [0, true], P: [0, true], R: [180, false], T: [0, false], S: [32, false], J: [58, false] };

/**
 * A throw as pictures with one label for all.
 *
 * @param {object} of
 * @param {string} of.kind The kind of dice.
 * @param {Faces} of.faces Empty: nothing was thrown yet.
 * @param {number} of.count How many, where nothing was thrown.
 * @param {string} of.label In words.
 * @param {Face | null} of.bad The face that lost the turn, if it did.
 * @param {(face: Face) => string} of.caption Under a pig.
 * @param {string | number} of.id Changes with each throw, so that each is a new movement.
 */
export function thrown({ kind, faces, count, label, bad, caption, id }) {
  const many = faces.length || count;
  const size = many > 12 ? "tiny" : many > 2 ? "small" : many > 1 ? "pair" : "";
  const shown = faces.length ? faces : Array(count).fill(null);
  return html`
    <div key=${`dice ${id}`} class=${`dice ${size}${faces.length ? " cast" : ""}`} role="img" aria-label=${label}>
      ${shown.map((face) => one(kind, face, bad, caption))}
    </div>
  `;
}

/** One die, coin or pig. @type {(kind: string, face: Face | null, bad: Face | null, caption: (face: Face) => string) => any} */
export const one = (kind, face, bad, caption) =>
  kind === "pig" ? pig(face, caption) : kind === "coin" ? coin(face, bad) : die(face, bad);

/** @type {(face: Face | null, bad: Face | null) => any} */
const die = (face, bad) => html`
  <svg class=${face === null ? "die blank" : "die"} viewBox="0 0 100 100">
    <rect x="2" y="2" width="96" height="96" rx="22" />
    ${(PIPS[String(face)] ?? []).map(([x, y]) => html`<circle class=${face === bad ? "bad" : ""} cx=${x} cy=${y} r="9.5" />`)}
  </svg>
`;

/** Heads is a pig's face, tails its tail. @type {(face: Face | null, bad: Face | null) => any} */
const coin = (face, bad) => html`
  <svg class=${face === null ? "die blank" : "die"} viewBox="0 0 100 100">
    <circle class="side" cx="50" cy="50" r="48" />
    ${
      face === "H" &&
      html`
      <path class="line" d="M24 34 20 18 36 25M76 34 80 18 64 25" />
      <circle class="line" cx="50" cy="52" r="29" />
      <ellipse class="line" cx="50" cy="60" rx="13" ry="9.5" />
      <circle cx="45" cy="60" r="2.6" /><circle cx="55" cy="60" r="2.6" />
      <circle cx="39" cy="44" r="3.4" /><circle cx="61" cy="44" r="3.4" />
    `
    }
    ${
      face === "T" &&
      html`<path class=${face === bad ? "line bad" : "line"} d="M22 62c12 10 26 4 26-10s-15-15-16-2 17 20 30 10 9-26-1-26-11 14 0 20 17 2 19-3" />`
    }
  </svg>
`;

/** @type {(face: Face | null, caption: (face: Face) => string) => any} */
function pig(face, caption) {
  if (face === null)
    return html`<span class="pig"><svg class="die blank" viewBox="0 0 120 100">${standing(0)}</svg></span>`;
  const pose = POSES[String(face)];
  const drawing = pose
    ? pose[1]
      ? lying(face === "D")
      : standing(pose[0])
    : face === "oinker"
      ? touching()
      : stacked();
  return html`
    <span class="pig">
      <svg class=${pose ? "die" : "die wide"} viewBox=${pose ? "0 0 120 100" : "0 0 200 110"}>${drawing}</svg>
      <small>${caption(face)}</small>
    </span>
  `;
}

/** A pig from its side, turned about its middle: 0 on its feet, 180 on its back. @param {number} turn */
const standing = (turn) => html`
  <g transform=${`rotate(${turn} 60 50)`}>
    <path class="limb" d="M38 66v17M50 68v15M74 68v15M84 64v19" />
    <path class="line" d="M20 44c-9-1-9-11-2-10s3 8-4 6" />
    <ellipse class="body" cx="56" cy="50" rx="38" ry="24" />
    <circle class="body" cx="90" cy="47" r="19" />
    <path class="body" d="M80 33 82 17 95 28Z" />
    <ellipse class="body" cx="107" cy="52" rx="6" ry="9" />
    <circle class="eye" cx="95" cy="42" r="2.6" />
  </g>
`;

/** A pig on its side, seen from above; one of its flanks has a dot. @param {boolean} dot */
const lying = (dot) => html`
  <path class="limb" d="M38 62 30 86M50 66 45 90M76 66 76 90M86 62 91 86" />
  <path class="line" d="M20 40c-9-1-9-11-2-10s3 8-4 6" />
  <ellipse class="body" cx="56" cy="46" rx="38" ry="25" />
  <circle class="body" cx="92" cy="43" r="19" />
  <ellipse class="body" cx="108" cy="47" rx="5" ry="8" />
  <path class="line" d="M91 38q4 4 8 0" />
  ${dot && html`<circle class="dot" cx="54" cy="46" r="7.5" />`}
`;

/** Two pigs that touch. */
const touching = () => html`
  <g transform="translate(-4 8)">${standing(0)}</g>
  <g transform="translate(204 8) scale(-1 1)">${standing(0)}</g>
`;

/** One pig on top of the other. */
const stacked = () => html`
  <g transform="translate(42 30) scale(.8)">${standing(0)}</g>
  <g transform="translate(48 -8) scale(.66)">${standing(0)}</g>
`;
