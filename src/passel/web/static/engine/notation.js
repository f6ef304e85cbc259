/** Records and positions as texts; the twin of passel/notation, to the letter (docs/notation.md). */
export { parsePosition, printPosition } from "./position.js";
export { final, parseRecord, printRecord, states } from "./record.js";
export { eventText, expected, parseAction, readFaces } from "./tokens.js";
