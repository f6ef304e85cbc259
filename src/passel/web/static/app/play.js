/**
 * The game on the table: who may press, what a press does, bots that act by themselves. Every
 * event is stored, then shown.
 *
 * @typedef {import("./app.js").App} App
 * @typedef {import("./store.js").Player} Player
 * @typedef {import("../../types").Rules} Rules
 * @typedef {import("../../types").Event} Event
 */
import { PasselError } from "../engine/errors.js";
import { Hold, apply, sameTurn, start } from "../engine/game.js";
import { parseRecord } from "../engine/notation.js";
import { botAt, deciding, whoStarts } from "./bots.js";
import { played } from "./draft.js";
import { Feel } from "./feel.js";
import { Ownership } from "./ownership.js";
import { clean } from "./names.js";
import { sentence, toldAll } from "./sentences.js";
import { Session, restored } from "./session.js";
import { Local, Tapped } from "./sources.js";
import { isDamaged } from "./store.js";

/** How long a press keeps a second one from acting, in milliseconds. */
const SETTLE = 300;
/** The same after a turn passed: time to see the die. */
const PASS = 700;
/** The same after a game was laid on the table. */
const OPEN = 500;
/** Between two acts of a bot. */
const PACE = 1000;
/** Where a number of dice is chosen: the first suggestion. */
const SOME_DICE = 5;

