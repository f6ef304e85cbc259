/**
 * The coach: how likely each action is to win, asked for and shown beside a game. It knows nothing
 * but the session, so that every screen with one can show it. It is silent in a bot's turn.
 *
 * @typedef {import("./app.js").App} App
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../../types").State} State
 * @typedef {import("../../types").Action} Action
 * @typedef {import("./reasons.js").Choices} Choices
 *
 * @typedef {object} Question
 * @property {State} state
 * @property {number} seat Who decides, or decided.
 * @property {readonly number[]} [seats] Several who decide at the same time, one of each score;
 *   `seat` is the first.
 * @property {Action | null} done What was decided; null: nothing yet.
 */
import { bars } from "./bars.js";
import { botAt } from "./bots.js";
import { called, grade, same, signed, why } from "./reasons.js";
import { sentence } from "./sentences.js";
import { ask, bare, stop } from "./solving.js";
import { PasselError } from "../engine/errors.js";
import { Action as action, HOLD, ROLL, legalActions } from "../engine/game.js";
import { printPosition } from "../engine/notation.js";
import { html } from "../vendor/preact.js";

/** Of so many people who decide at the same time the coach tells each what is best. */
const GROUP = 6;

export class Coach {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** What was asked last, as a text; what came of it. */
    this.asked = "";
    /** @type {Choices | null} */
    this.choices = null;
    /** The same, of several who were asked about. @type {Choices[] | null} */
    this.group = null;
    /** Whether more is still to come. */
    this.going = false;
    /** @type {PasselError | null} */
    this.fault = null;
  }

  /** What the coach says beside a session; null where it is off or has nothing to say. @param {Session | null} session */
  view(session) {
    const { coach } = this.app.state.settings;
    if (!session || coach === "off") return null;
    const question = coach === "after" ? decided(session) : this.#deciding(session);
    return html`
      <section class="coach" aria-label=${this.app.say("study.coach")}>
        ${
          !question
            ? html`<p class="hush">${this.app.say(coach === "after" ? "study.coach.waits" : "study.coach.silent")}</p>`
            : question.seats
              ? this.#several(question, this.app.play.people)
              : this.#told(question)
        }
      </section>
    `;
  }

  /** What could be done in a position, once it is known, asked for by this. @type {(question: Question, patient?: boolean) => Choices | null} */
  look(question, patient = false) {
    const { state, seat, seats } = question;
    const asked = this.#name(question);
    if (asked !== this.asked || patient) {
      Object.assign(this, { asked, choices: null, group: null, fault: null, going: true });
      const now = (/** @type {Partial<Coach>} */ changes) => {
        if (this.asked !== asked) return;
        Object.assign(this, changes);
        this.app.draw();
      };
      const answer = (/** @type {any} */ found) => (seats ? { group: found } : { choices: found });
      ask(seats ? "group" : "advise", { rules: state.rules, state: bare(state), seat, seats, patient }, (part) => now(answer(part))).then(
        (found) => now({ ...answer(found), going: false }),
        (fault) => now({ fault, going: false }),
      );
    }
    return this.choices;
  }

  /** Forget what was asked; nothing goes on. */
  rest() {
    if (this.going) stop();
    Object.assign(this, { asked: "", choices: null, group: null, fault: null, going: false });
  }

  /** What a person has to decide now, or several who share a turn. @param {Session} session @returns {Question | null} */
  #deciding(session) {
    const { state } = session;
    const { people } = this.app.play;
    if (state.roll_off || !people.length || legalActions(state).length < 2) return null;
    const [seat] = people;
    const heads = people.filter((one) => people.find((other) => state.scores[other - 1] === state.scores[one - 1]) === one);
    return { state, seat, done: null, ...(people.length > 1 && { seats: heads }) };
  }

  /** What a decision was worth, where that is tried out on demand. @param {Question} question */
  tried(question) {
    const asked = this.#name(question) === this.asked;
    if (asked) return this.#told(question);
    return html`<p class="adds"><button type="button" class="chip" onClick=${() => {
      this.look(question);
      this.app.draw();
    }}>${this.app.say("study.review.try")}</button></p>`;
  }

  /** @param {Question} question */
  #name = ({ state, seat, seats }) => `${printPosition(state)} ${seats ?? seat}`;

  /** What each of several should do; those with the same score the same. @type {(question: Question, seats: readonly number[]) => any} */
  #several(question, seats) {
    const { app } = this;
    if (seats.length > GROUP) return html`<p class="hush">${app.say("study.coach.crowd", { count: GROUP })}</p>`;
    this.look(question);
    if (this.fault) return this.#excused(question, this.fault);
    const { rules, scores } = question.state;
    const heads = question.seats ?? [];
    const found = this.group;
    const group = found && seats.map((seat) => found[heads.findIndex((head) => scores[head - 1] === scores[seat - 1])]);
    const best = (/** @type {number} */ place) => {
      const { actions, best } = /** @type {Choices[]} */ (group)[place];
      if (best.filter(Boolean).length > 1) return sentence("study.coach.each.equal", { name: seats[place] });
      return sentence("study.coach.each", { name: seats[place], best: called(actions[best.indexOf(true)], rules, app.words) });
    };
    return html`
      <p key="advice" class="advice" aria-live="polite" aria-atomic="true">
        ${group && !this.going && seats.map((_, place) => html`${app.teller.nodes(best(place))} `)}
      </p>
      ${this.going && html`<p key="hush" class="hush">${app.say("study.coach.thinks")}</p>`}
      ${group && this.#compared(group, seats, rules)}
      ${group && this.#uncertain(group)}
    `;
  }

  /** The estimates of several beside each other. @type {(group: readonly Choices[], seats: readonly number[], rules: import("../../types").Rules) => any} */
  #compared(group, seats, rules) {
    const { app } = this;
    return html`
      <table class="figures">
        <thead>
          <tr><th scope="col">${app.say("study.coach.unit")}</th>${group[0].actions.map((action) => html`<th scope="col">${called(action, rules, app.words)}</th>`)}</tr>
        </thead>
        <tbody>
          ${group.map(
            ({ wins, best }, place) => html`
              <tr key=${seats[place]}>
                <th scope="row"><bdi>${app.teller.name(seats[place])}</bdi></th>
                ${wins.map((win, action) => html`<td>${best[action] ? html`<b>${app.words.number(100 * win)}</b>` : app.words.number(100 * win)}</td>`)}
              </tr>
            `,
          )}
        </tbody>
      </table>
    `;
  }

  /** How sure estimates are; where all games went alike, no standard error tells it. @param {readonly Choices[]} all */
  #uncertain(all) {
    const error = 100 * Math.max(...all.flatMap(({ errors = [] }) => errors));
    const parts = { count: all[0].games, error: this.app.words.number(error, error < 0.05 ? 2 : 1) };
    return html`<p class="hush">${this.app.say(error ? "study.simulated" : "study.simulated-same", parts)}</p>`;
  }

  /** @param {Question} question */
  #told(question) {
    const { app } = this;
    const { state, done } = question;
    const choices = this.look(question);
    if (this.fault) return this.#excused(question, this.fault);
    const about = state.rules.max_dice !== null && !done ? action("roll", app.state.dice) : done;
    return html`
      <p key="advice" class="advice" aria-live="polite" aria-atomic="true">
        ${choices && !this.going && this.#sentence(question, choices)}
      </p>
      ${this.going && html`<p key="hush" class="hush">${app.say("study.coach.thinks")}</p>`}
      ${choices && bars(app.words, state.rules, choices, about)}
      ${choices?.exact === false && this.#uncertain([choices])}
    `;
  }

  /** The one sentence that is also spoken. @type {(question: Question, choices: Choices) => any} */
  #sentence({ state, done }, choices) {
    const { app } = this;
    const reason = choices.exact === false ? this.#estimated(state, choices) : app.teller.nodes(why(state, choices, app.words));
    if (!done) return reason;
    return html`${verdict(app, state.rules, choices, done)} ${reason}`;
  }

  /** What a simulation can tell: no reasons. @type {(state: State, choices: Choices) => string} */
  #estimated({ rules }, { actions, best }) {
    if (best.filter(Boolean).length > 1) return this.app.say("study.estimate.equal");
    return this.app.say("study.estimate.best", { best: called(actions[best.indexOf(true)], rules, this.app.words) });
  }

  /** Why there is nothing to say. @type {(question: Question, fault: PasselError) => any} */
  #excused(question, fault) {
    const { app } = this;
    if (fault.code === "stopped") return null;
    return html`
      <p class="hush">${app.say(`study.fault.${fault.code === "too-long" ? "too-long" : "none"}`)}</p>
      ${
        fault.code === "too-long" &&
        html`<button type="button" class="chip" onClick=${() => {
          this.look(question, true);
          app.draw();
        }}>${app.say("study.fault.anyway")}</button>`
      }
    `;
  }
}

