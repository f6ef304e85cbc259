/** Dice, a coin and pigs to throw without a game: what fell, all that fell, and how even it is. */
import { csv, moment } from "./csv.js";
import { thrown as pictures } from "./dice.js";
import { save } from "./end.js";
import { action, heading } from "./parts.js";
import { Teller, sentence } from "./sentences.js";
import { landed, tables } from "./tally.js";
import { CHOICES, MOST, Tray } from "./tray.js";
import { KINDS, sum } from "../engine/dice.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./tray.js").Thrown} Thrown
 * @typedef {import("./tray.js").Choice} Choice
 * @typedef {import("./tally.js").Table} Table
 * @typedef {import("./tally.js").Value} Value
 */

/** How many throws the history shows; the table to save has all. */
const SHOWN = 20;

/** How long a press keeps a second one from throwing, in milliseconds. */
const SETTLE = 300;

export const name = "table throwing";

/** @param {App} app */
const trayOf = (app) => app.state.tray ?? Tray.open(app.store);

/** @param {App} app */
export const head = (app) => heading(app, app.say("page.dice"));

/** @param {App} app */
export function body(app) {
  const tray = trayOf(app);
  return html`
    <main key="main" class="middle">
      ${choices(app, tray)} ${cast(app, tray)}
    </main>
    ${tray.throws.length + tray.cleared.length > 0 && html`<aside key="side" class="side">${counted(app, tray)} ${history(app, tray)}</aside>`}
  `;
}

/** @param {App} app */
export const foot = (app) => html`
  <div class="toss" onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.repeat && event.preventDefault()}>
    ${action({ kind: "roll", label: app.say(`page.roll.${trayOf(app).choice.kind}`), keys: "R", press: () => roll(app) })}
  </div>
`;

/** R throws, a figure says what. @type {(app: App, event: KeyboardEvent) => boolean} */
export function pressed({ root, state }, { key, ctrlKey, metaKey }) {
  if (!state.settings.keys || state.dialog || ctrlKey || metaKey) return false;
  const places = root.querySelectorAll(".throwables input");
  const target = /^r$/i.test(key) ? root.querySelector(".act.roll") : places[Number(key) - 1];
  if (target instanceof HTMLElement) target.click();
  return !!target;
}

// --- what one does ---------------------------------------------------------------------------

/** Throw: what falls is stored, then said and shown, and only then do the pictures move. @param {App} app */
function roll(app) {
  if (app.state.settling) return;
  const tray = trayOf(app).thrown(app.store, app.play.dice, Date.now());
  const [last] = tray.throws.slice(-1);
  app.play.settle(SETTLE);
  app.state = { ...app.state, said: app.heard([said(app, last)]) };
  keep(app, tray);
  app.play.feel.awake(true);
  app.play.feel.felt(app.state.settings, "throw", false);
}

/** Show a tray, and say it where it will not last. @type {(app: App, tray: Tray) => void} */
function keep(app, tray) {
  const trouble = tray.lasts ? null : sentence(app.store.lasting ? "page.dice.full" : "page.dice.forbidden");
  app.update({ tray, trouble });
}

/** @param {App} app */
function clear(app) {
  keep(app, trayOf(app).emptied(app.store));
  app.tell("page.dice.cleared");
  app.focus(".undo");
}

/** @param {App} app */
function restore(app) {
  keep(app, trayOf(app).restored(app.store));
  app.tell("page.dice.restored");
  app.focus("h1");
}

// --- what fell --------------------------------------------------------------------------------

/** @type {(app: App, tray: Tray) => any} */
const choices = (app, tray) => html`
  <fieldset class="throwables">
    <legend class="unseen">${app.say("page.dice.choose")}</legend>
    ${CHOICES.map(
      (choice) => html`
        <label key=${`${choice.kind} ${choice.count}`}>
          <input
            type="radio"
            name="throwable"
            aria-label=${named(app, choice)}
            checked=${choice.kind === tray.choice.kind && choice.count === tray.choice.count}
            onChange=${() => app.update({ tray: trayOf(app).choosing(app.store, choice) })}
          />
          <span aria-hidden="true">${choice.kind === "die" ? app.words.number(choice.count) : app.say(`page.dice.${choice.kind}`)}</span>
        </label>
      `,
    )}
  </fieldset>
`;

