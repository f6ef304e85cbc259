/**
 * What people do who write down real dice: tap faces, type an amount, take back, do again, correct
 * a turn, rename. Each is one transition of the state; what the rules say of it they say.
 *
 * @typedef {import("./app.js").App} App
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").Step} Step
 * @typedef {import("./sentences.js").Sentence} Sentence
 * @typedef {import("../../types").Face} Face
 * @typedef {import("../../types").State} State
 *
 * @typedef {object} Way One way to enter an amount.
 * @property {Sentence} label
 * @property {string[]} words
 *
 * @typedef {object} Asked An amount that is typed.
 * @property {string} value What stands in the field.
 * @property {Sentence | null} question What is asked about it.
 * @property {Way[]} ways The answers.
 *
 * @typedef {object} Mend A turn that is being corrected, as a dialog.
 * @property {"mend"} name
 * @property {number} turn Which one, from 0.
 * @property {string[]} words What it would be.
 * @property {number} at The entry that the next one replaces, or before which it is put.
 * @property {boolean} insert Whether it is put before.
 */
import { amended } from "./amend.js";
import { botAt } from "./bots.js";
import { amounts, entered, nextDice } from "./entry.js";
import { clean, distinct } from "./names.js";
import { sentence, toldAll, turnOf } from "./sentences.js";
import { folded } from "./session.js";
import { sameTurn } from "../engine/game.js";

/** @param {App} app @returns {Session} */
const sessionOf = (app) => /** @type {Session} */ (app.state.session);

/** The turn that is being corrected; null where none is. @param {App} app @returns {Mend | null} */
export const mending = ({ state: { dialog } }) => (dialog?.name === "mend" ? /** @type {any} */ (dialog) : null);

/** The state in which what is tapped was thrown. @param {App} app @returns {State} */
export function stateOf(app) {
  const session = sessionOf(app);
  const mend = mending(app);
  if (!mend) return session.state;
  const { before } = session.turns[mend.turn][0];
  if (before.rules.max_dice !== null) return before;
  const steps = folded(before, mend.words.slice(0, mend.at));
  const last = steps[steps.length - 1];
  return last && sameTurn(last.before, last.after) ? last.after : before;
}

// --- faces and amounts -----------------------------------------------------------------------------

/** A face was tapped. @type {(app: App, face: Face) => void} */
export function tap(app, face) {
  const tapped = [...app.state.tapped, face];
  const words = entered(stateOf(app), tapped, app.state.dice);
  if (words) enter(app, words);
  else app.update({ tapped, said: app.heard([sentence("score.pad.so-far", { throw: tapped })]) });
}

/** Write down words of a record, at the end or in the turn that is corrected. @type {(app: App, words: string[], made?: boolean) => void} */
export function enter(app, words, made = false) {
  const { play, state } = app;
  if (made) app.state = { ...state, session: byAmount(sessionOf(app)) };
  if (mending(app)) return put(app, words);
  if (state.settling || play.bounced(words.join(" "))) return app.update({ tapped: [] });
  if (!state.acting) return app.tell("page.cannot.elsewhere");
  play.ask({ kind: "enter", words });
}

/** The record says that some faces are not those that fell. @param {Session} session */
function byAmount(session) {
  const { tags = [] } = session.game;
  return tags.some(([tag]) => tag === "Faces") ? session : session.of({ tags: [...tags, ["Faces", "amounts"]] });
}

/** Show the field for an amount, or the faces again. @param {App} app */
export function typing(app) {
  const amount = app.state.amount ? null : { value: "", question: null, ways: [] };
  app.update({ amount, tapped: [] });
  if (amount) app.focus("#amount");
}

/** Enter the amount that was typed, or ask what it was. @param {App} app */
export function weigh(app) {
  const { value } = app.state.amount ?? { value: "" };
  const asked = (/** @type {Sentence} */ question, /** @type {Way[]} */ ways = []) =>
    app.update({ amount: { value, question, ways }, said: app.heard([question]) });
  const count = /^\s*[0-9]{1,9}\s*$/.test(value) ? Number(value) : NaN;
  const { dice } = app.state;
  const state = stateOf(app);
  const { throws, several, low, high } = amounts(state, count, dice);
  const made = nextDice(state, dice)[1] > 1;
  if (throws.length === 1) return enter(app, throws[0], made);
  if (throws.length) {
    const ways = throws.map((words) => ({ label: label(state, words), words }));
    return asked(sentence("score.amount.which", { count }), ways);
  }
  if (!several) return asked(sentence("score.amount.never", { amount: value.trim() || "–", low, high }));
  const way = { label: sentence("score.amount.several.yes", { count: several.length }), words: several };
  asked(sentence("score.amount.several", { amount: count, low, high }), [way]);
}

/** What a throw shows and whether it must be followed by another. @type {(state: State, words: string[]) => Sentence} */
function label(state, words) {
  const [step] = folded(state, words).slice(-1);
  const faces = step.event.type === "throw" ? step.event.faces : [];
  const again = step.after.must_roll && sameTurn(step.before, step.after);
  return sentence(again ? "score.amount.way-again" : "score.amount.way", { throw: faces });
}

// --- back and again ---------------------------------------------------------------------------------

