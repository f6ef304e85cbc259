/** The course of a game as its win probability, with every decision on it, and a table behind it. */
import { grade } from "./reasons.js";
import { eventText } from "../engine/notation.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./review.js").Found} Found
 */

const WIDTH = 320;
const HEIGHT = 190;
const LEFT = 36;
const RIGHT = 10;
const TOP = 12;
const BOTTOM = 12;

/** @type {(win: number) => number} */
const y = (win) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - win);

/** Whether a decision is marked as a costly one. @param {{ cost: number }} made */
export const isCostly = ({ cost }) => !["best", "fine"].includes(grade(cost));

/**
 * The curve of seat 1's chance.
 *
 * @param {App} app
 * @param {string[]} names
 * @param {Found} found
 * @param {number} at The place of the event that is looked at; -1: none.
 * @param {(place: number) => void} choose A decision was pressed.
 */
export function curve(app, names, { wins, decisions }, at, choose) {
  const x = (/** @type {number} */ place) => LEFT + ((WIDTH - LEFT - RIGHT) * place) / Math.max(1, wins.length - 1);
  const label = app.say("study.review.line", { one: names[0], two: names[1] });
  return html`
    <svg class="sheet winning" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${label}>
      ${[0, 50, 100].map(
        (win) => html`
          <path class=${win === 50 ? "half" : "grid"} d=${`M${LEFT} ${y(win / 100)}H${WIDTH - RIGHT}`} />
          <text class="left" x=${LEFT - 5} y=${y(win / 100) + 5}>${win}</text>
        `,
      )}
      <polyline points=${wins.map((win, place) => `${x(place).toFixed(1)},${y(win).toFixed(1)}`).join(" ")} />
      ${at >= 0 && html`<path class="here" d=${`M${x(at)} ${TOP}V${HEIGHT - BOTTOM}`} />`}
      ${decisions.map((made, place) => {
        const costly = isCostly(made);
        const [left, top] = [x(made.place), y(wins[made.place])];
        return html`
          <path
            key=${place}
            class=${costly ? "costly" : "made"}
            d=${costly ? `M${left} ${top - 6}l6 6l-6 6l-6 -6Z` : `M${left - 2.4} ${top}a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1 -4.8 0Z`}
            onClick=${() => choose(place)}
          />
        `;
      })}
    </svg>
    <p class="legend">
      <span><svg viewBox="0 0 14 14" aria-hidden="true"><path d="M4 7a3 3 0 1 1 6 0a3 3 0 1 1 -6 0Z" /></svg> ${app.say("study.mark.good")}</span>
      <span><svg viewBox="0 0 14 14" aria-hidden="true"><path class="costly" d="M7 1l6 6l-6 6l-6 -6Z" /></svg> ${app.say("study.mark.bad")}</span>
    </p>
  `;
}

/**
 * The same, turn by turn, in figures.
 *
 * @type {(app: App, session: Session, names: string[], wins: readonly number[]) => any}
 */
export function figures(app, session, names, wins) {
  let place = 0;
  return html`
    <details class="sheet">
      <summary>${app.say("study.review.table")}</summary>
      <div class="wide">
        <table class="figures turns">
          <thead>
            <tr>
              <th scope="col">${app.say("study.col.player")}</th>
              <th scope="col">${app.say("study.col.turn")}</th>
              <th scope="col">${app.say("study.col.wins", { name: names[0] })}</th>
            </tr>
          </thead>
          <tbody>
            <tr><td></td><td></td><td>${app.words.number(100 * wins[0], 1)}</td></tr>
            ${session.turns.map((steps, turn) => {
              place += steps.length;
              const { before } = steps[0];
              const who = before.roll_off ? app.say("page.history.first") : names[before.to_move[0] - 1];
              return html`
                <tr key=${turn}>
                  <td><bdi>${who}</bdi></td>
                  <td>${steps.map(({ event }) => (event.type === "hold" ? "✓" : eventText(event, session.rules))).join(" ")}</td>
                  <td>${app.words.number(100 * wins[place], 1)}</td>
                </tr>
              `;
            })}
          </tbody>
        </table>
      </div>
    </details>
  `;
}
