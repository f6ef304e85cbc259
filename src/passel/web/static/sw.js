/**
 * The service worker: once fetched, the whole app stays in this browser, so that it opens and
 * plays without a network.
 *
 * There is one cache for each version of the app, named by the digest of what is in it. All of a
 * version is fetched before any of it is used, and every file must have the digest that is listed
 * here: half a new version, or one that a host altered, is never kept. A new version waits until
 * the reader says so (app/update.js) or no tab is left; then the old cache goes.
 */

/** Each file and its digest; "" is the page itself. Filled in by passel/web/site.py. @type {Record<string, string>} */
const FILES = {};

/** The digest of all of them. Filled in there too. */
const DIGEST = "";

/** What a page says when its reader wants the version that waits. */
const USE_NOW = "use-now";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = worker.registration.scope;

/** Caches belong to a whole origin, which may have a second Passel in another folder. */
const PREFIX = `passel ${new URL(scope).pathname} `;

const CACHE = PREFIX + DIGEST;

async function install() {
  const cache = await caches.open(CACHE);
  const keep = async (/** @type {string} */ path) => {
    const url = new URL(path, scope).href;
    const response = await fetch(url, { cache: "no-cache", integrity: FILES[path] });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    // What it says, not how it came: a response that was redirected may not answer a navigation.
    const headers = new Headers(response.headers);
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    await cache.put(url, new Response(await response.blob(), { headers }));
  };
  await Promise.all(Object.keys(FILES).map(keep));
}

async function activate() {
  const old = (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== CACHE);
  await Promise.all(old.map((each) => caches.delete(each)));
}

/** @type {(request: Request, path: string) => Promise<Response>} */
async function answer(request, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(new URL(path, scope).href);
  return kept ?? fetch(request); // A browser that is short of space may have dropped it.
}

/** An address inside the app's folder that is no file of it: the network's, else the app. @param {Request} request */
async function stray(request) {
  try {
    return await fetch(request);
  } catch {
    return Response.redirect(scope);
  }
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  if (event.data === USE_NOW) event.waitUntil(worker.skipWaiting());
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = request.url.replace(/[?#].*$/, "");
  if (request.method !== "GET" || !url.startsWith(scope)) return;
  const path = url.slice(scope.length).replace(/^index\.html$/, "");
  if (Object.hasOwn(FILES, path)) event.respondWith(answer(request, path));
  else if (request.mode === "navigate") event.respondWith(stray(request));
});
