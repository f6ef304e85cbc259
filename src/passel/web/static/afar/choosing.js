/** Which game a room plays: the cards and switches of the set-up, behind one line. */
import * as drafts from "../app/draft.js";
import { choiceOption, houseRules, numberOption } from "../app/options.js";
import { variants } from "../app/setup.js";
import { html } from "../vendor/preact.js";

/** @param {import("../app/app.js").App} app */
export function choosing(app) {
  const rules = drafts.rulesOf(app.state.draft);
  return html`
    ${variants(app, rules)}
    <details class="sheet">
      <summary>${app.say("page.setup.how")}</summary>
      <div class="fields">
        ${numberOption(app, rules, rules.target === null ? "rounds" : "target")}
        ${rules.turn !== "shared" && choiceOption(app, rules, "first")}
      </div>
    </details>
    ${houseRules(app, rules)}
  `;
}
