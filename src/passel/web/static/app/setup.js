/** The set-up of a game: which, who, how far, how strict. */
import * as drafts from "./draft.js";
import { action, heading } from "./parts.js";
import { chairs } from "./chairs.js";
import { houseRules, numberOption, choiceOption } from "./options.js";
import { goal, tell, title } from "./telling.js";
import { VARIANTS } from "../engine/variants.js";
import { html } from "../vendor/preact.js";

/** @typedef {import("./app.js").App} App */

export const name = "setup";

/** @param {App} app */
export const head = (app) => heading(app, app.say(app.keeping ? "page.keep" : "page.setup"));

/** @param {App} app */
export function body(app) {
  const { draft } = app.state;
  const rules = drafts.rulesOf(draft);
  return html`
    <main key="main" class="columns">
      <section>
        <h2>${app.say("page.setup.game")}</h2>
        ${variants(app, rules)}
      </section>
      <section>
        <h2>${app.say("page.setup.players")}</h2>
        ${chairs(app, rules)}
      </section>
      <section>
        <h2>${app.say("page.setup.how")}</h2>
        <div class="sheet fields">
          ${numberOption(app, rules, rules.target === null ? "rounds" : "target")}
          ${rules.turn !== "shared" && choiceOption(app, rules, "first")}
        </div>
        ${houseRules(app, rules)}
        <details class="sheet">
          <summary>${app.say("page.setup.text")}</summary>
          <ul class="text">${tell(rules, app.words).map((line) => html`<li>${line}</li>`)}</ul>
        </details>
      </section>
    </main>
  `;
}

/** The chosen variant's card, and behind it all others. @type {(app: App, rules: import("../../types").Rules) => any} */
export function variants(app, rules) {
  const { draft } = app.state;
  return html`
    <details class="sheet variants">
      <summary>
        <span class="card"><b>${title(rules, app.words)}</b> <span>${app.say(`variant.${rules.id}.short`)}</span></span>
        <span class="more">${app.say("page.setup.other-game")}</span>
      </summary>
      <fieldset class="cards">
        <legend class="unseen">${app.say("page.setup.game")}</legend>
        ${[...VARIANTS.values()].map(
          ({ rules: each }) => html`
            <label key=${each.id}>
              <input
                type="radio"
                name="variant"
                value=${each.id}
                checked=${each.id === draft.id}
                onChange=${() => app.plan(drafts.withVariant(draft, each.id))}
              />
              <span class="card"><b>${title(each, app.words)}</b> <span>${app.say(`variant.${each.id}.short`)}</span></span>
            </label>
          `,
        )}
      </fieldset>
    </details>
  `;
}

/** @param {App} app */
export function foot(app) {
  const { draft } = app.state;
  const rules = drafts.rulesOf(draft);
  const wrong = drafts.obstacle(draft);
  const hint = wrong ? app.words.error(wrong) : `${title(rules, app.words)}, ${goal(rules, app.words)}`;
  return action({ kind: "roll one", label: app.say("page.setup.start"), hint, off: !!wrong, press: () => app.start() });
}
