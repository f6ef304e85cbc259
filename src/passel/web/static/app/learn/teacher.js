/** A lesson as its teacher needs it, on paper too. */
import { html } from "../../vendor/preact.js";

/** What is asked in class, and what pupils often think. */
const TWO = [1, 2];

/** @param {import("./desk.js").Desk} desk */
export function body(desk) {
  const { app, lesson } = desk;
  const [from, to] = lesson.teacher.ages;
  const fact = (/** @type {string} */ key, /** @type {string} */ text) => html`<dt>${app.say(`learn.teach.${key}`)}</dt><dd>${text}</dd>`;
  return html`
    <main key=${`teach ${lesson.id}`} class="lesson paper">
      <h2>${desk.say("title")}</h2>
      <dl class="facts">
        ${fact("age", app.say("learn.teach.years", { from, to }))}
        ${fact("time", app.say("learn.teach.minutes", { count: lesson.teacher.minutes }))}
        ${fact("material", desk.say("material"))}
        ${fact("goal", desk.say("goal"))}
      </dl>
      <h3>${app.say("learn.teach.questions")}</h3>
      <ol class="numbered">
        <li><p>${desk.say("ask")}</p><p class="reply"><b>${desk.say(`answer${lesson.right}`)}</b> ${desk.say(`told${lesson.right}`)}</p></li>
        ${TWO.map((number) => html`<li key=${number}><p>${desk.say(`q${number}`)}</p><p class="reply">${desk.say(`a${number}`)}</p></li>`)}
      </ol>
      <h3>${app.say("learn.teach.wrong")}</h3>
      <ul class="text">${TWO.map((number) => html`<li key=${number}>${desk.say(`m${number}`)}</li>`)}</ul>
      <p class="adds unprinted">
        <button type="button" class="chip" onClick=${() => window.print()}>${app.say("learn.print")}</button>
        <a class="chip" href="#/learn/sheets">${app.say("learn.sheets")}</a>
      </p>
    </main>
  `;
}
