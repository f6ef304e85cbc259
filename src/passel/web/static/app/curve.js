/** The curve of the scores, round by round, as a picture with a table behind it. */
import { mark, tone } from "./badges.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./session.js").Session} Session
 */

const WIDTH = 320;
const HEIGHT = 180;
const LEFT = 38;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 26;
/** The most points that a line has. */
const POINTS = 200;
/** Lines differ in their dashes, too. */
const DASHES = ["", "6 3", "1 3", "8 3 1 3", "3 2", "10 4", "1 2 5 2", "1 5", "9 2 2 2 2 2", "4 6"];

/** The scores before the first turn and after each round. @param {Session} session @returns {(readonly number[])[]} */
function byRound({ begin, steps, state }) {
  const all = [begin.scores];
  steps.forEach(({ before, after }) => {
    if (after.round !== before.round) all.push(after.scores);
  });
  if (steps.length) all.push(state.scores);
  return all;
}

/** @type {(app: App, session: Session) => any} */
export function curve(app, session) {
  const all = byRound(session);
  const every = Math.ceil(all.length / POINTS);
  const shown = all
    .map((scores, round) => ({ scores, round }))
    .filter(({ round }) => round % every === 0 || round === all.length - 1);
  const rounds = Math.max(1, all.length - 1);
  const top = Math.max(1, session.rules.target ?? 0, ...all.flat());
  const x = (/** @type {number} */ round) => LEFT + ((WIDTH - LEFT - RIGHT) * round) / rounds;
  const y = (/** @type {number} */ score) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * score) / top;
  const lines = [0, Math.round(top / 2), top];
  const seats = session.begin.scores.map((_, place) => place + 1);
  const label = seats.map((seat) => `${app.teller.name(seat)} ${session.state.scores[seat - 1]}`).join(", ");
  return html`
    <svg class="sheet curve" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${app.say("phrase.named", { name: app.say("page.end.curve"), what: label })}>
      ${lines.map(
        (score) => html`
        <path class="grid" d=${`M${LEFT} ${y(score)}H${WIDTH - RIGHT}`} />
        <text x=${LEFT - 6} y=${y(score) + 5} class="left">${app.words.number(score)}</text>
      `,
      )}
      <text x=${LEFT} y=${HEIGHT - 7}>0</text>
      <text x=${WIDTH - RIGHT} y=${HEIGHT - 7} class="left">${app.say("page.history.round", { round: rounds })}</text>
      ${seats.map(
        (seat) => html`
        <g class=${tone(seat)}>
          <polyline
            points=${shown.map(({ scores, round }) => `${x(round)},${y(scores[seat - 1])}`).join(" ")}
            stroke-dasharray=${DASHES[(seat - 1) % DASHES.length]}
          />
          ${mark(seat, x(rounds), y(session.state.scores[seat - 1]), 12)}
        </g>
      `,
      )}
    </svg>
    <details class="sheet">
      <summary>${app.say("study.review.table")}</summary>
      <div class="wide">
        <table class="figures">
          <thead>
            <tr><td></td>${app.teller.names.map((name) => html`<th scope="col"><bdi>${name}</bdi></th>`)}</tr>
          </thead>
          <tbody>
            ${shown.slice(1).map(
              ({ scores, round }) => html`
                <tr key=${round}><th scope="row">${app.say("page.history.round", { round })}</th>${scores.map((score) => html`<td>${app.words.number(score)}</td>`)}</tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </details>
  `;
}
