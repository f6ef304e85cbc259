/** The rules of all games, and of one. */
import { FIRST } from "./draft.js";
import { action, heading } from "./parts.js";
import { sources, tell, title } from "./telling.js";
import { PasselError } from "../engine/errors.js";
import { VARIANTS, rules as rulesOf } from "../engine/variants.js";
import { html } from "../vendor/preact.js";

/** @typedef {import("./app.js").App} App */

export const name = "reading";

/** The rules that the address names, if it does. @param {App} app */
function chosen({ state: { route } }) {
  try {
    return route[1] ? rulesOf(route[1]) : null;
  } catch (error) {
    if (error instanceof PasselError) return null;
    throw error;
  }
}

/** @param {App} app */
export function head(app) {
  const rules = chosen(app);
  return heading(app, rules ? title(rules, app.words) : app.say("page.rules"));
}

/** @param {App} app */
export function body(app) {
  const rules = chosen(app);
  return html`<main key="main" class="columns"><section>${rules ? one(app, rules) : list(app)}</section></main>`;
}

/** @param {App} app */
const list = (app) => html`
  <ul class="sheet games">
    ${[...VARIANTS.values()].map(
      ({ rules }) => html`
      <li key=${rules.id}>
        <a href=${`#/rules/${rules.id}`}><b>${title(rules, app.words)}</b> <span>${app.say(`variant.${rules.id}.short`)}</span></a>
      </li>
    `,
    )}
  </ul>
`;

/** @type {(app: App, rules: import("../../types").Rules) => any} */
const one = (app, rules) => html`
  <div class="sheet">
    <p>${app.say(`variant.${rules.id}.short`)}</p>
    <ul class="text">${tell(rules, app.words).map((line) => html`<li>${line}</li>`)}</ul>
    <p><small>${app.say("rules.source", { sources: sources(rules, app.words) })}</small></p>
  </div>
  <p><a class="way-to" href="#/rules">${app.say("page.rules.all")}</a></p>
`;

/** @param {App} app */
export function foot(app) {
  const rules = chosen(app);
  if (!rules) return null;
  const play = () => {
    app.plan({ ...FIRST, ...app.state.draft, id: rules.id });
    app.go("new");
  };
  return action({ kind: "roll one", label: app.say("page.rules.play"), press: play });
}
