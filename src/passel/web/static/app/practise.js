/**
 * Practise: roll or hold? One position after the other, and at once what each answer was worth
 * and why. `#/practise`, or of certain rules: `#/practise/pig,target=50`.
 *
 * @typedef {import("./app.js").App} App
 * @typedef {import("../../types").Action} Action
 * @typedef {import("../../types").Rules} Rules
 * @typedef {import("../../types").State} State
 * @typedef {import("./drill.js").Practice} Practice
 * @typedef {import("./positions.js").Task} Task
 *
 * @typedef {object} Drill What this screen shows.
 * @property {Rules} rules
 * @property {Practice} practice
 * @property {Practice | null} before What was cleared and can come back.
 * @property {Task[]} tasks
 * @property {number} at
 * @property {Action | null} answer
 * @property {PasselError | null} fault Why there are no tasks.
 * @property {boolean} lasting Whether answers outlive the tab.
 * @property {Record<string, number> | null} habits What rules to remember win against the best; null: nobody asked.
 */
import { bars } from "./bars.js";
import { verdict } from "./coach.js";
import { answered, cleared, keep, practice, sums } from "./drill.js";
import { HABITS } from "./facts.js";
import { action, choice, heading } from "./parts.js";
import { called, grade, same, why } from "./reasons.js";
import { choices } from "./review.js";
import { ask, stop } from "./solving.js";
import { goal, title } from "./telling.js";
import { PasselError } from "../engine/errors.js";
import { HOLD, ROLL } from "../engine/game.js";
import { isExact } from "../engine/solve.js";
import { VARIANTS, name as nameOf, rules as rulesOf } from "../engine/variants.js";
import { html } from "../vendor/preact.js";

export const name = "practise";

/** So many positions are drawn at a time. */
const BATCH = 10;

const LEVELS = [1, 2, 3];

/** The game that the rules to remember are for. */
const HABITUAL = "pig";

/** @param {App} app */
const drillOf = (app) => /** @type {Drill} */ (app.state.drill);

/** @type {(app: App, changes: Partial<Drill>) => void} */
const change = (app, changes) => app.update({ drill: { ...drillOf(app), ...changes } });

/** Rules that can be practised; null where these cannot. @param {string} text @returns {Rules | null} */
function known(text) {
  try {
    const rules = rulesOf(text);
    return isExact(rules, 2) ? rules : null;
  } catch (error) {
    if (error instanceof PasselError) return null;
    throw error;
  }
}

/** @param {App} app */
export function enter(app) {
  const last = practice(app.store);
  const rules = known(app.state.route[1] ?? "") ?? known(last.rules) ?? rulesOf("pig");
  /** @type {Drill} */
  const drill = {
    ...{ rules, practice: { ...last, rules: nameOf(rules) }, before: null, lasting: app.store.lasting, habits: null },
    ...{ tasks: [], at: 0, answer: null, fault: null },
  };
  app.state = { ...app.state, drill };
  draw(app);
}

/** Have positions drawn. @type {(app: App, patient?: boolean) => void} */
function draw(app, patient = false) {
  const { rules, practice } = drillOf(app);
  const here = () => app.state.drill?.practice.level === practice.level && app.state.drill.rules === rules;
  ask("practise", { rules, level: practice.level, count: BATCH, patient }).then(
    (tasks) => here() && change(app, { tasks, at: 0, answer: null, fault: tasks.length ? null : new PasselError("no-tasks") }),
    (fault) => here() && change(app, { fault }),
  );
}

/** Practise something else. @type {(app: App, text: string, level: number) => void} */
function choose(app, text, level) {
  const drill = drillOf(app);
  const rules = known(text) ?? drill.rules;
  const chosen = { ...drill.practice, rules: nameOf(rules), level };
  if (!drill.tasks.length && !drill.fault) stop(); // What is worked out is not wanted any more.
  change(app, { rules, practice: chosen, lasting: keep(app.store, chosen), tasks: [], answer: null, fault: null });
  draw(app);
}

/** @type {(app: App, answer: Action) => void} */
function decide(app, answer) {
  const drill = drillOf(app);
  const task = drill.tasks[drill.at];
  if (!task || drill.answer) return;
  const win = task.wins[task.actions.findIndex((each) => same(each, answer))];
  const best = ["best", "fine"].includes(grade(Math.max(...task.wins) - win));
  const after = answered(drill.practice, best);
  change(app, { answer, practice: after, before: null, lasting: keep(app.store, after) });
  app.focus("footer .act");
}