export class Play {
  /**
   * @param {App} app
   * @param {import("../../types").Dice} dice
   */
  constructor(app, dice) {
    this.app = app;
    this.dice = dice;
    /** The one from afar comes with its screens. @type {Partial<Record<import("./sources.js").SourceName, import("./sources.js").Source>>} */
    this.sources = { local: new Local(dice), tapped: new Tapped(dice) };
    this.feel = new Feel();
    this.ownership = new Ownership(app.store.storage, (acting) => this.#owned(acting));
    app.store.watch((id) => this.#elsewhere(id));
    /** What storage had when it was last read or written here. @type {string | null} */
    this.stored = null;
    this.timer = 0;
    this.settled = 0;
    /** What was pressed last, and when, where real dice are written down. */
    this.pressed = { what: "", time: 0 };
  }

  // --- sitting down, getting up -----------------------------------------------------------------

  /** Where the events of the game on the table come from. @returns {import("./sources.js").Source} */
  get source() {
    const source = this.sources[this.app.state.session?.game.source ?? "local"];
    return source ?? /** @type {import("./sources.js").Source} */ (this.sources.local);
  }

  /**
   * Begin a game and show it.
   *
   * @param {Rules} rules
   * @param {Player[]} players
   * @param {import("../../types").State | null} last How their last game ended.
   * @param {import("./sources.js").SourceName} [source]
   */
  begin(rules, players, last, source = "local") {
    const first = whoStarts(rules, players.length, last, this.dice);
    this.#put(new Session(newGame(players, source), start(rules, players.length, null, first)));
  }

  /** The same players, the same rules. */
  rematch() {
    const { session, settling } = this.app.state;
    if (!session || settling) return;
    this.begin(session.rules, played(session), session.state, session.game.source);
  }

  /**
   * Take over a record that somebody wrote. What is wrong with it stays in the state as `fault`.
   *
   * @param {string} text
   */
  import(text) {
    try {
      this.adopt(parseRecord(text));
    } catch (error) {
      if (!(error instanceof PasselError)) throw error;
      this.app.update({ fault: error });
    }
  }

  /** Go on with a record. @param {import("../../types").GameRecord} record */
  adopt({ start: begin, events, names, tags }) {
    const players = begin.scores.map((_, place) => ({ name: clean(names[place] ?? "") }));
    const { Dice } = Object.fromEntries(tags);
    const game = newGame(players, Dice === "physical" ? "tapped" : "local");
    this.#put(new Session(game, begin).with(events).tagged(tags));
  }

  /** @param {Session} session */
  #put(session) {
    const { app } = this;
    this.#keep(session);
    app.go("game", session.game.id);
  }

  /** Lay a stored game on the table. @param {string} id */
  open(id) {
    const { app } = this;
    const saved = app.store.game(id);
    if (!saved || isDamaged(saved)) return;
    try {
      const { session, lost } = restored(saved);
      this.stored = app.store.text(id);
      const lines = lost ? [sentence("page.trouble.cut", { count: lost })] : toldAll(session.steps.slice(-1));
      const said = app.heard(lines);
      app.state = { ...app.state, session, acting: true, said, dice: this.chosen(session), tapped: [], amount: null };
    } catch (error) {
      if (!(error instanceof PasselError)) throw error;
      return; // Rules that this version does not know: shown like a damaged game.
    }
    this.ownership.ask(id);
    this.feel.awake(true);
    this.settle(OPEN); // Start and Rematch stand where Roll will stand.
    this.goOn();
  }

  leave() {
    clearTimeout(this.timer);
    clearTimeout(this.settled);
    this.app.state = { ...this.app.state, settling: false, passed: false };
    this.ownership.release();
    this.feel.awake(false);
  }

  // --- what people do ------------------------------------------------------------------------

  /** Roll, or say why not. */
  roll() {
    const { app } = this;
    const { session, dice } = app.state;
    if (!session || !this.#mayPress()) return;
    const why = this.source.taps ? sentence("score.pad.tap") : this.whyNotRoll();
    if (why) return app.update({ said: app.heard([why]) });
    this.ask({ kind: "roll", dice: session.rules.max_dice === null ? 0 : dice });
  }

  /** A seat holds, or is told why not. @param {number} [seat] Of a shared turn; else the one to move. */
  hold(seat = this.holder) {
    const { app } = this;
    if (!app.state.session || !this.#mayPress() || this.bounced(`hold ${seat}`)) return;
    const why = this.whyNotHold(seat);
    if (why) return app.update({ said: app.heard([why]) });
    this.ask({ kind: "hold", seat });
  }

  /** Wish something of the source; what the rules refuse is said. @param {import("./sources.js").Wish} wish */
  ask(wish) {
    const { app } = this;
    const { session } = app.state;
    try {
      if (session) this.source.ask(session, wish, (events) => this.#happen(events));
    } catch (error) {
      if (!(error instanceof PasselError)) throw error;
      app.update({ tapped: [], said: app.heard([{ key: `error.${error.code}`, parts: error.parts }]) });
    }
  }

  /** Let the bots act once, where they wait for that. */
  next() {
    if (this.#mayPress()) this.#bots();
  }

  /** Choose how many dice. @param {number} by 1 more, or -1. */
  choose(by) {
    const { session, dice } = this.app.state;
    const most = session?.rules.max_dice ?? 0;
    if (most) this.app.update({ dice: Math.min(most, Math.max(1, dice + by)) });
  }

  /** Act here; the other tab then looks on. */
  takeOver() {
    const { session } = this.app.state;
    if (session) this.ownership.ask(session.game.id, { steal: true });
  }

  /** The phone was passed. */
  taken() {
    this.app.shut();
    this.app.update({ passTo: 0 });
    this.goOn();
  }

  // --- what may be pressed -----------------------------------------------------------------------

  /** The people here who decide now, as seats. @returns {number[]} */
  get people() {
    const { session } = this.app.state;
    if (!session) return [];
    const hands = this.source.hands(session);
    return deciding(session).filter((seat) => hands.includes(seat));
  }

  /** The seat that the one Hold button holds for; 0: each has its own. @returns {number} */
  get holder() {
    const { session } = this.app.state;
    if (!session) return 0;
    if (session.rules.turn !== "shared") return (this.source.afar ? this.people[0] : deciding(session)[0]) ?? 0;
    const persons = this.source.hands(session);
    return persons.length === 1 ? persons[0] : 0;
  }

  /** Whether the bots wait for a press. */
  get stepping() {
    const { session, settings, acting } = this.app.state;
    if (this.source.taps || this.source.afar) return false;
    return !!session && acting && settings.pace === "step" && !session.over && !this.people.length;
  }

  /** Why nobody can roll now; null where somebody can. */
  whyNotRoll() {
    const { session, acting } = this.app.state;
    if (!session || session.over) return sentence("error.game-over");
    if (!acting) return sentence("page.cannot.elsewhere");
    const refused = this.source.refuses?.(session);
    if (refused) return refused;
    return this.people.length ? null : sentence("page.cannot.bot", { name: deciding(session)[0] });
  }

  /** Why this seat cannot hold now; null where it can. @param {number} seat */
  whyNotHold(seat) {
    const { session } = this.app.state;
    if (!session) return null;
    if (!seat) return sentence("page.cannot.who");
    const asked = this.whyNotRoll();
    if (asked) return asked;
    if (!this.source.hands(session).includes(seat) && this.source.afar) return sentence("page.cannot.who");
    try {
      apply(session.state, Hold(seat));
      return null;
    } catch (error) {
      if (!(error instanceof PasselError)) throw error;
      return { key: `error.${error.code}`, parts: error.parts };
    }
  }

  #mayPress() {
    const { settling, passTo, room } = this.app.state;
    return !settling && !passTo && !room?.sending;
  }

  /** Whether a press is the same as the one just before, with real dice: one thing tapped twice. @param {string} what */
  bounced(what) {
    if (!this.source.taps) return false; // There, every press waits until the last one is over.
    const now = performance.now();
    const same = what === this.pressed.what && now - this.pressed.time < SETTLE;
    if (!same) this.pressed = { what, time: now };
    return same;
  }

  // --- what happens -----------------------------------------------------------------------------

  /** Show a session that was made from the one on the table otherwise than by its next events. @type {(session: Session, said: import("./sentences.js").Sentence[]) => void} */
  change(session, said) {
    const { app } = this;
    if (this.#overtaken()) return;
    this.#keep(session);
    const over = session.over && !app.state.session?.over;
    const dice = this.chosen(session);
    app.state = { ...app.state, session, said: app.heard(said), dice, tapped: [], amount: blank(app.state.amount) };
    if (over) this.settle(PASS);
    app.draw();
    if (over) this.#finish();
    this.goOn();
  }

  /** @param {readonly Event[]} events */
  #happen(events) {
    const before = this.app.state.session;
    if (before && !this.#overtaken()) this.#show(before.with(events), events);
  }

  /** Whether another tab was quicker; what it did is shown instead. */
  #overtaken() {
    const { app } = this;
    const { id } = app.state.session?.game ?? { id: "" };
    const text = app.store.text(id);
    if (text === null || text === this.stored) return false;
    this.#elsewhere(id);
    return true;
  }

  /**
   * Show a game from afar.
   *
   * @param {Session} session
   * @param {number} fresh How many of its last events are told.
   * @param {import("./sentences.js").Sentence[]} lines What else is told.
   */
  receive(session, fresh, lines) {
    this.#show(session, session.steps.slice(-fresh).map(({ event }) => event), lines);
  }

  /** Store a session, then show it. @type {(session: Session, events: readonly Event[], lines?: import("./sentences.js").Sentence[]) => void} */
  #show(session, events, lines = []) {
    const { app } = this;
    const steps = session.steps.slice(session.steps.length - events.length);
    this.#keep(session);
    const thrown = events.some((event) => event.type === "throw");
    const more = !this.people.length && !this.source.afar && app.state.settings.pace === "instant";
    const passed = steps.some(({ before, after }) => !sameTurn(before, after));
    app.state = {
      ...app.state,
      session,
      said: app.heard([...toldAll(steps), ...lines], more),
      dice: passed ? this.chosen(session) : app.state.dice,
      passTo: this.#passTo(session, steps),
      tapped: [],
      amount: blank(app.state.amount),
    };
    this.#explained(session);
    // Who writes down real dice is as quick as they are (pen.js); only what stands elsewhere waits.
    if (!this.source.taps || session.over) this.settle(passed ? PASS : SETTLE, passed);
    app.draw();
    this.feel.felt(app.state.settings, thrown ? "throw" : "hold", session.over);
    if (session.over) this.#finish();
    else this.goOn();
  }

  /** @param {Session} session */
  #keep(session) {
    const { app } = this;
    if (session.game.source === "afar") return;
    const lasts = app.store.put(session.saved(Date.now()));
    this.stored = app.store.text(session.game.id);
    app.kept(session);
    const said = app.store.lasting ? "page.trouble.full" : "page.trouble.forbidden";
    app.state = { ...app.state, trouble: lasts ? null : sentence(said) };
  }

  /** For so many milliseconds a second press does nothing. @type {(time: number, passed?: boolean) => void} */
  settle(time, passed = false) {
    const { app } = this;
    clearTimeout(this.settled);
    app.state = { ...app.state, settling: true, passed };
    this.settled = window.setTimeout(() => app.update({ settling: false, passed: false }), time);
  }

  #finish() {
    this.feel.awake(false);
    this.app.focus("h1");
  }

  /** Let the bots act, in their time. */
  goOn() {
    const { session, settings, acting, dialog, passTo } = this.app.state;
    clearTimeout(this.timer);
    if (!session || session.over || !acting || dialog || passTo || this.stepping || this.source.afar) return;
    if (!deciding(session).some((seat) => botAt(session, seat))) return;
    const pause = settings.pace === "instant" ? 0 : PACE;
    this.timer = window.setTimeout(() => this.#bots(), pause);
  }

  #bots() {
    const { session } = this.app.state;
    if (!session) return;
    const events = this.source.bots(session);
    if (events.length) this.#happen(events);
  }

  /** How many dice to suggest: what this seat took last. @param {Session | null} session */
  chosen(session) {
    if (!session) return 0;
    const { steps, state, rules } = session;
    for (let place = steps.length - 1; place >= 0; place--) {
      const { event, before } = steps[place];
      if (event.type === "announce" && before.to_move[0] === state.to_move[0]) return event.dice;
    }
    return Math.min(SOME_DICE, rules.max_dice ?? 0);
  }

  /**
   * The person to pass the phone to: another one than played last.
   *
   * @param {Session} session
   * @param {readonly import("./session.js").Step[]} steps The newest.
   */
  #passTo(session, steps) {
    const people = this.source.taps ? 0 : this.source.hands(session).length;
    if (!this.app.state.settings.passing || people < 2 || session.rules.turn === "shared" || session.over) return 0;
    const [seat] = deciding(session);
    const moved = steps.some(({ before }) => before.to_move[0] !== seat);
    return moved && !botAt(session, seat) ? seat : 0;
  }

