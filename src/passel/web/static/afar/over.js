/** After a game: who won, the record with what checks its dice, the next game for everybody. */
import * as end from "../app/end.js";
import { linkOf } from "../app/links.js";
import { action, heading } from "../app/parts.js";
import { won } from "../app/sentences.js";
import { html } from "../vendor/preact.js";
import { inviting } from "./invite.js";
import { luckOf, playing, sitting } from "./lobby.js";
import { notices } from "./notices.js";
import { leaving, people } from "./people.js";
import { self } from "./room.js";

/**
 * @typedef {import("../app/app.js").App} App
 * @typedef {import("./room.js").Room} Room
 */

export const name = "end far";

/** @param {App} app */
const roomOf = (app) => /** @type {Room & { view: import("./room.js").View }} */ (app.state.room);

/** @param {App} app */
export function head(app) {
  const { session } = app.state;
  const closed = roomOf(app).view.phase === "closed";
  if (session?.over) return heading(app, app.teller.nodes(won(session.state)));
  return heading(app, app.say(closed ? "afar.said.closed" : "afar.said.stopped"));
}

/** @param {App} app */
export function body(app) {
  const room = roomOf(app);
  const { session } = app.state;
  return html`
    <main key="main" class="columns">
      ${notices(app, room)} ${room.view.phase === "closed" && session?.over && html`<p class="notice">${app.say("afar.said.closed")}</p>`}
      ${session && end.ranking(app, session)} ${session && session.steps.length > 0 && end.way(app, session)}
      <section>
        ${room.record && session && session.steps.length > 0 && end.study(app, session, linkOf(room.record))}
        ${room.record && session && end.record(app, session, room.record)}
        ${room.view.phase !== "closed" && html`<h2>${app.say("afar.people")}</h2>${people(app, room)}`}
      </section>
      ${
        room.view.phase !== "closed" &&
        html`<section>${inviting(app, room)}</section>
          <section>${playing(app, room)} ${luckOf(app, room)} ${leaving(app, room)}</section>`
      }
    </main>
  `;
}

/** @param {App} app */
export function foot(app) {
  const room = roomOf(app);
  if (room.view.phase === "closed") return html`<a class="act roll one" href="#/afar">${app.say("afar.other")}</a>`;
  if (room.view.phase !== "over") return null;
  if (!self(room)) return sitting(app, room);
  const off = !room.up;
  return action({
    kind: "roll one",
    label: app.say("page.end.again"),
    hint: app.say(room.up ? "afar.again.hint" : "afar.lost.short"),
    off,
    press: () => (off ? app.tell("afar.lost") : !app.state.settling && void app.afar?.commands.begin("rematch")),
  });
}

