/**
 * A game looked back on: its curve, luck apart from skill, each decision, the mistakes once more, a
 * link. Of a game in this browser (`#/review/ID`), or of the one that a link holds (`#/record/...`).
 *
 * @typedef {import("./app.js").App} App
 * @typedef {import("../../types").Action} Action
 * @typedef {import("../../types").State} State
 * @typedef {import("./reasons.js").Choices} Choices
 *
 * @typedef {Choices & { place: number, seat: number, chosen: Action, cost: number }} Made
 *
 * @typedef {object} Found What the Worker found; see `Review` in types.d.ts.
 * @property {number[]} wins
 * @property {Made[]} decisions
 * @property {import("../../types").Sum[]} sums
 *
 * @typedef {object} Look What this screen shows.
 * @property {Session | null} session
 * @property {boolean} kept Whether it is a game of this browser.
 * @property {string[]} wrong Why there is no game, in sentences.
 * @property {Found | null} found
 * @property {PasselError | null} fault Why nothing is found.
 * @property {boolean} exact Whether anything exact is to be found.
 * @property {Made[]} decisions All decisions; without what they are worth until it is found.
 * @property {number} at The decision that is shown.
 * @property {Again | null} again
 *
 * @typedef {object} Again The mistakes, tried again.
 * @property {number[]} places Of `decisions`.
 * @property {number} at
 * @property {Action | null} answer
 * @property {number} right
 */
import { bars } from "./bars.js";
import { tone } from "./badges.js";
import { botAt } from "./bots.js";
import { verdict } from "./coach.js";
import { clipped, shared } from "./end.js";
import { gameOf, linkOf, wrong } from "./links.js";
import { action, heading } from "./parts.js";
import { called, same, signed, why } from "./reasons.js";
import { Teller } from "./sentences.js";
import { Session, restored } from "./session.js";
import { ask, bare } from "./solving.js";
import { isDamaged } from "./store.js";
import { goal, title } from "./telling.js";
import { curve, figures, isCostly } from "./winning.js";
import { PasselError } from "../engine/errors.js";
import { Action as actionOf, HOLD, ROLL, legalActions } from "../engine/game.js";
import { isExact } from "../engine/solve.js";
import { name as rulesName } from "../engine/variants.js";
import { html } from "../vendor/preact.js";

export const name = "review";

/** A decision that cost more, is worth trying again. */
const WORTH_TRYING = 0.005;

/** So many mistakes are tried again at most. */
const TRIES = 8;

/** @param {App} app @returns {Look | null} */
const lookOf = (app) => app.state.look;

/** @type {(app: App, changes: Partial<Look>) => void} */
function change(app, changes) {
  const look = lookOf(app);
  if (look) app.update({ look: { ...look, ...changes } });
}

/** Find the game that the address names, and have it worked out. @param {App} app */
export function enter(app) {
  const [kind, data = ""] = app.state.route;
  /** @type {Look} */
  const look = {
    ...{ session: null, kept: kind === "review", wrong: [], found: null, fault: null, exact: false },
    ...{ decisions: [], at: 0, again: null },
  };
  try {
    look.session = kind === "review" ? saved(app, data) : linked(data);
  } catch (error) {
    if (!(error instanceof PasselError)) throw error;
    look.wrong = kind === "review" ? [app.say("page.games.missing")] : wrong(app, error);
  }
  if (look.session) {
    look.exact = isExact(look.session.rules, look.session.begin.scores.length);
    look.decisions = decisionsOf(look.session);
  }
  app.state = { ...app.state, look };
  if (look.exact) work(app, look.session);
}

/** Ask for what is exact. @type {(app: App, session: Session | null, patient?: boolean) => void} */
function work(app, session, patient = false) {
  if (!session) return;
  const { begin, steps, rules } = session;
  const here = () => lookOf(app)?.session === session;
  ask("review", { rules, start: bare(begin), events: steps.map(({ event }) => event), patient }).then(
    (found) => here() && change(app, { found, decisions: found.decisions, fault: null }),
    (fault) => here() && change(app, { fault }),
  );
}

/** @type {(app: App, id: string) => Session} */
function saved(app, id) {
  const game = app.store.game(id);
  if (!game || isDamaged(game)) throw new PasselError("no-record");
  return restored(game).session;
}

