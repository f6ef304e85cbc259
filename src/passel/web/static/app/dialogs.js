/** What stands over a screen until it is answered. */
import { badge, tone } from "./badges.js";
import { keysOf } from "./keys.js";
import { languageChoice } from "./parts.js";
import { inGame } from "./settings.js";
import { history } from "./sheet.js";
import { tell } from "./telling.js";
import { LANGUAGES } from "./words.js";
import { html } from "../vendor/preact.js";

/** @typedef {import("./app.js").App} App */

/** The dialog that is open, if any. @param {App} app */
export function dialog(app) {
  const { dialog: open, passTo } = app.state;
  if (passTo) return pass(app, passTo);
  if (open?.name === "help") return help(app);
  if (open?.inside) return titled(app, open.name, app.say(open.title), open.inside(app));
  if (open?.name === "delete") return remove(app, open.id, open.who);
  return null;
}

/** @type {(kind: string, label: string, close: () => void, inside: any) => any} */
export const modal = (kind, label, close, inside) => html`
  <dialog
    key=${kind}
    class=${kind}
    aria-label=${label}
    ref=${(/** @type {HTMLDialogElement | null} */ element) => element && !element.open && element.showModal()}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      close();
    }}
  >
    ${inside}
  </dialog>
`;

/** Something to read, with a heading and a cross. @type {(app: App, kind: string, title: string, inside: any) => any} */
function titled(app, kind, title, inside) {
  const close = () => app.close();
  return modal(
    kind,
    title,
    close,
    html`
      <header>
        <h2>${title}</h2>
        <button type="button" class="icon" aria-label=${app.say("page.close")} onClick=${close}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6 18 18M18 6 6 18" /></svg>
        </button>
      </header>
      ${inside}
    `,
  );
}

/** The rules of this game, the keys, the settings: reading never acts. @param {App} app */
function help(app) {
  const { session } = app.state;
  return titled(
    app,
    "help",
    app.say("page.help"),
    html`
      <h3>${app.say("page.rules")}</h3>
      <ul class="text">${session && tell(session.rules, app.words).map((line) => html`<li>${line}</li>`)}</ul>
      <h3>${app.say("page.keys")}</h3>
      ${
        app.state.settings.keys
          ? html`<dl class="keys">${keysOf(app).map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${app.say(what)}</dd>`)}</dl>`
          : html`<p>${app.say("page.keys.off")}</p>`
      }
      ${session && history(app, session)}
      <h3>${app.say("page.settings")}</h3>
      <div class="fields">${languageChoice(app, LANGUAGES)} ${inGame(app)}</div>
    `,
  );
}

/** The phone goes to the next player. @type {(app: App, seat: number) => any} */
function pass(app, seat) {
  const player = app.state.session?.game.players[seat - 1];
  const taken = () => app.play.taken();
  return modal(
    `pass ${tone(seat)}`,
    app.say("page.pass"),
    taken,
    html`
      ${badge(seat, player && "name" in player ? player.name : "")}
      <h2>${app.teller.nodes({ key: "page.pass.to", parts: { name: seat } })}</h2>
      <button type="button" class="act roll one" onClick=${taken}>${app.say("page.pass.taken")}</button>
    `,
  );
}

/** @type {(app: App, id: string, who: string) => any} */
function remove(app, id, who) {
  const close = () => app.close();
  return modal(
    "ask",
    app.say("page.games.ask"),
    close,
    html`
      <h2>${app.say("page.games.ask")}</h2>
      <p><bdi>${who}</bdi></p>
      <div class="answers">
        <button type="button" class="act" onClick=${close}>${app.say("page.games.keep")}</button>
        <button type="button" class="act roll" onClick=${() => app.remove(id)}>${app.say("page.games.do-delete")}</button>
      </div>
    `,
  );
}
