/** The first game explains itself, a sentence at a time, where it happens. */
import { html } from "../vendor/preact.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./session.js").Session} Session
 */

/** @type {(app: App, session: Session) => any} */
export function tip(app, session) {
  const { state, rules } = session;
  if (app.state.settings.explained || !app.play.people.length || !app.state.acting) return null;
  if (app.play.source.taps) return session.steps.length ? null : html`<p class="tip">${app.say("score.pad.tap")}</p>`;
  const step = state.turn_total ? "risk" : session.steps.length ? "next" : "start";
  const key = state.roll_off ? "page.tip.off" : `page.tip.${rules.turn}.${step}`;
  return html`<p class="tip">${app.say(key, { count: state.turn_total, target: rules.target ?? 0 })}</p>`;
}
