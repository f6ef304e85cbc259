/** The switches of the rules, as fields of the set-up. */
import * as drafts from "./draft.js";
import { OPTIONS } from "../engine/options.js";
import { VARIANTS, name as nameOf } from "../engine/variants.js";
import { Teller } from "./sentences.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("../../types").Rules} Rules
 */

/** What is asked before the house rules. */
const FIRST = ["target", "rounds", "first"];

/** Numbers up to so many are chosen from a list. */
const LISTED = 20;

/** @param {string} name */
const optionOf = (name) =>
  /** @type {import("../engine/options.js").Option} */ (OPTIONS.find((each) => each.name === name));

/** A number to type. @type {(app: App, rules: Rules, name: string) => any} */
export function numberOption(app, rules, name) {
  const { draft } = app.state;
  const option = optionOf(name);
  const [low, high] = option.numbers(rules) ?? [0, 0];
  const wrong = drafts.wrongValue(draft, name);
  return html`
    <label class="field" key=${name}>
      <span>${app.say(`option.${name}`)}</span>
      <input
        type="number"
        inputmode="numeric"
        min=${low}
        max=${high}
        value=${wrong ? draft.options[name] : option.read(rules)}
        aria-invalid=${wrong ? "true" : null}
        onInput=${(/** @type {any} */ event) => app.plan(drafts.withOption(app.state.draft, name, event.currentTarget.value))}
      />
      ${wrong && html`<small class="wrong">${app.say("page.setup.between", { low, high })}</small>`}
    </label>
  `;
}

/** A list to choose from. @type {(app: App, rules: Rules, name: string) => any} */
export function choiceOption(app, rules, name) {
  const option = optionOf(name);
  const value = option.read(rules);
  return html`
    <label class="field" key=${name}>
      <span>${app.say(`option.${name}`)}</span>
      <select
        value=${value}
        onChange=${(/** @type {any} */ event) => app.plan(drafts.withOption(app.state.draft, name, event.currentTarget.value))}
      >
        ${values(app, rules, option).map(([each, text]) => html`<option value=${each} selected=${each === value}>${text}</option>`)}
      </select>
      ${!FIRST.includes(name) && html`<small>${app.say("rules.source", { sources: sources(app, option, value) })}</small>`}
    </label>
  `;
}

/** Who plays this value so; where nobody is known to, who plays which. @type {(app: App, option: import("../engine/options.js").Option, chosen: string) => string} */
function sources(app, { name, data }, chosen) {
  const own = data.sources.filter(([value]) => !value || value === chosen);
  const told = own.length
    ? own.map(([, source]) => app.say(`source.${source}`))
    : data.sources.map(([value, source]) =>
        app.say("phrase.named", { name: wordOf(app, name, value) ?? value, what: app.say(`source.${source}`) }),
      );
  return told.reduce((one, other) => app.say("phrase.then", { one, other }));
}

/** A value in words, where it has some. @type {(app: App, name: string, value: string) => string | undefined} */
function wordOf(app, name, value) {
  const key = `page.value.${name}.${value}`;
  return app.words.has(key) ? app.say(key) : undefined;
}

/** What an option takes, each value with its words. @type {(app: App, rules: Rules, option: import("../engine/options.js").Option) => [string, string][]} */
function values(app, rules, option) {
  const [low, high] = option.numbers(rules) ?? [1, 0];
  const top = option.data.seat ? Math.min(high, app.state.draft.chairs.length) : high;
  const { names } = new Teller(app.words, drafts.players(app.state.draft), rules.dice);
  return [
    ...Array.from({ length: Math.max(0, top - low + 1) }, (_, place) => {
      const number = low + place;
      return /** @type {[string, string]} */ ([
        String(number),
        option.data.seat ? names[number - 1] : app.words.number(number),
      ]);
    }),
    ...option.data.values.map(
      (each) => /** @type {[string, string]} */ ([each, app.say(`page.value.${option.name}.${each}`)]),
    ),
  ];
}

/** All other switches behind one tap. @type {(app: App, rules: Rules) => any} */
export function houseRules(app, rules) {
  const { draft } = app.state;
  const own = /** @type {import("../../types").Variant} */ (VARIANTS.get(rules.id)).rules;
  const changed = nameOf(rules) !== nameOf(own);
  return html`
    <details class="sheet">
      <summary>${app.say("page.setup.house")}</summary>
      <div class="fields">
        ${OPTIONS.filter((option) => option.fits(rules) && !FIRST.includes(option.name)).map(({ name, data }) =>
          (data.limits?.[1] ?? 0) > LISTED ? numberOption(app, rules, name) : choiceOption(app, rules, name),
        )}
        <button
          type="button"
          class="chip"
          aria-disabled=${changed ? null : "true"}
          onClick=${() => (changed ? app.plan(drafts.withoutOptions(draft)) : app.tell("page.setup.unchanged"))}
        >
          ${app.say("page.setup.usual")}
        </button>
      </div>
    </details>
  `;
}
