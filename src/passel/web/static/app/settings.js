/** What a reader can set. */
import { LANGUAGES } from "./words.js";
import { choice, heading, languageChoice, tick } from "./parts.js";
import { html } from "../vendor/preact.js";

/** @typedef {import("./app.js").App} App */

export const name = "settings";

/** @param {App} app */
export const head = (app) => heading(app, app.say("page.settings"));

/** @param {App} app */
export const body = (app) => html`
  <main key="main" class="columns">
    <section>
      <div class="sheet fields">${languageChoice(app, LANGUAGES)} ${inGame(app)}</div>
    </section>
  </main>
`;

/** All but the language. @param {App} app */
export function inGame(app) {
  const { settings } = app.state;
  const has = "vibrate" in navigator;
  return html`
    ${choice({
      name: "pace",
      label: app.say("page.set.pace"),
      choices: ["normal", "instant", "step"].map((each) => [each, app.say(`page.set.pace.${each}`)]),
      value: settings.pace,
      choose: (pace) => app.set("pace", /** @type {any} */ (pace)),
    })}
    ${choice({
      name: "motion",
      label: app.say("page.set.motion"),
      choices: ["system", "full", "less"].map((each) => [each, app.say(`page.set.motion.${each}`)]),
      value: settings.motion,
      choose: (motion) => app.set("motion", /** @type {any} */ (motion)),
    })}
    ${choice({
      name: "coach",
      label: app.say("page.set.coach"),
      choices: ["off", "before", "after"].map((each) => [each, app.say(`page.set.coach.${each}`)]),
      value: settings.coach,
      choose: (coach) => app.set("coach", /** @type {any} */ (coach)),
    })}
    ${tick(app.say("page.set.passing"), settings.passing, (value) => app.set("passing", value))}
    ${tick(app.say("page.set.opposite"), settings.opposite, (value) => app.set("opposite", value))}
    ${tick(app.say("page.set.keys"), settings.keys, (value) => app.set("keys", value))}
    ${tick(app.say("page.set.sound"), settings.sound, (value) => app.set("sound", value))}
    ${has && tick(app.say("page.set.vibration"), settings.vibration, (value) => app.set("vibration", value))}
  `;
}
