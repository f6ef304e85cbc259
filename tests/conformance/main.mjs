/** Runs the conformance suite in Node: `node main.mjs ENGINE_FOLDER VECTORS`; prints its result as JSON. */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { loadEngine, run } from "./run.js";

const [folder, vectors] = process.argv.slice(2);
const engine = await loadEngine(`${pathToFileURL(folder)}/`);
const { asked, differences } = run(engine, JSON.parse(await readFile(vectors, "utf8")));
console.log(JSON.stringify({ asked, differing: differences.length, differences: differences.slice(0, 10) }));
