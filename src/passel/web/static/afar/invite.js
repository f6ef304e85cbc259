/** How others come: the link, its QR code, the short code. The links are secrets of the room. */
import { clipped, shared } from "../app/end.js";
import { action, heading } from "../app/parts.js";
import { qr } from "../app/qr.js";
import { html } from "../vendor/preact.js";
import { gameOf } from "./entry.js";

/**
 * @typedef {import("../app/app.js").App} App
 * @typedef {import("./room.js").Room} Room
 */

/** What opens a server to its network; not to be broken where it has hyphens. */
const command = () => html`<span class="command">passel serve --host 0.0.0.0</span>`;

/** An address of this site. @param {string} hash */
const address = (hash) => `${location.href.replace(/#.*$/, "")}${hash}`;

/** Whether others can reach this address. */
const isReachable = () => !/^(localhost|127\.|\[::1\])/.test(location.hostname);

/** @type {(app: App, room: Room) => any} */
export function inviting(app, room) {
  const code = room.view?.code;
  return html`
    <h2>${app.say("afar.invite")}</h2>
    <div class="sheet fields invite">
      ${
        code
          ? html`<p class="code-line">${app.say("afar.invite.code")} <strong class="code" aria-label=${[...code].join(" ")}>${code.slice(0, 3)} ${code.slice(3)}</strong></p>`
          : html`<p>${app.say(room.view?.locked ? "afar.invite.locked" : "afar.invite.watch")}</p>`
      }
      ${linked(app, "link", `#/room/${room.id}`)}
    </div>
  `;
}

/** A link to send, to read and to scan. @type {(app: App, name: string, hash: string) => any} */
export function linked(app, name, hash) {
  const url = address(hash);
  const { size, path } = qr(url);
  const shares = "share" in navigator;
  return html`
    ${!isReachable() && html`<p class="here-only"><small>${app.words.pieces("afar.invite.local", { command: command() })}</small></p>`}
    <div class="way-in">
      <svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${app.say("afar.qr")} shape-rendering="crispEdges">
        <rect width=${size} height=${size} /><path d=${path} />
      </svg>
      <div class="ways-in">
        <label class="field">
          <span>${app.say("afar.link")}</span>
          <input id=${name} class="url" type="text" readonly value=${url} onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} />
        </label>
        <p class="adds">
          ${shares && html`<button type="button" class="chip" onClick=${() => shared(app, { url, text: app.say("afar.share.text") }, "afar.not-shared")}>${app.say("afar.share")}</button>`}
          <button type="button" class="chip" onClick=${() => clipped(app, url, "afar.copied")}>${app.say("afar.copy")}</button>
        </p>
      </div>
    </div>
  `;
}

/** The other end of a seat that moves. @type {import("../app/page.js").Screen} */
export const claiming = {
  name: "room",
  head: (app) => heading(app, app.say("afar.claim")),
  body: (app) => html`
    <main key="main" class="columns">
      <section class="sheet fields">
        <p>${gameOf(app, app.state.room?.view?.rules ?? "pig")}</p>
        <p>${app.say("afar.claim.what")}</p>
        ${app.state.room?.refused && html`<p class="wrong">${app.state.room.refused}</p>`}
      </section>
    </main>
  `,
  foot: (app) =>
    action({ kind: "roll one", label: app.say("afar.claim.do"), press: () => void app.afar?.doors.claim(app.state.route[3] ?? "") }),
};
