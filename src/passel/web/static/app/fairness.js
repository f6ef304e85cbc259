/**
 * Whether the dice of a record are the ones that were promised: checked here, without a server
 * (engine/fair.js), and told in words.
 *
 * @typedef {import("./app.js").App} App
 * @typedef {import("../../types").Fairness} Fairness
 */
import { PasselError } from "../engine/errors.js";
import { text as throwText } from "../engine/dice.js";
import { turnLine, verify } from "../engine/fair.js";
import { parseRecord } from "../engine/notation.js";
import { html } from "../vendor/preact.js";

/**
 * A button that checks a record and opens the verdict.
 *
 * @param {App} app
 * @param {() => string} read The record's text.
 */
export const checking = (app, read) => html`
  <button type="button" class="chip" onClick=${() => check(app, read())}>${app.say("page.fair")}</button>
`;

/** @type {(app: App, text: string) => void} */
function check(app, text) {
  const checked = found(text);
  /** @param {App} app */
  const inside = (app) => (checked instanceof PasselError ? told(app.words.error(checked)) : judged(app, checked));
  app.open("fairness", { title: "page.fair", inside });
}

/**
 * What checking a text finds: a verdict, or what is wrong with the text.
 *
 * @typedef {{ verdict: Fairness, names: readonly (string | null)[], line: number | null }} Checked
 * @param {string} text
 * @returns {Checked | PasselError}
 */
function found(text) {
  try {
    const record = parseRecord(text);
    const verdict = verify(record);
    const { difference } = verdict;
    return { verdict, names: record.names, line: difference && turnLine(text, difference.turn) };
  } catch (error) {
    if (error instanceof PasselError) return error;
    throw error;
  }
}

/** The one sentence, which has the focus, so that it is read. @type {(sentence: string, more?: any) => any} */
const told = (sentence, more = null) => html`<p class="verdict" tabindex="-1" autofocus>${sentence}</p>${more}`;

/** The verdict, what it rests on, and what it is worth. @type {(app: App, checked: Checked) => any} */
function judged(app, { verdict: { result, throws, dice, promise, difference }, names, line }) {
  const wrong = difference && {
    ...{ line, turn: difference.turn, number: difference.throw },
    ...{ recorded: throwText(difference.recorded), derived: throwText(difference.derived) },
  };
  const sentence = app.say(`fair.${result}`, { count: throws, dice, ...wrong });
  if (!promise) return told(sentence);
  const added = promise.seats.flatMap((seed, place) =>
    seed ? [[app.say("page.fair.added", { name: names[place] ?? app.say("seat", { seat: place + 1 }) }), seed]] : [],
  );
  const rows = [
    [app.say("page.fair.promise"), promise.commitment],
    ...(promise.seed === null ? [] : [[app.say("page.fair.seed"), promise.seed]]),
    [app.say("page.fair.game"), promise.game],
    ...added,
  ];
  return told(
    sentence,
    html`
      <dl class="seeds">${rows.map(([what, value]) => html`<dt>${what}</dt><dd><code>${value}</code></dd>`)}</dl>
      <h3>${app.say("page.fair.worth")}</h3>
      <ul class="text">
        ${["proves", "changed", "knows", "choices"].map((each) => html`<li>${app.say(`page.fair.${each}`)}</li>`)}
      </ul>
    `,
  );
}
