/**
 * Players' names as people type them: any writing, but visible, on one line and not too long.
 */

/** The most characters of a name, as its readers count them. */
const LONGEST = 20;

/** The most marks on one letter. */
const MARKS = /(\p{M}{3})\p{M}+/gu;
/** What cannot be seen: controls, directions, halves of characters, blanks that count as letters. */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Co}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null;

/**
 * A text's characters as its readers count them: an emoji of several code points is one.
 *
 * @param {string} text
 */
export const graphemes = (text) =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text];

/**
 * What may stand in the field while somebody types.
 *
 * @param {string} text
 */
export const shortened = (text) => graphemes(text).slice(0, LONGEST).join("");

/**
 * A name fit to be shown and stored; empty where nothing of it can be seen.
 *
 * @param {string} text
 */
export function clean(text) {
  const line = text.normalize("NFC").replace(/\s+/g, " ").replace(UNSEEN, "").replace(MARKS, "$1");
  return SEEN.test(line) ? shortened(line.trim()).trim() : "";
}

/**
 * Clean names of which no two are the same: the second Anna is "Anna 2". Empty ones stay empty.
 *
 * @param {string[]} names
 */
export function distinct(names) {
  /** @type {Set<string>} */
  const taken = new Set();
  return names.map(clean).map((name) => {
    let own = name;
    for (let number = 2; own && taken.has(own.toLowerCase()); number++) {
      own = `${graphemes(name)
        .slice(0, LONGEST - 3)
        .join("")} ${number}`;
    }
    taken.add(own.toLowerCase());
    return own;
  });
}
