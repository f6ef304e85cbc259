/**
 * What is asked of the server. A command that got no answer is sent again with its id until one
 * comes: it is done once, however often it arrives.
 *
 * @typedef {object} Question
 * @property {string} path Below `/api`.
 * @property {any} [body] Without one it is a GET.
 * @property {string | null} [token]
 * @property {string} lang Of the sentences in refusals.
 */

/** A refusal: nothing was changed. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {{ code: string, message: string, version: number | null }} error
   */
  constructor(status, { code, message, version }) {
    super(message);
    this.status = status;
    this.code = code;
    this.version = version;
  }
}

/** No answer, or none of a server of rooms. */
export class Silence extends Error {}

/** A server that does not answer within so many milliseconds will not. */
const PATIENCE = 15_000;
/** The longest pause between two attempts, in milliseconds. */
const LONGEST = 10_000;

/** The server's address: where the page itself comes from. */
export const base = () => new URL("../api", import.meta.url).href;

/** How long to wait before an attempt: longer each time, and never all at the same moment. @param {number} failed */
export const pause = (failed) => Math.min(LONGEST, 400 * 2 ** Math.min(failed, 6)) * (0.5 + Math.random() / 2);

/** The headers of whoever holds a seat. @type {(token?: string | null) => Record<string, string>} */
export const bearing = (token) => (token ? { Authorization: `Bearer ${token}` } : {});

/**
 * Ask once. Throws `Refusal` or `Silence`.
 *
 * @param {Question} question
 */
export async function ask({ path, body, token, lang }) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PATIENCE);
  try {
    const response = await fetch(`${base()}${path}?lang=${lang}`, {
      method: body ? "POST" : "GET",
      headers: { ...bearing(token), ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
      cache: "no-store",
      signal: limit.signal,
    });
    const text = await response.text();
    if (response.ok) return response.headers.get("Content-Type")?.startsWith("text/plain") ? text : JSON.parse(text);
    throw refusal(response.status, text);
  } catch (error) {
    throw error instanceof Refusal ? error : new Silence();
  } finally {
    clearTimeout(timer);
  }
}

/** What a server refused, or `Silence` where it was no server of rooms. @type {(status: number, text: string) => Error} */
export function refusal(status, text) {
  try {
    const { error } = JSON.parse(text);
    if (typeof error.message === "string") return new Refusal(status, error);
  } catch {
    // A proxy's page, or a static host's.
  }
  return new Silence();
}

/** Whether the same may be answered otherwise later. @param {unknown} error */
export const passes = (error) => error instanceof Silence || (error instanceof Refusal && (error.status === 429 || error.status === 503));

/**
 * Ask until there is an answer. Throws `Refusal`, or `Silence` where it is no longer wanted.
 *
 * @param {Question} question
 * @param {() => boolean} wanted
 */
export async function insist(question, wanted) {
  for (let failed = 0; ; failed++) {
    try {
      return await ask(question);
    } catch (error) {
      if (!passes(error) || !wanted()) throw error;
      // What the store refuses is said at once: somebody must know of it.
      if (error instanceof Refusal && error.status === 503 && failed > 4) throw error;
    }
    await until(pause(failed), wanted);
  }
}

/** Wait for so many milliseconds, or until the network is back. @type {(time: number, wanted: () => boolean) => Promise<void>} */
export const until = (time, wanted) =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      document.removeEventListener("visibilitychange", seen);
      resolve();
    };
    const seen = () => document.visibilityState === "visible" && done();
    const timer = setTimeout(done, wanted() ? time : 0);
    window.addEventListener("online", done);
    document.addEventListener("visibilitychange", seen);
  });