/** @param {App} app */
function next(app) {
  const drill = drillOf(app);
  if (drill.at + 1 < drill.tasks.length) change(app, { at: drill.at + 1, answer: null });
  else {
    change(app, { tasks: [], at: 0, answer: null });
    draw(app);
  }
  app.focus(".question h2");
  window.scrollTo(0, 0);
}

/** @param {App} app */
export const head = (app) => heading(app, app.say("page.practise"));

/** @param {App} app */
export function body(app) {
  const drill = drillOf(app);
  return html`
    <main key="main" class="columns">
      <section class="question">${drill.fault ? excused(app, drill.fault) : question(app, drill)}</section>
      <section class="aside">
        ${setup(app, drill)}
        ${record(app, drill)}
        ${habits(app, drill)}
      </section>
    </main>
  `;
}

/** @type {(app: App, drill: Drill) => any} */
function question(app, { rules, practice, tasks, at, answer }) {
  const task = tasks[at];
  if (!task) return html`<h2 tabindex="-1">${title(rules, app.words)}</h2><p role="status">${app.say("study.practise.working")}</p>`;
  const state = { ...task.state, rules };
  const kind = rules.max_dice === null ? rules.dice : "dice";
  return html`
    <h2 tabindex="-1">${app.say(`study.practise.ask.${kind}`)}</h2>
    <div class="sheet">
      <div class="scene" aria-live="polite" aria-atomic="true">
        <p class="hush">${title(rules, app.words)}, ${goal(rules, app.words)}</p>
        ${rules.rounds !== null && html`<p>${app.say("study.practise.round", { round: state.round, rounds: rules.rounds })}</p>`}
        <p>${app.say("study.practise.scores", { own: state.scores[0], other: state.scores[1] })}</p>
        ${rules.max_dice === null && html`<p><b>${app.say("study.step.total", { count: state.turn_total })}</b></p>`}
        ${state.first === 2 && html`<p>${app.say("study.practise.last")}</p>`}
      </div>
      ${!answer && task.actions.length > 2 && choices(app, state, task, (action) => decide(app, action))}
      <div class="result" aria-live="polite" aria-atomic="true">${answer && result(app, state, task, answer)}</div>
    </div>
    ${practice.row > 0 && html`<p class="row">${app.say("study.practise.row", { count: practice.row })}</p>`}
  `;
}

/** @type {(app: App, state: State, task: Task, answer: Action) => any} */
function result(app, state, task, answer) {
  const { rules } = state;
  const habits = nameOf(rules) === HABITUAL;
  const says = (/** @type {string} */ habit) => {
    const act = HABITS[habit](state, 1);
    return app.say(`study.habits.says.${habit}`, { done: called("kind" in act ? act : act[0][0], rules, app.words) });
  };
  return html`
    <p class="advice">
      <b>${verdict(app, rules, task, answer)}</b> ${app.teller.nodes(why(state, task, app.words))}
    </p>
    ${bars(app.words, rules, task, answer)}
    ${habits && html`<p class="hush">${Object.keys(HABITS).map((habit) => html`${says(habit)} `)}</p>`}
  `;
}

/** Why there is nothing to practise. @type {(app: App, fault: PasselError) => any} */
function excused(app, { code }) {
  const key = { "too-long": "study.fault.too-long", "no-tasks": "study.practise.none" }[code] ?? "study.fault.none";
  const anyway = () => {
    change(app, { fault: null });
    draw(app, true);
  };
  return html`
    <h2 tabindex="-1">${title(drillOf(app).rules, app.words)}</h2>
    <p role="status">${app.say(key)}</p>
    ${code === "too-long" && html`<p class="adds"><button type="button" class="chip" onClick=${anyway}>${app.say("study.fault.anyway")}</button></p>`}
  `;
}

/** Which game, how hard. @type {(app: App, drill: Drill) => any} */
function setup(app, { rules, practice }) {
  const own = nameOf(rules);
  const games = [...VARIANTS.values()].filter((each) => isExact(each.rules, 2)).map((each) => nameOf(each.rules));
  if (!games.includes(own)) games.unshift(own);
  return html`
    <details class="sheet">
      <summary>${named(app, own)}, ${app.say(`study.practise.level.${practice.level}`)}</summary>
      <div class="fields">
        <label class="field">
          <span>${app.say("page.setup.game")}</span>
          <select value=${own} onChange=${(/** @type {any} */ event) => choose(app, event.currentTarget.value, practice.level)}>
            ${games.map((each) => html`<option key=${each} value=${each} selected=${each === own}>${named(app, each)}</option>`)}
          </select>
        </label>
        ${choice({
          name: "level",
          label: app.say("study.practise.level"),
          choices: LEVELS.map((each) => [String(each), app.say(`study.practise.level.${each}`)]),
          value: String(practice.level),
          choose: (level) => choose(app, own, Number(level)),
        })}
        <p class="hush">${app.say("study.practise.keys")}</p>
      </div>
    </details>
  `;
}

