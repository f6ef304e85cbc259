/**
 * A new version of the page: fetched in the background by the service worker, offered on the
 * first screen, and never in the middle of a game. Without a service worker there is none of it.
 *
 * @typedef {import("./app.js").App} App
 */

/** What the waiting worker is told when the reader wants the new version. */
const USE_NOW = "use-now";

/** @param {App} app */
export async function watchForUpdate(app) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url), {
      updateViaCache: "none",
    });
    const look = () => {
      // The very first worker replaces nothing.
      if (registration.waiting && navigator.serviceWorker.controller) app.update({ update: true });
    };
    look();
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", look);
    });
    app.renew = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      registration.waiting?.postMessage(USE_NOW);
    };
  } catch {
    // Plain http, or a host without a worker: the page plays on without.
  }
}
