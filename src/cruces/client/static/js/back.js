// The browser's way back closes an open dialog first.
//
// A dialog adds an entry to the history, at the same address. It stays there when the dialog is
// closed in another way: going back would take time, during which somebody may follow a link. The
// next dialog uses it again, and whoever goes back without a dialog is taken past it.

/** The address of the entry on top, if it was added for a dialog. */
let spare = globalThis.history?.state?.dialog ? location.href : "";

const isSpare = () => !!history.state?.dialog;

/** A dialog is shown: the way back leads to the same page without it. */
export function guardBack() {
  if (spare === location.href && isSpare()) return;
  history.pushState({ dialog: true }, "");
  spare = location.href;
}

addEventListener("popstate", () => {
  const left = spare;
  spare = isSpare() ? location.href : "";
  if (left !== location.href || spare) return;
  const open = document.querySelector("modal-dialog dialog[open]");
  if (open) open.dispatchEvent(new Event("cancel"));
  else history.back();
});
