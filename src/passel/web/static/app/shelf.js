/**
 * Solutions that are kept in this browser, so that a long one is worked out once. A twin in spirit
 * of passel/exact/shelf.py: what is read is never trusted, and where nothing can be kept, nothing
 * is lost but time. Runs in the Worker.
 *
 * @typedef {import("../../types").Solution} Solution
 * @typedef {import("../../types").Rules} Rules
 */
import { start } from "../engine/game.js";
import { solve } from "../engine/solve.js";

/** The store's name; another number for another form of the cells. */
const STORE = "cells 1";

/** Kept cells that miss their equation by more, at a place that is looked at, are refused. */
const RESIDUAL = 1e-9;

/** At so many pairs of scores one looks. */
const PROBES = 40;

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("passel", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = asked.onblocked = () => reject(asked.error);
  });
}

/**
 * Do something in the store; null where there is none.
 *
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T | null>}
 */
async function within(mode, act) {
  try {
    const base = await opened();
    return await new Promise((resolve, reject) => {
      const asked = act(base.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  } catch {
    return null;
  }
}

/** Keep a solution. @type {(name: string, solution: Solution) => Promise<unknown>} */
export const keep = (name, { cells }) => within("readwrite", (store) => store.put(cells, name));

/** A solution that was kept, if it is sound. @type {(name: string, rules: Rules) => Promise<Solution | null>} */
export async function kept(name, rules) {
  const cells = await within("readonly", (store) => store.get(name));
  if (!(cells instanceof Float64Array) || !cells.length) return null;
  const solution = solve(rules, cells.slice());
  return isSound(solution) ? solution : null;
}

/** Whether cells fit each other: a turn's start is worth what its best action is. @param {Solution} solution */
function isSound(solution) {
  const begin = start(solution.rules, 2, null, 1);
  const top = (solution.rules.target ?? 100) - 1;
  for (let probe = 0; probe < PROBES; probe++) {
    const scores = [Math.round((top * (probe % 8)) / 7), Math.round((top * Math.floor(probe / 8)) / 4)];
    const state = { ...begin, scores };
    const missed = Math.abs(Math.max(...solution.values(state)) - solution.win(state));
    if (!(missed < RESIDUAL)) return false;
  }
  return true;
}
