/** The game of a room: the same table as here, with the seat of this device. */
import * as table from "../app/table.js";
import { modes, pad, tool, stroke } from "../app/pad.js";
import { action } from "../app/parts.js";
import { html } from "../vendor/preact.js";
import { lasting } from "./entry.js";
import { inviting } from "./invite.js";
import { notices } from "./notices.js";
import { leaving, people } from "./people.js";
import { isHost, seatOf, self } from "./room.js";

/**
 * @typedef {import("../app/app.js").App} App
 * @typedef {import("./room.js").Room} Room
 */

export const name = "table far";

/** @param {App} app */
const roomOf = (app) => /** @type {Room & { view: import("./room.js").View }} */ (app.state.room);

/** @param {App} app */
export const head = (app) => html`
  ${table.head(app)}
  ${tool(app, { name: "afar.people", picture: stroke("M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2 21c0-5 3-7 7-7s7 2 7 7M16 4a4 4 0 0 1 0 7M19 21c0-3-1-5-3-6"), press: () => open(app) })}
`;

/** Everything about the room, over the game. @param {App} app */
function open(app) {
  /** @param {App} app */
  const inside = (app) => {
    const { room } = app.state;
    return room && html`${people(app, room)} ${inviting(app, room)} ${leaving(app, room)}`;
  };
  app.open("room", { title: "afar.people", inside });
}

/** @param {App} app */
export const body = (app) => [notices(app, roomOf(app)), clock(app, roomOf(app)), ...table.body(app)];

/** What is left of the time to think. @type {(app: App, room: Room) => any} */
function clock(app, { view, ahead }) {
  const { deadline } = view?.game ?? {};
  if (!deadline) return null;
  const left = Math.max(0, Math.ceil((deadline - Date.now() - ahead) / 1000));
  const time = left >= 3600 ? lasting(app, left) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`
    <section key="clock" class=${`clock${left <= 10 ? " soon" : ""}`} aria-label=${app.say("afar.clock")}>
      <p role="timer" aria-label=${app.say("afar.clock.left", { time })}>${time}</p>
    </section>
  `;
}

/** Whether this device enters what real dice show. @param {App} app */
export function enters(app) {
  const room = roomOf(app);
  const seat = seatOf(room);
  const { game } = room.view;
  return isHost(room) || (!!seat && (game.thrower ? game.thrower === seat : game.to_move.includes(seat)));
}

/** @param {App} app */
export function foot(app) {
  const room = roomOf(app);
  const session = app.state.session;
  if (!session) return null;
  const me = self(room);
  const host = isHost(room);
  if (me?.stand_in) {
    return action({ kind: "roll one", label: app.say("afar.back.do"), hint: app.say("afar.back.hint"), press: () => void app.afar?.commands.order({ do: "back" }) });
  }
  const physical = app.play.source.taps;
  const seat = seatOf(room);
  if (!seat && !(host && physical)) return html`<p class="notice waits">${app.say("afar.watching")}</p>`;
  const shared = session.rules.turn === "shared";
  const free = room.view.game.legal.includes("hold");
  if (physical) {
    const holds = !!seat && session.rules.max_dice === null && !session.state.roll_off;
    return html`
      ${enters(app) && pad(app)} ${holds && table.hold(app, session, seat)}
      ${shared && free && stay(app, room)}
      ${(host || enters(app)) && html`<div class=${holds ? "tools" : "tools all"}>${host && back(app)} ${enters(app) && modes(app)}</div>`}
    `;
  }
  if (shared) return shares(app, room, session, seat, free);
  const one = session.rules.max_dice !== null || !!session.state.roll_off;
  return html`${!one && table.hold(app, session, seat)} ${table.roll(app, session, one)}`;
}

/** Everybody chooses at once, unseen. @type {(app: App, room: Room & { view: import("./room.js").View }, session: import("../app/session.js").Session, seat: number, free: boolean) => any} */
function shares(app, room, session, seat, free) {
  if (!session.state.to_move.includes(seat)) return html`<p class="notice waits">${app.say("afar.held")}</p> ${now(app, room, free)}`;
  if (!free) return table.roll(app, session, true);
  return html`${table.hold(app, session, seat)} ${stay(app, room)} ${now(app, room, free)}`;
}

/** @type {(app: App, room: Room) => any} */
function stay(app, room) {
  const off = !!app.play.whyNotRoll();
  return action({
    kind: "roll",
    label: app.say("afar.stay"),
    hint: room.choice ? app.say(`afar.choice.${room.choice}`) : app.say("afar.stay.hint"),
    off,
    keys: app.state.settings.keys ? "R" : "",
    press: () => (app.play.source.taps ? void app.afar?.commands.choose("roll") : app.play.roll()),
  });
}

/** The host need not wait for everybody. @type {(app: App, room: Room & { view: import("./room.js").View }, free: boolean) => any} */
function now(app, room, free) {
  const waits = room.view.seats.some(({ chosen }, place) => !chosen && room.view.game.to_move.includes(place + 1));
  const some = room.view.seats.some(({ chosen }) => chosen);
  if (!isHost(room) || !free || !waits || !some) return null;
  return html`<p class="adds unasked"><button type="button" class="chip" onClick=${() => void app.afar?.commands.act({ do: "throw-now" })}>${app.say("afar.throw-now")}</button></p>`;
}

/** @param {App} app */
const back = (app) =>
  tool(app, {
    name: "score.undo",
    picture: stroke("M8 5 3 10l5 5M4 10h10a6 6 0 0 1 0 11h-3"),
    off: !app.state.session?.steps.length && !app.state.tapped.length,
    press: () => (app.state.tapped.length ? app.update({ tapped: [] }) : void app.afar?.commands.act({ do: "take-back" })),
  });
