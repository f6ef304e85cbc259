/** The games that this browser keeps: go on, look again, bring in, delete. */
import { save } from "./end.js";
import { checking } from "./fairness.js";
import { heading } from "./parts.js";
import { Teller } from "./sentences.js";
import { isDamaged } from "./store.js";
import { goal, title } from "./telling.js";
import { NotationError } from "../engine/errors.js";
import { rules as rulesOf } from "../engine/variants.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./store.js").SavedGame} SavedGame
 * @typedef {import("./store.js").Damaged} Damaged
 */

export const name = "kept";

/** @param {App} app */
export const head = (app) => heading(app, app.say("page.games"));

/** @param {App} app */
export function body(app) {
  const games = app.store.games();
  const running = games.filter((game) => isDamaged(game) || !game.winners.length);
  const finished = games.filter((game) => !isDamaged(game) && game.winners.length);
  const missing = app.state.route[0] === "game";
  return html`
    <main key="main" class="columns">
      ${missing && html`<p class="notice">${app.say("page.games.missing")}</p>`}
      ${[
        ["page.games.running", running],
        ["page.games.finished", finished],
      ].map(
        ([key, some]) => html`
        <section key=${key}>
          <h2>${app.say(/** @type {string} */ (key))}</h2>
          ${
            some.length
              ? html`<ul class="sheet games">${/** @type {any[]} */ (some).map((game) => row(app, game))}</ul>`
              : html`<p class="none">${app.say("page.games.none")}</p>`
          }
        </section>
      `,
      )}
      <section>
        <h2>${app.say("page.games.import")}</h2>
        ${importing(app)}
      </section>
    </main>
  `;
}

/** @type {(app: App, game: SavedGame | Damaged) => any} */
function row(app, game) {
  const named = isDamaged(game) ? null : nameOf(app, game);
  const remove = html`
    <button
      type="button"
      class="icon small"
      aria-label=${app.say("page.games.delete", { name: named?.who ?? game.id })}
      onClick=${() => app.open("delete", { id: game.id, who: named?.who ?? game.id })}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6 18 18M18 6 6 18" /></svg>
    </button>
  `;
  if (isDamaged(game) || !named) {
    const text = isDamaged(game) ? game.damaged : JSON.stringify(game);
    return html`
      <li key=${game.id}>
        <span>
          ${app.say("page.games.damaged")}${" "}
          <button type="button" class="chip" onClick=${() => save(text, `passel-${game.id}.txt`)}>${app.say("page.record.save")}</button>
        </span>
        ${remove}
      </li>
    `;
  }
  return html`
    <li key=${game.id}>
      <a href=${`#/game/${game.id}`}>
        <b>${named.what}</b> <bdi>${named.who}</bdi>
        <small>${app.words.date(game.changed)}</small>
      </a>
      <a class="chip" href=${`#/review/${game.id}`}>${app.say("study.review.go")}</a>
      ${remove}
    </li>
  `;
}

/** @type {(app: App, game: SavedGame) => { what: string, who: string } | null} */
function nameOf(app, game) {
  try {
    const rules = rulesOf(game.rules);
    const { names } = new Teller(app.words, game.players, rules.dice);
    const who = names.slice(0, 8).map((each, place) => `${each} ${app.words.number(game.now[place] ?? 0)}`);
    return {
      what: `${title(rules, app.words)}, ${goal(rules, app.words)}`,
      who: who.join(", ") + (names.length > 8 ? " …" : ""),
    };
  } catch {
    return null;
  }
}

/** @param {App} app */
function importing(app) {
  const { fault } = app.state;
  const field = () => /** @type {HTMLTextAreaElement} */ (document.getElementById("record"));
  const kept = fault instanceof NotationError && fault.kept?.events.length ? fault.kept : null;
  return html`
    <div class="sheet fields">
      <label class="field">
        <span>${app.say("page.games.import.text")}</span>
        <textarea
          id="record"
          rows="6"
          spellcheck=${false}
          aria-invalid=${fault ? "true" : null}
          aria-describedby=${fault ? "fault" : null}
        ></textarea>
      </label>
      ${fault && html`<p id="fault" class="wrong" role="alert">${app.words.error(fault)}</p>`}
      <p class="adds">
        <button type="button" class="chip" onClick=${() => app.play.import(field().value)}>${app.say("page.games.import.take")}</button>
        ${
          kept &&
          html`<button type="button" class="chip" onClick=${() => app.play.adopt(kept)}>
          ${app.say("page.games.import.kept", { count: kept.events.length })}
        </button>`
        }
        ${checking(app, () => field().value)}
        <label class="chip file">
          ${app.say("page.games.import.file")}
          <input
            type="file"
            class="unseen"
            accept=".pig,.txt,text/plain"
            onChange=${async (/** @type {any} */ event) => {
              const [file] = event.currentTarget.files;
              if (file) field().value = await file.text();
            }}
          />
        </label>
      </p>
    </div>
  `;
}