/** What is thrown, in words: 3 dice, a coin. @type {(app: App, choice: Choice) => string} */
const named = (app, { kind, count }) =>
  kind === "die" ? app.say("page.dice.count", { count }) : app.say(`page.dice.${kind}`);

/** The last throw, as pictures and as a number. @type {(app: App, tray: Tray) => any} */
function cast(app, { shown, choice, throws }) {
  const faces = shown?.faces ?? [];
  const points = shown && pointsOf(shown);
  return html`
    <div class=${`throw of-${choice.kind} n${choice.count}`}>
      ${pictures({
        kind: choice.kind,
        faces,
        count: choice.count,
        label: shown ? spoken(app, shown) : app.say("page.not-thrown"),
        bad: null,
        caption: (face) => app.say(`page.face.pig.${face}`),
        id: shown ? `${shown.at} ${throws.length}` : `none ${choice.kind} ${choice.count}`,
      })}
    </div>
    <p class=${`total${choice.kind === "die" && choice.count === 1 ? " alone" : ""}`} aria-hidden="true">${points === null ? "" : app.words.number(points)}</p>
  `;
}

/** The faces in words. @type {(app: App, thrown: Thrown) => string} */
const spoken = (app, { kind, faces }) => new Teller(app.words, [], kind).faces(faces);

/** The sum of dice, the points of pigs; null where there is nothing to add. @param {Thrown} thrown */
function pointsOf(thrown) {
  const { kind, count, faces } = thrown;
  if (kind === "pig") return Number(landed(thrown)) || 0;
  return kind === "coin" || count < 2 ? null : sum(KINDS[kind], faces);
}

/** @type {(app: App, thrown: Thrown) => import("./sentences.js").Sentence} */
function said(app, thrown) {
  const parts = { throw: capital(spoken(app, thrown), app.words.lang) };
  const points = pointsOf(thrown);
  if (points === null) return sentence("page.dice.said", parts);
  if (thrown.kind === "die") return sentence("page.dice.said.sum", { ...parts, sum: points });
  return points
    ? sentence("page.dice.said.points", { ...parts, count: points })
    : sentence(`page.dice.said.${landed(thrown)}`, parts);
}

/** @type {(text: string, lang: string) => string} */
const capital = (text, lang) => text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);

// --- all that fell ----------------------------------------------------------------------------

/** @type {(app: App, tray: Tray) => any} */
const counted = (app, { throws, choice }) =>
  tables(throws, choice)
    .filter((table) => table.count)
    .map(
      (table, place) => html`
        <details key=${table.name} class="sheet tally" open=${place === 0}>
          <summary>${titled(app, table)}</summary>
          <p>${app.say(`page.dice.of.${table.name}`, { count: table.count })} ${app.say("page.dice.range")}</p>
          ${chart(app, table)}
          <p class="even">${even(app, table)}</p>
        </details>
      `,
    );

/** @type {(app: App, table: Table) => string} */
const titled = (app, { name, dice }) => app.say(`page.dice.${name}`, { count: dice });

