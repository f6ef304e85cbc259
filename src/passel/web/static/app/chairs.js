/** The players of the set-up: people and bots, in the order of their seats. */
import { badge } from "./badges.js";
import { characters } from "./bots.js";
import * as drafts from "./draft.js";
import { clean, shortened } from "./names.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("../../types").Rules} Rules
 */

/** From so many seats on, names come as a list. */
const MANY = 10;

/** @type {(app: App, rules: Rules) => any} */
export function chairs(app, rules) {
  const { draft } = app.state;
  const [, most] = rules.seats;
  const full = draft.chairs.length >= most;
  const known = characters(rules);
  const free = known.find(
    ({ character }) => !draft.chairs.some((chair) => "character" in chair && chair.character === character),
  );
  const add = (/** @type {drafts.Chair} */ chair) => {
    if (full) return app.tell("page.setup.full", { count: most });
    app.plan(drafts.withChair(draft, chair));
    counted(app);
  };
  return html`
    <ol class="sheet chairs">
      ${draft.chairs.map((chair, place) => row(app, chair, place, known))}
    </ol>
    <datalist id="names">${app.names.map((each) => html`<option value=${each}></option>`)}</datalist>
    <p class="adds">
      <button type="button" class="chip" aria-disabled=${full ? "true" : null} onClick=${() => add({ name: "" })}>
        ${app.say("page.setup.add-person")}
      </button>
      <button
        type="button"
        class="chip"
        aria-disabled=${full ? "true" : null}
        onClick=${() => add({ character: (free ?? known[0]).character })}
      >
        ${app.say("page.setup.add-bot")}
      </button>
    </p>
    ${
      draft.chairs.some(({ wins }) => wins) &&
      html`<p class="adds">
        <button type="button" class="chip" onClick=${() => app.plan(drafts.withoutWins(app.state.draft))}>${app.say("page.tally.clear")}</button>
      </p>`
    }
    ${most > MANY && classList(app)}
  `;
}

/** @type {(app: App, chair: drafts.Chair, place: number, known: import("./bots.js").Character[]) => any} */
function row(app, chair, place, known) {
  const { draft } = app.state;
  const seat = place + 1;
  const name = "name" in chair ? clean(chair.name) : app.say(`page.bot.${chair.character}.name`);
  const shown = name || app.say("seat", { seat });
  const last = draft.chairs.length === 1;
  const up = () => {
    if (!place) return app.tell("page.setup.up-first", { name: shown });
    app.plan(drafts.movedUp(draft, place));
    app.tell("page.setup.moved", { name: shown, seat: place });
    app.focus(`.chairs li:nth-child(${place}) .up`); // The focus goes with the player.
  };
  const remove = () => {
    if (last) return app.tell("page.setup.last");
    app.plan(drafts.without(draft, place));
    counted(app);
    app.focus(`.chairs li:nth-child(${Math.min(seat, draft.chairs.length - 1)}) .remove`);
  };
  return html`
    <li key=${place}>
      ${badge(seat, name)} ${"name" in chair ? person(app, chair, place) : robot(app, chair, place, known)}
      <button
        type="button"
        class="icon up"
        aria-label=${app.say("page.setup.up", { name: shown })}
        aria-disabled=${place ? null : "true"}
        onClick=${up}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 14 12 7l7 7" /></svg>
      </button>
      <button
        type="button"
        class="icon remove"
        aria-label=${app.say("page.setup.remove", { name: shown })}
        aria-disabled=${last ? "true" : null}
        onClick=${remove}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6 18 18M18 6 6 18" /></svg>
      </button>
    </li>
  `;
}

/** @type {(app: App, chair: drafts.Person, place: number) => any} */
const person = (app, chair, place) => html`
  <span class="robot">
    <input
      type="text"
      dir="auto"
      list="names"
      autocomplete="off"
      autocapitalize="words"
      spellcheck=${false}
      value=${chair.name}
      placeholder=${app.say("seat", { seat: place + 1 })}
      aria-label=${app.say("page.setup.name", { seat: place + 1 })}
      onInput=${(/** @type {any} */ event) => {
        const name = shortened(event.currentTarget.value);
        event.currentTarget.value = name;
        app.plan(drafts.changed(app.state.draft, place, { ...chair, name }));
      }}
      onChange=${(/** @type {any} */ event) =>
        app.plan(drafts.changed(app.state.draft, place, { ...chair, name: clean(event.currentTarget.value) }))}
    />
    ${tally(app, chair.wins)}
  </span>
`;

/** How many games somebody won, of several in a row. @type {(app: App, wins: number | undefined) => any} */
const tally = (app, wins) => wins && html`<small>${app.say("page.tally", { count: wins })}</small>`;

/** @type {(app: App, chair: drafts.Robot, place: number, known: import("./bots.js").Character[]) => any} */
function robot(app, chair, place, known) {
  const chosen = known.find(({ character }) => character === chair.character) ?? known[0];
  return html`
    <span class="robot">
      <select
        aria-label=${app.say("page.setup.bot", { seat: place + 1 })}
        value=${chosen.character}
        onChange=${(/** @type {any} */ event) =>
          app.plan(drafts.changed(app.state.draft, place, { ...chair, character: event.currentTarget.value }))}
      >
        ${known.map(
          ({ character }) => html`
          <option value=${character} selected=${character === chosen.character}>${app.say(`page.bot.${character}.name`)}</option>
        `,
        )}
      </select>
      <small>${how(app, chosen)}</small>
      ${tally(app, chair.wins)}
    </span>
  `;
}

/** Say how many there are now. @param {App} app */
const counted = (app) => app.tell("page.setup.list.done", { count: app.state.draft.chairs.length });

/** How a bot plays, in a sentence. @type {(app: App, character: import("./bots.js").Character) => string} */
export const how = (app, { bot, count }) => app.say(`page.bot.${bot.replace(/[0-9]+/, "N")}`, { count });

/** @param {App} app */
const classList = (app) => html`
  <details class="sheet">
    <summary>${app.say("page.setup.list")}</summary>
    <label class="field">
      <span>${app.say("page.setup.list.hint")}</span>
      <textarea id="class" rows="6" dir="auto" spellcheck=${false}></textarea>
    </label>
    <button
      type="button"
      class="chip"
      onClick=${() => {
        const { value } = /** @type {HTMLTextAreaElement} */ (document.getElementById("class"));
        app.plan(drafts.withNames(app.state.draft, value));
        counted(app);
      }}
    >
      ${app.say("page.setup.list.take")}
    </button>
  </details>
`;