/** Take back the last tap, or else what was entered last. @param {App} app */
export function undo(app) {
  const { tapped, settling } = app.state;
  if (settling) return;
  if (tapped.length) return app.update({ tapped: [], said: app.heard([sentence("score.undo.tap")]) });
  const session = sessionOf(app);
  let back = session.back();
  if (!back) return app.tell("score.undo.nothing");
  // What bots decided after it goes too: they decide again.
  while (botsAlone(back, session)) {
    const more = back.back();
    if (!more) break;
    back = more;
  }
  const gone = session.steps.slice(back.steps.length).find(({ event }) => event.type !== "announce");
  const plain = gone && sameUpTo(back, session);
  app.play.change(back, [plain ? takenBack(gone) : sentence("score.undo.mended"), ...now(back)]);
}

/** Do again what was taken back last. @param {App} app */
export function redo(app) {
  if (app.state.settling) return;
  const session = sessionOf(app);
  const next = session.again();
  if (!next) return app.tell("score.redo.nothing");
  let again = next;
  for (let more = next.again(); more && botsAlone(next, more); more = again.again()) again = more;
  const steps = again.steps.slice(session.steps.length);
  const plain = steps.length && sameUpTo(session, again);
  app.play.change(again, plain ? toldAll(steps) : [sentence("score.mend.done"), ...now(again)]);
}

/** Whether what a longer session has more is all what bots decided. @type {(shorter: Session, longer: Session) => boolean} */
function botsAlone(shorter, longer) {
  const more = longer.steps.slice(shorter.steps.length);
  if (!more.length || !sameUpTo(shorter, longer)) return false;
  return more.every(
    ({ before, event }) =>
      (event.type === "hold" && !!botAt(longer, event.seat)) ||
      (event.type === "announce" && !!botAt(longer, before.to_move[0])),
  );
}

/** Whether one session begins with all that another one is. @type {(shorter: Session, longer: Session) => boolean} */
const sameUpTo = ({ steps }, longer) => steps[steps.length - 1] === longer.steps[steps.length - 1];

/** What was taken back. @param {Step} step */
function takenBack({ before, event }) {
  if (event.type === "hold") return sentence("score.undo.hold", { name: event.seat, count: before.turn_total });
  if (event.type === "announce") return sentence("score.undo.dice", { count: event.dice });
  const name = before.roll_off ? before.roll_off.length + 1 : before.to_move[0];
  const all = before.rules.turn === "shared" ? "score.undo.all" : "score.undo.throw";
  return sentence(all, { name, throw: event.faces });
}

/** Whose turn it is after a change. @param {Session} session */
function now({ state, over }) {
  if (over) return [];
  if (state.roll_off) return [turnOf(state.roll_off.length + 1)];
  return state.rules.turn === "shared" ? [sentence("page.said.round", { round: state.round })] : [turnOf(state.to_move[0])];
}

// --- corrections -------------------------------------------------------------------------------------

/** Begin to correct a turn. @type {(app: App, turn: number) => void} */
export function mend(app, turn) {
  const session = sessionOf(app);
  const words = wordsOf(session, turn);
  app.shut();
  app.update({ dialog: null, tapped: [], amount: null });
  app.open("mend", { turn, words, at: words.length, insert: true });
}

/** The words of a turn. @type {(session: Session, turn: number) => string[]} */
export function wordsOf(session, turn) {
  const { turns, words } = session;
  const at = turns.slice(0, turn).flat().length;
  return words.slice(at, at + turns[turn].length);
}

/** Put words into the turn that is corrected. @type {(app: App, words: string[]) => void} */
export function put(app, words) {
  const mend = /** @type {Mend} */ (mending(app));
  const all = [...mend.words];
  if (sessionOf(app).rules.max_dice !== null && words.length > 1) all.splice(0, all.length, ...words);
  else all.splice(mend.at, mend.insert ? 0 : 1, ...words);
  look(app, { words: all, at: mend.at + words.length, insert: true });
}

/** Take an entry out of the turn that is corrected. @param {App} app */
export function takeOut(app) {
  const { words, at } = /** @type {Mend} */ (mending(app));
  look(app, { words: words.filter((_, place) => place !== at), insert: true });
}

/** Change what a correction would be. @type {(app: App, changes: Partial<Mend>) => void} */
export function look(app, changes) {
  const mend = { .../** @type {Mend} */ (mending(app)), ...changes };
  const at = Math.min(mend.at, mend.words.length);
  app.update({ dialog: { ...mend, at }, tapped: [], amount: null });
}

/** Make the correction. @param {App} app */
export function correct(app) {
  const { turn, words } = /** @type {Mend} */ (mending(app));
  const session = sessionOf(app);
  const next = session.corrected(amended(session, turn, words).words);
  app.shut();
  app.state = { ...app.state, dialog: null };
  app.play.change(next, [sentence("score.mend.done"), ...now(next)]);
}

/** Give a seat another name. @type {(app: App, seat: number, name: string) => void} */
export function rename(app, seat, name) {
  const session = sessionOf(app);
  const typed = session.game.players.map((player, place) =>
    "bot" in player ? "" : place + 1 === seat ? clean(name) : player.name,
  );
  // The new name gives way to those that are there.
  const others = [...typed.slice(0, seat - 1), ...typed.slice(seat), typed[seat - 1]];
  const own = distinct(others)[others.length - 1];
  const players = session.game.players.map((player, place) => (place + 1 === seat ? { ...player, name: own } : player));
  app.remember(own ? [own] : []);
  app.play.change(session.of({ players }), [sentence("score.names.done", { name: seat })]);
}