/**
 * How good a decision was, in a sentence.
 *
 * @type {(app: App, rules: import("../../types").Rules, choices: Choices, done: Action) => string}
 */
export function verdict(app, rules, { actions, wins, best }, done) {
  const place = actions.findIndex((each) => same(each, done));
  const top = best[place] ? place : wins.indexOf(Math.max(...wins));
  const cost = Math.max(0, wins[top] - wins[place]);
  const parts = {
    done: called(done, rules, app.words),
    best: called(actions[top], rules, app.words),
    points: signed(-100 * cost, app.words, cost < 0.01 ? 2 : 1),
  };
  return app.say(`study.grade.${best[place] ? "best" : grade(cost)}`, parts);
}

/** What a person decided last, between two actions or more. @param {Session} session @returns {Question | null} */
function decided(session) {
  for (let place = session.steps.length - 1; place >= 0; place--) {
    const { before, event } = session.steps[place];
    const seat = event.type === "hold" ? event.seat : before.to_move[0];
    if (before.roll_off || legalActions(before).length < 2 || botAt(session, seat)) continue;
    if (before.rules.turn === "shared" && event.type !== "hold") continue;
    const done = event.type === "announce" ? action("roll", event.dice) : event.type === "hold" ? HOLD : ROLL;
    return { state: before, seat, done };
  }
  return null;
}
