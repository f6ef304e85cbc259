/**
 * White space as Python sees it, so that both engines split a text at the same places: `\s` and
 * `trim` count U+FEFF in and U+001C to U+001F and U+0085 out.
 */

/** What stands between words, as the inside of a regular expression's class. */
export const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const ENDS = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "g");
const WORDS = new RegExp(`[^${SPACE}]+`, "g");

/** A text without the white space at its ends. @param {string} text */
export const strip = (text) => text.replace(ENDS, "");

/** The words of a text. @type {(text: string) => string[]} */
export const split = (text) => text.match(WORDS) ?? [];

/**
 * What stands before and after the first `=`; without one, all and nothing.
 * @param {string} text
 */
export const partition = (text) => /** @type {[string, string]} */ (/^([^=]*)=?(.*)$/s.exec(text)?.slice(1));
