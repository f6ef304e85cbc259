/**
 * What the page reads at its start. index.html runs this small module first, so that the data
 * comes while the other modules are still on their way.
 */
import { Store } from "./store.js";
import { LANGUAGES, preferred } from "./words.js";

/** @param {string} path From the site's root. */
export const fetched = async (path) => (await fetch(new URL(`../${path}`, import.meta.url))).json();

export const store = Store.open(window);

const { lang: wished } = store.value("settings", { lang: "" });

/** The language to begin with: the one that was chosen, else the one that the browser asks for. */
export const lang = wished in LANGUAGES ? wished : preferred(navigator.languages);

/** What the engine's `load` takes. @type {Promise<import("../../types").Catalogue>} */
export const catalogue = fetched("catalogue.json");

/** The sentences of that language. @type {Promise<Record<string, import("./words.js").Message>>} */
export const messages = fetched(`words/${lang}.json`);
