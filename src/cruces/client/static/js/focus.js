// What had the focus may be gone after a change: a keyboard must not start from the top again.

/** What the page showed last. */
let place = "";

/**
 * Draw, and put the focus where one goes on if it would be lost.
 * @param {string} where what the page shows from now on
 * @param {() => void} draw
 */
export function keepFocus(where, draw) {
  const acting = document.activeElement?.closest(".act");
  draw();
  const arrived = place !== "" && place !== where;
  place = where;
  if (document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
  const next = arrived
    ? (document.querySelector("main .next") ?? document.querySelector("main"))
    : acting && inPlaceOf(acting);
  if (next instanceof HTMLElement) {
    if (next.tabIndex < 0) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }
}

/**
 * The same part of the page, if it is still there.
 * @param {Element} acting
 */
const inPlaceOf = (acting) => (acting.isConnected ? acting : document.querySelector(".act"));