/** @param {string} data */
function linked(data) {
  const { start, events, names } = gameOf(data);
  const players = start.scores.map((_, place) => ({ name: names[place] ?? "" }));
  return new Session({ id: "", players, begun: Date.now() }, start).with(events);
}

/** Every decision between two actions or more, before anything is known of it. @param {Session} session @returns {Made[]} */
function decisionsOf({ steps, rules }) {
  return steps.flatMap(({ before, event }, place) => {
    const actions = before.roll_off ? [] : legalActions(before);
    if (actions.length < 2 || (rules.turn === "shared" && event.type !== "hold")) return [];
    const chosen = event.type === "announce" ? actionOf("roll", event.dice) : event.type === "hold" ? HOLD : ROLL;
    const seat = event.type === "hold" ? event.seat : before.to_move[0];
    return [{ place, seat, chosen, actions, wins: [], best: [], cost: 0 }];
  });
}

/** @param {App} app */
export const head = (app) => heading(app, app.say("study.review"));

/** @param {App} app */
export function body(app) {
  const look = lookOf(app);
  const { session } = look ?? {};
  if (!look || !session) {
    return html`<main key="main">${look?.wrong.map((line) => html`<p class="notice" role="alert">${line}</p>`)}</main>`;
  }
  const teller = new Teller(app.words, session.game.players, session.rules.dice);
  return html`
    <main key="main" class="columns">
      <section>
        <h2>${title(session.rules, app.words)}, ${goal(session.rules, app.words)}</h2>
        ${!session.over && html`<p class="hush">${app.say("study.review.so-far")}</p>`}
        ${course(app, look, session, teller)}
      </section>
      ${look.found && sums(app, look.found, session, teller)}
      <section>
        <h2>${app.say("study.review.steps")}</h2>
        ${steps(app, look, session, teller)}
      </section>
      ${look.found && again(app, look, session, teller)} ${isExact(session.rules, 2) && onward(app, session)}
      <section>
        <h2>${app.say("study.link")}</h2>
        ${link(app, look, session, teller)}
      </section>
    </main>
  `;
}

/** The curve, or why there is none. @type {(app: App, look: Look, session: Session, teller: Teller) => any} */
function course(app, look, session, teller) {
  const { found, fault, exact } = look;
  if (!exact) return html`<p class="sheet">${app.say("study.review.many")}</p>`;
  if (fault) {
    const long = fault.code === "too-long";
    return html`
      <p role="status">${app.say(long ? "study.fault.too-long" : "study.fault.none")}</p>
      ${
        long &&
        html`<p class="adds"><button type="button" class="chip" onClick=${() => {
          change(app, { fault: null });
          work(app, session, true);
        }}>${app.say("study.fault.anyway")}</button></p>`
      }
    `;
  }
  if (!found) return html`<p role="status">${app.say("study.review.working")}</p>`;
  const at = look.decisions[look.at]?.place ?? -1;
  return html`
    <p>${app.say("study.review.line", { one: teller.name(1), two: teller.name(2) })}</p>
    ${curve(app, teller.names, found, at, (place) => change(app, { at: place }))}
    ${figures(app, session, teller.names, found.wins)}
  `;
}

/** Luck and skill, adding up. @type {(app: App, found: Found, session: Session, teller: Teller) => any} */
function sums(app, { sums }, session, teller) {
  const columns = sums.map((sum) => rounded([sum.start, sum.luck, -sum.lost, sum.given], sum.result));
  const rows = ["start", "luck", "lost", "given"];
  const luck = Math.abs(sums[0].luck);
  const skill = Math.abs(sums[0].given - sums[0].lost);
  const parts = { luck: app.words.number(100 * luck, 1), skill: app.words.number(100 * skill, 1) };
  return html`
    <section>
      <h2>${app.say("study.sums")}</h2>
      <div class="sheet wide">
        <table class="figures">
          <thead>
            <tr><th scope="col">${app.say("study.sums.unit")}</th>${sums.map(({ seat }) => html`<th scope="col"><bdi>${teller.name(seat)}</bdi></th>`)}</tr>
          </thead>
          <tbody>
            ${rows.map(
              (row, place) => html`
                <tr key=${row}>
                  <th scope="row">${app.say(`study.sums.${row}`)}</th>
                  ${columns.map((column) => html`<td>${place ? signed(column[place] / 100, app.words, 2) : app.words.number(column[0] / 100, 2)}</td>`)}
                </tr>
              `,
            )}
            <tr class="whole">
              <th scope="row">${app.say(session.over ? "study.sums.result" : "study.sums.now")}</th>
              ${columns.map((column) => html`<td>${app.words.number(column[4] / 100, 2)}</td>`)}
            </tr>
          </tbody>
        </table>
      </div>
      <p>${app.say(luck >= skill ? "study.sums.luck-more" : "study.sums.skill-more", parts)} ${app.say("study.sums.means")}</p>
    </section>
  `;
}