  /** The first game is explained until its third turn. @param {Session} session */
  #explained(session) {
    const { settings } = this.app.state;
    if (settings.explained || (session.turns.length < 3 && !session.over)) return;
    this.app.state = { ...this.app.state, settings: { ...settings, explained: true } };
    this.app.store.setValue("settings", this.app.state.settings);
  }

  // --- other tabs --------------------------------------------------------------------------------

  /** @param {boolean} acting */
  #owned(acting) {
    const { app } = this;
    const { session } = app.state;
    if (session && acting) this.#elsewhere(session.game.id);
    app.update({ acting });
    this.goOn();
  }

  /** Another tab changed a game: show it as it is now. @param {string} id */
  #elsewhere(id) {
    const { app } = this;
    const { session } = app.state;
    if (id !== session?.game.id) return app.draw();
    const saved = app.store.game(id);
    const text = app.store.text(id);
    if (!saved || isDamaged(saved) || text === this.stored) return;
    this.stored = text;
    const { session: newer } = restored(saved);
    const steps = newer.steps.slice(-Math.max(1, newer.steps.length - session.steps.length));
    const said = app.heard(toldAll(steps.slice(-1)));
    app.update({ session: newer, said, dice: this.chosen(newer), passTo: 0, tapped: [], amount: null });
    this.goOn();
  }
}

/** The field for an amount stays open, empty. @param {import("./pen.js").Asked | null} amount */
const blank = (amount) => amount && { value: "", question: null, ways: [] };

/** @type {(players: Player[], source: import("./sources.js").SourceName) => import("./session.js").Game} */
const newGame = (players, source) => ({
  ...(source !== "local" && { source }),
  id: Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join(""),
  players,
  begun: Date.now(),
});
