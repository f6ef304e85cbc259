/**
 * The one render: header, the screen, the status region, what can be done, a dialog. A screen is
 * a module with `head`, `body` and perhaps `foot`, each from the app to nodes.
 *
 * @typedef {import("./app.js").App} App
 * @typedef {import("../vendor/preact.js").Node} Node
 *
 * @typedef {object} Screen
 * @property {string} name
 * @property {(app: App) => Node} head What stands in the header.
 * @property {(app: App) => Node} body
 * @property {(app: App) => Node} [foot]
 * @property {(app: App) => Screen} [now] Of a place with several screens: the one that it is now.
 * @property {(app: App) => Node} [over] A dialog of its own, where one is open.
 * @property {(app: App) => boolean} [ready] Whether all that it shows is there.
 * @property {(app: App) => Promise<void>} [prepare] Fetch what is not.
 * @property {(app: App, event: KeyboardEvent) => boolean} [pressed] A key of its own: whether it
 *   means something there.
 * @property {(app: App) => void} [enter] Called when the reader comes here.
 */
import { dialog } from "./dialogs.js";
import * as home from "./home.js";
import * as settings from "./settings.js";
import * as setup from "./setup.js";
import * as table from "./table.js";
import { html } from "../vendor/preact.js";

/** What the first game needs comes first; later.js brings the rest. @type {Record<string, Screen>} */
const SCREENS = { "": home, new: setup, keep: setup, table, settings };

/** The names of the screens that later.js brings. */
const LATER = ["afar", "dice", "end", "games", "practise", "record", "review", "room", "rules", "tapped"];

/** Screens that come when they are opened. @type {Record<string, () => Promise<Screen>>} */
const OPENED = {
  learn: async () => (await Promise.all([import("./learn/learn.js"), styled("learn/learn.css")]))[0],
};

/** What is shown until the other screens are there. @type {Screen} */
const WAITING = { name: "waiting", head: () => html`<h1 tabindex="-1">Passel …</h1>`, body: () => html`<main key="main"></main>` };

/** Bring the other screens; whether what is shown is another one now. @param {App} app */
export async function later(app) {
  const [more] = await Promise.all([import("./later.js"), styled("kept.css"), styled("study.css"), styled("throwing.css")]);
  const shown = screenOf(app);
  Object.assign(SCREENS, more);
  return screenOf(app) !== shown;
}

/** Bring what the screen needs that the address names, and draw it; or say that it is out of reach. @param {App} app */
export async function opened(app) {
  const { route } = app.state;
  const [name] = route;
  if (!(name in OPENED) || SCREENS[name]?.ready?.(app)) return;
  try {
    SCREENS[name] ??= await OPENED[name]();
    await SCREENS[name].prepare?.(app);
    if (app.state.route === route) app.arrive();
  } catch {
    if (app.state.route === route) app.tell("page.trouble.away");
  }
}

/** Whether a route is one of playing from afar. @param {string[]} route */
export const isAfar = ([screen]) => screen === "afar" || screen === "room";

/** Bring the screens of playing from afar. @param {App} app */
export async function bringAfar(app) {
  const [{ Afar, afar, room }] = await Promise.all([import("../afar/screens.js"), styled("../afar/afar.css"), styled("kept.css")]);
  await app.load(app.words.lang);
  Object.assign(SCREENS, { afar, room });
  return new Afar(app);
}

/** Bring the styles of screens that come later. @param {string} name */
const styled = (name) =>
  new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const link = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: new URL(name, import.meta.url).href,
      onload: resolve,
      onerror: resolve,
    });
    if (document.querySelector(`link[href="${link.href}"]`)) resolve();
    else document.head.append(link);
  });

/** The screen that the state asks for. @param {App} app @returns {Screen} */
export function screenOf(app) {
  const { route, session } = app.state;
  const table = session?.game.source === "tapped" ? "tapped" : "table";
  const name = route[0] !== "game" ? route[0] : !session ? "games" : session.over ? "end" : table;
  const screen = SCREENS[name];
  if (name in OPENED && !screen?.ready?.(app)) return WAITING;
  const shown = screen ?? (LATER.includes(name) ? WAITING : home);
  return shown.now?.(app) ?? shown;
}

/** Let the screen know that the reader came. @param {App} app */
export const entered = (app) => screenOf(app).enter?.(app);

/** @param {App} app */
export function page(app) {
  const screen = screenOf(app);
  const { state } = app;
  const { settling, passed, room, trouble, said } = state;
  const kind = `page ${screen.name}${app.moving ? "" : " still"}${passed ? " passed" : ""}${turned(app) ? " turned" : ""}`;
  return html`
    <div class=${kind} data-settling=${settling || room?.sending ? "" : null}>
      <header key="head">${screen.head(app)}</header>
      ${trouble && html`<p key="trouble" class="notice" role="note">${app.teller.nodes(trouble)}</p>`}
      ${screen.body(app)}
      <div key="bottom" class="bottom">
        <div class="said" role="status">
          ${said.lines.map((line, place) => html`<p key=${`${said.serial} ${place}`}>${app.teller.nodes(line)}</p>`)}
        </div>
        ${screen.foot && html`<footer>${screen.foot(app)}</footer>`}
      </div>
      ${screen.over?.(app) ?? dialog(app)}
    </div>
  `;
}

/** Whether the board is turned, for a player who sits opposite. @param {App} app */
function turned({ state: { route, session, settings, passTo }, play }) {
  if (route[0] !== "game" || !settings.opposite || !session || session.over) return false;
  const seat = passTo || play.people[0];
  // Who writes down real dice sits still.
  return session.rules.turn !== "shared" && !play.source.taps && !!seat && seat % 2 === 0;
}
