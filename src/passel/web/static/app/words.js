/**
 * What is said to people, in their language; the twin of `passel/words`, whose catalogues it
 * reads: a key, then a sentence with `{names}`, or sentences by the plural category of `{count}`.
 *
 * @typedef {string | Record<string, string>} Message
 * @typedef {Record<string, any>} Parts Texts, numbers and lists of texts by name.
 */
import { NotationError, PasselError } from "../engine/errors.js";

/** The languages there are, each by its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", fr: "Français", pl: "Polski" };

/** What people call the kinds of tokens that an error may expect. @type {Record<string, string>} */
const KINDS = { NUMBER: "error-place.number", "NUMBER!": "error-place.number-again" };

/**
 * The language to begin with: the first that the reader's browser asks for and there is.
 *
 * @param {readonly string[]} wishes Language tags, best first.
 */
export const preferred = (wishes) =>
  wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find((lang) => lang in LANGUAGES) ?? "en";

/** One language's voice. */
export class Words {
  /**
   * @param {string} lang A key of `LANGUAGES`.
   * @param {Record<string, Message>} messages Its catalogue.
   */
  constructor(lang, messages) {
    this.lang = lang;
    this.messages = messages;
    this.plurals = new Intl.PluralRules(lang);
    this.say = this.say.bind(this);
  }

  /** @param {string} key */
  has(key) {
    return key in this.messages;
  }

  /**
   * The sentence of a key with its parts: numbers written as the language writes them.
   *
   * @param {string} key A key of the catalogue.
   * @param {Parts} [parts] `count` chooses the plural form.
   */
  say(key, parts = {}) {
    return this.pieces(key, parts).join("");
  }

  /**
   * A sentence as its pieces: texts, and whatever else the parts are (elements of the page).
   *
   * @param {string} key
   * @param {Parts} [parts]
   * @returns {any[]}
   */
  pieces(key, parts = {}) {
    let message = this.messages[key];
    if (message === undefined) return [key];
    if (typeof message !== "string") message = message[this.plurals.select(parts.count)] ?? message.other;
    return message.split(/\{(\w+)\}/).map((piece, place) => (place % 2 ? this.part(parts[piece]) : piece));
  }

  /** @param {any} part */
  part(part) {
    if (typeof part === "number") return this.number(part);
    return Array.isArray(part) && part.every((each) => typeof each !== "object") ? part.join(", ") : part;
  }

  /**
   * A number as the language writes it: Polish does not group below 10,000.
   *
   * @param {number} value
   * @param {number} [digits] How many digits follow the decimal sign.
   */
  number(value, digits = 0) {
    const useGrouping = !(this.lang === "pl" && Math.abs(value) < 10_000);
    const options = { useGrouping, minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(this.lang, options).format(value);
  }

  /**
   * Things as a list with "and" before the last.
   *
   * @param {string[]} items
   */
  list(items) {
    return new Intl.ListFormat(this.lang, { type: "conjunction" }).format(items);
  }

  /**
   * A day and a time of it.
   *
   * @param {number} time Milliseconds since 1970.
   */
  date(time) {
    return new Intl.DateTimeFormat(this.lang, { dateStyle: "medium", timeStyle: "short" }).format(time);
  }

  /**
   * What is wrong, in a sentence; for a text also where and what was met.
   *
   * @param {PasselError} error
   */
  error(error) {
    if (!(error instanceof NotationError)) return this.say(`error.${error.code}`, error.parts);
    const { line, column, token } = error;
    const expected = error.expected.map((each) => (each in KINDS ? this.say(KINDS[each]) : each));
    const sentence = this.say(`error.${error.code}`, { expected, ...error.parts });
    return this.say(token ? "error-place.token" : "error-place.nothing", { line, column, token, sentence });
  }
}
