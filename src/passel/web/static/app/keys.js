/**
 * Letters as shortcuts; they can be switched off. Space and Enter are the browser's: they press
 * what has focus and nothing else.
 *
 * @typedef {import("./app.js").App} App
 */

/** Each key and the sentence of what it does. @type {[string, string][]} */
const KEYS = [
  ["R", "page.keys.r"],
  ["H", "page.keys.h"],
  ["+ −", "page.keys.dice"],
  ["1 … 9 0", "page.keys.seat"],
  ["?", "page.keys.help"],
];

/** The same where real dice are written down. @type {[string, string][]} */
const TAPPED = [
  ["1 … 8", "page.keys.face"],
  ["H", "page.keys.h"],
  ["H 1 … 9 0", "page.keys.seat"],
  ["+ −", "page.keys.dice"],
  ["U", "score.undo"],
  ["Y", "score.redo"],
  ["A", "score.amount.type"],
  ["E", "score.book"],
  ["?", "page.keys.help"],
];

/** The keys of the game on the table. @param {App} app */
export const keysOf = (app) => (app.play.source.taps ? TAPPED : KEYS);

/** Listen for the keys. @param {App} app @param {() => import("./page.js").Screen} screen What is shown. */
export function listen(app, screen) {
  document.addEventListener("keydown", (event) => {
    const { state } = app;
    const { target } = event;
    const typing = target instanceof HTMLElement && target.matches("input:not([type=radio]), select, textarea");
    if (typing || event.repeat || event.altKey || state.passTo) return;
    if (screen().pressed?.(app, event)) return event.preventDefault();
    if (!state.settings.keys || event.ctrlKey || event.metaKey || state.dialog) return;
    if (pressed(app, event.key)) event.preventDefault();
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
