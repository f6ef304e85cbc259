/**
 * What real dice show is tapped here: the faces, both dice at once, or an amount of points.
 *
 * @typedef {import("./app.js").App} App
 * @typedef {import("../../types").Face} Face
 * @typedef {import("../../types").State} State
 */
import { one } from "./dice.js";
import { choices, nextDice } from "./entry.js";
import { enter, mending, stateOf, tap, typing, weigh } from "./pen.js";
import { over } from "../engine/game.js";
import { html } from "../vendor/preact.js";

/** @param {App} app */
export function pad(app) {
  const state = stateOf(app);
  const { amount, settings } = app.state;
  if (over(state)) return null;
  if (amount) return field(app, state, amount);
  return settings.grid && hasGrid(state) && !app.state.tapped.length ? grid(app, state) : faces(app, state);
}

/** Whether both dice can be tapped at once: 36 places need room. @param {State} state */
const hasGrid = (state) => {
  const [kind, count] = nextDice(state, 1);
  const roomy = window.innerHeight > 620 && window.innerWidth >= 360;
  return roomy && kind === "die" && count === 2 && state.rules.max_dice === null;
};

/** How a face is called. @type {(app: App, kind: string, face: Face) => string} */
const named = (app, kind, face) =>
  typeof face === "number" ? app.words.number(face) : app.say(`page.face.${kind}.${face}`);

/** Faces in short: numbers as they are, pigs and coins in words. @type {(app: App, faces: import("../../types").Faces) => string} */
export const shown = (app, faces) => (faces.every((face) => typeof face === "number") ? faces.join(" ") : app.teller.faces(faces));

/** One button a face. @type {(app: App, state: State) => any} */
function faces(app, state) {
  const { tapped, settings } = app.state;
  const [kind] = nextDice(state, 1);
  const all = choices(state, []);
  const now = choices(state, tapped);
  const keys = settings.keys && all.length < 10;
  return html`
    <div class=${`pad of-${kind}`} role="group" aria-label=${app.say("score.pad")}>
      ${all.map(
        (face, place) => html`
          <button
            key=${face}
            type="button"
            class="face"
            aria-label=${named(app, kind, face)}
            aria-keyshortcuts=${keys ? String(place + 1) : null}
            aria-disabled=${now.includes(face) ? null : "true"}
            onClick=${() => now.includes(face) && tap(app, face)}
          >
            ${one(kind, face, null, (each) => named(app, kind, each))}
          </button>
        `,
      )}
    </div>
  `;
}

/** Both dice at once. @type {(app: App, state: State) => any} */
function grid(app, state) {
  const all = /** @type {number[]} */ (choices(state, [1]));
  return html`
    <div class="pad grid" role="group" aria-label=${app.say("score.pad")}>
      ${all.map((first) =>
        all.map(
          (second) => html`
            <button
              key=${`${first} ${second}`}
              type="button"
              class=${first === second ? "both same" : "both"}
              aria-label=${app.teller.faces([first, second])}
              onClick=${() => enter(app, [`${first}-${second}`])}
            >
              ${first}<i>${second}</i>
            </button>
          `,
        ),
      )}
    </div>
  `;
}

/** An amount, the face that loses it, and what is asked about it. @type {(app: App, state: State, amount: import("./pen.js").Asked) => any} */
function field(app, state, { value, question, ways }) {
  const { rules, roll_off } = state;
  const losing = rules.dice === "die" && !roll_off && (rules.count === 1 || rules.max_dice !== null);
  return html`
    <form
      class="pad amount"
      onKeyDown=${(/** @type {KeyboardEvent} */ { key }) => key === "Escape" && !mending(app) && typing(app)}
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        weigh(app);
      }}
    >
      <label for="amount">${app.say("score.amount")}</label>
      <input
        id="amount"
        type="text"
        inputmode="numeric"
        autocomplete="off"
        value=${value}
        aria-invalid=${question && !ways.length ? "true" : null}
        onInput=${(/** @type {any} */ event) =>
          app.update({ amount: { value: event.currentTarget.value, question: null, ways: [] } })}
      />
      <button type="submit" class="chip">${app.say("score.amount.enter")}</button>
      ${
        losing &&
        html`<button type="button" class="face" aria-label=${app.words.number(rules.bust_face)} onClick=${() => tap(app, rules.bust_face)}>
          ${one("die", rules.bust_face, null, String)}
        </button>`
      }
      ${question && mending(app) && html`<p class="wrong" role="alert">${app.teller.nodes(question)}</p>`}
      ${ways.map(
        ({ label, words }) => html`
          <button type="button" class="chip way-in" onClick=${() => enter(app, words, true)}>${app.teller.nodes(label)}</button>
        `,
      )}
    </form>
  `;
}

/**
 * A small button with a picture.
 *
 * @param {App} app
 * @param {object} of
 * @param {string} of.name The key of what it does.
 * @param {any} of.picture
 * @param {() => void} of.press
 * @param {string} [of.keys]
 * @param {boolean} [of.off]
 * @param {boolean} [of.pressed]
 */
export const tool = (app, { name, picture, press, keys = "", off = false, pressed = undefined }) => html`
  <button
    type="button"
    class="icon"
    aria-label=${app.say(name)}
    title=${app.say(name)}
    aria-keyshortcuts=${app.state.settings.keys && keys ? keys : null}
    aria-disabled=${off ? "true" : null}
    aria-pressed=${pressed === undefined ? null : String(pressed)}
    onClick=${press}
  >
    ${picture}
  </button>
`;

/** @param {string} d */
export const stroke = (d) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${d} /></svg>`;

/** How things are entered: an amount, both dice at once. @param {App} app */
export function modes(app) {
  const state = stateOf(app);
  const { amount, settings } = app.state;
  const two = hasGrid(state);
  return html`
    ${
      two &&
      tool(app, {
        name: "score.pad.grid",
        picture: html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4h16v16H4ZM9.3 4v16M14.7 4v16M4 9.3h16M4 14.7h16" /></svg>`,
        pressed: settings.grid,
        press: () => {
          app.state = { ...app.state, tapped: [], amount: null };
          app.set("grid", !settings.grid);
        },
      })
    }
    ${tool(app, { name: "score.amount.type", picture: html`<b>123</b>`, keys: "A", pressed: !!amount, press: () => typing(app) })}
  `;
}
