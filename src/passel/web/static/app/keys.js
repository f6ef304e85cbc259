/**
 * Letters as shortcuts; they can be switched off. Space and Enter are the browser's: they press
 * what has focus and nothing else.
 *
 * @typedef {import("./app.js").App} App
 */

/** Each key and the sentence of what it does. @type {[string, string][]} */
export const KEYS = [
  ["R", "page.keys.r"],
  ["H", "page.keys.h"],
  ["+ −", "page.keys.dice"],
  ["1 … 9 0", "page.keys.seat"],
  ["?", "page.keys.help"],
];

/** Listen for the keys. @param {App} app */
export function listen(app) {
  document.addEventListener("keydown", (event) => {
    const { state } = app;
    const { target } = event;
    const typing = target instanceof HTMLElement && target.matches("input:not([type=radio]), select, textarea");
    if (!state.settings.keys || typing || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (state.dialog || state.passTo) return;
    if (state.route[0] === "dice" ? tossed(app, event.key) : pressed(app, event.key)) event.preventDefault();
  });
}

/** @type {(app: App, key: string) => boolean} Whether the key means something here. */
function pressed(app, key) {
  const { play } = app;
  const { session } = app.state;
  if (!session || session.over) return false;
  if (key === "?") app.open("help");
  else if (/^r$/i.test(key)) play.stepping ? play.next() : play.roll();
  else if (/^h$/i.test(key)) play.hold();
  else if (key === "+" || key === "-") play.choose(key === "+" ? 1 : -1);
  else if (/^[0-9]$/.test(key) && session.rules.turn === "shared") {
    const seat = Number(key) || 10;
    if (seat > session.state.scores.length) return false;
    play.hold(seat);
  } else return false;
  return true;
}

/** Of dice without a game: R throws, a figure says what. @type {(app: App, key: string) => boolean} */
function tossed({ root }, key) {
  const places = root.querySelectorAll(".throwables input");
  const target = /^r$/i.test(key) ? root.querySelector(".act.roll") : places[Number(key) - 1];
  if (target instanceof HTMLElement) target.click();
  return !!target;
}
