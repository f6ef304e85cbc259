/** The game: whose turn, what is at risk, what was thrown, what can be done. */
import { tone } from "./badges.js";
import { deciding } from "./bots.js";
import { thrown } from "./dice.js";
import { risk } from "./risk.js";
import { action, heading } from "./parts.js";
import { crowd, isCrowded } from "./crowd.js";
import { history, sheet } from "./sheet.js";
import { goal, title } from "./telling.js";
import { tip } from "./tips.js";
import { effectOf } from "../engine/game.js";
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./session.js").Session} Session
 */

export const name = "table";

/** The game on the table, which is there when this screen is. @param {App} app */
const sessionOf = (app) => /** @type {Session} */ (app.state.session);

/** @param {App} app */
export function head(app) {
  const { rules } = sessionOf(app);
  return heading(
    app,
    html`${title(rules, app.words)} <small>${goal(rules, app.words)}</small>`,
    html`
      ${coaching(app)}
      <button
        type="button"
        class="icon"
        aria-label=${app.say("page.help")}
        title=${app.say("page.help")}
        aria-keyshortcuts=${app.state.settings.keys ? "?" : null}
        onClick=${() => app.open("help")}
      >
        ?
      </button>
    `,
  );
}

/** Turns the coach on and off. @param {App} app */
export const coaching = (app) => html`
  <button
    type="button"
    class="icon"
    aria-label=${app.say("page.coach")}
    title=${app.say("page.coach")}
    aria-pressed=${String(app.state.settings.coach !== "off")}
    onClick=${() => app.set("coach", app.state.settings.coach === "off" ? "before" : "off")}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 20v-6M12 20V4M19 20v-9" /></svg>
  </button>
`;

/** @param {App} app */
export function body(app) {
  const session = sessionOf(app);
  const shared = session.rules.turn === "shared";
  const side = html`
    <section key="sheet" class="side" aria-label=${app.say("page.scores")}>
      ${shared ? crowd(app, session) : sheet(app, session)} ${history(app, session)}
    </section>
  `;
  return isCrowded(session) ? [middle(app, session), side] : [side, middle(app, session)];
}

/** @type {(app: App, session: Session) => any} */
function middle(app, session) {
  const { state, rules } = session;
  const [seat] = deciding(session);
  const shared = rules.turn === "shared";
  return html`
    <main key="main" class=${`middle ${shared ? "" : tone(seat)}`}>
      ${shared ? rounds(app, session) : html`<h2 class="turn">${turn(app, seat)}</h2>`}
      ${dice(app, session)} ${trail(app, session)}
      ${
        state.roll_off
          ? html`<p class="would">${app.say("page.off")}</p>`
          : rules.max_dice === null
            ? total(app, session)
            : chooser(app, session, app.play.people.length > 0)
      }
      ${tip(app, session)} ${app.coach?.view(session)}
    </main>
  `;
}

/** Whose turn it is; each from afar reads that it is theirs. @type {(app: App, seat: number) => any} */
export function turn(app, seat) {
  const { source, people } = app.play;
  if (source.afar && people.includes(seat)) return app.say("page.turn.yours");
  return app.teller.nodes({ key: "page.turn", parts: { name: seat } });
}

/** The last throw as pictures. @type {(app: App, session: Session) => any} */
function dice(app, session) {
  const { rules, steps, state } = session;
  const step = [...session.turn].reverse().find(({ event }) => event.type === "throw");
  const faces = step?.event.type === "throw" ? step.event.faces : [];
  const [kind, off] = step?.before.roll_off || (!step && state.roll_off) ? rules.roll_off : [rules.dice, rules.count];
  const lost = step && !step.before.roll_off && effectOf(step.before, faces).kind.startsWith("bust");
  const count = rules.max_dice === null || state.roll_off ? off : app.state.dice;
  return html`
    <div class=${`throw ${tone(step && rules.turn !== "shared" ? (step.before.to_move[0] ?? 0) : 0)}`}>
      ${thrown({
        kind,
        faces,
        count,
        label: faces.length ? app.teller.faces(faces) : app.say("page.not-thrown"),
        bad: lost ? (rules.dice === "coin" ? "T" : rules.bust_face) : null,
        caption: (face) => app.say(`page.face.pig.${face}`),
        id: step ? steps.indexOf(step) : "none",
      })}
    </div>
  `;
}

/** The throws of this turn, in boxes. @type {(app: App, session: Session) => any} */
function trail(app, session) {
  const { state, rules } = session;
  const throws = state.turn_total || state.roll_off ? session.turn.filter(({ event }) => event.type === "throw") : [];
  if (rules.max_dice !== null && !state.roll_off) return null;
  return html`
    <ol class="trail" aria-label=${app.say("page.trail")}>
      ${throws.slice(-8).map(({ before, event }) => {
        const faces = event.type === "throw" ? event.faces : [];
        return html`<li>${before.roll_off || rules.dice === "die" ? faces.join(" ") : effectOf(before, faces).points}</li>`;
      })}
    </ol>
  `;
}

