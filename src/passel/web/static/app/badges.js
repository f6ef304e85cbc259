/**
 * The sign of a seat: a colour, a shape and an initial; no two of the first hundred seats share
 * both colour and shape.
 */
import { graphemes } from "./names.js";
import { html } from "../vendor/preact.js";

/** Circle, square, diamond, triangle, star, hexagon, plus, pentagon, drop, half-moon; in 34 by 34. */
const SHAPES = [
  "M17 1a16 16 0 1 1 0 32a16 16 0 1 1 0-32Z",
  "M8 2h18a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Z",
  "M17 0 34 17 17 34 0 17Z",
  "M17 0 34 33H0Z",
  "M17 0l4.6 9.6 10.6 1.3-7.8 7.3 2.1 10.4L17 33.4l-8.5-4.8 2.1-10.4-7.8-7.3 10.6-1.3Z",
  "M17 0 32 8.5v17L17 34 2 25.5v-17Z",
  "M10 1h14v9h9v14h-9v9H10v-9H1V10h9Z",
  "M17 0 34 13 27.5 33h-21L0 13Z",
  "M17 0c6 8 13 13 13 20.5a13 13 0 0 1-26 0C4 13 11 8 17 0Z",
  "M8 1h4a16 16 0 0 1 0 32H8Z",
];

/** Where the initial stands, per shape: x and the base line. */
const PLACES = [
  [17, 22.5],
  [17, 22.5],
  [17, 22.5],
  [17, 29],
  [17, 23.5],
  [17, 22.5],
  [17, 22.5],
  [17, 24],
  [17, 26],
  [17, 22.5],
];

const COUNT = SHAPES.length;

/** The colour of a seat, 1 to 10. @param {number} seat From 1. */
const colour = (seat) => ((seat - 1 + 3 * Math.floor((seat - 1) / COUNT)) % COUNT) + 1;

/** The class that gives a seat its colour, as `--c`. @param {number} seat 0: nobody's. */
export const tone = (seat) => (seat ? `tone-${colour(seat)}` : "");

/**
 * What stands in a badge: the first letter of the name, the number of a seat without one.
 *
 * @param {number} seat
 * @param {string} name Empty where it has none.
 */
const initial = (seat, name) => (name ? (graphemes(name)[0] ?? "").toLocaleUpperCase() : String(seat));

/**
 * A seat's badge.
 *
 * @param {number} seat
 * @param {string} name
 */
export function badge(seat, name) {
  const shape = (seat - 1) % COUNT;
  const [x, y] = PLACES[shape];
  return html`
    <svg class=${`badge ${tone(seat)}`} viewBox="0 0 34 34" aria-hidden="true">
      <path d=${SHAPES[shape]} />
      <text x=${x} y=${y}>${initial(seat, name)}</text>
    </svg>
  `;
}

/** A shape by itself, for the end of a curve. @type {(seat: number, x: number, y: number, size: number) => any} */
export const mark = (seat, x, y, size) => html`
  <path
    d=${SHAPES[(seat - 1) % COUNT]}
    transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${size / 34})`}
  />
`;