/**
 * Parts of a sum and the sum in hundredths of a point, rounded so that what is shown adds up: those
 * nearest to the next whole number are rounded the other way.
 *
 * @type {(parts: number[], sum: number) => number[]}
 */
export function rounded(parts, sum) {
  const exact = parts.map((part) => 10_000 * part);
  const whole = exact.map(Math.round);
  const total = Math.round(10_000 * sum);
  for (let left = total - whole.reduce((a, b) => a + b, 0); left; left -= Math.sign(left)) {
    const gap = exact.map((part, place) => (part - whole[place]) * Math.sign(left));
    whole[gap.indexOf(Math.max(...gap))] += Math.sign(left);
  }
  return [...whole, total];
}

/** One decision after the other. @type {(app: App, look: Look, session: Session, teller: Teller) => any} */
function steps(app, look, session, teller) {
  const { decisions, at, found } = look;
  const made = decisions[at];
  if (!made) return html`<p class="sheet">${app.say("study.review.nothing")}</p>`;
  const label = app.say("study.step", { place: at + 1, count: decisions.length });
  const go = (/** @type {number} */ to) => change(app, { at: Math.min(decisions.length - 1, Math.max(0, to)) });
  const mistake = decisions.findIndex((each, place) => place > at && isCostly(each));
  const first = mistake < 0 ? decisions.findIndex(isCostly) : mistake;
  return html`
    <div class="sheet stepper">
      <input
        type="range"
        min="1"
        max=${decisions.length}
        value=${at + 1}
        aria-label=${app.say("study.step.slide")}
        aria-valuetext=${label}
        onInput=${(/** @type {any} */ event) => go(Number(event.currentTarget.value) - 1)}
      />
      <p class="hush">${label}</p>
      ${scene(app, session.steps[made.place].before, made.seat, teller)}
      ${shown(app, look, session.steps[made.place].before, made)}
      <p class="adds">
        <button type="button" class="chip" aria-disabled=${at ? null : "true"} onClick=${() => go(at - 1)}>${app.say("study.step.back")}</button>
        <button type="button" class="chip" aria-disabled=${at + 1 < decisions.length ? null : "true"} onClick=${() => go(at + 1)}>${app.say("study.step.on")}</button>
        ${found && first >= 0 && html`<button type="button" class="chip" onClick=${() => go(first)}>${app.say("study.step.mistake")}</button>`}
      </p>
    </div>
  `;
}

/** The position of a decision, in words. @type {(app: App, state: State, seat: number, teller: Teller) => any} */
function scene(app, state, seat, teller) {
  const scores = state.scores.map((score, place) => `${teller.name(place + 1)} ${app.words.number(score)}`).join(", ");
  return html`
    <div class=${`scene ${tone(seat)}`}>
      <p class="who">${teller.nodes({ key: "page.turn", parts: { name: seat } })}</p>
      <p>${app.say("study.step.scores", { scores })}</p>
      ${state.rules.max_dice === null && html`<p>${app.say("study.step.total", { count: state.turn_total })}</p>`}
    </div>
  `;
}

/** What a decision was worth, and why; where that is not exact, on demand. @type {(app: App, look: Look, state: State, made: Made) => any} */
function shown(app, look, state, made) {
  const { rules } = state;
  if (look.found) {
    return html`
      <p class="advice" aria-live="polite" aria-atomic="true">
        <b>${verdict(app, rules, made, made.chosen)}</b> ${app.teller.nodes(why(state, made, app.words))}
      </p>
      ${bars(app.words, rules, made, made.chosen)}
    `;
  }
  if (look.exact) return html`<p>${called(made.chosen, rules, app.words)}</p>`;
  return html`<p>${called(made.chosen, rules, app.words)}</p>${app.coach?.tried({ state, seat: made.seat, done: made.chosen })}`;
}

