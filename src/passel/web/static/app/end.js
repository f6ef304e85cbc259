/** The end of a game: who won, how it went, again? */
import { badge, tone } from "./badges.js";
import { curve } from "./curve.js";
import { over as dialogs } from "./book.js";
import { played } from "./draft.js";
import { checking } from "./fairness.js";
import { mendTools, pressed as key } from "./kept.js";
import { action, heading } from "./parts.js";
import { won } from "./sentences.js";
import { goal, title } from "./telling.js";
import { winners } from "../engine/game.js";
import { isExact } from "../engine/solve.js";
import { name as nameOf } from "../engine/variants.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./session.js").Session} Session
 */

export const name = "end";

/** @param {App} app */
const sessionOf = (app) => /** @type {Session} */ (app.state.session);

/** @param {App} app */
export const head = (app) => heading(app, app.teller.nodes(won(sessionOf(app).state)));

/** @param {App} app */
export function body(app) {
  const session = sessionOf(app);
  return html`
    <main key="main" class="columns">
      ${ranking(app, session)} ${way(app, session)}
      <section>
        ${study(app, session, `#/review/${session.game.id}`)} ${record(app, session, session.record(app.teller.names))}
      </section>
    </main>
  `;
}

/** Ways to learn from it; `review` leads to the look back. @type {(app: App, session: Session, review: string) => any} */
export const study = (app, { rules }, review) => html`
  <p class="adds">
    <a class="chip" href=${review}>${app.say("study.review.go")}</a>
    ${isExact(rules, 2) && html`<a class="chip" href=${`#/practise/${encodeURIComponent(nameOf(rules))}`}>${app.say("page.practise")}</a>`}
  </p>
`;

/** All seats, the best first. @type {(app: App, session: Session) => any} */
export function ranking(app, session) {
  const { state, rules, game } = session;
  const won = winners(state);
  const after = played(session);
  const order = game.players.map((_, place) => place + 1).sort((a, b) => rank(state, b) - rank(state, a));
  return html`
    <section>
      <h2>${title(rules, app.words)}, ${goal(rules, app.words)}</h2>
      <ol class="sheet seats ranks">
        ${order.map((seat) => {
          const player = game.players[seat - 1];
          const name = app.teller.name(seat);
          return html`
            <li key=${seat} class=${`seat ${tone(seat)}${won.includes(seat) ? " now" : ""}`}>
              ${badge(seat, "bot" in player || player.name ? name : "")}
              <span class="name">
                <bdi>${name}</bdi>
                ${won.includes(seat) && html` <small class="won">${app.say("page.end.winner")}</small>`}
                ${state.out.includes(seat) && html` <small>${app.say("page.out")}</small>`}
                ${after.some(({ wins }) => (wins ?? 0) > 1) && html` <small class="tally">${app.say("page.tally", { count: after[seat - 1].wins ?? 0 })}</small>`}
              </span>
              <span class="score">${app.words.number(state.scores[seat - 1])}</span>
            </li>
          `;
        })}
      </ol>
    </section>
  `;
}

/** How the scores went. @type {(app: App, session: Session) => any} */
export const way = (app, session) => html`
  <section>
    <h2>${app.say("page.end.curve")}</h2>
    ${curve(app, session)}
  </section>
`;

/** For the order of the seats: who left the game is behind all others. @type {(state: import("../../types").State, seat: number) => number} */
const rank = (state, seat) => state.scores[seat - 1] - (state.out.includes(seat) ? 1e9 : 0);

/** The record, to copy, share or save. @type {(app: App, session: Session, text: string) => any} */
export function record(app, session, text) {
  const file = `passel-${session.game.id.replace("/", "-")}.pig`;
  const checked = /^\[Dice "passel /m.test(text);
  return html`
    <details class="sheet record">
      <summary>${app.say("page.record")}</summary>
      <p>${app.say("page.record.what")}</p>
      <pre tabindex="0" aria-label=${app.say("page.record")}>${text}</pre>
      <p class="adds">
        <button type="button" class="chip" onClick=${() => clipped(app, text, "page.record.copied")}>${app.say("page.record.copy")}</button>
        ${
          "share" in navigator &&
          html`<button type="button" class="chip" onClick=${() => shared(app, { text })}>${app.say("page.record.share")}</button>`
        }
        <button type="button" class="chip" onClick=${() => save(text, file)}>${app.say("page.record.save")}</button>
        ${checked && checking(app, () => text)}
      </p>
    </details>
  `;
}

/** Put a text into the clipboard and say so. @type {(app: App, text: string, done: string) => Promise<void>} */
export async function clipped(app, text, done) {
  try {
    await navigator.clipboard.writeText(text);
    app.tell(done);
  } catch {
    app.tell(copiedByHand(text) ? done : "page.record.not-copied");
  }
}

/** The old way, for plain http. @param {string} text */
function copiedByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** Hand something to another app; `failed` is said where that did not happen. @type {(app: App, what: ShareData, failed?: string) => Promise<void>} */
export async function shared(app, what, failed = "page.record.not-shared") {
  try {
    await navigator.share(what);
  } catch {
    app.tell(failed);
  }
}

/** @type {(text: string, name: string, type?: string) => void} */
export function save(text, name, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** What stands over the end of a kept game. @param {App} app */
export const over = (app) => dialogs(app);

/** With real dice the last entry can still be wrong. @type {(app: App, event: KeyboardEvent) => boolean} */
export const pressed = (app, event) => app.play.source.mends && key(app, event);

/** @param {App} app */
export function foot(app) {
  const { mends } = app.play.source;
  const press = () => !app.state.settling && app.go(mends ? "keep" : "new");
  return html`
    ${mends && html`<div class="tools all">${mendTools(app, sessionOf(app))}</div>`}
    ${action({ kind: "hold", label: app.say("page.end.new"), hint: app.say("page.end.new.hint"), press })}
    ${action({ kind: "roll", label: app.say("page.end.again"), hint: app.say("page.end.again.hint"), press: () => app.play.rematch() })}
  `;
}
