/**
 * The state of the page, its named transitions, and one render. Everything that is shown follows
 * from `state`; nothing else keeps what a screen needs.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./sentences.js").Sentence} Sentence
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./words.js").Message} Message
 *
 * @typedef {object} Settings
 * @property {string} lang
 * @property {"system" | "less" | "full"} motion
 * @property {boolean} sound
 * @property {boolean} vibration
 * @property {boolean} keys Whether letters are shortcuts.
 * @property {boolean} grid Whether two dice are tapped at once.
 * @property {"normal" | "instant" | "step"} pace How bots play.
 * @property {boolean} passing Whether the phone is passed by a screen of its own.
 * @property {boolean} opposite Whether the board turns for the player opposite.
 * @property {boolean} explained Whether the first game was explained.
 * @property {"off" | "before" | "after"} coach When the coach speaks: never, before one decides, after.
 *
 * @typedef {object} State
 * @property {string[]} route The screen and what it shows: `["game", id]`.
 * @property {Settings} settings
 * @property {Draft} draft The set-up of the next game, to play or to keep.
 * @property {Session | null} session The game on the table.
 * @property {{ serial: number, lines: any[] }} said What the status region says: sentences.
 * @property {Sentence | null} trouble What stays said until it is over: storage that fails.
 * @property {boolean} acting Whether this tab acts in the game; another one may.
 * @property {boolean} settling Whether a press just acted, so that a second one does not.
 * @property {boolean} passed Whether that press passed the turn.
 * @property {number} dice How many dice are chosen, where the rules let one choose.
 * @property {readonly import("../../types").Face[]} tapped The faces of a throw that is not whole yet.
 * @property {import("./pen.js").Asked | null} amount An amount that is typed in place of faces.
 * @property {number} passTo The seat that the phone is passed to; 0: none.
 * @property {{ name: string, [part: string]: any } | null} dialog The dialog that is open.
 * @property {import("./review.js").Look | null} look The game that is looked back on.
 * @property {import("./practise.js").Drill | null} drill What is practised.
 * @property {any} fault What is wrong with the text that was imported.
 * @property {import("./tray.js").Tray | null} tray Dice without a game; null: as they are stored.
 * @property {import("../afar/room.js").Room | null} room The room that one plays in from afar.
 * @property {boolean} update Whether a new version waits.
 */
import { Drawn } from "../engine/dice.js";
import * as drafts from "./draft.js";
import { fetched } from "./fetched.js";
import { bringAfar, entered, isAfar, opened, page } from "./page.js";
import { Play } from "./play.js";
import { Teller, sentence } from "./sentences.js";
import { isDamaged } from "./store.js";
import { Words, preferred } from "./words.js";
import { render } from "../vendor/preact.js";

/** @type {Omit<Settings, "lang">} */
const USUAL = {
  motion: "system",
  sound: false,
  vibration: false,
  keys: true,
  grid: false,
  pace: "normal",
  passing: false,
  opposite: false,
  explained: false,
  coach: "off",
};

const NAME = "Passel";

/** A sentence that comes with those that a first game does not need. */
const MORE = "study.coach";

/** The most sentences that the status region keeps. */
const KEPT = 12;

/** The parts of an address's fragment; none where it cannot be read. @param {string} hash */
function routeOf(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#\/?/, "")).split("/");
  } catch {
    return [""];
  }
}

