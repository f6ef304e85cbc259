/**
 * What a lesson is given: words, numbers, and what the reader has set so far. It lives as long as
 * the tab: who comes back finds the picture as it was.
 *
 * @typedef {import("../app.js").App} App
 *
 * @typedef {object} Lesson One lesson; its sentences stand under `learn.ID.` in the catalogues.
 * @property {string} id
 * @property {Record<string, any>} begin What its picture can be set to, at the beginning.
 * @property {readonly Question[]} [solved] What has to be solved for it; the answers are `desk.solved`.
 * @property {(desk: Desk) => Record<string, any>} parts The numbers in its sentences.
 * @property {(desk: Desk) => any} picture
 * @property {1 | 2 | 3} right Which of its answers is right.
 * @property {{ ages: [number, number], minutes: number }} teacher
 *
 * @typedef {{ what: string, rules: string, [part: string]: any }} Question See facts.js.
 */
import { FACTS } from "../facts.js";
import { fetched } from "../fetched.js";
import { ask } from "../solving.js";
import { solve } from "../../engine/solve.js";
import { rules as rulesOf } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/** Solved numbers, by lesson, once they are there. @type {Record<string, any[]>} */
const known = {};

/** What was set, by lesson. @type {Record<string, Record<string, any>>} */
const kept = {};

/** Whether all is there to be shown in this language. @type {(app: App, lesson?: Lesson) => boolean} */
export const ready = (app, lesson) => app.words.has("learn.title") && (!lesson?.solved || lesson.id in known);

/** Fetch the sentences of the language that is spoken, and have a lesson's numbers worked out. @type {(app: App, lesson?: Lesson) => Promise<void>} */
export async function prepare(app, lesson) {
  const messages = app.catalogues[app.words.lang];
  const missing = !app.words.has("learn.title");
  const [words, answers] = await Promise.all([
    missing ? fetched(`words/learn/${app.words.lang}.json`) : {},
    Promise.all((lesson && !(lesson.id in known) ? lesson.solved ?? [] : []).map(answered)),
  ]);
  if (lesson?.solved) known[lesson.id] ??= answers;
  Object.assign(messages, words);
}

/** What is asked, from the Worker; where there is none, from here. @param {Question} question */
function answered({ rules, ...asked }) {
  const here = () => FACTS[asked.what](solve(rulesOf(rules)), asked);
  return ask("fact", { rules: rulesOf(rules), ...asked }).catch(here);
}

export class Desk {
  /** @param {App} app @param {Lesson} lesson */
  constructor(app, lesson) {
    this.app = app;
    this.lesson = lesson;
    this.words = app.words;
    this.value = kept[lesson.id] ?? lesson.begin;
    /** The answers to what the lesson asks. @type {any[]} */
    this.solved = known[lesson.id] ?? [];
    this.parts = lesson.parts(this);
  }

  /** A sentence of the lesson. @param {string} key @param {Record<string, any>} [parts] */
  say(key, parts = {}) {
    return this.words.say(`learn.${this.lesson.id}.${key}`, { ...this.parts, ...parts });
  }

  /** Set something, and draw it. @param {Record<string, any>} changes */
  set(changes) {
    kept[this.lesson.id] = { ...this.value, ...changes };
    this.app.draw();
  }

  /** @param {number} value @param {number} [digits] */
  number(value, digits = 0) {
    return this.words.number(value, digits);
  }

  /** A probability as the language writes it. @param {number} value 0 to 1. @param {number} [digits] */
  percent(value, digits = 1) {
    const options = { style: /** @type {const} */ ("percent"), minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(this.words.lang, options).format(value);
  }

  /**
   * A slider: arrow keys, a finger or speech move it.
   *
   * @param {object} of
   * @param {string} of.name What it sets.
   * @param {string} of.label
   * @param {number} of.low
   * @param {number} of.high
   * @param {number} [of.step]
   * @param {string} [of.told] What is set, for eyes and speech; else its number.
   */
  slider({ name, label, low, high, step = 1, told = this.number(this.value[name]) }) {
    const move = (/** @type {any} */ event) => this.set({ [name]: Number(event.currentTarget.value) });
    return html`
      <label class="slider">
        <span>${label}</span> <b aria-hidden="true">${told}</b>
        <input type="range" name=${name} min=${low} max=${high} step=${step} value=${this.value[name]} aria-valuetext=${told} onInput=${move} />
      </label>
    `;
  }

  /**
   * The same numbers as a table.
   *
   * @param {readonly string[]} columns
   * @param {readonly (readonly (string | number)[])[]} rows The first of each is its heading.
   */
  table(columns, rows) {
    const cell = (/** @type {string | number} */ each) => (typeof each === "number" ? this.number(each) : each);
    const title = this.words.say("learn.table");
    return html`
      <details class="behind">
        <summary>${title}</summary>
        <div class="scroll" tabindex="0" role="group" aria-label=${title}>
          <table>
            <thead><tr>${columns.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
            <tbody>
              ${rows.map(([first, ...rest]) => html`<tr><th scope="row">${cell(first)}</th>${rest.map((each) => html`<td>${cell(each)}</td>`)}</tr>`)}
            </tbody>
          </table>
        </div>
      </details>
    `;
  }
}
