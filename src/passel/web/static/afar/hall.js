/** A room: looked for, its lobby, its game, the end of it, or why there is none. */
import { heading } from "../app/parts.js";
import * as kept from "../app/kept.js";
import { html } from "../vendor/preact.js";
import { claiming } from "./invite.js";
import * as lobby from "./lobby.js";
import * as over from "./over.js";
import * as table from "./table.js";
import { self } from "./room.js";

/**
 * @typedef {import("../app/app.js").App} App
 * @typedef {import("../app/page.js").Screen} Screen
 */

/** @type {Screen} */
const looking = {
  name: "room",
  head: (app) => heading(app, app.say("afar.room")),
  body: (app) => html`<main key="main" class="columns"><p class="sheet fields" role="status">${app.say("afar.looking")}</p></main>`,
};

/** @type {Screen} */
const gone = {
  name: "room",
  head: (app) => heading(app, app.say("afar.room")),
  body: (app) => html`
    <main key="main" class="columns">
      <section class="sheet fields">
        <p>${app.state.room?.gone}</p>
        <p class="adds"><a class="chip" href="#/afar">${app.say("afar.other")}</a></p>
      </section>
    </main>
  `,
};

/** @type {Screen} */
const playing = {
  ...table,
  pressed: (app, event) => app.play.source.taps && table.enters(app) && !/^[uyae]$/i.test(event.key) && kept.pressed(app, event),
};

/** Where this device enters what real dice show, the table is that of who keeps score. @type {Screen} */
const entering = { ...playing, name: "table tapped far" };

export const { name, head, body } = looking;

/** The screen of the room as it is. @param {App} app @returns {Screen} */
export function now(app) {
  const { room, session, route } = app.state;
  if (room?.gone) return gone;
  if (!room?.view) return looking;
  if (route[2] === "seat" && !self(room)) return claiming;
  const { phase } = room.view;
  if (phase === "lobby") return lobby;
  if (phase !== "playing" || !session || session.over) return over;
  return app.play.source.taps && table.enters(app) ? entering : playing;
}
