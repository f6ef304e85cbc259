/** The way in: make a room, join one by its code, go back to one. */
import * as drafts from "../app/draft.js";
import { clean, shortened } from "../app/names.js";
import { action, heading, tick } from "../app/parts.js";
import { goal, title } from "../app/telling.js";
import { name as nameOf, rules as rulesOf } from "../engine/variants.js";
import { html } from "../vendor/preact.js";
import { choosing } from "./choosing.js";
import { forget, seated } from "./secrets.js";

/** @typedef {import("../app/app.js").App} App */

export const name = "afar";

/** How long each may think, in seconds; 0: as long as they like. */
export const CLOCKS = [0, 20, 60, 300, 86_400];

/** @param {App} app */
export const head = (app) => heading(app, app.say("page.afar"));

/** What was chosen here last. @param {App} app */
export const wished = (app) => app.store.value("me", { name: "", plays: true, dice: "server", clock: 0 });

/** @param {App} app */
export function body(app) {
  if (app.afar?.served === false) return absent(app);
  return html`
    <main key="main" class="columns">
      <section>
        <h2>${app.say("afar.make")}</h2>
        <div class="sheet fields">
          ${naming(app)}
        </div>
        ${choosing(app)} ${further(app)}
      </section>
      <section>
        <h2>${app.say("afar.join.code")}</h2>
        ${code(app)} ${rooms(app)}
      </section>
    </main>
  `;
}

/** Where nobody can play from afar, and why. @param {App} app */
const absent = (app) => html`
  <main key="main" class="columns">
    <section class="sheet fields">
      <p>${app.say(navigator.onLine ? "afar.absent" : "afar.offline")}</p>
      ${navigator.onLine && html`<p>${app.say("afar.absent.serve")} <code>passel serve</code></p>`}
      <p class="adds"><button type="button" class="chip" onClick=${() => app.afar?.enter(["afar"])}>${app.say("afar.look-again")}</button></p>
    </section>
    <section>${rooms(app)}</section>
  </main>
`;

/** One's own name, remembered. @param {App} app */
export const naming = (app) => html`
  <label class="field">
    <span>${app.say("afar.name")}</span>
    <input
      id="me"
      type="text"
      dir="auto"
      autocomplete="nickname"
      autocapitalize="words"
      spellcheck=${false}
      value=${wished(app).name}
      onInput=${(/** @type {any} */ event) => {
        event.currentTarget.value = shortened(event.currentTarget.value);
        app.store.setValue("me", { ...wished(app), name: event.currentTarget.value });
      }}
    />
  </label>
`;

/** Real dice, a clock, a host who does not play. @param {App} app */
function further(app) {
  const wish = wished(app);
  const set = (/** @type {object} */ changes) => {
    app.store.setValue("me", { ...wished(app), ...changes });
    app.draw();
  };
  return html`
    <details class="sheet">
      <summary>${app.say("afar.more")}</summary>
      <div class="fields">
        ${tick(app.say("afar.physical"), wish.dice === "physical", (real) => set({ dice: real ? "physical" : "server", clock: 0 }))}
        ${
          wish.dice === "server" &&
          html`<label class="field">
            <span>${app.say("afar.clock")}</span>
            <select onChange=${(/** @type {any} */ event) => set({ clock: Number(event.currentTarget.value) })}>
              ${CLOCKS.map((each) => html`<option value=${each} selected=${each === wish.clock}>${lasting(app, each)}</option>`)}
            </select>
          </label>`
        }
        ${tick(app.say("afar.not-playing"), !wish.plays, (watches) => set({ plays: !watches }))}
      </div>
    </details>
  `;
}

/** A time to think, in words. @type {(app: App, seconds: number) => string} */
export function lasting(app, seconds) {
  if (!seconds) return app.say("afar.clock.none");
  if (seconds < 60) return app.say("afar.clock.seconds", { count: seconds });
  if (seconds < 3600) return app.say("afar.clock.minutes", { count: Math.round(seconds / 60) });
  if (seconds < 86_400) return app.say("afar.clock.hours", { count: Math.round(seconds / 3600) });
  return app.say("afar.clock.days", { count: Math.round(seconds / 86_400) });
}

/** @param {App} app */
const code = (app) => html`
  <form
    class="sheet fields"
    onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      void app.afar?.doors.find(/** @type {HTMLInputElement} */ (document.getElementById("code")).value);
    }}
  >
    <label class="field" for="code">${app.say("afar.code")}</label>
    <div class="line">
      <input
        id="code"
        class="code"
        type="text"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck=${false}
        maxlength="12"
        aria-describedby=${app.state.fault ? "fault" : null}
        aria-invalid=${app.state.fault ? "true" : null}
      />
      <button type="submit" class="chip">${app.say("afar.code.go")}</button>
    </div>
    ${app.state.fault && html`<p id="fault" class="wrong">${app.state.fault}</p>`}
  </form>
`;

/** The rooms in which this browser has a seat. @param {App} app */
function rooms(app) {
  const all = seated(app.store);
  if (!all.length) return null;
  return html`
    <h2 class="mine">${app.say("afar.rooms")}</h2>
    <ul class="sheet games">
      ${all.map(([id, { rules, names, changed }]) => {
        const what = gameOf(app, rules);
        return html`
          <li key=${id}>
            <a href=${`#/room/${id}`}>
              <b>${what}</b> ${names && html`<bdi>${app.say("afar.rooms.with", { names })}</bdi>`}
              <small>${app.words.date(changed)}</small>
            </a>
            <button
              type="button"
              class="icon small"
              aria-label=${app.say("afar.forget", { what })}
              title=${app.say("afar.forget", { what })}
              onClick=${() => {
                forget(app.store, id);
                app.tell("afar.forgotten");
                app.focus("h1");
              }}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6 18 18M18 6 6 18" /></svg>
            </button>
          </li>
        `;
      })}
    </ul>
  `;
}

/** A game in a few words. @type {(app: App, text: string) => string} */
export function gameOf(app, text) {
  const rules = rulesOf(text);
  return `${title(rules, app.words)}, ${goal(rules, app.words)}`;
}

/** @param {App} app */
export function foot(app) {
  const { afar, state } = app;
  if (!afar?.served) return null;
  const { draft } = state;
  const rules = drafts.rulesOf(draft);
  const wrong = drafts.ruled(draft);
  const make = () => {
    if (wrong) return app.tell(`error.${wrong.code}`, wrong.parts);
    app.store.setValue("afar", draft);
    const { name, plays, dice, clock } = wished(app);
    if (name) app.remember([clean(name)]);
    void afar.doors.make({ rules: nameOf(rules), name: clean(name) || null, plays, dice, clock });
  };
  const hint = wrong ? app.words.error(wrong) : gameOf(app, nameOf(rules));
  return action({ kind: "roll one", label: app.say(afar.doors.making ? "afar.making" : "afar.make.do"), hint, off: !!wrong || afar.doors.making, press: make });
}
