/**
 * The game whose score is kept: people throw real dice and tap what they show. The same table as
 * table.js with other actions.
 */
import { tone } from "./badges.js";
import { botAt, deciding } from "./bots.js";
import { overview, over as dialogs } from "./book.js";
import { crowd, isCrowded } from "./crowd.js";
import { choices, mayChoose, nextDice } from "./entry.js";
import { modes, pad, shown, stroke, tool } from "./pad.js";
import { heading } from "./parts.js";
import { redo, stateOf, tap, typing, undo } from "./pen.js";
import { sheet } from "./sheet.js";
import * as table from "./table.js";
import { goal, title } from "./telling.js";
import { tip } from "./tips.js";
import { effectOf } from "../engine/game.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./session.js").Session} Session
 */

export const name = "table tapped";

/** The game on the table, which is there when this screen is. @param {App} app */
const sessionOf = (app) => /** @type {Session} */ (app.state.session);

/** @param {App} app */
export function head(app) {
  const { rules } = sessionOf(app);
  return heading(
    app,
    html`${title(rules, app.words)} <small>${goal(rules, app.words)}</small>`,
    html`
      ${table.coaching(app)} ${bookTool(app)}
      ${tool(app, { name: "page.help", picture: "?", keys: "?", press: () => app.open("help") })}
    `,
  );
}

/** @param {App} app */
export function body(app) {
  const session = sessionOf(app);
  const shared = session.rules.turn === "shared";
  const side = html`
    <section key="sheet" class="side" aria-label=${app.say("page.scores")}>
      ${shared ? crowd(app, session) : sheet(app, session)} ${overview(app, session)}
    </section>
  `;
  return isCrowded(session) ? [middle(app, session), side] : [side, middle(app, session)];
}

/** @type {(app: App, session: Session) => any} */
function middle(app, session) {
  const { state, rules } = session;
  const [seat] = deciding(session);
  const shared = rules.turn === "shared";
  const forBot = !shared && botAt(session, seat);
  return html`
    <main key="main" class=${`middle ${shared ? "" : tone(seat)}`}>
      ${shared ? table.rounds(app, session) : html`<h2 class="turn">${app.teller.nodes({ key: "page.turn", parts: { name: seat } })}</h2>`}
      ${trail(app, session)}
      ${
        state.roll_off
          ? html`<p class="would">${app.say("page.off")}</p>`
          : rules.max_dice === null
            ? table.total(app, session)
            : table.chooser(app, session, !forBot)
      }
      ${forBot && html`<p class="would">${app.say("score.pad.for-bot")}</p>`} ${tip(app, session)} ${app.coach?.view(session)}
    </main>
  `;
}

/** The throws of this turn in boxes, and the one that is not whole yet. @type {(app: App, session: Session) => any} */
function trail(app, session) {
  const { state, rules } = session;
  const { tapped, dice } = app.state;
  const going = state.turn_total > 0 || !!state.roll_off?.length;
  const throws = going ? session.turn.filter(({ event }) => event.type === "throw") : [];
  const missing = tapped.length ? nextDice(state, dice)[1] - tapped.length : 0;
  return html`
    <ol class="trail" aria-label=${app.say("page.trail")}>
      ${throws.slice(-10).map(({ before, event }) => {
        const faces = event.type === "throw" ? event.faces : [];
        return html`<li>${rules.dice === "die" ? faces.join(" ") : effectOf(before, faces).points}</li>`;
      })}
      ${tapped.length > 0 && html`<li class="part">${shown(app, tapped)}${" ·".repeat(missing)}</li>`}
    </ol>
  `;
}

/** @param {App} app */
export function foot(app) {
  const session = sessionOf(app);
  const { play, state } = app;
  if (!state.acting) return table.foot(app);
  const seat = play.holder;
  const one = !!seat && session.rules.max_dice === null && !session.state.roll_off;
  return html`
    ${pad(app)}
    ${one && table.hold(app, session, seat)}
    <div class=${one ? "tools" : "tools all"}>${backAndAgain(app, session)} ${modes(app)}</div>
  `;
}

/** Undo and redo. @type {(app: App, session: Session) => any} */
const backAndAgain = (app, session) => html`
  ${tool(app, {
    name: "score.undo",
    picture: stroke("M8 5 3 10l5 5M4 10h10a6 6 0 0 1 0 11h-3"),
    keys: "U",
    off: !session.steps.length && !app.state.tapped.length && !session.changes.length,
    press: () => undo(app),
  })}
  ${tool(app, {
    name: "score.redo",
    picture: stroke("M16 5l5 5-5 5M20 10H10a6 6 0 0 0 0 11h3"),
    keys: "Y",
    off: !session.undone.length,
    press: () => redo(app),
  })}
`;

/** Undo, redo and the book, where the game is over. @type {(app: App, session: Session) => any} */
export const mendTools = (app, session) => html`${backAndAgain(app, session)} ${bookTool(app)}`;

/** @param {App} app */
const bookTool = (app) =>
  tool(app, {
    name: "score.book",
    picture: stroke("M4 20l1-5L16 4l4 4L9 19ZM14 6l4 4"),
    keys: "E",
    press: () => app.open("book"),
  });

/** What stands over this screen. @param {App} app */
export const over = (app) => dialogs(app);

/** Whether `H` was pressed and the number of the player who holds is awaited. */
let asked = false;

/** @type {(app: App, event: KeyboardEvent) => boolean} */
export function pressed(app, { key, ctrlKey, metaKey, shiftKey }) {
  const session = sessionOf(app);
  const shut = !app.state.dialog;
  if (ctrlKey || metaKey) {
    if (!shut || !/^[zy]$/i.test(key)) return false;
    if (/y/i.test(key) || shiftKey) redo(app);
    else undo(app);
    return true;
  }
  if (!app.state.settings.keys || (!shut && app.state.dialog?.name !== "mend")) return false;
  const who = asked;
  asked = false;
  if (/^[0-9]$/.test(key)) {
    const state = stateOf(app);
    if (who && shut) return app.play.hold(Number(key) || 10), true;
    const face = choices(state, app.state.tapped)[Number(key) - 1];
    if (face !== undefined) tap(app, face);
    return face !== undefined;
  }
  if (!shut) return false;
  if (/^u$/i.test(key)) undo(app);
  else if (/^y$/i.test(key)) redo(app);
  else if (/^a$/i.test(key)) typing(app);
  else if (/^e$/i.test(key)) app.open("book");
  else if (/^h$/i.test(key) && !app.play.holder && session.rules.turn === "shared") {
    asked = true;
    app.tell("page.cannot.who");
  } else if ((key === "+" || key === "-") && mayChoose(session.state)) {
    app.play.choose(key === "+" ? 1 : -1);
  } else return false;
  return true;
}
