/**
 * Pictures one can touch, in SVG: at least 14 px to read at a width of 320. What a finger does on
 * one, a slider beside it does too.
 */
import { html } from "../../vendor/preact.js";

export const WIDTH = 300;
export const HEIGHT = 190;
const LEFT = 44;
const RIGHT = 8;
const TOP = 14;
const BOTTOM = 26;

/** What the pencil shades: the same everywhere in the app for what is at risk. */
export const hatching = html`
  <defs>
    <pattern id="risk" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path class="hatch" d="M0 0V7" />
    </pattern>
  </defs>
`;

/** Where a pointer is on a picture, in its own units. @param {PointerEvent} event @returns {[number, number]} */
export function pointed({ currentTarget, clientX, clientY }) {
  const box = /** @type {Element} */ (currentTarget).getBoundingClientRect();
  return [((clientX - box.left) / box.width) * WIDTH, ((clientY - box.top) / box.height) * HEIGHT];
}

/** Whether a pointer draws, not only passes. @param {PointerEvent} event */
export const drawing = (event) => event.type === "pointerdown" || event.buttons > 0;

/**
 * A bar for each value.
 *
 * @param {object} of
 * @param {string} of.label What the picture says, for speech.
 * @param {readonly number[]} of.values
 * @param {number} of.at The place that is chosen; -1: none.
 * @param {number} of.top The value of the full height.
 * @param {(place: number) => string} of.under What stands under a bar; empty: nothing.
 * @param {(value: number) => string} of.beside What stands at the left of a height.
 * @param {(place: number) => boolean} [of.risk] Whether a bar is hatched.
 * @param {number | null} [of.line] A height that is drawn right across.
 * @param {readonly [number, number] | null} [of.between] Heights that are marked on every bar's axis: from, to.
 * @param {((place: number) => void) | null} [of.choose] Called with the place that is touched.
 */
export function bars({ label, values, at, top, under, beside, risk = () => false, line = null, between = null, choose = null }) {
  const step = (WIDTH - LEFT - RIGHT) / values.length;
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / top;
  const touch = (/** @type {PointerEvent} */ event) => {
    const place = Math.floor((pointed(event)[0] - LEFT) / step);
    if (choose && drawing(event) && place >= 0 && place < values.length) choose(place);
  };
  return html`
    <svg class=${choose ? "plot live" : "plot"} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${label} onPointerDown=${touch} onPointerMove=${touch}>
      ${hatching}
      ${[0, top / 2, top].map(
        (value) => html`
          <path class="grid" d=${`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} />
          <text class="left" x=${LEFT - 6} y=${y(value) + 5}>${beside(value)}</text>
        `,
      )}
      ${between && html`<rect class="band" x=${LEFT} y=${y(between[1])} width=${WIDTH - LEFT - RIGHT} height=${y(between[0]) - y(between[1])} />`}
      ${values.map((value, place) => {
        const box = { x: LEFT + step * (place + 0.14), y: y(value), width: step * 0.72, height: y(0) - y(value) };
        return html`
          <rect class=${place === at ? "bar chosen" : "bar"} ...${box} />
          ${risk(place) && html`<rect class="hatched" ...${box} />`}
          <text class=${place === at ? "chosen" : ""} x=${LEFT + step * (place + 0.5)} y=${HEIGHT - 8}>${under(place)}</text>
        `;
      })}
      ${line !== null && html`<path class="level" d=${`M${LEFT} ${y(line)}H${WIDTH - RIGHT}`} />`}
    </svg>
  `;
}

/**
 * Lines over the same places, each with its own dashes.
 *
 * @param {object} of
 * @param {string} of.label
 * @param {readonly { name: string, values: readonly number[] }[]} of.lines
 * @param {number} of.at
 * @param {number} of.top
 * @param {(place: number) => string} of.under
 * @param {(value: number) => string} of.beside
 * @param {(place: number) => void} of.choose
 */
export function lines({ label, lines: all, at, top, under, beside, choose }) {
  const last = all[0].values.length - 1;
  const x = (/** @type {number} */ place) => LEFT + 6 + ((WIDTH - LEFT - RIGHT - 12) * place) / last;
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / top;
  const touch = (/** @type {PointerEvent} */ event) => {
    const place = Math.round(((pointed(event)[0] - LEFT - 6) / (WIDTH - LEFT - RIGHT - 12)) * last);
    if (drawing(event)) choose(Math.max(0, Math.min(last, place)));
  };
  return html`
    <svg class="plot live" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${label} onPointerDown=${touch} onPointerMove=${touch}>
      ${[0, top / 2, top].map(
        (value) => html`
          <path class="grid" d=${`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} />
          <text class="left" x=${LEFT - 6} y=${y(value) + 5}>${beside(value)}</text>
        `,
      )}
      ${[0, Math.round(last / 2), last].map((place) => html`<text x=${x(place)} y=${HEIGHT - 8}>${under(place)}</text>`)}
      <path class="cursor" d=${`M${x(at)} ${TOP}V${y(0)}`} />
      ${all.map(
        ({ name, values }, number) => html`
          <polyline class=${`line n${number}`} points=${values.map((value, place) => `${x(place)},${y(value)}`).join(" ")} />
          <circle class="knob" cx=${x(at)} cy=${y(values[at])} r="5" />
          <text class="name" x=${WIDTH - RIGHT - 4} y=${y(values[last]) + (number ? 18 : -8)}>${name}</text>
        `,
      )}
    </svg>
  `;
}

/**
 * Amounts below each other, each a bar with its name and its number.
 *
 * @param {readonly { name: string, value: number, told: string, risk?: boolean }[]} rows
 * @param {number} top The value of the full width.
 */
export const amounts = (rows, top) => html`
  <ul class="amounts">
    ${rows.map(
      ({ name, value, told, risk }) => html`
        <li key=${name}>
          <span>${name}</span> <b>${told}</b>
          <svg viewBox="0 0 300 22" preserveAspectRatio="none" aria-hidden="true">
            ${hatching}
            <rect class="track" width="300" height="22" />
            <rect class=${risk ? "hatched" : "bar chosen"} width=${Math.max(0, Math.min(300, (300 * value) / top))} height="22" />
          </svg>
        </li>
      `,
    )}
  </ul>
`;
