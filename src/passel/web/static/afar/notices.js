/** What must be known or decided now: the server is away, somebody is missing, a refusal. */
import { html } from "../vendor/preact.js";
import { called } from "./news.js";
import { awaited, everybody, isHost, isMissing, seatOf } from "./room.js";

/**
 * @typedef {import("../app/app.js").App} App
 * @typedef {import("./room.js").Room} Room
 */

/** @type {(app: App, room: Room) => any} */
export function notices(app, room) {
  const lines = [lost(app, room), slow(app, room), refused(app, room), ...missing(app, room), headless(app, room)].filter(Boolean);
  return lines.length ? html`<section key="notices" class="notices" aria-label=${app.say("afar.notices")}>${lines}</section>` : null;
}

/** @type {(app: App, room: Room) => any} */
const lost = (app, { up, view }) => view && view.phase !== "closed" && !up && html`<p key="lost" class="notice">${app.say("afar.lost")}</p>`;

/** @type {(app: App, room: Room) => any} */
const slow = (app, room) => room.slow && room.up && html`<p key="slow" class="notice">${app.say("afar.slow")}</p>`;

/** @type {(app: App, room: Room) => any} */
const refused = (_, room) => room.refused && html`<p key="refused" class="notice refused">${room.refused}</p>`;

/** @type {(app: App, room: Room, key: string) => any} */
export const named = (app, room, key) => {
  const name = called(room, key);
  return typeof name === "number" ? app.teller.name(name) : name;
};

/** Who is missing, and what the others can do. @type {(app: App, room: Room) => any[]} */
function missing(app, room) {
  const sits = seatOf(room) > 0;
  return awaited(room).map(({ player, stand_in, left }) => {
    const name = named(app, room, player);
    const stand = (/** @type {string} */ who, /** @type {string} */ key) =>
      html`<button type="button" class="chip" onClick=${() => app.afar?.commands.order({ do: "stand-in", player, who })}>${app.say(key)}</button>`;
    const said = stand_in ? (stand_in === "skip" ? "afar.missing.skipped" : "afar.missing.bot") : left ? "afar.missing.left" : "afar.missing";
    return html`
      <div key=${player} class="notice missing" role="group" aria-label=${app.say(said, { name })}>
        <p>${app.say(said, { name })}${" "}${!stand_in && app.say("afar.missing.waits")}</p>
        ${
          sits &&
          html`
            <p class="adds">
              ${stand_in ? stand("wait", "afar.missing.wait") : html`${stand("bot", "afar.missing.do-bot")} ${stand("skip", "afar.missing.do-skip")}`}
              ${isHost(room) && !stand_in && html`<button type="button" class="chip" onClick=${() => app.afar?.commands.order({ do: "end" })}>${app.say("afar.end")}</button>`}
            </p>
          `
        }
      </div>
    `;
  });
}

/** A host who is missing can be followed by anybody. @type {(app: App, room: Room) => any} */
function headless(app, room) {
  const { view, me } = room;
  const host = everybody(room).find(({ player }) => player === view?.host);
  if (!me || !host || host.player === me || view?.phase === "closed" || !isMissing(room, host)) return null;
  return html`
    <div key="headless" class="notice missing">
      <p>${app.say("afar.headless", { name: named(app, room, host.player) })}</p>
      <p class="adds"><button type="button" class="chip" onClick=${() => app.afar?.commands.order({ do: "take-over" })}>${app.say("afar.take-over")}</button></p>
    </div>
  `;
}
