/** Everybody's seat in a game in which all share the throws: each holds for itself. */
import { badge, tone } from "./badges.js";
import { way } from "./sheet.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./session.js").Session} Session
 */

/** From so many seats on they stand below the dice where there is little room. */
const SOME = 5;
/** From so many seats on they are small where there is much room, too. */
const MANY = 9;

/** @param {Session} session */
export const isCrowded = ({ rules, begin }) => rules.turn === "shared" && begin.scores.length >= SOME;

/** @type {(app: App, session: Session) => any} */
export function crowd(app, session) {
  const { state, game } = session;
  const banked = held(session);
  return html`
    <ol class=${`sheet crowd${game.players.length >= MANY ? " many" : ""}`}>
      ${game.players.map((player, place) => {
        const seat = place + 1;
        const stillIn = state.to_move.includes(seat);
        const bot = "bot" in player;
        const name = app.teller.name(seat);
        const note = app.play.source.note?.(session, seat);
        const own = !bot && !app.play.source.afar && !app.play.holder;
        const inside = html`
          ${badge(seat, bot || player.name ? name : "")}
          <span class="name"><bdi>${name}</bdi>${bot && html` <small>${app.say("page.bot")}</small>`}</span>
          <span class="score">${app.words.number(state.scores[place])}</span>
          ${
            own && stillIn
              ? html`<b class="sit">${app.say("page.hold")}</b>`
              : html`<span class="state">${note ? app.teller.nodes(note) : app.say(...stateOf(stillIn, banked.get(seat)))}</span>`
          }
          ${way(session, seat)}
        `;
        const kind = `place ${tone(seat)}${stillIn ? " in" : " out"}`;
        return html`<li key=${seat}>${own ? mine(app, seat, kind, inside) : html`<div class=${kind}>${inside}</div>`}</li>`;
      })}
    </ol>
  `;
}

/** A seat that is a button: it holds. @type {(app: App, seat: number, kind: string, inside: any) => any} */
const mine = (app, seat, kind, inside) => html`
  <button
    type="button"
    class=${kind}
    aria-disabled=${app.play.whyNotHold(seat) ? "true" : null}
    aria-keyshortcuts=${app.state.settings.keys && seat <= 10 ? String(seat % 10) : null}
    onClick=${() => app.play.hold(seat)}
  >
    ${inside}
  </button>
`;

/** Whether a seat is in, as the parts of a sentence. @type {(stillIn: boolean, banked: number | undefined) => [string, object]} */
const stateOf = (stillIn, banked) =>
  stillIn
    ? ["page.crowd.in", {}]
    : banked === undefined
      ? ["page.crowd.out", {}]
      : ["page.crowd.held", { count: banked }];

/** What each seat banked this round. @param {Session} session @returns {Map<number, number>} */
function held(session) {
  const { state } = session;
  return new Map(
    session.turn.flatMap(({ before, event }) =>
      event.type === "hold" && before.round === state.round ? [[event.seat, before.turn_total]] : [],
    ),
  );
}
