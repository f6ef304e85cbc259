/**
 * Several tabs of one browser in one room: one of them, by Web Locks, holds the stream and tells
 * the others. On plain http there are no locks, and each tab has a stream of its own.
 *
 * @typedef {object} Told What goes from tab to tab.
 * @property {"hello" | "news" | "line" | "seat" | "choice"} what A tab is new; an event of the
 *   stream; the line is up or lost; this browser's seat changed; what it chose.
 * @property {string} [event]
 * @property {any} [data]
 */
export class Tabs {
  /**
   * @param {string} room
   * @param {() => void} lead Called once this tab is to hold the stream.
   * @param {(told: Told) => void} heard
   */
  constructor(room, lead, heard) {
    /** Lets the next tab lead. */
    this.free = () => {};
    this.waiting = new AbortController();
    const shared = !!navigator.locks && "BroadcastChannel" in window;
    this.channel = shared ? new BroadcastChannel(`passel room ${room}`) : null;
    if (!this.channel) {
      queueMicrotask(lead);
      return;
    }
    this.channel.onmessage = ({ data }) => heard(data);
    const held = () =>
      new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
        this.free = resolve;
        if (this.waiting.signal.aborted) resolve();
        else lead();
      });
    navigator.locks.request(`passel room ${room}`, { signal: this.waiting.signal }, held).catch(() => {});
    this.tell({ what: "hello" });
  }

  /** @param {Told} told */
  tell(told) {
    this.channel?.postMessage(told);
  }

  close() {
    this.waiting.abort();
    this.free();
    this.channel?.close();
  }
}