export class App {
  /**
   * @param {Element} root Where the page is drawn.
   * @param {import("./store.js").Store} store
   * @param {Record<string, Record<string, Message>>} catalogues Those that are loaded, by language.
   */
  constructor(root, store, catalogues) {
    this.root = root;
    this.store = store;
    this.catalogues = catalogues;
    const settings = store.value("settings", { ...USUAL, lang: preferred(navigator.languages) });
    this.words = this.#spoken(settings.lang);
    this.play = new Play(this, new Drawn());
    /** The set-ups, each by its screen. @type {Record<string, Draft>} */
    this.drafts = {
      new: drafts.sound(store.value("setup", drafts.FIRST)),
      keep: drafts.sound(store.value("keep", drafts.FIRST)),
      afar: drafts.sound(store.value("afar", drafts.FIRST)),
    };
    /** Comes later. @type {import("./coach.js").Coach | null} */
    this.coach = null;
    /** What plays from afar, once somebody wants to. @type {import("../afar/afar.js").Afar | null} */
    this.afar = null;
    /** Go over to the new version that waits; update.js says how. */
    this.renew = () => location.reload();
    /** @type {State} */
    this.state = {
      route: [""],
      settings: { ...settings, lang: this.words.lang },
      draft: this.drafts.new,
      session: null,
      said: { serial: 0, lines: [] },
      trouble: store.lasting ? null : sentence("page.trouble.forbidden"),
      acting: true,
      settling: false,
      passed: false,
      dice: 0,
      tapped: [],
      amount: null,
      passTo: 0,
      dialog: null,
      look: null,
      drill: null,
      fault: null,
      tray: null,
      room: null,
      update: false,
    };
    window.addEventListener("hashchange", () => this.enter());
    window.matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => this.draw());
  }

  /** Change the state and draw it. @param {Partial<State>} changes */
  update(changes) {
    this.state = { ...this.state, ...changes };
    this.draw();
  }

  draw() {
    const focused = document.activeElement;
    document.documentElement.lang = this.words.lang;
    render(page(this), this.root);
    if (focused && !focused.isConnected) this.focus("h1");
  }

  /** Give the focus to something on the screen. @param {string} selector */
  focus(selector) {
    /** @type {HTMLElement | null} */ (this.root.querySelector(selector))?.focus({ preventScroll: true });
  }

  /** A sentence in the reader's language. @type {Words["say"]} */
  say(key, parts) {
    return this.words.say(key, parts);
  }

  /** Says sentences about the game on the table. */
  get teller() {
    const { session, room } = this.state;
    const [me] = session && this.play.source.afar ? this.play.source.hands(session) : [];
    return new Teller(this.words, session?.game.players ?? room?.players ?? [], session?.rules.dice ?? "die", me);
  }

  /** Whether things may move. */
  get moving() {
    const { motion } = this.state.settings;
    return motion === "full" || (motion === "system" && !matchMedia("(prefers-reduced-motion: reduce)").matches);
  }

  // --- where we are -------------------------------------------------------------------------

  /** Show the screen that the address names. */
  enter() {
    const route = routeOf(location.hash);
    this.play.leave();
    this.coach?.rest();
    this.afar?.leave();
    const draft = this.drafts[route[0] === "room" ? "afar" : route[0]] ?? this.state.draft;
    const said = this.#hushed();
    const none = { dialog: null, look: null, drill: null, fault: null, tray: null, session: null, passTo: 0 };
    this.state = { ...this.state, ...none, route, draft, said };
    if (route[0] === "game") this.play.open(route[1] ?? "");
    if (isAfar(route)) this.#goAfar();
    this.arrive();
    opened(this);
  }

  /** Show a screen of playing from afar; they are fetched when the first is opened. */
  #goAfar() {
    const { route } = this.state;
    if (this.afar) return this.afar.enter(route);
    bringAfar(this).then(
      (afar) => {
        this.afar = afar;
        if (this.state.route !== route) return;
        afar.enter(route);
        this.arrive();
      },
      () => this.tell("page.afar.not-fetched"),
    );
  }

  /** Draw a screen for the first time. */
  arrive() {
    entered(this);
    this.draw();
    window.scrollTo(0, 0);
    this.focus("h1");
    const heading = this.root.querySelector("h1")?.textContent?.trim();
    document.title = heading && heading !== NAME ? `${heading} · ${NAME}` : NAME;
  }

  /** Go to another screen. @param {...string} route */
  go(...route) {
    const hash = `#/${route.map(encodeURIComponent).join("/")}`;
    if (location.hash === hash) this.enter();
    else location.hash = hash;
  }

  /** @type {(name: string, parts?: Record<string, any>) => void} */
  open(name, parts = {}) {
    this.update({ dialog: { name, ...parts } });
    this.play.goOn(); // While somebody reads, nobody acts.
  }

  close() {
    this.shut();
    this.update({ dialog: null });
    this.play.goOn();
  }

  /** Close the dialog that is shown, so that the browser gives the focus back. */
  shut() {
    this.root.querySelector("dialog")?.close();
  }

  // --- what is said --------------------------------------------------------------------------

  /**
   * Let the status region say sentences, after what it just said where `more` is true.
   *
   * @param {Sentence[]} lines
   * @param {boolean} [more]
   */
  heard(lines, more = false) {
    const { said } = this.state;
    const all = more ? [...said.lines, ...lines] : lines;
    return { serial: said.serial + 1, lines: all.slice(-KEPT) };
  }

  /** Say one sentence. @param {string} key @param {Record<string, any>} [parts] */
  tell(key, parts) {
    this.update({ said: this.heard([sentence(key, parts)]) });
  }

  #hushed() {
    return { serial: this.state.said.serial + 1, lines: [] };
  }

  // --- settings ------------------------------------------------------------------------------

  /** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
  set(name, value) {
    const settings = { ...this.state.settings, [name]: value };
    this.store.setValue("settings", settings);
    this.update({ settings });
  }

  /** Speak another language, at once where its catalogue is loaded. @param {string} lang */
  async speak(lang) {
    await this.load(lang);
    this.words = this.#spoken(lang);
    this.set("lang", this.words.lang);
  }

  /** Load a language's catalogue, as far as it is not. @param {string} lang */
  async load(lang) {
    try {
      const known = this.catalogues[lang] ?? (await fetched(`words/${lang}.json`));
      this.catalogues[lang] = known;
      if (!(MORE in known)) Object.assign(known, await fetched(`words/more/${lang}.json`));
    } catch {
      // Without a network the language stays as it is.
    }
  }

  /** @param {string} lang */
  #spoken(lang) {
    const there = this.catalogues[lang] ? lang : Object.keys(this.catalogues)[0];
    return new Words(there, this.catalogues[there]);
  }

  // --- the set-up ----------------------------------------------------------------------------

  /** Change the draft by one of the functions of draft.js. @param {Draft} draft */
  plan(draft) {
    const [screen] = this.state.route;
    this.drafts[screen === "room" ? "afar" : screen in this.drafts ? screen : "new"] = draft;
    this.update({ draft });
  }

  /** Whether the set-up is of a game whose score is kept. */
  get keeping() {
    return this.state.route[0] === "keep";
  }

  /** The next game that is kept is of the same people, until somebody changes them. @param {import("./session.js").Session} session */
  kept(session) {
    if (session.game.source !== "tapped") return;
    const draft = drafts.following(session);
    if (JSON.stringify(draft) === JSON.stringify(this.drafts.keep)) return;
    this.drafts.keep = draft;
    this.store.setValue("keep", draft);
  }

  /** Start the game that is set up. */
  start() {
    const { draft } = this.state;
    const wrong = drafts.obstacle(draft);
    if (wrong) return this.tell(`error.${wrong.code}`, wrong.parts);
    this.store.setValue(this.keeping ? "keep" : "setup", draft);
    const players = drafts.players(draft);
    this.remember(players.flatMap((player) => ("name" in player && player.name ? [player.name] : [])));
    this.play.begin(drafts.rulesOf(draft), players, null, this.keeping ? "tapped" : "local");
  }

  /** Names that were played with before. @returns {string[]} */
  get names() {
    const { names } = this.store.value("names", { names: [] });
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  }

  /** Offer names again. @param {string[]} names */
  remember(names) {
    this.store.setValue("names", { names: [...new Set([...names, ...this.names])].slice(0, 60) });
  }

  // --- the games that are kept ------------------------------------------------------------------

  /** The game that was played last, if it goes on. */
  get running() {
    const last = this.store.games().find((game) => !isDamaged(game) && !game.winners.length);
    return last && !isDamaged(last) ? last : null;
  }

  /** @param {string} id */
  remove(id) {
    this.shut();
    this.store.remove(id);
    this.update({ dialog: null, said: this.heard([sentence("page.games.deleted")]) });
  }
}
