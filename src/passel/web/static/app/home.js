/** The first screen: play, go on, read. */
import { LANGUAGES } from "./words.js";
import { languageChoice } from "./parts.js";
import { Teller } from "./sentences.js";
import { goal, title } from "./telling.js";
import { rules as rulesOf } from "../engine/variants.js";
import { html } from "../vendor/preact.js";

/** @typedef {import("./app.js").App} App */

/** What else one can do than play here, each with its screen. @type {[string, string][]} */
const WAYS = [
  ["page.keep", "keep"],
  ["page.dice", "dice"],
  ["page.afar", "afar"],
];

/** What one can look at. @type {[string, string][]} */
const PLACES = [
  ["page.learn", "learn"],
  ["page.practise", "practise"],
  ["page.rules", "rules"],
  ["page.games", "games"],
  ["page.settings", "settings"],
];

export const name = "home";

/** @param {App} app */
export const head = (app) => languageChoice(app, LANGUAGES);

/** @param {App} app */
export function body(app) {
  const { running } = app;
  return html`
    <main key="main">
      <div class="brand">
        ${snout()}
        <h1 tabindex="-1">Passel</h1>
        <p>${app.say("page.home.motto")}</p>
      </div>
      ${
        app.state.update &&
        html`<p class="notice">${app.say("page.update")} <button class="chip" onClick=${() => app.renew()}>${app.say("page.update.now")}</button></p>`
      }
      <nav class="ways" aria-label=${app.say("page.home.ways")}>
        ${running && goOn(app, running)}
        <a class=${running ? "act" : "act roll"} href="#/new">${app.say("page.home.play")}<small>${app.say("page.home.play.hint")}</small></a>
        <ul class="tiles">
          ${WAYS.map(([key, to]) => html`<li key=${to}><a class="tile" href=${`#/${to}`}>${app.say(key)}<small>${app.say(`${key}.hint`)}</small></a></li>`)}
        </ul>
        <ul class="places">
          ${PLACES.map(([key, to]) => html`<li key=${to}><a href=${`#/${to}`}>${app.say(key)}</a></li>`)}
        </ul>
      </nav>
    </main>
  `;
}

/** @type {(app: App, game: import("./store.js").SavedGame) => any} */
function goOn(app, game) {
  try {
    const rules = rulesOf(game.rules);
    const { names } = new Teller(app.words, game.players, rules.dice);
    const who = app.words.list(names.slice(0, 4).concat(names.length > 4 ? ["…"] : []));
    const name = `${title(rules, app.words)}, ${goal(rules, app.words)}`;
    return html`
      <a class="act roll" href=${`#/game/${game.id}`}>
        ${app.say("page.home.go-on")}<small>${app.words.pieces("phrase.named", { name, what: html`<bdi>${who}</bdi>` })}</small>
      </a>
    `;
  } catch {
    return null; // Rules that this version does not know; My games tells of it.
  }
}

/** A pig's face, drawn as a die would show it. */
const snout = () => html`
  <svg class="snout" viewBox="0 0 100 100" aria-hidden="true">
    <rect x="2" y="2" width="96" height="96" rx="24" />
    <ellipse cx="50" cy="58" rx="29" ry="21" />
    <circle cx="40" cy="58" r="6" /><circle cx="60" cy="58" r="6" />
    <circle cx="28" cy="28" r="6" /><circle cx="72" cy="28" r="6" />
  </svg>
`;
