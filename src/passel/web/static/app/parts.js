/**
 * Small things that screens share: the header, links, switches, choices.
 *
 * @typedef {import("./app.js").App} App
 */
import { html } from "../vendor/preact.js";

/**
 * The header's inside: a way back, the heading, more at the right.
 *
 * @param {App} app
 * @param {any} title
 * @param {any} [more]
 */
export const heading = (app, title, more = null) => html`
  <a class="icon" href="#/" aria-label=${app.say("page.home")} title=${app.say("page.home")}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 4 7 12l8 8" /></svg>
  </a>
  <h1 tabindex="-1">${title}</h1>
  ${more}
`;

/**
 * A group of radio buttons.
 *
 * @param {object} of
 * @param {string} of.name
 * @param {any} of.label
 * @param {[string, any][]} of.choices Value and label.
 * @param {string} of.value
 * @param {(value: string) => void} of.choose
 */
export const choice = ({ name, label, choices, value, choose }) => html`
  <fieldset class="choice">
    <legend>${label}</legend>
    ${choices.map(
      ([each, text]) => html`
        <label key=${each}>
          <input type="radio" name=${name} value=${each} checked=${each === value} onChange=${() => choose(each)} />
          <span>${text}</span>
        </label>
      `,
    )}
  </fieldset>
`;

/**
 * A box to tick, with a sentence.
 *
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} choose
 */
export const tick = (label, value, choose) => html`
  <label class="tick">
    <input
      type="checkbox"
      checked=${value}
      onChange=${(/** @type {any} */ event) => choose(event.currentTarget.checked)}
    />
    <span>${label}</span>
  </label>
`;

/**
 * The languages, each by its own name.
 *
 * @param {App} app
 * @param {Record<string, string>} languages
 */
export const languageChoice = (app, languages) => html`
  <div class="languages" role="group" aria-label=${app.say("page.language")}>
    ${Object.entries(languages).map(
      ([lang, name]) => html`
        <button
          key=${lang}
          type="button"
          class="chip"
          lang=${lang}
          aria-pressed=${String(lang === app.words.lang)}
          onClick=${() => app.speak(lang)}
        >
          ${name}
        </button>
      `,
    )}
  </div>
`;

/**
 * An action that may be impossible now: it keeps its focus, and a press says why.
 *
 * @param {object} of
 * @param {string} of.kind Its class.
 * @param {any} of.label
 * @param {any} [of.hint] What it would do, in six words or fewer.
 * @param {boolean} [of.off]
 * @param {string} [of.keys]
 * @param {() => void} of.press
 */
export const action = ({ kind, label, hint = null, off = false, keys = "", press }) => html`
  <button
    type="button"
    class=${`act ${kind}`}
    aria-disabled=${off ? "true" : null}
    aria-keyshortcuts=${keys || null}
    onClick=${press}
  >
    ${label} ${hint && html`<small>${hint}</small>`}
  </button>
`;