/** What is at risk, and what it would make. @type {(app: App, session: Session) => any} */
export function total(app, { state, rules }) {
  const shared = rules.turn === "shared";
  const [seat] = state.to_move;
  const score = state.scores[seat - 1] + state.turn_total;
  const parts = { score: html`<b>${app.words.number(score)}</b>` };
  return html`
    <p class="total">${app.words.number(state.turn_total)}</p>
    <p class=${state.turn_total || shared ? "would" : "would nothing"}>
      ${
        shared
          ? app.say("page.this-round", { in: state.to_move.length, all: state.scores.length })
          : app.words.pieces(state.turn_total ? "page.would" : "page.would.nothing", parts)
      }
    </p>
  `;
}

/** How many dice, where one may choose; `may`: whether one may now. @type {(app: App, session: Session, may: boolean) => any} */
export function chooser(app, session, may) {
  const { state, rules } = session;
  const dice = state.dice || app.state.dice;
  const odds = risk(state, dice);
  const off = state.dice > 0 || !may;
  const most = rules.max_dice ?? 1;
  const step = (/** @type {number} */ by, /** @type {string} */ key, /** @type {string} */ sign) => html`
    <button
      type="button"
      class="icon step"
      aria-label=${app.say(key)}
      aria-keyshortcuts=${app.state.settings.keys ? sign : null}
      aria-disabled=${off || dice + by < 1 || dice + by > most ? "true" : null}
      onClick=${() => !off && app.play.choose(by)}
    >
      ${by < 0 ? "−" : "+"}
    </button>
  `;
  return html`
    <div class="chooser" role="group" aria-label=${app.say("page.hog.choose")}>
      ${step(-1, "page.hog.fewer", "-")}
      <output class="total">${dice}</output>
      ${step(1, "page.hog.more", "+")}
    </div>
    <p class="would" aria-live="off">
      ${app.say("page.hog.dice", { count: dice })}${" "}${odds && app.say("page.hog.odds", { part: odds.whole - odds.part, whole: odds.whole, count: odds.gain })}
    </p>
  `;
}

/** Which round it is: letters where the variant has them, else numbers. @type {(app: App, session: Session) => any} */
export function rounds(app, { state, rules }) {
  const key = `page.letters.${rules.id}`;
  const letters = app.words.has(key) ? [...app.say(key)] : [];
  const label = app.say("page.round", { round: state.round, rounds: rules.rounds ?? 0 });
  if (letters.length !== rules.rounds || state.playoff.length) return html`<h2 class="turn">${label}</h2>`;
  return html`
    <h2 class="letters">
      <span class="unseen">${label}</span>
      ${letters.map(
        (letter, place) => html`
        <span aria-hidden="true" class=${place + 1 === state.round ? "now" : place + 1 < state.round ? "gone" : ""}>${letter}</span>
      `,
      )}
    </h2>
  `;
}

/** @param {App} app */
export function foot(app) {
  const { play, state } = app;
  const session = sessionOf(app);
  if (!state.acting) {
    return html`
      <p class="notice">${app.say("page.elsewhere")}</p>
      ${action({ kind: "one", label: app.say("page.elsewhere.take"), press: () => play.takeOver() })}
    `;
  }
  if (play.stepping) {
    const name = deciding(session)[0];
    return action({
      kind: "roll one",
      label: app.say("page.next"),
      hint: app.teller.nodes({ key: "page.turn", parts: { name } }),
      keys: state.settings.keys ? "R" : "",
      press: () => play.next(),
    });
  }
  const seat = play.holder;
  const one = session.rules.max_dice !== null || !seat || !!session.state.roll_off;
  return html`${!one && hold(app, session, seat)} ${roll(app, session, one)}`;
}

/** @type {(app: App, session: Session, seat: number) => any} */
export function hold(app, { state }, seat) {
  const why = app.play.whyNotHold(seat);
  const short = why && `page.short.${why.key.replace("error.", "")}`;
  return action({
    kind: "hold",
    label: app.say("page.hold"),
    hint: why
      ? short && app.words.has(short)
        ? app.say(short)
        : ""
      : app.say("page.hold.keep", { count: state.turn_total }),
    off: !!why,
    keys: app.state.settings.keys ? "H" : "",
    press: () => app.play.hold(seat),
  });
}

/** @type {(app: App, session: Session, one: boolean) => any} */
export function roll(app, session, one) {
  const { state, rules } = session;
  const why = app.play.whyNotRoll();
  const off = !!why;
  const short = `${why?.key}.short`;
  const odds = risk(state, app.state.dice);
  const lost = state.turn_total;
  const parts = odds && { part: odds.part, whole: odds.whole, count: lost };
  const hint = off
    ? app.words.has(short)
      ? app.say(short)
      : app.teller.nodes({ key: "page.turn", parts: { name: deciding(session)[0] } })
    : state.roll_off
      ? app.say("page.roll.off")
      : parts &&
        app.say(
          rules.max_dice !== null ? "page.roll.nothing" : lost ? "page.roll.loses" : `page.roll.ends.${rules.turn}`,
          parts,
        );
  return action({
    kind: `roll${one ? " one" : ""}`,
    label: app.say(`page.roll.${state.roll_off ? rules.roll_off[0] : rules.dice}`),
    hint,
    off,
    keys: app.state.settings.keys ? "R" : "",
    press: () => app.play.roll(),
  });
}
