/**
 * A game as a link: its record, as base64url of UTF-8, in the fragment, which no server sees.
 *
 * @typedef {import("../../types").GameRecord} GameRecord
 */
import { NotationError, PasselError } from "../engine/errors.js";
import { parseRecord } from "../engine/notation.js";

/** The longest link that is read; a record of ten thousand events is shorter. */
const LONGEST = 120_000;

/** @param {string} text A record. */
export function linkOf(text) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const data = btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return `${location.href.replace(/#.*$/, "")}#/record/${data}`;
}

/**
 * The game that a link holds. Throws `PasselError`: `link-too-long`, `no-record`, or what is wrong
 * with the record.
 *
 * @param {string} data What follows `#/record/`.
 * @returns {GameRecord}
 */
export function gameOf(data) {
  if (data.length > LONGEST) throw new PasselError("link-too-long");
  let text;
  try {
    const binary = atob(data.replace(/-/g, "+").replace(/_/g, "/"));
    text = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (each) => each.charCodeAt(0)));
  } catch {
    throw new PasselError("no-record");
  }
  return parseRecord(text);
}

/** What is wrong with a link, for people. @type {(app: import("./app.js").App, fault: PasselError) => string[]} */
export function wrong(app, fault) {
  if (fault.code === "link-too-long") return [app.say("study.link.too-long")];
  const said = app.say("study.link.wrong");
  return fault instanceof NotationError ? [said, app.words.error(fault)] : [said];
}
