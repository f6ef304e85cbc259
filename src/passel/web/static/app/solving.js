/**
 * Asks the Worker (solver.js). One Worker serves all screens; it is begun by the first question,
 * and ended with all its questions by `stop`, since a long solution cannot be interrupted otherwise.
 *
 * @typedef {import("../../types").State} State
 */
import { catalogue } from "./fetched.js";
import { PasselError } from "../engine/errors.js";
import { name as rulesName } from "../engine/variants.js";

/** @type {Worker | null} */
let worker = null;

/** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void, part?: (answer: any) => void }>} */
const waiting = new Map();

let last = 0;

/** @returns {Promise<Worker>} */
async function running() {
  const data = await catalogue;
  if (worker) return worker;
  const made = new Worker(new URL("./solver.js", import.meta.url), { type: "module" });
  worker = made;
  made.addEventListener("message", ({ data: { id, part, answer, fault } }) => {
    const asked = waiting.get(id);
    if (part) return asked?.part?.(part);
    waiting.delete(id);
    if (fault) asked?.reject(new PasselError(fault.code || "no-worker", fault.parts));
    else asked?.resolve(answer);
  });
  // A browser that knows no such Worker, or a file that did not come.
  made.addEventListener("error", () => stop(new PasselError("no-worker")));
  made.postMessage({ task: "load", catalogue: data });
  return made;
}

/**
 * What the Worker answers. Rejects with a `PasselError`: those of `solve`, `too-long` where one must
 * be patient, `no-worker`, `stopped`.
 *
 * @param {string} task
 * @param {{ rules: import("../../types").Rules, [part: string]: any }} asked
 * @param {(answer: any) => void} [part] Told what is known so far.
 * @returns {Promise<any>}
 */
export async function ask(task, { rules, ...asked }, part) {
  const id = ++last;
  const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject, part }));
  try {
    (await running()).postMessage({ id, task, rules: rulesName(rules), ...asked });
  } catch {
    waiting.delete(id);
    throw new PasselError("no-worker");
  }
  return answer;
}

/** A state without its rules, which the Worker knows by their name. @param {State} state */
export const bare = ({ rules: _, ...state }) => state;

/** End all work. @param {PasselError} [why] */
export function stop(why = new PasselError("stopped")) {
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values()) reject(why);
  waiting.clear();
}
