/** Before a game: who is there, how others come, what is played, whose luck is in the dice. */
import * as drafts from "../app/draft.js";
import { clean } from "../app/names.js";
import { action, heading } from "../app/parts.js";
import { name as nameOf } from "../engine/variants.js";
import { html } from "../vendor/preact.js";
import { choosing } from "./choosing.js";
import { gameOf, lasting, naming, wished } from "./entry.js";
import { inviting } from "./invite.js";
import { notices } from "./notices.js";
import { leaving, people } from "./people.js";
import { isHost, isOpen, self } from "./room.js";

/**
 * @typedef {import("../app/app.js").App} App
 * @typedef {import("./room.js").Room} Room
 */

export const name = "lobby";

/** @param {App} app */
const roomOf = (app) => /** @type {Room & { view: import("./room.js").View }} */ (app.state.room);

/** @param {App} app */
export const head = (app) => heading(app, html`${app.say("afar.room")} <small>${gameOf(app, roomOf(app).view.rules)}</small>`);

/** @param {App} app */
export function body(app) {
  const room = roomOf(app);
  return html`
    <main key="main" class="columns">
      ${notices(app, room)}
      <section>
        <h2>${app.say("afar.people")}</h2>
        ${people(app, room)}
      </section>
      <section>${inviting(app, room)}</section>
      <section>${playing(app, room)} ${luckOf(app, room)} ${leaving(app, room)}</section>
    </main>
  `;
}

/** What is played; the host may choose another game. @type {(app: App, room: Room & { view: import("./room.js").View }) => any} */
export function playing(app, room) {
  const { rules, dice, clock } = room.view;
  const how = [
    ...(dice === "physical" ? [app.say("afar.physical.now")] : []),
    ...(clock ? [app.say("afar.clock.now", { time: lasting(app, clock) })] : []),
  ];
  return html`
    <h2>${app.say("page.setup.game")}</h2>
    <div class="sheet fields">
      <p><b>${gameOf(app, rules)}</b>${how.map((each) => html`<br /><small>${each}</small>`)}</p>
    </div>
    ${
      isHost(room) &&
      html`
        <details class="sheet" key="choosing">
          <summary>${app.say("afar.change")}</summary>
          ${choosing(app)}
          <p class="adds">
            <button type="button" class="chip" onClick=${() => configure(app)}>${app.say("afar.change.do")}</button>
          </p>
        </details>
      `
    }
  `;
}

/** @param {App} app */
async function configure(app) {
  const { draft } = app.state;
  const wrong = drafts.ruled(draft);
  if (wrong) return app.tell(`error.${wrong.code}`, wrong.parts);
  app.store.setValue("afar", draft);
  await app.afar?.commands.order({ do: "configure", rules: nameOf(drafts.rulesOf(draft)) });
}

/** One's own part of the dice, and what the server promised before it. @type {(app: App, room: Room & { view: import("./room.js").View }) => any} */
export function luckOf(app, room) {
  const me = self(room);
  const { next, dice } = room.view;
  if (!me || !next || dice === "physical" || room.view.aside.includes(me)) return null;
  return html`
    <details class="sheet" key="luck">
      <summary>${app.say("afar.luck")}</summary>
      <form
        class="fields"
        onSubmit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          const seed = /** @type {HTMLInputElement} */ (document.getElementById("luck")).value;
          void app.afar?.commands.order({ do: "seed", seed }).then((done) => done && app.tell("afar.luck.done"));
        }}
      >
        <p>${app.say("afar.luck.why")}</p>
        <label class="field">
          <span>${app.say("afar.luck.mine")}</span>
          <input id="luck" type="text" autocomplete="off" spellcheck=${false} maxlength="64" value=${me.seed} />
        </label>
        <p class="adds"><button type="submit" class="chip">${app.say("afar.luck.do")}</button></p>
        <p class="promise"><small>${app.say("page.fair.promise")}</small> <code>${next.commitment}</code></p>
      </form>
    </details>
  `;
}

/** @param {App} app */
export function foot(app) {
  const room = roomOf(app);
  const { afar } = app;
  if (!self(room)) return sitting(app, room);
  if (!isHost(room)) return html`<p class="notice waits">${app.say("afar.wait-for-host")}</p>`;
  const few = !room.view.seats.length;
  const off = few || !room.up;
  return action({
    kind: "roll one",
    label: app.say("page.setup.start"),
    hint: room.up ? app.say("afar.people.count", { count: room.view.seats.length }) : app.say("afar.lost.short"),
    off,
    press: () => (off ? app.tell(few ? "afar.nobody" : "afar.lost") : void afar?.commands.begin("start")),
  });
}

/** Who watches may sit down while it is open. @type {(app: App, room: Room) => any} */
export function sitting(app, room) {
  if (!isOpen(room)) return html`<p class="notice waits">${app.say(room.view?.locked ? "afar.watching.locked" : "afar.watching")}</p>`;
  const join = () => {
    const name = clean(wished(app).name);
    if (name) app.remember([name]);
    app.afar?.doors.join(name);
  };
  return html`
    <div class="sitting">
      ${naming(app)} ${action({ kind: "roll one", label: app.say("afar.sit"), hint: app.say("afar.sit.hint"), press: join })}
    </div>
  `;
}