/** What was practised before. @type {(app: App, drill: Drill) => any} */
function record(app, { practice, before, lasting }) {
  const { answers, most } = practice;
  const right = answers.filter(([, , best]) => best).length;
  const put = (/** @type {Practice} */ now, /** @type {Practice | null} */ undo, /** @type {string} */ said) => {
    change(app, { practice: now, before: undo, lasting: keep(app.store, now) });
    app.tell(said);
  };
  return html`
    <details class="sheet diary">
      <summary>${app.say("study.practise.history")}</summary>
      <p>${app.say("study.practise.sum", { count: answers.length, right, most })}</p>
      ${
        answers.length > 0 &&
        html`
          <table class="figures">
            <thead>
              <tr><th scope="col">${app.say("page.setup.game")}</th><th scope="col">${app.say("study.practise.answers")}</th><th scope="col">${app.say("study.practise.best")}</th></tr>
            </thead>
            <tbody>
              ${sums(practice).map(
                ([text, [all, best]]) => html`
                  <tr key=${text}><th scope="row">${named(app, text)}</th><td>${app.words.number(all)}</td><td>${app.words.number(best)}</td></tr>
                `,
              )}
            </tbody>
          </table>
        `
      }
      ${!lasting && html`<p class="hush">${app.say("study.practise.unkept")}</p>`}
      <p class="adds">
        ${answers.length > 0 && html`<button key="clear" type="button" class="chip" onClick=${() => put(cleared(practice), practice, "study.practise.cleared")}>${app.say("study.practise.clear")}</button>`}
        ${before && html`<button key="back" type="button" class="chip" onClick=${() => put(before, null, "study.practise.restored")}>${app.say("study.practise.restore")}</button>`}
      </p>
    </details>
  `;
}

/** @type {(app: App, text: string) => string} */
function named(app, text) {
  const rules = known(text);
  if (!rules) return text;
  return text === rules.id ? title(rules, app.words) : `${title(rules, app.words)}, ${goal(rules, app.words)}`;
}

/** Rules that a person can keep in mind, and what each gives up, worked out when somebody looks. @type {(app: App, drill: Drill) => any} */
function habits(app, { habits }) {
  const look = (/** @type {any} */ { currentTarget: { open } }) => {
    if (!open || habits) return;
    const told = (/** @type {Record<string, number>} */ wins) => app.state.drill && change(app, { habits: wins });
    ask("fact", { rules: rulesOf(HABITUAL), what: "habits" }).then(told, () => {}); // Without a Worker they stand without numbers.
  };
  return html`
    <details class="sheet" onToggle=${look}>
      <summary>${app.say("study.habits")}</summary>
      <p>${app.say("study.habits.what")}</p>
      <ul class="text">
        ${Object.keys(HABITS).map((habit) => {
          const win = habits?.[habit];
          const points = win === undefined ? 0 : Math.round(1000 * win) / 10;
          return html`
            <li key=${habit}>
              ${app.say(`study.habits.${habit}`)}
              ${win !== undefined && html` ${app.say("study.habits.loses", { points: app.words.number(points, 1), lost: app.words.number(50 - points, 1) })}`}
            </li>
          `;
        })}
      </ul>
      <p class="adds"><a class="chip" href="#/learn/mean">${app.say("study.habits.learn")}</a></p>
    </details>
  `;
}

/** @param {App} app */
export function foot(app) {
  const { tasks, at, answer, rules, fault } = drillOf(app);
  const task = tasks[at];
  if (answer) return action({ kind: "roll one", label: app.say("study.again.next"), press: () => next(app) });
  if (!task || fault || task.actions.length > 2) return null;
  return [HOLD, ROLL].map((each) =>
    action({
      kind: each === ROLL ? "roll" : "hold",
      label: called(each, rules, app.words),
      keys: each === ROLL ? "R" : "H",
      press: () => decide(app, each),
    }),
  );
}

/** R and H decide, or so many dice. @type {(app: App, event: KeyboardEvent) => boolean} */
export function pressed(app, { key, ctrlKey, metaKey }) {
  const { settings, dialog } = app.state;
  const { tasks, at, answer } = drillOf(app);
  const task = tasks[at];
  if (!settings.keys || dialog || ctrlKey || metaKey || !task || answer) return false;
  const many = task.actions.length > 2;
  const chosen = task.actions.find(({ kind, dice }) => (many ? String(dice) === key : kind[0] === key.toLowerCase()));
  if (chosen) decide(app, chosen);
  return !!chosen;
}
