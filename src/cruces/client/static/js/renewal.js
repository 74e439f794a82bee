// Loads the page again when the service worker has fetched another version of it: a page that is
// older than the server may not understand it. Not while somebody looks at a table: then on the
// next way to another page, or when they look elsewhere.

/** At most so often, in milliseconds: while servers are being updated, versions may alternate. */
const RENEW_EVERY = 600_000;
const RENEWED = "cruces.renewed";

export class Renewal {
  /**
   * @param {() => boolean} disturbs whether loading the page again would disturb somebody
   * @param {Window & typeof globalThis} [world]
   */
  constructor(disturbs, world = window) {
    this.disturbs = disturbs;
    this.world = world;
    this.outdated = false;
    const worker = world.navigator.serviceWorker;
    const { document } = world;
    // Without a controller the page is kept for the first time: it is not another version.
    if (worker?.controller) {
      worker.addEventListener("controllerchange", () => {
        this.outdated = true;
        this.renew();
      });
      document.addEventListener("visibilitychange", () => this.renew());
    }
  }

  /** Somebody goes to another page, which is as good a moment as any. */
  leave() {
    this.renew(true);
  }

  renew(anyway = false) {
    const { document, location, sessionStorage } = this.world;
    const seen = document.visibilityState === "visible" && this.disturbs();
    if (!this.outdated || (seen && !anyway)) return;
    const last = Number(sessionStorage.getItem(RENEWED) ?? 0);
    if (Date.now() - last < RENEW_EVERY) return;
    sessionStorage.setItem(RENEWED, String(Date.now()));
    location.reload();
  }
}
