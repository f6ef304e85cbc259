/**
 * Sheets to print: score sheets, recording sheets, rules to cut out. Each is one page, on A4 and on
 * Letter, in grey.
 */
import { goal, tell, title } from "../telling.js";
import { VARIANTS } from "../../engine/variants.js";
import { html } from "../../vendor/preact.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../../../types").Rules} Rules
 */

/** Experiments that a class records: what stands above the columns, and how many rows. @type {Record<string, { columns: string[], rows: number }>} */
const EXPERIMENTS = {
  faces: { columns: ["group", "1", "2", "3", "4", "5", "6", "all"], rows: 14 },
  survive: { columns: ["turn", "throws", "banked", "lost"], rows: 17 },
  strategies: { columns: ["pupil", "plan", "turns", "points", "mean"], rows: 17 },
};

/** So many players stand beside each other, and so many turns or players below. */
const [ACROSS, DOWN] = [4, 20];
/** Where rounds are counted: so many players below each other; or so many throws, where all share them. */
const [PUPILS, THROWS] = [18, 7];
/** The most lines of rules that stand on a page twice, to be cut out. */
const TWICE = 14;

/** @param {App} app */
export function body(app) {
  const [, , kind, what] = app.state.route;
  const rules = VARIANTS.get(what)?.rules;
  const page =
    kind === "experiment" && what in EXPERIMENTS
      ? experiment(app, what)
      : rules && kind === "score"
        ? score(app, rules)
        : rules && kind === "rules"
          ? summary(app, rules)
          : null;
  if (!page) return list(app);
  return html`
    <main key=${`sheet ${kind} ${what}`} class="lesson paper">
      <p class="adds unprinted"><button type="button" class="chip" onClick=${() => window.print()}>${app.say("learn.print")}</button></p>
      ${page}
    </main>
  `;
}

/** @param {App} app */
function list(app) {
  const ways = (/** @type {string} */ kind, /** @type {[string, string][]} */ all) => html`
    <section key=${kind}>
      <h2>${app.say(`learn.sheets.${kind}`)}</h2>
      <ul class="sheet games">${all.map(([id, text]) => html`<li key=${id}><a href=${`#/learn/sheets/${kind}/${id}`}>${text}</a></li>`)}</ul>
    </section>
  `;
  /** @type {[string, string][]} */
  const games = [...VARIANTS.values()].map(({ rules }) => [rules.id, title(rules, app.words)]);
  /** @type {[string, string][]} */
  const experiments = Object.keys(EXPERIMENTS).map((id) => [id, app.say(`learn.sheets.of.${id}`)]);
  return html`
    <main key="sheets" class="lesson">
      <p class="lead">${app.say("learn.sheets.lead")}</p>
      ${ways("score", games)} ${ways("experiment", experiments)} ${ways("rules", games)}
    </main>
  `;
}

/** @type {(columns: readonly string[], rows: readonly string[]) => any} */
const grid = (columns, rows) => html`
  <table class="form">
    <thead><tr>${columns.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
    <tbody>${rows.map((each) => html`<tr><th scope="row">${each}</th>${columns.slice(1).map(() => html`<td></td>`)}</tr>`)}</tbody>
  </table>
`;

/** @type {(most: number) => string[]} */
const numbered = (most) => Array.from({ length: most }, (_, place) => String(place + 1));

/** @type {(app: App, text: string) => any} */
const headline = (app, text) => html`<h2>${text}</h2><p class="blank">${app.say("learn.sheet.names")}</p>`;

/** Turns below each other; where rounds are counted players; where throws are shared these, twice, for two pupils. @type {(app: App, rules: Rules) => any} */
function score(app, rules) {
  const letters = app.say("learn.sheet.letters").split(" ");
  const top = headline(app, `${title(rules, app.words)}, ${goal(rules, app.words)}`);
  const player = app.say("learn.sheet.player");
  if (rules.rounds === null) {
    const players = Array.from({ length: ACROSS }, (_, place) => `${player} ${place + 1}`);
    return html`${top}<p>${app.say("learn.sheet.turns")}</p>${grid([app.say("learn.sheet.turn"), ...players], numbered(DOWN))}`;
  }
  const rounds = rules.rounds === letters.length ? letters : numbered(rules.rounds);
  const total = app.say("learn.sheet.total");
  if (rules.turn !== "shared") return html`${top}<p>${app.say("learn.sheet.rounds")}</p>${grid([player, ...rounds, total], Array(PUPILS).fill(""))}`;
  const lines = [...numbered(THROWS), app.say("learn.sheet.column.banked"), total];
  const own = html`${top}<p>${app.say("learn.sheet.shared")}</p>${grid([app.say("learn.sheet.throw"), ...rounds], lines)}`;
  return html`<section class="half">${own}</section><section class="half again" aria-hidden="true">${own}</section>`;
}

/** @type {(app: App, id: string) => any} */
function experiment(app, id) {
  const { columns, rows } = EXPERIMENTS[id];
  const names = columns.map((each) => (/^\d$/.test(each) ? each : app.say(`learn.sheet.column.${each}`)));
  return html`
    ${headline(app, app.say(`learn.sheets.of.${id}`))}
    <p>${app.say(`learn.sheet.${id}`)}</p>
    ${grid(names, numbered(rows))}
    <p class="found">${app.say("learn.sheet.found")}</p>
  `;
}

/** @type {(app: App, rules: Rules) => any} */
const summary = (app, rules) => {
  const lines = tell(rules, app.words);
  return Array.from(
    { length: lines.length > TWICE ? 1 : 2 },
    (_, place) => html`
      <section key=${place} class=${place ? "cut again" : "cut"} aria-hidden=${place ? "true" : null}>
        <h2>${title(rules, app.words)}</h2>
        <p>${app.say(`variant.${rules.id}.short`)}</p>
        <ul class="text">${lines.map((line) => html`<li>${line}</li>`)}</ul>
      </section>
    `,
  );
};
