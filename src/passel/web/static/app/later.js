/** The screens that nobody needs to begin a first game: they are fetched while it is set up. */
export * as dice from "./throwing.js";
export * as end from "./end.js";
export * as games from "./games.js";
export * as practise from "./practise.js";
export * as record from "./review.js";
export * as review from "./review.js";
export * as rules from "./rules.js";
export * as tapped from "./kept.js";
