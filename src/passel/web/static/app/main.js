/** The beginning: what the page needs is there, so it is drawn. */
import { App } from "./app.js";
import { catalogue, lang, messages, store } from "./fetched.js";
import { listen } from "./keys.js";
import { later, screenOf } from "./page.js";
import { watchForUpdate } from "./update.js";
import { LANGUAGES } from "./words.js";
import { load } from "../engine/variants.js";

load(await catalogue);

const root = /** @type {Element} */ (document.getElementById("app"));
const app = new App(root, store, { [lang]: await messages });
root.replaceChildren();
listen(app, () => screenOf(app));
app.enter();

// The rest once that is drawn, while nobody waits, so that nothing needs the network afterwards.
await Promise.resolve();
const [{ Coach }] = await Promise.all([import("./coach.js"), app.load(lang)]);
app.coach = new Coach(app);
if (await later(app)) app.arrive();
else app.draw();
for (const other of Object.keys(LANGUAGES)) await app.load(other);
watchForUpdate(app);
