// Keeps the screen on during a match. Browsers release the lock whenever the page is hidden, so it
// is requested again on every return.

/** @typedef {{ release(): Promise<void> }} Lock */

export class WakeLock {
  /**
   * @param {Document} [page]
   * @param {() => Promise<Lock> | undefined} [request]
   */
  constructor(page = document, request = askBrowser) {
    this.page = page;
    this.request = request;
    this.wanted = true;
    /** @type {Lock | null} */
    this.lock = null;
    this.again = () => {
      if (this.page.visibilityState === "visible") void this.take();
    };
    page.addEventListener("visibilitychange", this.again);
    void this.take();
  }

  async take() {
    try {
      const lock = await this.request();
      if (this.wanted) this.lock = lock ?? null;
      else await lock?.release();
    } catch {
      // Not allowed: the screen turns off as usual.
    }
  }

  release() {
    this.wanted = false;
    this.page.removeEventListener("visibilitychange", this.again);
    this.lock?.release().catch(() => undefined);
    this.lock = null;
  }
}

/** @returns {Promise<Lock> | undefined} */
const askBrowser = () => /** @type {any} */ (navigator).wakeLock?.request("screen");
