/** The screen of all lessons: the list, one of them, its page for teachers, sheets to print. */
import * as best from "./best.js";
import * as desks from "./desk.js";
import * as first from "./first.js";
import * as hog from "./hog.js";
import * as kinds from "./kinds.js";
import * as luck from "./luck.js";
import * as mean from "./mean.js";
import * as sheets from "./sheets.js";
import * as skunk from "./skunk.js";
import * as survive from "./survive.js";
import * as teacher from "./teacher.js";
import * as throwing from "./throw.js";
import { html } from "../../vendor/preact.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./desk.js").Lesson} Lesson
 */

/** In the order in which they are learnt. @type {Lesson[]} */
const LESSONS = [throwing, survive, mean, best, kinds, hog, skunk, first, luck];

/** What a lesson asks, and its three answers. */
const ANSWERS = [1, 2, 3];

/** Which answer was given, by lesson. @type {Record<string, number>} */
const given = {};

export const name = "learn";

/** Whether all that is asked for can be shown. @param {App} app */
export const ready = (app) => desks.ready(app, asked(app).lesson);

/** Bring what is missing. @param {App} app */
export const prepare = (app) => desks.prepare(app, asked(app).lesson);

/** What the address names: a lesson, whether its page for teachers, or sheets. @param {App} app */
function asked({ state: { route } }) {
  const [, what, more] = route;
  return { lesson: LESSONS.find(({ id }) => id === what), teaching: more === "teacher", sheet: what === "sheets" };
}

/** @param {App} app */
export function head(app) {
  const { lesson, teaching, sheet } = asked(app);
  const up = teaching && lesson ? `learn/${lesson.id}` : app.state.route.length > 2 ? "learn/sheets" : lesson || sheet ? "learn" : "";
  const back = app.say(up ? (up === "learn" ? "learn.title" : "learn.back") : "page.home");
  const title = teaching ? "learn.teach" : lesson ? `learn.${lesson.id}.title` : sheet ? "learn.sheets" : "learn.title";
  return html`
    <a class="icon" href=${`#/${up}`} aria-label=${back} title=${back}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 4 7 12l8 8" /></svg>
    </a>
    <h1 tabindex="-1">${app.say(title)}</h1>
  `;
}

/** @param {App} app */
export function body(app) {
  const { lesson, teaching, sheet } = asked(app);
  if (sheet) return sheets.body(app);
  if (!lesson) return list(app);
  const desk = new desks.Desk(app, lesson);
  return teaching ? teacher.body(desk) : one(desk);
}

/** @param {App} app */
const list = (app) => html`
  <main key="main" class="lesson">
    <p class="lead">${app.say("learn.lead")}</p>
    <ol class="sheet games lessons">
      ${LESSONS.map(
        ({ id }) => html`<li key=${id}><a href=${`#/learn/${id}`}><b>${app.say(`learn.${id}.title`)}</b> <span>${app.say(`learn.${id}.hint`)}</span></a></li>`,
      )}
    </ol>
    <p><a class="way-to" href="#/learn/sheets">${app.say("learn.sheets")}</a></p>
  </main>
`;

/** @param {Desk} desk */
function one(desk) {
  const { app, lesson } = desk;
  const place = LESSONS.indexOf(lesson);
  const next = LESSONS[place + 1];
  return html`
    <main key=${`main ${lesson.id}`} class="lesson">
      <p class="lead">${desk.say("hint")}</p>
      <p>${desk.say("p1")}</p>
      <section class="sheet picture" aria-label=${app.say("learn.picture")}>${lesson.picture(desk)}</section>
      <p>${desk.say("p2")}</p>
      <p>${desk.say("p3")}</p>
      ${question(desk)}
      <ul class="onward">
        ${next && html`<li><a class="way-to" href=${`#/learn/${next.id}`}>${app.say("learn.next", { title: app.say(`learn.${next.id}.title`) })}</a></li>`}
        <li><a class="way-to" href=${`#/learn/${lesson.id}/teacher`}>${app.say("learn.teach")}</a></li>
      </ul>
    </main>
  `;
}

/** @param {Desk} desk */
function question(desk) {
  const { app, lesson } = desk;
  const answer = given[lesson.id] ?? 0;
  const give = (/** @type {number} */ number) => {
    given[lesson.id] = number;
    app.draw();
  };
  return html`
    <section class="sheet question" aria-labelledby="ask">
      <h2 id="ask">${desk.say("ask")}</h2>
      <div class="replies">
        ${ANSWERS.map(
          (number) => html`<button key=${number} type="button" class="chip" aria-pressed=${String(answer === number)} onClick=${() => give(number)}>${desk.say(`answer${number}`)}</button>`,
        )}
      </div>
      <p class="verdict" role="status">
        ${answer > 0 && html`<b>${app.say(answer === lesson.right ? "learn.right" : "learn.wrong")}</b> ${desk.say(`told${answer}`)}`}
      </p>
    </section>
  `;
}