/** A row for each face: its name, a picture, how often it fell, the usual range. @type {(app: App, table: Table) => any} */
function chart(app, { rows, name }) {
  const most = Math.max(...rows.flatMap(({ fell, high }) => [fell, high]));
  const percent = (/** @type {number} */ count) => `${(100 * count) / most}%`;
  return html`
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="what">${app.say(`page.dice.what.${name}`)}</span></th>
          <td></td>
          <th scope="col">${app.say("page.dice.fell")}</th>
          <th scope="col">${app.say("page.dice.usual")}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ value, fell, low, high }) => html`
            <tr key=${value}>
              <th scope="row">${labelled(app, name, value)}</th>
              <td aria-hidden="true">
                <span class="span">
                  <i style=${{ left: percent(low), right: `${100 - (100 * high) / most}%` }}></i>
                  <b style=${{ left: percent(fell) }}></b>
                </span>
              </td>
              <td>${app.words.number(fell)}</td>
              <td>
                <span aria-hidden="true">${[...new Set([low, high])].map((each) => app.words.number(each)).join("–")}</span>
                <span class="unseen">${app.say("page.dice.from-to", { low, high })}</span>
              </td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

/** @type {(app: App, name: Table["name"], value: Value) => string} */
function labelled(app, name, value) {
  if (name === "coin") return app.say(`page.face.coin.${value}`);
  return typeof value === "number" ? app.words.number(value) : app.say(`page.dice.${value}`);
}

/** How even all faces are together. @type {(app: App, table: Table) => string} */
function even(app, { even }) {
  if (!even) return app.say("page.dice.too-few");
  const count = Math.round(100 * even.chance);
  if (count < 1) return app.say("page.dice.even.rare");
  return count > 99 ? app.say("page.dice.even.always") : app.say("page.dice.even", { count });
}

/** @type {(app: App, tray: Tray) => any} */
function history(app, tray) {
  const { throws, cleared } = tray;
  const newest = throws.slice(-SHOWN).reverse();
  return html`
    <details key="history" class="sheet history casts" open>
      <summary>${app.say("page.dice.history", { count: throws.length })}</summary>
      ${throws.length === MOST && html`<p>${app.say("page.dice.most", { count: MOST })}</p>`}
      <p class="adds">
        ${
          throws.length > 0 &&
          html`
            <button type="button" class="chip" onClick=${() => saveThrows(app, throws)}>${app.say("page.dice.save")}</button>
            <button type="button" class="chip" onClick=${() => saveTally(app, throws)}>${app.say("page.dice.save.tally")}</button>
            <button type="button" class="chip" onClick=${() => clear(app)}>${app.say("page.dice.clear")}</button>
          `
        }
        ${
          cleared.length > 0 &&
          html`<button type="button" class="chip undo" onClick=${() => restore(app)}>${app.say("page.dice.restore", { count: cleared.length })}</button>`
        }
      </p>
      ${throws.length > 0 && html`<p><small>${app.say("page.dice.save.hint")}</small></p>`}
      <ol>
        ${newest.map((each, place) => {
          const points = pointsOf(each);
          const isNumbers = each.kind === "die";
          return html`
            <li key=${throws.length - place} class=${isNumbers ? "trail" : ""}>
              ${isNumbers ? each.faces.map((face) => html`<b>${face}</b>`) : html`<span>${spoken(app, each)}</span>`}
              ${points !== null && html`<span>= ${app.words.number(points)}</span>`}
            </li>
          `;
        })}
      </ol>
      ${app.state.settings.keys && html`<p class="keys-hint"><small>${app.say("page.dice.keys")}</small></p>`}
    </details>
  `;
}

// --- tables to save ----------------------------------------------------------------------------

/** @type {(app: App, rows: (string | number)[][], what: string) => void} */
function saveTable(app, rows, what) {
  const [day] = moment(Date.now());
  save(csv(app.words.lang, rows), `passel-${what}-${day}.csv`, "text/csv");
}

/** Every throw with its time, one column a die. @type {(app: App, throws: readonly Thrown[]) => void} */
function saveThrows(app, throws) {
  const widest = Math.max(...throws.map((each) => each.faces.length));
  const columns = Array.from({ length: widest }, (_, place) => app.say("page.dice.column.die", { number: place + 1 }));
  const titles = ["number", "day", "time", "what"].map((each) => app.say(`page.dice.column.${each}`));
  const rows = throws.map((each, place) => {
    const { kind, faces } = each;
    const cells = columns.map((_, at) => {
      const face = faces[at] ?? "";
      return typeof face === "string" && face ? app.say(`page.face.${kind}.${face}`) : face;
    });
    return [place + 1, ...moment(each.at), named(app, each), ...cells, pointsOf(each) ?? ""];
  });
  saveTable(app, [[...titles, ...columns, app.say("page.dice.column.sum")], ...rows], "throws");
}

/** All that is counted. @type {(app: App, throws: readonly Thrown[]) => void} */
function saveTally(app, throws) {
  const titles = ["table", "value", "fell", "expected", "low", "high"].map((each) => app.say(`page.dice.column.${each}`));
  const all = CHOICES.flatMap((choice) => tables(throws, choice).filter(({ name, count }) => count && !(name === "faces" && choice.count > 1)));
  const rows = all.flatMap((table) =>
    table.rows.map(({ value, fell, expected, low, high }) => {
      const label = typeof value === "number" ? value : labelled(app, table.name, value);
      return [titled(app, table), label, fell, Math.round(100 * expected) / 100, low, high];
    }),
  );
  saveTable(app, [titles, ...rows], "tally");
}
