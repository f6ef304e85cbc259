/**
 * The book of a kept game: all turns, each of which can be corrected, and the names. What a
 * correction would make impossible is said before it acts.
 *
 * @typedef {import("./app.js").App} App
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").Step} Step
 */
import { amended } from "./amend.js";
import { badge } from "./badges.js";
import { dialog, modal } from "./dialogs.js";
import { eventText, readFaces } from "../engine/notation.js";
import { clean, shortened } from "./names.js";
import { modes, pad, shown } from "./pad.js";
import { action } from "./parts.js";
import { correct, look, mend, mending, put, rename, takeOut } from "./pen.js";
import { sentence } from "./sentences.js";
import { folded } from "./session.js";
import { effectOf, sameTurn } from "../engine/game.js";
import { html } from "../vendor/preact.js";

/** How many turns are listed at first, and how many more each time. */
const SHOWN = 20;

/** What stands over a kept game. @param {App} app */
export function over(app) {
  const { dialog: open, session } = app.state;
  if (!session || app.state.passTo) return dialog(app);
  if (open?.name === "book") return book(app, session, open.shown ?? SHOWN);
  return mending(app) ? correction(app, session) : dialog(app);
}

/** The last turns beside the table, where there is room. @type {(app: App, session: Session) => any} */
export const overview = (app, session) =>
  session.steps.length > 0 &&
  html`
    <div class="history sheet">
      <h2>${app.say("page.history")}</h2>
      ${list(app, session, SHOWN)}
    </div>
  `;

/** Turns to correct, the newest first. @type {(app: App, session: Session, count: number) => any} */
function list(app, session, count) {
  const { turns } = session;
  const first = Math.max(0, turns.length - count);
  return html`
    <ol class="turns">
      ${turns
        .slice(first)
        .map((steps, place) => html`<li key=${first + place}>${line(app, steps, first + place)}</li>`)
        .reverse()}
    </ol>
  `;
}

/** @type {(app: App, steps: Step[], turn: number) => any} */
function line(app, steps, turn) {
  const { before } = steps[0];
  const { after } = steps[steps.length - 1];
  const seat = owner(before);
  const made = seat && !before.roll_off ? after.scores[seat - 1] : null;
  return html`
    <button type="button" class="turn-line" onClick=${() => mend(app, turn)}>
      <span class="who">${who(app, before)}</span>
      <span class="what">${steps.map((step) => worded(app, step)).join(" ")}</span>
      ${made !== null && html`<span class="made">${app.words.number(made)}</span>`}
    </button>
  `;
}

/** Whose turn begins in a state; 0: everybody's. @param {import("../../types").State} before */
const owner = (before) => (before.rules.turn === "shared" || before.roll_off ? 0 : before.to_move[0]);

/** @type {(app: App, before: import("../../types").State) => any} */
function who(app, before) {
  const seat = owner(before);
  if (seat) return html`<bdi>${app.teller.name(seat)}</bdi>`;
  return before.roll_off ? app.say("page.history.first") : app.say("page.history.round", { round: before.round });
}

/** An entry as it stands in the book: numbers, else points, else words. @type {(app: App, step: Step) => string} */
function worded(app, { before, event }) {
  if (event.type === "hold") return before.rules.turn === "shared" ? `${app.teller.name(event.seat)} ✓` : "✓";
  if (event.type === "announce" || before.rules.dice === "die") return eventText(event, before.rules);
  const { kind, points } = effectOf(before, event.faces);
  return kind === "gain" ? String(points) : shown(app, event.faces);
}

// --- the book ---------------------------------------------------------------------------------------

/** @type {(app: App, session: Session, count: number) => any} */
function book(app, session, count) {
  const close = () => app.close();
  const more = session.turns.length > count;
  return modal(
    "book",
    app.say("score.book"),
    close,
    html`
      ${top(app, app.say("score.book"), close)}
      <h3>${app.say("page.history")}</h3>
      <p><small>${app.say(session.steps.length ? "score.book.turns" : "score.book.empty")}</small></p>
      ${list(app, session, count)}
      ${
        more &&
        html`<button type="button" class="chip" onClick=${() => app.update({ dialog: { name: "book", shown: count + 5 * SHOWN } })}>
          ${app.say("score.book.more")}
        </button>`
      }
      <h3>${app.say("score.names")}</h3>
      <ol class="names">
        ${session.game.players.map((player, place) => "name" in player && name(app, player.name, place + 1))}
      </ol>
    `,
  );
}

/** @type {(app: App, title: any, close: () => void) => any} */
const top = (app, title, close) => html`
  <header>
    <h2>${title}</h2>
    <button type="button" class="icon" aria-label=${app.say("page.close")} onClick=${close}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6 18 18M18 6 6 18" /></svg>
    </button>
  </header>
`;

/** @type {(app: App, name: string, seat: number) => any} */
const name = (app, name, seat) => html`
  <li key=${seat}>
    ${badge(seat, clean(name))}
    <input
      type="text"
      dir="auto"
      autocomplete="off"
      autocapitalize="words"
      spellcheck=${false}
      value=${name}
      placeholder=${app.say("seat", { seat })}
      aria-label=${app.say("page.setup.name", { seat })}
      onInput=${(/** @type {any} */ event) => (event.currentTarget.value = shortened(event.currentTarget.value))}
      onChange=${(/** @type {any} */ event) => rename(app, seat, event.currentTarget.value)}
    />
  </li>
`;

