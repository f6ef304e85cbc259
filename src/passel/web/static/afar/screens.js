/** The screens of playing from afar: they are fetched when the first of them is opened. */
export { Afar } from "./afar.js";
export * as afar from "./entry.js";
export * as room from "./hall.js";