/** The mistakes of people once more. @type {(app: App, look: Look, session: Session, teller: Teller) => any} */
function again(app, look, session, teller) {
  const places = look.decisions
    .map((made, place) => ({ made, place }))
    .filter(({ made }) => made.cost >= WORTH_TRYING && !botAt(session, made.seat))
    .sort((a, b) => b.made.cost - a.made.cost)
    .slice(0, TRIES)
    .map(({ place }) => place);
  return html`
    <section>
      <h2>${app.say("study.again")}</h2>
      <div class="sheet">
        ${look.again ? position(app, look, look.again, session, teller) : offered(app, places)}
      </div>
    </section>
  `;
}

/** More positions of the same rules. @type {(app: App, session: Session) => any} */
const onward = (app, { rules }) => html`
  <p><a class="way-to" href=${`#/practise/${encodeURIComponent(rulesName(rules))}`}>${app.say("study.practise.go")}</a></p>
`;

/** @type {(app: App, places: number[]) => any} */
function offered(app, places) {
  if (!places.length) return html`<p>${app.say("study.again.none")}</p>`;
  const begin = () => change(app, { again: { places, at: 0, answer: null, right: 0 } });
  return html`
    <p>${app.say("study.again.what", { count: places.length })}</p>
    <p class="adds"><button type="button" class="chip" onClick=${begin}>${app.say("study.again.start")}</button></p>
  `;
}

/** @type {(app: App, look: Look, again: Again, session: Session, teller: Teller) => any} */
function position(app, look, again, session, teller) {
  const { places, at, answer, right } = again;
  if (at >= places.length) {
    return html`
      <p role="status">${app.say("study.again.done", { right, count: places.length })}</p>
      <p class="adds"><button type="button" class="chip" onClick=${() => change(app, { again: null })}>${app.say("study.again.end")}</button></p>
    `;
  }
  const made = look.decisions[places[at]];
  const state = session.steps[made.place].before;
  const choose = (/** @type {Action} */ chosen) => {
    const best = made.best[made.actions.findIndex((each) => same(each, chosen))];
    change(app, { again: { ...again, answer: chosen, right: right + Number(best) } });
  };
  return html`
    <p><b>${app.say("study.again.ask", { place: at + 1, count: places.length })}</b></p>
    ${scene(app, state, made.seat, teller)}
    ${answer ? answered(app, state, made, answer) : choices(app, state, made, choose)}
    ${
      answer &&
      html`<p class="adds">
        <button type="button" class="chip" onClick=${() => change(app, { again: { ...again, at: at + 1, answer: null } })}>${app.say("study.again.next")}</button>
      </p>`
    }
  `;
}

/** What one can answer: two buttons, or a number of dice. @type {(app: App, state: State, choices: Choices, choose: (action: Action) => void) => any} */
export function choices(app, state, { actions }, choose) {
  const { rules } = state;
  if (actions.length > 2) {
    return html`
      <p class="adds">
        ${actions.map((each) => html`<button key=${each.dice} type="button" class="chip" onClick=${() => choose(each)}>${each.dice}</button>`)}
      </p>
    `;
  }
  return html`
    <div class="answers two">
      ${[HOLD, ROLL].map((each) => action({ kind: each === ROLL ? "roll" : "hold", label: called(each, rules, app.words), press: () => choose(each) }))}
    </div>
  `;
}

/** @type {(app: App, state: State, made: Made, answer: Action) => any} */
function answered(app, state, made, answer) {
  return html`
    <p class="advice" role="status">
      <b>${verdict(app, state.rules, made, answer)}</b> ${app.teller.nodes(why(state, made, app.words))}${" "}
      ${app.say("study.again.then", { done: called(made.chosen, state.rules, app.words) })}
    </p>
    ${bars(app.words, state.rules, made, answer)}
  `;
}

/** @type {(app: App, look: Look, session: Session, teller: Teller) => any} */
function link(app, look, session, teller) {
  const address = linkOf(session.record(teller.names));
  return html`
    <div class="sheet">
      <p>${app.say("study.link.what")}</p>
      <p class="adds">
        <button type="button" class="chip" onClick=${() => clipped(app, address, "study.link.copied")}>${app.say("study.link.copy")}</button>
        ${"share" in navigator && html`<button type="button" class="chip" onClick=${() => shared(app, { url: address })}>${app.say("study.link.share")}</button>`}
        ${!look.kept && html`<button type="button" class="chip" onClick=${() => app.play.import(session.record(teller.names))}>${app.say("study.link.keep")}</button>`}
      </p>
    </div>
  `;
}
