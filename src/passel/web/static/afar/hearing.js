/**
 * What comes of a message of a room's stream: the room as it is now, its game, what is said of it,
 * and what this browser does because of it.
 *
 * @typedef {import("../app/session.js").Session} Session
 * @typedef {import("../app/sentences.js").Sentence} Sentence
 * @typedef {import("./afar.js").Afar} Afar
 * @typedef {import("./room.js").Room} Room
 * @typedef {import("./room.js").View} View
 */
import { sentence, toldAll, turnOf } from "../app/sentences.js";
import { toldOf } from "./news.js";
import { insist } from "./post.js";
import { after, everybody, seatOf, sessionOf } from "./room.js";
import { keep, keptOf, luck } from "./secrets.js";

/** The most new events that are told one by one. */
const TOLD = 3;
/** News within so many milliseconds of other news is said after it, later news in its place. */
const TOGETHER = 1500;
/** How long a press does nothing once a game is laid on the table, in milliseconds. */
const OPEN = 500;

/** @type {(afar: Afar, event: string, data: any) => void} */
export function heard(afar, event, data) {
  const { app, room: before } = afar;
  if (!before) return;
  const room = after(before, event, data);
  const lines = toldOf(before, room, data.happened ?? []);
  const { session } = app.state;
  const next = event === "room" ? gameOf(room, session) : session;
  app.state = { ...app.state, room };
  if (event === "room") follow(afar, before, room);
  const fresh = next && next !== session ? added(session, next) : 0;
  if (next && fresh) app.play.receive(next, Math.min(fresh, TOLD), lines);
  else {
    const begun = next && next.game.id !== session?.game.id && !next.over && room.view?.phase === "playing";
    if (begun) lines.push(...toldAll(next.steps.slice(-TOLD)), ...(next.steps.length || !next.state.to_move.length ? [] : opening(next)));
    const said = lines.length ? app.heard(lines, !begun && performance.now() - afar.told < TOGETHER) : app.state.said;
    app.update({ session: next, said, ...(next !== session && { dice: app.play.chosen(next) }) });
  }
  if (lines.length || fresh) afar.told = performance.now();
  if (before.view?.phase !== room.view?.phase) turnPage(afar, before, room);
  afar.commands.heard();
}

/** How a game begins. @type {(session: Session) => Sentence[]} */
const opening = ({ state }) => [
  state.rules.turn === "shared" ? sentence("page.said.round", { round: state.round }) : turnOf(state.to_move[0]),
];

/** The game that is played or was played last; none in the lobby. @type {(room: Room, last: Session | null) => Session | null} */
const gameOf = (room, last) => (room.view?.phase === "lobby" ? null : sessionOf(room, last));

/** How many events a session has that another one lacks. @type {(old: Session | null, next: Session) => number} */
const added = (old, next) => (old?.game.id === next.game.id ? next.steps.length - old.steps.length : 0);

/** What follows in this browser from what happened. @type {(afar: Afar, before: Room, room: Room) => void} */
function follow(afar, before, room) {
  const { store } = afar.app;
  const view = /** @type {View} */ (room.view);
  const kept = keptOf(store, room.id);
  if (!kept.token) return;
  const names = everybody(room).flatMap(({ shown, player }) => (shown && player !== room.me ? [shown] : []));
  if (kept.rules !== view.rules || kept.names !== names.join(", "))
    keep(store, room.id, { rules: view.rules, names: names.join(", ") });
  if (!room.me || (before.view === null && view.phase === "playing")) afar.doors.whoAmI();
  // The server has committed itself to the next game: now our part of its dice is due.
  if (view.next && room.me && seatOf(room) && kept.seeded !== view.next.game && view.dice === "server") {
    keep(store, room.id, { seeded: view.next.game });
    afar.commands.send({ do: "seed", seed: luck() }, { quiet: true }).catch(() => {});
  }
}

/** A new screen of the same room. @type {(afar: Afar, before: Room, room: Room) => void} */
function turnPage(afar, before, { id, view }) {
  const { app } = afar;
  const phase = view?.phase;
  if (phase === "over" || phase === "closed") fetchRecord(afar, id);
  if (phase === "playing") app.play.settle(OPEN);
  if (before.view) {
    app.shut();
    app.state = { ...app.state, dialog: null };
  }
  afar.know({ record: "", refused: "" });
  app.focus("h1");
  window.scrollTo(0, 0);
}

/** The record of the game that is over, with what checks its dice. @type {(afar: Afar, id: string) => Promise<void>} */
async function fetchRecord(afar, id) {
  try {
    const record = await insist({ path: `/rooms/${id}/record`, lang: afar.lang }, () => afar.isIn(id));
    if (afar.isIn(id)) afar.know({ record });
  } catch {
    // Nothing was played.
  }
}
