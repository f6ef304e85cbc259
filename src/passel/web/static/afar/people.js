/** Who is in a room, how they are, and what a host or oneself can change about it. */
import { badge } from "../app/badges.js";
import { characters } from "../app/bots.js";
import { how } from "../app/chairs.js";
import { clean, shortened } from "../app/names.js";
import { rules as rulesOf } from "../engine/variants.js";
import { html } from "../vendor/preact.js";
import { linked } from "./invite.js";
import { named } from "./notices.js";
import { everybody, isHost, seatOf } from "./room.js";

/**
 * @typedef {import("../app/app.js").App} App
 * @typedef {import("./room.js").Room} Room
 * @typedef {import("./room.js").Seat} Seat
 */

/** @type {(app: App, room: Room) => any} */
export function people(app, room) {
  const { view, spectators } = room;
  if (!view) return null;
  const between = view.phase !== "playing";
  return html`
    <ol class="sheet people">
      ${everybody(room).map((each, place) => row(app, room, each, place < view.seats.length ? place + 1 : 0))}
      ${!everybody(room).length && html`<li><span class="none">${app.say("afar.nobody")}</span></li>`}
    </ol>
    ${spectators > 0 && html`<p class="none watching">${app.say("afar.spectators", { count: spectators })}</p>`}
    ${isHost(room) && between && html`<p class="adds">${bots(app, room)} ${lock(app, room)}</p>`}
    ${isHost(room) && !between && html`<p class="adds">${lock(app, room)}</p>`}
  `;
}

/** @type {(app: App, room: Room, seat: Seat, number: number) => any} */
function row(app, room, each, number) {
  const { player, shown, bot, left } = each;
  const name = named(app, room, player);
  const mine = player === room.me;
  const host = room.view?.host === player;
  const word = number ? presence(room, each) : "aside";
  const tags = [
    ...(mine ? [app.say("afar.you")] : []),
    ...(host ? [app.say("afar.host")] : []),
    ...(bot ? [app.say("page.bot")] : []),
    ...(word ? [app.say(`afar.presence.${word}`)] : []),
  ];
  const may = !left && (mine || isHost(room));
  const inside = html`
    ${number ? badge(number, shown ?? (bot ? name : "")) : html`<span class="badge"></span>`}
    <span class="name"><bdi>${name}</bdi> <small>${tags.join(" · ")}</small></span>
  `;
  if (!may) return html`<li key=${player}>${inside}</li>`;
  return html`
    <li key=${player}>
      <details>
        <summary aria-label=${app.say("afar.change.person", { name })}>${inside}</summary>
        ${change(app, room, each, name)}
      </details>
    </li>
  `;
}

/** How somebody is there, as the end of a key; empty where that needs no word. @type {(room: Room, seat: Seat) => string} */
function presence({ presence: all, me }, { player, bot, left }) {
  if (left) return "left";
  return bot || player === me ? "" : (all[player] ?? "");
}

/** @type {(app: App, room: Room, seat: Seat, name: string) => any} */
function change(app, room, { player, bot, name: plain }, name) {
  const mine = player === room.me;
  const field = `name-${player}`;
  const order = (/** @type {string} */ what, /** @type {object} */ more = {}) => void app.afar?.commands.order({ do: what, player, ...more });
  return html`
    <form
      class="renaming"
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        const typed = clean(/** @type {HTMLInputElement} */ (document.getElementById(field)).value);
        order("rename", { name: typed || null });
      }}
    >
      <label class="field">
        <span>${app.say("page.setup.name", { seat: seatNumber(room, player) })}</span>
        <input
          id=${field}
          type="text"
          dir="auto"
          autocomplete="off"
          spellcheck=${false}
          value=${plain ?? ""}
          onInput=${(/** @type {any} */ event) => (event.currentTarget.value = shortened(event.currentTarget.value))}
        />
      </label>
      <button type="submit" class="chip">${app.say("afar.rename")}</button>
      ${!mine && html`<button type="button" class="chip" onClick=${() => order("remove")}>${app.say("page.setup.remove", { name })}</button>`}
      ${!mine && !bot && html`<button type="button" class="chip" onClick=${() => order("hand-over")}>${app.say("afar.hand-over")}</button>`}
    </form>
  `;
}

/** @type {(room: Room, key: string) => number} */
const seatNumber = ({ view }, key) => (view?.seats.findIndex(({ player }) => player === key) ?? 0) + 1;

/** A bot to sit down. @type {(app: App, room: Room) => any} */
function bots(app, { view }) {
  const rules = rulesOf(view?.rules ?? "pig");
  return html`
    <select
      class="chip"
      aria-label=${app.say("page.setup.add-bot")}
      onChange=${(/** @type {any} */ event) => {
        const bot = event.currentTarget.value;
        event.currentTarget.value = "";
        if (bot) void app.afar?.commands.order({ do: "add-bot", bot, name: null });
      }}
    >
      <option value="">${app.say("page.setup.add-bot")} …</option>
      ${characters(rules).map((each) => html`<option value=${each.bot}>${app.say("phrase.named", { name: app.say(`page.bot.${each.character}.name`), what: how(app, each) })}</option>`)}
    </select>
  `;
}

/** @type {(app: App, room: Room) => any} */
const lock = (app, { view }) => html`
  <button type="button" class="chip" aria-pressed=${String(!!view?.locked)} onClick=${() => void app.afar?.commands.order({ do: "lock", locked: !view?.locked })}>
    ${app.say("afar.lock")}
  </button>
`;

/** Leave, move to another device, end: what is rarely wished, behind a line. @type {(app: App, room: Room) => any} */
export function leaving(app, room) {
  const { afar } = app;
  if (!afar || !room.me || room.view?.phase === "closed") return null;
  const playing = room.view?.phase === "playing";
  return html`
    <details class="sheet" key="leaving">
      <summary>${app.say("afar.leaving")}</summary>
      <p class="adds">
        <button type="button" class="chip" onClick=${() => afar.doors.offer()}>${app.say("afar.move")}</button>
        <button type="button" class="chip" onClick=${() => afar.doors.quit()}>${app.say(playing && seatOf(room) ? "afar.leave.playing" : "afar.leave")}</button>
        ${isHost(room) && playing && html`<button type="button" class="chip" onClick=${() => afar.commands.order({ do: "end" })}>${app.say("afar.end")}</button>`}
        ${isHost(room) && html`<button type="button" class="chip" onClick=${() => afar.commands.order({ do: "close" })}>${app.say("afar.close")}</button>`}
      </p>
      ${room.ticket && moving(app, room)}
    </details>
  `;
}

/** @type {(app: App, room: Room) => any} */
const moving = (app, room) => html`
  <div class="fields">
    <p>${app.say("afar.move.how")}</p>
    ${linked(app, "move", `#/room/${room.id}/seat/${room.ticket}`)}
  </div>
`;
