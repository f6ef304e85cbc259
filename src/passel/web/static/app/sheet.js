/** The score sheet of a game in which one seat plays after the other, and its history. */
import { badge, tone } from "./badges.js";
import { deciding } from "./bots.js";
import { eventText } from "../engine/notation.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./session.js").Session} Session
 */

/** From so many seats on, two stand side by side where there is little room. */
const MANY = 5;
/** From so many seats on, they do where there is hardly any. */
const SOME = 3;
/** How many turns the history shows. */
const SHOWN = 12;

/** @type {(app: App, session: Session) => any} */
export function sheet(app, session) {
  const { state, game } = session;
  const now = deciding(session)[0];
  const count = state.scores.length;
  return html`
    <ol class=${`sheet seats${count >= MANY ? " many" : count >= SOME ? " some" : ""}`}>
      ${game.players.map((player, place) => {
        const seat = place + 1;
        const bot = "bot" in player;
        const name = app.teller.name(seat);
        const note = app.play.source.note?.(session, seat);
        const out = state.out.includes(seat) || (state.playoff.length > 0 && !state.playoff.includes(seat));
        return html`
          <li
            key=${seat}
            class=${`seat ${tone(seat)}${seat === now ? " now" : ""}${out ? " out" : ""}`}
            aria-current=${seat === now ? "true" : null}
          >
            ${badge(seat, bot || player.name ? name : "")}
            <span class="name">
              <bdi>${name}</bdi>
              ${bot && html` <small>${app.say("page.bot")}</small>`} ${out && html` <small>${app.say("page.out")}</small>`}
              ${note && html` <small class="note">${app.teller.nodes(note)}</small>`}
            </span>
            <span class="score">${app.words.number(state.scores[place])}</span>
            ${way(session, seat)}
          </li>
        `;
      })}
    </ol>
  `;
}

/** The way to the target: what is sure, and hatched what is at risk or was just lost. @type {(session: Session, seat: number) => any} */
export function way({ state, rules, steps }, seat) {
  const score = state.scores[seat - 1];
  const last = steps[steps.length - 1];
  const atRisk = state.to_move.includes(seat) ? state.turn_total : 0;
  const wasIn = last?.event.type === "throw" && last.before.to_move.includes(seat);
  const fallen =
    wasIn && !atRisk && !last.after.to_move.includes(seat) && score <= last.before.scores[seat - 1]
      ? last.before.turn_total
      : 0;
  const best = Math.max(...state.scores) + state.turn_total;
  const whole = rules.target ?? Math.max(best, 50);
  const width = (/** @type {number} */ points) => ({ width: `${Math.min(100, (100 * points) / whole)}%` });
  return html`
    <span class="way" aria-hidden="true">
      ${atRisk > 0 && html`<u style=${width(score + atRisk)}></u>`}
      ${fallen > 0 && html`<u key=${steps.length} class="fallen" style=${width(score + fallen)}></u>`}
      <i style=${width(score)}></i>
    </span>
  `;
}

/** The last turns in figures, newest first. @type {(app: App, session: Session) => any} */
export function history(app, session) {
  const turns = session.turns.slice(-SHOWN).reverse();
  if (!turns.length) return null;
  return html`
    <details class="history sheet" open>
      <summary>${app.say("page.history")}</summary>
      <ol>
        ${turns.map((steps) => {
          const { before } = steps[0];
          const alone = before.rules.turn !== "shared" && !before.roll_off;
          return html`
            <li key=${session.steps.indexOf(steps[0])}>
              ${alone && html`<bdi>${app.teller.name(before.to_move[0])}</bdi>`}
              ${before.roll_off && app.say("page.history.first")}
              ${!alone && !before.roll_off && app.say("page.history.round", { round: before.round })}
              ${" "}<span>${steps.map(({ event }) => words(app, session, event)).join(" ")}</span>
            </li>
          `;
        })}
      </ol>
    </details>
  `;
}

/** An event in a word. @type {(app: App, session: Session, event: import("../../types").Event) => string} */
function words(app, { rules }, event) {
  if (event.type !== "hold") return eventText(event, rules);
  return rules.turn === "shared" ? `${app.teller.name(event.seat)} ✓` : "✓";
}
