// Icons as SVG, so that they look the same on every device.

import { h } from "./html.js";

/** @param {string} d @param {string} [name] */
export const icon = (d, name = "icon") =>
  h(
    "svg",
    { viewBox: "0 0 24 24", class: name, "aria-hidden": "true", focusable: "false" },
    h("path", { d }),
  );

export const menu = () => icon("M5 7h14M5 12h14M5 17h14");
export const chat = () =>
  icon(
    "M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7" +
      "a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4A2.5 2.5 0 0 1 4 13.5z",
  );
export const close = () => icon("M6 6l12 12M18 6L6 18");
export const back = () => icon("M14.5 5.5L8 12l6.5 6.5");
export const eye = () =>
  icon(
    "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" +
      "M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  );
export const next = () => icon("M9.5 5.5l6.5 6.5l-6.5 6.5");
export const bulb = () =>
  icon("M9.5 18.5h5M10.5 21.5h3M9 15.5c0-1.5-3-3-3-6.5a6 6 0 0 1 12 0c0 3.5-3 5-3 6.5z");
export const tick = () => icon("M5 12.5l4.5 4.5L19 7.5");
export const sun = () =>
  icon(
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2" +
      "M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400" +
      "M18.700 5.300l-1.400 1.400M6.700 17.300l-1.400 1.400",
  );
export const moon = () => icon("M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z");
export const soundOn = () =>
  icon("M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11");
export const soundOff = () => icon("M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.5l5 5M21 9.5l-5 5");
const BELL = "M6 17.5h12l-1.5-2.5v-4.5a4.5 4.5 0 0 0-9 0V15zM10.5 20.5h3";
export const bell = () => icon(BELL);
export const bellOff = () => icon(`${BELL}M4 4l16 16`);
export const robot = () =>
  icon("M6 9h12v9H6zM12 9V5.5M9.5 12.5v1.5M14.5 12.5v1.5M3.5 12v3M20.5 12v3");
/** A cube with its cross: a cross alone would say "close". */
export const logo = () =>
  h("img", { class: "logo", src: "/static/icons/icon.svg", alt: "", width: 28, height: 28 });