// --- the correction of a turn ---------------------------------------------------------------------

/** @type {(app: App, session: Session) => any} */
function correction(app, session) {
  const open = /** @type {import("./pen.js").Mend} */ (mending(app));
  const steps = session.turns[open.turn];
  const { before } = steps[0];
  const result = amended(session, open.turn, open.words);
  const chosen = !open.insert && open.at < open.words.length;
  const close = () => app.close();
  const announced = before.rules.max_dice !== null && !before.roll_off;
  return modal(
    "mend",
    app.say("score.mend"),
    close,
    html`
      ${top(app, html`${app.say("score.mend")} <small>${who(app, before)}</small>`, close)}
      <ol class="entries" aria-label=${app.say("score.mend.entries")}>
        ${open.words.map((word, place) => entry(app, open, place, word, result.fits[place], before))}
        ${!announced && slot(app, open, open.words.length)}
      </ol>
      ${pad(app)}
      <p class="adds">
        ${holds(app, open, before)}
        ${
          chosen &&
          html`
            <button type="button" class="chip" onClick=${() => look(app, { insert: true })}>${app.say("score.mend.insert")}</button>
            <button type="button" class="chip" onClick=${() => takeOut(app)}>${app.say("score.mend.remove")}</button>
          `
        }
        ${modes(app)}
      </p>
      <p class="effect" role="status">${app.teller.nodes(effect(session, open, result))}</p>
      <div class="answers">
        ${action({ kind: "hold", label: app.say("score.mend.leave"), press: close })}
        ${action({ kind: "roll", label: app.say("score.mend.change"), press: () => correct(app) })}
      </div>
    `,
  );
}

/** @type {(app: App, open: import("./pen.js").Mend, place: number, word: string, fits: boolean, before: import("../../types").State) => any} */
function entry(app, open, place, word, fits, before) {
  const hold = /^hold(?::(\d+))?$/.exec(word);
  const text = hold ? (hold[1] ? `${app.teller.name(Number(hold[1]))} ✓` : "✓") : faces(app, word, before);
  const now = place === open.at;
  const label = hold && !hold[1] ? app.say("page.hold") : text;
  return html`
    ${open.insert && now && slot(app, open, place)}
    <li>
      <button
        type="button"
        class=${fits ? "entry" : "entry lost"}
        aria-label=${fits ? label : app.say("score.mend.not-fit", { entry: label })}
        aria-pressed=${String(now && !open.insert)}
        onClick=${() => look(app, { at: place, insert: now && !open.insert })}
      >
        <bdi>${text}</bdi>
      </button>
    </li>
  `;
}

/** A throw that is a word of a record, as it is shown. @type {(app: App, word: string, before: import("../../types").State) => string} */
function faces(app, word, { rules, roll_off }) {
  const kind = roll_off ? rules.roll_off[0] : rules.dice;
  return kind === "die" ? word : shown(app, readFaces(word, kind));
}

/** Where the next entry would be put. @type {(app: App, open: import("./pen.js").Mend, place: number) => any} */
const slot = (app, open, place) =>
  (place === open.words.length && open.insert && open.at < place) ||
  html`
    <li>
      <button
        type="button"
        class="entry slot"
        aria-label=${app.say("score.mend.here")}
        aria-pressed=${String(open.insert && place === open.at)}
        onClick=${() => look(app, { at: place, insert: true })}
      >
        +
      </button>
    </li>
  `;

/** The holds that can be put in. @type {(app: App, open: import("./pen.js").Mend, before: import("../../types").State) => any} */
function holds(app, open, before) {
  if (before.roll_off || before.rules.max_dice !== null) return null;
  if (before.rules.turn !== "shared") {
    return html`<button type="button" class="chip" onClick=${() => put(app, ["hold"])}>${app.say("page.hold")}</button>`;
  }
  const steps = folded(before, open.words.slice(0, open.at));
  const last = steps[steps.length - 1];
  const seats = !last ? [] : sameTurn(last.before, last.after) ? last.after.to_move : [];
  return seats.map(
    (seat) => html`
      <button type="button" class="chip" onClick=${() => put(app, [`hold:${seat}`])}>
        ${app.words.pieces("phrase.named", { name: app.say("page.hold"), what: html`<bdi>${app.teller.name(seat)}</bdi>` })}
      </button>
    `,
  );
}

/** What a correction would do to what came later. @type {(session: Session, open: import("./pen.js").Mend, result: import("./amend.js").Amended) => import("./sentences.js").Sentence} */
function effect(session, open, { fits, lost }) {
  const own = fits.filter((each) => !each).length;
  const count = own + lost.length;
  if (!count) {
    const later = open.turn < session.turns.length - 1;
    return sentence(later ? "score.mend.all-fit" : "score.mend.last");
  }
  if (!lost.length) return sentence("score.mend.lost-here", { count });
  const [{ before, event }] = lost;
  if (event.type === "hold") return sentence("score.mend.lost.hold", { count, name: event.seat });
  if (event.type === "announce") return sentence("score.mend.lost.dice", { count, name: before.to_move[0], dice: event.dice });
  const all = before.rules.turn === "shared" || before.roll_off;
  return sentence(all ? "score.mend.lost.all" : "score.mend.lost.throw", {
    count,
    name: before.to_move[0] ?? 0,
    round: before.round,
    throw: event.faces,
  });
}
